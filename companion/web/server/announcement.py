"""Announces the table's name on the local network (multicast DNS, RFC 6762): `qwixx.local`, or the next free
name.

The announcement contains the name, this computer's addresses, the port and the path of the page to join. It
contains neither the code for joining nor players' names.
"""

import contextlib
import logging
import threading
from ipaddress import ip_address

NAMES = ("qwixx.local", "qwixx-2.local", "qwixx-3.local", "qwixx-4.local")
"""Names of tables, in the order in which they are tried."""
INSTANCE = "Qwixx at the table"
"""The table's name in lists of network services. The library adds a number if the name is taken."""
TYPE = "_http._tcp.local."
ANSWER_MILLISECONDS = 3000
"""A name counts as free if no device answers a query for the name within this many milliseconds."""

GOODBYE_SECONDS = 3.0
"""Longest time that a closing table waits for the withdrawal of its name, in seconds."""

_LOG = logging.getLogger(__name__)


class Announcement:
    """Announces a table in its own thread, until `close` is called. Finding a free name takes seconds."""

    def __init__(self, addresses: tuple[str, ...], port: int, scheme: str = "http") -> None:
        self.announced = addresses, port, scheme
        self.name = ""
        """The announced name; "" before and after the announcement."""
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcement", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Return the URL with the announced name, like `http://qwixx.local:8730`, or "" without a name."""
        _, number, scheme = self.announced
        port = f":{number}" if number != {"http": 80, "https": 443}[scheme] else ""
        return f"{scheme}://{self.name}{port}" if self.name else ""

    def close(self, *, waits: bool = False) -> None:
        """Withdraw the name. `waits`: True to return only when that is done, or after GOODBYE_SECONDS."""
        is_announced = bool(self.name)
        self._is_closed.set()
        if waits and is_announced:
            self._thread.join(timeout=GOODBYE_SECONDS)

    def _run(self) -> None:
        from zeroconf import AddressResolverIPv4, Error, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

        addresses, port, _ = self.announced
        try:
            with contextlib.closing(Zeroconf(interfaces=list(addresses))) as network:
                resolvers = ((name, AddressResolverIPv4(f"{name}.")) for name in NAMES)
                free = (name for name, each in resolvers if not each.request(network, ANSWER_MILLISECONDS))
                name = next(free, "")
                if not name or self._is_closed.is_set():
                    return
                service = ServiceInfo(
                    TYPE,
                    f"{INSTANCE}.{TYPE}",
                    addresses=[ip_address(address).packed for address in addresses],
                    port=port,
                    properties={"path": "/join"},
                    server=f"{name}.",
                )
                network.register_service(service, allow_name_change=True)
                self.name = name
                self._is_closed.wait()
                self.name = ""
        except (OSError, Error) as problem:  # the network blocks such messages
            _LOG.debug("the table is not announced: %r", problem)
