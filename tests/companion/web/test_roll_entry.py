"""In a real browser: a roll is tapped with six taps or typed as one number; a forgotten die is named."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.events import GameBegun

pytestmark = pytest.mark.browser

DICE = {"w1": 2, "w2": 3, "red": 1, "yellow": 2, "green": 6, "blue": 5}
ROLL = "w2 w3 r1 y2 g6 b5"


@pytest.fixture
def served(served: tuple[Any, str]) -> tuple[Any, str]:
    app, address = served
    app.extensions["server"].session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    return app, address


def opened(visit_as: Callable[..., Any], address: str, width: int = 1280) -> Any:
    page = visit_as(address, width, 800)
    page.locator("body[data-ready]").wait_for()
    return page


def test_six_taps_are_a_roll(served: Any, visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = opened(visit_as, address, 320)
    page.get_by_text("Tap the dice in").click()
    for number, (die, value) in enumerate(DICE.items()):
        assert page.locator("details.entry").get_attribute("open") is not None, f"open before tap {number}"
        page.locator(f'label:has(input[name="{die}"][value="{value}"])').click()
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(app.extensions["server"].session.table.position.roll) == ROLL
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_number_typed_anywhere_is_a_roll(served: Any, visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = opened(visit_as, address)
    page.keyboard.type("231265")
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(app.extensions["server"].session.table.position.roll) == ROLL


def test_a_forgotten_die_is_named(served: Any, visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = opened(visit_as, address)
    page.get_by_text("Tap the dice in").click()
    for die, value in DICE.items():
        if die != "green":
            page.locator(f'label:has(input[name="{die}"][value="{value}"])').click()
    page.get_by_role("button", name="These are the dice").click()
    page.locator("#notice p").filter(has_text="still missing: green.").wait_for()
    assert page.locator("fieldset.green.forgotten").count() == 1
    assert page.locator("fieldset.forgotten").count() == 1
    page.locator('label:has(input[name="green"][value="6"])').click()
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(app.extensions["server"].session.table.position.roll) == ROLL


def test_an_impossible_number_is_refused_and_stays(served: Any, visit_as: Callable[..., Any]) -> None:
    _, address = served
    page = opened(visit_as, address)
    page.keyboard.type("231275")
    page.locator("#notice p").filter(has_text="The green die shows a number from 1 to 6, not 7.").wait_for()
    assert page.locator("[data-typed]").input_value() == "231275"
