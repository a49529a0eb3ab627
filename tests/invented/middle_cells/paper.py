"""The tests' invented game on paper: an arrow in each special cell, and a note that explains the arrow."""

from sheets.ink import Tone
from sheets.paper_part import PaperPart
from sheets.pen import Pen
from tests.invented.middle_cells import SIGN


def _arrow(pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    pen.line(x, y - 0.9 * s, x, y + 0.9 * s, tone, 0.4 * s)
    for side in (1, -1):
        pen.line(x + side * 0.6 * s, y + 0.3 * s, x, y + 0.9 * s, tone, 0.4 * s)


PAPER = PaperPart(
    note="Arrow: a cross there crosses the next cell of the row below too.", signs={SIGN: _arrow}
)
