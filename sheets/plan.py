"""The plan of a sheet: every place on it, in millimetres from its top left corner.

`sheets.page` makes plans, by which sheets are drawn and photos of sheets are read. The *pitch* of cells is
the distance between the left edges of neighbours; the *plate* of a row is the coloured band behind it.
"""

from dataclasses import dataclass

from sheets.pad import Pad
from sheets.pad_part import has_fields_between
from sheets.paper import Box, PageError

MIN_PITCH_MM = 6.5
"""Smallest pitch of a row's cells, in mm. With a smaller pitch, no cross fits into a cell."""

MIN_JOINED_PITCH_MM = 10.5
"""Smallest pitch, in mm, of cells with a field between them."""

JOINED_CELL_SHARE, JOINED_FIELD_SHARE = 0.62, 0.335
"""Widths of a cell and of the field between two cells, as shares of the pitch."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a sheet in mm, and measures that follow from it.

    Widths are scaled by `wide`, which depends on the sheet's width, and heights by `tall`, on its height.
    """

    width: float
    height: float

    @property
    def wide(self) -> float:
        return self.width / 197.3

    @property
    def tall(self) -> float:
        return min(max((self.height - 26.0) / 68.8, 0.84), 1.75)

    @property
    def scale(self) -> float:
        return min(self.wide, self.tall)

    @property
    def inset(self) -> float:
        """Return the margin at top and bottom, in mm, so that an inaccurate cut doesn't touch the print."""
        return 3.0 if self.tall >= 1 else 2.5

    @property
    def bottom(self) -> float:
        """Return the lower edge of the printed area, in mm from the top of the sheet."""
        return self.height - self.inset

    @property
    def marker(self) -> float:
        """Return the side of a corner marker in mm, which is also the height of the footer."""
        return 6.0 * max(0.9, self.scale)

    @property
    def code_module(self) -> float:
        return 0.6 * self.scale

    @property
    def inner_x(self) -> float:
        """Return the x in mm at which title and QR code begin, to the right of the left markers."""
        return self.marker + 3.2 * self.wide

    @property
    def points(self) -> float:
        """Return the width in mm of the column for points, at the right edge of the sheet."""
        return 17.0 * self.wide

    @property
    def points_x(self) -> float:
        return self.width - self.points

    @property
    def plate_width(self) -> float:
        """Return the width in mm of the longest row's plate (the coloured band behind its cells)."""
        return self.width - self.points - 2.2 * self.wide


@dataclass(frozen=True, slots=True)
class Columns:
    """Horizontal measures in mm of a row: its cells and its plate, the coloured band behind them."""

    lead: float  # the part with a sign, to the left of the cells
    pitch: float  # distance between the left edges of neighbours (cells, and the lock at the end)
    cell: float  # width of a cell, less than the pitch
    tail: float  # the margin to the right of the lock


def columns_of(pad: Pad, frame: Frame) -> Columns:
    """Return the columns for all rows, made to fit the longest. Raise PageError if cells are too narrow."""
    longest = max(len(row.cells) for row in pad.rows)
    joined = has_fields_between(pad.mechanisms)
    lead, tail = (6.2 if joined else 7.0) * frame.wide, 0.7 * frame.wide
    pitch = (frame.plate_width - lead - tail) / (longest + 1)
    needed = MIN_JOINED_PITCH_MM if joined else MIN_PITCH_MM
    if pitch < needed:
        raise PageError(
            "Rows of {numbers} numbers do not fit on this sheet (they would be {pitch:.1f} mm apart, "
            "but need {needed} mm); print fewer sheets on a page, or large ones.",
            numbers=longest,
            pitch=pitch,
            needed=needed,
        )
    cell = JOINED_CELL_SHARE * pitch if joined else pitch - 1.3 * frame.wide
    return Columns(lead, pitch, cell, tail)


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip that a mechanism has below the rows; its boxes are called fields."""

    box: Box
    fields: tuple[Box, ...]  # from left to right
    points: Box | None  # the box for its points, or None if it scores none


@dataclass(frozen=True, slots=True)
class Group:
    """Places that look alike, with names and boxes, from left to right."""

    places: tuple[tuple[str, Box], ...]  # each with its name
    is_band: bool = False  # True if they are in a band between two rows, not in or between cells


@dataclass(frozen=True, slots=True)
class MechanismPlan:
    """The places of one mechanism on a sheet."""

    key: str
    strip: Strip | None = None
    groups: tuple[Group, ...] = ()

    @property
    def places(self) -> dict[str, Box]:
        """Return the box of each place in `groups`, by the place's name."""
        return {name: box for group in self.groups for name, box in group.places}


