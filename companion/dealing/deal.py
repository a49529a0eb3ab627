"""A deal: sheets that differ from player to player, and are worth the same.

One sheet is drawn at random, and dealt in guises that are equivalent under the dice, so each has the same
value by itself. Simulated games measure whether that holds at one table, where rows close for everybody:
expected points must lie within POINTS of their mean and chances to win within SHARE of an equal share, each
with its interval. More games are played until they do; otherwise another sheet is drawn.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from random import Random

import numpy as np
import numpy.typing as npt

from companion.dealing.arrays import PadArrays, Whole, check_simulated, pad_arrays
from companion.dealing.play import Simulation
from companion.dealing.random_pads import NotDealt, Rows, draw_rows, guises, rounds
from sheets.pad import SHEET_LETTERS, Pad

Floats = npt.NDArray[np.float64]

PLAYERS = range(2, len(SHEET_LETTERS) + 1)
"""Possible numbers of players of a deal."""
POINTS = 1.0
"""Largest distance of a sheet's expected points from the mean of all."""
SHARE = 0.01
"""Largest distance of a sheet's chance to win from an equal share."""
SIGMAS = 1.96
"""Standard errors in half an interval: 95 of 100 intervals hold the true value."""
BATCH = 20_000
"""Games that are played at once by the sheets chosen; chosen."""
MOST_BATCHES = 4
"""Batches after which sheets that are not fair by then are given up; chosen."""
MOST_ATTEMPTS = 30
"""Sheets that are drawn before the deal is given up; chosen."""
MOST_CHOICES = 200
"""Choices of guises of which the one with the fewest rows alike is taken; chosen."""
WORKERS = 2
"""Threads that play; NumPy lets them play side by side."""
CHUNK = 4_000
"""Games that one thread plays at once; chosen."""
USUAL_GAMES = 2 * BATCH
"""Approximate number of games of a deal."""

Progress = Callable[[int], None]
"""Called with the number of further games that have been played."""


@dataclass(frozen=True, slots=True, eq=False)
class Fairness:
    """The measurement: `games`; `points`, `shares` (n,) of each sheet, and half their intervals of 95 %."""

    games: int
    points: Floats
    points_margin: Floats
    shares: Floats
    shares_margin: Floats

    @property
    def points_off(self) -> Floats:
        """(n,) the distance of the points from their mean."""
        found: Floats = np.abs(self.points - self.points.mean())
        return found

    @property
    def shares_off(self) -> Floats:
        """(n,) the distance of the chances from an equal share."""
        found: Floats = np.abs(self.shares - 1 / len(self.shares))
        return found

    @property
    def is_fair(self) -> bool:
        """Tell whether both lie within their limits, with their intervals."""
        points = (self.points_off + self.points_margin <= POINTS).all()
        return bool(points and (self.shares_off + self.shares_margin <= SHARE).all())

    @property
    def is_unfair(self) -> bool:
        """Tell whether a limit is passed by more than an interval."""
        points = (self.points_off - self.points_margin > POINTS).any()
        return bool(points or (self.shares_off - self.shares_margin > SHARE).any())


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """The results of games: `pads`, `points`, `shares` (games, n)."""

    pads: Whole
    points: Whole
    shares: Floats

    def of(self, pad: int) -> tuple[Floats, Floats]:
        """The points and the shares of one pad, game by game."""
        found = self.pads == pad
        return self.points[found].astype(np.float64), self.shares[found]


def play_games(arrays: PadArrays, pads: Whole, seed: int, progress: Progress = lambda _: None) -> Games:
    """Play games with these pads (games, players) in WORKERS threads."""
    chunks = np.array_split(pads, -(-len(pads) // CHUNK))

    def played(number: int) -> Whole:
        return Simulation(arrays, chunks[number], (seed << 16) + number).play()

    found = []
    with ThreadPoolExecutor(WORKERS) as pool:
        for part in pool.map(played, range(len(chunks))):
            found.append(part)
            progress(len(part))
    points = np.concatenate(found)
    best = points == points.max(1, keepdims=True)
    return Games(pads, points, best / best.sum(1, keepdims=True))


def measure(
    arrays: PadArrays, players: int, games: int, seed: int, progress: Progress = lambda _: None
) -> Games:
    """Games of the first `players` pads, each in every seat equally often."""
    orders = np.array(list(permutations(range(players))), np.int32)
    return play_games(arrays, orders[np.arange(games) % len(orders)], seed, progress)


def fairness(played: list[Games], players: int) -> Fairness:
    """The fairness of the sheets by all these games."""
    points, shares = [], []
    for pad in range(players):
        found = [games.of(pad) for games in played]
        points.append(np.concatenate([each for each, _ in found]))
        shares.append(np.concatenate([each for _, each in found]))
    scored, won = np.array(points), np.array(shares)
    root = np.sqrt(scored.shape[1])
    return Fairness(
        scored.shape[1],
        scored.mean(1),
        SIGMAS * scored.std(1) / root,
        won.mean(1),
        SIGMAS * won.std(1) / root,
    )


def deal_rows(
    pad: Pad, players: int, seed: int, progress: Progress = lambda _: None
) -> tuple[list[Rows], Fairness]:
    """The rows of each player's sheet, and what was measured; the same seed deals the same.

    Raises NotSimulated or NotDealt.
    """
    if players not in PLAYERS:
        raise NotDealt(
            "A deal is for {least} to {most} players, not for {players}.",
            least=PLAYERS[0],
            most=PLAYERS[-1],
            players=players,
        )
    check_simulated(pad)
    chance = Random(f"deal {seed}")
    for _ in range(MOST_ATTEMPTS):
        sheets = _sheets(pad, players, chance)
        if sheets is None:
            continue
        found = _measured([replace(pad, rows=rows) for rows in sheets], chance, progress)
        if found.is_fair:
            return sheets, found
    raise NotDealt(
        "No {players} fair sheets were found for the pad {pad}; try another --seed.",
        players=players,
        pad=pad.name,
    )


def _sheets(pad: Pad, players: int, chance: Random) -> list[Rows] | None:
    """A random sheet in as many guises as there are players, with as few rows alike as possible.

    They make a round if the pad has one for so many players, so that they are worth exactly the same; else
    any guises are tried. None for a sheet that has too few.
    """
    rows = draw_rows(pad, chance)
    choices = rounds(pad, rows, players)
    if not choices:
        every = guises(pad, rows)
        if len(every) < players:
            return None
        choices = [chance.sample(every, players) for _ in range(MOST_CHOICES)]
    chance.shuffle(choices)
    return min(choices, key=_rows_alike)


def _rows_alike(sheets: Sequence[Rows]) -> int:
    return sum(one == other for pair in combinations(sheets, 2) for one, other in zip(*pair, strict=True))


def _measured(pads: Sequence[Pad], chance: Random, progress: Progress) -> Fairness:
    """The fairness of these pads, measured by games until it is clear."""
    arrays = pad_arrays(pads, len(pads))
    played: list[Games] = []
    for _ in range(MOST_BATCHES):
        played.append(measure(arrays, len(pads), BATCH, chance.getrandbits(32), progress))
        found = fairness(played, len(pads))
        if found.is_fair or found.is_unfair:
            break
    return found
