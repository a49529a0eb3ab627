"""Orders: the sheet sides on each page, their numbers, markers and codes."""

from __future__ import annotations

import pypdfium2 as pdfium

from sheets.draw import print_pads
from sheets.order import PrintOrder, pages_of
from sheets.pad import Pad, load_pad, parse_pad
from sheets.paper import PAPERS, Layout
from tests.sheets.orders import OWN, order

A4 = PAPERS["a4"]


def test_two_sheets_of_a_batch_have_different_numbers_codes_and_neighbouring_markers() -> None:
    faces = [face for page in pages_of(order(count=12, layout=Layout(A4, 4))) for face in page]
    assert len({face.serial for face in faces}) == len({str(face.code) for face in faces}) == 12
    assert len({face.markers for face in faces}) == 12


def test_front_and_back_take_turns_and_every_side_has_its_number() -> None:
    made = order("mixx-a", 4, back=load_pad("mixx-b"))
    pages = [[(face.pad.name, face.serial.number) for face in page] for page in pages_of(made)]
    assert pages == [
        [("mixx-a", 1), ("mixx-a", 3), ("mixx-a", 5)],
        [("mixx-b", 2), ("mixx-b", 4), ("mixx-b", 6)],
        [("mixx-a", 7)],
        [("mixx-b", 8)],
    ]
    assert len(pdfium.PdfDocument(print_pads(made))) == made.pages == 4


def test_an_own_pad_is_known_by_its_fingerprint() -> None:
    face = next(pages_of(order("sunday")))[0]
    assert (face.code.game, face.code.lucky) == ("own", None)
    changed = parse_pad(
        {
            "format": "qwixx-pad/1",
            "name": "sunday",
            "rows": {row.letter: f"red {' '.join(str(c.number) for c in row.cells)}" for row in OWN.rows},
        }
    )
    other = next(pages_of(PrintOrder(changed, 1, 7)))[0]
    assert face.code.fingerprint != other.code.fingerprint


def test_a_built_in_pad_under_another_number_of_sides_is_not_taken_for_the_built_in_one() -> None:
    pad = load_pad("classic")
    changed = Pad(pad.name, pad.title, pad.rows, sides=8)
    assert next(pages_of(PrintOrder(changed, 1, 7)))[0].code.game == "own"
