"""Sheets and signs as SVG images: well-formed, with the same places, words and signs as on paper."""

import re
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from reportlab.pdfgen.pathobject import PDFPathObject

from mechanisms.bonus_pairs import BONUSES
from sheets.art import Outline, colour_sign
from sheets.draw import print_pads
from sheets.order import PrintOrder
from sheets.pad import ALL_PADS, COLOURS, FURTHER_PADS, PADS, Pad, load_pad
from sheets.paper import PAPERS, Layout
from sheets.svg import bonus_sign_svg, colour_sign_path, draw_sheet, packed_picture
from sheets.typeface import PT

MAX_BYTES = 6_000
"""Largest allowed size of a compressed SVG picture of a pad, in bytes."""


def shown(name: str) -> Pad:
    """Return the pad of this name, or its first sheet if its sheets differ."""
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


@pytest.mark.parametrize("colour", COLOURS)
def test_a_sign_has_the_same_points_as_on_paper_upside_down(colour: str) -> None:
    path = PDFPathObject()
    colour_sign(colour, Outline(path, 0, 0, 1))
    on_paper = [float(word) for word in re.findall(r"-?[\d.]+", path.getCode())]
    on_screen = [float(word) for word in re.findall(r"-?[\d.]+", colour_sign_path(colour))]
    assert on_screen[::2] == pytest.approx(on_paper[::2], abs=0.01)
    assert on_screen[1::2] == pytest.approx([-y for y in on_paper[1::2]], abs=0.01)
    assert np.abs(on_screen).max() <= 1.1, "the square in which the page shows it"


def test_the_signs_differ() -> None:
    assert len({colour_sign_path(colour) for colour in COLOURS}) == 4
    assert len({bonus_sign_svg(kind) for kind in BONUSES}) == 5


@pytest.mark.parametrize(("kind", "word"), [("13", "+13"), ("double-weakest", "\N{MULTIPLICATION SIGN}2")])
def test_a_bonus_sign_shows_what_the_paper_says(kind: str, word: str) -> None:
    assert re.findall(r">([^<>]+)<", bonus_sign_svg(kind)) == [word]


def test_a_bonus_sign_takes_the_colour_of_its_page() -> None:
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', "".join(map(bonus_sign_svg, BONUSES))))
    assert colours == {"currentColor", "none", "var(--sign-paper, #fff)"}
