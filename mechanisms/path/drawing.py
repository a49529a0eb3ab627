"""On Board drawn: small fields in the colours of the rows, and what the last ones are worth."""

from __future__ import annotations

from sheets.drawn import Drawing, Drawn, draw_strip
from sheets.ink import PAPER
from sheets.typeface import CAP_HEIGHT, PT


class PathDrawing(Drawn):
    """The path."""

    key = "path"

    def draw(self, drawing: Drawing) -> None:
        """Its fields, each in the ink of its colour."""
        pen, s, _ = drawing.pen, drawing.scale, drawing.translate
        strip, path = drawing.strip(self.key), drawing.pad.part(self.key)
        draw_strip(drawing, strip, _("Path"), "")
        for place, ((colour, number), box) in enumerate(zip(path.fields, strip.fields, strict=True), 1):
            ink = drawing.inks[colour]
            pen.box(box, fill=PAPER, line=ink.number, width=0.5 * s, radius=min(1.4 * s, box.h / 3))
            size = min(box.h * 0.42, box.w * 0.42) / CAP_HEIGHT * PT
            worth = path.worth(place)
            shift = box.h * 0.12 if worth else 0.0
            pen.centred(str(number), box.cx, box.cy - shift, size, ink.number, "Medium", room=box.w * 0.7)
            if worth:
                pen.centred(f"+{worth}", box.cx, box.bottom - box.h * 0.2, size * 0.52, ink.number, "Medium")


MECHANISM = PathDrawing()
