"""Learns the value network of a game by self-play: `python -m training.advice.learn classic`.

In each round, two to five players play many games: the network in all seats, or in one seat against greedy
players. The table after each turn, as a seat sees it, is a sample. Its TD(lambda) target mixes the value one
turn later with the outcome of the game. In the first rounds greedy players have all seats, so that games end
sensibly. If the network has all seats, some sheets get random crosses (`training.advice.random_crosses`).

The seed is fixed. A stopped training continues from build/advice-NAME.pt. `--improve` starts from the shipped
network.
"""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.encoder import EncodedStates, Floats
from companion.advisor.tables import PadTables, Whole
from companion.advisor.value import LEAD_UNIT_POINTS
from sheets.pad import FURTHER_PADS, PADS
from training.advice.match_figures import Share, share_of
from training.advice.network import Learner, Network, export, load_shipped
from training.advice.play import Games, Player, match, play
from training.advice.players import GameData, GreedyPlayer, LearnedPlayer, ValueFunction, game_data
from training.advice.random_crosses import RandomCrosses
from training.dice.parallel import run_jobs

ROOT = Path(__file__).parents[2]
GAMES = 512
"""Number of games in a two-player round. More players play fewer games, so that rounds take equally long."""
SEATINGS = ((2, False), (3, False), (2, True), (2, False), (4, False), (2, False), (2, True), (5, False))
"""The tables of successive rounds: number of players, and True if greedy players have all seats but one."""
WARM_UP_ROUNDS = 24
"""Number of rounds at the start that greedy players play, because an untrained network plays badly."""
GREEDY_NOISE = 0.7
"""Standard deviation, in crosses, of the noise on a greedy player's values, so that games vary."""
EXPLORATION_NOISE = 0.015
"""Standard deviation of the noise on the network's values (chances to win) in self-play."""
TD_LAMBDA, TD_LAMBDA_IMPROVING = 0.35, 0.8
"""Lambda of TD(lambda), for a new network and for `--improve`. A trained network needs more weight on the
outcomes of games, because its own values repeat its errors."""
SELF_PLAY_REACH = 1.5
"""In self-play, only moves at most this many crosses worse than the best greedy move are considered."""
BATCH_SIZE = 1024
KEPT_ROUNDS, OLD_ROUNDS = 8, 2
"""Number of rounds whose samples are kept, and how many rounds' worth of them each new round learns again."""
FINAL_RATE_SHARE = 0.05
"""Final learning rate as a share of the first."""
REPORT_SECONDS, REPORT_GAMES, REPORT_SEED = 120, 3000, 99
"""Seconds between test matches against a greedy player, number of games in a match, and its seed."""


class Samples(NamedTuple):
    """Encoded tables with their targets: chances to win, and leads in units of LEAD_UNIT_POINTS."""

    ids: npt.NDArray[np.int16]
    numbers: npt.NDArray[np.float16]
    wins: Floats
    leads: Floats

    def seen(self, part: npt.NDArray[np.intp]) -> EncodedStates:
        """Return the encoded tables at the indices `part`, as input of a network."""
        return EncodedStates(self.ids[part].astype(np.int32), self.numbers[part].astype(np.float32))


class SeenTables(NamedTuple):
    """The states of many games between two turns, each encoded from the perspective of some seats."""

    games: Whole  # the indices of the games
    seen: dict[int, EncodedStates]  # by seat
    crossed: npt.NDArray[np.bool_]  # True for a game in which a random cross follows


class TurnRecorder:
    """Records the states of many games after each turn, as some seats see them.

    If some sheets then get random `crosses`, the states of these games are recorded again.
    """

    def __init__(
        self, data: GameData, seats: Sequence[int], seed: int, crosses: RandomCrosses | None = None
    ) -> None:
        self.data, self.seats, self.crosses = data, seats, crosses
        self.turns: list[SeenTables] = []
        self._rng = np.random.default_rng(seed)
        self._is_alike = has_interchangeable_rows(data.tables)

    def __call__(self, games: Games, unfinished: Whole, thrower: int) -> None:
        """Record the games `unfinished` after a turn; the seat `thrower` rolls next."""
        before = self._seen(games, unfinished, thrower)
        crossed = unfinished[:0] if self.crosses is None else self.crosses(games, unfinished)
        self.turns.append(SeenTables(unfinished, before, np.isin(unfinished, crossed)))
        if len(crossed):
            after = self._seen(games, crossed, thrower)
            self.turns.append(SeenTables(crossed, after, np.zeros(len(crossed), bool)))

    def _seen(self, games: Games, which: Whole, thrower: int) -> dict[int, EncodedStates]:
        found, players = {}, games.sheets.shape[1]
        for seat in self.seats:
            sheets = games.sheets[which][:, (seat + np.arange(players)) % players]
            closed = games.closed[which]
            if self._is_alike:
                sheets, closed = _exchanged(sheets, closed, self._rng)
            following = np.full(len(which), (thrower - seat) % players)
            found[seat] = self.data.encoder(sheets, closed, following)
        return found


