"""Lucky 15 drawn: fields that are worth more and more, a point to the right between them, and its rule."""

from __future__ import annotations

from sheets.art import chevron
from sheets.drawn import ARM_LENGTH_MM, Drawing, Drawn, draw_strip
from sheets.ink import PAPER, TEXT
from sheets.typeface import CAP_HEIGHT, PT


class Track(Drawn):
    """The track."""

    key = "track"

    def draw(self, drawing: Drawing) -> None:
        """Its fields, then its rule."""
        pen, s, _ = drawing.pen, drawing.scale, drawing.translate
        strip = drawing.strip(self.key)
        draw_strip(drawing, strip, _("Fifteen"), _("the last cross counts"))
        for number, (points, box) in enumerate(zip(drawing.pad.part(self.key), strip.fields, strict=True)):
            pen.box(box, fill=PAPER, line=TEXT, width=0.4 * s, radius=min(1.9 * s, box.h / 3))
            size = min(ARM_LENGTH_MM * 1.1 * s, box.h * 0.46) / CAP_HEIGHT * PT
            pen.centred(str(points), box.cx, box.cy, size, TEXT, "Medium", room=box.w * 0.8)
            if number:
                gap = box.x - strip.fields[number - 1].right
                pen.shape(chevron, box.x - gap / 2, box.cy, 0.28 * gap, line=TEXT, width=0.5 * s)
        rule = (
            _("White dice and one coloured die show 15: cross the next field,"),
            _("in place of both marks of your turn."),
        )
        x = strip.fields[-1].right + 3.0 * s
        for line, y in zip(rule, (-0.5, 2.1), strict=True):
            pen.text(line, x, strip.box.cy + y * s, 6.4 * s, TEXT, room=strip.box.right - x - 2.0 * s)


MECHANISM = Track()
