"""Special cells have the right numbers and colours in the printed PDF."""

import numpy as np
import pytest

from sheets.ink import INKS, TEXT
from sheets.order import PrintOrder
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Box, Layout
from tests.sheets.orders import order
from tests.sheets.printed import Words, at, pixel, placed, render

DPI = 200


def first(made: PrintOrder) -> tuple[Box, dict[str, Box]]:
    """Return the first sheet's box on its page, and its places in page coordinates."""
    side, sheet = placed(made)[0]
    return sheet, {name: at(sheet, box) for name, box in plan_sheet(side.pad, made.layout).places.items()}


def is_tone(seen: np.ndarray, tone: tuple[float, float, float], slack: int = 40) -> bool:
    return bool(np.abs(seen.astype(int) - [255 * part for part in tone]).max() < slack)


@pytest.mark.parametrize("per_page", [1, 2, 3])
def test_round_cells_carry_their_number_and_a_ring_in_both_colours(per_page: int) -> None:
    made = order("big-points", per_page, layout=Layout(PAPERS["a4"], per_page))
    words, picture = Words(made), render(made, 2 * DPI)
    _, places = first(made)
    for name, upper, lower in (("ab", "red", "yellow"), ("cd", "green", "blue")):
        for number in range(2, 13):
            box = places[f"{name}{number}"]
            assert words.inside(box) == str(number)
            assert is_tone(pixel(picture, box.cx, box.y + 0.18, 2 * DPI), INKS[upper].line, 60)
            assert is_tone(pixel(picture, box.cx, box.bottom - 0.18, 2 * DPI), INKS[lower].line, 60)


def test_second_fields_repeat_their_number() -> None:
    made = order("double-a")
    words, (_, places) = Words(made), first(made)
    for name in [name for name in places if name.endswith("+")]:
        assert words.inside(places[name]) == name[1:-1]


def test_double_cells_have_a_frame_and_the_others_none() -> None:
    made = order("double-b")
    picture, (_, places) = render(made, DPI), first(made)
    framed = {
        name
        for name, box in places.items()
        if name[1:].isdigit() and not is_tone(pixel(picture, box.x + 0.4, box.cy, DPI), (1, 1, 1), 30)
    }
    lasts = {"a12", "b12", "c2", "d2"}
    assert framed - lasts == {f"{row}{n}" for row, ns in (("a", (3, 5, 9, 11)), ("b", (3, 5, 9, 11)),
                              ("c", (10, 8, 6, 4)), ("d", (10, 8, 6, 4))) for n in ns}  # fmt: skip


def test_steps_are_framed_on_each_lettered_sheet() -> None:
    made = order("connected-a", 5, layout=Layout(PAPERS["a4"], 1))
    letters = []
    for page in range(5):
        picture, ((side, sheet),) = render(made, DPI, page), placed(made, page)
        plan = plan_sheet(side.pad, made.layout)
        for number, row in enumerate(plan.rows):
            for index, box in enumerate(row.cells):
                above = pixel(picture, sheet.x + box.cx, sheet.y + box.y - 0.25 * plan.scale, DPI)
                assert is_tone(above, TEXT) == bool(side.pad.part("steps")[number] >> index & 1)
        assert plan.letter is not None
        printed = Words(made, page).inside(at(sheet, plan.letter))
        assert printed == side.pad.letter == side.code.letter
        letters.append(printed)
    assert sorted(letters) == ["A", "B", "C", "D", "E"]


def test_a_line_joins_both_rings_of_a_pair_and_no_other_cells() -> None:
    made = order("connected-b", 5, layout=Layout(PAPERS["a4"], 1))
    for page in range(5):
        picture, ((side, sheet),) = render(made, DPI, page), placed(made, page)
        plan = plan_sheet(side.pad, made.layout)
        joined = {min(pair) for pair in side.pad.part("chains")}
        for upper in range(3):
            for index, box in enumerate(plan.rows[upper].cells):
                edge = plan.rows[upper].plate.bottom
                seen = pixel(picture, sheet.x + box.cx, sheet.y + edge - 0.3, DPI)
                beside = pixel(picture, sheet.x + box.cx + 0.8 * plan.scale, sheet.y + edge - 0.3, DPI)
                colour = side.pad.rows[upper].cells[index].colour
                line = is_tone(seen, INKS[colour].line, 25) and is_tone(beside, (1, 1, 1), 25)
                assert line == ((upper, index) in joined)


def test_exchange_fields_print_both_numbers() -> None:
    made = order("x-change")
    words, (_, places) = Words(made), first(made)
    read = [words.inside(places[f"box {n}"]).split() for n in range(1, 10)]
    assert read == [[str(a), str(b)] for a, b in made.pad.part("exchange")]


def test_the_track_prints_what_its_fields_are_worth() -> None:
    made = order("lucky-15")
    words, (_, places) = Words(made), first(made)
    assert [words.inside(places[f"box {n}"]) for n in range(1, 5)] == ["5", "11", "18", "25"]


@pytest.mark.parametrize("ink", ["full", "save"])
def test_fields_between_numbers_are_white_with_an_arm_to_both(ink: str) -> None:
    made = order("connect-15", ink=ink)
    picture, (_, places) = render(made, DPI), first(made)
    colours = {"a": "red", "b": "yellow", "c": "green", "d": "blue"}
    for name in [name for name in places if "-" in name]:
        box = places[name]
        assert is_tone(pixel(picture, box.cx, box.cy, DPI), (1, 1, 1), 5)
        tone = INKS[colours[name[0]]].number
        assert is_tone(pixel(picture, box.x - 0.15, box.cy, DPI), tone, 70)
        assert is_tone(pixel(picture, box.right + 0.15, box.cy, DPI), tone, 70)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("big-points", "counts in both rows"),
        ("double-a", "comes up again"),
        ("double-b", "two crosses"),
        ("connected-a", "like a fifth row"),
        ("connected-b", "other end of its line"),
        ("x-change", "one white sum for the other"),
        ("lucky-15", "show 15"),
        ("connect-15", "with a 1 and a 5"),
    ],
)
def test_each_sheet_says_what_its_special_cells_do(game: str, said: str) -> None:
    made = order(game)
    words, sheet = Words(made), placed(made)[0][1]
    assert said in " ".join(words.inside(sheet).split())
