"""Decides if the dice on the table were thrown again since they were last read."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import centre, distance, mean_side
from vision.reading import Die
from vision.rolls.votes import MAX_STILL_DISTANCE

MIN_MOVED_DISTANCE = 0.6
"""A die counts as moved if it is farther than this from its old position, in sides of the die."""
MAX_RIGID_ERROR = 0.8
"""All dice count as moved together if each fits the common motion to within this many sides of the die."""
SCALE_RANGE = (0.8, 1.25)
"""All dice count as moved together only if the motion scales their arrangement by a factor between these."""
MAX_PERMUTED_DICE = 4
"""Largest number of dice with the same face for which every pairing is tried."""


def thrown(before: Sequence[Die], after: Sequence[Die], lifted: bool = False) -> bool:
    """Return True if `after` shows a new throw, not the dice of `before`; False if `after` is empty.

    The throw is not new if every die of `after` is where a die of the same colour and value was. Unless the
    table was empty in between (`lifted`), it is also not new if colours and values are the same, and at most
    half of the dice have moved (a nudge) or all have moved together (swept aside, or the camera was bumped).
    """
    if not before or not after:
        return bool(after)
    if _all_stayed(before, after):
        return False
    if lifted or _faces(before) != _faces(after):
        return True
    pairs = _pairs(before, after)
    moved = sum(distance(a.box, b.box) > MIN_MOVED_DISTANCE for a, b in pairs)
    return 2 * moved > len(pairs) and not _moved_together(pairs)


def _faces(dice: Sequence[Die]) -> Counter[tuple[str, int]]:
    return Counter((die.colour, die.value) for die in dice)


def _all_stayed(before: Sequence[Die], after: Sequence[Die]) -> bool:
    """Return True if every die of `after` is where a die of the same colour and value was before."""
    left = list(before)
    for die in after:
        face = (die.colour, die.value)
        same = [
            other
            for other in left
            if (other.colour, other.value) == face and distance(die.box, other.box) <= MAX_STILL_DISTANCE
        ]
        if not same:
            return False
        left.remove(same[0])
    return True


def _pairs(before: Sequence[Die], after: Sequence[Die]) -> list[tuple[Die, Die]]:
    """Pair dice of the same colour and value, before and after, with the least total distance moved.

    If there are more than MAX_PERMUTED_DICE of a colour and value, these are paired in order.
    """
    pairs: list[tuple[Die, Die]] = []
    for face in _faces(before):
        old = [die for die in before if (die.colour, die.value) == face]
        new = [die for die in after if (die.colour, die.value) == face]
        if len(old) > MAX_PERMUTED_DICE:
            pairs += zip(old, new, strict=True)
            continue
        ways = [list(zip(old, way, strict=True)) for way in permutations(new)]
        pairs += min(ways, key=lambda way: sum(distance(a.box, b.box) for a, b in way))
    return pairs


def _moved_together(pairs: Sequence[tuple[Die, Die]]) -> bool:
    """Return True if one similarity transform takes the dice to their new places, within MAX_RIGID_ERROR.

    The transform is fitted by least squares (S. Umeyama, 1991), in complex numbers, to three or more dice.
    """
    if len(pairs) < 3:  # a similarity fits any two points
        return False
    old: NDArray[np.complex128] = np.array([complex(*centre(a.box)) for a, _ in pairs])
    new: NDArray[np.complex128] = np.array([complex(*centre(b.box)) for _, b in pairs])
    old, new = old - old.mean(), new - new.mean()
    spread = float((np.abs(old) ** 2).sum())
    if spread == 0:
        return True
    turn = complex((np.conj(old) * new).sum()) / spread
    least, most = SCALE_RANGE
    if not least < abs(turn) < most:
        return False
    errors = np.abs(new - turn * old) / np.array([min(mean_side(a.box), mean_side(b.box)) for a, b in pairs])
    return bool(errors.max() <= MAX_RIGID_ERROR)
