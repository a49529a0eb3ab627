"""Rolls are entered and corrected by hand."""

from typing import Any

import pytest

from companion.table.events import GameBegun
from sheets.pad import COLOURS
from tests.companion.web.conftest import ROLL, jpeg


def test_a_corrected_die_takes_back_only_what_no_longer_fits(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ben").marks("b5")
    table.ok("/correct", die="red", value="6")
    assert table.join("Ben").sheet == "- / b5 / - / -"
    table.ok("/correct", die="w1", value="6")
    assert "Taken back because it no longer fits: Ben: yellow 5." in table.page()
    assert str(table.table.position.roll) == "w6 w1 r6 y2 g6 b5"


@pytest.mark.parametrize(
    "data", [{"die": "pink", "value": "3"}, {"die": "red", "value": "x"}, {"die": "red"}, {}]
)
def test_a_correction_that_makes_no_sense_is_refused(table: Any, data: Any) -> None:
    table.begin("Ann").roll(ROLL)
    assert table.post("/correct", **data).status_code == 422
    assert str(table.table.position.roll) == ROLL


def test_a_roll_is_typed_as_one_number_without_the_dice_that_have_left(table: Any) -> None:
    table.begin("Ann", "Ben")
    table.ok("/lock", row="c")
    short = table.post("/roll", typed="231265").get_json()["error"]["text"]
    assert short.startswith("Type 5 numbers, one for each die in this order: white, white, red, yellow")
    table.ok("/roll", typed="2 3 1 2 5")
    assert str(table.table.position.roll) == "w2 w3 r1 y2 b5"


def twenty_sided() -> GameBegun:
    """Return a game with dice of twenty sides, on rows from 2 to 40."""
    numbers = " ".join(map(str, range(2, 41)))
    rows = {row: f"{colour} {numbers}" for row, colour in zip("abcd", COLOURS, strict=True)}
    layout = {"format": "qwixx-pad/1", "name": "wide", "sides": 20, "rows": rows}
    return GameBegun("classic", ("Ann", "Ben"), layout=layout)


@pytest.mark.parametrize("typed", ["12 3 20 5 7 19", "12,3,20,5,7,19", " 12, 3, 20. 5; 7 19 "])
def test_values_above_nine_are_typed_with_something_between(table: Any, typed: str) -> None:
    table.server.session.dispatch(twenty_sided())
    table.ok("/roll", typed=typed)
    assert str(table.table.position.roll) == "w12 w3 r20 y5 g7 b19"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("12 3 20 5 7", "Type 6 numbers with spaces or commas between them"),
        ("12 3 20 5 7 x", "Type 6 numbers with spaces or commas between them"),
        ("12 3 21 5 7 19", "The red die shows a number from 1 to 20, not 21"),
        ("12 0 20 5 7 19", "The white die shows a number from 1 to 20, not 0"),
        ("12 3 20 5 7 " + "9" * 5000, "The blue die shows a number from 1 to 20, not 9999999999"),
    ],
)
def test_impossible_number_is_refused(table: Any, typed: str, sentence: str) -> None:
    table.server.session.dispatch(twenty_sided())
    answer = table.post("/roll", typed=typed)
    assert answer.status_code == 422
    assert sentence in answer.get_json()["error"]["text"]
    assert table.table.position.roll is None


def test_dice_that_no_picture_shows_are_typed_in(table: Any, reader: Any) -> None:
    table.server.session.dispatch(twenty_sided())
    answer = table.photo(jpeg())
    assert answer.status_code == 422
    assert "those of this game have 20" in answer.get_json()["error"]["text"]
    assert reader.asked == [], "the networks know no such dice, so nobody asks them"
    page = table.page()
    assert "Photograph the dice" not in page
    assert "those of this game have 20, so tap or type them in." in page
    assert "Type them, with spaces or commas between:" in page
