"""The keyboard at the table: Tab from sheet to sheet, arrow keys within one, legal cells first."""

import re
from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import PHONE, changed, sit

pytestmark = pytest.mark.browser


def held(page: Any) -> str:
    """Return the id of the focused element, or its class if it has no id."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.className"))


def test_tab_goes_from_sheet_to_sheet_and_arrow_keys_reach_every_cell(app: Any, look: Any) -> None:
    sit(app).roll(ROLL)
    page = look()
    page.locator("#c0a5").focus()
    stops = []
    for _ in range(3):
        stops.append(held(page))
        page.keyboard.press("Tab")
    assert stops == ["c0a5", "c1a5", "c2a5"]
    assert page.evaluate("document.activeElement.closest('.sheet')") is None, "the sheets are behind us"
    page.keyboard.press("Shift+Tab")
    assert held(page) == "c2a5"
    page.locator("#c0a5").focus()
    way = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "End", "ArrowDown", "Home", "ArrowUp"):
        page.keyboard.press(key)
        way.append(held(page))
    assert way == ["c0a6", "c0b6", "c0c8", "c0c9", "c0c2", "c0d2", "c0d12", "c0c12"]
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('#sheet-0 .act button')"), "passing lies above"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.matches('#sheet-0 .act button')"), "the sheet remembers"


def test_a_cross_by_keyboard_and_the_next_stop_after_it(app: Any, look: Any) -> None:
    actor = sit(app, players=1).roll(ROLL)
    page = look()
    page.locator("#c0a5").focus()
    page.keyboard.press("ArrowDown")
    with changed(page, actor):
        page.keyboard.press("Enter")
    assert held(page) == "c0b5" and actor.join("Annegret").sheet == "- / b5 / - / -"
    stops = page.locator("#sheet-0 :is(button)").evaluate_all(
        "all => all.filter(each => each.tabIndex === 0).map(each => each.id)"
    )
    assert stops == ["c0b5"], "one stop in the sheet"


def test_a_special_action_by_keyboard_and_by_what_a_screen_reader_is_told(app: Any, look: Any) -> None:
    """Cross a field in Connect 15: a dialog asks for a second cross, then the focus returns to the field."""
    actor = sit(app, "connect-15", 1).roll("w1 w5 r2 y2 g6 b6")
    page = look(PHONE, player="Annegret")
    row = page.get_by_role("form", name="Sheet of Annegret").get_by_role("group", name="red row")
    legal = row.get_by_role("button", name=re.compile("legal now"))
    assert [each.get_attribute("aria-label") for each in legal.all()] == [
        "red 6, legal now",
        "field 3-4 of the red row, legal now",
        "field 6-7 of the red row, legal now",
        "field 10-11 of the red row, legal now",
    ]
    legal.first.focus()
    for key in ("ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    assert held(page) == "c0a3-4"
    card = page.get_by_role("form", name="field 3-4 of the red row: is anything crossed with it?")
    card.wait_for()
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    assert held(page) == "c0a3-4"
    with changed(page, actor):
        for key in ("Enter", "Tab", "Tab", "Enter"):
            page.keyboard.press(key)
    assert actor.join("Annegret").sheet == "a6 / - / - / - fields a3-4"
    assert held(page) == "c0a3-4", "where the card was opened"
    assert row.get_by_role("button", name=re.compile("^field 3-4 of the red row, .*crossed")).count() == 1
    with changed(page, actor):
        page.keyboard.press("Enter")
    assert actor.join("Annegret").sheet == "- / - / - / -", "a second press takes it back"


def test_the_keyboard_stays_at_the_table_when_what_it_was_on_is_gone(table: Actor, look: Any) -> None:
    table.begin("Ann")
    page = look()
    page.locator(".entry summary").first.press("Enter")
    for key in ("w1", "w2", "red", "yellow", "green", "blue"):
        page.locator(f'input[name="{key}"][value="2"]').press("Space")
    page.get_by_role("button", name="These are the dice").press("Enter")
    page.get_by_role("heading", name="White dice make 4").wait_for()
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.dice') !== null"), "the first thing to press there"
