"""The server of tables: those that it hosts, the games on disk, the photos, and the devices that joined."""

import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from companion.storage.backups import Backup
from companion.storage.chosen_pictures import ChosenPictures
from companion.storage.copies import restore_open_games
from companion.storage.own_pads import OwnPads
from companion.storage.people import People
from companion.storage.seat_store import SeatStore, StoredTable
from companion.storage.store import Store
from companion.web.camera.decoders import PictureDecoders
from companion.web.camera.photo_store import PhotoStore
from companion.web.http.client_address import LOOPBACK_HOSTS
from companion.web.http.connections import Connections
from companion.web.http.lan_listeners import LanListeners
from companion.web.http.proxies import Network
from companion.web.http.streams import Streams
from companion.web.tables.deletion import delete_old_demos
from companion.web.tables.guesses import Guesses
from companion.web.tables.hosted_table import CameraSettings, HostedTable, open_hosted_table
from companion.web.tables.pending_sheets import PendingSheetPhotos
from companion.web.tables.seat_requests import SeatRequests
from companion.web.tables.seats import Seats
from sheets.serial import ALPHABET

MAX_TABLES = 12
"""Largest number of tables on one server."""
CODE_LENGTH = 5


class TableServer:
    """The shared state of all requests: the tables, the store, the photos, and the devices that joined."""

    def __init__(
        self,
        store: Store,
        settings: CameraSettings,
        names: frozenset[str] = frozenset(),
        proxies: Sequence[Network] = (),
    ) -> None:
        """`settings`: of the first table's camera. `names`: the hosts of the pages, besides loopback.
        `proxies`: the networks of proxies, which ask for many devices.

        Raises StoreError.
        """
        self.store, self.photos = store, PhotoStore(store.folder / "photos")
        self._seat_store = SeatStore(store)
        self.seats, self.streams = Seats(self._seat_store), Streams()
        self.seat_requests, self.guesses = SeatRequests(self.seats), Guesses()
        self.people, self.own_pads = People(store), OwnPads(store.folder)
        self.pictures = ChosenPictures(store.folder)
        self.first_pad = settings.pad.name if settings.pad is not None else ""
        """The name of the pad of the table's own that is offered first; "" for none."""
        self.decoders, self.connections = PictureDecoders(), Connections(proxies=proxies)
        self.pending_sheets = PendingSheetPhotos()
        self.listeners: LanListeners | None = None
        self.tables: dict[str, HostedTable] = {}
        self._names = LOOPBACK_HOSTS | names
        self._further = settings.of_further_table()
        self._opening = threading.Lock()
        self._delete_old_demos()
        first, *others = self._seat_store.tables() or (self._new(),)
        self.first = self.tables[first.code] = self._open(first, settings)
        for stored in others:
            self.tables[stored.code] = self._open(stored, self._further)

    def _new(self) -> StoredTable:
        """A code and a key that no other table has."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self.tables:
                break
        stored = StoredTable(code, secrets.token_urlsafe(12))
        self._seat_store.save_table(stored)
        return stored

    def _open(self, stored: StoredTable, settings: CameraSettings) -> HostedTable:
        return open_hosted_table(
            stored, self.store, self.photos, self.seats, settings, self._delete_old_demos
        )

    def _delete_old_demos(self) -> None:
        delete_old_demos(self.store, self.photos)

    def open_table(self) -> HostedTable | None:
        """Open one more table; None if there are as many as one server hosts."""
        with self._opening:
            if len(self.tables) >= MAX_TABLES:
                return None
            stored = self._new()
            hosted = self._open(stored, self._further)
            self.tables = {**self.tables, stored.code: hosted}
            return hosted

    def close_table(self, code: str) -> None:
        """Close a table that is not the first; its games stay on disk."""
        with self._opening:
            if code == self.first.code or code not in self.tables:
                return
            closing = self.tables[code]
            self.tables = {key: hosted for key, hosted in self.tables.items() if key != code}
            closing.close()
            closing.watcher.reader.lessons.forget()
            for seat in self.seats.of(code):
                self.seats.leave(seat.token)
            self._seat_store.delete_table(code)

    def restore(self, copy: Path) -> Backup:
        """Replace all games, tables and devices by a copy; the former ones become a backup.

        Raises BackupError, and StoreError.
        """
        with self._opening:
            restored = restore_open_games(self.store, copy)
            self.seats.read_again()
            first, *others = self._seat_store.tables() or (self._new(),)
            before = self.tables
            kept = {stored.code: before[stored.code] for stored in others if stored.code in before}
            kept = {code: hosted for code, hosted in kept.items() if hosted is not self.first}
            self.first.reload_last_game(first)
            for stored in others:
                if stored.code in kept:
                    kept[stored.code].reload_last_game(stored)
                else:
                    kept[stored.code] = self._open(stored, self._further)
            self.tables = {first.code: self.first, **kept}
            for hosted in before.values():
                if hosted not in self.tables.values():
                    hosted.close()
            return restored

    def renew_key(self, hosted: HostedTable) -> None:
        """Make a new key: the old QR code becomes invalid. Devices that have joined stay."""
        hosted.key = secrets.token_urlsafe(12)
        self._seat_store.save_table(StoredTable(hosted.code, hosted.key))

    def by_key(self, key: str) -> HostedTable | None:
        """The table that a QR code's key opens."""
        return next(
            (t for t in self.tables.values() if secrets.compare_digest(t.key.encode(), key.encode())), None
        )

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which the pages may be asked for."""
        table_names = frozenset(hosted.host for hosted in self.tables.values())
        return self._names | table_names | (self.listeners.hosts if self.listeners else frozenset())

    def by_host(self, host: str) -> HostedTable:
        """The table whose own name on this computer is `host`, else the first one."""
        return next((hosted for hosted in self.tables.values() if hosted.host == host), self.first)

    def seconds_since_change(self) -> float:
        """Seconds since the screens of any table last got a change."""
        return time.monotonic() - max(hosted.session.changed_at for hosted in self.tables.values())

    def end_streams(self) -> None:
        """End every live stream."""
        for hosted in self.tables.values():
            hosted.session.close()

    def close(self) -> None:
        """Close everything."""
        if self.listeners is not None:
            self.listeners.close()
        for hosted in self.tables.values():
            hosted.close()
        self.decoders.close()
        self.store.close()
