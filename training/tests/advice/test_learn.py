"""Learning by self-play: which samples it makes, how they change the network, and exported networks."""

import hashlib
import tomllib

import numpy as np
import onnxruntime
import pytest

pytest.importorskip("torch", reason="torch is needed to learn networks, not to play")
pytest.importorskip("onnx", reason="onnx is needed to export networks, not to play")

from companion.advisor.encoder import NUMBERS, EncodedStates
from companion.advisor.value import ValueNetwork
from training.advice import learn, random_crosses
from training.advice.network import Learner, Network, export, load_shipped
from training.advice.play import play
from training.advice.players import GreedyPlayer, LearnedPlayer, game_data
from training.advice.ship import model_card

CLASSIC = game_data("classic")


def some_seen(count: int, seed: int = 0, data=CLASSIC) -> EncodedStates:
    """Return random encoded states, which may be impossible in a game.

    Each id but the last is one of only four that its position may have; the last id is padding.
    """
    rng = np.random.default_rng(seed)
    ids = 100 * np.arange(20) + rng.integers(0, 4, (count, 20))
    ids[:, -1] = data.encoder.nothing
    return EncodedStates(ids.astype(np.int32), rng.random((count, NUMBERS)).astype(np.float32))


def outputs(path, seen: EncodedStates):
    told = {"ids": seen.ids, "numbers": seen.numbers}
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]).run(None, told)


def network_of(data=CLASSIC) -> Network:
    return Network(data.encoder.vector_count)


def test_the_network_plays_by_the_mean_of_what_it_learnt() -> None:
    learner = Learner(network_of())
    seen, other = some_seen(32, 1), some_seen(8, 2)
    before = learner(other)[1]
    for _ in range(40):
        learner.learn(seen, np.ones(32, np.float32), np.ones(32, np.float32), 1e-2)
    little = learner(other)[1] - before
    learner.mean.load_state_dict(learner.now.state_dict())
    much = learner(other)[1] - before
    assert (np.abs(little) < np.abs(much) / 4).all()
    assert (np.abs(little) > 0).all()


def test_nothing_stays_nothing_while_the_network_learns() -> None:
    learner = Learner(network_of())
    for _ in range(5):
        learner.learn(some_seen(32, 1), np.ones(32, np.float32), np.ones(32, np.float32), 1e-2)
    assert not learner.mean.table.weight[-1].any() and learner.mean.table.weight[0].any()


@pytest.mark.parametrize("in_eight_bits", [False, True])
def test_exported_network_plays_alike(tmp_path, in_eight_bits: bool) -> None:
    learner, seen, path = Learner(network_of()), some_seen(20), tmp_path / "advice.onnx"
    export(learner.mean, path, in_eight_bits)
    exported = outputs(path, seen)
    for one, two in zip(learner(seen), exported, strict=True):
        assert one == pytest.approx(two, abs=0.02 if in_eight_bits else 1e-5)
    for one, two in zip(Learner(load_shipped(path))(seen), exported, strict=True):
        assert one == pytest.approx(two, abs=1e-5)
    export(load_shipped(path), tmp_path / "again.onnx", in_eight_bits)
    for one, two in zip(outputs(tmp_path / "again.onnx", seen), exported, strict=True):
        assert one == pytest.approx(two, abs=1e-5)


def test_a_shipped_network_is_improved_from_what_it_says(tmp_path) -> None:
    training = learn.Training("longo", 1, tmp_path, improve=True)
    seen = some_seen(20, 1, training.data)
    for one, two in zip(training.learner(seen), ValueNetwork("longo").outputs(seen), strict=True):
        assert one == pytest.approx(two, abs=1e-4)
    (job,) = training.next_jobs(1)
    assert job.args[4] is training.learner and job.args[-1] == learn.TD_LAMBDA_IMPROVING
    (fresh,) = learn.Training("longo", 1, tmp_path / "other").next_jobs(1)
    assert fresh.args[4] is None and fresh.args[-1] == learn.TD_LAMBDA


