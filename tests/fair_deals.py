"""How fair deals are: `python -m tests.fair_deals` deals 20 times and plays each deal 20,000 times more.

These games have dice of their own, and are played by another player than those by which the sheets were
chosen: one who reckons that a number that comes up goes to the row in question more seldom. The last column
asks how likely wins would spread as far if all sheets were worth exactly the same.
"""

from math import erfc, exp, factorial, gamma, sqrt

import click
import numpy as np

from companion.advisor.heuristic import ROW_SHARE
from companion.dealing.arrays import pad_arrays
from companion.dealing.deal import Games, fairness, measure
from companion.dealing.dealt_pad import deal
from sheets.pad import load_pad

DEALS, GAMES = 20, 20_000
OTHER_SHARE = 0.7 * ROW_SHARE
"""`row_share` of the other player."""
FIRST_SEED = 1_000_003
"""Seed of the games of the first deal; those of the next one follow."""


def chi_square(played: Games, players: int) -> tuple[float, float]:
    """The statistic of the games won by each sheet, ties drawn by lot, and the chance of one as large."""
    draws = np.random.default_rng(1).random(played.shares.shape)
    winner = np.argmax((played.shares > 0) + draws, axis=1)
    won = np.bincount(played.pads[np.arange(len(winner)), winner], minlength=players)
    equal = len(winner) / players
    statistic = float(((won - equal) ** 2 / equal).sum())
    return statistic, upper_tail(statistic, players - 1)


def upper_tail(statistic: float, freedom: int) -> float:
    """The chance of a chi-square of so many degrees of freedom to be as large (Abramowitz and Stegun,
    26.4.4 and 26.4.5)."""
    half = statistic / 2
    if freedom % 2 == 0:
        return exp(-half) * sum(half**k / factorial(k) for k in range(freedom // 2))
    return erfc(sqrt(half)) + exp(-half) * sum(
        half ** (k + 0.5) / gamma(k + 1.5) for k in range(freedom // 2)
    )


@click.command()
@click.option("--game", default="classic", help="The pad that is dealt.")
@click.option("--players", default=4)
@click.option("--deals", default=DEALS)
@click.option("--games", default=GAMES, help="Games by which each deal is measured.")
def main(game: str, players: int, deals: int, games: int) -> None:
    """Print a table, a line a deal."""
    print("| seed | points of each sheet | from their mean | chances to win | from an equal share | χ² | p |")
    print("|---|---|---|---|---|---|---|")
    for seed in range(1, deals + 1):
        pad = deal(load_pad(game), players, seed).pad
        arrays = pad_arrays([pad.on_sheet(letter) for letter in pad.letters], players, OTHER_SHARE)
        played = measure(arrays, players, games, FIRST_SEED + seed)
        found = fairness([played], players)
        statistic, chance = chi_square(played, players)
        points = " ".join(f"{each:.1f}" for each in found.points)
        shares = " ".join(f"{100 * each:.1f}" for each in found.shares)
        line = (
            f"| {seed} | {points} | {found.points_off.max():.2f} ± {found.points_margin.max():.2f} | "
            f"{shares} % | "
            f"{100 * found.shares_off.max():.2f} ± {100 * found.shares_margin.max():.2f} % | "
            f"{statistic:.1f} | {chance:.2f} |"
        )
        print(line, flush=True)


if __name__ == "__main__":
    main()
