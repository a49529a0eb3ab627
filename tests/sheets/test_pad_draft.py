"""Drafts of pads: each edit, each tool, and the file that is written."""

import pytest

from sheets import pad_draft
from sheets.pad import FURTHER_PADS, PADS, load_pad, pad_data, pad_of_file, parse_pad
from sheets.pad_draft import Data
from sheets.pad_part import pad_parts
from sheets.pad_table import toml_text

CLASSIC = pad_draft.draft_of(load_pad("classic"), "ours", "Ours")
RISING = "2 3 4 5 6 7 8 9 10 11 12"


def row(data: Data, letter: str = "a") -> str:
    """Return a row of the pad in `data`. Raise PadError if the pad isn't valid."""
    parse_pad(data)
    return str(data["rows"][letter])


@pytest.mark.parametrize("name", [*PADS, *FURTHER_PADS])
def test_the_file_of_every_pad_is_that_pad(name: str) -> None:
    pad = load_pad(name)
    assert pad_of_file(toml_text(pad_data(pad)).encode(), "ours.toml") == pad


def test_a_title_with_quotes_survives_its_file() -> None:
    data = CLASSIC | {"title": 'The "big" \\ one'}
    assert pad_of_file(toml_text(data).encode(), "ours.toml").title == 'The "big" \\ one'


def test_a_cell_and_a_row_are_painted() -> None:
    assert row(pad_draft.painted(CLASSIC, "a5", "blue")) == "red 2 3 4 blue 5 red 6 7 8 9 10 11 12"
    assert row(pad_draft.painted(CLASSIC, "a", "green")) == f"green {RISING}"


def test_two_numbers_of_a_row_change_places_and_colours_stay() -> None:
    mixed = pad_draft.painted(CLASSIC, "a2", "blue")
    assert row(pad_draft.swapped(mixed, "a2", "a12")) == "blue 12 red 3 4 5 6 7 8 9 10 11 2"
    assert pad_draft.swapped(CLASSIC, "a2", "b3") == CLASSIC, "rows keep their numbers"


def test_a_row_is_turned_and_shuffled() -> None:
    assert row(pad_draft.turned(CLASSIC, "a")) == "red 12 11 10 9 8 7 6 5 4 3 2"
    mixed = row(pad_draft.shuffled(CLASSIC, "a", seed=3)).split()[1:]
    assert mixed != RISING.split() and sorted(mixed, key=int) == RISING.split()


def test_a_row_becomes_shorter_and_longer_again() -> None:
    shorter = pad_draft.shortened(CLASSIC, "c")
    assert row(shorter, "c") == "green 12 11 10 9 8 7 6 5 4 3"
    assert row(pad_draft.lengthened(shorter, "c"), "c") == row(CLASSIC, "c")
    assert pad_draft.lengthened(CLASSIC, "c") == CLASSIC, "it has every number"


def test_larger_dice_bring_their_numbers_and_smaller_ones_take_them() -> None:
    eight = pad_draft.with_sides(CLASSIC, 8)
    assert row(eight) == f"red {RISING} 13 14 15 16" and row(eight, "c").startswith("green 16 15 14 13 12")
    assert pad_draft.with_sides(eight, 6) == CLASSIC


@pytest.mark.parametrize(
    ("key", "places", "table"),
    [
        ("second-crosses", ["a5"], {"a": "5"}),
        ("double-cells", ["c9"], {"c": "9"}),
        ("steps", ["b7"], {"A": "b7"}),
        ("chains", ["b7", "a3"], {"A": "a3-b7"}),
        ("connections", ["a6"], {"a": "6-7"}),
        ("connections", ["a12"], {"a": "11-12"}),
        ("bonus-bar", ["d4"], {"boxes": "red yellow green blue", "cells": "d4"}),
    ],
)
def test_a_tool_prints_its_sign_and_a_second_tap_takes_it_off(
    key: str, places: list[str], table: object
) -> None:
    once = pad_draft.tapped(CLASSIC, key, places)
    assert once[key] == table and key in parse_pad(once).mechanisms
    assert pad_draft.tapped(once, key, places) == CLASSIC


def test_signs_stand_in_the_order_of_their_row() -> None:
    data = CLASSIC
    for place in ("a9", "a3", "a5"):
        data = pad_draft.tapped(data, "double-cells", [place])
    assert data["double-cells"] == {"a": "3 5 9"}


def test_sheets_differ_by_letter() -> None:
    both = pad_draft.tapped(pad_draft.tapped(CLASSIC, "steps", ["a5"], "A"), "steps", ["b6"], "B")
    assert both["steps"] == {"A": "a5", "B": "b6"} and parse_pad(both).letters == ("A", "B")


def test_typed_fields_have_a_fitting_example() -> None:
    for key, part in pad_parts().items():
        for name, example, _called in part.typed:
            value = {name: example} | ({"cells": "a5"} if key == "bonus-bar" else {})
            assert key in parse_pad(pad_draft.with_table(CLASSIC, key, value)).mechanisms, key


def test_every_mechanism_can_be_drawn_or_typed() -> None:
    """Check that every mechanism can be drawn or typed, except lucky numbers and sheet-rows."""
    for key, part in pad_parts().items():
        if key not in ("lucky", "sheet-rows"):
            assert part.after_taps or part.typed, f"{key}: no way to draw it"
            assert part.tool, f"{key}: its tool has no name"
