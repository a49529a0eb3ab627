"""Jumps: crosses put on sheets by chance, so that a network sees rows which good play hardly ever leaves.

A player who knows what cells are worth does not jump to the right end of a row. So self-play never shows how
such a row ends, and what a network says of one is a guess. With jumps it is learnt like all else.
"""

from __future__ import annotations

import numpy as np

from companion.advisor.grid import Grid
from companion.advisor.simulator import GameBatch
from companion.advisor.simulator_options import Index

GAMES_WITH_JUMPS = 0.7
"""The share of games that have jumps; the others show what play without them is worth."""
JUMPS_A_TURN = 0.12
"""The chance of a jump after a turn of such a game."""


class Jumps:
    """Puts a cross on some sheets between two turns: any cell of an open row that may be marked, as likely as
    any other of that row, but none that closes it or that brings a bonus."""

    def __init__(self, grid: Grid, games: int, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._jumping = self._rng.random(games) < GAMES_WITH_JUMPS
        plain = np.array([(1 << grid.first_closing) - 1] * 4) & ~grid.bonus_cells
        for rows_and_bits in grid.pairs:
            for row, bit in rows_and_bits:
                plain[row] &= ~bit
        self._cells = grid.markable & plain[:, None]

    def __call__(self, batch: GameBatch, still: Index) -> Index:
        """Jump in some of the games `still` going on; gives these games, by their places in the batch."""
        rng = self._rng
        jumps = self._jumping[batch.game[still]] & (rng.random(len(still)) < JUMPS_A_TURN)
        where = still[jumps]
        seats = rng.integers(batch.players, size=len(where))
        rows = rng.integers(4, size=len(where))
        done = []
        for seat, sheets in enumerate(batch.sheets):
            games, row = where[seats == seat], rows[seats == seat]
            cells = self._cells[row, sheets.rows[row, games]]
            cells = np.where(batch.closed[games] >> row & 1, 0, cells)
            cell = _one_of(cells, rng)
            may = cells != 0
            sheets.rows[row[may], games[may]] |= (1 << cell[may]).astype(np.int32)
            done.append(games[may])
        return np.sort(np.concatenate(done))


def _one_of(bits: Index, rng: np.random.Generator) -> Index:
    """(n,) the place of one of the bits of each number, each as likely; of 0 any."""
    is_set = bits[:, None] >> np.arange(16) & 1
    drawn: Index = (is_set * rng.random(is_set.shape)).argmax(1)
    return drawn
