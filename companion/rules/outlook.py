"""What the advisor asks of a speciality, and what that answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from companion.rules.board import Spot
from companion.rules.mark import Mark
from companion.rules.sheet import Sheet
from companion.rules.speciality import SheetRules
from sheets.language import Phrase
from sheets.pad import Pad
from sheets.registry import declared

HALF_TURNS = 8.0
"""Remaining turns of the table at which a chance is half of its value in a long game."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A sheet, and what its rows alone may still gain."""

    rules: SheetRules
    players: int  # how many play
    sheet: Sheet
    closed_mask: int  # rows closed to it
    turns: float  # remaining turns of the table
    starts: tuple[int, ...]  # by row the first cell that may still be marked in order
    more: tuple[float, ...]  # by row the crosses still to come, 0 if it is closed
    row_points: float  # the points that these bring in all

    @property
    def long_game(self) -> float:
        """Return a factor for chances: 1 in a long game, one half with HALF_TURNS left, 0 at the end."""
        return self.turns / (self.turns + HALF_TURNS)

    def is_open(self, row: int) -> bool:
        """Return True if a row may still be marked."""
        return not self.closed_mask >> row & 1

    def may_mark(self, spot: Spot) -> bool:
        """Return True if a cell may still be marked in order."""
        return spot.index >= self.starts[spot.row] and self.is_open(spot.row)

    def share(self, row: int, cells: int) -> float:
        """Return the share of such cells, bit i for cell i, among those of a row that may still be marked."""
        left = len(self.rules.board.rows[row]) - self.starts[row]
        return (cells >> self.starts[row]).bit_count() / left if left and self.is_open(row) else 0.0


@dataclass(frozen=True, slots=True)
class MadeMove:
    """The move to explain: the sheet before and after it, and the cells that it names."""

    rules: SheetRules
    before: Sheet
    after: Sheet
    spots: Sequence[Spot]
    would_be: Callable[[Mark], Sheet | None]
    """Returns the sheet after another mark, or None if that is illegal."""
    closed_mask: int  # rows closed before it
    points: int  # what it adds to the score


@dataclass(frozen=True, slots=True)
class Fact:
    """What a move does by one speciality."""

    effects: tuple[Phrase, ...] = ()  # sentences about it, the most important first
    size: int = 0  # its amount, for the comparison with another move
    brought: Spot | None = None  # a further cross in the rows, mentioned in `effects`
    marks: bool = False  # True if it crosses something other than a new cell
    again: Spot | None = None  # the cell that it crosses for the second time
    rows: tuple[int, ...] = ()  # the rows of a place between the cells that it crosses
    tells_points: bool = False  # True if `effects` state the points of the move


@dataclass(frozen=True, slots=True)
class Advice:
    """What the advisor knows of a speciality: `ADVICE` in its `rules.py`, if there is any."""

    more_points: Callable[[Outlook], float] | None = None
    """Return the points that it may still bring outside the rows."""
    more_crosses: Callable[[Outlook], Sequence[float]] | None = None
    """Return the crosses that it may still add to each row, apart from those in open cells."""
    lock_room: Callable[[SheetRules, Sheet, int, int], int] | None = None
    """Return the largest number of crosses that it may still add towards a row's lock, from the first cell
    that may still be marked in order."""
    fact: Callable[[MadeMove], Fact | None] | None = None
    """Return what a move does by it."""
    contrast: Callable[[Fact | None, Fact | None, bool, Phrase], Phrase | None] | None = None
    """Return how an alternative differs: what the move does, what the other one would do, whether the move is
    the best one, and the name of the other one."""


@cache
def _declared() -> dict[str, Advice]:
    return declared("ADVICE", Advice, "rules")


def advice_on(pad: Pad) -> dict[str, Advice]:
    """Return what the advisor knows of each speciality of a pad, by its key, in the order of the file."""
    return {key: _declared()[key] for key in pad.mechanisms if key in _declared()}
