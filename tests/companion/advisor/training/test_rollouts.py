"""A player that plays its best moves to the end, in compiled games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import grid
from companion.advisor.learned import LEAD_POINT_WIN
from companion.advisor.simulator import Afterstates, GameBatch
from companion.advisor.training.game_rules import BAR, EARNED, LUCKY, MISS_BITS, OTHER_LUCKY, ROW, ROW_BITS
from companion.advisor.training.rollouts import RolloutPlayer, packed
from sheets.pad import load_pad

LOCKED = (1 << 10) | 0b111111


def tables(pad: str, own: list[tuple[int, ...]], misses: list[int], closed: int = 0) -> Afterstates:
    """Moves of the player at seat 1 in one game of two: the rows after each, and misses."""
    batch = GameBatch.start(grid(load_pad(pad)), 2, 1, np.random.default_rng(1))
    batch.sheets[0].rows[:, 0] = (0b11111, 0b111, 0, 0b1)
    sheets = batch.sheets[1].take(np.zeros(len(own), np.intp))
    sheets.rows[:] = np.array(own).T
    sheets.misses[:] = misses
    every = np.zeros(len(own), np.int32)
    return Afterstates(batch, 1, np.zeros(len(own), np.intp), sheets, every + closed, every)


@pytest.mark.parametrize("pad", ["longo", "bonus-a", "bonus-b"])
def test_tables_are_packed_as_compiled_games_take_them(pad: str) -> None:
    after = tables(pad, [(0b1, 0b11, 0b101, 0b1001), (0, 0, 0, 0)], [2, 3])
    after.sheets.bar[:], after.sheets.earned[:] = (0b101, 0b11), (0b10010, 0b1)
    rows, rests = packed(after)
    assert [int(rows[0, 1]) >> ROW_BITS * r & ROW for r in range(4)] == [0b1, 0b11, 0b101, 0b1001]
    assert [int(rows[1, 0]) >> ROW_BITS * r & ROW for r in range(4)] == [0b11111, 0b111, 0, 0b1]
    assert (rests[:, 1] & MISS_BITS).tolist() == [2, 3]
    if pad != "longo":
        assert (rests[:, 1] >> BAR & 0xFFFF).tolist() == [0b101, 0b11]
        assert (rests[:, 1] >> EARNED & 0x1F).tolist() == [0b10010, 0b1]
    pairs = [(int(rest) >> LUCKY & 0xFF, int(rest) >> OTHER_LUCKY & 0xFF) for rest in rests[:, 1]]
    assert set(pairs) == {tuple(int(n) for n in after.batch.sheets[1].lucky[:, 0])}


class Blind:
    """Takes all moves for equally good, but the last for much worse."""

    def evaluate(self, after: Afterstates) -> np.ndarray:
        values = np.full(len(after.game), 0.5, np.float32)
        values[-1] -= 0.3
        return values


def test_of_moves_that_look_alike_the_one_that_wins_is_taken() -> None:
    ahead, behind = (LOCKED, 0b111111, 0b11111, 0b1111), (0b1, 0, 0, 0)
    after = tables("classic", [behind, ahead, ahead], [3, 0, 0])
    values = RolloutPlayer(Blind(), 12, seed=1).evaluate(after)
    assert values.argmax() == 1
    assert values[1] > 0.8 > values[0] > values[2], "the last one was not near enough to be played out"


def test_what_ends_the_game_is_counted_exactly() -> None:
    closed = tables("classic", [(LOCKED, LOCKED, 0, 0), (LOCKED, 0b111, 0, 0)], [0, 4], closed=0b11)
    values = RolloutPlayer(Blind(), 3, 1, reach=1.0).evaluate(closed)
    other = 15 + 6 + 1
    assert values[0] == pytest.approx(1 + LEAD_POINT_WIN * (36 + 36 - other), abs=1e-5)
    assert values[1] == pytest.approx(0.5 + LEAD_POINT_WIN * (36 + 6 - 20 - other), abs=1e-5)


def test_one_move_is_not_played_out() -> None:
    after = tables("classic", [(0, 0, 0, 0)], [1])
    table = after.batch.grid
    player = RolloutPlayer(GreedyPlayer(table), 10**9, seed=1)
    assert player.evaluate(after) == GreedyPlayer(table).evaluate(replace(after))
