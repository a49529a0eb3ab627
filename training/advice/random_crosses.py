"""Makes random crosses in self-play, so that it includes rows that good play hardly ever produces.

A good player skips few cells, so self-play alone hardly shows how a row continues after a long skip. A
network could only guess the value of such a row. Random crosses let the network learn this value.
"""

import numpy as np

from companion.advisor.encoder import Floats
from companion.advisor.tables import PAD_INDEX, PadTables, Whole
from training.advice.compiled import compiled
from training.advice.engine import cell_allowed
from training.advice.play import Games

CROSSED_GAMES_SHARE = 0.7
"""Share of games with random crosses. The other games show the value of play without them."""
CROSS_PROBABILITY = 0.12
"""Probability of a random cross after a turn, in a game with random crosses."""


@compiled
def _is_plain(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Return True if a cell may be crossed and the cross has no other effect: no lock, bonus or chain."""
    if (
        cell >= tables.first_closing
        or tables.bonus_cells[row] >> cell & 1
        or tables.pair_kind[row, cell] >= 0
    ):
        return False
    if tables.partner[sheet[PAD_INDEX], row, cell] >= 0:
        return False
    return cell_allowed(tables, sheet, row, cell, closed)


@compiled
def _cross(
    tables: PadTables, games: Games, where: Whole, seats: Whole, rows: Whole, drawn: Floats, crossed: Whole
) -> None:
    """For each of m tries, cross a plain cell, if there is one, and set its entry of `crossed` to 1.

    `where`, `seats`, `rows`: the game, seat and row of each try, (m,). `drawn`: random numbers from 0 to 1,
    (m,), that select the cells.
    """
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
                    crossed[number] = 1
                    break
                left -= 1


class RandomCrosses:
    """Crosses a random cell on some sheets between turns.

    The cell must be legal and without other effects; all such cells of a random row are equally likely.
    """

    def __init__(self, tables: PadTables, games: int, seed: int) -> None:
        self._tables = tables
        self._rng = np.random.default_rng(seed)
        self._has_crosses = self._rng.random(games) < CROSSED_GAMES_SHARE

    def __call__(self, games: Games, unfinished: Whole) -> Whole:
        """Make a random cross in some of the games with indices `unfinished`; return their indices."""
        rng, players = self._rng, games.sheets.shape[1]
        where = unfinished[self._has_crosses[unfinished] & (rng.random(len(unfinished)) < CROSS_PROBABILITY)]
        seats, rows = rng.integers(players, size=len(where)), rng.integers(4, size=len(where))
        crossed = np.zeros(len(where), np.int64)
        drawn = rng.random(len(where), np.float32)
        _cross(self._tables, games, where, seats, rows, drawn, crossed)
        done: Whole = where[crossed != 0]
        return done
