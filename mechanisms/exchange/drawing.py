"""X-Change drawn: fields of two numbers with arrows both ways."""

from __future__ import annotations

from sheets.drawn import ARM_LENGTH_MM, Drawing, Drawn, draw_strip
from sheets.ink import PAPER, SOFT, TEXT
from sheets.typeface import CAP_HEIGHT, PT


class Exchange(Drawn):
    """The strip."""

    key = "exchange"

    def draw(self, drawing: Drawing) -> None:
        """Its name and its fields."""
        pen, s, _ = drawing.pen, drawing.scale, drawing.translate
        strip = drawing.strip(self.key)
        draw_strip(drawing, strip, _("Exchange"), _("one white sum for the other"))
        for pair, box in zip(drawing.pad.part(self.key), strip.fields, strict=True):
            pen.box(box, fill=PAPER, line=TEXT, width=0.4 * s, radius=min(1.9 * s, box.h / 3))
            size = min(ARM_LENGTH_MM * s, box.h * 0.44) / CAP_HEIGHT * PT
            for number, share in zip(pair, (0.22, 0.78), strict=True):
                x = box.x + share * box.w
                pen.centred(str(number), x, box.cy, size, TEXT, "Medium", room=box.w * 0.34)
            reach, apart = 0.085 * box.w, 0.7 * s
            for way in (1, -1):
                y, tip = box.cy - way * apart, box.cx + way * reach
                pen.line(box.cx - way * reach, y, tip, y, SOFT, 0.35 * s)
                for side in (1, -1):
                    pen.line(tip - way * 0.7 * s, y + side * 0.55 * s, tip, y, SOFT, 0.35 * s)


MECHANISM = Exchange()
