"""Double A: the rightmost marked cell of a row is crossed once more when its number comes up again."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import cast

from companion.rules.board import Board, Rows
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, Mechanism, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal
from companion.rules.sheet import Misplaced, Sheet
from sheets.language import message
from sheets.mechanism import NOWHERE, FourBits
from sheets.pad import ROW_LETTERS, Pad


class SecondCrosses(Mechanism):
    """rules.md: double-frontier, double-again, double-lock-seven; rulings double-a-where, rolled-again.

    Its state: the cells crossed twice, by row.
    """

    key = "second-crosses"
    word = "seconds"

    def blank(self, pad: Pad) -> Hashable:
        """No cell crossed twice."""
        return NOWHERE

    def words(self, pad: Pad, state: FourBits) -> list[str]:
        """The cells."""
        return [place.removesuffix("+") for place in self.places(pad, state)]

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Cells that are crossed and have a second field."""
        bits = _bits(sheet.pad, words)
        for row, printed in enumerate(_printed(sheet.pad)):
            if wrong := bits[row] & ~(sheet.rows[row] & printed):
                raise Misplaced(str(sheet.pad.rows[row].cells[wrong.bit_length() - 1]))
        return bits

    def places(self, pad: Pad, state: FourBits) -> Collection[str]:
        """The second fields."""
        return [
            f"{cell}+"
            for row, bits in zip(pad.rows, state, strict=True)
            for cell in row
            if bits >> cell.index & 1
        ]

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The second fields that are crossed."""
        printed = set(self.places(pad, _printed(pad)))
        bits = _bits(pad, [place.removesuffix("+") for place in places if place in printed])
        return bits, self.places(pad, bits)

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A cell of the pad: one without a second field breaks double-frontier."""
        return mark.form == self.form and pad.has_cell(mark.cell)

    def marks(self, view: View) -> Iterator[Mark]:
        """Every marked cell that has a second field and whose number the dice give."""
        seconds = _printed(view.rules.pad)
        for spot, lucky in view.candidates.spots():
            if not lucky and view.sheet.rows[spot.row] & seconds[spot.row] & spot.bit:
                yield Mark(spot.name, sign="+")

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, a closed row, `double-frontier`, `double-again`."""
        spot = view.spot(mark.cell)
        refusal = view.refuse_dice(spot) or view.refuse_closed(spot.row)
        if refusal is not None:
            return refusal
        bits, seconds = view.sheet.rows[spot.row], self._crossed(view.sheet)[spot.row]
        may = bits & _printed(view.rules.pad)[spot.row] & ~seconds & spot.bit
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
                "{colour} {number} is not one."
            )
        if not fits:
            values = spot.values() | {"row": view.board.row_term(spot.row)}
            return Refusal("double-frontier", text, values)
        if view.rulings.rolled_again == "later-roll" and view.marked_this_turn(spot):
            text = message("{colour} {number} was marked in this turn; its number must be rolled again.")
            return Refusal("double-again", text, spot.values())
        return None

    def made(self, view: View, mark: Mark) -> Draft:
        """With the second cross."""
        spot, draft = view.spot(mark.cell), view.draft()
        seconds = list(draft.beside[self.key])
        seconds[spot.row] |= spot.bit
        draft.beside[self.key] = tuple(seconds)
        return draft

    def twice(self, sheet: Sheet, row: int) -> int:
        """The cells crossed twice."""
        return self._crossed(sheet)[row]

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """A second cross stands below a first one (rules.md: double-frontier)."""
        for row, bits in enumerate(self._crossed(observed.sheet)):
            for spot in board.rows[row]:
                if bits & ~observed.rows[row] & spot.bit:
                    text = message(
                        "The second field of {colour} {number} is crossed, but its first one is not."
                    )
                    refusal = Refusal("double-frontier", text, spot.values())
                    yield Contradiction(refusal, (spot.name, f"{spot.name}+"))

    def _crossed(self, sheet: Sheet) -> FourBits:
        return cast(FourBits, sheet.of(self.key) or NOWHERE)


def _printed(pad: Pad) -> FourBits:
    return cast(FourBits, pad.part("second-crosses") or NOWHERE)


def _bits(pad: Pad, names: Sequence[str]) -> FourBits:
    """The cells of these names; KeyError."""
    bits = [0, 0, 0, 0]
    for cell in map(pad.cell, names):
        bits[ROW_LETTERS.index(cell.row)] |= 1 << cell.index
    return bits[0], bits[1], bits[2], bits[3]


MECHANISM = SecondCrosses()
