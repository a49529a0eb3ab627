"""The players of the simulator: linear, greedy, learned; how they are evolved and learnt."""

from __future__ import annotations

import json

import numpy as np
import pytest

from companion.advisor.features import Features
from companion.advisor.greedy import WEIGHTS, Greedy, evolved, ingredients
from companion.advisor.grid import Grid, grid
from companion.advisor.learned import Learned
from companion.advisor.linear import Linear
from companion.advisor.simulator import Table, View, play
from companion.advisor.simulator_sheets import Sheets
from companion.advisor.states import States
from companion.advisor.training import learn
from companion.advisor.training.evolve import evolve, fitness
from companion.advisor.training.perceptron import Perceptron
from companion.advisor.value import network
from companion.rules import Sheet
from sheets.pad import PADS, load_pad

CLASSIC = grid(load_pad("classic"))
EMPTY = "- / - / - / -"


def sheets(texts: list[str], pad: str = "classic") -> Sheets:
    found = [Sheet.parse(text, load_pad(pad)) for text in texts]
    rows = np.array([sheet.rows for sheet in found], np.int32).T.copy()
    misses = np.array([sheet.misses for sheet in found], np.int32)
    bar = np.array([sheet.bar for sheet in found], np.int32)
    none = np.zeros(len(found), np.int32)
    return Sheets(rows, misses, bar, none, np.zeros((2, len(found)), np.int32))


def view(own: list[str], other: str, shut: int = 0, table: Grid = CLASSIC) -> View:
    """Sheets that the first of two players may bring about; the other has `other` in every game."""
    count, pad = len(own), table.pad.name
    closed = np.full(count, shut, np.int32)
    sitting = [sheets(["- / - / - / -"] * count, pad), sheets([other] * count, pad)]
    number = np.arange(count)
    after = closed | sum(
        (sheets(own, pad).rows[row] >> table.first != 0).astype(np.int32) << row for row in range(4)
    )
    return View(Table(table, sitting, closed, closed, number), 0, number, sheets(own, pad), after, after)


def states_of(own: str, other: str, shut: int = 0, after: int = 0, pad: str = "classic") -> States:
    asked = view([own], other, shut, grid(load_pad(pad)))
    states = asked.states()
    return States(
        states.rows,
        states.misses,
        states.bar,
        states.earned,
        states.lucky,
        states.shut,
        states.gone,
        np.array([after], np.int32),
    )


def test_linear_counts_marks_gaps_and_misses() -> None:
    own = ["a2 / - / - / -", "a4 / - / - / -", "- / - / - / - misses 1", "a2 a4 / b2 / c11 / -"]
    worth = Linear(CLASSIC).worth(view(own, EMPTY))
    assert worth.tolist() == [1, 1 - 2 * 0.5, -2.5, 4 - 2 * 0.5]
    locked = "a2 a3 a4 a5 a6 a12 / - / - / -"
    assert Linear(CLASSIC).worth(view([locked], EMPTY)).tolist() == [7 - 5 * 0.5]


def test_expected_progress_is_the_chance_of_what_is_right_of_the_last_mark() -> None:
    table = ingredients(CLASSIC)
    white = {number: (6 - abs(7 - number)) / 36 for number in range(2, 13)}
    faces = range(1, 7)
    coloured = {
        n: sum(n in (a + c, b + c) for a in faces for b in faces for c in faces) / 216 for n in range(2, 13)
    }
    for number in (2, 7, 11):
        bits = Sheet.parse(f"a{number} / - / - / -", load_pad("classic")).rows[0]
        expected = sum(white[n] + coloured[n] / 2 for n in range(number + 1, 13))
        assert table[0, bits, 1] == pytest.approx(expected, abs=1e-5)
    locked = Sheet.parse("a2 a3 a4 a5 a6 a12 / - / - / -", load_pad("classic")).rows[0]
    assert table[0, locked].tolist() == pytest.approx([7, 0, 21, 0])


