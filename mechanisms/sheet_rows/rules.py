"""Rows that differ from sheet to sheet: the order and the dice hold as each sheet prints its own rows."""

from __future__ import annotations

from companion.rules.mechanism import Mechanism


class SheetRows(Mechanism):
    """Has no rule of its own: left-to-right and colour-sum look at the player's own sheet, row-closed at the
    letter of the row."""

    key = "sheet-rows"


MECHANISM = SheetRows()
