"""The outer measures of a sheet and its columns, in millimetres, which `sheets.page` divides."""

from dataclasses import dataclass

from sheets.pad import Pad
from sheets.pad_part import has_fields_between
from sheets.paper import PageError

MIN_PITCH_MM = 6.5
"""Least distance between two numbers of a row, in mm; nearer ones leave no room for a cross."""

MIN_JOINED_PITCH_MM = 10.5
"""Least distance between two numbers with a field between them, in mm."""

JOINED_CELL_SHARE, JOINED_FIELD_SHARE = 0.62, 0.335
"""Widths of a cell and of a field between numbers, as shares of the pitch."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sheet's outer measures, and the measures that follow from them alone.

    Widths grow with the paper's width (`wide`), heights with the sheet's height (`tall`).
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
        """Return the margin at the top and bottom, in mm, so that an inaccurate cut spoils nothing."""
        return 3.0 if self.tall >= 1 else 2.5

    @property
    def bottom(self) -> float:
        """Return the lower edge of the print."""
        return self.height - self.inset

    @property
    def marker(self) -> float:
        """Return the side of a corner marker, which is also the height of the footer between two of them."""
        return 6.0 * max(0.9, self.scale)

    @property
    def code_module(self) -> float:
        return 0.6 * self.scale

    @property
    def inner_x(self) -> float:
        """Return the left edge of text and code, to the right of the left markers."""
        return self.marker + 3.2 * self.wide

    @property
    def points(self) -> float:
        """Return the width of the column in which points are added up."""
        return 17.0 * self.wide

    @property
    def points_x(self) -> float:
        """Return the left edge of that column."""
        return self.width - self.points

    @property
    def plate_width(self) -> float:
        """Return the width of the longest row's plate, up to the column of points."""
        return self.width - self.points - 2.2 * self.wide


@dataclass(frozen=True, slots=True)
class Columns:
    """The division of a row: the beginning of its plate, one `pitch` for each cell and the lock, its end."""

    lead: float
    pitch: float
    cell: float
    tail: float


def columns_of(pad: Pad, frame: Frame) -> Columns:
    """Return the columns of the longest row, which all rows share."""
    longest = max(len(row.cells) for row in pad.rows)
    joined = has_fields_between(pad.mechanisms)
    lead, tail = (6.2 if joined else 7.0) * frame.wide, 0.7 * frame.wide
    pitch = (frame.plate_width - lead - tail) / (longest + 1)
    needed = MIN_JOINED_PITCH_MM if joined else MIN_PITCH_MM
    if pitch < needed:
        raise PageError(
            "Rows of {numbers} numbers do not fit on this sheet (they would stand {pitch:.1f} mm apart, "
            "but need {needed} mm); print fewer sheets on a page, or large ones.",
            numbers=longest,
            pitch=pitch,
            needed=needed,
        )
    cell = JOINED_CELL_SHARE * pitch if joined else pitch - 1.3 * frame.wide
    return Columns(lead, pitch, cell, tail)
