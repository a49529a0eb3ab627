"""Big Points drawn: beads on a ribbon."""

from __future__ import annotations

from functools import partial

from sheets.art import Outline
from sheets.drawn import ARM_LENGTH_MM, OUTLINE_MM, Drawing, Drawn
from sheets.ink import LINE, PAPER, TEXT
from sheets.paper import Box
from sheets.pen import Pen
from sheets.typeface import CAP_HEIGHT, PT


class BonusRows(Drawn):
    """A round cell below each column, its ring in the colours of both neighbours.

    Rings are thin and numbers small: a photo's dark ring close around a dark number looks like a mark.
    """

    key = "bonus-rows"

    def draw(self, drawing: Drawing) -> None:
        """Each row of round cells."""
        pen, pad, plan, s = drawing.pen, drawing.pad, drawing.plan, drawing.scale
        tones, saving = drawing.inks, drawing.saving
        ring = (OUTLINE_MM if saving else 0.35) * s
        for bonus_row, group in zip(pad.part(self.key), plan.of(self.key).groups, strict=True):
            boxes = [box for _, box in group.places]
            first, last = boxes[0], boxes[-1]
            ribbon = Box(plan.rows[0].lead.cx, first.cy - 0.5 * s, last.cx - plan.rows[0].lead.cx, 1.0 * s)
            pen.box(
                ribbon, fill=LINE if not saving else None, line=LINE if saving else None, width=OUTLINE_MM
            )
            _draw_both_ways(pen, plan.rows[0].lead.cx, first.cy, s)
            for index, (number, box) in enumerate(zip(bonus_row.numbers, boxes, strict=True)):
                r = box.w / 2
                halves = (Box(box.x, box.y, box.w, r), Box(box.x, box.cy, box.w, r))
                for half, row in zip(halves, bonus_row.rows, strict=True):
                    cells = pad.rows[row].cells
                    ink = tones[cells[min(index, len(cells) - 1)].colour]
                    pen.canvas.saveState()
                    pen.clip(half)
                    pen.circle(box.cx, box.cy, r, fill=PAPER, line=ink.line, width=ring)
                    pen.canvas.restoreState()
                height = (
                    box.h * 0.31
                    if drawing.order.layout.per_page == 1
                    else min(0.85 * ARM_LENGTH_MM, box.h * 0.36)
                )
                pen.centred(str(number), box.cx, box.cy, height / CAP_HEIGHT * PT, TEXT, "Medium")


def _draw_both_ways(pen: Pen, x: float, y: float, s: float) -> None:
    """A sign for both neighbours: a disc with a point up and a point down."""
    pen.circle(x, y, 2.0 * s, fill=PAPER, line=LINE, width=0.3 * s)
    for way in (1, -1):
        pen.shape(partial(_point, way), x, y - way * 0.85 * s, 0.75 * s, line=TEXT, width=0.4 * s)


def _point(way: int, o: Outline) -> None:
    o.move(-0.9, -0.4 * way)
    o.line(0, 0.5 * way)
    o.line(0.9, -0.4 * way)


MECHANISM = BonusRows()
