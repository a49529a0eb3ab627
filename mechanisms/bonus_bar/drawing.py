"""Bonus A drawn: a plus on framed cells, and the bar of boxes in the colours of their rows."""

from __future__ import annotations

from functools import partial

from sheets.art import colour_sign
from sheets.drawn import Drawing, Drawn
from sheets.ink import PAPER, SOFT, TEXT, Tone
from sheets.pen import Pen


class BonusBar(Drawn):
    """Each box is in the ink of the row that gets the cross."""

    key = "bonus-bar"
    frames_cells = True

    def sign(self, pen: Pen, sign: str, x: float, y: float, s: float, tone: Tone) -> None:
        """A plus."""
        for dx, dy in ((0.8, 0.0), (0.0, 0.8)):
            pen.line(x - dx * s, y - dy * s, x + dx * s, y + dy * s, tone, 0.5 * s)

    def draw(self, drawing: Drawing) -> None:
        """The bar."""
        pen, s, tones, _ = drawing.pen, drawing.scale, drawing.inks, drawing.translate
        strip, fields = drawing.strip(self.key).box, drawing.strip(self.key).fields
        boxes = drawing.pad.part(self.key).boxes
        pen.box(strip, fill=drawing.panel, radius=2.4 * s)
        pen.text(_("Bonus"), strip.x + 2.4 * s, strip.cy - 0.2 * s, 8.0 * s, TEXT, "SemiBold", room=22 * s)
        pen.text(
            _("= a cross in that row"),
            strip.x + 2.4 * s,
            strip.cy + 2.2 * s,
            4.6 * s,
            SOFT,
            room=fields[0].x - 4 * s,
        )
        for colour, box in zip(boxes, fields, strict=True):
            ink = tones[colour]
            pen.box(
                box,
                fill=PAPER if drawing.saving else ink.cell,
                line=ink.line,
                width=0.5,
                radius=min(1.9 * s, box.h / 3),
            )
            r = min(box.h * 0.24, 2.0 * s)
            pen.shape(partial(colour_sign, colour), box.cx, box.cy, r, fill=ink.plate)


MECHANISM = BonusBar()
