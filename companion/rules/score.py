"""Scores of a sheet, as if the game ended now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from companion.rulebook.rulings import Rulings
from companion.rules.mechanisms import mechanisms_of
from companion.rules.score_table import row_points
from companion.rules.sheet import Sheet

BY_THE_BOOK = Rulings()
"""Every ruling as it is if a table agrees on nothing."""


@dataclass(frozen=True, slots=True)
class Score:
    """`rows`: points of rows a to d. `bonus`: what bonuses add. `misses`: 0 or less. `total`: their sum."""

    rows: tuple[int, ...]
    bonus: int
    misses: int
    total: int


def score_of(counts: Sequence[int], earned: Collection[str], misses: int) -> Score:
    """The score of rows with so many marks each, locks included.

    rules.md: score-table, score-miss, bonus-double-weakest, bonus-13, bonus-no-misses. `earned`: the bonus
    types of Bonus B.
    """
    rows = tuple(row_points(count) for count in counts)
    bonus = ("double-weakest" in earned) * min(rows) + 13 * ("13" in earned)
    lost = 0 if "no-misses" in earned else -5 * misses
    return Score(rows, bonus, lost, sum(rows) + bonus + lost)


def score(sheet: Sheet, rulings: Rulings = BY_THE_BOOK) -> Score:
    """The score of a sheet. What it says of bonuses counts only on a pad that has pairs.

    On a pad with mechanisms each of them says what it adds to the crosses of a row and beside the rows;
    crosses beyond the most that the pad counts score nothing (rules.md: bp-score, double-cap).
    """
    return score_of_crosses(sheet, sheet.counts, rulings)


def score_of_crosses(sheet: Sheet, counts: Sequence[int], rulings: Rulings = BY_THE_BOOK) -> Score:
    """The same if each row has so many crosses in its cells and its lock, whatever the sheet says of them."""
    pad = sheet.pad
    earned = sheet.earned if sheet.earned and pad.pairs else ()
    if not pad.mechanisms and not pad.most_marks:
        return score_of(counts, earned, sheet.misses)
    scored = [min(count, pad.most_marks or count) for count in with_special_crosses(sheet, counts)]
    found = score_of(scored, earned, sheet.misses)
    bonus = sum(mechanism.points(sheet, rulings) for mechanism in mechanisms_of(pad))
    return replace(found, bonus=found.bonus + bonus, total=found.total + bonus)


def crosses(sheet: Sheet) -> tuple[int, ...]:
    """The crosses of each row: its cells, its lock and what mechanisms add; more than score there, if so."""
    return with_special_crosses(sheet, sheet.counts)


def with_special_crosses(sheet: Sheet, counts: Sequence[int]) -> tuple[int, ...]:
    """The crosses of each row together with what mechanisms add to them."""
    mechanisms = mechanisms_of(sheet.pad)
    return tuple(
        count + sum(mechanism.crosses(sheet, row) for mechanism in mechanisms)
        for row, count in enumerate(counts)
    )
