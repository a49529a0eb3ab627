"""Finds out where a request comes from: this computer, a different computer, or a reverse proxy."""

from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web.server.http_protocol import Application, Environ
from sheets.errors import BadInput

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
_PROXIED = "companion.proxied"
"""Key that `BehindProxy` sets in the WSGI environment of every request."""


def from_this_computer() -> bool:
    """Return True if the request comes from this computer, and the server is not behind a proxy."""
    try:
        return not is_proxied() and ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def host_of(netloc: str) -> str:
    """Return the lower-case host in `host:port`, without port and brackets, or "" if it is malformed.

    >>> host_of("[::1]:8730"), host_of("LocalHost:80"), host_of("a:b:c")
    ('::1', 'localhost', '')
    """
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "").lower() if parts.port is None or parts.port >= 0 else ""
    except ValueError:
        return ""


class NotAProxy(BadInput):
    """The text is not the IP address of a single proxy."""


def proxy_address(text: str) -> str:
    """Return the IP address in `text`, normalised. Raise NotAProxy if `text` is not a single address."""
    try:
        address = ip_address(text)
    except ValueError:
        address = ip_address("0.0.0.0")
    if address.is_unspecified:
        raise NotAProxy(
            "“{address}” is not the address of a single proxy; write it as numbers, like 127.0.0.1.",
            address=text,
        )
    return str(address)


class BehindProxy:
    """WSGI middleware that takes client address, scheme and path from the headers that `proxy` sends."""

    def __init__(self, application: Application, proxy: str) -> None:
        self._direct, self._proxy = application, proxy
        self._proxied = ProxyFix(application, x_for=1, x_proto=1, x_host=0, x_prefix=1)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ[_PROXIED] = True
        asks = environ["REMOTE_ADDR"].removeprefix("::ffff:")
        answer = self._proxied if asks == self._proxy else self._direct
        return answer(environ, start_response)


def is_proxied() -> bool:
    """Return True if the server runs with `BehindProxy`, even if this request did not come from the proxy."""
    return _PROXIED in request.environ
