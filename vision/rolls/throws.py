"""Throws: whether the dice that lie here were thrown again since they were last read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.reading import Die
from vision.rolls.votes import STILL, centre, distance, width

NUDGED = 0.6
"""Widths beyond which a die has plainly moved."""
RIGID = 0.8
"""Widths by which dice that were pushed or seen from a shifted camera may miss their places."""


def thrown(before: Sequence[Die], after: Sequence[Die], lifted: bool = False) -> bool:
    """Whether `after` is another throw than `before`, or the same dice lying on.

    `lifted`: whether the table was seen without dice in between. It is the same throw if
    - every die of `after` lies where one of the same face lay (others may have been picked up); or
    - nothing was lifted and the faces are the same, and at most half of the dice have moved: a nudge; or
    - nothing was lifted and the faces are the same, and all have moved together: the dice were swept
      aside, or the camera was bumped. Six dice thrown anew show the same faces once in 46,656 throws, and
      not in the same places to each other.
    """
    if not before or not after:
        return bool(after)
    if _lie_on(before, after):
        return False
    if lifted or _faces(before) != _faces(after):
        return True
    pairs = _pairs(before, after)
    moved = sum(distance(a, b) > NUDGED for a, b in pairs)
    return 2 * moved > len(pairs) and not _together(pairs)


def _faces(dice: Sequence[Die]) -> Counter[tuple[str, int]]:
    return Counter((die.colour, die.value) for die in dice)


def _lie_on(before: Sequence[Die], after: Sequence[Die]) -> bool:
    left = list(before)
    for die in after:
        same = [
            other
            for other in left
            if (other.colour, other.value) == (die.colour, die.value) and distance(die, other) <= STILL
        ]
        if not same:
            return False
        left.remove(same[0])
    return True


def _pairs(before: Sequence[Die], after: Sequence[Die]) -> list[tuple[Die, Die]]:
    """Dice of the same faces, paired so that they moved least."""
    pairs: list[tuple[Die, Die]] = []
    for face in _faces(before):
        old = [die for die in before if (die.colour, die.value) == face]
        new = [die for die in after if (die.colour, die.value) == face]
        if len(old) > 4:  # never with the dice of a game; keeps the search small with any others
            pairs += zip(old, new, strict=True)
            continue
        ways = [list(zip(old, way, strict=True)) for way in permutations(new)]
        pairs += min(ways, key=lambda way: sum(distance(a, b) for a, b in way))
    return pairs


def _together(pairs: Sequence[tuple[Die, Die]]) -> bool:
    """Whether one turn, shift and change of scale takes all dice to their new places, within `RIGID`.

    The least-squares similarity of two point sets (S. Umeyama, 1991), in complex numbers.
    """
    if len(pairs) < 3:  # two points fit anywhere
        return False
    old: NDArray[np.complex128] = np.array([complex(*centre(a)) for a, _ in pairs])
    new: NDArray[np.complex128] = np.array([complex(*centre(b)) for _, b in pairs])
    old, new = old - old.mean(), new - new.mean()
    spread = float((np.abs(old) ** 2).sum())
    if spread == 0:
        return True
    turn = complex((np.conj(old) * new).sum()) / spread
    if not 0.8 < abs(turn) < 1.25:
        return False
    worst = np.abs(new - turn * old) / np.array([min(width(a), width(b)) for a, b in pairs])
    return bool(worst.max() <= RIGID)
