"""Statistics of a match. The same dice are played from every seat, so that luck with the dice counts less.

The games with the same dice, one per seat, are called a deal.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

COLUMNS = "{:>6}  {:>12}  {:>7} {:>7}  {:>14}"
"""The format of a line: number of games, share of wins, points of both players, lead."""
HEADINGS = COLUMNS.format("games", "wins, %", "points", "theirs", "lead")


class Share(NamedTuple):
    """A mean share of wins, and half the width of its 95 % confidence interval, both 0 to 1."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} ± {100 * self.half:.1f}"


def share_of(shares: Floats) -> Share:
    """Return a player's mean share of wins. `shares`: the player's share in each game, (deals, seats)."""
    return Share(float(shares.mean()), _half(shares.mean(1)))


def wins(own: Floats, rival: Floats) -> Floats:
    """Return a player's share of the win in each two-player game: 1, 0.5 for a tie, or 0."""
    return np.asarray((np.sign(own - rival) + 1) / 2, np.float64)


def columns(own: Floats, rival: Floats) -> str:
    """Return a two-player match as a line in the format COLUMNS.

    `own`, `rival`: the points of each player by game, (deals, seats).
    """
    leads = (own - rival).mean(1)
    share, lead = share_of(wins(own, rival)), f"{leads.mean():.1f} ± {_half(leads):.1f}"
    return COLUMNS.format(own.size, str(share), f"{own.mean():.1f}", f"{rival.mean():.1f}", lead)


def _half(means: Floats) -> float:
    """Return half the width of the 95 % confidence interval of the mean of independent values."""
    return float(1.96 * means.std() / len(means) ** 0.5)
