"""Where the special cells of a sheet lie, in millimetres: what `sheets.page` asks for pads that print some.

Round cells lie between rows, second fields below cells, fields between numbers; strips below the rows hold
the exchange fields, the track and the points of the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheets.frame import JOINED_FIELD_SHARE, Columns, Frame
from sheets.pad import ROW_LETTERS, Pad
from sheets.paper import Box, PageError
from sheets.special_cells import BonusRow, SpecialCells

ROUND_CELL_SHARE = 0.78
"""Height of a row of round cells beside that of a coloured row."""
NUMBER_FIELD_SHARE, SECOND_FIELD_SHARE = 0.56, 0.39
"""Of a cell's height: its field with the number, and the second one below it."""
SECOND_FIELD_WIDTH_SHARE = 0.86
"""A second field's width beside its cell's."""
JOINED_FIELD_HEIGHT_SHARE = 0.74
"""Height of a field between two numbers beside theirs."""
BEFORE_FIELDS_MM = 26.0
"""Room for the words before the fields of a strip, on a sheet 197.3 mm wide."""

MIN_ROUND_CELL_MM = 5.8
"""Smaller round cells are not printed."""
MIN_SECOND_FIELD_MM = 4.0
"""Lower second fields are not printed."""

STRIP_HEIGHTS_MM = {"exchange": 9.4, "track": 9.4, "steps": 7.0}
"""The strips below the rows, top to bottom, with their heights on a sheet 94.8 mm high."""


@dataclass(frozen=True, slots=True)
class BonusRowPlan:
    """The round cells between two rows; `bonus_row` says which and their numbers."""

    bonus_row: BonusRow
    cells: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip below the rows: its fields, left to right, and the box for its points, if it brings some."""

    box: Box
    fields: tuple[Box, ...]
    points: Box | None


@dataclass(frozen=True, slots=True)
class SpecialPlan:
    """What a sheet has beside rows, locks and misses; empty on the pads of the first games.

    `seconds` and `connections`: by their names, like "a5+" and "a3-4". `letter`: the circle for the letter of
    a lettered sheet. `note`: the line above the footer that says what the special cells mean.
    """

    seconds: tuple[tuple[str, Box], ...] = ()
    connections: tuple[tuple[str, Box], ...] = ()
    bonus_rows: tuple[BonusRowPlan, ...] = ()
    exchange: Strip | None = None
    track: Strip | None = None
    steps: Strip | None = None
    letter: Box | None = None
    note: Box | None = None

    @property
    def fields(self) -> tuple[Box, ...]:
        """The fields of the strips, which `qwixx scan` calls boxes: of the exchange, then of the track."""
        return tuple(box for strip in (self.exchange, self.track) if strip for box in strip.fields)

    @property
    def round_cells(self) -> dict[str, Box]:
        """The round cells by their names, like "ab5"."""
        return {
            f"{plan.bonus_row.name}{number}": box
            for plan in self.bonus_rows
            for number, box in zip(plan.bonus_row.numbers, plan.cells, strict=True)
        }


def strips_of(pad: Pad) -> tuple[str, ...]:
    """The strips that a sheet of this pad has below its rows, top to bottom, by their names."""
    printed = {
        "exchange": bool(pad.special.exchanges),
        "track": bool(pad.special.track),
        "steps": any(any(found.steps) for found in _all_sheets(pad)),
    }
    return tuple(name for name in STRIP_HEIGHTS_MM if printed[name])


def has_note(pad: Pad) -> bool:
    """Whether a line above the footer says what the special cells mean; strips have their own words."""
    special = pad.special
    cells = (special.seconds, special.doubles)
    fields = (special.bonus_rows, special.connections, *(found.chains for found in _all_sheets(pad)))
    return any(map(any, cells)) or any(fields)


def _all_sheets(pad: Pad) -> tuple[SpecialCells, ...]:
    return (pad.special, *(found for _, found in pad.lettered))


def most_crosses(pad: Pad) -> int:
    """How many crosses of one row score at most: the last column of the score table."""
    if pad.most_marks:
        return pad.most_marks
    special = pad.special
    return max(
        len(row.cells)
        - row.closing_count
        + 2
        + special.seconds[number].bit_count()
        + special.doubles[number].bit_count()
        + sum(field.row == number for field in special.connections)
        + sum(len(found.numbers) for found in special.bonus_rows if number in found.rows)
        for number, row in enumerate(pad.rows)
    )


def number_field(pad: Pad, row: int, index: int, cell: Box) -> Box:
    """What a cell's number gets of the height: all of it, or the part above a second field."""
    if pad.special.seconds[row] >> index & 1:
        return Box(cell.x, cell.y, cell.w, cell.h * NUMBER_FIELD_SHARE)
    return cell


