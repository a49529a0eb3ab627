"""The origin of a request, this computer or another one, and the host name in it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request

from companion.web.server.proxies import is_proxied

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def from_this_computer() -> bool:
    """Return True if the request comes from the server's own computer, and by no proxy."""
    try:
        return not is_proxied() and ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def host_of(netloc: str) -> str:
    """Return the host in `host:port`, lower case, without port and brackets, or "" if it has none.

    >>> host_of("[::1]:8730"), host_of("LocalHost:80"), host_of("a:b:c")
    ('::1', 'localhost', '')
    """
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "").lower() if parts.port is None or parts.port >= 0 else ""
    except ValueError:
        return ""
