"""Draws the special parts of Connected B: a ring around each number of a pair, and a line between them."""

import math

from mechanisms.chains import PART
from sheets.drawn import Drawing
from sheets.ink import WHITE
from sheets.language import message
from sheets.pad import ROW_LETTERS, Pad
from sheets.paper import Box, PageError
from sheets.paper_part import BareSheet, PaperPart
from sheets.plan import Group

SIGN_OFFSET_MM, SIGN_RADIUS_MM = 2.2, 1.25
"""The largest colour sign in a cell, in mm: distance of its centre from the top and right edges, and its
radius."""


def _groups(pad: Pad, ground: BareSheet) -> tuple[Group, ...]:
    """Return (), because chains are drawn on cells only. Raise PageError if a line between two circled cells
    would cross other numbers."""
    for (one, i), (other, j) in PART.on(pad):
        if abs(one - other) != 1 or abs(i - j) > 1:
            raise PageError(
                "The chain from {one} to {other} cannot be drawn, because its line would cross other "
                "numbers; join cells of neighbouring rows, in one column or the next.",
                one=f"{ROW_LETTERS[one]}{pad.rows[one].cells[i].number}",
                other=f"{ROW_LETTERS[other]}{pad.rows[other].cells[j].number}",
            )
    return ()


def _draw(drawing: Drawing) -> None:
    """Draw the rings, thin enough not to look like marks on white cells, and the lines between them."""
    pen, pad, plan = drawing.pen, drawing.pad, drawing.plan
    s, tones = drawing.scale, drawing.inks
    width = (0.35 if drawing.saving else 0.65) * s
    for pair in PART.on(pad):
        upper, lower = (plan.rows[row].cells[index] for row, index in sorted(pair))
        above, below = (tones[pad.rows[row].cells[index].colour] for row, index in sorted(pair))
        r = _ring(upper, s)
        dx, dy = lower.cx - upper.cx, lower.cy - upper.cy
        share = r / math.hypot(dx, dy)
        start = (upper.cx + share * dx, upper.cy + share * dy)
        end = (lower.cx - share * dx, lower.cy - share * dy)
        middle = ((upper.cx + lower.cx) / 2, (upper.cy + lower.cy) / 2)
        pen.line(*start, *end, WHITE, 2.0 * s)
        for box, first, ink in ((upper, start, above), (lower, end, below)):
            pen.line(*first, *middle, ink.line, 0.8 * s)
            pen.circle(box.cx, box.cy, r, line=ink.line, width=width)


def _ring(cell: Box, scale: float) -> float:
    """Return the radius in mm of a ring that touches neither the cell's edge nor the sign in its corner."""
    to_sign = math.hypot(cell.w / 2 - SIGN_OFFSET_MM * scale, cell.h / 2 - SIGN_OFFSET_MM * scale)
    return min(0.41 * cell.w, 0.44 * cell.h, to_sign - SIGN_RADIUS_MM * scale - 0.3 * scale)


PAPER = PaperPart(
    note=message("Ring: a cross in it crosses the ring at the other end of its line too."),
    groups=_groups,
    draw=_draw,
)
