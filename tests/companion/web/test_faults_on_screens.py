"""What could not be seen on some screen: cut notes, broken lines, hidden crosses, crooked buttons."""

from typing import Any

import pytest

from tests.companion.web.screens import (
    LAPTOP,
    PHONE,
    at,
    box,
    boxes,
    phone_cookies,
    sit,
)

pytestmark = pytest.mark.browser


def test_actions_for_a_player_are_behind_one_button(app: Any, address: str, look: Any) -> None:
    actor = sit(app, players=3)
    phone_cookies(actor, address, "Ben")
    actor.roll("w4 w1 r3 y2 g6 b5")
    page = look(PHONE, path="/seats", ready=False)
    shown = boxes(page, ".people-list summary")
    assert len(shown) == 3 and len({round(each.right) for each in shown}) == 1, "one each, in a column"
    assert page.locator(".people-list .button:visible").count() == 3
    page.locator(".people-list summary").first.click()
    for each in boxes(page, ".people-list .more[open] .button, .people-list .more[open] .field"):
        assert each.left >= 0 and each.right <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_sheet_before_a_challenged_cross_lacks_it(app: Any, look: Any) -> None:
    actor = sit(app, players=2)
    actor.roll("w4 w1 r3 y2 g6 b5")
    actor.join("Annegret").marks("a5")
    actor.join("Ben").marks("-")
    actor.join("Annegret").marks("-")
    page = look(LAPTOP, path="/games/1/turns/1/white/0", ready=False)
    assert page.locator(".paper .total").inner_text().endswith("0")
    asked = page.locator(".paper .cell.asked")
    assert asked.count() == 1 and asked.locator(".cross").count() == 0
    assert len(boxes(page, ".paper .cell.legal")) == 3


def test_the_cells_to_ask_about_are_wide_enough_for_a_finger_on_the_smallest_phone(
    app: Any, look: Any
) -> None:
    actor = sit(app, players=2)
    actor.roll("w4 w1 r3 y2 g6 b5")
    for name in ("Annegret", "Ben", "Annegret"):
        actor.join(name).marks("-")
    page = look({"width": 320, "height": 640}, path="/games/1/turns/1/white/0", ready=False)
    assert min(each.right - each.left for each in boxes(page, ".paper a.cell")) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_question_of_connect_15_can_be_cancelled_without_scrolling(
    app: Any, address: str, look: Any
) -> None:
    actor = sit(app, "connect-15", players=2)
    actor.roll("w5 w1 r3 y2 g6 b4")
    page = look(PHONE, phone_cookies(actor, address))
    at(page, actor)
    page.locator("#sheet-0 .cell.field.legal[popovertarget]").first.click()
    cancel = page.locator(".pick:popover-open .button.plain")
    cancel.wait_for()
    assert box(page, ".pick:popover-open .button.plain").bottom <= PHONE["height"]
