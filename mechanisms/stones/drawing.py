"""The Duel drawn: round fields of one player and square ones of the other, and the second player's strip."""

from __future__ import annotations

from mechanisms.stones.places import PENS
from sheets.drawn import OUTLINE_MM, Drawing, Drawn, draw_strip
from sheets.ink import LINE, PAPER, SOFT, TEXT
from sheets.paper import Box


class Stones(Drawn):
    """Fields below each number."""

    key = "stones"

    def draw(self, drawing: Drawing) -> None:
        """The fields, the signs of both players at their names, and the strip."""
        pen, saving, tones = drawing.pen, drawing.saving, drawing.inks
        for name, box in drawing.plan.of(self.key).places.items():
            cell, _, field = name.partition(" ")
            ink = tones[drawing.pad.cell(cell).colour]
            line, width = (ink.line, OUTLINE_MM) if saving else (None, 0.0)
            radius = box.h / 2 if field[0] == PENS[0] else 0.3
            pen.box(box, fill=PAPER if saving else ink.cell, line=line, width=width, radius=radius)
        self._draw_strip(drawing)
        self._draw_players(drawing)

    def _draw_strip(self, drawing: Drawing) -> None:
        """Misses, name and total of the second player."""
        pen, s, _ = drawing.pen, drawing.scale, drawing.translate
        strip, total = drawing.strip(self.key), drawing.plan.total
        draw_strip(drawing, strip, "", "")
        y, left = strip.box.cy, strip.box.x + 4.4 * s
        _draw_sign(drawing, PENS[1], left - 1.6 * s, y, 1.2 * s)
        pen.text(_("Misses"), left + 1.2 * s, y - 0.4 * s, 8.0 * s, TEXT, "SemiBold")
        pen.text(_("\N{MINUS SIGN}5 each"), left + 1.2 * s, y + 2.4 * s, 5.6 * s, SOFT)
        for box in strip.fields:
            pen.box(box, fill=PAPER, line=LINE, width=0.3, radius=0.4)
        x = strip.fields[-1].right + 6.0 * s
        x += pen.text(_("Name"), x, y + 1.0 * s, 7.0 * s, SOFT) + 1.4 * s
        pen.line(x, y + 1.7 * s, strip.box.right - 4.0 * s, y + 1.7 * s, LINE, 0.2)
        box = Box(total.x, strip.box.y, total.w, strip.box.h)
        pen.box(box, fill=PAPER, line=TEXT, width=0.7, radius=2.2 * s)
        pen.centred("=", (strip.box.right + box.x) / 2, y, 12.0 * s, SOFT, "Medium")

    def _draw_players(self, drawing: Drawing) -> None:
        """The signs of the players: at the name and the misses of the first, and in both halves of points."""
        plan, s = drawing.plan, drawing.scale
        _draw_sign(drawing, PENS[0], plan.misses[0].x - 2.6 * s, plan.misses[0].cy, 1.2 * s)
        _draw_sign(drawing, PENS[0], plan.name.x - 2.6 * s, plan.header.bottom - 2.6 * s, 1.2 * s)
        for row in plan.rows:
            box = row.points
            drawing.pen.line(box.cx, box.y + 1.0, box.cx, box.bottom - 1.0, LINE, 0.2)
            for pen, x in zip(PENS, (box.x + box.w / 4, box.right - box.w / 4), strict=True):
                _draw_sign(drawing, pen, x, box.bottom - 2.4 * s, 0.9 * s)


def _draw_sign(drawing: Drawing, pen: str, x: float, y: float, r: float) -> None:
    """A ring for the first player, a square for the second."""
    if pen == PENS[0]:
        drawing.pen.circle(x, y, r, line=SOFT, width=0.3 * drawing.scale)
    else:
        box = Box(x - r, y - r, 2 * r, 2 * r)
        drawing.pen.box(box, line=SOFT, width=0.3 * drawing.scale, radius=0.1)


MECHANISM = Stones()
