"""Orders: the sheet sides on each page, their numbers, markers and codes."""

from dataclasses import replace

import pypdfium2 as pdfium
import pytest

from sheets.draw import print_pads
from sheets.order import PrintError, PrintOrder, find_pad, game_of, pad_fingerprint, pages_of
from sheets.pad import FURTHER_PADS, Pad, load_pad, parse_pad
from sheets.paper import PAPERS, Layout
from sheets.serial import SheetCode
from tests.sheets.orders import OWN, order

A4 = PAPERS["a4"]
RED = {
    "format": "qwixx-pad/1",
    "name": "sunday",
    "rows": {row.letter: f"red {' '.join(str(cell.number) for cell in row)}" for row in OWN.rows},
}
"""The rows of OWN, all of them red."""


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
    other = next(pages_of(PrintOrder(parse_pad(RED), 1, 7)))[0]
    assert face.code.fingerprint != other.code.fingerprint


def test_a_built_in_pad_under_another_number_of_sides_is_not_taken_for_the_built_in_one() -> None:
    pad = load_pad("classic")
    changed = Pad(pad.name, pad.title, pad.rows, sides=8)
    assert next(pages_of(PrintOrder(changed, 1, 7)))[0].code.game == "own"


def test_a_sheet_of_a_connected_game_is_of_that_game_whatever_its_letter() -> None:
    pad = load_pad("connected-a")
    assert game_of(pad) == "connected-a"
    assert {game_of(pad.on_sheet(letter)) for letter in pad.letters} == {"connected-a"}
    changed = replace(pad.on_sheet("A"), lock_needs=6)
    assert game_of(changed) == "own"


def test_front_and_back_of_connected_sheets_go_round_alike() -> None:
    made = order("connected-a", 3, back=load_pad("connected-b"))
    front, back = pages_of(made)
    assert [side.code.letter for side in front] == [side.code.letter for side in back]
    assert len({side.code.letter for side in front}) == 3


def test_own_pads_that_differ_in_special_cells_alone_have_different_fingerprints() -> None:
    tables = ({}, {"track": {"fields": "5 11"}}, {"track": {"fields": "5 12"}}, {"double-cells": {"a": "5"}})
    assert len({pad_fingerprint(parse_pad(RED | table)) for table in tables}) == 4


def test_own_sheets_that_differ_share_a_fingerprint_and_tell_their_letter() -> None:
    pad = parse_pad(RED | {"steps": {"A": "a2", "B": "b3"}})
    sides = next(pages_of(PrintOrder(pad, 2, 7)))
    assert len({side.code.fingerprint for side in sides}) == 1
    assert {SheetCode.parse(str(side.code)).letter for side in sides} == {"A", "B"}


@pytest.mark.parametrize("game", FURTHER_PADS)
def test_every_further_game_is_found_by_its_name(game: str) -> None:
    assert find_pad(game) == load_pad(game)
    with pytest.raises(PrintError, match=f"did you mean {game}"):
        find_pad(game.upper() + "!")
