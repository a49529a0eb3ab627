"""What may be decided on many sheets at once: every legal cross, with the sheet after it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import Grid
from companion.advisor.simulator_sheets import Sheets, Truths, allowed, mark
from companion.advisor.states import Integers

Floats = npt.NDArray[np.float32]
Index = npt.NDArray[np.intp]


@dataclass(slots=True, eq=False)
class Options:
    """What may be decided on each of k sheets, in one list of m: `game` (m,): the sheet it belongs to, 0 to
    k - 1.

    `slot`: below `slots`, no two of a sheet alike; 0 is to pass.
    `row`, `cell`: the cross, -1 for none. `lucky`: meant as a lucky one. `choice`: the row named where the
    weakest tie, -1 for none. `sheets`: the sheet after it, misses not counted.
    """

    game: Index
    slot: Integers
    slots: int
    row: Integers
    cell: Integers
    lucky: Truths
    choice: Integers
    sheets: Sheets

    def spread(self, values: Floats, games: int) -> Floats:
        """(slots, games) of the worth of each option, -inf where there is none."""
        out = np.full((self.slots, games), -np.inf, np.float32)
        out[self.slot, self.game] = values
        return out

    def take(self, which: Index) -> Options:
        """The options of an index."""
        return Options(
            self.game[which],
            self.slot[which],
            self.slots,
            self.row[which],
            self.cell[which],
            self.lucky[which],
            self.choice[which],
            self.sheets.take(which),
        )


def options_on(
    grid: Grid, sheets: Sheets, rows: Integers, cells: Integers, closed: Integers, lucky: int = 99
) -> Options:
    """Pass, and the crosses at `rows`, `cells` (s, k) that are legal on k sheets, with the sheets after them.

    `rows` may be (s, 1). From number `lucky` on they are meant as lucky ones.
    """
    fixed = rows.shape[1] == 1
    bits = sheets.rows[rows[:, 0]] if fixed else sheets.rows[rows, np.arange(len(sheets))]
    kind, which = np.nonzero(allowed(grid, bits, cells, closed >> rows & 1 != 0))
    row, cell = rows[kind, 0 if fixed else which], cells[kind, which]
    after = sheets.take(which)
    asked = mark(grid, after, row, cell, closed[which])
    choice = np.full(len(which), -1, np.int32)
    if asked.any():
        at, choice, after = _forks(grid, sheets, which, row, cell, closed[which], asked, after)
        kind, which, row, cell = kind[at], which[at], row[at], cell[at]
    ways = 5 if len(grid.pairs) else 1
    passing = np.arange(len(sheets))
    nothing = np.full(len(sheets), -1, np.int32)
    return Options(
        np.concatenate([passing, which]),
        np.concatenate([np.zeros(len(sheets), np.int32), 1 + kind * ways + choice + 1]).astype(np.int32),
        1 + len(rows) * ways + 1,
        np.concatenate([nothing, row]),
        np.concatenate([nothing, cell]),
        np.concatenate([np.zeros(len(sheets), bool), kind >= lucky]),
        np.concatenate([nothing, choice]),
        Sheets.joined(sheets, after),
    )


def _forks(
    grid: Grid,
    sheets: Sheets,
    which: Index,
    row: Integers,
    cell: Integers,
    closed: Integers,
    asked: Integers,
    plain: Sheets,
) -> tuple[Index, Integers, Sheets]:
    """Marks whose bonuses ask for a choice, once for each choice that changes the result.

    Gives for each mark of the longer list its place in the old one, its choice and the sheet after it.
    """
    forks = np.flatnonzero(asked)
    keep = np.flatnonzero(asked == 0)
    found: list[tuple[Index, Integers, Sheets]] = []
    different = np.zeros(len(forks), np.int32)
    for choice in range(4):
        after = sheets.take(which[forks])
        mark(grid, after, row[forks], cell[forks], closed[forks], np.full(len(forks), choice, np.int32))
        new = asked[forks] >> choice & 1 != 0
        for _, earlier, other in found:
            same = (other.rows == after.rows).all(0) & (other.earned == after.earned)
            new &= ~(same & (earlier >= 0))
        different += new
        found.append((forks, np.where(new, choice, -1).astype(np.int32), after))
    single = different == 1
    parts = [(keep, np.full(len(keep), -1, np.int32), plain.take(keep))]
    parts.append((forks[single], np.full(int(single.sum()), -1, np.int32), plain.take(forks[single])))
    for at, choices, after in found:
        listed = (choices >= 0) & ~single
        parts.append((at[listed], choices[listed], after.take(listed)))
    joined = Sheets.joined(*(part for _, _, part in parts))
    return np.concatenate([at for at, _, _ in parts]), np.concatenate([c for _, c, _ in parts]), joined