def test_learning_moves_towards_what_came_of_the_games(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(learn, "GAMES", 24)
    monkeypatch.setattr(learn, "BATCH_SIZE", 256)
    training = learn.Training("lucky-15", 1, tmp_path)
    losses = [training.learn([job() for job in training.next_jobs(1)], 1e-3) for _ in range(6)]
    assert np.mean(losses[-3:]) < losses[0]
    training.save()
    again = learn.Training("lucky-15", 1, tmp_path)
    assert again.round == 6
    for part in ("now", "mean"):
        kept, learnt = (getattr(one.learner, part).state_dict() for one in (training, again))
        assert all((kept[name] == learnt[name]).all() for name in kept)
    steps = again.learner.adam.state_dict()["state"][0]["step"]
    assert steps == training.learner.adam.state_dict()["state"][0]["step"] > 0


def test_a_training_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(learn, "GAMES", 16)
    whole = learn.Training.learn

    def stopped(training, new, rate):
        if training.round == 3:
            raise KeyboardInterrupt
        return whole(training, new, rate)

    monkeypatch.setattr(learn.Training, "learn", stopped)
    with pytest.raises(KeyboardInterrupt):
        learn.train(learn.Training("mixx-a", 1, tmp_path), 5, 1e-3)
    assert learn.Training("mixx-a", 1, tmp_path).round == 3


def test_targets_end_in_what_came_of_the_game() -> None:
    samples = learn.play_samples("classic", 2, 16, 1, None, False, 0.3)
    players = [GreedyPlayer(CLASSIC, None, learn.GREEDY_NOISE, 1 + seat) for seat in range(2)]
    outcome = play(CLASSIC.tables, players, 16, 1)
    assert set(np.unique(samples.wins)) <= {0.0, 0.5, 1.0}
    turns = outcome.turns - 1
    assert len(samples.ids) == len(samples.wins) == 2 * turns.sum()
    for seat, part in enumerate(np.split(samples.leads, 2)):
        lead = (outcome.points[:, seat] - outcome.points[:, 1 - seat]) / 50
        assert part.sum() == pytest.approx((lead * turns).sum(), abs=1e-2)


@pytest.mark.parametrize("seed", [4, 5])
def test_among_rivals_only_the_own_seat_is_learnt_from(seed: int) -> None:
    judge = Learner(network_of())
    samples = learn.play_samples("classic", 3, 8, seed, judge, True, 0.3)
    players = [GreedyPlayer(CLASSIC)] * 3
    own = seed % 3
    players[own] = LearnedPlayer(CLASSIC, judge, learn.EXPLORATION_NOISE, seed + own, learn.SELF_PLAY_REACH)
    outcome = play(CLASSIC.tables, players, 8, seed)
    assert len(samples.ids) == (outcome.turns - 1).sum()
    lead = outcome.points[:, own] - np.delete(outcome.points, own, 1).max(1)
    longest = outcome.turns == outcome.turns.max()
    assert samples.leads[: longest.sum()] == pytest.approx(lead[longest] / 50), "what came of them"


def test_a_random_cross_ends_the_lesson_of_earlier_tables(monkeypatch) -> None:
    monkeypatch.setattr(random_crosses, "CROSSED_GAMES_SHARE", 1.0)
    monkeypatch.setattr(random_crosses, "CROSS_PROBABILITY", 1.0)
    judge = Learner(network_of())
    samples = learn.play_samples("classic", 2, 8, 1, judge, False, 1.0)
    half = len(samples.wins) // 2
    assert set(samples.wins[:1].tolist()) <= {0.0, 0.5, 1.0}, "the last table: what came of the game"
    assert not np.isin(samples.wins[half - 8 : half], (0.0, 0.5, 1.0)).any(), (
        "earlier ones end in a random cross"
    )


def test_rows_that_are_alike_are_exchanged_in_lessons() -> None:
    alike = {"classic", "longo", "double-a", "lucky-15", "x-change"}
    different = {"mixx-a", "mixx-b", "bonus-a", "bonus-b", "big-points", "connected-b", "connect-15"}
    assert all(learn.has_interchangeable_rows(game_data(name).tables) for name in alike)
    assert not any(learn.has_interchangeable_rows(game_data(name).tables) for name in different)
    sheets = np.zeros((50, 2, 20), np.int64)
    sheets[:, 0, :8], sheets[:, 1, :8] = range(1, 9), range(11, 19)
    turned, closed = learn._exchanged(sheets, np.full(50, 0b0001), np.random.default_rng(1))
    exchanged = {
        (*own[:8], *other[:4], int(bits)) for (own, other), bits in zip(turned.tolist(), closed, strict=True)
    }
    assert exchanged == {
        (*rows, *(row + 4 for row in rows), *(row + 10 for row in rows), 1 << rows.index(1))
        for rows in ((1, 2, 3, 4), (2, 1, 3, 4), (1, 2, 4, 3), (2, 1, 4, 3))
    }


def test_a_network_gets_an_entry_with_the_sum_of_its_file(tmp_path) -> None:
    file = tmp_path / "advice-big-points.onnx"
    export(network_of(game_data("big-points")), file)
    (entry,) = tomllib.loads(model_card("big-points", file, "61.0 ± 1.2 % of 4,000 games"))["model"]
    assert entry["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert entry["file"] == file.name
