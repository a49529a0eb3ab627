"""Double A and B: cells that are crossed a second time, and cells whose mark makes two crosses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rulebook.rulings import Rulings
from companion.rules.extras import Extras
from companion.rules.mark import Mark
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad


class SecondCrosses(Mechanism):
    """Double A: the rightmost marked cell of a row is crossed once more when its number comes up again.

    rules.md: double-frontier, double-again, double-lock-seven; rulings double-a-where, rolled-again.
    """

    key = "second-crosses"
    form = "second"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A cell of the pad: one without a second field breaks double-frontier."""
        return pad.has_cell(mark.cell)

    def marks(self, view: View) -> Iterator[Mark]:
        """Every marked cell that has a second field and whose number the dice give."""
        seconds = view.sheet.pad.special.seconds
        for spot, lucky in view.candidates.spots():
            if not lucky and view.sheet.rows[spot.row] & seconds[spot.row] & spot.bit:
                yield Mark(spot.name, sign="+")

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, a closed row, `double-frontier`, `double-again`."""
        spot = view.spot(mark.cell)
        refusal = view.refuse_dice(spot) or view.refuse_closed(spot.row)
        if refusal is not None:
            return refusal
        bits, seconds = view.sheet.rows[spot.row], view.extras.seconds[spot.row]
        may = bits & view.sheet.pad.special.seconds[spot.row] & ~seconds & spot.bit
        if view.rulings.double_a_where == "frontier":
            fits = may and spot.bit.bit_length() == bits.bit_length()
            text = message(
                "Only the rightmost marked cell of {row} may be crossed once more, and {colour} {number} is "
                "not it, or is crossed twice already."
            )
        else:
            fits = may and spot.bit > seconds
            text = message(
                "Only a marked cell right of every second cross of {row} may be crossed once more; "
                "{colour} {number} is none."
            )
        if not fits:
            values = spot.values() | {"row": view.constraints.board.row_term(spot.row)}
            return Refusal("double-frontier", text, values)
        if view.rulings.rolled_again == "later-roll" and view.marked_this_turn(spot):
            text = message("{colour} {number} was marked in this turn; its number must be rolled again.")
            return Refusal("double-again", text, spot.values())
        return None

    def made(self, view: View, mark: Mark) -> Sheet:
        """With the second cross."""
        spot = view.spot(mark.cell)
        seconds = list(view.extras.seconds)
        seconds[spot.row] |= spot.bit
        extras = replace(view.extras, seconds=(seconds[0], seconds[1], seconds[2], seconds[3]))
        return replace(view.sheet, extras=extras)

    def twice(self, sheet: Sheet, row: int) -> int:
        """The cells crossed twice."""
        return 0 if sheet.extras is None else sheet.extras.seconds[row]

    def spares_miss(self, before: Extras, after: Extras, _rulings: Rulings) -> bool:
        """A second cross does."""
        return before.seconds != after.seconds


class DoubleCells(Mechanism):
    """Double B: one mark of a double cell makes two crosses (rules.md: double-two, double-lock-seven)."""

    key = "double-cells"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A second cross: the same table may play Double A. Here it is illegal."""
        return mark.form == "second" and pad.has_cell(mark.cell)

    def twice(self, sheet: Sheet, row: int) -> int:
        """The double cells that are crossed."""
        return sheet.rows[row] & sheet.pad.special.doubles[row]
