"""The score of a sheet, as if the game ended now."""

from dataclasses import dataclass

from companion.rulebook.rulings import Rulings
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import counting_on
from companion.rules.speciality import specialities_of
from sheets.score_table import row_points

BY_THE_BOOK = Rulings()
"""All rulings at their defaults."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a sheet."""

    rows: tuple[int, ...]  # points of rows a to d
    bonus: int  # points of mechanisms outside the rows
    misses: int  # points of the penalties, 0 or less
    total: int


def score(sheet: Sheet, rulings: Rulings = BY_THE_BOOK) -> Score:
    """Return the score of a sheet (rules.md: score-table, score-miss).

    Mechanisms may add crosses to rows, and points outside them. In a row, crosses beyond `Pad.most_marks`
    score nothing (rules.md: bp-score, double-cap).
    """
    return _score(sheet, sheet.counts, rulings)


def score_on_paper(observed: ObservedSheet) -> Score:
    """Return the score of a sheet of paper, counting the locks that are crossed there, legally or not."""
    counts = (bits.bit_count() + (observed.locks >> row & 1) for row, bits in enumerate(observed.rows))
    return _score(observed.sheet, tuple(counts), BY_THE_BOOK)


def _score(sheet: Sheet, counts: tuple[int, ...], rulings: Rulings) -> Score:
    """Return the score of a sheet with these numbers of crosses in the cells and lock of each row."""
    most = sheet.pad.most_marks
    scored = _with_extra_crosses(sheet, counts)
    rows = tuple(row_points(min(count, most) if most else count) for count in scored)
    scores = [each.score(sheet, rows, rulings) for each in specialities_of(sheet.pad).all if each.score]
    bonus = sum(each.points for each in scores)
    lost = 0 if any(each.spares_misses for each in scores) else -5 * sheet.misses
    return Score(rows, bonus, lost, sum(rows) + bonus + lost)


def crosses(sheet: Sheet) -> tuple[int, ...]:
    """Return the number of crosses of each row, including its lock and those that mechanisms add.

    Not all of them need score (see `Pad.most_marks`).
    """
    return _with_extra_crosses(sheet, sheet.counts)


def _with_extra_crosses(sheet: Sheet, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the counts plus the crosses that mechanisms add to each row."""
    if not counting_on(sheet.pad):
        return counts
    return tuple(count + sheet.extra_crosses(row) for row, count in enumerate(counts))
