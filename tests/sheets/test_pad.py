"""Pads: the rows and cells of the pads in PADS, the file format, and the errors for invalid pads."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.bonus_pairs import BONUSES
from sheets.pad import COLOURS, PADS, load_pad, pad_data, parse_pad
from sheets.pad_table import PadError

ROWS = {
    "classic": ["red 2-12", "yellow 2-12", "green 12-2", "blue 12-2"],
    "longo": ["red 2-16", "yellow 2-16", "green 16-2", "blue 16-2"],
    "bonus-a": ["red 2-12", "yellow 2-12", "green 12-2", "blue 12-2"],
    "bonus-b": ["red 2-12", "yellow 2-12", "green 12-2", "blue 12-2"],
}
MIXX_B = [
    (10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11),
    (9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10),
    (8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3),
    (5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4),
]


@pytest.mark.parametrize("name", ROWS)
def test_most_pads_have_straight_rows(name: str) -> None:
    pad = load_pad(name)
    for row, text in zip(pad.rows, ROWS[name], strict=True):
        colour, span = text.split()
        first, last = map(int, span.split("-"))
        step = 1 if last > first else -1
        assert [cell.number for cell in row] == list(range(first, last + step, step))
        assert row.colour == colour


def test_longo_has_eight_sides_and_two_last_cells() -> None:
    pad = load_pad("longo")
    assert (pad.sides, pad.lock_needs, pad.last_cells, pad.lucky) == (8, 6, 2, True)
    assert [[cell.number for cell in row.closing] for row in pad.rows] == [[15, 16], [15, 16], [3, 2], [3, 2]]
    for name in PADS:
        if name != "longo":
            assert (load_pad(name).sides, load_pad(name).lock_needs, load_pad(name).last_cells) == (6, 5, 1)


def test_mixx_a_has_each_colour_and_number_once_in_segments() -> None:
    pad = load_pad("mixx-a")
    assert {(cell.colour, cell.number) for cell in pad.cells} == {
        (c, n) for c in COLOURS for n in range(2, 13)
    }
    assert [row.colours for row in pad.rows] == [
        ("yellow", "blue", "green", "red"),
        ("red", "green", "blue", "yellow"),
        ("blue", "yellow", "red", "green"),
        ("green", "red", "yellow", "blue"),
    ]
    sizes = [[sum(cell.colour == colour for cell in row) for colour in row.colours] for row in pad.rows]
    assert sizes == [[3, 3, 3, 2], [2, 4, 2, 3], [3, 3, 3, 2], [2, 4, 2, 3]]
    assert pad.mixed
    assert not pad.shuffled


def test_mixx_b_has_its_order_of_numbers() -> None:
    pad = load_pad("mixx-b")
    assert [tuple(cell.number for cell in row) for row in pad.rows] == MIXX_B
    assert [row.colour for row in pad.rows] == list(COLOURS)
    assert pad.shuffled
    assert not pad.mixed


def test_bonus_pads_have_their_cells_and_boxes() -> None:
    pad = load_pad("bonus-a")
    assert " ".join(str(c) for c in pad.cells if c.bonus) == "a3 a6 a9 b5 b8 b11 c11 c7 c4 d10 d8 d5"
    boxes = "red yellow green blue green red blue yellow red yellow blue green"
    assert " ".join(pad.part("bonus-bar").boxes) == boxes
    pairs = {kind: set(cells) for kind, cells in load_pad("bonus-b").part("bonus-pairs")}
    assert pairs == {
        "two-weakest": {"b11", "c9"},
        "each-row": {"b7", "d7"},
        "double-weakest": {"a8", "d10"},
        "13": {"a6", "d4"},
        "no-misses": {"b3", "c5"},
    }
    assert list(pairs) == list(BONUSES)


def test_a_pad_finds_its_cells() -> None:
    pad = load_pad("classic")
    for cell in pad.cells:
        assert pad.cell(str(cell)) is cell
        assert pad.row(cell.row).cells[cell.index] == cell
    with pytest.raises(KeyError):
        pad.cell("a99")
    with pytest.raises(KeyError):
        pad.row("e")


@pytest.mark.parametrize(
    ("base", "path", "value", "place"),
    [
        ("classic", ("format",), "qwixx-pad/2", "/format"),
        ("classic", ("name",), "My Pad", "/name"),
        ("classic", ("name",), None, "/: expected the key name"),
        ("classic", ("title",), "", "/title"),
        ("classic", ("title",), "two\nlines", "/title"),
        ("classic", ("sides",), 7, "/sides"),
        ("classic", ("sides",), True, "/sides"),
        ("classic", ("lock-needs",), 4, "/lock-needs"),
        ("classic", ("last-cells",), 3, "/last-cells"),
        ("classic", ("lucky",), 2, "/lucky"),
        ("classic", ("rows",), [], "/rows"),
        ("classic", ("rows", "e"), "red 2", "/rows/e"),
        ("classic", ("rows", "d"), None, "/rows: expected the key d"),
        ("classic", ("rows", "a"), 5, "/rows/a"),
        ("classic", ("rows", "a"), "", "/rows/a"),
        ("classic", ("rows", "a"), "2 3 4 5 6 7", "/rows/a: expected a colour before"),
        ("classic", ("rows", "a"), "red 2 3 4 5 6", "/rows/a: expected at least 6 cells"),
        ("classic", ("rows", "a"), "red 2 3 4 5 6 13", "/rows/a"),
        ("classic", ("rows", "a"), "red 2 3 4 5 6 6", "/rows/a: expected each number once"),
        ("classic", ("rows", "a"), "pink 2 3 4 5 6 7", "/rows/a"),
        ("classic", ("colour",), "red", "/colour"),
        ("bonus-a", ("bonus-bar", "boxes"), "red pink", "/bonus-bar/boxes"),
        ("bonus-a", ("bonus-bar", "boxes"), "red " * 21, "/bonus-bar/boxes"),
        ("bonus-a", ("bonus-bar", "cells"), "a3 a13", "/bonus-bar/cells"),
        ("bonus-a", ("bonus-bar", "cells"), "a3 a3", "/bonus-bar/cells"),
        ("bonus-a", ("bonus-bar", "cells"), None, "/bonus-bar: expected the key cells"),
        ("bonus-a", ("rows", "a"), "red 2 3 4 5 6 7 8 9 blue 10", "/bonus-bar"),
        ("bonus-a", ("rows", "a"), "blue 2 3 4 5 6 7 8 9 10", "/bonus-bar"),
        ("bonus-a", ("bonus-pairs",), {"13": "a4 a5"}, "/bonus-pairs"),
        ("bonus-b", ("bonus-pairs", "13"), "a6", "/bonus-pairs/13"),
        ("bonus-b", ("bonus-pairs", "13"), "a6 a7 a10", "/bonus-pairs/13"),
        ("bonus-b", ("bonus-pairs", "13"), "a8 a7", "/bonus-pairs/13"),
        ("bonus-b", ("bonus-pairs", "14"), "a2 a3", "/bonus-pairs/14"),
    ],
)
def test_bad_pads_are_refused(base: str, path: tuple[str, ...], value: object, place: str) -> None:
    data = copy.deepcopy(pad_data(load_pad(base)))
    table: Any = data
    for key in path[:-1]:
        table = table[key]
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    with pytest.raises(PadError) as caught:
        parse_pad(data, "my.toml: ")
    text = str(caught.value)
    assert text.startswith(f"my.toml: {place}"), text
    assert ", but found " in text
    assert text.endswith(".")


VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.lists(st.text(max_size=3))


@given(
    st.dictionaries(st.sampled_from(["format", "name", "rows", "sides", "bonus-bar", "x"]), VALUES), VALUES
)
def test_any_table_is_a_pad_or_one_sentence(data: dict[str, object], rows: object) -> None:
    whole = pad_data(load_pad("classic")) | data
    for value in (whole, whole | {"rows": rows}, rows):
        try:
            parse_pad(value)
        except PadError as problem:
            assert str(problem).startswith("/")
