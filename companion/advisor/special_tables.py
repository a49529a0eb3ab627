"""Pads with special cells as tables of numbers: what their mechanisms are is data, for every game alike.

A sheet is PLACES whole numbers: the bits of its four rows (0 to 3), the bits of its second crosses (4 to 7),
of its rows of round cells (8 to 10), of its exchange strip (11), how many fields of the track are crossed
(12), the bits of its fields between numbers (13), its misses (14), and which sheet of the pad it is (15).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.rules import Sheet
from sheets.pad import COLOURS, Pad
from sheets.special_cells import SpecialCells

Whole = npt.NDArray[np.int64]

SECONDS, ROUND, EXCHANGED, TRACK, FIELDS, MISSES, WHICH = 4, 8, 11, 12, 13, 14, 15
"""Where the parts of a sheet stand among its numbers; its rows are the first four."""
PLACES = 16
SIZE = 11
"""Cells in a row; the last one closes it."""


class PadTables(NamedTuple):
    """One pad. Rows and cells are numbers from 0; -1 stands for nothing.

    `lock_needs`, `most_marks`: as on the pad, or as many as a row has room for. `index_of[r, n]`: the cell of
    row r with number n. `number_at`, `colour_at` (4, SIZE). By sheet v: `seconds`, `doubles`, `steps` (v, 4)
    bits; `partner` (v, 4, SIZE): 16 times the row of the other cell of a chain, plus its index.
    `round_upper` (k,): the row above each row of round cells; `round_index` (k, 13): its cell with a number;
    `round_number` (k, SIZE). `exchange` (13, 13): the field of the strip for a white sum and a number;
    `exchanges`: how many there are. `track`: points of its fields, after 0 for none. `field_row`,
    `field_index`: the row of a field between numbers and the cell left of it. By bits of a row: `length` (its
    cells up to the last cross) and `crosses`.
    """

    lock_needs: int
    most_marks: int
    index_of: Whole
    number_at: Whole
    colour_at: Whole
    seconds: Whole
    doubles: Whole
    steps: Whole
    partner: Whole
    round_upper: Whole
    round_index: Whole
    round_number: Whole
    exchange: Whole
    exchanges: int
    track: Whole
    field_row: Whole
    field_index: Whole
    length: Whole
    crosses: Whole


@lru_cache(maxsize=16)
def tables(pads: tuple[Pad, ...]) -> PadTables:
    """The tables of the pads of one game, which differ in their special cells alone.

    ValueError if a pad is not of four rows of SIZE cells, the last of them closing, on dice of six sides.
    """
    pad = pads[0]
    fits = all(len(row) == SIZE for row in pad.rows) and pad.last_cells == 1 and pad.sides == 6
    alike = all(
        (p.rows, p.lock_needs, p.most_marks) == (pad.rows, pad.lock_needs, pad.most_marks) for p in pads
    )
    faces = {(cell.colour, cell.number) for cell in pad.cells}
    if not fits or not alike or pad.lucky or pad.bar or pad.pairs or len(faces) < 4 * SIZE:
        raise ValueError(f"there are no tables for {pad.name}: they take rows of eleven cells, all different")
    specials = [each.special for each in pads]
    index_of = np.full((4, 13), -1, np.int64)
    for r, row in enumerate(pad.rows):
        for cell in row:
            index_of[r, cell.number] = cell.index
    shared = specials[0]
    round_index = np.full((len(shared.bonus_rows), 13), -1, np.int64)
    for k, bonus_row in enumerate(shared.bonus_rows):
        for i, number in enumerate(bonus_row.numbers):
            round_index[k, number] = i
    exchange = np.full((13, 13), -1, np.int64)
    for i, (one, other) in reversed(list(enumerate(shared.exchanges))):
        if one != other:
            exchange[one, other] = exchange[other, one] = i
    bits = np.arange(1 << SIZE)
    return PadTables(
        lock_needs=pad.lock_needs,
        most_marks=pad.most_marks or max(_room(special, row) for special in specials for row in range(4)),
        index_of=index_of,
        number_at=np.array([[cell.number for cell in row] for row in pad.rows], np.int64),
        colour_at=np.array([[COLOURS.index(cell.colour) for cell in row] for row in pad.rows], np.int64),
        seconds=np.array([special.seconds for special in specials], np.int64),
        doubles=np.array([special.doubles for special in specials], np.int64),
        steps=np.array([special.steps for special in specials], np.int64),
        partner=np.array([_partners(special) for special in specials], np.int64),
        round_upper=np.array([row.upper for row in shared.bonus_rows], np.int64),
        round_index=round_index,
        round_number=np.array([row.numbers for row in shared.bonus_rows], np.int64).reshape(-1, SIZE),
        exchange=exchange,
        exchanges=len(shared.exchanges),
        track=np.array([0, *shared.track], np.int64),
        field_row=np.array([field.row for field in shared.connections], np.int64),
        field_index=np.array([field.index for field in shared.connections], np.int64),
        length=np.ceil(np.log2(bits + 1)).astype(np.int64),
        crosses=np.bitwise_count(bits).astype(np.int64),
    )


def pads_of(pad: Pad) -> tuple[Pad, ...]:
    """The pads that a game on this one may be played on: each of its lettered sheets, or itself."""
    return tuple(pad.on_sheet(letter) for letter in pad.letters) or (pad,)


def _room(special: SpecialCells, row: int) -> int:
    """The most crosses of a row that can score."""
    rounds = sum(len(bonus_row.numbers) for bonus_row in special.bonus_rows if row in bonus_row.rows)
    fields = sum(field.row == row for field in special.connections)
    return SIZE + 1 + special.seconds[row].bit_count() + special.doubles[row].bit_count() + rounds + fields


def _partners(special: SpecialCells) -> list[list[int]]:
    out = [[-1] * SIZE for _ in range(4)]
    for (row, index), (other, its) in special.partners.items():
        out[row][index] = 16 * other + its
    return out


def sheet_numbers(sheet: Sheet, which: int) -> list[int]:
    """A sheet of the rules as PLACES numbers; `which`: its place among the pads of the tables."""
    extras = sheet.extras
    assert extras is not None
    rounds = (*extras.bonus_rows, 0, 0, 0)[:3]
    return [
        *(*sheet.rows, *extras.seconds, *rounds),
        *(extras.exchanged, extras.track, extras.connections, sheet.misses, which),
    ]