def has_interchangeable_rows(tables: PadTables) -> bool:
    """Return True if swapping rows a and b, or rows c and d, leaves the game the same."""
    parts = (tables.seconds[0], tables.doubles[0], tables.number_at)
    others = tables.steps.any() or (tables.partner >= 0).any() or tables.pair_bit.any()
    others |= len(tables.bar_row) > 0 or len(tables.field_row) > 0
    one_colour = bool((tables.colour_at == tables.colour_at[:, :1]).all())
    alike = all(np.array_equal(part[::2], part[1::2]) for part in parts)
    return alike and one_colour and not others and not len(tables.round_upper)


def _exchanged(sheets: Whole, closed: Whole, rng: np.random.Generator) -> tuple[Whole, Whole]:
    """Swap rows a and b at a random half of the tables, and rows c and d at another half.

    Return the new sheets and closed rows.
    """
    swaps = rng.integers(0, 2, (len(closed), 2))
    order = np.stack([swaps[:, 0], 1 - swaps[:, 0], 2 + swaps[:, 1], 3 - swaps[:, 1]], axis=1)
    out = sheets.copy()
    for begin in (0, 4):  # the rows, and their second crosses
        out[:, :, begin : begin + 4] = np.take_along_axis(sheets, begin + order[:, None], axis=2)
    return out, ((closed[:, None] >> order & 1) << np.arange(4)).sum(1)


def play_samples(
    name: str,
    seats: int,
    games: int,
    seed: int,
    value: ValueFunction | None,
    against_greedy: bool,
    td_lambda: float,
) -> Samples:
    """Play a batch of games and return their samples.

    `value`: the network, or None for greedy players in all seats. `against_greedy`: the network has one seat
    and greedy players have the others; otherwise the network has all.
    """
    data = game_data(name)
    learners = [seed % seats] if value is not None and against_greedy else list(range(seats))
    crosses = RandomCrosses(data.tables, games, seed) if value is not None and not against_greedy else None
    recorder = TurnRecorder(data, learners, seed, crosses)
    noise = GREEDY_NOISE if value is None else 0.0
    players: list[Player] = [GreedyPlayer(data, None, noise, seed + seat) for seat in range(seats)]
    if value is not None:
        for seat in learners:
            players[seat] = LearnedPlayer(data, value, EXPLORATION_NOISE, seed + seat, SELF_PLAY_REACH)
    outcome = play(data.tables, players, games, seed, recorder)
    points = outcome.points.astype(np.float32)
    parts = []
    for seat in learners:
        win = outcome.shares[:, seat].astype(np.float32)
        lead = (points[:, seat] - np.delete(points, seat, 1).max(1)) / np.float32(LEAD_UNIT_POINTS)
        parts += _targets(recorder.turns, seat, win, lead, value, td_lambda)
    return Samples(*map(np.concatenate, zip(*parts, strict=True)))


def _targets(
    turns: Sequence[SeenTables],
    seat: int,
    win: Floats,
    lead: Floats,
    value: ValueFunction | None,
    td_lambda: float,
) -> list[Samples]:
    """Return the samples of a seat with their TD(lambda) targets, the last turn first.

    `win`, `lead`: the seat's result in each game, (games,); these arrays are overwritten on the way.
    """
    found = []
    for games, seen, crossed in reversed(turns):
        own, goes_on = seen[seat], ~crossed
        told = own.ids[goes_on].astype(np.int16), own.numbers[goes_on].astype(np.float16)
        found.append(Samples(*told, win[games[goes_on]], lead[games[goes_on]]))
        if value is not None:
            logit, next_lead = value(own)
            share = np.where(crossed, 0, np.float32(td_lambda))  # nobody decided on a random cross
            win[games] = share * win[games] + (1 - share) / (1 + np.exp(-logit))
            lead[games] = share * lead[games] + (1 - share) * next_lead
    return found


