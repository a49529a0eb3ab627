"""A pad as a small picture: its rows, with what its mechanisms print, as an SVG file of its own."""

import gzip
import re
from functools import lru_cache

from sheets.pad import Pad
from sheets.page import usual_layout
from sheets.paper import PAPERS
from sheets.sheet_svg import KEPT_PICTURES, draw_sheet
from sheets.typeface import PT

FONTS = "Fredoka, ui-rounded, sans-serif"
"""The typefaces of a picture, which a browser shows without those of the page."""
EDGE_MM = 1.5
"""Space above the rows and below what mechanisms print, in mm of the sheet."""

_LONG_NUMBER = re.compile(r"-?\d+\.\d+(?!\d)")
"""A place or a size in points; a picture needs tenths of them."""
_OUTLINE = re.compile(r'<path d="M(\S+) (\S+?)((?:[LCZ ].*?)?)"')
"""The outline of a sign: its first point, and the rest."""
_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


@lru_cache(maxsize=KEPT_PICTURES)
def pad_picture(pad: Pad, language: str) -> str:
    """Return the picture of `pad` in the colours of its sheets, as an SVG file."""
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
    """Return `pad_picture`, compressed by gzip to about a fifth."""
    return gzip.compress(pad_picture(pad, language).encode(), mtime=0)


def _at_origin(outline: re.Match[str]) -> str:
    """Return the outline moved to start at its first point: many signs of one shape then compress well."""
    x, y = float(outline[1]), float(outline[2])
    rest = _PAIR.sub(lambda pair: f"{float(pair[1]) - x:.3f} {float(pair[2]) - y:.3f}", outline[3])
    return f'<path transform="translate({x:.3f} {y:.3f})" d="M0 0{rest}"'
