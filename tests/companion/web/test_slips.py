"""In a real browser: a slip on a phone is put right there, by a second tap or by its button."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.table.events import GameBegun, RollTaken
from tests.companion.web.conftest import ROLL, Actor, sit_down
from tests.companion.web.screens import changed

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [pytest.param(390, marks=pytest.mark.long), 320])
def test_a_slip_on_a_phone_is_put_right_there(served: Any, visit_as: Callable[..., Any], width: int) -> None:
    app, address = served
    session = app.extensions["server"].session
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    session.dispatch(RollTaken(ROLL, "tapped"))
    ann, ben = visit_as(address), visit_as(address, width, 700, has_touch=True)
    sit_down(app, ann, address, "Ann")
    sit_down(app, ben, address, "Ben")

    def tap(page: Any, name: str) -> None:
        with changed(page, Actor(app)):
            page.locator("form.mine").get_by_role("button", name=name).first.click()

    tap(ann, "red 5, legal now")
    tap(ben, "blue 5, legal now")  # the last one to choose: the action is over at once
    ann.get_by_role("heading", name=re.compile("Your turn: one white die")).wait_for()
    tap(ben, "blue 5, just crossed; tap to take it back")
    ann.get_by_text("Ben took a choice back and chooses again (Action 1).", exact=False).first.wait_for()
    tap(ben, "yellow 5, legal now")
    tap(ann, "blue 9, legal now")  # and the turn is over
    tap(ann, "blue 9, just crossed; tap to take it back")
    tap(ann, "green 10, legal now")
    tap(ben, "Take it back: yellow 5")
    ben.locator("form.mine").get_by_role("button", name="green 5, legal now").wait_for()
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tap(ben, "Pass")
    ann.get_by_role("heading", name="Ben, throw the 6 dice").wait_for()
    assert str(session.table.position.sheet("Ann")) == "a5 / - / c10 / -"
    assert str(session.table.position.sheet("Ben")) == "- / - / - / -"
    session.dispatch(RollTaken(ROLL, "tapped"))
    ben.get_by_role("heading", name="White dice make 5").wait_for()
    assert ben.get_by_role("button", name=re.compile("Take it back")).count() == 0
