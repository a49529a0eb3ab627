"""The local network: this computer's addresses in it, and a socket that listens on one of them."""

import contextlib
import errno
import socket

from sheets.errors import BadInput, reason

PORT_TRIES = 20
"""Number of ports that are tried, beginning with the requested one."""

# Nothing is sent there: connecting a datagram socket asks the system which of its addresses it would use.
PROBED_ADDRESSES = ("192.0.2.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "192.168.1.1", "169.254.1.1")


class PortError(BadInput):
    """No port is free, or the address is not of this computer."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host`, at `port` or the next free one. Raises PortError."""
    if not host.strip():  # the system would take it for all addresses
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
    """This computer's IPv4 addresses in its networks, the one that leads to the internet first.

    Sends nothing. Empty where there is no network.
    """
    found: dict[str, None] = {}
    for address in PROBED_ADDRESSES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            found[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(entry[4][0])] = None
    return tuple(a for a in found if not a.startswith("127.") and a != "0.0.0.0")
