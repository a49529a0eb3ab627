"""A sheet as it is printed, drawn onto pixels: what an empty one looks like, to compare with its photo.

`sheets.face` draws; `Pixels` takes the place of ReportLab's canvas, with the names that ReportLab gives the
few methods that `sheets.pen` calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, cast

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from sheets.art import Outline, round_box
from sheets.face import draw_face
from sheets.language import translator
from sheets.order import PrintOrder
from sheets.pad import Pad
from sheets.page import plan_sheet
from sheets.paper import Layout
from sheets.pen import Pen
from sheets.typeface import PT
from vision.frames.image import Image
from vision.scan.glyphs import Points, outlines

SUPERSAMPLING = 3
"""How many times finer than asked for a sheet is drawn, before it is averaged."""
_SUBPIXEL_BITS = 4
_CURVE = tuple(
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in (i / 8 for i in range(1, 9))
)
"""What the four points of a cubic Bézier curve weigh at each of eight points of it."""


class Print(NamedTuple):
    """How a sheet is printed: ink and colours (`sheets.order.PrintOrder`), the language of its words,
    the style: that of today or the pastel one of version 0.1."""

    ink: str
    colour_blind: bool = False
    language: str = "en"
    pastel: bool = False


class PixelPath:
    """Outlines gathered point by point, in points (1/72 inch), y up. `closed`: which of them are."""

    def __init__(self) -> None:
        self.outlines: list[list[tuple[float, float]]] = []
        self.closed: list[bool] = []

    def moveTo(self, x: float, y: float) -> None:
        self.outlines.append([(x, y)])
        self.closed.append(False)

    def lineTo(self, x: float, y: float) -> None:
        self.outlines[-1].append((x, y))

    def curveTo(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        """A cubic Bézier curve from where the path is."""
        x0, y0 = self.outlines[-1][-1]
        self.outlines[-1] += [
            (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _CURVE
        ]

    def close(self) -> None:
        self.closed[-1] = True

    def rect(self, x: float, y: float, w: float, h: float) -> None:
        self.outlines.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        self.closed.append(True)


class Pixels:
    """A canvas `width` by `height` mm of white paper at `scale` pixels a mm.

    Its methods take lengths in points, y up from the lower edge.
    """

    def __init__(self, width: float, height: float, scale: float) -> None:
        # four bytes a pixel in one number: a colour is laid in one go, many times as fast as its three parts
        self._paper = np.full((round(height * scale), round(width * scale)), 0xFFFFFFFF, np.uint32)
        self.height, self.scale = height, scale
        self._clips: list[NDArray[np.uint8] | None] = [None]
        self._fill: tuple[float, ...] = (0.0, 0.0, 0.0)
        self._line: tuple[float, ...] = (0.0, 0.0, 0.0)
        self._width = 1.0
        self._font: tuple[str, float] = ("", 1.0)

    @property
    def image(self) -> Image:
        """The drawing, H x W x 3, BGR."""
        height, width = self._paper.shape
        pixels = self._paper.view(np.uint8).reshape(height, width, 4)
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)

    def setFillColorRGB(self, r: float, g: float, b: float) -> None:
        self._fill = (255 * b, 255 * g, 255 * r)

    def setStrokeColorRGB(self, r: float, g: float, b: float) -> None:
        self._line = (255 * b, 255 * g, 255 * r)

    def setLineWidth(self, width: float) -> None:
        self._width = width

    def setLineCap(self, cap: int) -> None:
        """Ends are always round here: at this scale nobody can tell."""

    setLineJoin = setLineCap

    def setFont(self, name: str, size: float) -> None:
        self._font = (name, size)

    def saveState(self) -> None:
        self._clips.append(self._clips[-1])

    def restoreState(self) -> None:
        self._clips.pop()

    def beginPath(self) -> PixelPath:
        return PixelPath()

    def clipPath(self, path: PixelPath, **_: int) -> None:
        """From now on to `restoreState` only what lies inside the path is drawn."""
        mask = np.zeros(self._paper.shape, np.uint8)
        cv2.fillPoly(
            mask, [self._pixels(outline) for outline in path.outlines], 1, cv2.LINE_8, _SUBPIXEL_BITS
        )
        self._clips[-1] = mask

    def drawPath(self, path: PixelPath, fill: int, stroke: int) -> None:
        self._paint([np.array(o) for o in path.outlines], path.closed, bool(fill), bool(stroke))

    def rect(self, x: float, y: float, w: float, h: float, fill: int, stroke: int) -> None:
        path = PixelPath()
        path.rect(x, y, w, h)
        self.drawPath(path, fill, stroke)

    def roundRect(self, x: float, y: float, w: float, h: float, r: float, fill: int, stroke: int) -> None:
        path = PixelPath()
        round_box(Outline(cast(PDFPathObject, path), 0, 0, 1), x, y, x + w, y + h, r)
        self.drawPath(path, fill, stroke)

    def circle(self, x: float, y: float, r: float, fill: int, stroke: int) -> None:
        self.roundRect(x - r, y - r, 2 * r, 2 * r, r, fill, stroke)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._paint([np.array([(x1, y1), (x2, y2)])], [False], False, True)

    def drawString(self, x: float, y: float, text: str) -> None:
        name, size = self._font
        shapes: list[Points] = []
        for sign in text:
            shapes += [outline * size + (x, y) for outline in outlines(name, sign)]
            x += pdfmetrics.stringWidth(sign, name, size)
        self._paint(shapes, [True] * len(shapes), True, False)

    def drawCentredString(self, x: float, y: float, text: str) -> None:
        self.drawString(x - pdfmetrics.stringWidth(text, *self._font) / 2, y, text)

    def drawRightString(self, x: float, y: float, text: str) -> None:
        self.drawString(x - pdfmetrics.stringWidth(text, *self._font), y, text)

    def _pixels(self, outline: Sequence[tuple[float, float]] | Points) -> NDArray[np.int32]:
        """Points (1/72 inch, y up) in parts of a pixel, as OpenCV draws them with a shift of
        _SUBPIXEL_BITS."""
        flat = np.asarray(outline, np.float64)
        x = flat[:, 0] / PT * self.scale - 0.5
        y = (self.height - flat[:, 1] / PT) * self.scale - 0.5
        return np.round(np.stack([x, y], 1) * (1 << _SUBPIXEL_BITS)).astype(np.int32)

    def _paint(self, shapes: list[Points], closed: list[bool], fill: bool, stroke: bool) -> None:
        """Fill and stroke, within the clip."""
        if not shapes:
            return
        width = max(1, round(self._width / PT * self.scale)) if stroke else 0
        border = width + 2
        every = self._pixels(np.concatenate(shapes))  # all at once: many shapes have a few points only
        x0, y0 = np.maximum((every.min(0) >> _SUBPIXEL_BITS) - border, 0)
        x1, y1 = border - (-every.max(0) >> _SUBPIXEL_BITS)
        area = slice(y0, y1), slice(x0, x1)
        if not self._paper[area].size:
            return
        every -= np.array([x0, y0], np.int32) << _SUBPIXEL_BITS
        ends = list(accumulate(map(len, shapes)))
        local = [every[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
        cover = np.zeros(self._paper[area].shape, np.uint8)
        if fill:
            _cover(cover, local)
            self._ink(area, cover, self._fill)
        if stroke:
            cover[:] = 0
            for shape, whole in zip(local, closed, strict=True):
                cv2.polylines(cover, [shape], whole, 1, width, cv2.LINE_8, _SUBPIXEL_BITS)
            self._ink(area, cover, self._line)

    def _ink(self, area: tuple[slice, slice], cover: NDArray[np.uint8], colour: tuple[float, ...]) -> None:
        """Lay a colour on the pixels of an area that are covered (1, else 0) and inside the clip."""
        clip = self._clips[-1]
        inked = (cover if clip is None else cover & clip[area]).view(np.bool_)
        pixel = np.array([*colour, 255.0]).round().astype(np.uint8).view(np.uint32)[0]
        np.copyto(self._paper[area], pixel, where=inked)


def _cover(cover: NDArray[np.uint8], shapes: list[NDArray[np.int32]]) -> None:
    """Cover, by 1, what lies inside the outlines that run like the largest one, but not inside those that run
    against it.

    So parts of a figure may overlap, and its holes stay open.
    """
    areas = [float(cv2.contourArea(shape.astype(np.float32), oriented=True)) for shape in shapes]
    ahead = max(areas, key=abs) > 0
    for hole, ink in ((False, 1), (True, 0)):
        for shape, area in zip(shapes, areas, strict=True):
            if ((area > 0) != ahead) == hole:
                cv2.fillPoly(cover, [shape], ink, cv2.LINE_8, _SUBPIXEL_BITS)


@lru_cache(maxsize=24)
def blank_sheet(pad: Pad, layout: Layout, how: Print, scale: float, edge: float) -> Image:
    """What all empty sheets of a pad that are printed like this have in common, H x W x 3, BGR, at `scale`
    pixels a mm.

    `edge`: mm of white paper around it. The last ones drawn are kept.
    """
    order = PrintOrder(
        pad, 1, 0, layout=layout, ink=how.ink, colour_blind=how.colour_blind, pastel=how.pastel
    )
    box = layout.sheet_box(0)
    pixels = Pixels(box.w, box.h, scale * SUPERSAMPLING)
    draw_face(Pen(cast(Canvas, pixels), box.h), pad, plan_sheet(pad, layout), order, translator(how.language))
    height, width = (round(v * scale) for v in (box.h, box.w))
    inner = cv2.resize(pixels.image, (width, height), interpolation=cv2.INTER_AREA)
    size = round((box.w + 2 * edge) * scale), round((box.h + 2 * edge) * scale)
    sx, sy = box.w * scale / width, box.h * scale / height
    place = np.array([[sx, 0, edge * scale + (sx - 1) / 2], [0, sy, edge * scale + (sy - 1) / 2]])
    drawn = cv2.warpAffine(
        inner, place, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255,) * 3
    )
    return np.asarray(drawn, np.uint8)
