"""The places of a mechanism on a sheet, in millimetres: the base of every `mechanisms/*/places.py`.

`sheets.page` asks it for the height of strips and bands, for changes of the cells, and then for the places
beside the cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sheets.frame import Columns, Frame
from sheets.language import Phrase
from sheets.mechanism import box_names, tables
from sheets.pad import Pad
from sheets.paper import Box
from sheets.registry import declared

BEFORE_FIELDS_MM = 26.0
"""Room for the words before the fields of a strip, on a sheet 197.3 mm wide."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip below the rows: its fields, left to right, and the box for its points, if it brings some."""

    box: Box
    fields: tuple[Box, ...]
    points: Box | None


@dataclass(frozen=True, slots=True)
class Group:
    """Places by name that look alike, from left to right. `is_band`: they stand in a line of their own."""

    places: tuple[tuple[str, Box], ...]
    is_band: bool = False


@dataclass(frozen=True, slots=True)
class MechanismPlan:
    """The places of one mechanism on a sheet, besides rows, locks and misses."""

    key: str
    strip: Strip | None = None
    groups: tuple[Group, ...] = ()

    @property
    def places(self) -> dict[str, Box]:
        """The places of its groups by their names."""
        return {name: box for group in self.groups for name, box in group.places}


@dataclass(frozen=True, slots=True)
class Ground:
    """A sheet without its mechanisms: the boxes of all cells, row by row, each as high as its row.

    `bands`: below rows, by the row's number. `width`: the width that rows may take, in mm.
    """

    cells: Sequence[Sequence[Box]]
    bands: dict[int, Box]
    columns: Columns
    width: float


class Placed:
    """The places of a mechanism; this base has none.

    `note`: its explanation in one line above the footer, for the catalogue. `strip_mm`: the height of its
    strip on a sheet 94.8 mm high, 0 for none. `widest`: largest width of a field of the strip, in heights of
    the strip. `apart`: gap between two fields, in mm on a sheet 197.3 mm wide. `has_points`: a box for points
    stands right of the strip.
    """

    key: ClassVar[str]
    note: ClassVar[str] = ""
    strip_mm: ClassVar[float] = 0.0
    widest: ClassVar[float] = 1.0
    apart: ClassVar[float] = 1.3
    has_points: ClassVar[bool] = False

    def check(self, pad: Pad) -> None:
        """Raise PageError if it cannot be drawn."""

    def bands(self, pad: Pad) -> frozenset[int]:
        """The rows, by number, below which it needs a band."""
        return frozenset()

    def number_share(self, pad: Pad) -> float:
        """The share of a cell's height for its number, if the mechanism prints something below."""
        return 1.0

    def is_shared(self, pad: Pad, row: int, index: int) -> bool:
        """Tell whether the number of this cell has only that share."""
        return False

    def most_crosses(self, pad: Pad, row: int) -> int:
        """Largest number of crosses that it may add to a row."""
        return 0

    def heights(self, pad: Pad, cell: float, band: float) -> Iterator[tuple[float, float]]:
        """The heights of its boxes, each with the least height for a pen, in mm."""
        yield from ()

    def groups(self, pad: Pad, ground: Ground) -> tuple[Group, ...]:
        """Its places apart from the boxes of its strip; PageError if there is no room."""
        return ()

    def mark_words(self, pad: Pad, name: str) -> Phrase | None:
        """The name of one of its places that is no cell, as its mark is written ("ab5"); None for another."""
        return None

    def sign_words(self, cell: Phrase) -> Phrase:
        """The name of its mark of a cell."""
        return cell

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """The name of one of its places, as a scanned sheet has it ("a5+", "box 2"); None for another."""
        return self.mark_words(pad, name)

    def box_index(self, pad: Pad, name: str) -> int | None:
        """The index of a box of its strip, named as a scanned sheet has it; None for another place."""
        boxes = box_names(pad.parts, self.key)
        return boxes.index(name) if name in boxes else None

    def strip(self, pad: Pad, box: Box, frame: Frame) -> Strip:
        """Its strip with its fields and the box for its points."""
        points = Box(frame.points_x, box.y, frame.points, box.h) if self.has_points else None
        count = tables()[self.key].boxes(pad.part(self.key))
        if not count:
            return Strip(box, (), points)
        before, gap = BEFORE_FIELDS_MM * frame.wide, self.apart * frame.wide
        pitch = min((box.w - before) / count, box.h * self.widest)
        fields = (
            Box(box.x + before + i * pitch, box.y + 0.9, pitch - gap, box.h - 1.8) for i in range(count)
        )
        return Strip(box, tuple(fields), points)


def placed_on(pad: Pad) -> list[Placed]:
    """The mechanisms of a pad that have places or a note, from the top of a sheet to its bottom."""
    found: dict[str, Any] = declared("places")
    return [placed for key, placed in found.items() if key in pad.mechanisms]


def most_crosses(pad: Pad) -> int:
    """Largest number of crosses of one row that score: the last column of the score table."""
    if pad.most_marks:
        return pad.most_marks
    placed = placed_on(pad)
    return max(
        len(row.cells) - row.closing_count + 2 + sum(each.most_crosses(pad, number) for each in placed)
        for number, row in enumerate(pad.rows)
    )
