"""Bonus B drawn: light signs on dark pills, and the legend that explains them."""

from __future__ import annotations

from sheets.drawn import Drawing, Drawn, draw_pill, draw_two_crosses
from sheets.ink import LINE, PAPER, SOFT, TEXT, Tone
from sheets.language import message
from sheets.paper import Box
from sheets.pen import Pen
from sheets.typeface import CAP_HEIGHT, PT, text_width

LEGENDS = {
    "two-weakest": message("two crosses in the row with fewest"),
    "each-row": message("one cross in each row"),
    "double-weakest": message("row with fewest scores double"),
    "13": message("13 more points"),
    "no-misses": message("misses cost nothing"),
}
"""What the five signs of a Bonus B pad mean, if both cells of a kind are crossed."""


class BonusPairs(Drawn):
    """Five signs."""

    key = "bonus-pairs"

    def sign(self, pen: Pen, sign: str, x: float, y: float, s: float, tone: Tone) -> None:
        """One of the five."""
        if sign == "two-weakest":
            draw_two_crosses(pen, x, y, s, tone)
            return
        draw_pill(pen, x, y, s, tone)
        if sign == "each-row":
            for dy in (-0.78, -0.26, 0.26, 0.78):
                pen.line(x - 0.8 * s, y + dy * s, x + 0.8 * s, y + dy * s, PAPER, 0.27 * s)
        elif sign == "double-weakest":
            pen.centred("\N{MULTIPLICATION SIGN}2", x, y, 5.7 * s, PAPER, "SemiBold")
        elif sign == "13":
            pen.centred("+13", x, y, 5.2 * s, PAPER, "SemiBold")
        else:
            side = 1.5 * s
            pen.box(Box(x - side / 2, y - side / 2, side, side), line=PAPER, width=0.28 * s, radius=0.35 * s)
            for line, width in ((tone, 0.6), (PAPER, 0.28)):
                pen.line(x - 1.2 * s, y + 0.85 * s, x + 1.2 * s, y - 0.85 * s, line, width * s)

    def draw(self, drawing: Drawing) -> None:
        """Draw the meaning of the signs on the cells, in one line, and the box for their points at
        the end."""
        pen, s, _ = drawing.pen, drawing.scale, drawing.translate
        strip, worth = drawing.strip(self.key).box, drawing.strip(self.key).points
        assert worth is not None
        kinds = [kind for kind, _cells in drawing.pad.part(self.key)]
        words = [_("Both crossed:"), *(_(LEGENDS[kind]) for kind in kinds)]
        pill, gap, least = 3.9 * s, 1.1 * s, 2.4 * s
        inner = strip.w - 4.8 * s
        size = 6.4 * s
        fixed = len(kinds) * (pill + gap + least)
        size *= min(1.0, (inner - fixed) / sum(text_width(word, size) for word in words))
        widths = [text_width(word, size) for word in words]
        space = (inner - sum(widths) - len(kinds) * (pill + gap)) / len(kinds)
        pen.box(strip, fill=drawing.panel, radius=2.0 * s)
        x, baseline = strip.x + 2.4 * s, strip.cy + size * CAP_HEIGHT / PT / 2
        x += pen.text(words[0], x, baseline, size, SOFT) + space
        for kind, word, width in zip(kinds, words[1:], widths[1:], strict=True):
            self.sign(pen, kind, x + pill / 2, strip.cy, s, TEXT)
            pen.text(word, x + pill + gap, baseline, size, TEXT)
            x += pill + gap + width + space
        pen.box(worth, fill=PAPER, line=LINE, width=0.4, radius=2.0 * s)
        pen.centred("+", (strip.right + worth.x) / 2, strip.cy, 8.0 * s, SOFT, "Medium")


MECHANISM = BonusPairs()
