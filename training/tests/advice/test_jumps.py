"""Jumps, the random crosses that self-play makes on sheets."""

import numpy as np
import pytest

from sheets.pad import FURTHER_PADS, PADS
from training.advice import jumps
from training.advice.jumps import Jumps
from training.advice.play import Batch
from training.advice.players import GreedyPlayer, field_of


@pytest.mark.parametrize("name", [*PADS, *FURTHER_PADS])
def test_a_jump_is_one_more_cross_right_of_all_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jumps, "GAMES_WITH_JUMPS", 1.0)
    monkeypatch.setattr(jumps, "JUMPS_A_TURN", 1.0)
    field = field_of(name)
    tables, games = field.tables, Batch(field.tables, [GreedyPlayer(field)] * 3, 40, 1).games
    games.closed[:10] = 0b0101
    going = np.arange(5, 40)
    jump = Jumps(tables, 40, seed=4)
    special = [
        bits | sum(1 << cell for cell in range(tables.size) if kinds[cell] >= 0)
        for bits, kinds in zip(tables.bonus_cells.tolist(), tables.pair_kind.tolist(), strict=True)
    ]
    marked = 0
    for _ in range(20):
        before = games.sheets[:, :, :4].copy()
        moved = jump(games, going)
        after = games.sheets[:, :, :4]
        new = after & ~before
        assert np.array_equal(np.flatnonzero(new.any((1, 2))), np.sort(moved))
        assert (np.bitwise_count(new).sum((1, 2)) <= 1).all()
        assert ((new == 0) | (new > before)).all()
        assert not new[5:10, :, [0, 2]].any() and not new[:5].any()
        assert not (new & special).any()
        assert not (after >> tables.first_closing).any()
        marked += len(moved)
    assert marked > 100


def test_some_games_have_no_jumps() -> None:
    field = field_of("classic")
    games = Batch(field.tables, [GreedyPlayer(field)] * 2, 300, 1).games
    jump = Jumps(field.tables, 300, seed=1)
    for _ in range(40):
        jump(games, np.arange(300))
    untouched = 1 - games.sheets[:, :, :4].any((1, 2)).mean()
    assert untouched == pytest.approx(1 - jumps.GAMES_WITH_JUMPS, abs=0.1)
