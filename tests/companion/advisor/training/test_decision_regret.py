"""How far the judge is off: what is played on is what was decided, on the same dice."""

from __future__ import annotations

import numpy as np
import pytest

from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import grid
from companion.advisor.linear import LinearPlayer
from companion.advisor.simulator import GameBatch
from companion.advisor.simulator_sheets import Sheets
from companion.advisor.training import decision_regret
from companion.advisor.training.decision_regret import Decision, expected_gain, play_on, sampled_decisions
from companion.rules import Sheet
from sheets.pad import load_pad

CLASSIC = grid(load_pad("classic"))


def choice_of(*moves: str, other: str, closed: int = 0) -> Decision:
    """A decision of the first of two players between sheets; the other has `other` in each."""

    def made(texts: list[str]) -> Sheets:
        found = [Sheet.parse(text, load_pad("classic")) for text in texts]
        rows = np.array([sheet.rows for sheet in found], np.int32).T.copy()
        misses = np.array([sheet.misses for sheet in found], np.int32)
        nothing = np.zeros((4, len(found)), np.int32)
        return Sheets(rows, misses, nothing[0], nothing[1], nothing[2:], False)

    own = made(list(moves))
    closed_rows = np.array(
        [closed | sum((r >= 1 << 10) << n for n, r in enumerate(rows)) for rows in own.rows.T], np.int32
    )
    table = GameBatch(
        CLASSIC,
        [own, made([other] * len(moves))],
        closed_rows,
        closed_rows.copy(),
        np.arange(len(moves)),
        0,
        9,
    )
    return Decision(table, 0, np.zeros(len(moves)), 10)


def test_moves_that_end_the_game_count_as_they_end_it() -> None:
    locks = "a2 a3 a4 a5 a6 a12 / - / - / -"
    found = choice_of(locks, "- / - / - / - misses 4", other="a2 / - / - / -", closed=8)
    shares = play_on(found, [GreedyPlayer(CLASSIC)] * 2, 5, 1)
    assert shares.tolist() == [[1.0] * 5, [0.0] * 5]
    tied = choice_of("a2 a3 a4 a5 a6 a7 / - / - / - misses 4", other="a2 / - / - / -")
    assert play_on(tied, [GreedyPlayer(CLASSIC)] * 2, 3, 1).tolist() == [[0.5] * 3]


def test_every_move_is_played_on_with_the_same_dice() -> None:
    same = "a2 a3 / b2 / c12 / -"
    found = choice_of(same, same, "- / - / - / - misses 3", other="a2 a3 / b2 / - / d12")
    shares = play_on(found, [GreedyPlayer(CLASSIC)] * 2, 40, 2)
    assert shares[0].tolist() == shares[1].tolist()
    assert 0.1 < shares[0].mean() < 1
    assert shares[2].mean() < shares[0].mean()
    assert shares[0].tolist() != play_on(found, [GreedyPlayer(CLASSIC)] * 2, 40, 3)[0].tolist()


def test_what_is_noted_is_what_the_player_would_do_next_best_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision_regret, "SAMPLED_SHARE", 1.1)
    monkeypatch.setattr(decision_regret, "MAX_WORSE", 0.6)
    found = sampled_decisions("classic", [LinearPlayer(CLASSIC), GreedyPlayer(CLASSIC)], 0, 20, 4)
    near = [one for one in found if one is not None]
    assert len(near) > 20 and len(found) > len(near)
    for one in near:
        assert one.seat == 0 and one.batch.seat == 0 and one.turn % 2 == 1, "the first of two plays odd turns"
        assert (np.diff(one.values) <= 0).all() and one.values[0] - one.values[-1] <= 0.6
        own = one.batch.sheets[0]
        crosses = CLASSIC.count[own.rows].sum(0) - 0.5 * (
            CLASSIC.next_cell[own.rows] - np.bitwise_count(own.rows)
        ).sum(0)
        assert (crosses - 2.5 * own.misses).tolist() == one.values.tolist(), "sheets as they stand after it"
        assert (one.batch.sheets[1].rows == one.batch.sheets[1].rows[:, :1]).all()


def test_what_an_error_costs() -> None:
    assert expected_gain(0.0, 0.02) == pytest.approx(0.02 / (2 * np.pi) ** 0.5)
    assert expected_gain(-0.2, 0.01) < 1e-9
    assert expected_gain(-0.01, 0.02) > expected_gain(-0.01, 0.01) > 0
    rng = np.random.default_rng(1)
    truth = -0.01 + 0.02 * rng.standard_normal(400_000)
    assert expected_gain(-0.01, 0.02) == pytest.approx(np.maximum(truth, 0).mean(), rel=0.02)
