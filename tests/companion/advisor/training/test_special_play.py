"""Games with special cells by the thousand: dice, seats, ends, what is seen, and what a network learns."""

from __future__ import annotations

import numpy as np
import pytest

from companion.advisor.special_features import MOST_INDICES, side_size, table_ids, vector_count
from companion.advisor.special_tables import MISSES, PLACES, SIZE
from companion.advisor.training.special_evolve import evolve
from companion.advisor.training.special_learn import round_samples
from companion.advisor.training.special_match import Player, field_of, greedy, match, play
from companion.advisor.training.special_network import (
    learn,
    load_learner,
    new_learner,
    new_network,
    save_learner,
)
from companion.advisor.training.special_play import (
    GREEDY,
    LEARNED,
    Samples,
    learned_value,
    make_room,
)
from sheets.pad import FURTHER_PADS

SHY = Player(GREEDY, (0.5, 0.5, 0.1, 3.0))
"""A greedy player that would rather take a miss than skip."""


def test_the_same_seed_throws_the_same_dice_whoever_plays() -> None:
    field = field_of("connected-b")
    own = greedy(field.name)
    first, again, other = (play(field, [own, own], 4, seed)[0].points for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize("name", FURTHER_PADS)
def test_games_end_and_are_seen_by_those_who_learn(name: str) -> None:
    field = field_of(name)
    samples = Samples.empty(400)
    played, written = play(field, [greedy(name)] * 3, 2, 1, 0, 0.3, samples, [True, False, True])
    assert (played.turns > 8).all() and (played.points > 0).any()
    assert written == sum(2 * (turns - 1) for turns in played.turns), "nobody sees the end of a game"
    found = samples.first(written)
    assert set(found.seats) == {0, 2}
    for ids in found.ids:
        end = ids.tolist().index(-1)
        assert 20 < end < MOST_INDICES and (ids[:end] >= 0).all()
        assert ids[:end].max() < vector_count(field.tables)
        assert len(set(ids[:end].tolist())) == end, "no index twice"
    wins, shares = found.targets[:, 0], played.shares
    assert set(wins.tolist()) <= set(shares.ravel().tolist()), "without a network the outcome is the target"


def test_sheets_of_connected_games_differ() -> None:
    samples = Samples.empty(600)
    field = field_of("connected-a")
    _, written = play(field, [greedy("connected-a")] * 5, 2, 3, 0, 0.3, samples, [True] * 5)
    # Steps differ from sheet to sheet, so what the players see at the beginning does.
    first = {tuple(samples.ids[i]) for i in range(5)}
    assert written >= 5 and len(first) == 5


def test_who_is_seen_from_the_other_side_has_the_sides_exchanged() -> None:
    tables = field_of("big-points").tables
    one, two = np.zeros((2, PLACES), np.int64)
    one[:4], two[:4] = (0b11, 0b1, 0, 0b101), (0, 0b111, 0b1001, 0)
    one[MISSES] = 2
    ids, turned = np.zeros((2, MOST_INDICES), np.int64)
    count = table_ids(tables, one, two, 0, 0, 2, ids)
    assert table_ids(tables, two, one, 0, 1, 2, turned) == count
    side = side_size(tables)
    assert {i + side for i in ids[:count] if i < side} == {i for i in turned[:count] if side <= i < 2 * side}
    assert {i - side for i in ids[:count] if side <= i < 2 * side} == {i for i in turned[:count] if i < side}


def test_a_game_that_is_over_is_judged_by_its_points() -> None:
    tables = field_of("x-change").tables
    network, room = new_network(tables, 1), make_room(32, 32)
    sheets = np.zeros((2, PLACES), np.int64)
    sheets[:, 0] = sheets[:, 1] = (1 << (SIZE - 1)) | 0b11111
    level = learned_value(tables, network, sheets, 0, 0b11, 1, room)
    assert level == 0.5
    sheets[1, MISSES] = 1
    assert learned_value(tables, network, sheets, 0, 0b11, 1, room) > 1
    assert learned_value(tables, network, sheets, 1, 0b11, 1, room) < 0


def test_a_network_learns_and_goes_on_where_it_was(tmp_path) -> None:
    field, rival = field_of("lucky-15"), greedy("lucky-15")
    samples = Samples.empty(300)
    _, written = play(field, [rival, rival], 5, 2, 0, 0.3, samples, [True, True])
    learner = new_learner(new_network(field.tables, 1))
    order = np.arange(written // 128 * 128)
    losses = [learn(learner, samples, order, 3e-3) for _ in range(3)]
    assert losses[2] < losses[0] - 0.01
    assert any((a != b).any() for a, b in zip(learner.smooth, learner.now, strict=True))
    save_learner(learner, tmp_path / "kept.npz", round=3)
    again = new_learner(new_network(field.tables, 2))
    assert load_learner(again, tmp_path / "kept.npz") == {"round": 3.0}
    assert learn(again, samples, order, 3e-3) == learn(learner, samples, order, 3e-3)


def test_learned_players_take_their_turns() -> None:
    field, rival = field_of("connected-b"), greedy("connected-b")
    player = Player(LEARNED, rival.weights, new_network(field.tables, 1))
    found = match(field, player, rival, 2, 2, 5)
    assert found.shape == (1, 2) and ((found >= 0) & (found <= 1)).all()


def test_the_first_rounds_are_played_by_the_greedy_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.advisor.training.special_learn.ROUND_SAMPLES", 120)
    field, rival = field_of("double-b"), greedy("double-b")
    learner = new_learner(new_network(field.tables, 1))
    for number in (0, 5):
        found = round_samples(field, learner, number, 1, rival)
        assert len(found.seats) and (found.ids[:, 0] >= 0).all()
        assert set(found.targets[:, 0].tolist()) <= {0.0, 0.5, 1.0} or number


def test_evolution_finds_weights_that_beat_a_bad_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.advisor.training.special_evolve.CANDIDATES", 6)
    weights = evolve("connected-a", 1, 12, 1)
    assert weights == evolve("connected-a", 1, 12, 1) != evolve("connected-a", 1, 12, 2)
    field = field_of("connected-a")
    assert match(field, Player(GREEDY, weights), SHY, 2, 20, 9).mean() > 0.5
