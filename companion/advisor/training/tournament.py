"""Measure the players against each other: `make bench-advice`, which runs `python -m
companion.advisor.training.tournament`.

Each share is of games won, ties shared, over both (or all) seats in turn, with its 95 % interval. By default
so many games as take little more than a minute of one core's time; the figures in docs/advice.md are of
`--games 20000 --more 5000`, about five.
"""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import Grid, grid
from companion.advisor.learned import LearnedPlayer
from companion.advisor.linear import LinearPlayer, SteppingPlayer
from companion.advisor.simulator import Player, play
from companion.advisor.training.compiled import IS_COMPILED
from companion.advisor.training.game_play import greedy_player, play_games
from companion.advisor.value import value_network
from sheets.pad import PADS, load_pad
from vision.training.parallel import run_jobs

PLAYERS: dict[str, Callable[[Grid], Player]] = {
    "linear": LinearPlayer,
    "stepping": SteppingPlayer,
    "greedy": GreedyPlayer,
    "learned": lambda grid: LearnedPlayer(grid, judge_of(grid.pad.name)),
}
PART = 2000
"""Games of one job."""
LINE = "{:8} {:9} {:9} {:>7} {:>7}  {:>10}  {:>11} {:>7}"
"""Pad, player, rival, seats, games, share of wins, times 1/n, points of the player."""


def judge_of(pad: str) -> Callable[..., tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """The network of a pad, as LearnedPlayer takes it. Raises ClickException if there is none."""
    found = value_network(pad, 2)
    if found is None:
        raise click.ClickException(f"There is no network models/advice-{pad}.onnx to measure.")
    return found.outputs


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Of one player in many games: shares of wins, points, each (games,)."""

    shares: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]

    @property
    def share(self) -> float:
        """The mean share of wins."""
        return float(self.shares.mean())

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval of the share."""
        return float(1.96 * self.shares.std() / np.sqrt(len(self.shares)))

    @property
    def mean(self) -> float:
        """Points on average."""
        return float(self.points.mean())


def play_match(pad: str, player: str, rival: str, seats: int, games: int, seed: int) -> MatchResult:
    """`games` games of one `player` among `seats` - 1 rivals, in each seat equally often."""
    table = grid(load_pad(pad))
    own, other = PLAYERS[player](table), PLAYERS[rival](table)
    shares, points = [], []
    for seat in range(seats):
        players: list[Player] = [other] * seats
        players[seat] = own
        outcome = play(table, players, max(1, games // seats), seed)
        shares.append(outcome.shares[:, seat])
        points.append(outcome.points[:, seat].astype(np.float64))
    return MatchResult(np.concatenate(shares), np.concatenate(points))


def play_matches(
    pad: str, player: str, rival: str, seats: int, games: int, workers: int, dask: str | None
) -> MatchResult:
    """As `play_match`, in parts side by side."""
    parts = max(1, games // PART)
    jobs: Iterable[partial[MatchResult]] = [
        partial(play_match, pad, player, rival, seats, games // parts, 1000 + part) for part in range(parts)
    ]
    found = list(run_jobs(jobs, workers=workers, dask=dask))
    return MatchResult(np.concatenate([p.shares for p in found]), np.concatenate([p.points for p in found]))


def speed(games: int) -> tuple[float, float]:
    """Two-player games of greedy play on the classic pad: a second of processor time, and of the clock."""
    table = grid(load_pad("classic"))
    players = [GreedyPlayer(table)] * 2
    play(table, players, 100, 0)
    clock, processor = time.perf_counter(), time.process_time()
    play(table, players, games, 1)
    return games / (time.process_time() - processor), games / (time.perf_counter() - clock)


def compiled_speed(games: int) -> float:
    """The same games a second of processor time, compiled."""
    pad = load_pad("classic")
    players = [greedy_player(pad)] * 2
    play_games(pad, players, 100, 0)
    processor = time.process_time()
    play_games(pad, players, games, 1)
    return games / (time.process_time() - processor)


def _pace(games: int) -> int:
    speed(games)
    return games


def together(games: int, workers: int) -> float:
    """Games of greedy play a second of the clock in so many processes."""
    list(run_jobs([partial(_pace, 100)] * workers, workers=workers))
    clock = time.perf_counter()
    done = sum(run_jobs([partial(_pace, games)] * workers, workers=workers))
    return done / (time.perf_counter() - clock)


def _cores() -> int:
    """As many processes as there are cores, or one where joblib is not installed."""
    return len(os.sched_getaffinity(0)) if importlib.util.find_spec("joblib") else 1


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--games", default=4_000, show_default=True, help="Of each line with two players.")
@click.option("--more", default=1_500, show_default=True, help="Of each line with three to five players.")
@click.option("--workers", default=_cores(), show_default=True, help="Processes; more than one need joblib.")
@click.option("--dask", help="Address of a Dask scheduler that has the workers.")
def main(pads: tuple[str, ...], games: int, more: int, workers: int, dask: str | None) -> None:
    """Print what the players score and how often they win, each line as soon as it is known."""
    start = time.monotonic()
    one, _ = speed(20_000)
    click.echo(f"Simulator, greedy play, two players, classic: {one:,.0f} games a second of one core")
    if IS_COMPILED:
        fast = compiled_speed(20_000)
        click.echo(f"compiled: {fast:,.0f} games a second of one core, {fast / one:.1f} times as many")
    click.echo(f"in {workers} processes: {together(20_000, workers):,.0f} games a second")
    click.echo(LINE.format("pad", "player", "against", "players", "games", "wins, %", "times 1/n", "points"))
    for pad in pads or PADS:
        for player, rival, seats, count in lines(games, more):
            found = play_matches(pad, player, rival, seats, count, workers, dask)
            rated = seats > 1 and player != rival
            click.echo(
                LINE.format(
                    pad,
                    player,
                    rival if seats > 1 else "alone",
                    seats,
                    f"{len(found.shares):,}",
                    f"{100 * found.share:.1f} ± {100 * found.interval:.1f}" if rated else "",
                    f"{found.share * seats:.2f} ± {found.interval * seats:.2f}" if rated else "",
                    f"{found.mean:.1f}",
                ).rstrip()
            )
    click.echo(f"{(time.monotonic() - start) / 60:.1f} minutes")


def lines(games: int, more: int) -> list[tuple[str, str, int, int]]:
    """Player, rival, seats and how many games of each line of the table of a pad."""
    return [
        ("linear", "linear", 1, more),
        ("linear", "linear", 2, more),
        ("stepping", "stepping", 1, more),
        ("stepping", "stepping", 2, more),
        ("greedy", "greedy", 2, more),
        ("greedy", "linear", 2, games),
        ("greedy", "stepping", 2, games),
        ("learned", "learned", 2, more),
        ("learned", "linear", 2, games),
        ("learned", "stepping", 2, games),
        ("learned", "greedy", 2, games),
        *(("learned", "greedy", seats, more) for seats in (3, 4, 5)),
    ]


if __name__ == "__main__":
    main()
