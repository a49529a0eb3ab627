"""The size of a sheet and its columns, in millimetres, from which `sheets.page` plans the rest."""

from dataclasses import dataclass

from sheets.pad import Pad
from sheets.pad_part import has_fields_between
from sheets.paper import PageError

MIN_PITCH_MM = 6.5
"""Smallest pitch of a row's cells, in mm. With less, no cross fits into a cell; `columns_of` raises."""

MIN_JOINED_PITCH_MM = 10.5
"""Smallest pitch, in mm, of cells with a field between them."""

JOINED_CELL_SHARE, JOINED_FIELD_SHARE = 0.62, 0.335
"""Widths of a cell and of the field between two cells, as shares of the pitch."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A sheet's width and height, in mm, and the measures that follow from them alone.

    Widths scale by `wide`, which grows with the paper, and heights by `tall`, which grows with the sheet.
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
        """Return the margin at top and bottom, in mm, which keeps the print safe from an inaccurate cut."""
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
        """Return the left edge of title and code, to the right of the left markers."""
        return self.marker + 3.2 * self.wide

    @property
    def points(self) -> float:
        """Return the width of the column for points, at the right edge of the sheet."""
        return 17.0 * self.wide

    @property
    def points_x(self) -> float:
        """Return the left edge of the column for points."""
        return self.width - self.points

    @property
    def plate_width(self) -> float:
        """Return the width of the longest row's plate, which ends before the column for points."""
        return self.width - self.points - 2.2 * self.wide


@dataclass(frozen=True, slots=True)
class Columns:
    """The horizontal division of a row's plate, in mm: `lead`, one `pitch` per cell and lock, `tail`."""

    lead: float
    pitch: float
    cell: float  # width of a cell, within its pitch
    tail: float


def columns_of(pad: Pad, frame: Frame) -> Columns:
    """Return the columns of the longest row, which all rows share. Raise PageError if they are too narrow."""
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
