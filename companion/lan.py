"""The local network: this computer's addresses, and a socket that listens on one of them."""

import contextlib
import errno
import re
import socket
from ipaddress import ip_address

from sheets.errors import BadInput, reason

PORT_TRIES = 20
"""Number of ports to try, from the requested one upwards."""

PROBED_ADDRESS = "192.0.2.1"
"""A reserved address. Connecting a datagram socket to it sends nothing, but makes the system choose this
computer's address that leads to the internet."""
VIRTUAL = re.compile(
    r"docker|podman|cni|flannel|cali|kube|virbr|vboxnet|vmnet|lxcbr|lxdbr|incusbr|waydroid|br-[0-9a-f]{12}$"
    r"|vethernet|.*(virtualbox|vmware|hyper-v|default switch)"
)
"""Matches lower-case names of network adapters for virtual machines and containers, but not “Wi-Fi Direct
Virtual Adapter”, a hotspot of Windows."""
TUNNEL = re.compile(
    r"(u?tun|tap|wg|ppp|ipsec|tailscale|zt|nordlynx|proton|cscotun|gpd)[0-9a-z]*$"
    r"|.*(vpn|tap-windows|wintun|wireguard|tunnel|openvpn|anyconnect|fortinet|wan miniport)"
)
"""Matches lower-case names of tunnels (VPN); phones can rarely reach this computer through a tunnel."""


class PortError(BadInput):
    """No port is free or allowed, or the address isn't one of this computer's."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `host`, at `port` or the next free port. Raise PortError on failure."""
    if not host.strip():  # the system would listen on all addresses
        raise PortError("No address to listen on is named; leave --host out, or name one of this computer.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + PORT_TRIES, 65536)):
        sock = socket.socket(family, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, number))
            sock.listen(128)
        except PermissionError as problem:
            sock.close()
            raise PortError(
                "Port {port} needs special rights; choose one above 1023 with --port.", port=number
            ) from problem
        except OSError as problem:
            sock.close()
            if problem.errno == errno.EADDRINUSE:
                continue
            raise PortError(
                "The address {host} cannot be used on this computer ({why}).", host=host, why=reason(problem)
            ) from problem
        return sock
    raise PortError(
        "The ports {port} to {last} are all taken; choose another with --port.",
        port=port,
        last=port + PORT_TRIES - 1,
    )


def addresses() -> tuple[str, ...]:
    """Return this computer's IPv4 addresses that phones may reach, the likeliest first.

    Tunnels (VPN) come last. Link-local addresses are returned only if there are no others.
    """
    import ifaddr  # not at the top: most commands don't use the network

    leading = ""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((PROBED_ADDRESS, 9))
        leading = str(probe.getsockname()[0])
    ranks: dict[str, tuple[bool, bool, bool]] = {}
    for adapter in ifaddr.get_adapters():
        names = (adapter.name.lower(), adapter.nice_name.lower())
        if any(VIRTUAL.match(name) for name in names):
            continue
        leads_away = any(TUNNEL.match(name) for name in names)
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and not ip_address(ip.ip).is_loopback:
                is_tunnel = leads_away or ip.network_prefix == 32
                ranks[ip.ip] = (ip_address(ip.ip).is_link_local, is_tunnel, ip.ip != leading)
    is_given = any(not link_local for link_local, _, _ in ranks.values())
    usable = [address for address, (link_local, _, _) in ranks.items() if not (link_local and is_given)]
    return tuple(sorted(usable, key=lambda address: ranks[address]))
