"""Measures computer players against each other: `make bench-advice`, which runs `python -m
training.advice.tournament`.

It prints shares of wins, with ties shared, and their 95 % confidence intervals. The same dice are played from
every seat.
"""

import importlib.util
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.value import ValueNetwork
from sheets.pad import FURTHER_PADS, PADS
from training.advice.match_figures import Share, share_of
from training.advice.play import Player, play
from training.advice.players import LINEAR, GameData, GreedyPlayer, LearnedPlayer, game_data

PLAYERS: dict[str, Callable[[GameData], Player]] = {
    "linear": lambda data: GreedyPlayer(data, LINEAR),
    "greedy": GreedyPlayer,
    "learned": lambda data: LearnedPlayer(data, ValueNetwork(data.name).outputs),
}
PART = 2000
"""Number of games per job."""
LINE = "{:12} {:8} {:8} {:>7} {:>7}  {:>10}  {:>11} {:>7}"
"""The format of a line: game, player, rival, number of players, number of games, share of wins, that share
times the number of players, points of the player."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One player's share of the win and points in each game, (deals, seats).

    In a deal, the player plays the same dice once from each seat.
    """

    shares: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]

    @property
    def share(self) -> Share:
        return share_of(self.shares)


def play_match(name: str, player: str, rival: str, seats: int, games: int, seed: int) -> MatchResult:
    """Play `games` games of one `player` against `seats` - 1 rivals, equally many from each seat."""
    data = game_data(name)
    own, other = PLAYERS[player](data), PLAYERS[rival](data)
    shares, points = [], []
    for seat in range(seats):
        players = [other] * seats
        players[seat] = own
        outcome = play(data.tables, players, max(1, games // seats), seed)
        shares.append(outcome.shares[:, seat])
        points.append(outcome.points[:, seat].astype(np.float64))
    return MatchResult(np.stack(shares, axis=1), np.stack(points, axis=1))


def play_matches(name: str, player: str, rival: str, seats: int, games: int, workers: int) -> MatchResult:
    """Play a match like `play_match`, split into jobs that run in parallel."""
    parts = max(1, games // PART)
    jobs = [
        partial(play_match, name, player, rival, seats, games // parts, 1000 + part) for part in range(parts)
    ]
    if workers == 1:
        found = [job() for job in jobs]
    else:
        from joblib import Parallel, delayed

        found = Parallel(n_jobs=workers)(delayed(job)() for job in jobs)
    return MatchResult(np.concatenate([p.shares for p in found]), np.concatenate([p.points for p in found]))


def speed(games: int) -> tuple[float, float]:
    """Return how many two-player greedy games are played per second of processor time and of real time."""
    data = game_data("classic")
    players = [GreedyPlayer(data)] * 2
    play(data.tables, players, 20, 0)
    clock, processor = time.perf_counter(), time.process_time()
    play(data.tables, players, games, 1)
    return games / (time.process_time() - processor), games / (time.perf_counter() - clock)


def _cores() -> int:
    """Return the default number of processes: one per core, or 1 if joblib is not installed."""
    return len(os.sched_getaffinity(0)) if importlib.util.find_spec("joblib") else 1


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([*PADS, *FURTHER_PADS]))
@click.option("--games", default=4_000, show_default=True, help="Of each line with two players.")
@click.option("--more", default=1_500, show_default=True, help="Of each line with three to five players.")
@click.option("--workers", default=_cores(), show_default=True, help="Processes; more than one need joblib.")
def main(names: tuple[str, ...], games: int, more: int, workers: int) -> None:
    """Print what the players of the games NAMES score and how often they win, as soon as it is known."""
    start = time.monotonic()
    click.echo(f"greedy play, two players, classic: {speed(10_000)[0]:,.0f} games a second of one core")
    click.echo(LINE.format("game", "player", "against", "players", "games", "wins, %", "times 1/n", "points"))
    for name in names or (*PADS, *FURTHER_PADS):
        for player, rival, seats, count in lines(games, more):
            found = play_matches(name, player, rival, seats, count, workers)
            rated = player != rival
            click.echo(
                LINE.format(
                    name,
                    player,
                    rival,
                    seats,
                    f"{found.shares.size:,}",
                    str(found.share) if rated else "",
                    f"{found.share.mean * seats:.2f} ± {found.share.half * seats:.2f}" if rated else "",
                    f"{found.points.mean():.1f}",
                ).rstrip()
            )
    click.echo(f"{(time.monotonic() - start) / 60:.1f} minutes")


def lines(games: int, more: int) -> list[tuple[str, str, int, int]]:
    """Return (player, rival, number of players, number of games) for each line of a game's table.

    `games`: the number of games for two players of different kinds; `more`: the number for all other lines.
    """
    return [
        ("greedy", "greedy", 2, more),
        ("greedy", "linear", 2, games),
        ("learned", "learned", 2, more),
        ("learned", "linear", 2, games),
        ("learned", "greedy", 2, games),
        *(("learned", "greedy", seats, more) for seats in (3, 4, 5)),
    ]


if __name__ == "__main__":
    main()
