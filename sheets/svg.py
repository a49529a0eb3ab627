"""Draws sheets and parts of sheets as SVG. Web pages then show the same as the paper."""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from typing import cast

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from sheets.art import Outline, colour_sign
from sheets.face import draw_face
from sheets.ink import TEXT, WHITE, Tone
from sheets.language import translator
from sheets.order import PrintOrder
from sheets.pad import Pad
from sheets.page import plan_sheet, usual_layout
from sheets.paper import PAPERS, Layout
from sheets.paper_part import part_of_sign
from sheets.pen import Pen
from sheets.plan import SheetPlan
from sheets.typeface import PT

CSS_COLOURS: dict[Tone, str] = {TEXT: "currentColor", WHITE: "var(--sign-paper, #fff)"}
"""The CSS colours of the two tones in which signs are drawn."""

WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600}
"""The CSS `font-weight` of each weight."""

BONUS_SIGN_MM = (3.8, 2.7)
"""Width and height of a bonus sign, including a narrow margin."""

KEPT_PICTURES = 64
"""Cache size, in pictures."""
THREE_A_PAGE = Layout(PAPERS["a4"], 3)
FONTS = "Fredoka, ui-rounded, sans-serif"
"""The typefaces of a picture. An SVG file doesn't inherit the typefaces of the page."""
EDGE_MM = 1.5
"""Space at the upper and lower edge of `pad_picture`, in mm."""

_LONG_NUMBER = re.compile(r"-?\d+\.\d+(?!\d)")
"""Matches a number with decimals."""
_OUTLINE = re.compile(r'<path d="M(\S+) (\S+?)((?:[LCZ ].*?)?)"')
"""Matches the start of a path element of lines and curves; groups: x and y of its first point, the rest."""
_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


