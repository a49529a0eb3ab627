"""Two people disagree: what is asked on a phone, what the referee answers, and what the television shows."""

from typing import Any

import pytest

from tests.companion.web.conftest import Actor
from tests.companion.web.screens import PHONE, phone_cookies, sit

pytestmark = pytest.mark.browser


def test_two_people_disagree(app: Any, address: str, look: Any) -> None:
    table = sit(app)
    table.roll("w4 w3 r3 y2 g6 b5")
    for player, mark in (("Annegret", "a7"), ("Ben", "-"), ("Cleo", "-"), ("Annegret", "-")):
        table.join(player).marks(mark)
    table.roll("w4 w1 r3 y2 g6 b5")
    screen = look()
    screen.goto(f"{address}/television")
    screen.wait_for_selector("#turn")
    phone = look(PHONE, phone_cookies(Actor(app), address))
    # by keyboard: open, choose the cell, ask
    phone.locator("#ask-referee summary").focus()
    phone.keyboard.press("Enter")
    phone.get_by_label("Cell").select_option("a5")
    phone.get_by_role("button", name="Why may I not cross it?").press("Enter")
    for page in (phone, screen):
        page.wait_for_selector("#referee-answer")
        told = page.locator("#referee-answer").inner_text()
        assert "Annegret: why may I not cross red 5?" in told and "Only to the right" in told
        assert page.locator("#c0a5.asked").count() == page.locator("#c0a7.asked").count() == 1
        assert page.locator(".cell.asked").count() == 2
    assert screen.locator("#ask-referee").count() == 0, "nothing to tap on the television"
    phone.get_by_role("button", name="Who may still mark?").click()
    screen.locator("#referee-answer", has_text="may still mark.").wait_for()
    table.join("Ben").marks("-")
    screen.wait_for_selector("#referee-answer", state="detached")
    assert phone.locator(".cell.asked").count() == 0, "the table has moved on"
