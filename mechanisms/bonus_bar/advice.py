"""Bonus A in the advice: every free box helps the rows."""

from __future__ import annotations

from companion.advisor.mechanism import Advised, Outlook

BAR_SHARE = 0.35
"""Points of a whole bonus bar, as a share of the points that rows may still gain. Chosen."""


class BonusBar(Advised):
    """The share of the boxes that are free counts."""

    key = "bonus-bar"

    def more_points(self, outlook: Outlook) -> float:
        """A share of what the rows may still gain."""
        sheet = outlook.sheet
        boxes, crossed = len(sheet.pad.part(self.key).boxes), int(sheet.of(self.key)).bit_count()
        return outlook.row_points * BAR_SHARE * (boxes - crossed) / boxes


MECHANISM = BonusBar()
