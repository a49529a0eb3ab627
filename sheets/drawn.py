"""Helps mechanisms (special features of pads) to draw on a sheet: strips below the rows, and signs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheets.art import Outline, round_box
from sheets.ink import LINE, PANEL, SOFT, TEXT, WHITE, Ink, Tone, inks
from sheets.language import Translate
from sheets.pad import Cell, Pad
from sheets.paper import Box
from sheets.pen import Pen
from sheets.plan import SheetPlan, Strip

OUTLINE_MM = 0.2
"""Width of the outlines that replace fills when ink is saved."""

LEGIBLE_DIGIT_MM = 3.3
"""Height of a digit that can be read at arm's length: 16 minutes of arc at 70 cm (ISO 9241-303)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything needed to draw the face of a sheet: pen, pad, plan, style and language."""

    pen: Pen
    pad: Pad
    plan: SheetPlan
    pastel: bool  # True for the inks of version 0.1
    saving: bool  # True if outlines replace fills
    is_large: bool  # True if one sheet fills the page
    colour_blind: bool  # True for large colour signs on cells
    translate: Translate

    @property
    def scale(self) -> float:
        return self.plan.scale

    @property
    def inks(self) -> Mapping[str, Ink]:
        return inks(pastel=self.pastel)

    @property
    def panel(self) -> Tone:
        return WHITE if self.saving else PANEL

    def strip(self, key: str) -> Strip:
        strip = self.plan.of(key).strip
        assert strip is not None
        return strip

    def cells_of(self, bits: tuple[int, ...]) -> Iterator[tuple[Cell, Box]]:
        """Yield each cell in `bits`, and its box. Bit i of item r of `bits` stands for cell i of row r."""
        for row, place, marked in zip(self.pad.rows, self.plan.rows, bits, strict=True):
            for cell, box in zip(row.cells, place.cells, strict=True):
                if marked >> cell.index & 1:
                    yield cell, box


def draw_strip(drawing: Drawing, strip: Strip, title: str, below: str) -> None:
    """Draw a strip: background, `title`, the words `below` the title, and its box for points, if any."""
    pen, s, box = drawing.pen, drawing.scale, strip.box
    pen.box(box, fill=drawing.panel, radius=2.4 * s)
    room = (strip.fields[0].x if strip.fields else box.right) - box.x - 4.0 * s
    pen.text(title, box.x + 2.4 * s, box.cy - 0.2 * s, 8.0 * s, TEXT, "SemiBold", room=room)
    pen.text(below, box.x + 2.4 * s, box.cy + 2.4 * s, 5.2 * s, SOFT, room=room)
    if strip.points is not None:
        pen.box(strip.points, fill=WHITE, line=LINE, width=0.4, radius=2.0 * s)
        pen.centred("+", (box.right + strip.points.x) / 2, box.cy, 8.0 * s, SOFT, "Medium")


def draw_pill(pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    """Draw the rounded background of a white sign, centred on (x, y): 3.7 by 2.6 mm, times the scale `s`."""
    w, h = 1.85 * s, 1.28 * s
    pen.shape(lambda o: round_box(o, -w / h, -1.0, w / h, 1.0, 0.6), x, y, h, fill=tone)


def draw_two_crosses(pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    """Draw the sign for two crosses, white on a background in `tone`, centred on (x, y)."""
    draw_pill(pen, x, y, s, tone)
    for dx in (-0.72, 0.72):
        pen.shape(_cross, x + dx * s, y, 0.46 * s, line=WHITE, width=0.32 * s)


def _cross(o: Outline) -> None:
    o.move(-1, -1)
    o.line(1, 1)
    o.move(-1, 1)
    o.line(1, -1)
