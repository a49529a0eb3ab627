"""Upkeep of the database between turns: moves its log into its file, and makes backups."""

import threading
import time
from pathlib import Path

from companion.storage.backups import BackupError
from companion.storage.database import Database

BACKUP_SECONDS = 600.0
"""Time between backups while a game is played, chosen; each game's end makes one besides."""


class Upkeep:
    """Runs on its own thread, so that no mark waits for it. Any thread may call its methods."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_due = self._is_over = self._closed = False
        self._game: int | None = None
        self._next_backup = time.monotonic() + BACKUP_SECONDS
        self._made: dict[int, Path] = {}
        """The backup of each game since the start; the next one of the same game replaces it."""
        self.trouble: BackupError | None = None
        """The reason why the last backup failed; None if it succeeded."""

    def turn_over(self, game: int, *, is_over: bool, is_demo: bool) -> None:
        """Schedule the upkeep: a turn of `game` has ended, and perhaps the game. A demo gets no backup."""
        with self._changed:
            self._is_due = True
            if not is_demo:
                self._game, self._is_over = game, self._is_over or is_over
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_due or self._closed)
                if not self._is_due:
                    return
                game, is_over = self._game, self._is_over
                self._is_due = self._is_over = False
                self._game = None
            self._database.checkpoint()
            if game is not None and (is_over or time.monotonic() >= self._next_backup):
                self._back_up(game)

    def _back_up(self, game: int) -> None:
        try:
            self._made[game] = self._database.save_backup(instead_of=self._made.get(game))
            self.trouble = None
        except BackupError as problem:
            self.trouble = problem
        self._next_backup = time.monotonic() + BACKUP_SECONDS

    def close(self) -> None:
        """Finish the work that is due."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join()
