"""The table's name in the local network (multicast DNS, RFC 6762): `qwixx.local`, or the next that is free.

It announces the name, this computer's addresses, the port and the path of the page to join; no code, no
player.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

NAMES = ("qwixx.local", "qwixx-2.local", "qwixx-3.local", "qwixx-4.local")
"""Names for tables, in the order in which they are tried: as many tables as a home may have at once."""
INSTANCE = "Qwixx at the table"
"""The name in lists of services; the library adds a number if another table has it."""
TYPE = "_http._tcp.local."
ANSWER_MILLISECONDS = 3000
"""Milliseconds for which another table may answer that a name is taken."""

GOODBYE_SECONDS = 3.0
"""Seconds that a closing table waits until the network knows."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Announced:
    """The announcement: where a table listens, and by which scheme."""

    addresses: tuple[str, ...]
    port: int
    scheme: str = "http"


class Announcement:
    """Announces a table until it is closed. A thread does it, because finding a free name takes a second or
    more."""

    def __init__(self, announced: Announced) -> None:
        """Begin to announce."""
        self.announced = announced
        self._taken = ""
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcement", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """Return the name that phones find; empty until it is found, or if there is none."""
        return self._taken

    @property
    def address(self) -> str:
        """Return the address with that name (`http://qwixx.local:8730`); empty until it is found."""
        usual = {"http": 80, "https": 443}[self.announced.scheme]
        port = f":{self.announced.port}" if self.announced.port != usual else ""
        return f"{self.announced.scheme}://{self._taken}{port}" if self._taken else ""

    def close(self, *, waits: bool = False) -> None:
        """Announce that the table is gone, and wait for that if `waits`. A name that is still looked for ends
        later."""
        is_announced = bool(self._taken)
        self._is_closed.set()
        if waits and is_announced:
            self._thread.join(timeout=GOODBYE_SECONDS)

    def _run(self) -> None:
        from zeroconf import Error, Zeroconf

        try:
            with contextlib.closing(Zeroconf(interfaces=list(self.announced.addresses))) as network:
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
        """Return the first free name; empty if all are taken."""
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # its list of names leaves it out

        for name in NAMES:
            if not AddressResolverIPv4(f"{name}.").request(network, ANSWER_MILLISECONDS):
                return name
        return ""

    def _service(self, name: str) -> ServiceInfo:
        from zeroconf import ServiceInfo

        return ServiceInfo(
            TYPE,
            f"{INSTANCE}.{TYPE}",
            addresses=[ip_address(address).packed for address in self.announced.addresses],
            port=self.announced.port,
            properties={"path": "/join"},
            server=f"{name}.",
        )
