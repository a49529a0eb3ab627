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


def score(sheet: Sheet) -> Score:
    """The score of a sheet. What it says of bonuses counts only on a pad that has pairs."""
    return score_of(sheet.counts, sheet.earned if sheet.earned and sheet.pad.pairs else (), sheet.misses)
