"""Scores of a sheet, as if the game ended now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.bonus import Bonus
from companion.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Score:
    """`rows`: points of rows a to d. `bonus`: what bonuses add. `misses`: 0 or less. `total`: their sum."""

    rows: tuple[int, ...]
    bonus: int
    misses: int
    total: int


def points(marks: int) -> int:
    """What a row with so many marks scores (rules.md: score-table).

    >>> [points(n) for n in range(13)]
    [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    """
    return marks * (marks + 1) // 2


def score(sheet: Sheet, bonus: Bonus) -> Score:
    """The score of a sheet (rules.md: score-table, score-miss, and the bonuses of Bonus B)."""
    rows = tuple(points(count) for count in sheet.counts)
    added = bonus.points(sheet, rows)
    misses = 0 if bonus.forgives(sheet) else -5 * sheet.misses
    return Score(rows, added, misses, sum(rows) + added + misses)
