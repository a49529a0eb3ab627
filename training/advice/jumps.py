"""Jumps: crosses put on sheets by chance, so that a network sees rows which good play hardly ever leaves.

A player who knows what cells are worth does not jump to the right end of a row. So self-play never shows how
such a row ends, and what a network says of one is a guess. With jumps it is learnt like all else.
"""

import numpy as np

from companion.advisor.encoder import Floats
from companion.advisor.tables import WHICH, PadTables, Whole
from training.advice.compiled import compiled
from training.advice.engine import cell_allowed
from training.advice.play import Games

GAMES_WITH_JUMPS = 0.7
"""The share of games that have jumps; the others show what play without them is worth."""
JUMPS_A_TURN = 0.12
"""The chance of a jump after a turn of such a game."""


@compiled
def _is_plain(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Return True if a cross is allowed there and neither closes the row nor brings anything else."""
    if (
        cell >= tables.first_closing
        or tables.bonus_cells[row] >> cell & 1
        or tables.pair_kind[row, cell] >= 0
    ):
        return False
    if tables.partner[sheet[WHICH], row, cell] >= 0:
        return False
    return cell_allowed(tables, sheet, row, cell, closed)


@compiled
def _jump(
    tables: PadTables, games: Games, where: Whole, seats: Whole, rows: Whole, drawn: Floats, moved: Whole
) -> None:
    """Fill in (m,) whether a cross was made in a row of a seat; `drawn` (m,), 0 to 1, says which cell."""
    for number in range(len(where)):
        game, row = where[number], rows[number]
        sheet, closed = games.sheets[game, seats[number]], games.closed[game]
        count = 0
        for cell in range(tables.size):
            count += _is_plain(tables, sheet, row, cell, closed)
        left = int(drawn[number] * count)
        for cell in range(tables.size if count else 0):
            if _is_plain(tables, sheet, row, cell, closed):
                if left == 0:
                    sheet[row] |= 1 << cell
                    moved[number] = 1
                    break
                left -= 1


class Jumps:
    """Puts a cross on some sheets between two turns: any plain cell of an open row that may be marked, as
    likely as any other of that row."""

    def __init__(self, tables: PadTables, games: int, seed: int) -> None:
        self._tables = tables
        self._rng = np.random.default_rng(seed)
        self._jumping = self._rng.random(games) < GAMES_WITH_JUMPS

    def __call__(self, games: Games, going: Whole) -> Whole:
        """Jump in some of the games `going`; gives the numbers of these games."""
        rng, players = self._rng, games.sheets.shape[1]
        where = going[self._jumping[going] & (rng.random(len(going)) < JUMPS_A_TURN)]
        seats, rows = rng.integers(players, size=len(where)), rng.integers(4, size=len(where))
        moved = np.zeros(len(where), np.int64)
        drawn = rng.random(len(where), np.float32)
        _jump(self._tables, games, where, seats, rows, drawn, moved)
        done: Whole = where[moved != 0]
        return done
