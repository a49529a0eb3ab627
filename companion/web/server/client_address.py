"""Where the one who asks is, at this computer or somewhere in the house, and by which name it was asked."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import request


def from_this_computer() -> bool:
    """Whether the one who asks sits at this computer."""
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def host_of(netloc: str) -> str:
    """The host in `host:port`, lower case, without port and brackets; "" where there is none.

    >>> host_of("[::1]:8730"), host_of("LocalHost:80"), host_of("a:b:c")
    ('::1', 'localhost', '')
    """
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "").lower() if parts.port is None or parts.port >= 0 else ""
    except ValueError:
        return ""
