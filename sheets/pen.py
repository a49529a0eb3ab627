"""A pen that draws on a PDF in millimetres from the top left corner, x to the right and y down."""

import os
from collections.abc import Callable, Sequence
from threading import Lock
from typing import IO

from reportlab.pdfgen.canvas import Canvas

from sheets.art import Outline
from sheets.ink import Tone
from sheets.paper import Box
from sheets.typeface import CAP_HEIGHT, PT, fitting_size, font_runs, text_width

Drawing = Callable[[Outline], None]

BUILD_DATE = "SOURCE_DATE_EPOCH"
"""The environment variable for the date of build output. It is unset while a canvas is made, because
ReportLab would write the date even into invariant PDFs, and fails if the value isn't a number."""

_environment = Lock()


def reproducible_canvas(file: IO[bytes], width: float, height: float, language: str) -> Canvas:
    """Return a canvas of `width` by `height` mm for a PDF whose bytes depend only on its content."""
    with _environment:
        date = os.environ.pop(BUILD_DATE, None)
        try:
            return Canvas(
                file, pagesize=(width * PT, height * PT), invariant=1, pageCompression=1, lang=language
            )
        finally:
            if date is not None:
                os.environ[BUILD_DATE] = date


class Pen:
    """Draws on `canvas`, in an area `height` mm high whose lower left corner is the canvas's origin."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas = canvas
        self.height = height

    def box(
        self,
        box: Box,
        *,
        fill: Tone | None = None,
        line: Tone | None = None,
        width: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle with corners of `radius` mm. Its outline, `width` mm wide, is inside the box."""
        painted = self._set(fill, line, width)
        inset = width / 2 if line else 0.0
        x, y = (box.x + inset) * PT, (self.height - box.bottom + inset) * PT
        w, h = (box.w - 2 * inset) * PT, (box.h - 2 * inset) * PT
        r = max(0.0, min(radius - inset, box.w / 2, box.h / 2)) * PT
        if r > 0:
            self.canvas.roundRect(x, y, w, h, r, **painted)
        else:
            self.canvas.rect(x, y, w, h, **painted)

    def clip(self, box: Box) -> None:
        """Limit drawing to `box` until the canvas's state is restored."""
        path = self.canvas.beginPath()
        path.rect(box.x * PT, (self.height - box.bottom) * PT, box.w * PT, box.h * PT)
        self.canvas.clipPath(path, stroke=0, fill=0)

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        *,
        fill: Tone | None = None,
        line: Tone | None = None,
        width: float = 0,
    ) -> None:
        """Draw a circle around (x, y). Its outline, `width` mm wide, is inside radius `r`."""
        painted = self._set(fill, line, width)
        inset = width / 2 if line else 0.0
        self.canvas.circle(x * PT, (self.height - y) * PT, (r - inset) * PT, **painted)

    def shape(
        self,
        drawing: Drawing,
        x: float,
        y: float,
        r: float,
        *,
        fill: Tone | None = None,
        line: Tone | None = None,
        width: float = 0.0,
    ) -> None:
        """Draw a shape of `sheets.art`, centred on (x, y) and 2 `r` mm wide. Its lines have round ends."""
        painted = self._set(fill, line, width)
        path = self.canvas.beginPath()
        drawing(Outline(path, x * PT, (self.height - y) * PT, r * PT))
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        self.canvas.drawPath(path, **painted)
        self.canvas.setLineCap(0)
        self.canvas.setLineJoin(0)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: Tone, width: float) -> None:
        """Draw a straight line, `width` mm wide."""
        self._set(None, colour, width)
        self.canvas.line(x1 * PT, (self.height - y1) * PT, x2 * PT, (self.height - y2) * PT)

    def lines(self, points: Sequence[tuple[float, float]], colour: Tone, width: float) -> None:
        """Draw a line, `width` mm wide, that joins all `points` in their order."""
        self._set(None, colour, width)
        path = self.canvas.beginPath()
        for number, (x, y) in enumerate(points):
            (path.lineTo if number else path.moveTo)(x * PT, (self.height - y) * PT)
        self.canvas.drawPath(path)

    def dashes(self, x1: float, x2: float, y: float, colour: Tone, width: float) -> None:
        """Draw a horizontal dashed line, `width` mm wide."""
        self.canvas.setDash(1.1 * PT, 1.1 * PT)
        self.line(x1, y, x2, y, colour, width)
        self.canvas.setDash()

    def modules(self, rows: tuple[tuple[bool, ...], ...], box: Box, colour: Tone) -> None:
        """Divide `box` into square modules and fill those that are True in `rows`, without gaps."""
        side = box.w / len(rows)
        self._set(colour, None, 0)
        path = self.canvas.beginPath()
        for y, row in enumerate(rows):
            x = 0
            while x < len(row):
                run = x
                while run < len(row) and row[run]:
                    run += 1
                if run > x:
                    left, low = (box.x + x * side) * PT, (self.height - box.y - (y + 1) * side) * PT
                    path.rect(left, low, (run - x) * side * PT, side * PT)
                x = max(run, x + 1)
        self.canvas.drawPath(path, fill=1, stroke=0)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: Tone,
        weight: str = "Regular",
        align: str = "left",
        room: float | None = None,
    ) -> float:
        """Draw `text` in `size` points, or smaller if it is wider than `room` mm. Return its width in mm.

        (x, y) is a point on the baseline: at the left end, the middle or the right end (`align`).
        """
        if room is not None:
            size = fitting_size(text, size, room, weight)
        self.canvas.setFillColorRGB(*colour)
        width, runs = text_width(text, size, weight), list(font_runs(text, weight))
        if len(runs) > 1:
            x -= width * {"left": 0.0, "middle": 0.5, "right": 1.0}[align]
            align = "left"
        draw = {
            "left": self.canvas.drawString,
            "middle": self.canvas.drawCentredString,
            "right": self.canvas.drawRightString,
        }[align]
        for font, part in runs:
            self.canvas.setFont(font, size)
            draw(x * PT, (self.height - y) * PT, part)
            x += text_width(part, size, weight)
        return width

    def centred(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: Tone,
        weight: str = "Regular",
        room: float | None = None,
    ) -> None:
        """Draw `text` with its capitals centred on (x, y), in a smaller size if wider than `room` mm."""
        if room is not None:
            size = fitting_size(text, size, room, weight)
        self.text(text, x, y + size * CAP_HEIGHT / PT / 2, size, colour, weight, "middle")

    def _set(self, fill: Tone | None, line: Tone | None, width: float) -> dict[str, int]:
        """Set colours and line width. Return `fill` and `stroke`, 1 or 0, for the next drawing call."""
        if fill is not None:
            self.canvas.setFillColorRGB(*fill)
        if line is not None:
            self.canvas.setStrokeColorRGB(*line)
            self.canvas.setLineWidth(width * PT)
        return {"fill": int(fill is not None), "stroke": int(line is not None)}
