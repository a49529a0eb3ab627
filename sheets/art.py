"""Vector drawings: a sign for each colour, the padlock, a chevron, and scissors for cut lines.

Each function adds a path, in a square from about (-1, -1) to (1, 1) with y up, to an `Outline`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from reportlab.pdfgen.pathobject import PDFPathObject

_ARC = 0.5523
"""Length of the Bézier handles that make a quarter circle of radius 1."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A path around the centre (x, y), in points. Methods scale coordinates from -1 to 1, y up, by `r`."""

    path: PDFPathObject
    x: float
    y: float
    r: float  # half its width

    def move(self, x: float, y: float) -> None:
        self.path.moveTo(self.x + x * self.r, self.y + y * self.r)

    def line(self, x: float, y: float) -> None:
        self.path.lineTo(self.x + x * self.r, self.y + y * self.r)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        x, y, r = self.x, self.y, self.r
        self.path.curveTo(x + x1 * r, y + y1 * r, x + x2 * r, y + y2 * r, x + x3 * r, y + y3 * r)

    def close(self) -> None:
        self.path.close()

    def circle(self, cx: float, cy: float, r: float) -> None:
        k = _ARC * r
        self.move(cx + r, cy)
        self.curve(cx + r, cy + k, cx + k, cy + r, cx, cy + r)
        self.curve(cx - k, cy + r, cx - r, cy + k, cx - r, cy)
        self.curve(cx - r, cy - k, cx - k, cy - r, cx, cy - r)
        self.curve(cx + k, cy - r, cx + r, cy - k, cx + r, cy)
        self.close()


def _heart(o: Outline) -> None:
    o.move(0, -0.92)
    o.curve(-0.30, -0.62, -1.0, -0.14, -1.0, 0.36)
    o.curve(-1.0, 0.70, -0.76, 0.90, -0.50, 0.90)
    o.curve(-0.26, 0.90, -0.08, 0.76, 0, 0.54)
    o.curve(0.08, 0.76, 0.26, 0.90, 0.50, 0.90)
    o.curve(0.76, 0.90, 1.0, 0.70, 1.0, 0.36)
    o.curve(1.0, -0.14, 0.30, -0.62, 0, -0.92)
    o.close()


def _star(o: Outline) -> None:
    for i in range(10):
        radius = 1.06 if i % 2 == 0 else 0.50
        angle = math.pi / 2 + i * math.pi / 5
        x, y = radius * math.cos(angle), radius * math.sin(angle) - 0.06
        (o.line if i else o.move)(x, y)
    o.close()


def _clover(o: Outline) -> None:
    for cx, cy in ((0.0, 0.48), (-0.50, -0.16), (0.50, -0.16)):
        o.circle(cx, cy, 0.47)
    o.move(-0.09, 0.1)
    o.curve(-0.05, -0.4, -0.14, -0.7, -0.30, -1.0)
    o.line(0.24, -1.0)
    o.curve(0.10, -0.7, 0.06, -0.4, 0.09, 0.1)
    o.close()


def _drop(o: Outline) -> None:
    o.move(0, 1.05)
    o.curve(0.16, 0.62, 0.74, 0.12, 0.74, -0.30)
    o.curve(0.74, -0.72, 0.42, -1.0, 0, -1.0)
    o.curve(-0.42, -1.0, -0.74, -0.72, -0.74, -0.30)
    o.curve(-0.74, 0.12, -0.16, 0.62, 0, 1.05)
    o.close()


def round_box(o: Outline, left: float, low: float, right: float, high: float, r: float) -> None:
    """Draw a box whose corners have radius `r`, anticlockwise from the lower left."""
    k = r * (1 - _ARC)
    o.move(left + r, low)
    o.line(right - r, low)
    o.curve(right - k, low, right, low + k, right, low + r)
    o.line(right, high - r)
    o.curve(right, high - k, right - k, high, right - r, high)
    o.line(left + r, high)
    o.curve(left + k, high, left, high - k, left, high - r)
    o.line(left, low + r)
    o.curve(left, low + k, left + k, low, left + r, low)
    o.close()


def padlock_body(o: Outline) -> None:
    """Draw the lower part of the padlock: a box with rounded corners, from y = -0.95 to y = 0.18."""
    round_box(o, -0.72, -0.95, 0.72, 0.18, 0.26)


def padlock_shackle(o: Outline) -> None:
    """Draw the shackle of the padlock as an open line, to be stroked rather than filled."""
    o.move(-0.42, 0.18)
    o.line(-0.42, 0.52)
    o.curve(-0.42, 1.10, 0.42, 1.10, 0.42, 0.52)
    o.line(0.42, 0.18)


def scissors(o: Outline) -> None:
    """Draw open scissors that point right, as lines to be stroked rather than filled."""
    for side in (1, -1):
        o.circle(-0.66, 0.42 * side, 0.30)
        o.move(-0.40, 0.24 * side)
        o.line(1.0, -0.42 * side)


def chevron(o: Outline) -> None:
    """Draw a chevron that points right, as a line to be stroked rather than filled."""
    o.move(-0.4, 0.8)
    o.line(0.4, 0)
    o.line(-0.4, -0.8)


_SIGNS: dict[str, Callable[[Outline], None]] = {
    "red": _heart,
    "yellow": _star,
    "green": _clover,
    "blue": _drop,
}
"""The function that draws each colour's sign. Shapes differ, so that colour isn't needed."""


def colour_sign(colour: str, outline: Outline) -> None:
    """Draw the sign of `colour`, such as "red", into `outline`."""
    _SIGNS[colour](outline)
