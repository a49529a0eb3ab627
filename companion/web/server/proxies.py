"""The reverse proxy in front of the table: what it says of the devices for which it asks."""

from collections.abc import Callable, Iterable
from ipaddress import ip_address
from typing import Any

from flask import request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web.server.http_protocol import Application, Environ
from sheets.errors import BadInput

_PROXIED = "companion.proxied"
"""The key in the environment of a request that came by the proxy's listener."""


class NotAProxy(BadInput):
    """The given text is not the address of a proxy."""


def proxy_address(text: str) -> str:
    """Return the one address from which a proxy asks. Raise NotAProxy."""
    try:
        address = ip_address(text)
    except ValueError:
        address = ip_address("0.0.0.0")
    if address.is_unspecified:
        raise NotAProxy(
            "“{address}” is not the one address of a proxy; write it as numbers, like 127.0.0.1.",
            address=text,
        )
    return str(address)


class BehindProxy:
    """The application on the listener of a proxy: device, scheme and path are those that the proxy names.

    No device that comes here is this computer, and nobody else is believed.
    """

    def __init__(self, application: Application, proxy: str) -> None:
        """Serve behind the proxy at the address `proxy`."""
        self._direct, self._proxy = application, proxy
        self._proxied = ProxyFix(application, x_for=1, x_proto=1, x_host=0, x_prefix=1)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        environ[_PROXIED] = True
        asks = environ["REMOTE_ADDR"].removeprefix("::ffff:")
        answer = self._proxied if asks == self._proxy else self._direct
        return answer(environ, start_response)


def is_proxied() -> bool:
    """Return True if the request came by the proxy's listener."""
    return _PROXIED in request.environ
