"""The legal plays of the active player in the card game. `play in plays` checks a play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from companion.rules.board import Board
from companion.rules.mark import Card, Mark, Play
from companion.rules.refusal import Illegal, Refusal
from companion.rules.sheet import Sheet
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """The referee's judgement of a play."""

    cards_refusal: Refusal | None  # why the cards may not be played at all, or None
    marks: tuple[tuple[Mark, Refusal], ...]  # each refused mark with its refusal, in the order written
    made: Play | None  # the play without refused marks, or None if it may not be played at all
    sheet: Sheet  # the sheet after `made`

    @property
    def refusal(self) -> Refusal | None:
        """Return the refusal of the cards or of the first illegal mark, or None if all is legal."""
        return self.cards_refusal or (self.marks[0][1] if self.marks else None)


@dataclass(frozen=True, slots=True, eq=False)
class Plays:
    """The legal plays of the active player, as a lazy set."""

    board: Board
    judged: Callable[[Play], JudgedPlay]
    """Given a play, return its judgement. Marks are judged in the order in which they are written."""
    listed: Callable[[], Iterator[Play]]  # yields the legal plays
    denied: Refusal | None  # why this player may not play now, or None

    def judge(self, play: object) -> JudgedPlay:
        """Return the judgement of a play. Raise TypeError if `play` isn't a Play."""
        if not isinstance(play, Play):
            raise TypeError(f"expected a Play, got {play!r}")
        return self.judged(play)

    def refusal(self, play: object) -> Refusal | None:
        return self.judge(play).refusal

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Play) and self.refusal(play) is None

    def __bool__(self) -> bool:
        return self.denied is None

    def __iter__(self) -> Iterator[Play]:
        return iter(()) if self.denied else self.listed()

    def result(self, play: Play) -> Sheet:
        """Return the sheet after `play`. Raise Illegal if it isn't legal."""
        judged = self.judge(play)
        if judged.refusal:
            raise Illegal(judged.refusal)
        return judged.sheet


@cache
def full_deck(jokers: bool) -> tuple[Card, ...]:
    """Return all 44 cards, or 55 with `jokers` (rules.md: cards-jokers)."""
    plain = tuple(Card(number, colour) for colour, number in product(COLOURS, range(2, 13)))
    return plain + tuple(Card(number, "", joker=True) for number in range(2, 13) if jokers)
