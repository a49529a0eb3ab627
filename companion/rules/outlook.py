"""Advice about mechanisms (special features of pads): points to expect from them, and effects in a move.

A *spot* is a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from companion.rules.board import Spot
from companion.rules.mark import Mark
from companion.rules.sheet import Sheet
from companion.rules.speciality import SheetRules
from sheets.language import Phrase
from sheets.pad import KEPT_PADS, Pad
from sheets.registry import declared

HALF_TURNS = 8.0
"""Number of remaining turns at which `Outlook.long_game` is one half."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A sheet, with estimates of the crosses and points that its rows may still gain."""

    rules: SheetRules
    players: int  # how many play
    sheet: Sheet
    closed_mask: int  # rows closed to this sheet
    turns: float  # expected remaining turns, of all players together
    starts: tuple[int, ...]  # for each row the index of the first cell that may still be marked in order
    more: tuple[float, ...]  # for each row the expected further crosses, 0 if it is closed
    row_points: float  # the points that `more` adds

    @property
    def long_game(self) -> float:
        """Return a factor for what mechanisms may still bring: near 1 if many turns remain, 0 if none."""
        return self.turns / (self.turns + HALF_TURNS)

    def is_open(self, row: int) -> bool:
        return not self.closed_mask >> row & 1

    def may_mark(self, spot: Spot) -> bool:
        """Return True if the cell's row is open and the left-to-right rule, as mechanisms change it, allows
        the cell. Other rules, such as the marks needed for a lock, are not checked."""
        return spot.index >= self.starts[spot.row] and self.is_open(spot.row)

    def share(self, row: int, cells: int) -> float:
        """Return the share (0 to 1) of a row's remaining cells, from `starts` onwards, that the mask `cells`
        contains. Return 0 if the row is closed or no cell is left."""
        left = len(self.rules.board.rows[row]) - self.starts[row]
        return (cells >> self.starts[row]).bit_count() / left if left and self.is_open(row) else 0.0


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that the advisor explains."""

    rules: SheetRules
    before: Sheet
    after: Sheet
    spots: Sequence[Spot]  # the cells that its mark names
    would_be: Callable[[Mark], Sheet | None]
    """Given a mark to make instead of this move, return the sheet after it, or None if it is illegal."""
    closed_mask: int  # rows closed before the move
    points: int  # points that the move adds to the score


@dataclass(frozen=True, slots=True)
class Fact:
    """What a move gains by one mechanism, or what chance it loses, for explanations of the move."""

    effects: tuple[Phrase, ...] = ()  # the most important first
    size: int = 0  # the amount of the effect, for comparison with another move
    brought: Spot | None = None  # a further cross in the rows, mentioned in `effects`
    marks: bool = False  # True if the move crosses something other than a new cell
    again: Spot | None = None  # the cell that the move crosses for the second time
    rows: tuple[int, ...] = ()  # the row of a crossed field between cells
    tells_points: bool = False  # True if `effects` state the points of the move


@dataclass(frozen=True, slots=True)
class Advice:
    """What the advisor knows of a mechanism; the mechanism's `rules.py` may declare it as `ADVICE`."""

    more_points: Callable[[Outlook], float] | None = None
    """Given a sheet's outlook, return the mechanism's expected points besides `row_points`."""
    more_crosses: Callable[[Outlook], Sequence[float]] | None = None
    """Given a sheet's outlook, return for each row the crosses to expect in addition to `Outlook.more`."""
    lock_room: Callable[[SheetRules, Sheet, int, int], int] | None = None
    """`lock_room(rules, sheet, row, start)` returns the largest number of crosses that the mechanism may
    still add towards the lock of a row. `start`: the index of the row's first cell that may be marked."""
    fact: Callable[[MadeMove], Fact | None] | None = None
    """Given a move, return the mechanism's effect on it, or None if there is no effect."""
    contrast: Callable[[Fact | None, Fact | None, bool, Phrase], Phrase | None] | None = None
    """`contrast(does, would, best, other)` returns a phrase on how an alternative differs from a move, or
    None if nothing is worth saying. `does`, `would`: the facts of the move and of the alternative. `best`:
    True if the move is the best. `other`: the name of the alternative."""


@cache
def _declared() -> dict[str, Advice]:
    return declared("ADVICE", Advice, "rules")


@lru_cache(KEPT_PADS)
def advice_on(pad: Pad) -> dict[str, Advice]:
    """Return the `Advice` of a pad's mechanisms by the mechanism's key, in the order of the pad's file."""
    return {key: _declared()[key] for key in pad.mechanisms if key in _declared()}
