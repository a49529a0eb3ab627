"""One server with its tables, the games on disk, the photos, and the devices that joined."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable

from flask import Response, current_app, g, request
from werkzeug.wrappers import Response as Answer

from companion.storage.store import Store, StoredTable
from companion.web.camera.demo import Demo
from companion.web.camera.photo_store import PhotoStore
from companion.web.camera.sources import Sources
from companion.web.camera.watcher import DiceWatcher
from companion.web.presenters.viewer import Painted, Viewer
from companion.web.server.client_address import from_this_computer, host_of
from companion.web.server.lan_listeners import LanListeners
from companion.web.server.room import Room
from companion.web.server.seats import COOKIE, RANKS, STRANGER, YEAR, Seat, Seats
from companion.web.server.streams import Streams
from sheets.serial import ALPHABET

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
MAX_TABLES = 12
"""Tables on one server, at most."""
CODE_LENGTH = 5


class HostedTable:
    """One table: its code, the key that the QR code carries, its room, and what watches its dice."""

    def __init__(
        self, stored: StoredTable, room: Room, watcher: DiceWatcher, sources: Sources, seats: Seats
    ) -> None:
        self.code, self.key, self._seats = stored.code, stored.key, seats
        self.room, self.watcher, self.sources = room, watcher, sources
        self.demo: Demo | None = None
        self.painted: dict[tuple[int, int, str, Viewer], Painted] = {}

    @property
    def host(self) -> str:
        """This table's own name on this computer, so that each tab of a browser may show another table.

        Names under `localhost` lead to this computer (RFC 6761), and each has cookies of its own.
        """
        return f"{self.code.lower()}.localhost"

    @property
    def guests(self) -> tuple[str, ...]:
        """Who has joined with a phone, by name, in the order in which they came."""
        return tuple(dict.fromkeys(s.player for s in self._seats.of(self.code) if s.player))

    def close(self) -> None:
        """End what belongs to this table."""
        if self.demo is not None:
            self.demo.close()
        self.watcher.close()
        self.room.leave()


class TableServer:
    """What every request may use: the tables, the store, the photos and the devices that joined."""

    def __init__(
        self,
        store: Store,
        photo_store: PhotoStore,
        seats: Seats,
        streams: Streams,
        set_up: Callable[[StoredTable, bool], HostedTable],
        names: frozenset[str] = frozenset(),
    ) -> None:
        """`set_up`: makes a HostedTable; its second argument says whether it is the first.

        `names`: the hosts under which the pages are asked for, besides loopback.
        """
        self.store, self.photos, self.streams = store, photo_store, streams
        self.names = LOOPBACK | names
        self.seats = seats
        self.listeners: LanListeners | None = None
        self.tables: dict[str, HostedTable] = {}
        self._set_up = set_up
        self._opening = threading.Lock()
        for number, kept in enumerate(store.tables() or (self._new(),)):
            self.tables[kept.code] = set_up(kept, number == 0)
        self.first = next(iter(self.tables.values()))

    def _new(self) -> StoredTable:
        """A code and a key that nobody has."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self.tables:
                break
        kept = StoredTable(code, secrets.token_urlsafe(12))
        self.store.save_table(kept)
        return kept

    def open(self) -> HostedTable | None:
        """One more table; None where there are as many as one server holds."""
        with self._opening:
            if len(self.tables) >= MAX_TABLES:
                return None
            kept = self._new()
            hosted = self._set_up(kept, False)
            self.tables = {**self.tables, kept.code: hosted}
            return hosted

    def shut(self, code: str) -> None:
        """Close a table that is not the first; its games stay on disk."""
        with self._opening:
            if code == self.first.code or code not in self.tables:
                return
            gone = self.tables[code]
            self.tables = {key: hosted for key, hosted in self.tables.items() if key != code}
            gone.close()
            for taken in self.seats.of(code):
                self.seats.leave(taken.token)
            self.store.delete_table(code)

    def renew(self, hosted: HostedTable) -> None:
        """A new key: the old QR code lets nobody in any more. Who has joined stays."""
        hosted.key = secrets.token_urlsafe(12)
        self.store.save_table(StoredTable(hosted.code, hosted.key))

    def by_key(self, key: str) -> HostedTable | None:
        """The table that a QR code's key opens."""
        return next(
            (p for p in self.tables.values() if secrets.compare_digest(p.key.encode(), key.encode())), None
        )

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which the pages may be asked for."""
        own = frozenset(hosted.host for hosted in self.tables.values())
        return self.names | own | (self.listeners.hosts if self.listeners else frozenset())

    def by_host(self, host: str) -> HostedTable:
        """The table whose own name on this computer `host` is, else the first one."""
        return next((hosted for hosted in self.tables.values() if hosted.host == host), self.first)

    def leave(self) -> None:
        """Tell every live stream that this is the end."""
        for hosted in self.tables.values():
            hosted.room.leave()

    def close(self) -> None:
        """End everything."""
        if self.listeners is not None:
            self.listeners.shut()
        for hosted in self.tables.values():
            hosted.close()
        self.store.close()


def table_server() -> TableServer:
    """The server of the application that serves this request."""
    server = current_app.extensions["table_server"]
    assert isinstance(server, TableServer)
    return server


def current_seat() -> Seat:
    """The seat of the device that asks. Without a cookie, who sits at this computer is the table itself."""
    if "seat" not in g:
        token, server = request.cookies.get(COOKIE), table_server()
        if token is not None:
            known = server.seats.find(token[:200])
            g.seat = known if known is not None and known.code in server.tables else STRANGER
        elif from_this_computer():
            g.seat = Seat("", server.by_host(host_of(request.host)).code, "table")
        else:
            g.seat = STRANGER
    taken = g.seat
    assert isinstance(taken, Seat)
    return taken


def hosted_table() -> HostedTable:
    """The table at which the device that asks sits; for a stranger the first one."""
    server = table_server()
    return server.tables.get(current_seat().code, server.first)


def at_least(role: str) -> bool:
    """Whether the device that asks may do what a "guest", a "player" or the "table" may."""
    return RANKS[current_seat().role] >= RANKS[role]


def set_seat_cookie(answer: Answer | Response, token: str) -> None:
    """Put a seat's token into the device's cookie."""
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure)
