"""Big Points: rows of round cells between two rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rulebook.rulings import Rulings
from companion.rules.board import Spot
from companion.rules.extras import Extras
from companion.rules.mark import Mark
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad
from sheets.special_cells import BonusRow


class BonusRows(Mechanism):
    """rules.md: bp-neighbour, bp-left-to-right, bp-not-for-lock, bp-after-close, bp-score."""

    key = "bonus-rows"
    form = "bonus-row"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A round cell of the pad."""
        return any(_index(row, mark) is not None for row in pad.special.bonus_rows)

    def marks(self, view: View) -> Iterator[Mark]:
        """The round cells of a number that the dice may make."""
        white = view.roll.white
        rolled = {die + one for die in view.dice if die is not None for one in white}
        offered = {view.roll.sum} if view.action == "white" else rolled
        for row in view.sheet.pad.special.bonus_rows:
            yield from (Mark(f"{row.name}{number}") for number in row.numbers if number in offered)

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, the order in the bonus row, then the neighbour that must be marked."""
        place, row, index = _round_cell(view.sheet.pad, mark)
        number = row.numbers[index]
        rolled = _rolled_neighbours(view, row, number)
        if isinstance(rolled, Refusal):
            return rolled
        if view.extras.bonus_rows[place] >> index:
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

    def made(self, view: View, mark: Mark) -> Sheet:
        """With the round cell crossed."""
        place, _, index = _round_cell(view.sheet.pad, mark)
        crossed = list(view.extras.bonus_rows)
        crossed[place] |= 1 << index
        return replace(view.sheet, extras=replace(view.extras, bonus_rows=tuple(crossed)))

    def lock_crosses(self, _sheet: Sheet, _row: int, _rulings: Rulings) -> int:
        """None (bp-not-for-lock)."""
        return 0

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Each cross counts in both rows beside it."""
        crossed = () if sheet.extras is None else sheet.extras.bonus_rows
        beside = zip(sheet.pad.special.bonus_rows, crossed, strict=True)
        return sum(bits.bit_count() for bonus_row, bits in beside if row in bonus_row.rows)

    def spares_miss(self, before: Extras, after: Extras, _rulings: Rulings) -> bool:
        """A round cell does."""
        return before.bonus_rows != after.bonus_rows


def _round_cell(pad: Pad, mark: Mark) -> tuple[int, BonusRow, int]:
    """The place of the bonus row on the pad, the row, and the index of the cell in it."""
    for place, row in enumerate(pad.special.bonus_rows):
        index = _index(row, mark)
        if index is not None:
            return place, row, index
    raise LookupError(f"no round cell {mark.cell}")


def _index(row: BonusRow, mark: Mark) -> int | None:
    """Where a round cell stands in a bonus row; None if it is of another, or of none."""
    name, number = mark.cell[:2], mark.cell[2:]
    if name != row.name or not number.isdigit() or int(number) not in row.numbers:
        return None
    return row.numbers.index(int(number))


def _rolled_neighbours(view: View, row: BonusRow, number: int) -> list[Spot] | Refusal:
    """The cells of that number beside it, of which one must be marked; the refusal if the dice do not fit."""
    board = view.constraints.board
    neighbours = [spot for beside in row.rows for spot in board.rows[beside] if spot.number == number]
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
