"""Combines repeated readings of resting dice into a single reading, which is more reliable."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import exp, log, sqrt
from typing import TypeVar

from vision.dice.assessment import doubt
from vision.dice.scoring import scoring
from vision.frames.source import Frame
from vision.geometry import distance
from vision.reading import Die, Reading

MAX_STILL_DISTANCE = 0.35
"""A die counts as not moved if it is at most this far from its old position, in sides of the die."""
MIN_READINGS = 3
"""A roll isn't reported as complete before it has this many readings."""

CURED_BY_VOTES = frozenset({"value-doubtful", "colour-doubtful", "die-doubtful", "dice-changed"})
"""Codes of problems that more frames can settle."""

_MIN_PROBABILITY = 1e-6
Key = TypeVar("Key", bound=Hashable)
Ballot = tuple[Reading, Frame]
"""A reading, and the frame that it was read from."""


class Votes:
    """Collects readings of dice at rest, grouped by the positions of the dice. The largest group decides."""

    def __init__(self) -> None:
        self._groups: list[list[Ballot]] = []
        self._voted: Ballot | None = None

    def __len__(self) -> int:
        return sum(len(group) for group in self._groups)

    def add(self, reading: Reading, frame: Frame) -> None:
        """Add a reading and the frame that it was read from."""
        self._voted = None
        for group in self._groups:
            ordered = _ordered(group[0][0].dice, reading.dice)
            if ordered is not None:
                group.append((replace(reading, dice=ordered), frame))
                return
        self._groups.append([(reading, frame)])

    def result(self) -> Ballot | None:
        """Return the combined reading and the frame that shows it best, or None before the first reading.

        Frames of a still die share most errors, so n frames count like √n independent frames.
        """
        if self._voted is None and self._groups:
            self._voted = self._vote()
        return self._voted

    def _vote(self) -> Ballot:
        group = max(self._groups, key=len)
        dice = tuple(_voted([reading.dice[i] for reading, _ in group]) for i in range(len(group[0][0].dice)))
        lacking = [ballot for ballot in group if ballot[0].status == "wrong-set"]
        if 2 * len(lacking) >= len(group):
            best, frame = _best(lacking, dice)
            return replace(best, dice=_asked_as_in(best, dice)), frame
        probability = _whole([reading for reading, _ in group], dice)
        if self._is_safe(group, dice, probability):
            best, frame = _best(group, dice)
            dice = tuple(replace(die, doubtful=False) for die in dice)
            return replace(best, status="complete", problems=(), dice=dice, probability=probability), frame
        whole = [ballot for ballot in group if ballot[0].status != "wrong-set"]
        asking = [ballot for ballot in whole if ballot[0].problems]
        best, frame = _best(asking or whole, dice)
        best = replace(best, status="unsure", dice=_asked_as_in(best, dice), probability=probability)
        return (best if asking else _asking_about_one(best)), frame

    def _is_safe(self, group: Sequence[Ballot], dice: Sequence[Die], probability: float) -> bool:
        """Return True if the group is large, consistent and certain enough for a complete reading."""
        cured = sum(all(p.code in CURED_BY_VOTES for p in reading.problems) for reading, _ in group)
        usual = Counter(_colours(reading.dice) for reading, _ in group).most_common(1)[0][0]
        return (
            len(group) >= MIN_READINGS
            and 2 * len(group) > len(self)
            and bool(dice)
            and _colours(dice) == usual
            and probability >= scoring(group[0][0].kind).sure
            and 2 * cured > len(group)
        )


def _best(ballots: Sequence[Ballot], voted: Sequence[Die]) -> Ballot:
    """Return the ballot with the most dice equal to `voted`. The highest minimum confidence breaks a tie."""

    def agreement(ballot: Ballot) -> tuple[int, float]:
        dice = ballot[0].dice
        same = sum((a.colour, a.value) == (b.colour, b.value) for a, b in zip(dice, voted, strict=True))
        return same, min((die.confidence for die in dice), default=0.0)

    return max(ballots, key=agreement)


