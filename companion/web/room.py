"""The room around the table: one table, its store, and everyone who waits to be told what happened."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.events import Event, GameBegun
from companion.store import Store
from companion.table import Table, apply
from sheets.errors import BadInput


@dataclass(frozen=True, slots=True)
class Scene:
    """What the camera is doing now, told to the page but not stored.

    `status`: "none", "looking", "rolling", "hand", "at-rest" or "lost"; `number` rises with every change.
    """

    status: str = "none"
    number: int = 0


class Room:
    """Holds the table that is being played. Every change goes through `tell`; any thread may call it."""

    def __init__(self, store: Store) -> None:
        """Take up the last game of `store` where it stood."""
        self.store = store
        self.game: int | None = store.last_game()
        self.number = store.last_number()
        self.table: Table | None = None
        self.trouble: str | None = None
        self.scene = Scene()
        self.closing = False
        self._changed = threading.Condition(threading.RLock())
        if self.game is not None:
            try:
                for stored in store.events(self.game):
                    self.table = apply(self.table, stored.event)
            except BadInput as problem:
                self.table = None
                self.trouble = str(problem)

    def tell(self, event: Event, *, check: Callable[[Table], None] | None = None) -> Table:
        """Make `event` happen: it is judged, then written to disk, and only then shown to anyone.

        `check` may refuse it (by raising) in view of the table that it would meet. Raises what
        `companion.table.apply` raises for an event that does not fit, and StoreError.
        """
        with self._changed:
            begins = isinstance(event, GameBegun)
            table = None if begins else self.table
            if check is not None and self.table is not None:
                check(self.table)
            after = apply(table, event)
            game = self.store.new_game() if begins or self.game is None else self.game
            stored = self.store.append(game, event)
            self.table, self.game, self.number, self.trouble = after, game, stored.number, None
            self._changed.notify_all()
            return after

    def show(self, status: str) -> None:
        """Tell the page what the camera is doing."""
        with self._changed:
            if status != self.scene.status:
                self.scene = Scene(status, self.scene.number + 1)
                self._changed.notify_all()

    def now(self) -> tuple[Table | None, int]:
        """The table and the number of its last event, of one moment."""
        with self._changed:
            return self.table, self.number

    def wait(
        self, number: int, scene: int, seconds: float, until: Callable[[], bool] = lambda: False
    ) -> bool:
        """Wait until there is an event other than `number`, or another scene, or the room closes, or `until`.

        False when `seconds` went by without any.
        """
        with self._changed:
            return self._changed.wait_for(
                lambda: self.closing or self.number != number or self.scene.number != scene or until(),
                max(0.0, seconds),
            )

    def leave(self) -> None:
        """Tell the live streams that this is the end."""
        with self._changed:
            self.closing = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Let everyone who waits look around."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Send everyone home and let go of the store."""
        with self._changed:
            self.closing = True
            self._changed.notify_all()
            self.store.close()
