"""A pad prepared for fast rules. The marks of a row are an integer: bit i is set if cell i is marked.

A *spot* is a cell. Its *sign*, if it has one, is the symbol of a bonus that a mechanism prints on it.
"""

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.mark import Mark, NotAMark
from companion.rules.refusal import Term, Value
from sheets.language import Phrase
from sheets.pad import COLOURS, KEPT_PADS, Cell, Pad, Row

Rows = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A cell of a pad, with all values that the rules look up for it."""

    cell: Cell
    name: str
    row: int  # 0 to 3
    index: int
    order: int  # sort key by row and index
    bit: int
    number: int
    colour: int  # index in COLOURS
    closing_bits: int  # mask of the last cells of its row
    closes: bool  # True for a last cell
    bonus: str | None  # the name of the sign on the cell, or None
    marks: tuple[Mark, Mark]  # the mark in this cell, without and with a star

    def values(self) -> dict[str, Value]:
        """Return the values for {colour} and {number} in a sentence about this cell."""
        return {"colour": Term(self.cell.colour), "number": self.number}

    @property
    def words(self) -> Phrase:
        """Return the name of the cell, like "red 5"."""
        return Phrase("{colour} {number}", self.values())


Candidate = tuple[Spot, bool]
"""A cell that may be marked, and True if the mark uses a lucky number (and is written with a star)."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """All cells of a pad, indexed for the rules."""

    pad: Pad
    rows: tuple[tuple[Spot, ...], ...]  # from left to right
    by_number: tuple[tuple[Candidate, ...], ...]  # the index is the number; without a star, row by row
    by_name: dict[str, Spot]  # the key is a name such as "a5"
    by_face: dict[tuple[int, int], tuple[Candidate, ...]]  # the key is (colour, number); without a star
    closing_bits: Rows  # mask of the last cells of each row
    lock_needs: int

    def spot(self, name: str) -> Spot:
        """Return the cell of this name, such as "a5". Raise NotAMark if the pad doesn't have it."""
        try:
            return self.by_name[name]
        except KeyError:
            raise NotAMark(
                "There is no cell {name} on the pad {pad}.", name=name, pad=self.pad.name
            ) from None

    def next_spot(self, row: int, bits: int) -> Spot | None:
        """Return the cell to the right of the rightmost mark in `bits`, or the first cell if `bits` is 0.

        Return None if the rightmost mark is at the end of the row.
        """
        index = bits.bit_length()
        spots = self.rows[row]
        return spots[index] if index < len(spots) else None

    def count(self, row: int, bits: int) -> int:
        """Return the number of crosses in a row with the marks `bits`, plus one if a last cell is marked."""
        return bits.bit_count() + (bits & self.closing_bits[row] != 0)

    def weakest(self, rows: Rows | list[int], among: int = 0b1111) -> tuple[int, ...]:
        """Return the indices of the rows that have the fewest crosses among the rows in the mask `among`."""
        counts = [self.count(row, rows[row]) for row in range(4)]
        fewest = min((counts[row] for row in range(4) if among >> row & 1), default=None)
        return tuple(row for row in range(4) if among >> row & 1 and counts[row] == fewest)

    def cells_before_lock(self, row: int, cells: int, start: int) -> int:
        """Count a row's cells in the mask `cells` from index `start` on, except cells that close the row."""
        last = len(self.rows[row]) - self.closing_bits[row].bit_count()
        return (cells & (1 << last) - (1 << min(start, last))).bit_count()

    def locked(self, rows: Rows | list[int]) -> int:
        """Return the mask of the rows that are locked on a sheet (bit 0 for row a)."""
        a, b, c, d = self.closing_bits
        return (
            (rows[0] & a != 0) | (rows[1] & b != 0) << 1 | (rows[2] & c != 0) << 2 | (rows[3] & d != 0) << 3
        )

    def row_term(self, row: int) -> Term:
        """Return the name of a row in a sentence: "the red row", or "row a" if it has several colours."""
        return self.pad.rows[row].term


@lru_cache(KEPT_PADS)
def prepare(pad: Pad) -> Board:
    """Return the board of a pad."""
    a, b, c, d = pad.rows
    rows = tuple(_spots(number, row) for number, row in enumerate(pad.rows))
    spots = [spot for row in rows for spot in row]
    numbers = range(max(2 * pad.sides, 12) + 1)
    faces = {(s.colour, s.number) for s in spots}
    return Board(
        pad=pad,
        rows=rows,
        by_number=tuple(tuple((s, False) for s in spots if s.number == n) for n in numbers),
        by_name={s.name: s for s in spots},
        by_face={f: tuple((s, False) for s in spots if (s.colour, s.number) == f) for f in faces},
        closing_bits=(_closing_bits(a), _closing_bits(b), _closing_bits(c), _closing_bits(d)),
        lock_needs=pad.lock_needs,
    )


def _closing_bits(row: Row) -> int:
    return ((1 << row.closing_count) - 1) << (len(row) - row.closing_count)


def _spots(number: int, row: Row) -> tuple[Spot, ...]:
    closing_bits = _closing_bits(row)
    return tuple(
        Spot(
            cell=cell,
            name=str(cell),
            row=number,
            index=cell.index,
            order=number * 100 + cell.index,
            bit=1 << cell.index,
            number=cell.number,
            colour=COLOURS.index(cell.colour),
            closing_bits=closing_bits,
            closes=bool(closing_bits >> cell.index & 1),
            bonus=cell.bonus,
            marks=(Mark(str(cell)), Mark(str(cell), lucky=True)),
        )
        for cell in row
    )
