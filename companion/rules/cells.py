"""The rows themselves: plain crosses in their cells. Every pad has them."""

from companion.rules.mark import Mark
from companion.rules.mechanism import ChoiceError, Draft, Mechanism, View, mechanisms_of
from companion.rules.refusal import Refusal
from sheets.mechanism import PadTable
from sheets.pad import Pad


class Cells(Mechanism):
    """The four rows (rules.md: left-to-right, row-closed, lock-needs-five)."""

    key = "rows"

    @property
    def table(self) -> PadTable:
        """Plain marks have no form of their own."""
        return PadTable()

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A cell of the pad; with letters only where nothing forbids them."""
        found = mechanisms_of(pad)
        lettered = not found or any(each.takes_letters for each in found)
        return pad.has_cell(mark.cell) and (lettered or not mark.choices)

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, the cell, then the choices that it asks for."""
        spot = view.spot(mark.cell)
        refusal = view.refuse_dice(spot, mark.lucky) or view.refuse_cell(spot)
        if refusal is not None or not view.rules.mechanisms.asking:
            return refusal
        try:
            view.draft(mark.choices).mark(spot)
        except ChoiceError as wrong:
            return wrong.refusal
        return None

    def made(self, view: View, mark: Mark) -> Draft:
        """The cell crossed, and all that it brings."""
        return view.draft(mark.choices).mark(view.spot(mark.cell))


CELLS = Cells()
"""The mechanism of plain marks."""
