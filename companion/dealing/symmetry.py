"""Equivalent sheets, made by rearranging rows and mirroring numbers.

An *exchange* turns a sheet into another with equal chances, because every roll becomes an equally likely
roll: coloured dice are rearranged like their rows, and every die is turned over if numbers are mirrored. Both
sheets are then equally good for a single player. The sheets of a *round* are equally good even at one table,
where a row closes for everyone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from companion.dealing.random_pads import Rows
from sheets.pad import Pad
from sheets.pad_part import NOWHERE


@dataclass(frozen=True, slots=True)
class Exchange:
    """A permutation of rows, with or without mirrored numbers."""

    order: tuple[int, ...]  # for each place, the row that moves there
    mirror: int  # 0 if numbers stay; 14 for six-sided dice, when 2 becomes 12 and 3 becomes 11

    def sheet(self, pad: Pad, sheet: Rows) -> Rows | None:
        """Return the sheet after the exchange, or None if its numbers don't suit their new rows on `pad`."""
        rows = [sheet[place] for place in self.order]
        colours = {row.cells[-1].colour: at.cells[-1].colour for row, at in zip(rows, pad.rows, strict=True)}
        made = []
        for row, at in zip(rows, pad.rows, strict=True):
            numbers = [abs(self.mirror - cell.number) for cell in row]
            printed = [cell.number for cell in at]
            if numbers != printed and (pad.mixed or sorted(numbers) != sorted(printed)):
                return None
            new_colours = (colours[cell.colour] for cell in row)
            made.append(at.with_cells(zip(numbers, new_colours, strict=True)))
        return made[0], made[1], made[2], made[3]


def exchanges(pad: Pad) -> Iterator[Exchange]:
    """Yield each exchange (rows permuted, numbers perhaps mirrored) that keeps double cells in place."""
    doubles = pad.part("double-cells") or NOWHERE
    for order in permutations(range(4)):
        if all(doubles[r] == doubles[place] for r, place in enumerate(order)):
            yield from (Exchange(order, mirror) for mirror in (0, 2 * pad.sides + 2))


def equivalent_sheets(pad: Pad, rows: Rows) -> list[Rows]:
    """Return `rows` and every other sheet made from it by rearranging rows and mirroring numbers."""
    made = (exchange.sheet(pad, rows) for exchange in exchanges(pad))
    return list(dict.fromkeys(rows for rows in made if rows is not None))


def rounds(pad: Pad, rows: Rows, players: int) -> list[list[Rows]]:
    """Return every round that has as many sheets as `players` and begins with the sheet `rows`.

    In a round, the same exchange turns each sheet into the next sheet, and the last sheet into the first.
    """
    orders = []
    for exchange in exchanges(pad):
        sheets: list[Rows] = [rows]
        following = exchange.sheet(pad, rows)
        while following is not None and following not in sheets:
            sheets.append(following)
            following = exchange.sheet(pad, following)
        if len(sheets) == players and following == rows:
            orders.append(sheets)
    return orders
