"""The game in progress, and the threads that wait for its changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.rules import Illegal
from companion.storage.store import Store, UnreadableGame
from companion.table.events import Event, GameBegun, GameTakenUp, PlayerAdded
from companion.table.state import Table
from companion.table.timeline import Timeline, apply
from companion.web.session.drafts import CardDraft, RefereeQuestion, RerollQuestion
from sheets.errors import BadInput


class Session:
    """The game in progress. Thread-safe."""

    def __init__(self, store: Store | None) -> None:
        """Load the last game from `store`. If `store` is None, begin without a game and store nothing."""
        self.store = store
        self.invalidations = 0
        self.activity = "none"
        """The camera's status: "none", "looking", "rolling", "hand", "at-rest" or "lost"."""
        self.closed = False
        self.viewers = 0
        """Number of open live streams that show this game."""
        self._changed = threading.Condition(threading.RLock())
        self._load_last_game()

    def _load_last_game(self) -> None:
        self.game: int | None = self.store.last_game() if self.store is not None else None
        self.number = 0
        self.card_drafts: dict[tuple[str, str], CardDraft] = {}
        """Tapped cards by (device's role, player), so that the table's screen can't show a phone's cards."""
        self.newcomers: tuple[PlayerAdded, ...] = ()
        """Players who join at the end of the current turn."""
        self.reroll_asked: RerollQuestion | None = None
        self.referee_asked: RefereeQuestion | None = None
        self.timeline: Timeline | None = None
        self.trouble: UnreadableGame | None = None
        if self.store is not None and self.game is not None:
            self.number = self.store.last_event_number(self.game)
            try:
                self.timeline, _at = self.store.load_game(self.game)
            except UnreadableGame as problem:
                self.trouble = problem

    def reload_last_game(self) -> None:
        """Load the last game again, after the store's content was replaced."""
        with self._changed:
            self._load_last_game()
            self.invalidate()

    @property
    def table(self) -> Table | None:
        return self.timeline.present if self.timeline is not None else None

    def dispatch(self, event: Event, *, check: Callable[[Session], None] | None = None) -> Table:
        """Apply and store `event`, and return the new state. `check`: called first; may raise an error."""
        with self._changed:
            begins = isinstance(event, GameBegun)
            if check is not None and self.timeline is not None:
                check(self)
            after = apply(None if begins else self.timeline, event)
            self.game, self.number = self._keep(event, begins=begins)
            self.timeline, self.trouble = after, None
            if begins:
                self.newcomers = ()
            self._let_newcomers_in()
            self.wake()
            assert self.timeline is not None
            table = self.timeline.present
            if self.store is not None and (phase := table.position.phase) in ("roll", "over"):
                self.store.upkeep.turn_over(self.game, is_over=phase == "over", is_demo=table.demo)
            return table

    def _keep(self, event: Event, *, begins: bool) -> tuple[int, int]:
        """Write an event to the store, if there is one; return the numbers of the game and of the event."""
        if self.store is None:
            return 0, self.number + 1
        game = self.store.new_game() if begins or self.game is None else self.game
        return game, self.store.append(game, event).number

    def welcome(self, newcomer: PlayerAdded) -> None:
        """Add a player, now or after the current turn. Raise StoreError or an error of `dispatch`."""
        with self._changed:
            if self.timeline is None or self.timeline.present.position.phase in ("roll", "over"):
                self.dispatch(newcomer)
                return
            waiting = [other for other in self.newcomers if other.player != newcomer.player]
            self.newcomers = (*waiting, newcomer)
            self.invalidate()

    def _let_newcomers_in(self) -> None:
        """Add the newcomers if a turn has ended, and drop newcomers who can't join any more."""
        while self.newcomers and self.timeline is not None:
            phase = self.timeline.present.position.phase
            if phase == "over":
                self.newcomers = ()
            if phase != "roll" or self.game is None:
                return
            newcomer, *others = self.newcomers
            self.newcomers = tuple(others)
            try:
                after = apply(self.timeline, newcomer)
            except (Illegal, BadInput):
                continue
            self.game, self.number = self._keep(newcomer, begins=False)
            self.timeline = after

    def continue_game(self, game: int) -> Table:
        """Continue an earlier game and return its state. Raise TableError if it is over or a demo."""
        with self._changed:
            assert self.store is not None
            earlier, _at = self.store.load_game(game)
            event = GameTakenUp()
            after = apply(earlier, event)
            stored = self.store.append(game, event)
            self.timeline, self.game, self.number, self.trouble = after, game, stored.number, None
            self.wake()
            return after.present

    def show_activity(self, status: str) -> None:
        with self._changed:
            if status != self.activity:
                self.activity = status
                self.wake()

    def invalidate(self) -> None:
        """Make every open page update itself, although no event has happened."""
        with self._changed:
            self.invalidations += 1
            self.wake()

    @property
    def reroll_question(self) -> RerollQuestion | None:
        """Return the open question about the dice, or None if there is none or the game has moved on."""
        asked, table = self.reroll_asked, self.table
        return asked if asked is not None and table is not None and asked.fits(self.game, table) else None

    @property
    def referee_question(self) -> RefereeQuestion | None:
        """Return the open question to the referee, or None if there is none or an event has followed."""
        asked = self.referee_asked
        return asked if asked is not None and (asked.game, asked.number) == (self.game, self.number) else None

    def now(self) -> tuple[Timeline | None, int, int]:
        """Return the timeline, the number of its last event, and `invalidations`, all at the same moment."""
        with self._changed:
            return self.timeline, self.number, self.invalidations

    def wait_until(self, condition: Callable[[], bool], seconds: float | None = None) -> bool:
        """Wait until `condition`, called at each change, returns True, or the session closes.

        Return False if `seconds` pass first (None: no limit), otherwise True.
        """
        with self._changed:
            return self._changed.wait_for(lambda: self.closed or condition(), seconds)

    @contextmanager
    def viewed(self) -> Iterator[None]:
        with self._changed:
            self.viewers += 1
            self.wake()
        try:
            yield
        finally:
            with self._changed:
                self.viewers -= 1

    def close(self) -> None:
        with self._changed:
            self.closed = True
            self.wake()

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
