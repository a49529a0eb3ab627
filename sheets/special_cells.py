"""Special cells: what the further official pads print beside the four rows, as values.

Rows are numbers 0 to 3; bits count cells from the left, as on a sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

FourBits = tuple[int, int, int, int]
NOWHERE: FourBits = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A row of round cells between two rows. `name`: the letters of the rows, like "ab". `upper`: the number
    of the row above it. `numbers`: left to right."""

    name: str
    upper: int
    numbers: tuple[int, ...]

    @property
    def rows(self) -> tuple[int, int]:
        """The numbers of both rows beside it."""
        return self.upper, self.upper + 1

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of its cells, like "ab5"."""
        return tuple(f"{self.name}{number}" for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Connection:
    """A field between two neighbouring cells of a row. `index`: of the left one. `name`: like "a3-4"."""

    name: str
    row: int
    index: int


@dataclass(frozen=True, slots=True)
class SpecialCells:
    """What one sheet prints beside its rows; empty on the first seven games' pads.

    `seconds`: cells that have a second field. `doubles`: cells whose mark makes two crosses. `steps`: cells
    of the frame that scores as a fifth row. `chains`: pairs of cells (row, index) of which one brings the
    other. `bonus_rows`; `exchanges`: fields with two numbers, left to right. `track`: points of the fields of
    the track. `connections`: row by row, left to right.
    """

    seconds: FourBits = NOWHERE
    doubles: FourBits = NOWHERE
    steps: FourBits = NOWHERE
    chains: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    bonus_rows: tuple[BonusRow, ...] = ()
    exchanges: tuple[tuple[int, int], ...] = ()
    track: tuple[int, ...] = ()
    connections: tuple[Connection, ...] = ()

    def __bool__(self) -> bool:
        return self != NO_SPECIAL_CELLS

    @property
    def partners(self) -> dict[tuple[int, int], tuple[int, int]]:
        """The other cell of each cell of a chain."""
        return {one: other for pair in self.chains for one, other in (pair, pair[::-1])}


NO_SPECIAL_CELLS = SpecialCells()
