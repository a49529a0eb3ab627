"""Connected A: the framed cells score as a fifth row."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rulebook.rulings import Rulings
from companion.rules.mechanism import Mechanism
from companion.rules.score_table import row_points
from companion.rules.sheet import Sheet
from sheets.language import Phrase, Term, message


class Steps(Mechanism):
    """rules.md: steps-score."""

    key = "steps"

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """The number of its marked cells."""
        marked = zip(sheet.rows, sheet.pad.part(self.key), strict=True)
        return (sum((bits & step).bit_count() for bits, step in marked),)

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """Its points."""
        return Phrase("{name} = {points}", {"name": Term(message("steps")), "points": points})

    def points(self, sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> int:
        """By the table, as any row."""
        return sum(row_points(marked) for marked in self.tally(sheet) or ())


MECHANISM = Steps()
