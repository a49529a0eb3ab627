"""Votes: many readings of dice that lie still become one, surer than each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import exp, hypot, log, sqrt
from typing import TypeVar

from vision.frames.source import Frame
from vision.reading import Die, Reading

SAFE = 0.995
"""Confidence of each die from which a voted reading counts as complete."""
STILL = 0.35
"""Share of a die's width within which it counts as lying where it lay."""
FEWEST = 3
"""Readings without which no vote is safe: one frame may be blurred or half covered."""

BY_VOTES = frozenset({"value-doubtful", "colour-doubtful", "die-doubtful", "dice-changed"})
"""Codes of the problems that more frames can solve; a die cut off or one too many stays a problem."""

_LEAST = 1e-6
Key = TypeVar("Key", bound=Hashable)


def centre(die: Die) -> tuple[float, float]:
    """The middle of the die's box in pixels."""
    x, y, w, h = die.box
    return x + w / 2, y + h / 2


def width(die: Die) -> float:
    """The die's width in pixels: the mean of its box's sides."""
    return max(1.0, (die.box[2] + die.box[3]) / 2)


def distance(a: Die, b: Die) -> float:
    """How far the dice lie apart, in widths of the smaller one."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return hypot(ax - bx, ay - by) / min(width(a), width(b))


class Votes:
    """The readings of one rest. Readings that see another number of dice, or see them elsewhere, are
    outvoted: the largest group that agrees on where the dice lie decides."""

    def __init__(self) -> None:
        self._groups: list[list[tuple[Reading, Frame]]] = []
        self._voted: tuple[Reading, Frame] | None = None

    def __len__(self) -> int:
        return sum(len(group) for group in self._groups)

    def add(self, reading: Reading, frame: Frame) -> None:
        """Count one more reading and keep its frame as possible evidence."""
        self._voted = None
        for group in self._groups:
            ordered = _ordered(group[0][0].dice, reading.dice)
            if ordered is not None:
                group.append((replace(reading, dice=ordered), frame))
                return
        self._groups.append([(reading, frame)])

    def result(self) -> tuple[Reading, Frame] | None:
        """The voted reading and the frame that shows it best; None before the first reading.

        n frames of one still die share most of their errors, so they count as the square root of n
        independent ones: each die's log-probabilities are summed and divided by that root.
        `complete` asks for `FEWEST` readings in the group and more than half of all readings, for every die
        at least `SAFE`, and for no other problem than doubt (`BY_VOTES`) in most of the readings.
        """
        if self._voted is None and self._groups:
            self._voted = self._vote()
        return self._voted

    def _vote(self) -> tuple[Reading, Frame]:
        group = max(self._groups, key=len)
        dice = tuple(_voted([reading.dice[i] for reading, _ in group]) for i in range(len(group[0][0].dice)))
        faces = [(die.colour, die.value) for die in dice]

        def agreement(seen: tuple[Reading, Frame]) -> tuple[int, float]:
            reading = seen[0]
            same = sum((d.colour, d.value) == face for d, face in zip(reading.dice, faces, strict=True))
            return same, min((d.confidence for d in reading.dice), default=0.0)

        best, frame = max(group, key=agreement)
        wrong_set = 2 * sum(reading.status == "wrong-set" for reading, _ in group) >= len(group)
        open_to_votes = sum(all(p.code in BY_VOTES for p in reading.problems) for reading, _ in group)
        usual = Counter(_colours(reading.dice) for reading, _ in group).most_common(1)[0][0]
        sure = (
            len(group) >= FEWEST
            and 2 * len(group) > len(self)
            and bool(dice)
            and _colours(dice) == usual
            and all(die.confidence >= SAFE for die in dice)
            and 2 * open_to_votes > len(group)
        )
        if wrong_set:
            return replace(best, dice=dice, status="wrong-set"), frame
        if sure:
            return replace(best, dice=dice, status="complete", problems=()), frame
        return replace(best, dice=dice, status="unsure"), frame


def _colours(dice: Sequence[Die]) -> tuple[str, ...]:
    return tuple(sorted(die.colour for die in dice))


def _ordered(first: Sequence[Die], second: Sequence[Die]) -> tuple[Die, ...] | None:
    """`second` in the order of `first`, die by die in the same place; None if they lie otherwise."""
    if len(first) != len(second):
        return None
    left = list(second)
    ordered = []
    for die in first:
        nearest = min(range(len(left)), key=[distance(die, other) for other in left].__getitem__)
        if distance(die, left[nearest]) > STILL:
            return None
        ordered.append(left.pop(nearest))
    return tuple(ordered)


def _voted(seen: Sequence[Die]) -> Die:
    """One die from all its readings."""
    root = sqrt(len(seen))
    values = _pooled([dict(die.alternatives) for die in seen], root)
    colours = _pooled([dict(die.colours) or {die.colour: 1.0} for die in seen], root)
    colour, value = colours[0][0], values[0][0]
    agreed = [die for die in seen if (die.colour, die.value) == (colour, value)]
    odds = sum(
        (1 if (die.colour, die.value) == (colour, value) else -1) * _logit(die.confidence) for die in seen
    )
    confidence = min(1 / (1 + exp(-odds / root)), values[0][1] * colours[0][1])
    state = Counter(die.state for die in seen).most_common(1)[0][0]
    base = max(agreed or seen, key=lambda die: die.confidence)
    return replace(
        base,
        colour=colour,
        value=value,
        confidence=confidence,
        state=state,
        alternatives=values,
        colours=colours,
    )


def _pooled(votes: Sequence[dict[Key, float]], root: float) -> tuple[tuple[Key, float], ...]:
    """Probabilities from the sum of log-probabilities over `root`, best first."""
    keys = list(dict.fromkeys(key for vote in votes for key in vote))
    sums = [sum(log(max(vote.get(key, 0.0), _LEAST)) for vote in votes) / root for key in keys]
    top = max(sums)
    weights = [exp(s - top) for s in sums]
    total = sum(weights)
    pairs = [(key, weight / total) for key, weight in zip(keys, weights, strict=True)]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _logit(p: float) -> float:
    p = min(max(p, _LEAST), 1 - _LEAST)
    return log(p / (1 - p))