@pytest.mark.parametrize("pad", PADS)
def test_greedy_prefers_near_cells_and_no_misses(pad: str) -> None:
    table = grid(load_pad(pad))
    cells = [str(cell) for cell in load_pad(pad).rows[0].cells]
    near, far = f"{cells[0]} / - / - / -", f"{cells[4]} / - / - / -"
    own = [near, far, EMPTY, EMPTY + " misses 1"]
    worth = Greedy(table).worth(view(own, EMPTY, 0, table))
    assert worth[0] > worth[1]
    assert worth[2] > worth[3]
    assert len(evolved(pad)) == len(WEIGHTS)


def test_evolution_finds_out_who_plays_badly() -> None:
    weights = np.array([[1.7, 6.0, 0.05, 0.1], [-1.0, -5.0, 0.0, 0.0], [1.7, 6.0, -1.0, 0.1]])
    found = fitness(CLASSIC, weights, Linear(CLASSIC), 1200, 3)
    assert found[0] > found[1] + 0.1
    assert found[0] > found[2] + 0.1


def test_evolution_goes_on_where_it_was_stopped(tmp_path) -> None:
    whole = evolve("classic", 3, 80, 5, tmp_path / "whole")
    evolve("classic", 1, 80, 5, tmp_path / "parts")
    assert json.loads((tmp_path / "parts" / "evolve-classic.json").read_text())["generation"] == 1
    assert evolve("classic", 3, 80, 5, tmp_path / "parts").tolist() == whole.tolist()


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    rng = np.random.default_rng(0)
    features = rng.random((16, 12)).astype(np.float32)
    win, lead = rng.random(16).astype(np.float32), rng.random(16).astype(np.float32)

    def loss(network: Perceptron) -> float:
        return network.learn(features, win, lead, 0.0, True)

    for number in range(6):
        network = Perceptron(12, 1)
        start = loss(network)
        weight = network.weights[number]
        slope = network.first[number] / 0.1  # the first moment after one step
        place = np.unravel_index(np.abs(slope).argmax(), weight.shape)
        weight[place] += 0.01
        assert (loss(network) - start) / 0.01 == pytest.approx(slope[place], rel=0.05), number


def test_exchanged_features_are_learnt_as_if_the_table_were_exchanged() -> None:
    rng = np.random.default_rng(0)
    features, order = rng.random((64, 30)).astype(np.float32), rng.permutation(30)
    win, lead = rng.random(64).astype(np.float32), rng.random(64).astype(np.float32)
    one, two = Perceptron(30, 1), Perceptron(30, 1)
    for _ in range(3):
        one.learn(features[:, order], win, lead, 1e-3, True)
        two.learn(features, win, lead, 1e-3, True, order)
    for a, b in zip(one.weights, two.weights, strict=True):
        assert a == pytest.approx(b, abs=1e-5)


def test_rows_that_are_alike_may_be_exchanged() -> None:
    features = Features(load_pad("classic"))
    own, other = "a2 a5 / b3 / c12 c8 / -", "a4 / - / c11 / d12 d11 d10"
    swapped = "a3 / b2 b5 / c12 c8 / -", "- / b4 / c11 / d12 d11 d10"
    first = features(states_of(own, other, shut=0b0100, after=1))[0]
    second = features(states_of(*swapped, shut=0b0100, after=1))[0]
    turned = [first[order] for order in features.turns()]
    assert not np.array_equal(first, second)
    assert sum(np.array_equal(second, other) for other in turned) == 1
    assert len(turned) == 8


@pytest.mark.parametrize("pad", PADS)
def test_what_a_network_is_told_differs_where_the_table_differs(pad: str) -> None:
    features = Features(load_pad(pad))
    cell = str(load_pad(pad).rows[1].cells[0])
    marked = f"- / {cell} / - / -"
    seen = [
        features(states_of(EMPTY, EMPTY, pad=pad)),
        features(states_of(marked, EMPTY, pad=pad)),
        features(states_of(EMPTY, marked, pad=pad)),
        features(states_of(EMPTY, EMPTY, shut=0b1000, pad=pad)),
        features(states_of(EMPTY, EMPTY, after=1, pad=pad)),
        features(states_of(EMPTY + " misses 1", EMPTY, pad=pad)),
        features(states_of(EMPTY, EMPTY + " misses 1", pad=pad)),
    ]
    assert {one.shape for one in seen} == {(1, features.width)}
    assert len({one.tobytes() for one in seen}) == len(seen)


