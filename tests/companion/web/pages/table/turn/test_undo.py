"""Undo and redo, any number of steps."""

import re
from typing import Any

import pytest

from companion.table.events import RollTaken
from tests.companion.web.conftest import ROLL
from tests.companion.web.pages.pages import error


def test_an_undo_tapped_on_an_old_page_is_not_carried_out(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    seen = table.server.session.number
    table.join("Ann").marks("a5")
    assert error(table.post("/undo", number=seen))["code"] == "moved-on"
    assert table.join("Ann").sheet == "a5 / - / - / -"
    table.ok("/undo", number=table.server.session.number)
    assert table.join("Ann").sheet == "- / - / - / -"


def test_undo_goes_back_to_a_line_of_the_story_and_redo_brings_all_again(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("b5")
    before = table.table
    steps = [int(n) for n in re.findall(r'back-to" name="steps" value="(\d+)"', table.page())]
    assert steps == [1, 2, 3], "every line but the newest, which is where the table stands"
    table.ok("/undo", steps="2", number=str(table.server.session.number))
    assert isinstance(table.table.last_event, RollTaken)
    assert "Redo all 2 steps" in table.page()
    table.ok("/redo", steps="2", number=str(table.server.session.number))
    assert table.table == before


@pytest.mark.parametrize("steps", ["0", "-1", "x", "", "999999", "²"])
def test_steps_that_are_no_number_are_refused(table: Any, steps: str) -> None:
    table.begin("Ann").roll(ROLL)
    assert table.post("/undo", steps=steps).status_code == 422
    assert table.post("/undo", steps="5").get_json()["error"]["code"] == "nothing-to-undo"
    assert table.table.position.phase == "white"
