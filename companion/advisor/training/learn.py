"""Learn the value network of a pad by self-play: `python -m companion.advisor.training.learn classic`.

In each round the network plays games against itself, or alone against other players. The training records
what each seat sees after each turn and moves the network towards TD(lambda): the value one turn later, mixed
with the outcome of the game. Tables of two to five players are mixed. In the first rounds the greedy player
plays, so that games end sensibly. If the network plays alone, crosses are put on some sheets by chance
(`companion.advisor.training.jumps`). The seed is fixed; a training that was stopped goes on where it was
(build/advice-PAD.npz). `--start models/advice-PAD.onnx` improves a network that is shipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.features import EncodedStates, FeatureEncoder, VectorIds
from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import Grid, grid
from companion.advisor.learned import LearnedPlayer
from companion.advisor.linear import SteppingPlayer
from companion.advisor.simulator import Afterstates, GameBatch, Player, play
from companion.advisor.simulator_options import Index
from companion.advisor.training.jumps import Jumps
from companion.advisor.training.perceptron import Perceptron
from companion.advisor.value import LEAD_UNIT_POINTS
from sheets.pad import PADS, load_pad
from vision.training.parallel import run_jobs

Floats = npt.NDArray[np.float32]


class Samples(NamedTuple):
    """What was seen, and the targets: chances to win, and leads in units of LEAD_UNIT_POINTS."""

    vector_ids: VectorIds
    numbers: npt.NDArray[np.float16]
    wins: Floats
    leads: Floats


ROOT = Path(__file__).parents[3]
GAMES = 1024
"""Games of a round with two players; with more players fewer, so that rounds take about as long."""
PADS_WITH_LIKE_ROWS = ("classic", "longo")
"""Pads whose rows are alike, so that one table seen stands for eight, with the rows exchanged."""
Seating = tuple[int, Callable[[Grid], Player] | None]


class Course(NamedTuple):
    """How a network is taught.

    `seatings`: how many players sit at the tables of successive rounds, and who the others are, None for the
    network. `td_lambda`: how much of a target is the outcome of the game, and not the value one turn later.
    `old_samples_share`: for each new set of samples so many old ones are learnt again, because playing takes
    longer than learning.
    """

    seatings: tuple[Seating, ...]
    td_lambda: float
    old_samples_share: int


FROM_NOTHING = Course(
    (
        (2, None),
        (2, GreedyPlayer),
        (3, None),
        (2, GreedyPlayer),
        (4, GreedyPlayer),
        (2, None),
        (2, SteppingPlayer),
        (2, GreedyPlayer),
        (5, None),
        (3, GreedyPlayer),
    ),
    td_lambda=0.25,
    old_samples_share=3,
)
IMPROVING = Course(
    ((2, None), (3, None), (2, None), (2, GreedyPlayer), (2, None), (4, None), (2, None), (5, None)),
    td_lambda=0.8,
    old_samples_share=2,
)
"""Of a network that is shipped: where it is wrong about a row, it is wrong one turn later too, so that more
must come from outcomes."""
WARM_UP_ROUNDS = 10
"""Rounds that the greedy player plays at first."""
EXPLORATION_NOISE = 0.015
"""Standard deviation of what is added to the values of moves in self-play."""
BATCH_SIZE = 1024
FINAL_RATE_SHARE = 0.05
"""The rate of Adam falls to this part of what it was at first."""
KEPT_ROUNDS = 8
"""The samples of so many rounds are kept."""
REPORT_SECONDS = 180
"""Seconds between two matches of the network against the greedy player."""
REPORT_GAMES, REPORT_SEED = 3000, 99
SELF_PLAY_REACH = 1.5
"""`reach` of LearnedPlayer in self-play."""


class SeenTables(NamedTuple):
    """What was seen between two turns: the numbers of the games, what each seat saw of them, and in which of
    them a jump followed."""

    games: Index
    seen: dict[int, EncodedStates]
    jumps: npt.NDArray[np.bool_]


class TurnRecorder:
    """What the players of some seats see after each turn of a batch, and again after a jump."""

    def __init__(self, encode: FeatureEncoder, seats: Sequence[int], jumps: Jumps | None = None) -> None:
        self.encode = encode
        self.seats = seats
        self.jumps = jumps
        self.turns: list[SeenTables] = []

    def __call__(self, batch: GameBatch, over: npt.NDArray[np.bool_], dice: npt.NDArray[np.int32]) -> None:
        """After a turn: the games that go on."""
        del dice
        still = np.flatnonzero(~over)
        if not len(still):
            return
        before = self._seen(batch, still)
        moved = still[:0] if self.jumps is None else self.jumps(batch, still)
        self.turns.append(SeenTables(batch.game[still], before, np.isin(still, moved)))
        if len(moved):
            after = self._seen(batch, moved)
            self.turns.append(SeenTables(batch.game[moved], after, np.zeros(len(moved), bool)))

    def _seen(self, batch: GameBatch, still: Index) -> dict[int, EncodedStates]:
        found = {}
        for seat in self.seats:
            sheets = batch.sheets[seat].take(still)
            after = Afterstates(batch, seat, still, sheets, batch.closed[still], batch.removed[still])
            seen = self.encode(after.states())
            numbers = seen.numbers.astype(np.float16).astype(np.float32)  # as they are kept
            found[seat] = EncodedStates(seen.vector_ids, numbers)
        return found


def play_samples(
    pad: str,
    seats: int,
    games: int,
    seed: int,
    network: Perceptron | None,
    rival: Callable[[Grid], Player] | None = None,
    td_lambda: float = FROM_NOTHING.td_lambda,
) -> Samples:
    """A batch of games as samples; without a network the greedy player plays.

    `rival`: who plays in all seats but one; None: the network does. `td_lambda`: as in Course.
    """
    table = grid(load_pad(pad))
    learners = range(seats) if rival is None or network is None else [seed % seats]
    jumps = Jumps(table, games, seed) if network is not None and rival is None else None
    recorder = TurnRecorder(FeatureEncoder(table.pad), learners, jumps)
    players: list[Player] = [(rival or GreedyPlayer)(table)] * seats
    if network is not None:
        for seat in learners:
            players[seat] = LearnedPlayer(table, network, EXPLORATION_NOISE, seed + seat, SELF_PLAY_REACH)
    outcome = play(table, players, games, seed, recorder)
    points = outcome.points.astype(np.float32)
    seen, wins, leads = [], [], []
    for seat in learners:
        win = outcome.shares[:, seat].astype(np.float32)
        lead = (points[:, seat] - np.delete(points, seat, 1).max(1)) / np.float32(LEAD_UNIT_POINTS)
        for numbers, encoded, jumped in reversed(recorder.turns):
            own, goes_on = encoded[seat], np.flatnonzero(~jumped)
            seen.append(own.take(goes_on))
            wins.append(win[numbers[goes_on]])
            leads.append(lead[numbers[goes_on]])
            if network is not None:
                logit, next_lead = network(own)
                share = np.where(jumped, 0, np.float32(td_lambda))  # nobody decided what came of a jump
                win[numbers] = share * win[numbers] + (1 - share) / (1 + np.exp(-logit))
                lead[numbers] = share * lead[numbers] + (1 - share) * next_lead
    return Samples(
        np.concatenate([one.vector_ids for one in seen]),
        np.concatenate([one.numbers for one in seen]).astype(np.float16),
        np.concatenate(wins),
        np.concatenate(leads),
    )


def share_of_wins(pad: str, network: Perceptron, rival: Player, games: int, seed: int) -> float:
    """The share of two-player games that the network wins, from both seats."""
    table = grid(load_pad(pad))
    own = LearnedPlayer(table, network)
    first = play(table, [own, rival], games // 2, seed).shares[:, 0].mean()
    second = play(table, [rival, own], games // 2, seed).shares[:, 1].mean()
    return float(first + second) / 2


class Training:
    """The training of one pad: its network, the rounds done, the samples kept.

    `start`: what it begins with, if it has not begun: the state of a training of a like pad (.npz), or a
    network that is shipped (.onnx), which it then improves.
    """

    def __init__(self, pad: str, seed: int, folder: Path, start: Path | None = None) -> None:
        self.pad, self.seed = pad, seed
        self.path = folder / f"advice-{pad}.npz"
        self.encoder = FeatureEncoder(load_pad(pad))
        self.network = Perceptron(self.encoder, seed)
        self.permutations = self.encoder.row_permutations() if pad in PADS_WITH_LIKE_ROWS else []
        self.round = 0
        self.kept: list[Samples] = []
        self.best_share = 0.0
        improves = start is not None and start.suffix == ".onnx"
        self.course = IMPROVING if improves else FROM_NOTHING
        if self.path.is_file():
            with np.load(self.path) as state:
                self.network.restore(state)
                self.round = int(state["round"])
                self.best_share = float(state["best"])
        elif start is not None:
            if improves:
                from companion.advisor.training.export import read_weights

                self.network.unfold(read_weights(start))
            else:
                with np.load(start) as state:
                    self.network.restore(state)
            self.round = WARM_UP_ROUNDS

    def save(self) -> None:
        """So that a stopped training goes on here."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        state = self.network.state() | {"round": np.array(self.round), "best": np.array(self.best_share)}
        np.savez(self.path.with_suffix(".new.npz"), **state)
        self.path.with_suffix(".new.npz").replace(self.path)

    def jobs(self, workers: int) -> list[partial[Samples]]:
        """The games of one round."""
        seats, rival = self.course.seatings[self.round % len(self.course.seatings)]
        games = max(1, GAMES * 2 // seats // workers)
        network = None if self.round < WARM_UP_ROUNDS else self.network
        seeds = np.random.default_rng((self.seed, self.round)).integers(2**31, size=workers)
        return [
            partial(play_samples, self.pad, seats, games, int(seed), network, rival, self.course.td_lambda)
            for seed in seeds
        ]

    def learn(self, new: list[Samples], rate: float) -> float:
        """One pass over the new samples and as many of the old ones; gives the loss."""
        rng = np.random.default_rng((self.seed, self.round, 1))
        losses = []
        old = [
            self.kept[i] for i in rng.permutation(len(self.kept))[: self.course.old_samples_share * len(new)]
        ]
        for samples in [*old, *new]:
            order = rng.permutation(len(samples.wins))
            for start in range(0, len(order) - BATCH_SIZE // 2, BATCH_SIZE):
                part = order[start : start + BATCH_SIZE]
                seen = EncodedStates(samples.vector_ids[part], samples.numbers[part].astype(np.float32))
                if self.permutations:
                    seen = self.encoder.permuted(
                        seen, self.permutations[rng.integers(len(self.permutations))]
                    )
                losses.append(self.network.learn(seen, samples.wins[part], samples.leads[part], rate))
        self.kept = (self.kept + new)[-KEPT_ROUNDS * len(new) :]
        self.round += 1
        return float(np.mean(losses))


def train(
    training: Training, rounds: int, minutes: float, rate: float, workers: int, dask: str | None
) -> None:
    """Go on until `rounds` are done or the minutes are over; prints and saves as it goes."""
    greedy = GreedyPlayer(grid(load_pad(training.pad)))
    start = reported = time.monotonic()
    first = training.round
    best_path = training.path.with_suffix(".best.npz")
    try:
        while training.round < rounds and time.monotonic() - start < 60 * minutes:
            progress = max(training.round / rounds, (time.monotonic() - start) / 60 / minutes)
            current_rate = rate * FINAL_RATE_SHARE**progress
            new = list(run_jobs(training.jobs(workers), workers=workers, dask=dask))
            loss = training.learn(new, current_rate)
            if time.monotonic() - reported > REPORT_SECONDS or training.round == rounds:
                share = share_of_wins(training.pad, training.network, greedy, REPORT_GAMES, REPORT_SEED)
                if share > training.best_share:
                    training.best_share = share
                    np.savez(best_path, **training.network.state())
                training.save()
                reported = time.monotonic()
                pace = 60 * (training.round - first) / (reported - start)
                click.echo(
                    f"{training.pad:8} round {training.round:5}  loss {loss:.4f}  rate {current_rate:.5f}  "
                    f"wins against greedy {share:.3f} (best {training.best_share:.3f})  "
                    f"{pace:.0f} rounds a minute"
                )
    finally:  # also when it is stopped by hand
        training.save()


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--rounds", default=3000, show_default=True)
@click.option("--minutes", default=240.0, show_default=True, help="For each pad.")
@click.option("--rate", default=1e-3, show_default=True, help="Of Adam, at first.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes for the self-play.")
@click.option("--dask", help="Address of a Dask scheduler that has the workers.")
@click.option(
    "--start",
    type=click.Path(path_type=Path),
    help="A training of a like pad to start from (.npz), or a shipped network to improve (.onnx).",
)
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Where it is kept.")
def main(
    pads: tuple[str, ...],
    rounds: int,
    minutes: float,
    rate: float,
    seed: int,
    workers: int,
    dask: str | None,
    start: Path | None,
    folder: Path,
) -> None:
    """Learn the networks of PADS (by default all of them)."""
    for pad in pads or PADS:
        train(Training(pad, seed, folder, start), rounds, minutes, rate, workers, dask)


if __name__ == "__main__":
    main()
