"""Connected A in the advice: the framed cells score as a fifth row."""

from __future__ import annotations

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook, points_of
from companion.advisor.move_names import counted
from companion.rules import Sheet
from companion.rules.score_table import row_points
from sheets.language import message


class Steps(Advised):
    """A framed cell counts in its row and in the frame."""

    key = "steps"

    def more_points(self, outlook: Outlook) -> float:
        """By the share of framed cells among those that are left."""
        marked, printed = _marked(outlook.sheet), outlook.sheet.pad.part(self.key)
        more = sum(more * outlook.share(row, printed[row]) for row, more in enumerate(outlook.more))
        return points_of(marked + more) - row_points(marked)

    def fact(self, move: MadeMove) -> Fact | None:
        """The crosses and points that the move adds in the frame."""
        added = row_points(_marked(move.after)) - row_points(_marked(move.before))
        if not added:
            return None
        said = counted(
            message("is a step that adds one point"), message("is a step that adds {count} points"), added
        )
        return Fact((said,))


def _marked(sheet: Sheet) -> int:
    """The number of framed cells that are marked."""
    printed = sheet.pad.part("steps")
    return sum((bits & step).bit_count() for bits, step in zip(sheet.rows, printed, strict=True))


MECHANISM = Steps()
