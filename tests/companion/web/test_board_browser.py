"""The Duel in a browser: one board on both phones, on a laptop and on a television."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.screens import LAPTOP, PHONE, TELEVISION, box, boxes, phone_cookies, sit

pytestmark = pytest.mark.browser


def test_two_phones_play_on_one_board(app: Any, serve: Callable[[Any], str], open_device: Any) -> None:
    address = serve(app)
    actor = sit(app, "duel", 2)
    actor.roll("w2 w3 r6 y6 g6 b6")
    phones = {}
    for name in ("Annegret", "Ben"):
        phones[name] = open_device(PHONE)
        phones[name].context.add_cookies(phone_cookies(actor, address, name))
        phones[name].goto(address)
        phones[name].locator("body[data-ready]").wait_for()
    page, other = phones["Annegret"], phones["Ben"]
    assert page.locator("#sheets .sheet").count() == 1
    assert other.locator("#c0a5").evaluate("cell => cell.tagName") == "SPAN", "only who throws may tap"
    page.locator("#c0a5").click()
    other.locator("#c0a5 .stone.of-0").wait_for()
    assert "light stones: 1" in (other.locator("#c0a5").get_attribute("aria-label") or "")
    assert min(each.width for each in boxes(page, "#sheet-0 .cell")) >= 32
    assert min(each.height for each in boxes(page, "#sheet-0 .cell")) >= 40
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Done").click()
    other.get_by_text("Turn 2").first.wait_for()
    actor.roll("w2 w3 r6 y6 g6 b6")
    other.locator("button#c0a5.legal").click()
    page.locator("#c0a5 .stone.of-1").wait_for()
    assert page.locator("#c0a5 .stone").count() == 1, "the other stone went back"


def test_the_board_fills_a_large_screen_and_nobody_scrolls(
    app: Any, serve: Callable[[Any], str], open_device: Any
) -> None:
    address = serve(app)
    sit(app, "duel", 2).roll("w2 w3 r6 y6 g6 b6")
    page = open_device(LAPTOP)
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    for size in (LAPTOP, TELEVISION):
        page.set_viewport_size(size)
        board = box(page, "#sheet-0")
        assert 0.95 * size["height"] <= board.bottom <= size["height"]
        assert board.right - board.left >= 850
        assert max(each.bottom for each in boxes(page, ".duelists li")) <= board.bottom
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
