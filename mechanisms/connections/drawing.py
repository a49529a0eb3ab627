"""Connect 15 drawn: upright fields between two numbers, with an arm to each of them."""

from __future__ import annotations

from sheets.drawn import Drawing, Drawn
from sheets.ink import PAPER


class Connections(Drawn):
    """Fields in the ink of the cell left of them."""

    key = "connections"

    def draw(self, drawing: Drawing) -> None:
        """The fields."""
        pen, pad, plan, s = drawing.pen, drawing.pad, drawing.plan, drawing.scale
        tones, saving = drawing.inks, drawing.saving
        boxes = plan.of(self.key).places
        for field in pad.part(self.key):
            box, cells = boxes[field.name], plan.rows[field.row].cells
            ink = tones[pad.rows[field.row].cells[field.index].colour]
            left, right = cells[field.index], cells[field.index + 1]
            pen.line(
                left.right - 0.1, box.cy, right.x + 0.1, box.cy, ink.number, (0.6 if saving else 1.1) * s
            )
            radius = box.w / 2
            pen.box(box, fill=PAPER, line=ink.number, width=(0.3 if saving else 0.5) * s, radius=radius)


MECHANISM = Connections()
