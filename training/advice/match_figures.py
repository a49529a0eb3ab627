"""What came of a match: deals that were played from every seat, so that luck with the dice counts less."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

COLUMNS = "{:>6}  {:>12}  {:>7} {:>7}  {:>14}"
"""Games, share of wins, points of both, lead."""
HEADINGS = COLUMNS.format("games", "wins, %", "points", "theirs", "lead")


class Share(NamedTuple):
    """A share of wins, and half its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} ± {100 * self.half:.1f}"


def share_of(shares: Floats) -> Share:
    """Return a player's share of wins, from (deals, seats) shares of each game."""
    return Share(float(shares.mean()), _half(shares.mean(1)))


def wins(own: Floats, rival: Floats) -> Floats:
    """Return the shares of wins of games with these points: 1, one half or 0."""
    return np.asarray((np.sign(own - rival) + 1) / 2, np.float64)


def columns(own: Floats, rival: Floats) -> str:
    """Return the columns of a match of two, from the points of both, (deals, seats)."""
    leads = (own - rival).mean(1)
    share, lead = share_of(wins(own, rival)), f"{leads.mean():.1f} ± {_half(leads):.1f}"
    return COLUMNS.format(own.size, str(share), f"{own.mean():.1f}", f"{rival.mean():.1f}", lead)


def _half(means: Floats) -> float:
    """Return half the 95 % interval of the mean of independent values."""
    return float(1.96 * means.std() / len(means) ** 0.5)
