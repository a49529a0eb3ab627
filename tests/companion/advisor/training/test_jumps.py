"""Crosses put on sheets by chance in self-play, and what is learnt before and after them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.advisor.features import FeatureEncoder
from companion.advisor.grid import grid
from companion.advisor.learned import LearnedPlayer
from companion.advisor.simulator import GameBatch, play
from companion.advisor.simulator_sheets import locked
from companion.advisor.training import jumps, learn
from companion.advisor.training.jumps import Jumps
from companion.advisor.training.perceptron import Perceptron
from sheets.pad import load_pad


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jumps, "GAMES_WITH_JUMPS", 1.0)
    monkeypatch.setattr(jumps, "JUMPS_A_TURN", 1.0)


def far_rows(share: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """The share of tables seen in self-play with one cross in a row, at the last cell before its lock."""
    monkeypatch.setattr(jumps, "GAMES_WITH_JUMPS", share)
    encoder = FeatureEncoder(load_pad("classic"))
    found = learn.play_samples("classic", 2, 128, 1, Perceptron(encoder, 1))
    states = found.vector_ids[:, :8] - encoder.slot_starts[:8]
    row = encoder.row_features
    (rare,) = np.flatnonzero((row[:, 10] == 1) & (row[:, 11 + 1 : 11 + 3] == (1, 0)).all(1))
    return float((states == rare).any(1).mean())


@pytest.mark.parametrize("pad", ["classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b"])
def test_a_jump_is_one_more_cross_right_of_all_others(pad: str, always: None) -> None:
    table, rng = grid(load_pad(pad)), np.random.default_rng(3)
    batch = GameBatch.start(table, 3, 400, rng)
    batch.closed[:100] = 0b0101
    still = np.arange(50, 400)
    jump = Jumps(table, 400, seed=4)
    bonus = table.bonus_cells[:, None]
    for row, bit in table.pairs.reshape(-1, 2):
        bonus[row] |= bit
    marked = 0
    for _ in range(30):
        before = np.array([sheet.rows for sheet in batch.sheets])
        moved = jump(batch, still)
        after = np.array([sheet.rows for sheet in batch.sheets])
        new = after & ~before
        assert np.array_equal(np.flatnonzero(new.any((0, 1))), moved)
        assert (np.bitwise_count(new).sum((0, 1)) <= 1).all()
        assert ((new == 0) | (new > before)).all()
        assert not new[:, [0, 2], 50:100].any() and not new[..., :50].any()
        assert not (new & bonus).any()
        assert not any(locked(table, sheet.rows).any() for sheet in batch.sheets)
        marked += len(moved)
    assert marked > 1000


def test_some_games_have_no_jumps() -> None:
    table = grid(load_pad("classic"))
    batch = GameBatch.start(table, 2, 1000, np.random.default_rng(1))
    jump = Jumps(table, 1000, seed=1)
    for _ in range(60):
        jump(batch, np.arange(1000))
    untouched = np.mean([not sheet for sheet in np.array([s.rows for s in batch.sheets]).any((0, 1))])
    assert untouched == pytest.approx(1 - jumps.GAMES_WITH_JUMPS, abs=0.06)


def test_self_play_shows_rows_that_it_would_leave_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert far_rows(1.0, monkeypatch) > 20 * far_rows(0.0, monkeypatch)


def test_what_comes_after_a_jump_is_no_lesson_for_the_table_before(always: None) -> None:
    network = Perceptron(FeatureEncoder(load_pad("classic")), 1)
    table = grid(load_pad("classic"))
    found = learn.play_samples("classic", 2, 16, 1, network, td_lambda=1)
    recorder = learn.TurnRecorder(FeatureEncoder(table.pad), range(2), Jumps(table, 16, 1))
    players = [
        LearnedPlayer(table, network, learn.EXPLORATION_NOISE, 1 + seat, learn.SELF_PLAY_REACH)
        for seat in range(2)
    ]
    outcome = play(table, players, 16, 1, recorder)
    kept = [seen for seen in recorder.turns if not seen.jumps.all()]
    assert len(found.wins) == 2 * sum((~seen.jumps).sum() for seen in kept)
    # the last tables of the first seat stand first: what came of their games; earlier ones end in a jump
    last, earlier = kept[-1], kept[0]
    assert found.wins[: len(last.games)] == pytest.approx(outcome.shares[last.games, 0])
    of_first_seat = found.wins[: len(found.wins) // 2]
    judged = of_first_seat[-len(earlier.games) :]
    assert not np.isin(judged, (0.0, 0.5, 1.0)).any()
