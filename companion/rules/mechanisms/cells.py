"""Plain crosses in the cells of the rows, on a pad that has other mechanisms beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.board import Spot
from companion.rules.mark import Mark
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad


class Cells(Mechanism):
    """The four rows (rules.md: left-to-right, row-closed, lock-needs-five). Every pad has them."""

    key = "rows"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A cell of the pad, without choices: no bonus cell asks for any here."""
        return not mark.choices and pad.has_cell(mark.cell)

    def marks(self, view: View) -> Iterator[Mark]:
        """The cells that the dice offer."""
        for spot, lucky in view.candidates.spots():
            yield spot.marks[lucky]

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, then the cell."""
        spot = view.spot(mark.cell)
        return view.refuse_dice(spot, mark.lucky) or refuse_cell(view, spot)

    def made(self, view: View, mark: Mark) -> Sheet:
        """The cell crossed, and all that it brings."""
        return with_cell(view, view.spot(mark.cell))


def refuse_cell(view: View, spot: Spot) -> Refusal | None:
    """Why a cell may not be crossed whatever the dice show: closed, order, what its lock needs."""
    constraints, rows = view.constraints, view.sheet.rows
    if view.refuse_closed(spot.row):
        return constraints.explain(constraints.closed_rule, spot, rows)
    passed = view.order_bits(spot.row)
    if rows[spot.row] & spot.bit or spot.bit <= passed:
        return _refuse_order(view, spot, passed)
    crosses = view.lock_crosses(spot.row)
    if spot.closes and crosses < constraints.board.lock_needs:
        return constraints.explain(constraints.lock_needs_rule, spot, rows, crosses)
    return None


def _refuse_order(view: View, spot: Spot, passed: int) -> Refusal:
    rows = list(view.sheet.rows)
    last = 1 << passed.bit_length() - 1 if passed else 0
    if rows[spot.row] & spot.bit or rows[spot.row] & last:
        rows[spot.row] &= passed | spot.bit
        return view.constraints.explain("left-to-right", spot, rows)
    text = message("The cell {colour} {number} stands left of a field that is crossed, so it is lost.")
    return Refusal("left-to-right", text, spot.values())


def with_cell(view: View, spot: Spot) -> Sheet:
    """The sheet with a cell crossed, and with all that its cross brings."""
    rows = list(view.sheet.rows)
    rows[spot.row] |= spot.bit
    sheet = replace(view.sheet, rows=(rows[0], rows[1], rows[2], rows[3]))
    for mechanism in view.mechanisms:
        sheet = mechanism.follow(view.on(sheet), spot)
    return sheet
