"""The plan of a sheet: every place on it, in millimetres from its top left corner.

`sheets.page` makes plans; sheets are drawn and photos are read by them.
"""

from dataclasses import dataclass

from sheets.paper import Box, PageError


@dataclass(frozen=True, slots=True)
class Strip:
    """A mechanism's strip below the rows."""

    box: Box
    fields: tuple[Box, ...]  # from left to right
    points: Box | None  # the box for its points, or None if it scores none


@dataclass(frozen=True, slots=True)
class Group:
    """Places that look alike, from left to right."""

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
        """Return the places in its groups by name, without the fields of its strip."""
        return {name: box for group in self.groups for name, box in group.places}


@dataclass(frozen=True, slots=True)
class RowPlan:
    """One row of a sheet."""

    letter: str
    numbers: tuple[int, ...]  # the numbers of the cells
    plate: Box  # the coloured band under the row
    lead: Box  # the part of the plate before the first cell
    cells: tuple[Box, ...]
    lock: Box  # one pitch to the right of the last cell, and of its size
    points: Box  # the box for the points of the row
    closing: int  # index (from 0) of the first cell that closes the row

    @property
    def pitch(self) -> float:
        """Return the distance between the left edges of two neighbouring cells, in mm."""
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
        """Return the row with letter "a" to "d". Raise PageError for any other letter."""
        for row in self.rows:
            if row.letter == letter:
                return row
        raise PageError("A sheet's rows are a to d, but this is {letter!r}.", letter=letter[:10])

    def box(self, place: str) -> Box:
        """Return the box of a place by its name (see `places`). Raise PageError if the sheet lacks it."""
        if place not in self.places:
            raise PageError("The {pad} sheet has no place called {place!r}.", pad=self.pad, place=place[:20])
        return self.places[place]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return the fields of all strips below the rows, strip by strip, left to right."""
        strips = (plan.strip for plan in self.mechanisms if plan.strip is not None)
        return tuple(box for strip in strips for box in strip.fields)

    def of(self, key: str) -> MechanismPlan:
        """Return the places of mechanism `key`. Raise LookupError if the sheet doesn't have it."""
        match = next((plan for plan in self.mechanisms if plan.key == key), None)
        if match is None:
            raise LookupError(f"no places of {key}")
        return match

    @property
    def places(self) -> dict[str, Box]:
        """Return every place that can be marked, by the name that `qwixx scan` prints.

        These are cells ("a7"), row by row, then locks ("lock a"), penalties ("miss 2"), boxes ("box 1" and so
        on), and the places of mechanisms under their own names ("a7+", "ab5").
        """
        cells = {
            f"{row.letter}{number}": cell
            for row in self.rows
            for number, cell in zip(row.numbers, row.cells, strict=True)
        }
        locks = {f"lock {row.letter}": row.lock for row in self.rows}
        misses = {f"miss {n}": box for n, box in enumerate(self.misses, 1)}
        boxes = {f"box {n}": box for n, box in enumerate(self.boxes, 1)}
        beside: dict[str, Box] = {}
        for plan in self.mechanisms:
            beside |= plan.places
        return cells | locks | misses | boxes | beside
