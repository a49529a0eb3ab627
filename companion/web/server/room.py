"""The room around the table: one table, its store, and everyone who waits to be told what happened."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.rules import Card, Play, Plays
from companion.rules.board import Board
from companion.storage.store import Store, UnreadableGame
from companion.table.events import Event, GameBegun, Photo
from companion.table.state import Table, apply
from sheets.language import message
from sheets.pad import COLOURS

ACTIVITIES = {
    "looking": message("Looking at the table"),
    "hand": message("A hand is in the picture"),
    "rolling": message("The dice are rolling"),
    "at-rest": message("Reading the dice"),
    "lost": message("The camera gives no picture"),
}
"""What the camera is doing, in words."""


@dataclass(frozen=True, slots=True)
class CameraActivity:
    """What the camera is doing now, told to the page but not stored.

    `status`: "none", "looking", "rolling", "hand", "at-rest" or "lost"; `number` rises with every change.
    """

    status: str = "none"
    number: int = 0


@dataclass(frozen=True, slots=True)
class CardDraft:
    """Cards that a player has tapped but not played yet, each with whether its cell is to be crossed.

    `moment`: the game and turn they are meant for.
    """

    moment: tuple[int | None, int]
    cards: tuple[tuple[Card, bool], ...] = ()

    def tapped(self, card: Card, plays: Plays) -> tuple[tuple[Card, bool], ...]:
        """The cards after a tap on `card`: it comes, with a cross where that is legal, loses it, and goes.

        A card of another colour begins anew; a fourth takes the place of the third.
        """
        cards = [c for c in self.cards if c[0].colour == card.colour]
        found = dict(cards).get(card)
        if found is None:
            kept = cards[:2] if len(cards) > 2 else cards
            crossed = (*kept, (card, True))
            if CardDraft(self.moment, crossed).play(plays.constraints.board) in plays:
                return crossed
            return (*kept, (card, False))
        if found:
            return tuple((c, crossed and c != card) for c, crossed in cards)
        return tuple(c for c in cards if c[0] != card)

    def play(self, board: Board) -> Play:
        """What is tapped so far; crosses from left to right."""
        spots = sorted(
            (
                spot
                for card, crossed in self.cards
                if crossed
                for spot, _ in board.by_face.get((COLOURS.index(card.colour), card.number), ())
            ),
            key=lambda spot: spot.order,
        )
        marks = dict.fromkeys(spot.marks[False] for spot in spots)
        return Play(tuple(card for card, _ in self.cards), tuple(marks))


@dataclass(frozen=True, slots=True)
class RerollQuestion:
    """A die that shows something else than when its roll was taken; people are asked whether it counts.

    `game`, `turn`, `old`: the roll that is asked about; `roll`, `photo`: as the dice lie now.
    """

    game: int | None
    turn: int
    old: str
    roll: str
    photo: Photo

    def fits(self, game: int | None, table: Table) -> bool:
        """Whether that roll is on the table still, in the action in which everyone chooses."""
        position = table.position
        return (self.game, self.turn, self.old) == (game, position.turn, str(position.roll)) and (
            position.phase == "white"
        )


class Room:
    """Holds the table that is being played. Every change goes through `dispatch`; any thread may call it."""

    def __init__(self, store: Store, code: str) -> None:
        """Take up the last game of the table `code` where it stood."""
        self.store, self.code = store, code
        self.game: int | None = store.last_game(code)
        self.number = store.last_event_number(self.game) if self.game is not None else 0
        self.invalidations = 0
        self.card_drafts: dict[str, CardDraft] = {}
        self.reroll_asked: RerollQuestion | None = None
        self.table: Table | None = None
        self.trouble: UnreadableGame | None = None
        self.activity = CameraActivity()
        self.closing = False
        self._changed = threading.Condition(threading.RLock())
        if self.game is not None:
            try:
                self.table, _at = store.load_game(self.game)
            except UnreadableGame as problem:
                self.trouble = problem

    def dispatch(self, event: Event, *, check: Callable[[Table], None] | None = None) -> Table:
        """Make `event` happen: it is judged, then written to disk, and only then shown to anyone.

        `check` may refuse it (by raising) in view of the table that it would meet. Raises what
        `companion.table.state.apply` raises for an event that does not fit, and StoreError.
        """
        with self._changed:
            begins = isinstance(event, GameBegun)
            table = None if begins else self.table
            if check is not None and self.table is not None:
                check(self.table)
            after = apply(table, event)
            game = self.store.new_game(self.code) if begins or self.game is None else self.game
            stored = self.store.append(game, event)
            self.table, self.game, self.number, self.trouble = after, game, stored.number, None
            self._changed.notify_all()
            return after

    def show(self, status: str) -> None:
        """Tell the page what the camera is doing."""
        with self._changed:
            if status != self.activity.status:
                self.activity = CameraActivity(status, self.activity.number + 1)
                self._changed.notify_all()

    def invalidate(self) -> None:
        """Have every page painted anew: who sits here has changed, or what somebody is about to do."""
        with self._changed:
            self.invalidations += 1
            self._changed.notify_all()

    @property
    def reroll_question(self) -> RerollQuestion | None:
        """What is asked about a die now; None once the table has moved on."""
        asked, table = self.reroll_asked, self.table
        return asked if asked is not None and table is not None and asked.fits(self.game, table) else None

    def now(self) -> tuple[Table | None, int, int]:
        """The table, the number of its last event, and `invalidations`, of one moment."""
        with self._changed:
            return self.table, self.number, self.invalidations

    def wait(
        self,
        seen: tuple[int, int],
        scene: int,
        seconds: float,
        until: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Wait until the page is another than `seen` (its event's number, `invalidations`), or there
        is another scene, or the room closes, or `until`.

        False when `seconds` went by without any.
        """
        with self._changed:
            return self._changed.wait_for(
                lambda: (
                    self.closing
                    or (self.number, self.invalidations) != seen
                    or self.activity.number != scene
                    or until()
                ),
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
