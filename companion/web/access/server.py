"""The state that all requests share: the table's code and key, its game, camera and devices."""

import contextlib
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.storage.backups import Backup, BackupError
from companion.storage.chosen_pictures import ChosenPictures
from companion.storage.copies import restore_open_games
from companion.storage.database import StoreError
from companion.storage.lessons import LessonStore
from companion.storage.own_pads import OwnPads
from companion.storage.private_files import write_file
from companion.storage.schema import Invitation
from companion.storage.seat_store import People, SeatStore
from companion.storage.store import Store, UnreadableGame
from companion.table.events import EventError, Photo
from companion.web.access.guesses import Guesses
from companion.web.access.seat_requests import SeatRequests
from companion.web.access.seats import Seats
from companion.web.camera.decoders import PictureDecoders
from companion.web.camera.demo import Demo
from companion.web.camera.dice_reader import DiceReader
from companion.web.camera.photo_store import PendingSheetPhotos, PhotoStore
from companion.web.camera.sources import Sources
from companion.web.camera.table_lessons import DicePhoto, TableLessons
from companion.web.camera.watcher import DiceWatcher
from companion.web.server.client_address import LOOPBACK_HOSTS
from companion.web.server.connections import Connections
from companion.web.server.lan_listeners import LanListeners
from companion.web.server.streams import Streams
from companion.web.session.computer_players import ComputerPlayers, Trials
from companion.web.session.session import Session
from sheets.pad import Pad
from sheets.serial import ALPHABET

CODE_LENGTH = 5