def second_fields(pad: Pad, cells: Sequence[Sequence[Box]]) -> Iterator[tuple[str, Box]]:
    """The second fields by name. `cells`: the full boxes of all cells, row by row."""
    for number, row in enumerate(pad.rows):
        for cell, box in zip(row.cells, cells[number], strict=True):
            if pad.special.seconds[number] >> cell.index & 1:
                height, width = box.h * SECOND_FIELD_SHARE, box.w * SECOND_FIELD_WIDTH_SHARE
                yield f"{cell}+", Box(box.cx - width / 2, box.bottom - height, width, height)


def connection_fields(
    pad: Pad, cells: Sequence[Sequence[Box]], columns: Columns
) -> Iterator[tuple[str, Box]]:
    """The fields between two numbers by name. `cells`: the boxes of the numbers, row by row."""
    for field in pad.special.connections:
        left, right = cells[field.row][field.index : field.index + 2]
        width, height = JOINED_FIELD_SHARE * columns.pitch, left.h * JOINED_FIELD_HEIGHT_SHARE
        yield field.name, Box((left.cx + right.cx) / 2 - width / 2, left.cy - height / 2, width, height)


def bonus_row_plan(bonus_row: BonusRow, band: Box, columns: Columns, room: float) -> BonusRowPlan:
    """The round cells in their band, one below each column; PageError if there are more than `room` mm
    take."""
    side = min(band.h, columns.cell)
    centres = [columns.lead + (i + 0.5) * columns.pitch for i in range(len(bonus_row.numbers))]
    if centres[-1] + side / 2 > room:
        raise PageError(
            "Row {name} has {count} round cells, but there are columns for {most} only; leave out some.",
            name=bonus_row.name,
            count=len(centres),
            most=int((room - columns.lead) / columns.pitch),
        )
    return BonusRowPlan(bonus_row, tuple(Box(x - side / 2, band.cy - side / 2, side, side) for x in centres))


def strip_plan(name: str, pad: Pad, strip: Box, frame: Frame) -> Strip:
    """A strip of STRIP_HEIGHTS_MM with its fields and the box for its points."""
    points = Box(frame.points_x, strip.y, frame.points, strip.h) if name != "exchange" else None
    count, widest, apart = {
        "exchange": (len(pad.special.exchanges), 2.0, 1.3),
        "track": (len(pad.special.track), 1.75, 3.4),
        "steps": (0, 0.0, 0.0),
    }[name]
    if not count:
        return Strip(strip, (), points)
    before, gap = BEFORE_FIELDS_MM * frame.wide, apart * frame.wide
    pitch = min((strip.w - before) / count, strip.h * widest)
    fields = (
        Box(strip.x + before + i * pitch, strip.y + 0.9, pitch - gap, strip.h - 1.8) for i in range(count)
    )
    return Strip(strip, tuple(fields), points)


def check_chains(pad: Pad) -> None:
    """PageError for a chain whose line would run over other numbers."""
    for (one, i), (other, j) in pad.special.chains:
        if abs(one - other) != 1 or abs(i - j) > 1:
            raise PageError(
                "The chain from {one} to {other} cannot be drawn, because its line would cross other "
                "numbers; join cells of neighbouring rows, in one column or the next.",
                one=f"{ROW_LETTERS[one]}{pad.rows[one].cells[i].number}",
                other=f"{ROW_LETTERS[other]}{pad.rows[other].cells[j].number}",
            )
