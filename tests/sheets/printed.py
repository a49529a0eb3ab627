"""Printed pages: rendered as images, and their text with its positions."""

from functools import cache

import numpy as np
import pypdfium2 as pdfium
import pytest
from numpy.typing import NDArray

from sheets.draw import print_pads
from sheets.ink import Tone
from sheets.order import PrintOrder, SheetSide, pages_of
from sheets.paper import Box

MM = 72 / 25.4


content = cache(print_pads)


def contains(outer: Box, inner: Box, slack: float = 1e-6) -> bool:
    """Return True if `inner` is inside `outer`, with `slack` mm of tolerance."""
    return (
        outer.x - slack <= inner.x
        and outer.y - slack <= inner.y
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


def overlap(one: Box, other: Box, slack: float = 1e-6) -> bool:
    """Return True if the boxes overlap by more than `slack` mm in both directions."""
    return (
        one.x + slack < other.right
        and other.x + slack < one.right
        and one.y + slack < other.bottom
        and other.y + slack < one.bottom
    )


@cache
def render(made: PrintOrder, dpi: float = 100, page: int = 0) -> NDArray[np.uint8]:
    """Return a page as RGB, height by width by 3, read-only."""
    picture = pdfium.PdfDocument(content(made))[page].render(scale=dpi / 72).to_numpy()
    seen = np.ascontiguousarray(picture[:, :, 2::-1])
    seen.setflags(write=False)
    return seen


def placed(made: PrintOrder, page: int = 0) -> list[tuple[SheetSide, Box]]:
    """Return the sheet sides of a page, each with its box on the page."""
    faces = list(pages_of(made))[page]
    return [(face, made.layout.sheet_box(slot)) for slot, face in enumerate(faces)]


def at(sheet: Box, box: Box) -> Box:
    """Return a box of a sheet in page coordinates."""
    return Box(sheet.x + box.x, sheet.y + box.y, box.w, box.h)


class Words:
    """The text of a page and its positions, in mm from the page's top left corner."""

    def __init__(self, made: PrintOrder, page: int = 0) -> None:
        sheet = pdfium.PdfDocument(content(made))[page]
        self.text = sheet.get_textpage()
        self.height = sheet.get_height()

    def inside(self, box: Box) -> str:
        left, right = box.x * MM, box.right * MM
        bottom, top = self.height - box.bottom * MM, self.height - box.y * MM
        return str(self.text.get_text_bounded(left, bottom, right, top)).strip()

    @property
    def all(self) -> str:
        return str(self.text.get_text_range())

    def boxes(self, *, loose: bool = True) -> list[tuple[str, Box]]:
        """Return (character, box) for each character. If not `loose`, a box encloses only the outline."""
        letters = []
        for i in range(self.text.count_chars()):
            left, bottom, right, top = self.text.get_charbox(i, loose=loose)
            sign = self.text.get_text_range(i, 1)
            letters.append(
                (sign, Box(left / MM, (self.height - top) / MM, (right - left) / MM, (top - bottom) / MM))
            )
        return letters


def pixel(picture: NDArray[np.uint8], x: float, y: float, dpi: float = 100) -> NDArray[np.uint8]:
    return np.asarray(picture[int(y / 25.4 * dpi), int(x / 25.4 * dpi)], np.uint8)


def assert_tone(seen: NDArray[np.uint8], tone: Tone) -> None:
    assert seen.tolist() == pytest.approx([255 * part for part in tone], abs=3)
