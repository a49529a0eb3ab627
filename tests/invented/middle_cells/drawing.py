"""The invented game drawn: an arrow down."""

from sheets.drawn import Drawn
from sheets.ink import Tone
from sheets.pen import Pen


class MiddleCells(Drawn):
    key = "middle-cells"

    def sign(self, pen: Pen, sign: str, x: float, y: float, s: float, tone: Tone) -> None:
        pen.line(x, y - 0.9 * s, x, y + 0.9 * s, tone, 0.4 * s)
        for side in (1, -1):
            pen.line(x + side * 0.6 * s, y + 0.3 * s, x, y + 0.9 * s, tone, 0.4 * s)


MECHANISM = MiddleCells()
