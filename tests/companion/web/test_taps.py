"""Taps that were not meant: the second click of a double click changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.conftest import Actor

pytestmark = pytest.mark.browser

CLICK = """([button, detail, pointerType]) => button.dispatchEvent(new PointerEvent("click", {
    bubbles: true, cancelable: true, detail, pointerType, clientX: 300, clientY: 200 }))"""
"""A click at one and the same place, whatever lies there; false where the page lets it do nothing."""


@pytest.fixture
def page(app: Any, look: Callable[..., Any]) -> Any:
    """Return the table's own screen: Ann and Ben, and resting dice."""
    Actor(app).begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5").join("Ben").marks("-")
    return look()


def click(page: Any, name: str, detail: int, pointer: str) -> bool:
    button = page.get_by_role("button", name=name).element_handle()
    return bool(page.evaluate(CLICK, [button, detail, pointer]))


def test_a_double_click_on_skipping_is_no_miss(app: Any, page: Any) -> None:
    """Where "Skip to colours" was, "Take a penalty" comes."""
    assert click(page, "Skip to colours", 1, "mouse")
    page.get_by_role("button", name="Take a penalty").wait_for()
    assert not click(page, "Take a penalty", 2, "mouse")
    assert Actor(app).table.position.phase == "colour"
    assert click(page, "Take a penalty", 1, "mouse")
    page.get_by_role("heading", name="Ben, throw the 6 dice").wait_for()
    assert Actor(app).table.position.sheet("Ann").misses == 1


def test_two_touches_in_one_instant_are_one(app: Any, page: Any) -> None:
    cell = page.locator("#c0a5").element_handle()
    twice = f"args => [({CLICK})(args), ({CLICK})(args)]"
    assert page.evaluate(twice, [cell, 1, "touch"]) == [True, False]
    page.locator("#c0a5.chosen, #c0a5.marked").first.wait_for()
    assert "a5" in str(Actor(app).table.position.sheet("Ann"))


def test_undo_goes_on_as_fast_as_people_click(app: Any, page: Any) -> None:
    actor = Actor(app)
    assert click(page, "Skip to colours", 1, "mouse")
    page.get_by_role("button", name="Undo: Ann").wait_for()
    assert click(page, "Undo: Ann", 2, "mouse")
    page.get_by_role("button", name="Undo: Ben").wait_for()
    assert click(page, "Undo: Ben", 3, "mouse")
    page.get_by_role("button", name="Undo: dice").wait_for()
    assert actor.table.game.waiting(actor.table.position) == ("Ann", "Ben")