class Server:
    """The state that all requests share. A server has one table, with one game at a time."""

    def __init__(self, store: Store, config: Mapping[str, Any]) -> None:
        """Open the table whose games are in `store`, or raise StoreError. `config`: as for `create_app`."""
        self.store, self.photos = store, PhotoStore(store.folder / "photos")
        self.url = str(config.get("URL", ""))
        self._seat_store = SeatStore(store)
        invitation = self._seat_store.invitation()
        if invitation is None:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            invitation = Invitation(code, secrets.token_urlsafe(12))
            self._seat_store.save_invitation(invitation)
        self.code, self.key = invitation.code, invitation.key
        self.seats, self.streams = Seats(self._seat_store), Streams()
        self.seat_requests, self.guesses = SeatRequests(self.seats), Guesses()
        self.people, self.own_pads = People(store), OwnPads(store.folder)
        self.pictures = ChosenPictures(store.folder)
        pad: Pad | None = config.get("PAD")
        self.first_pad = pad.name if pad is not None else ""
        self.decoders = PictureDecoders()
        self.connections = Connections(config.get("PROXY", ""))
        self.pending_sheets = PendingSheetPhotos()
        self.listeners: LanListeners | None = None
        self._door = store.folder / "phones-let-in.txt"
        self._names = LOOPBACK_HOSTS.union(config.get("HOSTS", ()))
        self._delete_old_demos()

        self.session = Session(store)
        lessons = TableLessons(LessonStore(store.folder, self.code), self.photos)
        reader, source = DiceReader(lessons, config.get("READ")), config.get("SOURCE")
        self.watcher = DiceWatcher(self.session, self.photos, reader, source)
        memory = store.folder / f"camera-{self.code}.txt"
        has_demo = bool(config.get("DEMO")) and source is not None
        self.sources = Sources(self.watcher, str(config.get("CAMERA", "")), demo=has_demo, memory=memory)
        if config.get("RECALL"):
            self.sources.recall()
        pace = float(config.get("PACE", 1.0))
        self._computer_players = ComputerPlayers(self.session, pace)
        self.dice_photo: DicePhoto | None = None
        """The photo of six dice whose colours and values people are asked to confirm, or None."""
        self.trials = Trials(pace)
        self.explains = False
        """True if devices explain each step of the game by default."""
        self.demo: Demo | None = None
        if has_demo:
            self.demo = Demo(self.watcher, pace, self._delete_old_demos, pad)
        elif self.session.table is not None and self.session.table.demo:
            self.session.timeline = None  # an interrupted demo is not continued

    @property
    def players_with_device(self) -> tuple[str, ...]:
        """Return the names of all players with a device of their own, in the order in which they joined."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats.all() if seat.player))

    @property
    def people_here(self) -> tuple[str, ...]:
        """Return the names of the players (none in a demo) and of players with a device, each once."""
        table = self.session.table
        seated = () if table is None or table.demo else table.people
        return tuple(dict.fromkeys((*seated, *self.players_with_device)))

    @property
    def waits(self) -> bool:
        """Return True if there is no game, or only a demo or a trial game."""
        table = self.session.table
        return table is None or table.demo or table.begun.trial

    def session_of(self, token: str) -> Session:
        """Return the session of a device's trial game, or else of the table. `token`: hashed device token.

        End all trial games if people have begun to play at the table.
        """
        trial = self.trials.of(token)
        if trial is not None and not self.waits:  # people have begun to play at the table
            self.trials.end_all()
            trial = None
        return trial or self.session

    def restore(self, copy: Path) -> Backup:
        """Replace all games with those in the file `copy`, and return the copy's description.

        Raise BackupError if the copy is unusable, or StoreError if the games can't be replaced.
        """
        restored = restore_open_games(self.store, copy)
        self.seats.read()
        self.session.reload_last_game()
        return restored

    def photos_of(self, game: int) -> set[str]:
        """Return the names of the photos in a game's events, or set() if the events can't be read."""
        try:
            events = [msgspec.structs.asdict(stored.event) for stored in self.store.events(game)]
        except EventError:
            return set()
        return {value.name for event in events for value in event.values() if isinstance(value, Photo)}

    def delete_game(self, game: int) -> None:
        """Delete a game and its photos for good, or raise StoreError or BackupError."""
        names = self.photos_of(game)
        try:
            self.store.delete_game(game)
        except StoreError:
            names.clear()  # the game is still there
            raise
        finally:
            for name in names:
                self.photos.delete(name)

    def _delete_old_demos(self) -> None:
        """Delete demo games, but not the last game, unreadable games, and demos that people took over."""
        last = self.store.last_game()
        for game in self.store.demo_games():
            with contextlib.suppress(UnreadableGame, StoreError, BackupError):
                timeline = self.store.load_game(game)[0] if game != last else None
                if timeline is not None and timeline.present.demo:
                    self.delete_game(game)

    def renew_key(self) -> None:
        """Create a new key, which makes the old QR code invalid. Devices stay joined."""
        self.key = secrets.token_urlsafe(12)
        self._seat_store.save_invitation(Invitation(self.code, self.key))

    def opens(self, key: str) -> bool:
        return secrets.compare_digest(self.key.encode(), key.encode())

    def let_phones_in(self) -> tuple[str, ...]:
        """Listen on the network and return the URLs for phones, or raise PortError or NoCertificate."""
        assert self.listeners is not None
        addresses = self.listeners.open()
        self.session.invalidate()
        with contextlib.suppress(OSError):  # the disk is full; phones get in all the same
            write_file(self._door, b"open\n")
        return addresses

    def keep_phones_out(self) -> None:
        """Close the listeners for phones, if there are any. The page stays available on this computer."""
        if self.listeners is not None:
            self.listeners.close()
            self.session.invalidate()
        with contextlib.suppress(OSError):
            self._door.unlink(missing_ok=True)

    @property
    def was_open(self) -> bool:
        """Return True if phones were let in when the last process ended, and the game isn't over."""
        table = self.session.table
        is_played = table is not None and not table.demo and table.position.end is None
        return is_played and self._door.is_file()

    @property
    def hosts(self) -> frozenset[str]:
        return self._names | (self.listeners.hosts if self.listeners else frozenset())

    def close(self) -> None:
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
