"""Upkeep of the database between turns: moves its log into its file, and makes backups."""

import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.storage.backups import BackupError
from companion.storage.database import Database

BACKUP_SECONDS = 600.0
"""Time between backups while a game is played; each game's end makes one besides."""


class Upkeep:
    """Runs on its own thread, so that no mark waits for it. Any thread may call its methods."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, "upkeep")
        self._next_backup = time.monotonic() + BACKUP_SECONDS
        self._made: dict[int, Path] = {}
        """The backup of each game since the start; the next one of the same game replaces it."""
        self.trouble: BackupError | None = None
        """The reason why the last backup failed; None if it succeeded."""

    def turn_over(self, game: int, *, is_over: bool, is_demo: bool) -> None:
        """Schedule the upkeep: a turn of `game` has ended, and perhaps the game. A demo gets no backup."""
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
        """Finish the work that is due."""
        self._thread.shutdown()
