"""Tests the page's questions about dice: closed rows, and missing or doubtful dice."""

from typing import Any

import pytest

from companion.rules import Roll
from companion.table.events import RollSeen
from tests.companion.web.pages.tables import photo_of


def test_a_missing_die_raises_one_question_and_one_tap_answers_it(table: Any) -> None:
    table.begin("Ann", "Ben")
    table.server.session.dispatch(RollSeen(photo_of("w4 w1 y2 g6 b5"), "camera"))
    page = table.page()
    assert page.count('class="question') == 1 and "Is the red row closed?" in page
    table.ok("/lock", row="a")
    assert table.table.position.closed == ("a",)
    assert table.table.position.roll == Roll.parse("w4 w1 y2 g6 b5"), "the roll is taken with the same tap"
    assert 'class="question' not in table.page()
    table.ok("/undo")
    table.ok("/undo")
    table.ok("/without", colour="red")
    assert table.table.position.closed == () and table.table.current_roll.without == ("red",)


@pytest.mark.parametrize("dice", ["w4 y2 g6 b5 r1", "w4 w1 y2? g6 b5", "w4 w1 y2 y3 g6 b5"])
def test_other_doubts_are_asked_first(table: Any, dice: str) -> None:
    table.begin("Ann")
    table.server.session.dispatch(RollSeen(photo_of(dice), "camera"))
    assert 'class="question' not in table.page()
    assert table.post("/without", colour="red").status_code == 422


def test_padlocks_close_and_open_rows_at_any_time(table: Any) -> None:
    table.begin("Ann", "Ben")
    assert 'class="padlock ' not in table.page(), "marks are tapped"
    table.begin("Ann", "Ben", paper="on")
    assert table.page().count('class="padlock ') == 4
    table.ok("/lock", row="d")
    assert 'aria-label="Open the blue row again"' in table.page()
    assert table.table.dice_to_roll == ("w1", "w2", "red", "yellow", "green")
    table.ok("/unlock", row="d")
    assert table.table.position.closed == ()
    assert table.post("/lock", row="e").status_code == 422
