"""A player that plays its best moves on for some turns, and lets the network judge where they lead."""

from __future__ import annotations

import numpy as np
import pytest

from companion.advisor.features import EncodedStates
from companion.advisor.grid import grid
from companion.advisor.learned import LEAD_UNIT_WIN, LearnedPlayer
from companion.advisor.simulator import Afterstates, GameBatch, Player
from companion.advisor.training.lookahead import LookaheadPlayer, outcomes
from companion.rules import Sheet
from sheets.pad import load_pad

CLASSIC = grid(load_pad("classic"))
LOCKED = "a2 a3 a4 a5 a6 a12"


class Network:
    """Says the same of every table, and remembers how many it was asked about; by seat if need be."""

    def __init__(self, logit: float, thrower: float | None = None) -> None:
        self.logit, self.thrower = logit, thrower
        self.asked: list[int] = []

    def __call__(self, seen: EncodedStates) -> tuple[np.ndarray, np.ndarray]:
        self.asked.append(len(seen))
        logits = np.full(len(seen), self.logit, np.float32)
        if self.thrower is not None:  # 43: the viewer throws next (FeatureEncoder)
            logits[seen.numbers[:, 43] > 0] = self.thrower
        return logits, np.zeros(len(seen), np.float32)


def moves_of(*texts: str, other: str, closed: int = 0) -> Afterstates:
    """Moves of the first player, whose turn it is, in one game of two."""
    batch = GameBatch.start(CLASSIC, 2, 1, np.random.default_rng(1))
    found = [Sheet.parse(text, load_pad("classic")) for text in (*texts, other)]
    rows, misses = np.array([s.rows for s in found], np.int32).T, np.array([s.misses for s in found])
    batch.sheets[1].rows[:, 0], batch.sheets[1].misses[:] = rows[:, -1], misses[-1]
    own = batch.sheets[0].take(np.zeros(len(texts), np.intp))
    own.rows[:], own.misses[:] = rows[:, :-1], misses[:-1]
    locks = [closed | sum((int(r) >= 1 << 10) << n for n, r in enumerate(part)) for part in own.rows.T]
    all_closed = np.array(locks, np.int32)
    return Afterstates(batch, 0, np.zeros(len(texts), np.intp), own, all_closed, all_closed.copy())


def test_games_that_are_over_count_as_they_ended() -> None:
    after = moves_of(f"{LOCKED} / - / - / -", "- / - / - / - misses 4", other="a2 / - / - / -", closed=8)
    judge = LearnedPlayer(CLASSIC, Network(0))
    found = outcomes(after, [judge] * 2, judge, 2, 3, seed=1)
    assert found[0] == pytest.approx(1 + LEAD_UNIT_WIN / 50 * 27)
    assert found[1] == pytest.approx(-LEAD_UNIT_WIN / 50 * 21)


def test_two_players_views_of_the_same_table_are_one_judgement() -> None:
    even = "a2 / b3 / c9 / d9"
    judge = LearnedPlayer(CLASSIC, Network(-1.0, thrower=2.0))
    throws, waits = 1 / (1 + np.exp(-2.0)), 1 / (1 + np.exp(1.0))
    players: list[Player] = [judge] * 2
    odd = outcomes(moves_of(even, other=even), players, judge, 1, 2, seed=1)
    assert odd == pytest.approx((throws + 1 - waits) / 2), "after the other's turn it is the player's own"
    later = outcomes(moves_of(even, other=even), players, judge, 2, 2, seed=1)
    assert later == pytest.approx((waits + 1 - throws) / 2)


def test_moves_have_the_same_dice() -> None:
    same = "a2 a3 / b2 b5 / c9 / -"
    judge = LearnedPlayer(CLASSIC, Network(0))
    found = outcomes(moves_of(same, same, other=same), [judge] * 2, judge, 400, 12, seed=4)
    assert found[0].tolist() == found[1].tolist()
    assert len(set(found[0])) > 6


def test_of_moves_that_look_alike_the_one_that_leads_further_is_taken() -> None:
    ahead = f"{LOCKED} / b2 b3 b4 b5 b6 b7 b8 / c12 c11 c10 c9 / -"
    after = moves_of("a2 / - / - / - misses 3", ahead, other="- / - / - / - misses 3")
    values = LookaheadPlayer(LearnedPlayer(CLASSIC, Network(0)), 400, 8, seed=1).evaluate(after)
    assert values.argmax() == 1


def test_one_move_is_not_played_on() -> None:
    network = Network(0)
    after = moves_of("a2 / - / - / -", other="- / - / - / -")
    value = LookaheadPlayer(LearnedPlayer(CLASSIC, network), 400, 10**9, seed=1).evaluate(after)
    assert network.asked == [1]
    assert value == pytest.approx(0.5)
