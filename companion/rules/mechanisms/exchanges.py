"""X-Change: a strip whose fields turn the white sum into another number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.board import Spot
from companion.rules.mark import Mark
from companion.rules.mechanisms.cells import refuse_cell, with_cell
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad


class Exchanges(Mechanism):
    """rules.md: exchange, exchange-left-to-right. The cell itself spares the miss."""

    key = "exchange"
    form = "exchange"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A cell whose number stands in some field."""
        numbers = {number for pair in pad.special.exchanges for number in pair}
        return pad.has_cell(mark.cell) and pad.cell(mark.cell).number in numbers

    def marks(self, view: View) -> Iterator[Mark]:
        """The cells that some field offers for the white sum."""
        if view.action != "white":
            return
        total = view.roll.sum
        pairs = [pair for pair in view.sheet.pad.special.exchanges if total in pair]
        offered = {number for pair in pairs for number in pair if number != total}
        yield from (Mark(spot.name, sign="x") for spot in view.row_spots() if spot.number in offered)

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice and the strip, then the cell as any other."""
        spot = view.spot(mark.cell)
        return _refuse_field(view, spot) or refuse_cell(view, spot)

    def made(self, view: View, mark: Mark) -> Sheet:
        """The cell crossed, and the field that its number and the white sum name."""
        spot = view.spot(mark.cell)
        field = _field(view, spot.number)
        assert field is not None, "a legal exchange has its field"
        extras = replace(view.extras, exchanged=view.extras.exchanged | 1 << field)
        return with_cell(view.on(replace(view.sheet, extras=extras)), spot)

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """The fields used, from 1."""
        used = 0 if sheet.extras is None else sheet.extras.exchanged
        return tuple(i + 1 for i in range(len(sheet.pad.special.exchanges)) if used >> i & 1)


def _field(view: View, number: int) -> int | None:
    """The field that shows the white sum and this number; None if there is none."""
    wanted = {view.roll.sum, number}
    pairs = view.sheet.pad.special.exchanges
    return next((i for i, pair in enumerate(pairs) if set(pair) == wanted), None)


def _refuse_field(view: View, spot: Spot) -> Refusal | None:
    if view.action != "white":
        if view.removed_mask >> spot.colour & 1:
            return view.refuse_dice(spot)
        text = message("A number is exchanged in action 1 only, for the white sum.")
        return Refusal("exchange", text)
    values = spot.values() | {"sum": view.roll.sum}
    field = _field(view, spot.number)
    if field is None:
        text = message("No field of the strip exchanges the white sum {sum} for {number}.")
        return Refusal("exchange", text, values)
    if view.extras.exchanged >> field:
        text = message("The field for {sum} and {number} is used, or stands left of one that is.")
        return Refusal("exchange-left-to-right", text, values)
    return None
