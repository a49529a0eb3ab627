"""After a photo of a roll, the page asks about doubtful values, missing dice and dice that changed."""

import pytest

from companion.table.events import RowClosed
from companion.table.now import current_situation
from companion.table.state import Table
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.dice.dice import (
    dice_to_enter,
    present_reroll,
    roll_problems,
    rows_in_question,
)
from companion.web.session.drafts import RerollQuestion
from sheets.language import Phrase
from tests.companion.web.pages.tables import ROLL, photo_of, play, seen


def test_every_die_is_open_without_a_photo() -> None:
    dice = dice_to_enter(play().present)
    assert [die.key for die in dice] == ["w1", "w2", "red", "yellow", "green", "blue"]
    assert all(die.value is None and not die.crop for die in dice)
    assert "red" not in [die.key for die in dice_to_enter(play(RowClosed("a")).present)]


def test_a_photo_leaves_open_what_it_shows_badly() -> None:
    dice = dice_to_enter(play(seen("w4 w1 r3? y2 g6")).present)
    known = {die.key: die.value for die in dice if die.value}
    assert known == {"w1": 4, "w2": 1, "yellow": 2, "green": 6}
    assert {die.key: die.crop for die in dice if die.value is None} == {
        "red": "/photos/0123456789abcdef/2.jpg",
        "blue": "",
    }
    surplus = dice_to_enter(play(seen("w4 w1 r3 r5 y2 g6 b5")).present)
    assert [die.key for die in surplus if die.value is None] == ["red"]


def problems(table: Table) -> tuple[Phrase, ...]:
    return roll_problems(table, current_situation(table), CameraState())


@pytest.mark.parametrize(
    ("dice", "values"),
    [
        ("w4 w1 r3 y2 g6", [{"seen": 5, "all": 6, "missing": ("blue",)}]),
        ("w4 w1 r3? y2 g6 b5?", [{"dice": ("red", "blue")}]),
        ("w4 w1 r3 r3 y2 g6 b5", [{"count": 1}]),
        (
            "w4 w1 r3? y2 g6 p1",
            [{"seen": 5, "all": 6, "missing": ("blue",)}, {"count": 1}, {"dice": ("red",)}],
        ),
        ("w4 w1 r3 y2 g6 b5", [{}]),
    ],
)
def test_problems_say_what_the_photo_lacks(dice: str, values: list[dict[str, object]]) -> None:
    assert [problem.values for problem in problems(play(seen(dice)).present)] == values
    assert problems(play().present) == ()


@pytest.mark.parametrize(
    ("dice", "missing"),
    [
        ("w4 w1 r3 y2 g6", ["d"]),
        ("w4 w1 g6 b5", ["a", "b"]),
        ("w4 w1 r3 y2 g6 b5", []),
        ("w4 r3 y2 g6 b5", []),
        ("w4 w1 r3 y2 g6?", []),
        ("w4 w1 r3 y2 g6 p5", []),
    ],
)
def test_a_missing_die_may_belong_to_a_closed_row(dice: str, missing: list[str]) -> None:
    assert [row.letter for row in rows_in_question(play(seen(dice)).present)] == missing


def test_dice_that_changed_are_asked_about_with_their_picture() -> None:
    table = play(ROLL).present
    now = "w4 w1 r5 y2 g6 b5"
    reroll = present_reroll(RerollQuestion(1, 1, ROLL, now, photo_of(now)), table)
    assert reroll is not None
    assert reroll.changes == (("red", 3, 5),)
    assert reroll.crop == "/photos/0123456789abcdef/2.jpg"
    assert present_reroll(RerollQuestion(1, 1, ROLL, ROLL, photo_of(ROLL)), table) is None
    assert present_reroll(None, table) is None
