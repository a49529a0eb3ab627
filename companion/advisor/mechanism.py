"""The advisor's view of a mechanism: the base of every `mechanisms/*/advice.py`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.rules import Game, Moves, Sheet
from companion.rules.board import Spot
from companion.rules.score_table import row_points
from sheets.language import Phrase
from sheets.pad import Pad
from sheets.registry import declared

HALF_TURNS = 8.0
"""Remaining turns of the table at which a chance is half of its value in a long game. Chosen."""

Rows = tuple[float, float, float, float]
"""A number for each row."""

NOTHING: Rows = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A sheet, and what its rows alone may still gain.

    `closed_mask`: the rows that are closed to it. `turns`: of the whole table that are left. `starts`: by row
    the first cell that may still be marked in order. `more`: by row the crosses still to come, 0 if it is
    closed. `row_points`: what these bring in all.
    """

    game: Game
    sheet: Sheet
    closed_mask: int
    turns: float
    starts: tuple[int, ...]
    more: tuple[float, ...]
    row_points: float

    @property
    def long_game(self) -> float:
        """A factor for chances: 1 in a long game, one half with HALF_TURNS left, 0 at the end."""
        return self.turns / (self.turns + HALF_TURNS)

    def is_open(self, row: int) -> bool:
        """Tell whether a row may still be marked."""
        return not self.closed_mask >> row & 1

    def may_mark(self, spot: Spot) -> bool:
        """Tell whether a cell may still be marked in order."""
        return spot.index >= self.starts[spot.row] and self.is_open(spot.row)

    def share(self, row: int, cells: int) -> float:
        """The share of such cells, bit i for cell i, among those of a row that may still be marked."""
        left = len(self.game.board.rows[row]) - self.starts[row]
        return (cells >> self.starts[row]).bit_count() / left if left and self.is_open(row) else 0.0


@dataclass(frozen=True, slots=True)
class MadeMove:
    """The move to explain: the sheet before and after it, the cells that it names, and all legal `moves`.

    `closed_mask`: the rows closed before it. `points`: what it adds to the score.
    """

    game: Game
    before: Sheet
    after: Sheet
    spots: Sequence[Spot]
    moves: Moves
    closed_mask: int
    points: int

    def first_new(self, before: Sequence[int], after: Sequence[int]) -> Spot | None:
        """The cell of the first bit that is set by row in `after` and not in `before`, if any is."""
        for spots, old, new in zip(self.game.board_of(self.before).rows, before, after, strict=True):
            if new & ~old:
                return spots[(new & ~old).bit_length() - 1]
        return None


@dataclass(frozen=True, slots=True)
class Fact:
    """What a move does by one mechanism.

    `effects`: the sentences about it, the weightiest first. `size`: its amount, for the comparison with
    another move. `brought`: further crosses in the rows, mentioned in `effects`. `marks`: true if it crosses
    something other than a new cell: a cell for the second time (`again`), or a place between the cells, in
    `rows`. `tells_points`: true if `effects` state the points of the move.
    """

    effects: tuple[Phrase, ...] = ()
    size: int = 0
    brought: Spot | None = None
    marks: bool = False
    again: Spot | None = None
    rows: tuple[int, ...] = ()
    tells_points: bool = False


class Advised:
    """The advisor's view of a mechanism; this base sees nothing."""

    key: ClassVar[str]

    def more_crosses(self, outlook: Outlook) -> Sequence[float]:
        """The crosses that it may still add to each row, beside those that open cells take."""
        return NOTHING

    def more_points(self, outlook: Outlook) -> float:
        """The points that it may still bring beside the rows."""
        return 0.0

    def lock_room(self, game: Game, sheet: Sheet, row: int, start: int) -> int:
        """The largest number of crosses towards a row's lock that it may still add to those in new cells.

        `start`: the first cell of the row that may still be marked in order.
        """
        return 0

    def fact(self, move: MadeMove) -> Fact | None:
        """The effect of a move by it; None for nothing."""
        return None

    def contrast(self, does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
        """The difference of the alternative: `other` names it, `would` is its fact. `best`: the move of
        `does` is the best one."""
        return None


def advised(pad: Pad) -> Iterator[Advised]:
    """The mechanisms of a pad as the advisor sees them."""
    found: Mapping[str, Advised] = declared("advice")
    yield from (found[key] for key in pad.mechanisms if key in found)


def points_of(count: float) -> float:
    """The score table, interpolated between whole numbers of crosses."""
    whole = int(count)
    return row_points(whole) + (count - whole) * (whole + 1)


def facts_of(made: MadeMove) -> Mapping[str, Fact]:
    """The effect of a move by each mechanism, by its key."""
    found = ((each.key, each.fact(made)) for each in advised(made.before.pad))
    return {key: fact for key, fact in found if fact is not None}