@dataclass(frozen=True, slots=True)
class RowPlan:
    """The places of one row on a sheet."""

    letter: str
    numbers: tuple[int, ...]  # the numbers of the cells
    plate: Box  # the coloured band behind the row
    lead: Box  # the part of the plate before the first cell
    cells: tuple[Box, ...]
    lock: Box  # one pitch to the right of the last cell, and of its size
    points: Box  # the box for the points of the row
    closing: int  # index (from 0) of the first cell that closes the row

    @property
    def pitch(self) -> float:
        """Return the distance between the left edges of neighbouring cells, in mm."""
        return self.cells[1].x - self.cells[0].x


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """Every place on one sheet, in mm from its top left corner."""

    pad: str
    width: float
    height: float
    scale: float  # factor for type and small ornaments
    rows: tuple[RowPlan, ...]
    misses: tuple[Box, ...]
    miss_points: Box
    total: Box
    markers: tuple[Box, Box, Box, Box]  # clockwise from the top left
    code: Box  # the QR code that identifies the sheet, without its quiet border
    secret: Box  # the QR code with the sheet's secret, without its quiet border
    code_module: float  # side of a module of both codes
    header: Box
    title: Box
    name: Box
    date: Box
    lucky: tuple[Box, ...]  # empty without lucky numbers
    letter: Box | None  # the circle for the letter of a lettered sheet
    table: Box
    table_columns: tuple[Box, ...]
    footer: Box  # has the sheet's number at its right end
    note: Box | None  # the line above the footer that explains mechanisms
    mechanisms: tuple[MechanismPlan, ...]  # from top to bottom

    def row(self, letter: str) -> RowPlan:
        """Return the plan of the row with this letter, "a" to "d". Raise PageError for other letters."""
        for row in self.rows:
            if row.letter == letter:
                return row
        raise PageError("A sheet's rows are a to d, but this is {letter!r}.", letter=letter[:10])

    def box(self, place: str) -> Box:
        """Return the box of the place with this name (see `places`). Raise PageError if there is none."""
        if place not in self.places:
            raise PageError("The {pad} sheet has no place called {place!r}.", pad=self.pad, place=place[:20])
        return self.places[place]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return the fields of all strips below the rows, from top to bottom and left to right."""
        strips = (plan.strip for plan in self.mechanisms if plan.strip is not None)
        return tuple(box for strip in strips for box in strip.fields)

    def of(self, key: str) -> MechanismPlan:
        """Return the places of mechanism `key`, which must be on the sheet."""
        return next(plan for plan in self.mechanisms if plan.key == key)

    @property
    def places(self) -> dict[str, Box]:
        """Return the box of every place that can be marked, by the name that `qwixx scan` prints.

        The order is: cells ("a7"), locks ("lock a"), penalties ("miss 2"), boxes ("box 1"), and other places
        of mechanisms ("a7+", "ab5").
        """
        cells = {
            f"{row.letter}{number}": cell
            for row in self.rows
            for number, cell in zip(row.numbers, row.cells, strict=True)
        }
        locks = {f"lock {row.letter}": row.lock for row in self.rows}
        misses = {f"miss {n}": box for n, box in enumerate(self.misses, 1)}
        boxes = {f"box {n}": box for n, box in enumerate(self.boxes, 1)}
        own = {name: box for plan in self.mechanisms for name, box in plan.places.items()}
        return cells | locks | misses | boxes | own
