"""A mechanism on a sheet of paper: the value `PAPER` in the `paper.py` of its folder.

`sheets.page` asks it for the height of strips and bands, for changes of the cells, and then for the places
outside the cells; `sheets.face` lets it draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from sheets.drawn import Drawing
from sheets.frame import Columns, Frame
from sheets.ink import Tone
from sheets.language import Phrase
from sheets.pad import Pad
from sheets.pad_part import box_names, pad_parts
from sheets.paper import Box
from sheets.pen import Pen
from sheets.plan import Group, Strip
from sheets.registry import declared

BEFORE_FIELDS_MM = 26.0
"""Room for the words before the fields of a strip, on a sheet 197.3 mm wide."""

DrawSign = Callable[[Pen, float, float, float, Tone], None]
"""Draws a sign on a cell, centred on x and y, for a sheet of a scale, in a tone."""


@dataclass(frozen=True, slots=True)
class BareSheet:
    """A sheet without its mechanisms."""

    cells: Sequence[Sequence[Box]]  # boxes of all cells, row by row, each as high as its row
    bands: dict[int, Box]  # below rows, by the row's number
    columns: Columns
    width: float  # that rows may take, in mm


@dataclass(frozen=True, slots=True)
class StripShape:
    """The shape of a strip below the rows."""

    height: float
    """In mm, on a sheet 94.8 mm high."""
    widest: float = 1.0
    """The largest width of a field, in heights of the strip."""
    apart: float = 1.3
    """The gap between two fields, in mm on a sheet 197.3 mm wide."""
    points: bool = False
    """True if a box for points is to the right of it."""

    def plan(self, pad: Pad, key: str, box: Box, frame: Frame) -> Strip:
        """Return the strip of a mechanism with its fields and the box for its points."""
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
    """The places of a mechanism, what they are called, and how it is drawn. A field left out adds nothing."""

    note: str = ""
    """Its explanation in one line above the footer, for the catalogue."""
    strip: StripShape | None = None
    """Its strip below the rows, with its boxes as fields."""
    groups: Callable[[Pad, BareSheet], tuple[Group, ...]] | None = None
    """Return its places apart from those boxes; PageError if there is no room, or it cannot be drawn."""
    bands: Callable[[Pad], frozenset[int]] | None = None
    """Return the rows, by number, below which it needs a band."""
    heights: Callable[[float, float], tuple[tuple[float, float], ...]] | None = None
    """Return the heights of its places, each with the least height for a pen, in mm, from those of a cell and
    of a band."""
    number_share: Callable[[Pad, int, int], float] | None = None
    """Return the share of the height of a cell, by row and index, that is left for its number."""
    mark_words: Callable[[Pad, str], Phrase | None] | None = None
    """Return the name of the place of one of its marks, as it is written ("ab5", "a5+"); None for another."""
    place_words: Callable[[Pad, str], Phrase | None] | None = None
    """Return the name of one of its places, as a scanned sheet has it ("a5+", "box 2"); None for another."""
    draw: Callable[[Drawing], None] | None = None
    """Draw everything but the signs."""
    signs: Mapping[str, DrawSign] = field(default_factory=dict, hash=False)
    """How each of its signs on cells is drawn."""
    frames_cells: bool = False
    """True if cells with a sign of it have a frame that contains the sign."""


@cache
def _all() -> dict[str, PaperPart]:
    parts = declared("PAPER", PaperPart, "paper")
    return {key: parts[key] for key in pad_parts() if key in parts}


def paper_parts(pad: Pad) -> dict[str, PaperPart]:
    """Return the paper of a pad's mechanisms by their keys, from the top of a sheet to its bottom."""
    return {key: part for key, part in _all().items() if key in pad.mechanisms}


def part_of_sign(sign: str) -> PaperPart:
    """Return the paper of the mechanism that has a sign on cells; LookupError for a sign of none."""
    for part in _all().values():
        if sign in part.signs:
            return part
    raise LookupError(f"no mechanism prints the sign {sign}")


def mark_words(pad: Pad, text: str) -> Phrase | None:
    """Return the name of the place of a mechanism's mark on any pad, as it is written; None for another."""
    phrases = (part.mark_words(pad, text) for part in _all().values() if part.mark_words)
    return next((words for words in phrases if words is not None), None)


def place_words(pad: Pad, name: str) -> Phrase | None:
    """Return the name of a place of a pad's mechanisms, as a scanned sheet has it; None for another."""
    phrases = (part.place_words(pad, name) for part in paper_parts(pad).values() if part.place_words)
    return next((words for words in phrases if words is not None), None)
