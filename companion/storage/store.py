"""The games in a folder, each a sequence of events. An event is on disk before the page shows its effect."""

import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from companion.storage.backups import BackupError
from companion.storage.database import Database, StoreError
from companion.table.events import Event, from_json, to_json
from companion.table.timeline import Timeline, fold
from sheets.errors import BadInput, reason

BACKUP_SECONDS = 600.0
"""Shortest time between backups during a game, in seconds. The end of a game also causes a backup."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event on disk."""

    number: int
    """Unique number, larger than the numbers of all earlier events."""
    game: int
    at: float
    """When the event was written, in Unix seconds."""
    event: Event


class UnreadableGame(BadInput):
    """A stored game whose events can't be read. It stays on disk; other games are not affected."""


class Upkeep:
    """Empties the database's log between turns, and makes backups, in its own thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, "upkeep")
        self._next_backup = time.monotonic() + BACKUP_SECONDS
        self._made: dict[int, Path] = {}
        """The newest backup of each game since the program started. The game's next backup replaces it."""
        self.trouble: BackupError | None = None
        """Why the last backup failed; None if it succeeded."""

    def turn_over(self, game: int, *, is_over: bool, is_demo: bool) -> None:
        """Schedule the upkeep after a turn of `game`. A demo gets no backup.

        `is_over`: True if this turn ended the game, so that a backup is due.
        """
        with contextlib.suppress(RuntimeError):  # the table closes
            self._thread.submit(self._keep, None if is_demo else game, is_over)

    def _keep(self, game: int | None, is_over: bool) -> None:
        self._database.checkpoint()
        if game is None or not (is_over or time.monotonic() >= self._next_backup):
            return
        try:
            self._made[game] = self._database.save_backup(instead_of=self._made.get(game))
            self.trouble = None
        except BackupError as problem:
            self.trouble = problem
        self._next_backup = time.monotonic() + BACKUP_SECONDS

    def close(self) -> None:
        self._thread.shutdown()


class Store(Database):
    """A database of games whose content is read and written as events."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.upkeep = Upkeep(self)

    def close(self) -> None:
        self.upkeep.close()
        super().close()

    def new_game(self) -> int:
        return self.write(
            "INSERT INTO game (number) SELECT 1 + max("
            "(SELECT coalesce(max(game), 0) FROM event), "
            "(SELECT coalesce(max(number), 0) FROM game))",
            (),
        )

    def append(self, game: int, event: Event) -> StoredEvent:
        """Write `event` to disk and return it with its number and time, or raise StoreError."""
        at = time.time()
        number = self.write_event(game, at, to_json(event))
        return StoredEvent(number, game, at, event)

    def last_game(self) -> int | None:
        """Return the number of the game that was played last, or None before the first game."""
        rows = self.read("SELECT game FROM event ORDER BY number DESC LIMIT 1")
        return int(rows[0][0]) if rows else None

    def games(self) -> tuple[int, ...]:
        """Return the numbers of all games, newest first."""
        rows = self.read("SELECT DISTINCT game FROM event ORDER BY game DESC")
        return tuple(int(number) for (number,) in rows)

    def last_event_number(self, game: int | None = None) -> int:
        """Return the number of the last event of `game` (None: of all games); 0 if there is no event."""
        ((last,),) = self.read(
            "SELECT coalesce(max(number), 0) FROM event WHERE ?1 IS NULL OR game = ?1", (game,)
        )
        return int(last)

    def events(self, game: int) -> tuple[StoredEvent, ...]:
        """Return the events of one game in order. Raise EventError if an event can't be read."""
        rows = self.read("SELECT number, at, event FROM event WHERE game = ? ORDER BY number", (game,))
        return tuple(StoredEvent(number, game, at, from_json(text)) for number, at, text in rows)

    def times(self, game: int) -> tuple[float, ...]:
        """Return the Unix times at which the events of a game were written, in order."""
        rows = self.read("SELECT at FROM event WHERE game = ? ORDER BY number", (game,))
        return tuple(float(at) for (at,) in rows)

    def load_game(self, game: int) -> tuple[Timeline | None, float]:
        """Return a game's timeline and the Unix time of its first event, or (None, 0.0) if it has no events.

        Raise UnreadableGame if an event is damaged, or StoreError if the database can't be read.
        """
        try:
            events = self.events(game)
            return fold(stored.event for stored in events), events[0].at if events else 0.0
        except StoreError:
            raise
        except Exception as problem:  # a damaged file can say anything, and other games must go on
            raise UnreadableGame(
                "Game {game} in {folder} cannot be read ({why}); it stays as it is, and you can begin "
                "another one.",
                game=game,
                folder=self.folder,
                why=reason(problem),
            ) from problem

    def demo_games(self) -> tuple[int, ...]:
        rows = self.read(
            "SELECT game FROM event WHERE CASE WHEN json_valid(event) THEN "
            "json_extract(event, '$.kind') = 'game-begun' AND json_extract(event, '$.demo') END"
        )
        return tuple(int(number) for (number,) in rows)

    def delete_game(self, game: int) -> None:
        """Delete a game's events, also from the log and the backups. Raise StoreError or BackupError."""
        self.delete_events(game)
        self.checkpoint()
        self.backups.delete_game(game)
