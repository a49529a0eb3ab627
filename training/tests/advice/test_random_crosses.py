"""The random crosses that self-play makes on sheets."""

import numpy as np
import pytest

from sheets.pad import FURTHER_PADS, PADS
from training.advice import random_crosses
from training.advice.play import Batch
from training.advice.players import GreedyPlayer, game_data
from training.advice.random_crosses import RandomCrosses


@pytest.mark.parametrize("name", [*PADS, *FURTHER_PADS])
def test_a_random_cross_is_one_more_cross_right_of_all_others(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_crosses, "CROSSED_GAMES_SHARE", 1.0)
    monkeypatch.setattr(random_crosses, "CROSS_PROBABILITY", 1.0)
    data = game_data(name)
    tables, games = data.tables, Batch(data.tables, [GreedyPlayer(data)] * 3, 40, 1).games
    games.closed[:10] = 0b0101
    unfinished = np.arange(5, 40)
    cross_some = RandomCrosses(tables, 40, seed=4)
    special = [
        bits | sum(1 << cell for cell in range(tables.size) if kinds[cell] >= 0)
        for bits, kinds in zip(tables.bonus_cells.tolist(), tables.pair_kind.tolist(), strict=True)
    ]
    marked = 0
    for _ in range(20):
        before = games.sheets[:, :, :4].copy()
        crossed = cross_some(games, unfinished)
        after = games.sheets[:, :, :4]
        new = after & ~before
        assert np.array_equal(np.flatnonzero(new.any((1, 2))), np.sort(crossed))
        assert (np.bitwise_count(new).sum((1, 2)) <= 1).all()
        assert ((new == 0) | (new > before)).all()
        assert not new[5:10, :, [0, 2]].any() and not new[:5].any()
        assert not (new & special).any()
        assert not (after >> tables.first_closing).any()
        marked += len(crossed)
    assert marked > 100


def test_some_games_have_no_random_crosses() -> None:
    data = game_data("classic")
    games = Batch(data.tables, [GreedyPlayer(data)] * 2, 300, 1).games
    cross_some = RandomCrosses(data.tables, 300, seed=1)
    for _ in range(40):
        cross_some(games, np.arange(300))
    untouched = 1 - games.sheets[:, :, :4].any((1, 2)).mean()
    assert untouched == pytest.approx(1 - random_crosses.CROSSED_GAMES_SHARE, abs=0.1)
