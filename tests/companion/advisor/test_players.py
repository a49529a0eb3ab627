"""The players of the simulator: linear, greedy, learned; how they are evolved and learnt."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from companion.advisor.features import SLOTS, EncodedStates, FeatureEncoder
from companion.advisor.greedy import WEIGHTS, GreedyPlayer, evolved, ingredients
from companion.advisor.grid import Grid, grid
from companion.advisor.learned import LearnedPlayer
from companion.advisor.linear import LinearPlayer, SteppingPlayer
from companion.advisor.simulator import Afterstates, GameBatch, play
from companion.advisor.simulator_sheets import Sheets
from companion.advisor.states import States
from companion.advisor.training import learn, tournament
from companion.advisor.training.evolve import evolve, fitness
from companion.advisor.training.perceptron import REFRESH, Perceptron
from companion.advisor.value import value_network
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


def view(own: list[str], other: str, closed: int = 0, table: Grid = CLASSIC) -> Afterstates:
    """Sheets that the first of two players may bring about; the other has `other` in every game."""
    count, pad = len(own), table.pad.name
    closed = np.full(count, closed, np.int32)
    sitting = [sheets(["- / - / - / -"] * count, pad), sheets([other] * count, pad)]
    number = np.arange(count)
    after = closed | sum(
        (sheets(own, pad).rows[row] >> table.first_closing != 0).astype(np.int32) << row for row in range(4)
    )
    return Afterstates(
        GameBatch(table, sitting, closed, closed, number), 0, number, sheets(own, pad), after, after
    )


def states_of(own: str, other: str, closed: int = 0, after: int = 0, pad: str = "classic") -> States:
    asked = view([own], other, closed, grid(load_pad(pad)))
    states = asked.states()
    return States(
        states.rows,
        states.misses,
        states.bar,
        states.earned,
        states.lucky,
        states.closed,
        states.removed,
        np.array([after], np.int32),
    )


def test_linear_counts_marks_gaps_and_misses() -> None:
    own = ["a2 / - / - / -", "a4 / - / - / -", "- / - / - / - misses 1", "a2 a4 / b2 / c11 / -"]
    worth = LinearPlayer(CLASSIC).evaluate(view(own, EMPTY))
    assert worth.tolist() == [1, 1 - 2 * 0.5, -2.5, 4 - 2 * 0.5]
    locked = "a2 a3 a4 a5 a6 a12 / - / - / -"
    assert LinearPlayer(CLASSIC).evaluate(view([locked], EMPTY)).tolist() == [7 - 5 * 0.5]
    stepping = SteppingPlayer(CLASSIC).evaluate(view([*own, locked], EMPTY))
    assert stepping.tolist() == [0.5, -0.5, -2.5, 1.0, 1.5]


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
    worth = GreedyPlayer(table).evaluate(view(own, EMPTY, 0, table))
    assert worth[0] > worth[1]
    assert worth[2] > worth[3]
    assert len(evolved(pad)) == len(WEIGHTS)


def test_evolution_finds_out_who_plays_badly() -> None:
    weights = np.array([[1.7, 6.0, 0.05, 0.1], [-1.0, -5.0, 0.0, 0.0], [1.7, 6.0, -1.0, 0.1]])
    found = fitness(CLASSIC, weights, LinearPlayer(CLASSIC), 1200, 3)
    assert found[0] > found[1] + 0.1
    assert found[0] > found[2] + 0.1


def test_evolution_goes_on_where_it_was_stopped(tmp_path) -> None:
    whole = evolve("classic", 3, 80, 5, tmp_path / "whole")
    evolve("classic", 1, 80, 5, tmp_path / "parts")
    assert json.loads((tmp_path / "parts" / "evolve-classic.json").read_text())["generation"] == 1
    assert evolve("classic", 3, 80, 5, tmp_path / "parts").tolist() == whole.tolist()


def some_seen(features: FeatureEncoder, count: int, seed: int = 0) -> EncodedStates:
    """Tables that need not be possible, with few vectors that are used often."""
    rng = np.random.default_rng(seed)
    places = features.slot_starts + rng.integers(0, 4, (count, SLOTS))
    return EncodedStates(places.astype(np.int16), rng.random((count, features.width)).astype(np.float32))


@pytest.mark.parametrize("name", Perceptron.NAMES)
def test_the_gradient_is_the_slope_of_the_loss(name: str) -> None:
    features = FeatureEncoder(load_pad("classic"))
    rng = np.random.default_rng(0)
    seen = some_seen(features, 64)
    win, lead = rng.random(64).astype(np.float32), rng.random(64).astype(np.float32)

    network = Perceptron(features, 1)
    start = network.learn(seen, win, lead, 0.0)
    weight = network.weights[name]
    slope = weight.first / 0.1  # the first moment after one step
    place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
    weight.now[place] += 0.01
    assert (network.learn(seen, win, lead, 0.0) - start) / 0.01 == pytest.approx(slope[place], rel=0.05)


def test_the_network_plays_by_the_mean_of_what_it_learnt() -> None:
    features = FeatureEncoder(load_pad("mixx-a"))
    network = Perceptron(features, 1)
    seen, other = some_seen(features, 32, 1), some_seen(features, 8, 2)
    before = network(other)[1]
    for _ in range(3 * REFRESH):
        network.learn(seen, np.ones(32, np.float32), np.ones(32, np.float32), 1e-2)
    little = network(other)[1] - before
    for weight in network.weights.values():
        weight.smooth = weight.now.copy()
    again = Perceptron(features, 2)
    again.restore(network.state())
    much = again(other)[1] - before
    assert (np.abs(little) < np.abs(much) / 4).all()
    assert (np.abs(little) > 0).all()


def test_rows_that_are_alike_may_be_exchanged() -> None:
    features = FeatureEncoder(load_pad("classic"))
    own, other = "a2 a5 / b3 / c12 c8 / -", "a4 / - / c11 / d12 d11 d10"
    swapped = [
        (("a3 / b2 b5 / c12 c8 / -", "- / b4 / c11 / d12 d11 d10"), 0b0100),
        (("a2 a5 / b3 / - / d12 d8", "a4 / - / c12 c11 c10 / d11"), 0b1000),
        (("a2 a6 / - / c12 c9 / d11", "a3 / b2 b3 b4 / c10 / -"), 0b0001),
    ]
    first = features(states_of(own, other, closed=0b0100, after=1))
    turned = [as_bytes(features.permuted(first, order)) for order in features.row_permutations()]
    assert len(set(turned)) == 8
    for tables, closed in swapped:
        second = as_bytes(features(states_of(*tables, closed=closed, after=1)))
        assert second != as_bytes(first)
        assert turned.count(second) == 1


def as_bytes(seen: EncodedStates) -> bytes:
    return seen.vector_ids.tobytes() + seen.numbers.tobytes()


@pytest.mark.parametrize("pad", PADS)
def test_what_a_network_is_told_differs_where_the_table_differs(pad: str) -> None:
    features = FeatureEncoder(load_pad(pad))
    cell = str(load_pad(pad).rows[1].cells[0])
    marked = f"- / {cell} / - / -"
    seen = [
        features(states_of(EMPTY, EMPTY, pad=pad)),
        features(states_of(marked, EMPTY, pad=pad)),
        features(states_of(EMPTY, marked, pad=pad)),
        features(states_of(EMPTY, EMPTY, closed=0b1000, pad=pad)),
        features(states_of(EMPTY, EMPTY, after=1, pad=pad)),
        features(states_of(EMPTY + " misses 1", EMPTY, pad=pad)),
        features(states_of(EMPTY, EMPTY + " misses 1", pad=pad)),
    ]
    assert {one.numbers.shape for one in seen} == {(1, features.width)}
    assert all((one.vector_ids >= features.slot_starts).all() for one in seen)
    assert all((one.vector_ids < [*features.slot_starts[1:], features.vector_count]).all() for one in seen)
    assert len({as_bytes(one) for one in seen}) == len(seen)


def even(features):
    """A network that knows nothing."""
    return np.zeros(len(features), np.float32), np.zeros(len(features), np.float32)


def test_the_learned_player_counts_games_that_end() -> None:
    nine = "- / b2 b3 b4 b5 b6 b7 b8 b9 b10 / - / -"
    locks = "a2 a3 a4 a5 a6 a12 / - / - / -"
    waits = "a2 a3 a4 a5 a6 / - / - / -"
    player = LearnedPlayer(CLASSIC, even)
    ahead = player.evaluate(view([locks, waits], "- / b2 / - / -", closed=0b1000))
    assert ahead[0] > 1 > ahead[1]
    behind = player.evaluate(view([locks, waits], nine, closed=0b1000))
    assert behind[0] < 0 < behind[1]
    misses = player.evaluate(view([EMPTY + " misses 4", EMPTY + " misses 3"], nine))
    assert misses[0] < 0 < misses[1]
    tied = player.evaluate(view(["a2 / - / - / - misses 4"], "- / b2 / - / - misses 4"))
    assert tied[0] == 0.5


def test_what_greedy_finds_hopeless_is_not_judged() -> None:
    asked = []

    def judge(features):
        asked.append(len(features))
        return even(features)

    seen = view(["a2 / - / - / -", "a11 / - / - / -"], EMPTY)
    same = Afterstates(seen.batch, 0, np.zeros(2, np.intp), seen.sheets, seen.closed, seen.removed)
    worth = LearnedPlayer(CLASSIC, judge, reach=1.0).evaluate(same)
    assert asked == [1]
    assert worth[0] > worth[1]


def test_learning_moves_towards_what_came_of_the_games(tmp_path, monkeypatch, full_counts) -> None:
    rounds, games = (12, 64) if full_counts else (8, 24)
    monkeypatch.setattr(learn, "GAMES", games)
    training = learn.Training("classic", 1, tmp_path)
    losses = []
    for _ in range(rounds):
        losses.append(training.learn([job() for job in training.jobs(1)], 1e-3))
    assert np.mean(losses[-3:]) < losses[0]
    training.save()
    again = learn.Training("classic", 1, tmp_path)
    assert again.round == rounds
    for name, weight in training.network.weights.items():
        for part in ("now", "smooth", "first", "second"):
            assert np.array_equal(getattr(weight, part), getattr(again.network.weights[name], part))


def test_a_training_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(learn, "GAMES", 32)
    monkeypatch.setattr(learn, "share_of_wins", lambda *_: 0.4)
    whole = learn.Training.learn

    def stopped(training, new, rate):
        if training.round == 3:
            raise KeyboardInterrupt
        return whole(training, new, rate)

    monkeypatch.setattr(learn.Training, "learn", stopped)
    with pytest.raises(KeyboardInterrupt):
        learn.train(learn.Training("mixx-a", 1, tmp_path), 5, 10, 1e-3, 1, None)
    monkeypatch.setattr(learn.Training, "learn", whole)
    again = learn.Training("mixx-a", 1, tmp_path)
    assert (again.round, again.best_share) == (3, 0.0)
    steps = again.network.steps
    assert steps > 0
    learn.train(again, 5, 10, 1e-3, 1, None)
    done = learn.Training("mixx-a", 1, tmp_path)
    assert (done.round, done.best_share) == (5, 0.4)
    assert done.network.steps > steps
    assert (tmp_path / "advice-mixx-a.best.npz").is_file()


def test_targets_end_in_what_came_of_the_game() -> None:
    places, _, wins, leads = learn.play_samples("classic", 2, 32, 1, None)
    outcome = play(CLASSIC, [GreedyPlayer(CLASSIC)] * 2, 32, 1)
    assert set(np.unique(wins)) <= {0.0, 0.5, 1.0}
    turns = outcome.turns - 1
    assert len(places) == len(wins) == 2 * turns.sum()
    for seat, part in enumerate(np.split(leads, 2)):
        lead = (outcome.points[:, seat] - outcome.points[:, 1 - seat]) / 50
        assert part.sum() == pytest.approx((lead * turns).sum(), abs=1e-2)


@pytest.mark.parametrize("seed", [4, 5])
def test_among_rivals_only_the_own_seat_is_learnt_from(seed: int) -> None:
    network = Perceptron(FeatureEncoder(load_pad("classic")), 1)
    places, _, _, leads = learn.play_samples("classic", 3, 32, seed, network, LinearPlayer)
    players = [LinearPlayer(CLASSIC)] * 3
    players[seed % 3] = LearnedPlayer(
        CLASSIC, network, learn.EXPLORATION_NOISE, seed + seed % 3, learn.SELF_PLAY_REACH
    )
    outcome = play(CLASSIC, players, 32, seed)
    assert len(places) == (outcome.turns - 1).sum()
    own = outcome.points[:, seed % 3] - np.delete(outcome.points, seed % 3, 1).max(1)
    last = leads[: (outcome.turns == outcome.turns.max()).sum()]  # of the longest games, what came of them
    assert last == pytest.approx(own[outcome.turns == outcome.turns.max()] / 50)


def test_what_is_exported_is_what_plays(tmp_path) -> None:
    onnx = pytest.importorskip("onnx", reason="onnx is needed to export networks, not to play")
    assert onnx
    from onnxruntime import InferenceSession

    from companion.advisor.training.export import export

    features = FeatureEncoder(load_pad("longo"))
    network, seen = Perceptron(features, 1), some_seen(features, 20)
    export(network.folded(), tmp_path / "advice.onnx")
    told = {"places": seen.vector_ids.astype(np.int32), "rest": seen.numbers}
    for one, two in zip(
        network(seen), InferenceSession(tmp_path / "advice.onnx").run(None, told), strict=True
    ):
        assert one == pytest.approx(two, abs=1e-5)


def test_a_shipped_network_is_improved_from_what_it_says(tmp_path) -> None:
    pytest.importorskip("onnx", reason="onnx is needed to read the weights of networks, not to play")
    shipped = learn.ROOT / "models" / "advice-longo.onnx"
    training = learn.Training("longo", 1, tmp_path, shipped)
    judge = value_network("longo", 2)
    assert judge is not None
    seen = some_seen(training.encoder, 20)
    for one, two in zip(training.network(seen), judge.outputs(seen), strict=True):
        assert one == pytest.approx(two, abs=1e-4)
    (job,) = training.jobs(1)
    assert job.args[4] is training.network
    assert job.args[-1] == learn.IMPROVING.td_lambda
    fresh = learn.Training("longo", 1, tmp_path / "other")
    assert fresh.jobs(1)[0].args[-1] == learn.FROM_NOTHING.td_lambda


@pytest.mark.parametrize("pad", PADS)
def test_every_pad_has_a_network_that_knows_who_is_far_ahead(pad: str) -> None:
    judge = value_network(pad, 2)
    assert judge is not None
    cells = [[str(cell) for cell in row.cells] for row in load_pad(pad).rows]
    far = " / ".join(" ".join(row[:6]) for row in cells)
    ahead, behind = (judge(states_of(*pair, pad=pad)) for pair in ((far, EMPTY), (EMPTY, far)))
    assert ahead[0][0] > 0.8 and behind[0][0] < 0.2
    assert ahead[1][0] > 15 and behind[1][0] < -15
    assert judge(states_of(EMPTY, EMPTY, pad=pad))[0][0] == pytest.approx(0.5, abs=0.15)


def test_no_network_is_asked_about_a_table_that_it_never_saw() -> None:
    assert value_network("classic", 6) is None
    assert value_network("classic", 1) is None
    assert value_network("of our own", 2) is None


def test_the_table_of_a_pad_has_a_line_for_each_pairing(monkeypatch) -> None:
    monkeypatch.setattr(tournament, "speed", lambda _: (1.0, 1.0))
    monkeypatch.setattr(tournament, "together", lambda *_: 1.0)
    words = ["bonus-a", "--games", "40", "--more", "20", "--workers", "1"]
    told = CliRunner().invoke(tournament.main, words).output.splitlines()[2:-1]
    assert told[0].split()[:4] == ["pad", "player", "against", "players"]
    lines = [line.split() for line in told[1:]]
    asked = [(line[1], line[2], int(line[3])) for line in lines]
    assert asked == [
        (player, "alone" if seats == 1 else rival, seats)
        for player, rival, seats, _ in tournament.lines(40, 20)
    ]
    assert {("learned", "greedy", seats) for seats in (2, 3, 4, 5)} <= set(asked)
    for (player, rival, seats), line in zip(asked, lines, strict=True):
        assert int(line[4]) == {2: 40, 3: 18}.get(seats, 20) or player == rival
        assert ("±" in line) == (rival not in (player, "alone")), line
        if "±" in line:
            share, times = float(line[5]), float(line[8])
            assert 0 <= share <= 100 and times == pytest.approx(share * seats / 100, abs=0.006 * seats)
