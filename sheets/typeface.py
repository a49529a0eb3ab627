"""The typefaces of the sheets (licences: fonts/*.txt).

Fredoka has round, friendly digits. M PLUS Rounded is for words with letters that Fredoka lacks. Together they
cover the Latin, Greek and Cyrillic alphabets.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PT = 72 / 25.4
"""Points per millimetre."""

CAP_HEIGHT = 0.7
"""Height of capitals and digits, as a share of the type size."""

WEIGHTS = ("Regular", "Medium", "SemiBold")

_FURTHER = "MPLUSRounded1c-Medium"


def font_name(weight: str = "Regular") -> str:
    """Return ReportLab's name for the typeface Fredoka in `weight`, one of WEIGHTS."""
    return _registered(f"Fredoka-{weight}")


@cache
def _registered(name: str) -> str:
    pdfmetrics.registerFont(TTFont(name, str(Path(__file__).with_name("fonts") / f"{name}.ttf")))
    return name


def font_runs(text: str, weight: str = "Regular") -> Iterator[tuple[str, str]]:
    """Yield the name of the typeface, and the text, for each run of words that have the same typeface."""
    plain = font_name(weight)

    def font_of(word: str) -> str:
        return plain if word.isascii() or not _lacks(plain, word) else _registered(_FURTHER)

    for number, (font, run) in enumerate(groupby(text.split(" "), key=font_of)):
        yield font, " " * (number > 0) + " ".join(run)


def _lacks(font: str, text: str) -> set[str]:
    known = pdfmetrics.getFont(font).face.charToGlyph
    return {character for character in text if ord(character) not in known}


def text_width(text: str, size: float, weight: str = "Regular") -> float:
    """Return the width in mm of `text` set in `size` points."""
    widths = [float(pdfmetrics.stringWidth(part, font, size)) for font, part in font_runs(text, weight)]
    return sum(widths) / PT


def fitting_size(text: str, size: float, width: float, weight: str = "Regular") -> float:
    """Return the largest type size in points, up to `size`, at which `text` is at most `width` mm wide."""
    needed = text_width(text, size, weight)
    return size if needed <= width else size * width / needed


def printable(text: str) -> str:
    """Return `text` without emoji and other symbols that the typefaces lack, or "" if they lack a letter.

    >>> printable("Lea 🦊"), printable("Ștefan"), printable("太郎")
    ('Lea', 'Ștefan', '')
    """
    lacking = _lacks(font_name(), text) & _lacks(_registered(_FURTHER), text)
    letters = (sign for sign in lacking if unicodedata.category(sign)[0] in "LMN")
    if any(not "\ufe00" <= sign <= "\ufe0f" and sign != "\u20e3" for sign in letters):  # no mere selector
        return ""
    return " ".join("".join(sign for sign in text if sign not in lacking).split())
