"""Announces the table's name in the local network (multicast DNS, RFC 6762): `qwixx.local`, or the next free
one.

The announcement contains the name, this computer's addresses, the port and the path of the page to join. It
contains neither the table's code nor players' names.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

NAMES = ("qwixx.local", "qwixx-2.local", "qwixx-3.local", "qwixx-4.local")
"""Names of tables, in the order in which they are tried."""
INSTANCE = "Qwixx at the table"
"""The table's name in lists of services. The library adds a number if another table has this name."""
TYPE = "_http._tcp.local."
ANSWER_MILLISECONDS = 3000
"""Time that another table has to answer that it uses a name, in milliseconds."""

GOODBYE_SECONDS = 3.0
"""Longest time that a closing table waits until its name is withdrawn, in seconds."""

_LOG = logging.getLogger(__name__)


class Announcement:
    """Announces a table until it is closed, from its own thread; finding a free name takes seconds."""

    def __init__(self, addresses: tuple[str, ...], port: int, scheme: str = "http") -> None:
        self.announced = addresses, port, scheme
        self._taken = ""
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcement", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """Return the announced name, or "" while there is none."""
        return self._taken

    @property
    def address(self) -> str:
        """Return the URL with the announced name (`http://qwixx.local:8730`), or "" while there is none."""
        _, number, scheme = self.announced
        port = f":{number}" if number != {"http": 80, "https": 443}[scheme] else ""
        return f"{scheme}://{self._taken}{port}" if self._taken else ""

    def close(self, *, waits: bool = False) -> None:
        """Withdraw the name. `waits`: return only when it is withdrawn, or after GOODBYE_SECONDS."""
        is_announced = bool(self._taken)
        self._is_closed.set()
        if waits and is_announced:
            self._thread.join(timeout=GOODBYE_SECONDS)

    def _run(self) -> None:
        from zeroconf import Error, Zeroconf

        try:
            with contextlib.closing(Zeroconf(interfaces=list(self.announced[0]))) as network:
                taken = self._free_name(network)
                if not taken or self._is_closed.is_set():
                    return
                network.register_service(self._service(taken), allow_name_change=True)
                self._taken = taken
                self._is_closed.wait()
                self._taken = ""
        except (OSError, Error) as problem:  # the network blocks such messages
            _LOG.debug("the table is not announced: %r", problem)

    def _free_name(self, network: Zeroconf) -> str:
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # not in its __all__

        for name in NAMES:
            if not AddressResolverIPv4(f"{name}.").request(network, ANSWER_MILLISECONDS):
                return name
        return ""

    def _service(self, name: str) -> ServiceInfo:
        from zeroconf import ServiceInfo

        addresses, port, _ = self.announced
        return ServiceInfo(
            TYPE,
            f"{INSTANCE}.{TYPE}",
            addresses=[ip_address(address).packed for address in addresses],
            port=port,
            properties={"path": "/join"},
            server=f"{name}.",
        )
