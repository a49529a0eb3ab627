"""Describes pads and sheets as arrays of numbers, in the same form for every game.

A sheet is PLACES whole numbers: the bits of its four rows (0 to 3), of its second crosses (4 to 7), of its
rows of round cells (8 to 10), of its exchange strip (11); the number of crossed fields of the track (12); the
bits of its fields between numbers (13); its misses (14); the index of its pad among the game's (15); the bits
of its bonus bar (16) and of its earned bonuses, as in BONUS_TYPES (17); its two lucky numbers (18, 19).
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from companion.rules import Sheet
from companion.rules.sheet_part import counting_on, notes_on
from sheets.pad import COLOURS, KEPT_PADS, ROW_LETTERS, Pad
from sheets.pad_part import NOWHERE, FourBits, Place, pad_parts

Whole = npt.NDArray[np.int64]
Small = npt.NDArray[np.int8]

SECOND_CROSSES, ROUND, EXCHANGED, TRACK, FIELDS, MISSES, PAD_INDEX, BAR, EARNED, LUCKY = 4, 8, *range(11, 19)
"""Where each part of a sheet begins among its PLACES numbers: second crosses, rows of round cells, exchange
strip, track, fields between numbers, misses, index of the pad, bonus bar, earned bonuses, lucky numbers."""
_KEYS = {BAR: "bonus-bar", EXCHANGED: "exchange", FIELDS: "connections"}
PLACES = 20
BONUS_TYPES = tuple(kind for kind, *_ in pad_parts()["bonus-pairs"].typed)
"""The bonuses of the pad Bonus B, in the order in which they are printed."""
TWO_WEAKEST, EACH_ROW, DOUBLE_WEAKEST, THIRTEEN, NO_MISSES = range(5)
"""Indices in BONUS_TYPES; the first two bonuses mark cells."""


class PadTables(NamedTuple):
    """The pads that a game may use, as arrays.

    In shapes (…), v is the number of pads; in indices […], it is the index of one pad. Rows and cells are
    numbered from 0; -1 means none.
    """

    size: int  # cells in a row
    first_closing: int  # the first cell that closes a row
    lock_needs: int  # as on the pad
    most_marks: int  # as on the pad, or the cells of a row
    sides: int  # of a die
    lucky: int  # 1 if sheets carry lucky numbers
    index_of: Whole  # [r, n]: the cell of row r with number n
    face_at: Whole  # [c, n]: 16 times the row of the cell of COLOURS[c] with number n, plus its index
    number_at: Whole  # (4, size)
    colour_at: Whole  # (4, size)
    die_of: Whole  # (4,): the colour of the cell that closes a row
    seconds: Whole  # (v, 4) bits
    doubles: Whole  # (v, 4) bits
    steps: Whole  # (v, 4) bits
    partner: Whole  # (v, 4, size): 16 times the row of the other cell of a chain, plus its index
    round_upper: Whole  # (k,): the row above each row of round cells
    round_index: Whole  # [k, n]: the index of its cell with number n
    round_number: Whole  # (k, size)
    exchange: Whole  # [s, n]: the field of the strip for a white sum and a number
    exchanges: int  # number of fields of the strip
    track: Whole  # points of its fields, after 0 for none
    field_row: Whole  # the row of a field between numbers
    field_index: Whole  # the cell left of it
    bar_row: Whole  # the row that each box of the bonus bar marks
    boxes: Whole  # (4,): by row the boxes of the die that its lock takes out, as bits
    bonus_cells: Whole  # (4,) bits
    pair_kind: Whole  # (4, size): the place in BONUS_TYPES of a cell's bonus
    pair_row: Whole  # (5, 2): the rows of the two cells of each bonus
    pair_bit: Whole  # (5, 2): their bits
    room: Whole  # [v, r, i]: crosses that fit in a row from cell i on, without its last cells
    length: Whole  # by a row's bits: its cells up to the last cross
    crosses: Whole  # by a row's bits: its crosses
    lock_crosses: Small  # [v, r, bits]: crosses that count towards the lock
    field_length: Small  # [r, bits of FIELDS]: cells up to the last field
    field_crosses: Small  # [r, bits of FIELDS]: crossed fields


def pads_of(pad: Pad) -> tuple[Pad, ...]:
    """Return the pads that a game on `pad` may use: its lettered sheets or, if it has none, only itself."""
    return tuple(pad.on_sheet(letter) for letter in pad.letters) or (pad,)


@lru_cache(maxsize=16)
def tables(pads: tuple[Pad, ...]) -> PadTables:
    """Return the PadTables for the pads of one game.

    The pads may differ only in four `mechanisms`: second crosses, double cells, steps and chains. Raise
    ValueError if rows differ in length or two cells have the same colour and number.
    """
    pad, size, highest = pads[0], len(pads[0].rows[0]), 2 * pads[0].sides + 1
    faces = {(cell.colour, cell.number) for cell in pad.cells}
    if any(len(row) != size for row in pad.rows) or len(faces) < 4 * size:
        raise ValueError(
            f"there are no tables for {pad.name}: rows must be of one length, cells all different"
        )
    index_of, face_at = np.full((2, 4, highest), -1, np.int64)
    for r, row in enumerate(pad.rows):
        for cell in row:
            index_of[r, cell.number] = cell.index
            face_at[COLOURS.index(cell.colour), cell.number] = 16 * r + cell.index
    bits = np.arange(1 << size)
    crosses = np.bitwise_count(bits).astype(np.int64)
    doubles = [_doubles(each) for each in pads]
    doubled = [[np.bitwise_count(bits & row) for row in each] for each in doubles]
    number_at = [[cell.number for cell in row] for row in pad.rows]
    colour_at = np.array([[COLOURS.index(cell.colour) for cell in row] for row in pad.rows], np.int64)
    return PadTables(
        size=size,
        first_closing=size - pad.last_cells,
        lock_needs=pad.lock_needs,
        most_marks=max(each.most_crosses for each in pads),
        sides=pad.sides,
        lucky=int(pad.lucky),
        index_of=index_of,
        face_at=face_at,
        number_at=np.array(number_at, np.int64),
        colour_at=colour_at,
        die_of=colour_at[:, -1].copy(),
        seconds=np.array([_cells(each, "second-crosses") for each in pads], np.int64),
        doubles=np.array(doubles, np.int64),
        steps=np.array([_cells(each, "steps") for each in pads], np.int64),
        partner=np.array([_partners(each, size) for each in pads], np.int64),
        **_round_parts(pad, size, highest),
        **_strip_parts(pad, highest),
        **_field_parts(pad),
        **_bonus_parts(pad, size),
        room=np.array([_rooms(each, size - pad.last_cells, size) for each in pads], np.int64),
        length=np.ceil(np.log2(bits + 1)).astype(np.int64),
        crosses=crosses,
        lock_crosses=(crosses + np.array(doubled)).astype(np.int8),
    )


def _cells(pad: Pad, key: str) -> FourBits:
    """Return a bit mask per row of the cells with the mechanism `key`, or zeros if the pad lacks it."""
    return cast(FourBits, pad.part(key) or NOWHERE)


def _doubles(pad: Pad) -> list[int]:
    """Return a bit mask per row of the cells whose cross counts twice."""
    countings = counting_on(pad).values()
    return [reduce(or_, (counting.cells[row] for counting in countings), 0) for row in range(4)]


def _rooms(pad: Pad, last: int, size: int) -> list[list[int]]:
    return [
        [last - i + ((one | two) >> i & ((1 << last) - 1 >> i)).bit_count() for i in range(size + 1)]
        for one, two in zip(_cells(pad, "second-crosses"), _doubles(pad), strict=True)
    ]


def _partners(pad: Pad, size: int) -> list[list[int]]:
    out = [[-1] * size for _ in range(4)]
    chains: Sequence[tuple[Place, Place]] = pad.part("chains") or ()
    for pair in chains:
        for (row, index), (other, its) in (pair, pair[::-1]):
            out[row][index] = 16 * other + its
    return out


def _round_parts(pad: Pad, size: int, highest: int) -> dict[str, Any]:
    rows = pad.part("bonus-rows") or ()
    round_index = np.full((len(rows), highest), -1, np.int64)
    for k, bonus_row in enumerate(rows):
        for i, number in enumerate(bonus_row.numbers):
            round_index[k, number] = i
    return {
        "round_upper": np.array([row.upper for row in rows], np.int64),
        "round_index": round_index,
        "round_number": np.array([row.numbers for row in rows], np.int64).reshape(-1, size),
    }


def _strip_parts(pad: Pad, highest: int) -> dict[str, Any]:
    fields: Sequence[tuple[int, int]] = pad.part("exchange") or ()
    exchange = np.full((highest, highest), -1, np.int64)
    for i, (one, other) in reversed(list(enumerate(fields))):
        if one != other:
            exchange[one, other] = exchange[other, one] = i
    track = np.array([0, *(pad.part("track") or ())], np.int64)
    return {"exchange": exchange, "exchanges": len(fields), "track": track}


def _field_parts(pad: Pad) -> dict[str, Any]:
    fields = pad.part("connections") or ()
    bits = np.arange(1 << len(fields))
    length, crosses = np.zeros((2, 4, len(bits)), np.int8)
    for number, field in enumerate(fields):  # row by row, left to right
        length[field.row, bits >> number & 1 != 0] = field.index + 1
        crosses[field.row] += (bits >> number & 1).astype(np.int8)
    return {
        "field_row": np.array([field.row for field in fields], np.int64),
        "field_index": np.array([field.index for field in fields], np.int64),
        "field_length": length,
        "field_crosses": crosses,
    }


def _bonus_parts(pad: Pad, size: int) -> dict[str, Any]:
    """Return the PadTables fields for the bonus bar and for pairs of bonus cells. `size`: cells per row."""
    row_of = {str(row.colour): r for r, row in enumerate(pad.rows)}
    pair_kind, pairs = np.full((4, size), -1, np.int64), dict(pad.part("bonus-pairs") or ())
    pair_row, pair_bit = np.zeros((2, len(BONUS_TYPES), 2), np.int64)
    for kind, name in enumerate(BONUS_TYPES):
        for which, cell in enumerate(map(pad.cell, pairs.get(name, ()))):
            row = ROW_LETTERS.index(cell.row)
            pair_kind[row, cell.index] = kind
            pair_row[kind, which], pair_bit[kind, which] = row, 1 << cell.index
    bar = pad.part("bonus-bar")
    boxes = bar.boxes if bar else ()
    return {
        "bar_row": np.array([row_of[colour] for colour in boxes], np.int64),
        "boxes": np.array(
            [sum(1 << i for i, box in enumerate(boxes) if box == row.cells[-1].colour) for row in pad.rows],
            np.int64,
        ),
        "bonus_cells": np.array(
            [sum(1 << cell.index for cell in row if cell.bonus == "bar") for row in pad.rows], np.int64
        ),
        "pair_kind": pair_kind,
        "pair_row": pair_row,
        "pair_bit": pair_bit,
    }


def sheet_numbers(sheet: Sheet, which: int = 0, lucky: tuple[int, int] = (0, 0)) -> list[int]:
    """Return a sheet as PLACES numbers. `which`: its pad's index in the game. `lucky`: its lucky numbers."""
    numbers = [*sheet.rows, *([0] * 10), sheet.misses, which, 0, 0, *lucky]
    for place, key in _KEYS.items():
        numbers[place] = sheet.state(key)
    numbers[TRACK] = sheet.state("track").bit_count()
    for at, key in ((SECOND_CROSSES, "second-crosses"), (ROUND, "bonus-rows"), (EARNED, "bonus-pairs")):
        state = sheet.state(key)
        for bit, (place, value) in enumerate(_spread(sheet.pad).get(key, ()) if state else ()):
            numbers[at + place] |= (state >> bit & 1) * value
    return numbers


@lru_cache(KEPT_PADS)
def _spread(pad: Pad) -> dict[str, list[tuple[int, int]]]:
    """Return, by mechanism, (index, mask) of each of its state bits in `sheet_numbers`.

    The index counts from the beginning of the mechanism's part.
    """
    seconds = [pad.cell(name) for name in _words(pad, "second-crosses")]
    rounds = enumerate(pad.part("bonus-rows") or ())
    return {
        "second-crosses": [(ROW_LETTERS.index(cell.row), 1 << cell.index) for cell in seconds],
        "bonus-rows": [(k, 1 << i) for k, row in rounds for i in range(len(row.numbers))],
        "bonus-pairs": [(0, 1 << BONUS_TYPES.index(kind)) for kind in _words(pad, "bonus-pairs")],
    }


def _words(pad: Pad, key: str) -> tuple[str, ...]:
    notes = notes_on(pad).get(key)
    return (notes and notes.bit_words) or ()
