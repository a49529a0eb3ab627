"""X-Change in the advice: what the fields of the strip are worth."""

from __future__ import annotations

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.advisor.move_names import counted
from sheets.language import Phrase, message

FIELD_POINTS = 0.7
"""Points that a field of the strip is worth in a long game: sometimes a cross that skips little. Chosen."""


class Exchanges(Advised):
    """A field that is used takes those left of it with it."""

    key = "exchange"

    def more_points(self, outlook: Outlook) -> float:
        """The worth of the fields right of the last one that is used."""
        used: int = outlook.sheet.of(self.key)
        left = len(outlook.sheet.pad.part(self.key)) - used.bit_length()
        return FIELD_POINTS * outlook.long_game * left

    def fact(self, move: MadeMove) -> Fact | None:
        """The fields that are given up."""
        before, after = move.before.of(self.key), move.after.of(self.key)
        lost = max(0, (after & ~before).bit_length() - 1 - before.bit_length())
        if not lost:
            return None
        said = counted(
            message("gives up one field of the strip"), message("gives up {count} fields of the strip"), lost
        )
        return Fact((said,), size=lost)

    def contrast(self, does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
        """The alternative gives up more of them than the best move."""
        if not best or would is None or would.size <= (does.size if does else 0):
            return None
        return counted(
            message("{other} would give up one field of the strip"),
            message("{other} would give up {count} fields of the strip"),
            would.size,
            other=other,
        )


MECHANISM = Exchanges()
