"""A printed sheet as an SVG image for web pages, drawn by the same code as the PDF."""

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from reportlab.pdfgen.canvas import Canvas

from sheets.face import draw_face
from sheets.ink import Tone
from sheets.language import translator
from sheets.order import PrintOrder
from sheets.pad import Pad
from sheets.page import plan_sheet, usual_layout
from sheets.paper import PAPERS, Layout
from sheets.pen import Pen
from sheets.plan import SheetPlan
from sheets.svg import SvgCanvas
from sheets.typeface import PT

KEPT_PICTURES = 64
"""Cache size, in pictures."""
THREE_A_PAGE = Layout(PAPERS["a4"], 3)
FONTS = "Fredoka, ui-rounded, sans-serif"
"""The typefaces of a picture, named in it because an SVG file doesn't inherit those of the page."""
EDGE_MM = 1.5
"""Space in `pad_picture` above the rows, and between its lower edge and the score table, in mm."""

_LONG_NUMBER = re.compile(r"-?\d+\.\d+(?!\d)")
"""A number with decimals; `pad_picture` rounds it to tenths of a point."""
_OUTLINE = re.compile(r'<path d="M(\S+) (\S+?)((?:[LCZ ].*?)?)"')
"""A path of straight lines and curves: its first point, and the rest."""
_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def _css(tone: Tone) -> str:
    return "#" + "".join(f"{round(255 * share):02x}" for share in tone)


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A drawn sheet, in points; y runs down from -`height` to 0."""

    width: float
    height: float
    elements: str  # the content of an SVG image
    plan: SheetPlan

    @property
    def view_box(self) -> str:
        """Return the value for the attribute `viewBox`."""
        return f"0 {-self.height:.2f} {self.width:.2f} {self.height:.2f}"


@lru_cache(maxsize=KEPT_PICTURES)
def draw_sheet(pad: Pad, language: str, key: str = "pad", layout: Layout = THREE_A_PAGE) -> SheetPicture:
    """Return the face of a sheet of `pad` as `qwixx print` draws it. `key`: see SvgCanvas."""
    order = PrintOrder(pad, 1, 0, layout=layout, language=language)
    plan = plan_sheet(pad, layout)
    canvas = SvgCanvas(_css, key)
    draw_face(Pen(cast(Canvas, canvas), plan.height), pad, plan, order, translator(language))
    return SheetPicture(plan.width * PT, plan.height * PT, "".join(canvas.elements), plan)


@lru_cache(maxsize=KEPT_PICTURES)
def pad_picture(pad: Pad, language: str) -> str:
    """Return the rows of `pad`, and the strips of its mechanisms, as an SVG file in the printed colours."""
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
    """Return `pad_picture` compressed by gzip, to about a fifth of its size."""
    return gzip.compress(pad_picture(pad, language).encode(), mtime=0)


def _at_origin(outline: re.Match[str]) -> str:
    """Return the outline relative to its first point, so that signs of one shape compress well."""
    x, y = float(outline[1]), float(outline[2])
    rest = _PAIR.sub(lambda pair: f"{float(pair[1]) - x:.3f} {float(pair[2]) - y:.3f}", outline[3])
    return f'<path transform="translate({x:.3f} {y:.3f})" d="M0 0{rest}"'
