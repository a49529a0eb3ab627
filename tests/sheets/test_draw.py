"""Printed pages depend only on the print order. Texts, colours, markers and codes are in their places."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest

import sheets.draw
from sheets.draw import CHECK_BAR_MM, print_pads
from sheets.ink import WHITE, inks
from sheets.order import PrintOrder, pages_of
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad
from sheets.pad_part import NOWHERE
from sheets.page import plan_sheet
from sheets.paper import MARGIN, PAPERS, Box, Layout
from sheets.serial import SheetCode
from tests.sheets.orders import OWN, order
from tests.sheets.printed import Words, assert_tone, at, contains, content, overlap, pixel, placed, render

A4 = PAPERS["a4"]


VARIANTS: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    **{
        f"{game}-{paper}-{n}": (game, paper, n, {})
        for game in (*PADS, *FURTHER_PADS)
        for paper in PAPERS
        for n in (1, 3)
    },
    "chains saving ink": ("connected-b", "a4", 4, {"ink": "save", "colour_blind": True}),
    "round cells two a page": ("big-points", "letter", 2, {"pastel": True}),
    "two a page": ("bonus-b", "letter", 2, {}),
    "four a page": ("longo", "a4", 4, {}),
    "four a letter page": ("mixx-a", "letter", 4, {}),
    "own": ("sunday", "a4", 3, {}),
    "ink saved": ("mixx-a", "a4", 3, {"ink": "save"}),
    "colour-blind": ("bonus-a", "a4", 3, {"colour_blind": True}),
    "names": ("classic", "a4", 3, {"names": ("Emma", "Ñandú Østergård")}),
}


def variant(name: str) -> PrintOrder:
    game, paper, per_page, options = VARIANTS[name]
    return order(game, per_page, layout=Layout(PAPERS[paper], per_page), **options)


every_variant = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long if name.endswith(("-a4-1", "-letter-3")) else ())
        for name in VARIANTS
    ],
)
"""Runs a test on each of VARIANTS. Only long runs draw one sheet on an A4 page or three on a letter page."""


@every_variant
def test_every_number_is_text_in_the_middle_of_its_cell(name: str) -> None:
    made = variant(name)
    signs = Words(made).boxes()
    for face, sheet in placed(made):
        plan = plan_sheet(face.pad, made.layout)
        for row, printed in zip(plan.rows, face.pad.rows, strict=True):
            centres = []
            for cell, box in zip(printed.cells, row.cells, strict=True):
                cell_box = at(sheet, box)
                inside = [(s, b) for s, b in signs if contains(cell_box, b)]
                tallest = max(b.h for s, b in inside if s.isdigit())
                digits = [(s, b) for s, b in inside if b.h == tallest]
                assert "".join(s for s, _ in digits) == str(cell.number)
                middle = (digits[0][1].x + digits[-1][1].right) / 2
                assert middle == pytest.approx(cell_box.cx, abs=0.1)
                assert digits[0][1].cy == pytest.approx(cell_box.cy, abs=box.h * 0.15)
                centres.append(middle)
            steps = np.diff(centres)
            assert steps == pytest.approx([row.pitch] * len(steps), abs=0.15)


@every_variant
def test_nothing_is_printed_where_printers_do_not_reach(name: str) -> None:
    made = variant(name)
    dpi = 100
    picture = render(made, dpi).copy()
    edge = int(MARGIN / 25.4 * dpi) - 1
    inner = picture[edge:-edge, edge:-edge]
    assert (inner < 255).any()
    picture[edge:-edge, edge:-edge] = 255
    assert (picture == 255).all()


@every_variant
def test_colours_lie_where_they_should(name: str) -> None:
    made = variant(name)
    picture = render(made, 200)
    for face, sheet in placed(made):
        plan = plan_sheet(face.pad, made.layout)
        for number, (row, printed) in enumerate(zip(plan.rows, face.pad.rows, strict=True)):
            framed = (face.pad.part("steps") or NOWHERE)[number]
            for row_number, index in map(max, face.pad.part("chains") or ()):
                framed |= (row_number == number) << index  # a line comes down to it
            for cell, box in zip(printed.cells, row.cells, strict=True):
                ink, place = inks(pastel=made.pastel)[cell.colour], at(sheet, box)
                seen = pixel(picture, place.x + place.w * 0.07, place.cy, 200)
                assert_tone(seen, WHITE if made.ink == "save" else ink.cell)
                if made.ink == "full" and not framed >> cell.index & 1:
                    above = (place.y + sheet.y + row.plate.y) / 2
                    assert_tone(pixel(picture, place.cx, above, 200), ink.plate)


@every_variant
def test_opencv_finds_the_four_markers_of_every_sheet(name: str) -> None:
    made = variant(name)
    dpi = 150
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(render(made, dpi), cv2.COLOR_RGB2GRAY))
    markers = {int(i): c.reshape(4, 2) / dpi * 25.4 for i, c in zip(np.ravel(ids), corners, strict=True)}
    assert len(markers) == 4 * len(placed(made))
    for face, sheet in placed(made):
        plan = plan_sheet(face.pad, made.layout)
        for marker, box in zip(face.markers, plan.markers, strict=True):
            place = at(sheet, box)
            expected = [
                (place.x, place.y),
                (place.right, place.y),
                (place.right, place.bottom),
                (place.x, place.bottom),
            ]
            assert markers[marker] == pytest.approx(np.array(expected), abs=0.3)


@every_variant
def test_opencv_reads_the_code_of_every_sheet(name: str) -> None:
    made = variant(name)
    dpi = 200
    picture = render(made, dpi)
    for face, sheet in placed(made):
        plan = plan_sheet(face.pad, made.layout)
        box, quiet = at(sheet, plan.code), 4 * plan.code_module
        x0, y0 = (int((v - quiet) / 25.4 * dpi) for v in (box.x, box.y))
        x1, y1 = (int((v + quiet) / 25.4 * dpi) for v in (box.right, box.bottom))
        crop = cv2.resize(picture[y0:y1, x0:x1], None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        text, *_ = cv2.QRCodeDetector().detectAndDecode(crop)
        assert SheetCode.parse(text) == face.code


@every_variant
def test_each_sheet_says_its_number_its_game_and_that_it_is_unofficial(name: str) -> None:
    made = variant(name)
    words = Words(made)
    for face, sheet in placed(made):
        text = words.inside(sheet)
        assert str(face.serial) in text
        assert f"Score sheet for {face.pad.title}" in text
        assert "Unofficial" in text


@pytest.mark.parametrize("date", ["1", "1700000000", "today"])
def test_the_same_order_gives_the_same_bytes_where_builds_are_dated(
    monkeypatch: pytest.MonkeyPatch, date: str
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    plain = print_pads(order())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    assert print_pads(order()) == plain
    assert os.environ["SOURCE_DATE_EPOCH"] == date


@pytest.mark.parametrize("pad", [load_pad("longo"), replace(OWN, parts=(("lucky", True),))])
def test_lucky_numbers_are_printed_and_in_the_code(pad: Pad) -> None:
    made = PrintOrder(pad, 6, 7)
    drawn = []
    for page in (0, 1):
        words = Words(made, page)
        for face, sheet in placed(made, page):
            places = plan_sheet(face.pad, made.layout).lucky
            printed = tuple(int(words.inside(at(sheet, place))) for place in places)
            assert SheetCode.parse(str(face.code)).lucky == printed == face.lucky
            drawn.append(face.lucky)
    assert len(set(drawn)) == 6


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Emma", "Emma"),
        *((name, name.replace(" ", "")) for name in ("İpek", "Thơ", "Rasa Gudėnė", "Gŵyn", "Łukasz")),
        *((name, name.replace(" ", "")) for name in ("Ελένη", "Дарья", "Nguyễn", "Zoë ĀĒ")),
        *(("太郎", ""), ("דוד", ""), ("Lea 🦊", "Lea"), ("🦊", "")),
    ],
)
def test_names_are_printed_in_turn_and_a_line_stays_empty_for_other_letters(name: str, printed: str) -> None:
    made = order(count=3, names=(name, "Max"))
    words = Words(made)
    written = [
        words.inside(at(sheet, plan_sheet(face.pad, made.layout).name)) for face, sheet in placed(made)
    ]
    assert ["".join(text.split()) for text in written] == [f"Name{printed}", "NameMax", f"Name{printed}"]
    assert made.unprintable_names == (() if printed else (name,))
    assert [side.name for page in pages_of(made) for side in page] == [name, "Max", name]


def test_the_score_table_tells_what_crosses_are_worth() -> None:
    made = order("longo", 1)
    words, (face, sheet) = Words(made), placed(made)[0]
    columns = plan_sheet(face.pad, made.layout).table_columns
    read = [words.inside(at(sheet, column)).split() for column in columns]
    assert read == [[str(n), str(sum(range(n + 1)))] for n in range(1, 16)]


@pytest.mark.parametrize(
    ("game", "needed"),
    [("classic", "min 5\N{MULTIPLICATION SIGN}"), ("longo", "min 6\N{MULTIPLICATION SIGN}")],
)
def test_closing_cells_say_how_many_crosses_they_need(game: str, needed: str) -> None:
    made = order(game, 1)
    words, (face, sheet) = Words(made), placed(made)[0]
    for row, printed in zip(plan_sheet(face.pad, made.layout).rows, face.pad.rows, strict=True):
        told = [needed in words.inside(at(sheet, box)) for box in row.cells]
        assert told == [False] * (len(told) - printed.closing_count) + [True] * printed.closing_count


def test_the_file_asks_viewers_not_to_scale_and_how_to_turn_the_paper() -> None:
    assert b"/PrintScaling /None" in content(order())
    assert b"/Duplex" not in content(order())
    assert b"/Duplex /DuplexFlipLongEdge" in content(order(back=load_pad("classic")))
    large = order(back=load_pad("classic"), layout=Layout(A4, 1))
    assert b"/Duplex /DuplexFlipShortEdge" in content(large)


def test_the_check_bar_is_fifty_millimetres_long() -> None:
    made = order(cut_lines=False)
    dpi = 254
    picture = render(made, dpi)
    strip = picture[int((MARGIN + 0.3) * 10) : int((MARGIN + 2) * 10), :, 0].min(axis=0)
    columns = np.flatnonzero(strip < 230)
    middle = made.layout.page_width * 5
    bar = [x for x in columns if abs(x - middle) <= CHECK_BAR_MM * 5 + 5]
    assert (max(bar) - min(bar)) / 10 == pytest.approx(CHECK_BAR_MM, abs=0.3)


@pytest.mark.parametrize("option", ["cut_lines", "check_bar", "colour_blind"])
def test_each_switch_changes_the_page(option: str) -> None:
    on, off = (render(order("classic", 3, 7, **{option: value}), 60) for value in (True, False))
    assert (on != off).any()


def test_saving_ink_saves_a_third_of_the_colour_and_more() -> None:
    full, saved = (255.0 - render(order(ink=ink), 150).mean() for ink in ("full", "save"))
    assert saved < full * 0.6


@pytest.mark.parametrize("ink", ["full", "save"])
@pytest.mark.parametrize("game", ["classic", "longo", "mixx-b"])
def test_numbers_are_read_at_arms_length_four_to_a_letter_page(game: str, ink: str) -> None:
    made = order(game, 4, layout=Layout(PAPERS["letter"], 4), ink=ink)
    signs = Words(made).boxes(loose=False)
    for face, sheet in placed(made):
        for row in plan_sheet(face.pad, made.layout).rows:
            for place in (at(sheet, cell) for cell in row.cells):
                digits = [box for sign, box in signs if sign.isdigit() and contains(place, box, 0.5)]
                assert max(box.h for box in digits) > 3.1


def test_a_hundred_sheets_draw_the_pad_once() -> None:
    hundred = print_pads(order(count=100))
    assert hundred.count(b"/Subtype /Form") == 1
    assert len(pdfium.PdfDocument(hundred)) == 34


@pytest.mark.parametrize("game", [*PADS, *FURTHER_PADS])
def test_longer_words_of_another_language_stay_in_place(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def wordy(_language: str) -> Callable[[str], str]:
        return lambda text: text + " " + "weitläufig"[: max(2, len(text) // 2)]

    monkeypatch.setattr(sheets.draw, "translator", wordy)
    made = order(game, seed=99)  # an order of this test alone: pages are kept by order
    width, height = made.layout.page_width, made.layout.page_height
    page, inner = Box(0, 0, width, height), Box(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    signs = Words(made).boxes()
    assert all(contains(inner, box, 1) for sign, box in signs if sign.strip() and contains(page, box))
    for face, sheet in placed(made):
        for row in plan_sheet(face.pad, made.layout).rows:
            plate = at(sheet, row.points)
            assert [sign for sign, box in signs if sign.strip() and overlap(plate, box, 0.4)] == []
