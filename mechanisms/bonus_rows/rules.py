"""Big Points: a round cell goes with its number in a row beside it, and counts in both rows."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, Mechanism, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal, Term
from companion.rules.sheet import Sheet
from mechanisms.bonus_rows.table import BonusRow
from sheets.language import message
from sheets.pad import Pad


class BonusRows(Mechanism):
    """rules.md: bp-neighbour, bp-left-to-right, bp-not-for-lock, bp-after-close, bp-score; rulings
    rolled-again, bp-colour. Its state: the crosses of each row of round cells, bits from the left."""

    key = "bonus-rows"
    word = "cells"

    def blank(self, pad: Pad) -> Hashable:
        """No round cell crossed."""
        return (0,) * len(_printed(pad))

    def words(self, pad: Pad, state: tuple[int, ...]) -> list[str]:
        """The round cells."""
        rows = zip(_printed(pad), state, strict=True)
        return [name for row, bits in rows for i, name in enumerate(row.cells) if bits >> i & 1]

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Round cells of the pad."""
        state, known = self.read_places(sheet.pad, sheet.rows, words)
        if set(known) != set(words):
            raise KeyError
        return state

    def places(self, pad: Pad, state: tuple[int, ...]) -> Collection[str]:
        """The round cells."""
        return self.words(pad, state)

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The round cells that are crossed."""
        state = tuple(
            sum(1 << i for i, name in enumerate(row.cells) if name in places) for row in _printed(pad)
        )
        return state, self.words(pad, state)

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A round cell of the pad."""
        return any(mark.cell in row.cells for row in _printed(pad))

    def marks(self, view: View) -> Iterator[Mark]:
        """The round cells of a number that the dice may make."""
        white = view.roll.white
        rolled = {die + one for die in view.dice if die is not None for one in white}
        offered = {view.roll.sum} if view.action == "white" else rolled
        for row in _printed(view.rules.pad):
            yield from (Mark(f"{row.name}{number}") for number in row.numbers if number in offered)

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, the order in the bonus row, then the neighbour that must be marked."""
        place, row, index = _round_cell(view.rules.pad, mark)
        number = row.numbers[index]
        rolled = _rolled_neighbours(view, row, number)
        if isinstance(rolled, Refusal):
            return rolled
        if view.sheet.of(self.key)[place] >> index:
            text = message("The round cell {number} is crossed, or stands left of one that is.")
            return Refusal("bp-left-to-right", text, {"number": number})
        later = view.rulings.rolled_again == "later-roll"
        for spot in rolled:
            marked = view.sheet.rows[spot.row] & spot.bit
            if marked and not (later and view.marked_this_turn(spot)):
                return None
        text = message(
            "A round cell is crossed only if its number was marked earlier in a row beside it; {number} was "
            "not."
        )
        if view.action == "colour" and view.rulings.bp_colour == "marked":
            text = message(
                "A round cell is crossed with the die of a row beside it in which its number was marked "
                "earlier; {number} was not."
            )
        return Refusal("bp-neighbour", text, {"number": number})

    def made(self, view: View, mark: Mark) -> Draft:
        """With the round cell crossed."""
        draft = view.draft()
        place, _, index = _round_cell(view.rules.pad, mark)
        crossed = list(draft.beside[self.key])
        crossed[place] |= 1 << index
        draft.beside[self.key] = tuple(crossed)
        return draft

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Each cross counts in both rows beside it, but not for a lock (bp-not-for-lock)."""
        beside = zip(_printed(sheet.pad), sheet.of(self.key), strict=True)
        return sum(bits.bit_count() for bonus_row, bits in beside if row in bonus_row.rows)

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings | None = None) -> int:
        """None (bp-not-for-lock)."""
        return 0

    def verdict_marks(self, sheet: Sheet) -> Mapping[str, list[int]]:
        """The numbers of the round cells crossed."""
        rows = zip(_printed(sheet.pad), sheet.of(self.key), strict=True)
        return {row.name: [n for i, n in enumerate(row.numbers) if bits >> i & 1] for row, bits in rows}

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """A round cell needs its number in a row beside it (rules.md: bp-neighbour)."""
        for bonus_row in _printed(observed.pad):
            for number, name in zip(bonus_row.numbers, bonus_row.cells, strict=True):
                beside = _neighbours(board, bonus_row, number)
                crossed = any(spot.bit & observed.rows[spot.row] for spot in beside)
                if name in observed.beside and not crossed:
                    text = message(
                        "The round cell {number} between {upper} and {lower} is crossed, but {number} is "
                        "crossed in neither of them."
                    )
                    upper, lower = (board.row_term(row) for row in bonus_row.rows)
                    values: dict[str, Term | int] = {"number": number, "upper": upper, "lower": lower}
                    refusal = Refusal("bp-neighbour", text, dict(values))
                    yield Contradiction(refusal, (name, *(spot.name for spot in beside)))


def _printed(pad: Pad) -> tuple[BonusRow, ...]:
    return cast(tuple[BonusRow, ...], pad.part("bonus-rows"))


def _neighbours(board: Board, row: BonusRow, number: int) -> list[Spot]:
    """The cells of that number beside a row of round cells."""
    return [spot for beside in row.rows for spot in board.rows[beside] if spot.number == number]


def _round_cell(pad: Pad, mark: Mark) -> tuple[int, BonusRow, int]:
    """The place of the bonus row on the pad, the row, and the index of the cell in it."""
    rows = enumerate(_printed(pad))
    return next((place, row, row.cells.index(mark.cell)) for place, row in rows if mark.cell in row.cells)


def _rolled_neighbours(view: View, row: BonusRow, number: int) -> list[Spot] | Refusal:
    """The cells of that number beside it, of which one must be marked; the refusal if the dice do not fit."""
    neighbours = _neighbours(view.board, row, number)
    values: dict[str, str | int] = {"number": number}
    if view.action == "white":
        if number == view.roll.sum:
            return neighbours
        first, second = view.roll.white
        text = message("The white dice show {first} + {second} = {sum}, not {number}.")
        return Refusal("white-sum", text, values | {"first": first, "second": second, "sum": view.roll.sum})
    if all(view.removed_mask >> spot.colour & 1 for spot in neighbours):
        text = message("The dice of both rows beside this cell have left the game.")
        return Refusal("die-removed", text, values)
    rolled = [
        spot
        for spot in neighbours
        if (die := view.dice[spot.colour]) is not None and number - die in view.roll.white
    ]
    if not rolled:
        text = message("No white die and a die of a row beside this cell make {number}.")
        return Refusal("colour-sum", text, values)
    return neighbours if view.rulings.bp_colour == "either" else rolled


MECHANISM = BonusRows()
