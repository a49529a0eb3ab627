"""The typeface of the sheets: Fredoka, an open font with round, friendly figures (licence: fonts/OFL.txt).

It covers the languages of Western Europe and more; `missing` returns the characters that it lacks.
"""

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PT = 72 / 25.4
"""Points per millimetre."""

CAP_HEIGHT = 0.7
"""Height of capitals and digits, as a share of the type size."""

WEIGHTS = ("Regular", "Medium", "SemiBold")


@cache
def font_name(weight: str = "Regular") -> str:
    """The name under which ReportLab knows the typeface in this weight (one of WEIGHTS)."""
    name = f"Fredoka-{weight}"
    pdfmetrics.registerFont(TTFont(name, str(Path(__file__).with_name("fonts") / f"{name}.ttf")))
    return name


def text_width(text: str, size: float, weight: str = "Regular") -> float:
    """Width in mm of `text` set in `size` points."""
    width: float = pdfmetrics.stringWidth(text, font_name(weight), size)
    return width / PT


def fitting_size(text: str, size: float, width: float, weight: str = "Regular") -> float:
    """The largest type size in points, up to `size`, at which `text` is at most `width` mm wide."""
    needed = text_width(text, size, weight)
    return size if needed <= width else size * width / needed


def missing(text: str) -> str:
    """The characters of `text` that the typeface does not have, each once."""
    known = pdfmetrics.getFont(font_name()).face.charToGlyph
    return "".join(dict.fromkeys(character for character in text if ord(character) not in known))
