"""Connected A and B: the steps that score as a fifth row, and the chain whose cells bring each other."""

from __future__ import annotations

from dataclasses import replace

from companion.rulebook.rulings import Rulings
from companion.rules.board import Spot
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.score_table import row_points
from companion.rules.sheet import Sheet


class Steps(Mechanism):
    """Connected A: the frame scores as a fifth row (rules.md: steps-score)."""

    key = "steps"

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """How many of its cells are marked."""
        marked = zip(sheet.rows, sheet.pad.special.steps, strict=True)
        return (sum((bits & step).bit_count() for bits, step in marked),)

    def points(self, sheet: Sheet, _rulings: Rulings) -> int:
        """By the table, as any row."""
        return sum(row_points(marked) for marked in self.tally(sheet) or ())


class Chains(Mechanism):
    """Connected B: a circled cell brings its partner (rules.md: chain-forced, chain-exempt)."""

    key = "chains"

    def follow(self, view: View, spot: Spot) -> Sheet:
        """The partner is crossed whatever stands in its way; one that is crossed already stays as it is."""
        partner = view.sheet.pad.special.partners.get((spot.row, spot.index))
        if partner is None or view.sheet.rows[partner[0]] >> partner[1] & 1:
            return view.sheet
        rows, forced = list(view.sheet.rows), list(view.extras.forced)
        rows[partner[0]] |= 1 << partner[1]
        forced[partner[0]] |= 1 << partner[1]
        extras = replace(view.extras, forced=(forced[0], forced[1], forced[2], forced[3]))
        return replace(view.sheet, rows=(rows[0], rows[1], rows[2], rows[3]), extras=extras)
