"""Scores of a sheet, as if the game ended now."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rulebook.rulings import Rulings
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.sheet import Sheet
from companion.rules.speciality import specialities_of
from sheets.score_table import row_points

BY_THE_BOOK = Rulings()
"""Every ruling with its default."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a sheet."""

    rows: tuple[int, ...]  # points of rows a to d
    bonus: int
    misses: int  # 0 or less
    total: int


def score(sheet: Sheet, rulings: Rulings = BY_THE_BOOK) -> Score:
    """Return the score of a sheet (rules.md: score-table, score-miss).

    Each speciality of its pad says what it adds to the crosses of a row and beside the rows; crosses beyond
    the most that the pad counts score nothing (rules.md: bp-score, double-cap).
    """
    return _score(sheet, sheet.counts, rulings)


def score_on_paper(observed: ObservedSheet) -> Score:
    """Return the score of the sheet as it is on paper, where each crossed lock counts."""
    counts = [bits.bit_count() + (observed.locks >> row & 1) for row, bits in enumerate(observed.rows)]
    return _score(observed.sheet, counts, BY_THE_BOOK)


def _score(sheet: Sheet, counts: Sequence[int], rulings: Rulings) -> Score:
    """Return the score if each row has this many crosses in its cells and its lock, whatever the sheet itself
    has."""
    most, own = sheet.pad.most_marks, specialities_of(sheet.pad)
    scored = _with_special_crosses(sheet, counts) if own.counting else counts
    rows = tuple(row_points(min(count, most) if most else count) for count in scored)
    scores = [score(sheet, rows, rulings) for each in own.all if (score := each.speciality.score)]
    bonus = sum(each.points for each in scores)
    lost = 0 if any(each.spares_misses for each in scores) else -5 * sheet.misses
    return Score(rows, bonus, lost, sum(rows) + bonus + lost)


def crosses(sheet: Sheet) -> tuple[int, ...]:
    """Return the number of crosses of each row: its cells, its lock and those of specialities; perhaps more
    than can score."""
    return _with_special_crosses(sheet, sheet.counts)


def _with_special_crosses(sheet: Sheet, counts: Sequence[int]) -> tuple[int, ...]:
    """Return the crosses of each row together with what specialities add to them."""
    own = specialities_of(sheet.pad)
    return tuple(count + own.crosses(sheet, row) for row, count in enumerate(counts))
