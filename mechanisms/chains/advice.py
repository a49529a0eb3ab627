"""Connected B in the advice: one end of a chain brings the other."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.advisor.move_names import counted, name_cell
from companion.rules import Game, Sheet
from mechanisms.chains.rules import partners
from sheets.language import Phrase, message, phrase

END_CHANCE = 0.225
"""Chance, in a long game, that an end of a chain in reach brings the other end. Chosen."""


class Chains(Advised):
    """A cross that is brought may stand left of the row's marks."""

    key = "chains"

    def more_crosses(self, outlook: Outlook) -> Sequence[float]:
        """A chance for each free end whose other end is in reach."""
        found, sheet = [0.0] * 4, outlook.sheet
        for (row, index), (to_row, to_index) in partners(sheet.pad.part(self.key)).items():
            if (
                index >= outlook.starts[row]
                and outlook.is_open(row)
                and not sheet.rows[to_row] >> to_index & 1
            ):
                found[to_row] += END_CHANCE * outlook.long_game
        return found

    def lock_room(self, game: Game, sheet: Sheet, row: int, start: int) -> int:
        """The free ends left of the marks whose other end is free too."""
        return sum(
            own == row
            and index < start
            and not (sheet.rows[row] >> index & 1 or sheet.rows[other[0]] >> other[1] & 1)
            for (own, index), other in partners(sheet.pad.part(self.key)).items()
        )

    def fact(self, move: MadeMove) -> Fact | None:
        """The cross that a chain makes, and what it leaves behind."""
        brought = move.first_new(move.before.of(self.key), move.after.of(self.key))
        if brought is None:
            return None
        cell, skipped = name_cell(brought), 0
        if not move.closed_mask >> brought.row & 1:
            old, new = (
                move.game.rules_of(sheet).order_bits(sheet, brought.row).bit_length()
                for sheet in (move.before, move.after)
            )
            skipped = max(0, new - 1 - old)
        said = phrase("brings {cell} as well", cell=cell)
        if skipped:
            said = counted(
                message("brings {cell} as well, which skips one cell"),
                message("brings {cell} as well, which skips {count} cells"),
                skipped,
                cell=cell,
            )
        return Fact((said,), brought=brought)

    def contrast(self, does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
        """Only the alternative brings a cell."""
        if best or does is not None or would is None or would.brought is None:
            return None
        return phrase("{other} would bring {cell} as well", other=other, cell=name_cell(would.brought))


MECHANISM = Chains()
