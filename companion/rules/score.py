"""Scores of a sheet, as if the game ended now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Score:
    """`rows`: points of rows a to d. `bonus`: what bonuses add. `misses`: 0 or less. `total`: their sum."""

    rows: tuple[int, ...]
    bonus: int
    misses: int
    total: int


def row_points(marks: int) -> int:
    """What a row with so many marks scores (rules.md: score-table).

    >>> [row_points(n) for n in range(13)]
    [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    """
    return marks * (marks + 1) // 2


def score_of(counts: Sequence[int], earned: Collection[str], misses: int) -> Score:
    """The score of rows with so many marks each, locks included.

    rules.md: score-table, score-miss, bonus-double-weakest, bonus-13, bonus-no-misses. `earned`: the bonus
    types of Bonus B.
    """
    rows = tuple(row_points(count) for count in counts)
    bonus = ("double-weakest" in earned) * min(rows) + 13 * ("13" in earned)
    lost = 0 if "no-misses" in earned else -5 * misses
    return Score(rows, bonus, lost, sum(rows) + bonus + lost)


def score(sheet: Sheet, top: int = 0) -> Score:
    """The score of a sheet. What it says of bonuses counts only on a pad that has pairs.

    `top`: what the last field of a track is worth, if not what is printed (ruling lucky15-top).
    """
    if sheet.extras is not None:
        return _special_score(sheet, top)
    return score_of(sheet.counts, sheet.earned if sheet.earned and sheet.pad.pairs else (), sheet.misses)


def _special_score(sheet: Sheet, top: int) -> Score:
    """The score on a pad with special cells.

    rules.md: bp-score, double-cap, double-two, steps-score, chain-forced, lucky15-score,
    connect-not-for-lock.
    """
    special, extras = sheet.pad.special, sheet.extras
    assert extras is not None
    counts = list(sheet.counts)
    for row, bits in enumerate(sheet.rows):
        counts[row] += extras.seconds[row].bit_count() + (bits & special.doubles[row]).bit_count()
    for bonus_row, bits in zip(special.bonus_rows, extras.bonus_rows, strict=True):
        for row in bonus_row.rows:
            counts[row] += bits.bit_count()
    for number, field in enumerate(special.connections):
        counts[field.row] += extras.connections >> number & 1
    rows = tuple(row_points(min(count, sheet.pad.most_marks or count)) for count in counts)
    bonus = row_points(steps_marked(sheet))
    if extras.track:
        last = extras.track == len(special.track) and top
        bonus += top if last else special.track[extras.track - 1]
    lost = -5 * sheet.misses
    return Score(rows, bonus, lost, sum(rows) + bonus + lost)


def steps_marked(sheet: Sheet) -> int:
    """How many cells of the frame are marked (rules.md: steps-score)."""
    steps = sheet.pad.special.steps
    return sum((bits & step).bit_count() for bits, step in zip(sheet.rows, steps, strict=True))
