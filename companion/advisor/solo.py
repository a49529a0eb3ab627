"""The exact solution for a single player on the classic pad: the points still to come with perfect play.

For each number of misses, the solution is a symmetric matrix, with the states of two rows as one index and
those of the other two rows as the other (`training.advice.solve_solo`). The eigenvectors of the 32 largest
eigenvalues are stored, which reproduce every entry to within a third of a point.
"""

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.advisor.row_states import row_state
from companion.advisor.value import is_on_own_pad
from companion.rules import Game, Sheet
from vision.inference import network_bytes

Floats = npt.NDArray[np.float32]
PATH = Path(__file__).parents[2] / "models" / "solo-classic.npz"


def pair_number(first: int, second: int) -> int:
    """Return the index (0 to 1652) of an unordered pair of row states in the solution."""
    low, high = sorted((first, second))
    return high * (high + 1) // 2 + low


@cache
def solution() -> tuple[Floats, Floats]:
    """Return the eigenvectors (4, 1653, 32) and eigenvalues (4, 32) of four matrices of points still to come.

    There is a matrix for each number of misses (first index). Its rows and columns, and the elements of an
    eigenvector, are indexed by `pair_number`.
    """
    with np.load(io.BytesIO(network_bytes(PATH.name))) as file:
        return file["vectors"], file["weights"]


def is_solved(game: Game) -> bool:
    """Return True if the solution applies to `game`: one player, the classic pad, dice."""
    return len(game.players) == 1 and game.name == "classic" and is_on_own_pad(game)


def points_to_come(sheets: Sequence[Sheet]) -> Floats:
    """Return the points (n,) that each of n sheets of unfinished games will still gain on average."""
    vectors, weights = solution()
    pairs = np.empty((2, len(sheets)), np.int64)
    for number, sheet in enumerate(sheets):
        a, b, c, d = (row_state(bits) for bits in sheet.rows)
        pairs[:, number] = pair_number(a, b), pair_number(c, d)
    misses = np.array([sheet.misses for sheet in sheets], np.int64)
    product = vectors[misses, pairs[0]] * vectors[misses, pairs[1]] * weights[misses]
    return np.asarray(product.sum(axis=1), np.float32)