class Training:
    """The training for one game: its network, the number of rounds done, and the last rounds' samples."""

    def __init__(self, name: str, seed: int, folder: Path, improve: bool = False) -> None:
        self.name, self.seed, self.data = name, seed, game_data(name)
        self.path = folder / f"advice-{name}.pt"
        shipped = ROOT / "models" / f"advice-{name}.onnx"
        network = load_shipped(shipped) if improve else Network(self.data.encoder.vector_count)
        self.td_lambda = TD_LAMBDA_IMPROVING if improve else TD_LAMBDA
        self.learner = Learner(network)
        self.round = WARM_UP_ROUNDS if improve else 0
        self.kept: list[Samples] = []
        if self.path.is_file():
            self.round = int(self.learner.load(self.path)["round"])

    def save(self) -> None:
        """Save the state, so that a stopped training can continue."""
        self.learner.save(self.path, round=self.round)

    def next_jobs(self, workers: int) -> list[partial[Samples]]:
        """Return the jobs of the next round, one per worker; each plays games and returns their samples."""
        seats, against_greedy = SEATINGS[self.round % len(SEATINGS)]
        value = None if self.round < WARM_UP_ROUNDS else self.learner
        games = max(1, GAMES * 2 // seats // workers)
        seeds = np.random.default_rng((self.seed, self.round)).integers(2**31, size=workers)
        return [
            partial(play_samples, self.name, seats, games, int(s), value, against_greedy, self.td_lambda)
            for s in seeds
        ]

    def learn(self, new: list[Samples], rate: float) -> float:
        """Train once on the new samples and some of the last rounds'; return the mean loss."""
        rng = np.random.default_rng((self.seed, self.round, 1))
        old = [self.kept[i] for i in rng.permutation(len(self.kept))[: OLD_ROUNDS * len(new)]]
        losses = []
        for samples in [*old, *new]:
            order = rng.permutation(len(samples.wins))
            for start in range(0, len(order) - BATCH_SIZE // 2, BATCH_SIZE):
                part = order[start : start + BATCH_SIZE]
                told = samples.seen(part), samples.wins[part], samples.leads[part]
                losses.append(self.learner.learn(*told, rate))
        self.kept = (self.kept + new)[-KEPT_ROUNDS * len(new) :]
        self.round += 1
        return float(np.mean(losses))


def share_of_wins(data: GameData, value: ValueFunction, rival: Player, games: int, seed: int) -> Share:
    """Return the share of two-player games that `value` wins. Every game is repeated with exchanged seats."""
    return share_of(match(data.tables, LearnedPlayer(data, value), rival, 2, games, seed))


def train(training: Training, minutes: float, rate: float, workers: int = 1, dask: str | None = None) -> None:
    """Train for this many minutes of processor time, printing results and saving at intervals.

    `rate`: the first learning rate. `dask`: the address of a scheduler.
    """
    rival = GreedyPlayer(training.data)
    begun = reported = time.process_time()
    try:
        while (spent := time.process_time() - begun) < 60 * minutes:
            current = rate * FINAL_RATE_SHARE ** (spent / 60 / minutes)
            loss = training.learn(
                list(run_jobs(training.next_jobs(workers), workers=workers, dask=dask)), current
            )
            if time.process_time() - reported > REPORT_SECONDS:
                share = share_of_wins(training.data, training.learner, rival, REPORT_GAMES, REPORT_SEED)
                training.save()
                reported = time.process_time()
                click.echo(
                    f"{training.name:12} round {training.round:5}  loss {loss:.4f}  rate {current:.5f}  "
                    f"wins against greedy {share} %"
                )
    finally:  # also when it is stopped by hand
        training.save()


@click.command()
@click.argument("games", nargs=-1, type=click.Choice([*PADS, *FURTHER_PADS]))
@click.option("--minutes", default=20.0, show_default=True, help="Of processor time for each game.")
@click.option("--rate", default=1e-3, show_default=True, help="Of Adam, at first.")
@click.option("--seed", default=1, show_default=True)
@click.option("--improve", is_flag=True, help="Begin with the networks that are shipped.")
@click.option("--workers", default=1, show_default=True, help="Processes for the self-play.")
@click.option("--dask", help="Address of a Dask scheduler that has the workers.")
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Where it is kept.")
def main(
    games: tuple[str, ...],
    minutes: float,
    rate: float,
    seed: int,
    improve: bool,
    workers: int,
    dask: str | None,
    folder: Path,
) -> None:
    """Learn the networks of GAMES (by default all of them) into FOLDER/advice-NAME.onnx."""
    for name in games or (*PADS, *FURTHER_PADS):
        training = Training(name, seed, folder, improve)
        train(training, minutes, rate, workers, dask)
        export(training.learner.mean, folder / f"advice-{name}.onnx")


if __name__ == "__main__":
    main()
