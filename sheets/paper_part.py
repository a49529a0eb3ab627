"""Mechanisms (special features of pads) on paper: the type of `PAPER` in a mechanism's `paper.py`.

`sheets.page` plans the places of mechanisms. `sheets.face` draws them. A *place* is whatever can be crossed,
such as "a5" or "box 2". A *sign* is a symbol on cells.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from sheets.drawn import Drawing
from sheets.ink import Tone
from sheets.language import Phrase
from sheets.pad import Pad
from sheets.pad_part import box_names, pad_parts
from sheets.paper import Box
from sheets.pen import Pen
from sheets.plan import Columns, Frame, Group, Strip
from sheets.registry import declared

BEFORE_FIELDS_MM = 26.0
"""Width in mm of the space for words to the left of a strip's fields, on a sheet 197.3 mm wide."""

DrawSign = Callable[[Pen, float, float, float, Tone], None]
"""Draws a sign on a cell, given a pen, x and y of the sign's centre in mm, the sheet's scale, and a tone."""


@dataclass(frozen=True, slots=True)
class BareSheet:
    """The measures of a sheet that are known before mechanisms get their places."""

    cells: Sequence[Sequence[Box]]  # boxes of all cells, row by row, at their full height
    bands: dict[int, Box]  # the bands of mechanisms below rows, by the number of the row above
    columns: Columns
    width: float  # width of the longest row's plate, in mm


@dataclass(frozen=True, slots=True)
class StripShape:
    """The shape of a mechanism's strip below the rows."""

    height: float
    """Height in mm, on a sheet 94.8 mm high."""
    widest: float = 1.0
    """Largest distance between the left edges of neighbouring fields, as a multiple of the strip's height."""
    apart: float = 1.3
    """The gap between two fields, in mm on a sheet 197.3 mm wide."""
    points: bool = False
    """True if there is a box for points to the right of the strip."""

    def plan(self, pad: Pad, key: str, box: Box, frame: Frame) -> Strip:
        """Return the strip of mechanism `key` that fills `box`, with its fields and any box for points."""
        points = Box(frame.points_x, box.y, frame.points, box.h) if self.points else None
        count = len(box_names(pad.parts, key))
        if not count:
            return Strip(box, (), points)
        before, gap = BEFORE_FIELDS_MM * frame.wide, self.apart * frame.wide
        pitch = min((box.w - before) / count, box.h * self.widest)
        fields = (
            Box(box.x + before + i * pitch, box.y + 0.9, pitch - gap, box.h - 1.8) for i in range(count)
        )
        return Strip(box, tuple(fields), points)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPart:
    """A mechanism on paper. A field at its default means that the mechanism lacks this feature."""

    note: str = ""
    """A sentence, in English, that explains the mechanism. It is printed above the footer."""
    strip: StripShape | None = None
    """The shape of the mechanism's strip of fields (boxes in a line) below the rows."""
    groups: Callable[[Pad, BareSheet], tuple[Group, ...]] | None = None
    """Given a pad and the measures of its sheet, return the mechanism's places outside its strip, in
    groups that look alike. Raise PageError if the mechanism doesn't fit on the sheet."""
    bands: Callable[[Pad], frozenset[int]] | None = None
    """Given a pad, return the numbers (from 0) of rows with a band of the mechanism's places below them."""
    heights: Callable[[float, float], tuple[tuple[float, float], ...]] | None = None
    """Given the heights of cells and bands, return (height, smallest allowed height) for each kind of the
    mechanism's places. All are in mm."""
    number_share: Callable[[Pad, int, int], float] | None = None
    """Given a pad and a cell's row and index (from 0), return the share (0 to 1) of the cell's height that is
    used for its number."""
    mark_words: Callable[[Pad, str], Phrase | None] | None = None
    """Given a pad, which may lack the mechanism, and the text of a mark, like "ab5", return the mark's
    readable name, or None if it isn't a mark of this mechanism."""
    place_words: Callable[[Pad, str], Phrase | None] | None = None
    """Given a pad with the mechanism and the name of a place, like "box 2", return the place's readable name,
    or None if it isn't a place of this mechanism."""
    draw: Callable[[Drawing], None] | None = None
    """Given a drawing of a sheet, add all that the mechanism prints, except the signs on cells."""
    signs: Mapping[str, DrawSign] = field(default_factory=dict, hash=False)
    """The function that draws each of the mechanism's signs on cells, by the sign's name."""
    frames_cells: bool = False
    """True if a cell with a sign of the mechanism gets a frame around number and sign."""


@cache
def _all() -> dict[str, PaperPart]:
    parts = declared("PAPER", PaperPart, "paper")
    return {key: parts[key] for key in pad_parts() if key in parts}


def paper_parts(pad: Pad) -> dict[str, PaperPart]:
    """Return the PaperParts of the mechanisms of `pad`, by the mechanism's key, in their order on a sheet."""
    return {key: part for key, part in _all().items() if key in pad.mechanisms}


def part_of_sign(sign: str) -> PaperPart:
    """Return the PaperPart of the mechanism that prints the sign with this name on cells."""
    return next(part for part in _all().values() if sign in part.signs)


def mark_words(pad: Pad, text: str) -> Phrase | None:
    """Return the readable name of the mark `text`, or None if no mechanism (of any pad) has such a mark."""
    phrases = (part.mark_words(pad, text) for part in _all().values() if part.mark_words)
    return next((words for words in phrases if words is not None), None)


def place_words(pad: Pad, name: str) -> Phrase | None:
    """Return the readable name of the place `name`, or None if it belongs to no mechanism of `pad`."""
    phrases = (part.place_words(pad, name) for part in paper_parts(pad).values() if part.place_words)
    return next((words for words in phrases if words is not None), None)
