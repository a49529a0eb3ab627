"""Learn the value network of a pad by self-play: `python -m companion.advisor.training.learn classic`.

Every round plays GAMES games of the network against itself, or alone among greedy players or one linear one,
after each turn notes what it sees in each seat, and moves the network towards TD(lambda): the value one turn
on, mixed with what came of the game. Tables of two to five players are mixed. The first rounds are played by
the greedy player, whose games at least end well. Fixed seed; stopped and started again it goes on where it
was (build/advice-PAD.npz).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.features import EncodedStates, Features, Places
from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import Grid, grid
from companion.advisor.learned import LearnedPlayer
from companion.advisor.linear import SteppingPlayer
from companion.advisor.simulator import Afterstates, GameBatch, Player, play
from companion.advisor.training.perceptron import Perceptron
from companion.advisor.value import LEAD
from sheets.pad import PADS, load_pad
from vision.training.parallel import run_jobs

Floats = npt.NDArray[np.float32]
Halves = npt.NDArray[np.float16]
Lesson = tuple[Places, Halves, Floats, Floats]
"""Places and rest of what was seen, chances to win, leads."""

ROOT = Path(__file__).parents[3]
GAMES = 1024
"""Games of a round with two players; with more players fewer, so that rounds take about as long."""
ALIKE = ("classic", "longo")
"""Pads whose rows are alike, so that one table seen is eight, the rows exchanged."""
TABLES = (
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
)
"""How many players sit at the tables of successive rounds, and who the others are: None for the network."""
TAUGHT = 10
"""Rounds that the greedy player plays at first."""
TRACE = 0.25
"""Lambda: how much of a target is what came of the game, and not the value one turn on."""
NOISE = 0.015
BATCH = 1024
LAST = 0.05
"""The rate of Adam falls to this part of what it was at first."""
KEPT = 8
"""Lessons of so many rounds are kept,"""
SAY = 180
"""Seconds between two looks at how the network does against the greedy player."""
AGAIN = 3
"""and so many of them gone through again in each round: playing takes much longer than learning."""
REACH = 1.5
"""In self-play only what the greedy player finds at most so much worse than the best is judged; see
Learned."""


class Notes:
    """What the players of some seats saw after each turn of a batch."""

    def __init__(self, features: Features, seats: Sequence[int]) -> None:
        self.features = features
        self.seats = seats
        self.turns: list[tuple[npt.NDArray[np.intp], dict[int, EncodedStates]]] = []

    def __call__(self, table: GameBatch, over: npt.NDArray[np.bool_], dice: npt.NDArray[np.int32]) -> None:
        """After a turn: the games that go on."""
        del dice
        still = np.flatnonzero(~over)
        if not len(still):
            return
        found = {}
        for seat in self.seats:
            sheets = table.sheets[seat].take(still)
            view = Afterstates(table, seat, still, sheets, table.closed[still], table.removed[still])
            seen = self.features(view.states())
            found[seat] = EncodedStates(seen.places, seen.rest.astype(np.float16).astype(np.float32))
        self.turns.append((table.game[still], found))


def lessons(
    pad: str,
    seats: int,
    games: int,
    seed: int,
    network: Perceptron | None,
    rival: Callable[[Grid], Player] | None = None,
) -> Lesson:
    """A batch of games (by the greedy player where there is no network yet) as what was seen and targets.

    `rival`: who plays in all seats but one; None: the network does.
    """
    table = grid(load_pad(pad))
    learners = range(seats) if rival is None or network is None else [seed % seats]
    notes = Notes(Features(table.pad), learners)
    players: list[Player] = [(rival or GreedyPlayer)(table)] * seats
    if network is not None:
        for seat in learners:
            players[seat] = LearnedPlayer(table, network, NOISE, seed + seat, REACH)
    outcome = play(table, players, games, seed, notes)
    points = outcome.points.astype(np.float32)
    seen, wins, leads = [], [], []
    for seat in learners:
        win = outcome.shares[:, seat].astype(np.float32)
        lead = (points[:, seat] - np.delete(points, seat, 1).max(1)) / np.float32(LEAD)
        for numbers, told in reversed(notes.turns):
            seen.append(told[seat])
            wins.append(win[numbers])
            leads.append(lead[numbers])
            if network is not None:
                logit, ahead = network(told[seat])
                win[numbers] = TRACE * win[numbers] + (1 - TRACE) / (1 + np.exp(-logit))
                lead[numbers] = TRACE * lead[numbers] + (1 - TRACE) * ahead
    places = np.concatenate([one.places for one in seen])
    rest = np.concatenate([one.rest for one in seen]).astype(np.float16)
    return places, rest, np.concatenate(wins), np.concatenate(leads)


def against(pad: str, judge: Perceptron, rival: Player, games: int, seed: int) -> float:
    """The share of two-player games won, from both seats."""
    table = grid(load_pad(pad))
    own = LearnedPlayer(table, judge)
    first = play(table, [own, rival], games // 2, seed).shares[:, 0].mean()
    second = play(table, [rival, own], games // 2, seed).shares[:, 1].mean()
    return float(first + second) / 2


class Course:
    """The training of one pad: its network, the rounds done, lessons kept."""

    def __init__(self, pad: str, seed: int, folder: Path, start: Path | None = None) -> None:
        self.pad, self.seed = pad, seed
        self.path = folder / f"advice-{pad}.npz"
        self.features = Features(load_pad(pad))
        self.network = Perceptron(self.features, seed)
        self.turns = self.features.turns() if pad in ALIKE else []
        self.round = 0
        self.kept: list[Lesson] = []
        self.best = 0.0
        if self.path.is_file():
            with np.load(self.path) as state:
                self.network.restore(state)
                self.round = int(state["round"])
                self.best = float(state["best"])
        elif start is not None:
            with np.load(start) as state:
                self.network.restore(state)
            self.round = TAUGHT

    def save(self) -> None:
        """So that a stopped training goes on here."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        state = self.network.state() | {"round": np.array(self.round), "best": np.array(self.best)}
        np.savez(self.path.with_suffix(".new.npz"), **state)
        self.path.with_suffix(".new.npz").replace(self.path)

    def jobs(self, workers: int) -> list[partial[Lesson]]:
        """The games of one round."""
        seats, rival = TABLES[self.round % len(TABLES)]
        games = max(1, GAMES * 2 // seats // workers)
        network = None if self.round < TAUGHT else self.network
        seeds = np.random.default_rng((self.seed, self.round)).integers(2**31, size=workers)
        return [partial(lessons, self.pad, seats, games, int(seed), network, rival) for seed in seeds]

    def learn(self, new: list[Lesson], rate: float) -> float:
        """One pass over the new lessons and as much of the old ones; gives the loss."""
        rng = np.random.default_rng((self.seed, self.round, 1))
        losses = []
        old = [self.kept[i] for i in rng.permutation(len(self.kept))[: AGAIN * len(new)]]
        for places, rest, wins, leads in [*old, *new]:
            order = rng.permutation(len(wins))
            for start in range(0, len(order) - BATCH // 2, BATCH):
                part = order[start : start + BATCH]
                seen = EncodedStates(places[part], rest[part].astype(np.float32))
                if self.turns:
                    seen = self.features.turned(seen, self.turns[rng.integers(len(self.turns))])
                losses.append(self.network.learn(seen, wins[part], leads[part], rate))
        self.kept = (self.kept + new)[-KEPT * len(new) :]
        self.round += 1
        return float(np.mean(losses))


def train(course: Course, rounds: int, minutes: float, rate: float, workers: int, dask: str | None) -> None:
    """Go on until `rounds` are done or the minutes are over; prints and saves as it goes."""
    table = grid(load_pad(course.pad))
    greedy = GreedyPlayer(table)
    start = said = time.monotonic()
    first = course.round
    best = course.path.with_suffix(".best.npz")
    try:
        while course.round < rounds and time.monotonic() - start < 60 * minutes:
            gone = max(course.round / rounds, (time.monotonic() - start) / 60 / minutes)
            now = rate * LAST**gone
            loss = course.learn(list(run_jobs(course.jobs(workers), workers=workers, dask=dask)), now)
            if time.monotonic() - said > SAY or course.round == rounds:
                share = against(course.pad, course.network, greedy, 3000, 99)
                if share > course.best:
                    course.best = share
                    np.savez(best, **course.network.state())
                course.save()
                said = time.monotonic()
                pace = 60 * (course.round - first) / (said - start)
                click.echo(
                    f"{course.pad:8} round {course.round:5}  loss {loss:.4f}  rate {now:.5f}  "
                    f"wins against greedy {share:.3f} (best {course.best:.3f})  {pace:.0f} rounds a minute"
                )
    finally:  # stopped by hand, too
        course.save()


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--rounds", default=3000, show_default=True)
@click.option("--minutes", default=240.0, show_default=True, help="For each pad.")
@click.option("--rate", default=1e-3, show_default=True, help="Of Adam, at first.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes for the self-play.")
@click.option("--dask", help="Address of a Dask scheduler that has the workers.")
@click.option("--start", type=click.Path(path_type=Path), help="A network of a like pad to start from.")
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
    """Learn the networks of PADS (all of them where none is named)."""
    for pad in pads or PADS:
        train(Course(pad, seed, folder, start), rounds, minutes, rate, workers, dask)


if __name__ == "__main__":
    main()
