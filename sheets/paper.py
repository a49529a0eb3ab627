"""Paper, boxes on it, and the layout of sheets on a page, in millimetres.

Page coordinates start at the top left corner of the paper; x runs right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheets.errors import BadInput

MARGIN = 6.35
"""Unprinted margin at each edge of the paper, in mm: a quarter inch, more than common printers need."""

PER_PAGE = (1, 2, 3, 4)
"""Possible numbers of sheets on a page. A single sheet is in landscape format; several are stacked."""


class PageError(BadInput):
    """A pad doesn't fit on the paper, or the requested layout, row or place doesn't exist."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm: its left edge x, its top edge y, its width w and height h."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size, in mm, in portrait format."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Layout:
    """The paper of a page and its number of sheets. A number that isn't in PER_PAGE raises PageError.

    >>> Layout(PAPERS["letter"], 2).code, Layout.parse("6") == Layout(PAPERS["letter"], 2)
    ('6', True)
    """

    paper: Paper
    per_page: int

    def __post_init__(self) -> None:
        if self.per_page not in PER_PAGE:
            raise PageError(
                "A page holds {allowed} sheets, but you asked for {count}.",
                allowed=", ".join(map(str, PER_PAGE)),
                count=self.per_page,
            )

    @property
    def across(self) -> bool:
        """Return True if the paper is in landscape format."""
        return self.per_page == 1

    @property
    def page_width(self) -> float:
        return self.paper.height if self.across else self.paper.width

    @property
    def page_height(self) -> float:
        return self.paper.width if self.across else self.paper.height

    @property
    def code(self) -> str:
        """Return the digit for this layout in a sheet's QR code: sheets per page, plus 4 for Letter paper."""
        return str(self.per_page + (4 if self.paper.name == "letter" else 0))

    @classmethod
    def parse(cls, code: str) -> Layout:
        """Return the layout with this code. Raise PageError if `code` isn't a digit from 1 to 8."""
        if len(code) != 1 or code not in "12345678":
            raise PageError(
                "The code of a layout is a digit from 1 to 8, but this is {code!r}.", code=code[:10]
            )
        number = int(code)
        return cls(PAPERS["a4"], number) if number <= 4 else cls(PAPERS["letter"], number - 4)

    def sheet_box(self, slot: int) -> Box:
        """Return the box of sheet `slot` (0: top) in page coordinates. Raise PageError for other slots."""
        if not 0 <= slot < self.per_page:
            raise PageError(
                "This page has the sheets 0 to {last}, but you asked for {slot}.",
                last=self.per_page - 1,
                slot=slot,
            )
        height = (self.page_height - 2 * MARGIN) / self.per_page
        return Box(MARGIN, MARGIN + slot * height, self.page_width - 2 * MARGIN, height)

    def cuts(self, sheets: int) -> tuple[float, ...]:
        """Return the y of each cut, in mm from the top, for a page on which there are `sheets` sheets."""
        below = min(sheets, self.per_page - 1)
        return tuple(self.sheet_box(slot).bottom for slot in range(below))
