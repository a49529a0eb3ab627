"""Reverse proxies in front of the table, and their headers about the devices that they serve.

Anybody can write `X-Forwarded-For` into a request. It counts only in one that comes from an address named at
the start; of several names in it the last counts, which that proxy wrote.
"""

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from flask import request
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.lan import addresses
from companion.web.http.base_path import Application, Environ
from companion.web.http.client_address import LOOPBACK_HOSTS, host_of
from companion.web.http.refusal import RequestRefused
from sheets.errors import BadInput
from sheets.language import message

Network = IPv4Network | IPv6Network

_VIA = "companion.proxy"
"""The key in a request's environment that says whether its proxy named the device."""
SILENT = message(
    "The proxy did not say for which device it asks, so the table does not answer; let it send "
    "X-Forwarded-For, and open the table through it, from this computer too."
)


class NotAProxy(BadInput):
    """The given text is not the address of a proxy."""


def proxy_network(text: str) -> Network:
    """The addresses that "192.168.1.2" or "172.18.0.0/16" stands for. Raises NotAProxy."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise NotAProxy(
            "“{address}” is no address of a proxy; write it as numbers, like 127.0.0.1.", address=text
        ) from None


def is_of(address: str, networks: Sequence[Network]) -> bool:
    """Tell whether an address lies in one of these networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    plain = getattr(found, "ipv4_mapped", None) or found
    return any(plain in network for network in networks)


class TrustedProxies:
    """Replaces the address and scheme of a trusted proxy by those of the device that it names."""

    def __init__(self, application: Application, proxies: Sequence[Network]) -> None:
        self._direct = application
        self._proxied = ProxyFix(application, x_for=1, x_proto=1, x_host=0)
        self._proxies = proxies

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        if not is_of(environ.get("REMOTE_ADDR", ""), self._proxies):
            return self._direct(environ, start_response)
        device = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        environ[_VIA] = is_of(device, EVERYWHERE)
        return self._proxied(environ, start_response)


EVERYWHERE = (ip_network("0.0.0.0/0"), ip_network("::/0"))
"""Networks that have every address."""


def refuse_silent_proxy() -> None:
    """Refuse a request whose proxy does not name the device; otherwise each device would count as this
    computer."""
    if request.environ.get(_VIA) is False:
        raise RequestRefused("proxy", SILENT, status=400)


def proxied_addresses() -> tuple[str, ...]:
    """Where other devices find the page as this request did, through a proxy; empty if it came by none.

    Asked for by a name of loopback, the proxy has this computer's addresses too.
    """
    if not request.environ.get(_VIA):
        return ()
    if host_of(request.host) not in LOOPBACK_HOSTS:
        return (f"{request.scheme}://{request.host}{request.script_root}",)
    port = urlsplit(f"//{request.host}").port
    return tuple(
        f"{request.scheme}://{address}{'' if port is None else f':{port}'}{request.script_root}"
        for address in addresses()
    )
