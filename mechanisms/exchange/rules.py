"""X-Change: a strip whose fields turn the white sum into another number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Spot
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.places import PlacesMechanism
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from mechanisms.exchange.table import Fields
from sheets.language import Phrase, message, phrase
from sheets.mechanism import box_names
from sheets.pad import Pad


class Exchanges(PlacesMechanism):
    """rules.md: exchange, exchange-left-to-right. Its state: the fields used, bit i for field i."""

    key = "exchange"
    word = "exchanged"
    tallies_many = True

    def every_place(self, pad: Pad) -> Sequence[str]:
        """The boxes of the strip."""
        return box_names(pad.parts, self.key)

    def every_word(self, pad: Pad) -> Sequence[str]:
        """The fields, from 1."""
        return [str(i + 1) for i in range(len(_printed(pad)))]

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A cell whose number stands in some field."""
        numbers = {number for pair in _printed(pad) for number in pair}
        known = mark.form == self.form and pad.has_cell(mark.cell)
        return known and pad.cell(mark.cell).number in numbers

    def marks(self, view: View) -> Iterator[Mark]:
        """The cells that some field offers for the white sum."""
        if view.action != "white":
            return
        total = view.roll.sum
        pairs = [pair for pair in _printed(view.rules.pad) if total in pair]
        offered = {number for pair in pairs for number in pair if number != total}
        yield from (Mark(spot.name, sign="x") for spot in view.row_spots() if spot.number in offered)

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice and the strip, then the cell as any other."""
        spot = view.spot(mark.cell)
        return self._refuse_field(view, spot) or view.refuse_cell(spot)

    def made(self, view: View, mark: Mark) -> Draft:
        """The cell crossed, and the field that its number and the white sum name."""
        spot, draft = view.spot(mark.cell), view.draft()
        field = _field(view, spot.number)
        assert field is not None, "a legal exchange has its field"
        draft.beside[self.key] |= 1 << field
        return draft.mark(spot)

    def spares_miss(self, before: int, after: int, rulings: Rulings) -> bool:
        """The cell itself does."""
        return False

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """The fields used, from 1."""
        return tuple(map(int, self.words(sheet.pad, sheet.of(self.key))))

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """The fields used."""
        used = [f"{a}/{b}" for i, (a, b) in enumerate(_printed(sheet.pad)) if sheet.of(self.key) >> i & 1]
        return phrase("exchange {names}", names=", ".join(used) or "-")

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """Each used field brought one mark, from left to right (exchange, exchange-left-to-right)."""
        pairs, state = _printed(observed.pad), observed.sheet.of(self.key)
        used = [i for i in range(len(pairs)) if state >> i & 1]
        boxes = self.places(observed.pad, state)
        for i, box in zip(used, boxes, strict=True):
            if not any(_exchanged_cells(board, observed, pairs[i])):
                text = message(
                    "The exchange field {first}/{second} is crossed, but neither number is crossed in any "
                    "row."
                )
                refusal = Refusal("exchange", text, {"first": pairs[i][0], "second": pairs[i][1]})
                yield Contradiction(refusal, (box,))
                return
        if not _exchanges_fit(board, observed, [pairs[i] for i in used]):
            text = message(
                "The crossed exchange fields cannot each have brought one of the crosses in the rows, from "
                "left to right."
            )
            yield Contradiction(Refusal("exchange-left-to-right", text), tuple(boxes))

    def _refuse_field(self, view: View, spot: Spot) -> Refusal | None:
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
        if view.sheet.of(self.key) >> field:
            text = message("The field for {sum} and {number} is used, or stands left of one that is.")
            return Refusal("exchange-left-to-right", text, values)
        return None


def _printed(pad: Pad) -> Fields:
    return cast(Fields, pad.part("exchange"))


def _field(view: View, number: int) -> int | None:
    """The field that shows the white sum and this number; None if there is none."""
    wanted = {view.roll.sum, number}
    pairs = enumerate(_printed(view.rules.pad))
    return next((i for i, pair in pairs if set(pair) == wanted), None)


def _exchanged_cells(
    board: Board, observed: ObservedSheet, pair: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    """For each row the indices of its crossed cells that such a field may have brought."""
    return tuple(
        tuple(spot.index for spot in row if spot.bit & bits and spot.number in pair)
        for row, bits in zip(board.rows, observed.rows, strict=True)
    )


def _exchanges_fit(board: Board, observed: ObservedSheet, pairs: list[tuple[int, int]]) -> bool:
    """Tell whether fields used in this order can each have brought a cell, each row's from the left.

    Only the furthest cell of each row matters for the next field.
    """
    reached: set[tuple[int, ...]] = {(-1,) * len(board.rows)}
    for pair in pairs:
        cells = _exchanged_cells(board, observed, pair)
        reached = {
            (*state[:row], index, *state[row + 1 :])
            for state in reached
            for row, indices in enumerate(cells)
            for index in indices
            if index > state[row]
        }
    return bool(reached)


MECHANISM = Exchanges()