class SvgPath:
    """An SVG path (y down) with the methods of ReportLab's paths (y up)."""

    def __init__(self) -> None:
        self.commands: list[str] = []

    @property
    def data(self) -> str:
        return "".join(self.commands)

    def moveTo(self, x: float, y: float) -> None:
        self._add("M", x, y)

    def lineTo(self, x: float, y: float) -> None:
        self._add("L", x, y)

    def curveTo(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        self._add("C", x1, y1, x2, y2, x3, y3)

    def rect(self, x: float, y: float, w: float, h: float) -> None:
        self.moveTo(x, y)
        self.lineTo(x + w, y)
        self.lineTo(x + w, y + h)
        self.lineTo(x, y + h)
        self.close()

    def close(self) -> None:
        self.commands.append("Z")

    def _add(self, command: str, *numbers: float) -> None:
        flipped = (-number if i % 2 else number for i, number in enumerate(numbers))
        self.commands.append(command + " ".join(f"{round(number, 3):g}" for number in flipped))


class SvgCanvas:
    """A canvas for `sheets.pen` that works like ReportLab's, but writes SVG. Lengths are in points."""

    def __init__(self, css: Callable[[Tone], str], key: str = "") -> None:
        """Create an empty canvas. `css` returns a tone's CSS colour; `key` makes ids unique on the page."""
        self.elements: list[str] = []
        self._css, self._key, self._clips = css, key, 0
        self._open: list[int] = []
        self._dash = ""
        self._fill = self._line = "none"
        self._width = 0.0
        self._font, self._font_size = "", 0.0

    def setFillColorRGB(self, *tone: float) -> None:
        self._fill = self._css(cast(Tone, tone))

    def setStrokeColorRGB(self, *tone: float) -> None:
        self._line = self._css(cast(Tone, tone))

    def setLineWidth(self, width: float) -> None:
        self._width = width

    def setLineCap(self, cap: int) -> None:
        """Do nothing: all line ends are round."""

    setLineJoin = setLineCap

    def setDash(self, *lengths: float) -> None:
        self._dash = " ".join(f"{length:.3g}" for length in lengths)

    def setFont(self, name: str, size: float) -> None:
        self._font, self._font_size = name, size

    def beginPath(self) -> SvgPath:
        return SvgPath()

    def drawPath(self, path: SvgPath, *, fill: int, stroke: int) -> None:
        self._element(f'path d="{path.data}"', fill, stroke)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        path = SvgPath()
        path.moveTo(x1, y1)
        path.lineTo(x2, y2)
        self.drawPath(path, fill=0, stroke=1)

    def roundRect(self, x: float, y: float, w: float, h: float, r: float, *, fill: int, stroke: int) -> None:
        place = f'x="{x:.2f}" y="{-y - h:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{r:.2f}"'
        self._element(f"rect {place}", fill, stroke)

    def rect(self, x: float, y: float, w: float, h: float, *, fill: int, stroke: int) -> None:
        self.roundRect(x, y, w, h, 0, fill=fill, stroke=stroke)

    def circle(self, x: float, y: float, r: float, *, fill: int, stroke: int) -> None:
        self._element(f'circle cx="{x:.2f}" cy="{-y:.2f}" r="{r:.2f}"', fill, stroke)

    def saveState(self) -> None:
        self._open.append(0)

    def clipPath(self, path: SvgPath, *, stroke: int, fill: int) -> None:
        del stroke, fill
        self._clips += 1
        name = f"clip-{self._key}-{self._clips}"
        self.elements.append(
            f'<clipPath id="{name}"><path d="{path.data}"/></clipPath><g clip-path="url(#{name})">'
        )
        self._open[-1] += 1

    def restoreState(self) -> None:
        self.elements.append("</g>" * self._open.pop())

    def drawString(self, x: float, y: float, text: str) -> None:
        self._text(x, y, text, "")

    def drawCentredString(self, x: float, y: float, text: str) -> None:
        self._text(x, y, text, ' text-anchor="middle"')

    def drawRightString(self, x: float, y: float, text: str) -> None:
        self._text(x, y, text, ' text-anchor="end"')

    def _text(self, x: float, y: float, text: str, anchor: str) -> None:
        weight = WEIGHTS[self._font.rpartition("-")[2]]
        self.elements.append(
            f'<text x="{x:.2f}" y="{-y:.2f}" font-size="{self._font_size:.2f}" font-weight="{weight}"'
            f'{anchor} fill="{self._fill}">{escape(text)}</text>'
        )

    def _element(self, start: str, fill: int, stroke: int) -> None:
        line = f' stroke="{self._line}" stroke-width="{self._width:.3g}" stroke-linecap="round"'
        if self._dash:
            line += f' stroke-dasharray="{self._dash}"'
        self.elements.append(f'<{start} fill="{self._fill if fill else "none"}"{line if stroke else ""}/>')


@cache
def colour_sign_path(colour: str) -> str:
    """Return the sign of a colour as the data of an SVG path, in a square from (-1, -1) to (1, 1).

    >>> colour_sign_path("blue")[:10]
    'M0 -1.05C0'
    """
    path = SvgPath()
    colour_sign(colour, Outline(cast(PDFPathObject, path), 0, 0, 1))
    return path.data


@cache
def bonus_sign_svg(kind: str) -> str:
    """Return the bonus sign `kind` as an SVG image in the colour of the text around it."""
    canvas = SvgCanvas(CSS_COLOURS.__getitem__)
    part_of_sign(kind).signs[kind](Pen(cast(Canvas, canvas), 0), 0, 0, 1, TEXT)
    w, h = (side * PT for side in BONUS_SIGN_MM)
    box = f"{-w / 2:.3g} {-h / 2:.3g} {w:.3g} {h:.3g}"
    return f'<svg viewBox="{box}" aria-hidden="true" focusable="false">{"".join(canvas.elements)}</svg>'


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A drawn sheet, in points; y runs down from -`height` to 0."""

    width: float
    height: float
    elements: str  # the content of an SVG image
    plan: SheetPlan

    @property
    def view_box(self) -> str:
        return f"0 {-self.height:.2f} {self.width:.2f} {self.height:.2f}"


@lru_cache(maxsize=KEPT_PICTURES)
def draw_sheet(pad: Pad, language: str, key: str = "pad", layout: Layout = THREE_A_PAGE) -> SheetPicture:
    """Return the face of a sheet of `pad` as `qwixx print` draws it. `key` makes ids unique on the page."""
    order = PrintOrder(pad, 1, 0, layout=layout, language=language)
    plan = plan_sheet(pad, layout)
    canvas = SvgCanvas(lambda tone: "#" + "".join(f"{round(255 * share):02x}" for share in tone), key)
    draw_face(Pen(cast(Canvas, canvas), plan.height), pad, plan, order, translator(language))
    return SheetPicture(plan.width * PT, plan.height * PT, "".join(canvas.elements), plan)


@lru_cache(maxsize=KEPT_PICTURES)
def pad_picture(pad: Pad, language: str) -> str:
    """Return an SVG file with the rows of `pad` and the strips below them, in the printed colours."""
    drawing = draw_sheet(pad, language, layout=usual_layout(pad, PAPERS["a4"]))
    plan = drawing.plan
    top, bottom = plan.rows[0].plate.y - EDGE_MM, plan.table.y - EDGE_MM
    box = f"0 {(top - plan.height) * PT:.1f} {plan.width * PT:.1f} {(bottom - top) * PT:.1f}"
    drawn = _LONG_NUMBER.sub(
        lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), _OUTLINE.sub(_at_origin, drawing.elements)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="{FONTS}">{drawn}</svg>'


@lru_cache(maxsize=KEPT_PICTURES)
def packed_picture(pad: Pad, language: str) -> bytes:
    """Return `pad_picture` compressed by gzip."""
    return gzip.compress(pad_picture(pad, language).encode(), mtime=0)


def _at_origin(outline: re.Match[str]) -> str:
    """Return the start of a path element, rewritten to begin at (0, 0).

    A `transform` puts the path back in place. Outlines of the same shape then compress well.
    """
    x, y = float(outline[1]), float(outline[2])
    rest = _PAIR.sub(lambda pair: f"{float(pair[1]) - x:.3f} {float(pair[2]) - y:.3f}", outline[3])
    return f'<path transform="translate({x:.3f} {y:.3f})" d="M0 0{rest}"'
