"""The server: the table's code and key, its session, the watcher of its dice, and the devices that joined."""

import contextlib
import secrets
from functools import partial
from pathlib import Path

from companion.storage.backups import Backup
from companion.storage.chosen_pictures import ChosenPictures
from companion.storage.copies import restore_open_games
from companion.storage.lessons import LessonStore
from companion.storage.own_pads import OwnPads
from companion.storage.people import People
from companion.storage.private_files import write_file
from companion.storage.seat_store import SeatStore
from companion.storage.store import Store
from companion.storage.stored_seat import Invitation
from companion.web.access.deletion import delete_old_demos
from companion.web.access.guesses import Guesses
from companion.web.access.seat_requests import SeatRequests
from companion.web.access.seats import Seats
from companion.web.camera.camera_settings import CameraSettings
from companion.web.camera.decoders import PictureDecoders
from companion.web.camera.demo import Demo
from companion.web.camera.dice_photo import DicePhoto
from companion.web.camera.dice_reader import DiceReader
from companion.web.camera.pending_sheets import PendingSheetPhotos
from companion.web.camera.photo_store import PhotoStore
from companion.web.camera.sources import Sources
from companion.web.camera.table_lessons import TableLessons
from companion.web.camera.watcher import DiceWatcher
from companion.web.server.client_address import LOOPBACK_HOSTS
from companion.web.server.connections import Connections
from companion.web.server.lan_listeners import LanListeners
from companion.web.server.streams import Streams
from companion.web.session.computer_players import ComputerPlayers
from companion.web.session.session import Session
from companion.web.session.trials import Trials
from sheets.serial import ALPHABET

CODE_LENGTH = 5


class Server:
    """The shared state of all requests: one process is one table, with one game on it at a time."""

    def __init__(
        self,
        store: Store,
        settings: CameraSettings,
        names: frozenset[str] = frozenset(),
        proxy: str = "",
        url: str = "",
    ) -> None:
        """Open the server of a table.

        `names`: the hosts of the pages, besides loopback. `proxy`: the address of a proxy, which asks for
        many devices, and `url`: where it shows the table; without a slash at the end. Raise StoreError.
        """
        self.url = url
        self.store, self.photos = store, PhotoStore(store.folder / "photos")
        self._seat_store = SeatStore(store)
        stored = self._seat_store.invitation() or self._new_invitation()
        self.code, self.key = stored.code, stored.key
        self.seats, self.streams = Seats(self._seat_store), Streams()
        self.seat_requests, self.guesses = SeatRequests(self.seats), Guesses()
        self.people, self.own_pads = People(store), OwnPads(store.folder)
        self.pictures = ChosenPictures(store.folder)
        self.first_pad = settings.pad.name if settings.pad is not None else ""
        """The name of the pad of the table's own that is offered first; "" for none."""
        self.decoders = PictureDecoders()
        self.connections = Connections(proxy)
        self.pending_sheets = PendingSheetPhotos()
        self.listeners: LanListeners | None = None
        self._door = store.folder / "phones-let-in.txt"
        self._names = LOOPBACK_HOSTS | names
        delete_old = partial(delete_old_demos, store, self.photos)
        delete_old()

        self.session = Session(store)
        lessons = TableLessons(LessonStore(store.folder, self.code), self.photos)
        reader = DiceReader(lessons, settings.read)
        self.watcher = DiceWatcher(self.session, self.photos, reader, settings.source)
        memory = store.folder / f"camera-{self.code}.txt"
        self.sources = Sources(self.watcher, settings.camera, demo=settings.demo, memory=memory)
        if settings.recall:
            self.sources.recall()
        self._computer_players = ComputerPlayers(self.session, settings.pace)
        self.dice_photo: DicePhoto | None = None
        """The photo of all dice that people are asked to confirm."""
        self.trials = Trials(settings.pace)
        self.explains = False
        """True if its devices explain each step, unless they chose otherwise: a first game is played."""
        self.demo: Demo | None = None
        if settings.demo:
            self.demo = Demo(self.watcher, settings.pace, delete_old, settings.pad)
        elif self.session.table is not None and self.session.table.demo:
            self.session.timeline = None  # nobody continues an interrupted demo

    def _new_invitation(self) -> Invitation:
        """Make a new code and a new key, on disk."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        stored = Invitation(code, secrets.token_urlsafe(12))
        self._seat_store.save_invitation(stored)
        return stored

    @property
    def guests(self) -> tuple[str, ...]:
        """Return the names of people who joined with a phone, in order."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats.all() if seat.player))

    @property
    def people_here(self) -> tuple[str, ...]:
        """Return the names of those who play, and of people who joined with a phone, in order."""
        table = self.session.table
        seated = () if table is None or table.demo else table.people
        return tuple(dict.fromkeys((*seated, *self.guests)))

    @property
    def waits(self) -> bool:
        """Return True while only made-up players, or people who try a game, play here."""
        table = self.session.table
        return table is None or table.demo or table.begun.trial

    def session_of(self, token: str) -> Session:
        """Return the session of the device of `token` (hashed): the game that it tries, or the table's."""
        trial = self.trials.of(token)
        if trial is not None and not self.waits:
            self.trials.end_all()
            trial = None
        return trial or self.session

    def restore(self, copy: Path) -> Backup:
        """Replace all games by those of a copy; the former ones become a backup, and devices have to join
        again.

        Raises BackupError, and StoreError.
        """
        restored = restore_open_games(self.store, copy)
        self.seats.read()
        self.session.reload_last_game()
        return restored

    def renew_key(self) -> None:
        """Make a new key: the old QR code becomes invalid. Devices that have joined stay."""
        self.key = secrets.token_urlsafe(12)
        self._seat_store.save_invitation(Invitation(self.code, self.key))

    def opens(self, key: str) -> bool:
        """Return True for the key of the table's QR code."""
        return secrets.compare_digest(self.key.encode(), key.encode())

    def let_phones_in(self) -> tuple[str, ...]:
        """Listen on this computer's own addresses, after a restart too while a game is open; returns them.

        Raises PortError and NoCertificate.
        """
        assert self.listeners is not None
        addresses = self.listeners.open()
        self.session.invalidate()
        with contextlib.suppress(OSError):  # the disk is full: it is open all the same
            write_file(self._door, b"open\n")
        return addresses

    def keep_phones_out(self) -> None:
        """Listen on loopback only again."""
        if self.listeners is not None:
            self.listeners.close()
            self.session.invalidate()
        with contextlib.suppress(OSError):
            self._door.unlink(missing_ok=True)

    @property
    def was_open(self) -> bool:
        """Return True if phones were let in when the last run ended, and its game is not over."""
        table = self.session.table
        is_played = table is not None and not table.demo and table.position.end is None
        return is_played and self._door.is_file()

    @property
    def hosts(self) -> frozenset[str]:
        """Return the names under which the pages may be asked for."""
        return self._names | (self.listeners.hosts if self.listeners else frozenset())

    def close(self) -> None:
        """Close everything."""
        if self.listeners is not None:
            self.listeners.close()
        if self.demo is not None:
            self.demo.close()
        self.watcher.close()
        self.session.close()
        self._computer_players.close()
        self.trials.end_all()
        self.decoders.close()
        self.store.close()