def even(features):
    """A network that knows nothing."""
    return np.zeros(len(features), np.float32), np.zeros(len(features), np.float32)


def test_the_learned_player_counts_games_that_end() -> None:
    nine = "- / b2 b3 b4 b5 b6 b7 b8 b9 b10 / - / -"
    locks = "a2 a3 a4 a5 a6 a12 / - / - / -"
    waits = "a2 a3 a4 a5 a6 / - / - / -"
    player = Learned(CLASSIC, even)
    ahead = player.worth(view([locks, waits], "- / b2 / - / -", shut=0b1000))
    assert ahead[0] > 1 > ahead[1]
    behind = player.worth(view([locks, waits], nine, shut=0b1000))
    assert behind[0] < 0 < behind[1]
    misses = player.worth(view([EMPTY + " misses 4", EMPTY + " misses 3"], nine))
    assert misses[0] < 0 < misses[1]
    tied = player.worth(view(["a2 / - / - / - misses 4"], "- / b2 / - / - misses 4"))
    assert tied[0] == 0.5


def test_what_greedy_finds_hopeless_is_not_judged() -> None:
    asked = []

    def judge(features):
        asked.append(len(features))
        return even(features)

    seen = view(["a2 / - / - / -", "a11 / - / - / -"], EMPTY)
    same = View(seen.table, 0, np.zeros(2, np.intp), seen.sheets, seen.shut, seen.gone)
    worth = Learned(CLASSIC, judge, reach=1.0).worth(same)
    assert asked == [1]
    assert worth[0] > worth[1]


def test_learning_moves_towards_what_came_of_the_games(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(learn, "GAMES", 64)
    course = learn.Course("classic", 1, tmp_path)
    losses = []
    for _ in range(12):
        losses.append(course.learn([job() for job in course.jobs(1)], 1e-3))
    assert np.mean(losses[-3:]) < losses[0]
    course.save()
    again = learn.Course("classic", 1, tmp_path)
    assert again.round == 12
    for one, two in zip(course.network.weights, again.network.weights, strict=True):
        assert np.array_equal(one, two)


def test_targets_end_in_what_came_of_the_game() -> None:
    features, wins, leads, chances = learn.lessons("classic", 2, 32, 1, None)
    outcome = play(CLASSIC, [Greedy(CLASSIC)] * 2, 32, 1)
    assert chances
    assert set(np.unique(wins)) <= {0.0, 0.5, 1.0}
    turns = outcome.turns - 1
    assert len(features) == 2 * turns.sum()
    for seat, part in enumerate(np.split(leads, 2)):
        lead = (outcome.points[:, seat] - outcome.points[:, 1 - seat]) / 50
        assert part.sum() == pytest.approx((lead * turns).sum(), abs=1e-2)


@pytest.mark.parametrize("pad", PADS)
def test_every_pad_has_a_network_that_knows_who_is_far_ahead(pad: str) -> None:
    judge = network(pad, 2)
    assert judge is not None
    cells = [[str(cell) for cell in row.cells] for row in load_pad(pad).rows]
    far = " / ".join(" ".join(row[:6]) for row in cells)
    ahead, behind = (judge(states_of(*pair, pad=pad)) for pair in ((far, EMPTY), (EMPTY, far)))
    assert ahead[0][0] > 0.8 > 0.2 > behind[0][0]
    assert ahead[1][0] > 15 > -15 > behind[1][0]
    assert judge(states_of(EMPTY, EMPTY, pad=pad))[0][0] == pytest.approx(0.5, abs=0.15)


def test_no_network_is_asked_about_a_table_that_it_never_saw() -> None:
    assert network("classic", 6) is None
    assert network("classic", 1) is None
    assert network("of our own", 2) is None
