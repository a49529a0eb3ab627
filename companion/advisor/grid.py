"""Grid: a pad as arrays, so that thousands of sheets are looked up at once.

A row's crosses are the bits of one integer, as on `Sheet.rows`: bit i for cell i from the left.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.advisor.states import Integers
from sheets.pad import BONUS_TYPES, COLOURS, Pad

Bytes = npt.NDArray[np.int8]


class Grid:
    """One pad.

    `size`: cells in a row. `first_closing`: index of the first cell that closes a row. `lock_needs`: marks
    before it. `sides`: of a die. `white[r, n]`: the index of number n in row r, -1 if it has none.
    `colour[c, n]`: row and index of the cell of COLOURS[c] with number n, (-1, -1) if there is none.
    `closing_colour[r]`: the colour of the cells that close row r. `bonus_cells[r]`: bits of the cells with a
    bonus. `bar[i]`: row of box i. `boxes[c]`: bits of the boxes of colour c. `pairs[t]`: rows and bits of the
    two cells of BONUS_TYPES[t]. By the bits of a row: `next_cell`: the index of the cell right of the last
    mark; `count`: marks, a lock included; `locked`: whether a last cell is marked; `markable`: the cells that
    may be marked next, as bits. By the bits of locked rows: `removed_by_locks`: the dice that leave.
    """

    def __init__(self, pad: Pad) -> None:
        self.pad = pad
        sizes = {len(row) for row in pad.rows}
        faces = [(cell.colour, cell.number) for cell in pad.cells]
        if len(sizes) > 1 or len(set(faces)) < len(faces):
            raise ValueError(
                f"the simulator takes pads whose cells all differ in rows of one length, not {pad.name}"
            )
        self.size = len(pad.rows[0])
        self.closing_count = pad.rows[0].closing_count
        self.first_closing = self.size - self.closing_count
        self.lock_needs = pad.lock_needs
        self.sides = pad.sides
        highest = 2 * pad.sides + 1
        self.white: Integers = np.full((4, highest), -1, np.int32)
        self.colour: Integers = np.full((4, highest, 2), -1, np.int32)
        self.numbers: Integers = np.array([[cell.number for cell in row] for row in pad.rows], np.int32)
        self.colours: Integers = np.array(
            [[COLOURS.index(cell.colour) for cell in row] for row in pad.rows], np.int32
        )
        self.bonus_cells: Integers = np.zeros(4, np.int32)
        for r, row in enumerate(pad.rows):
            for cell in row:
                self.white[r, cell.number] = cell.index
                self.colour[COLOURS.index(cell.colour), cell.number] = (r, cell.index)
                if cell.bonus:
                    self.bonus_cells[r] |= 1 << cell.index
        self.closing_colour: Integers = self.colours[:, -1].copy()
        bits = np.arange(1 << self.size, dtype=np.int32)
        self.locked = bits >> self.first_closing != 0
        self.count: Bytes = (np.bitwise_count(bits) + self.locked).astype(np.int8)
        self.next_cell: Bytes = np.ceil(np.log2(bits + 1)).astype(np.int8)
        able = -(1 << self.next_cell.astype(np.int32)) & ((1 << self.size) - 1)
        able &= np.where(self.count >= self.lock_needs, -1, (1 << self.first_closing) - 1)
        self.markable: Integers = np.where(self.locked, 0, able).astype(np.int32)
        closing = [
            {1 << int(self.closing_colour[r]) for r in range(4) if locks >> r & 1} for locks in range(16)
        ]
        self.removed_by_locks: Integers = np.array([sum(dice) for dice in closing], np.int32)
        row_of = {str(row.colour): r for r, row in enumerate(pad.rows)}
        self.bar: Integers = np.array([row_of[colour] for colour in pad.bar], np.int32)
        self.boxes: Integers = np.array(
            [sum(1 << i for i, box in enumerate(pad.bar) if box == colour) for colour in COLOURS], np.int32
        )
        cells = dict(pad.pairs)
        self.pairs: Integers = np.array(
            [
                [("abcd".index(cell.row), 1 << cell.index) for cell in cells[kind]]
                for kind in BONUS_TYPES
                if kind in cells
            ],
            np.int32,
        ).reshape(-1, 2, 2)
        if cells and len(cells) < len(BONUS_TYPES):
            raise ValueError(f"the simulator takes pads with all bonus types or none, not {pad.name}")

    def points(self, rows: Integers, misses: Integers, earned: Integers) -> Integers:
        """The total of each sheet as if the game ended now: `rows` (…, 4), `misses` and `earned` (…)."""
        count = self.count[rows].astype(np.int32)
        marks = count * (count + 1) // 2
        total = marks.sum(-1)
        lost = 5 * misses
        if len(self.pairs):
            total = total + (earned >> 2 & 1) * marks.min(-1) + 13 * (earned >> 3 & 1)
            lost = lost * (1 - (earned >> 4 & 1))
        scores: Integers = total - lost
        return scores

    def white_chances(self) -> npt.NDArray[np.float64]:
        """The chance that the white dice add up to each number."""
        faces = np.arange(1, self.sides + 1)
        sums = np.add.outer(faces, faces).ravel()
        return np.bincount(sums, minlength=2 * self.sides + 1) / len(sums)

    def colour_chances(self) -> npt.NDArray[np.float64]:
        """The chance that a coloured die and one of the white dice add up to each number."""
        faces = np.arange(1, self.sides + 1)
        a, b, c = (grid.ravel() for grid in np.meshgrid(faces, faces, faces))
        numbers = np.arange(2 * self.sides + 1)[:, None]
        chances: npt.NDArray[np.float64] = ((a + c == numbers) | (b + c == numbers)).mean(1)
        return chances


@lru_cache(maxsize=16)
def grid(pad: Pad) -> Grid:
    """The grid of a pad."""
    return Grid(pad)