def _asked_as_in(reading: Reading, voted: Sequence[Die]) -> tuple[Die, ...]:
    """Return the `voted` dice, with `doubtful` copied from the dice of `reading`."""
    pairs = zip(reading.dice, voted, strict=True)
    return tuple(replace(die, doubtful=seen.doubtful) for seen, die in pairs)


def _asking_about_one(reading: Reading) -> Reading:
    """Return the reading with only its least sure die doubtful, and one problem, which asks about this die.

    A reading without dice is returned unchanged.
    """
    least = min(reading.dice, key=lambda die: die.confidence, default=None)
    if least is None:
        return reading
    dice = tuple(replace(die, doubtful=die is least) for die in reading.dice)
    return replace(reading, dice=dice, problems=(doubt(least),))


def _whole(readings: Sequence[Reading], dice: Sequence[Die]) -> float:
    """Return the probability that all `dice` are right, from the mean of the readings' log odds.

    Readings with different dice count negatively. The mean is used, not the sum, since frames of one still
    roll share most of their errors.
    """
    shown = [(die.colour, die.value) for die in dice]
    odds = [
        _log_odds(reading.probability)
        if [(die.colour, die.value) for die in reading.dice] == shown
        else -_log_odds(max(0.5, reading.probability))
        for reading in readings
    ]
    return 1 / (1 + exp(-sum(odds) / len(odds)))


def _colours(dice: Sequence[Die]) -> tuple[str, ...]:
    return tuple(sorted(die.colour for die in dice))


def _ordered(first: Sequence[Die], second: Sequence[Die]) -> tuple[Die, ...] | None:
    """Return `second` in the order of `first`, matched by position, or None if a die has no match."""
    if len(first) != len(second):
        return None
    left = list(second)
    ordered = []
    for die in first:
        distances = [distance(die.box, other.box) for other in left]
        nearest = min(range(len(left)), key=distances.__getitem__)
        if distances[nearest] > MAX_STILL_DISTANCE:
            return None
        ordered.append(left.pop(nearest))
    return tuple(ordered)


def _voted(seen: Sequence[Die]) -> Die:
    root = sqrt(len(seen))
    values = _pooled([dict(die.alternatives) for die in seen], root)
    colours = _pooled([dict(die.colours) or {die.colour: 1.0} for die in seen], root)
    colour, value = colours[0][0], values[0][0]
    agree = [(die.colour, die.value) == (colour, value) for die in seen]
    log_odds = sum(
        (1 if same else -1) * _log_odds(die.confidence) for die, same in zip(seen, agree, strict=True)
    )
    agreed = [die for die, same in zip(seen, agree, strict=True) if same]
    return replace(
        max(agreed or seen, key=lambda die: die.confidence),
        colour=colour,
        value=value,
        confidence=min(1 / (1 + exp(-log_odds / root)), values[0][1] * colours[0][1]),
        state=Counter(die.state for die in seen).most_common(1)[0][0],
        alternatives=values,
        colours=colours,
    )


def _pooled(votes: Sequence[dict[Key, float]], root: float) -> tuple[tuple[Key, float], ...]:
    """Combine votes (probabilities by value or colour); return each key and its probability, likeliest first.

    For each key, the log-probabilities of all votes are summed and divided by `root`.
    """
    keys = list(dict.fromkeys(key for vote in votes for key in vote))
    sums = [sum(log(max(vote.get(key, 0.0), _MIN_PROBABILITY)) for vote in votes) / root for key in keys]
    top = max(sums)
    weights = [exp(s - top) for s in sums]
    total = sum(weights)
    pairs = [(key, weight / total) for key, weight in zip(keys, weights, strict=True)]
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))


def _log_odds(p: float) -> float:
    p = min(max(p, _MIN_PROBABILITY), 1 - _MIN_PROBABILITY)
    return log(p / (1 - p))
