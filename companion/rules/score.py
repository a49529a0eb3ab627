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
    """Return the score of a sheet (rules.md: score-table, score-miss)."""
    return _score(sheet, sheet.counts, rulings)


def score_on_paper(observed: ObservedSheet) -> Score:
    """Return the score of a sheet filled in on paper, by the default rulings. Illegal locks count too."""
    counts = (bits.bit_count() + (observed.locks >> row & 1) for row, bits in enumerate(observed.rows))
    return _score(observed.sheet, tuple(counts), BY_THE_BOOK)


def _score(sheet: Sheet, counts: tuple[int, ...], rulings: Rulings) -> Score:
    """Return the score of a sheet. `counts`: for each row the number of crossed cells and locks."""
    most = sheet.pad.most_marks
    scored = _with_extra_crosses(sheet, counts)
    rows = tuple(row_points(min(count, most) if most else count) for count in scored)
    scores = [each.score(sheet, rows, rulings) for each in specialities_of(sheet.pad).all if each.score]
    bonus = sum(each.points for each in scores)
    lost = 0 if any(each.spares_misses for each in scores) else -5 * sheet.misses
    return Score(rows, bonus, lost, sum(rows) + bonus + lost)


def crosses(sheet: Sheet) -> tuple[int, ...]:
    """Return the number of crosses in each row: cells, lock, and the crosses that mechanisms add."""
    return _with_extra_crosses(sheet, sheet.counts)


def _with_extra_crosses(sheet: Sheet, counts: tuple[int, ...]) -> tuple[int, ...]:
    if not counting_on(sheet.pad):
        return counts
    return tuple(count + sheet.extra_crosses(row) for row, count in enumerate(counts))
