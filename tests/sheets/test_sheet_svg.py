"""A sheet as an SVG image: well-formed, the same places and words as the PDF."""

import re
from collections import Counter
from xml.etree import ElementTree

import pypdfium2
import pytest

from sheets.draw import print_pads
from sheets.order import PrintOrder
from sheets.pad import ALL_PADS, FURTHER_PADS, PADS, Pad, load_pad
from sheets.paper import PAPERS, Layout
from sheets.sheet_svg import draw_sheet, packed_picture, pad_picture
from sheets.typeface import PT

MAX_BYTES = 6_000
"""Largest packed picture of a pad."""


def shown(name: str) -> Pad:
    """Return the pad, or its first sheet if they differ."""
    pad = load_pad(name)
    return pad.on_sheet("A") if pad.letters else pad


@pytest.mark.parametrize("name", [*PADS, *FURTHER_PADS])
def test_every_pad_is_drawn_with_all_its_numbers(name: str) -> None:
    pad = shown(name)
    picture = draw_sheet(pad, "en")
    root = ElementTree.fromstring(f"<svg>{picture.elements}</svg>")
    words = [text.text for text in root.iter("text")]
    for number in {cell.number for cell in pad.cells}:
        expected = sum(cell.number == number for cell in pad.cells)
        assert words.count(str(number)) >= expected, number
    assert not re.search(r"nan|currentColor|var\(", picture.elements)


def test_it_says_what_the_pdf_says() -> None:
    pad = load_pad("classic")
    picture = draw_sheet(pad, "de")
    root = ElementTree.fromstring(f"<svg>{picture.elements}</svg>")
    words = {text.text for text in root.iter("text") if text.text and len(text.text) > 3}
    order = PrintOrder(pad, 1, 0, layout=Layout(PAPERS["a4"], 3), language="de")
    printed = pypdfium2.PdfDocument(print_pads(order))[0].get_textpage().get_text_range().split()
    said = {word for text in words for word in text.split()}
    assert said <= set(printed)


def test_cells_lie_where_the_plan_has_them() -> None:
    picture = draw_sheet(load_pad("classic"), "en")
    root = ElementTree.fromstring(f"<svg>{picture.elements}</svg>")
    boxes = [
        (float(rect.get("x", 0)), float(rect.get("y", 0)) + picture.height, float(rect.get("width", 0)))
        for rect in root.iter("rect")
    ]
    cell = picture.plan.places["b7"]
    assert any(
        abs(x - cell.x * PT) < 2 and abs(y - cell.y * PT) < 2 and abs(w - cell.w * PT) < 4
        for x, y, w in boxes
    )


def test_clips_of_two_pictures_have_different_names() -> None:
    one, other = (draw_sheet(load_pad("mixx-a"), "en", key).elements for key in ("one", "two"))
    names = [set(re.findall(r'id="([^"]+)"', text)) for text in (one, other)]
    assert names[0] and not names[0] & names[1]


@pytest.mark.parametrize("name", ALL_PADS)
def test_a_packed_picture_is_light(name: str) -> None:
    assert len(packed_picture(load_pad(name), "en")) < MAX_BYTES


def test_signs_of_one_shape_are_one_text() -> None:
    outlines = re.findall(
        r'<path transform="[^"]+" d="(M0 0C[^"]+)" fill="#d9453f"', pad_picture(load_pad("classic"), "en")
    )
    assert max(Counter(outlines).values()) == 11, "one in each cell of the row"
