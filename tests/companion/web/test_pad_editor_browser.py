"""In a real browser: a pad is drawn by clicking on a laptop and on a phone, kept, and played."""

from typing import Any

import pytest

from tests.companion.web.screens import LAPTOP, PHONE, box, boxes

pytestmark = pytest.mark.browser

DRAW = "/pads/draw"


def pad_of(page: Any) -> str:
    return str(page.locator('input[name="pad"]').input_value())


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_pad_is_drawn_kept_and_offered(app: Any, look: Any, size: dict[str, int]) -> None:
    page = look(size, path=DRAW)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert min(each.width for each in boxes(page, ".tap")) >= 24, "as wide as a finger needs at least"
    page.get_by_label("Double cell").check(force=True)
    page.locator("#tap-a5").click()
    page.locator('input[name="pad"][value*="double-cells"]').wait_for(state="attached")
    assert page.get_by_label("Double cell").is_checked(), "the tool stays in the hand"
    page.get_by_label("Swap two numbers").check(force=True)
    page.locator("#tap-b2").click()
    page.locator("#tap-b2.held").wait_for()
    page.locator("#tap-b12").click()
    page.locator('input[name="pad"][value*="yellow 12 3"]').wait_for(state="attached")
    page.locator("#title").fill("Our Sunday")
    page.locator("#title").blur()
    page.locator('input[name="pad"][value*="our-sunday"]').wait_for(state="attached")
    page.get_by_role("button", name="Keep this pad").click()
    page.wait_for_url(lambda url: "game=own" in url)
    kept = app.extensions["server"].own_pads.find("our-sunday")
    assert kept is not None and kept.title == "Our Sunday" and kept.rows[1].cells[0].number == 12


def test_a_tap_lies_on_the_cell_that_is_drawn(look: Any) -> None:
    page = look(LAPTOP, path=DRAW)
    for name in ("a2", "c7", "d2"):
        tap = box(page, f"#tap-{name}")
        drawn = page.locator(".printed g text").evaluate_all(
            """(all, [x, y]) => all.filter(text => {
                 const box = text.getBoundingClientRect();
                 return Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y) < 12;
               }).map(text => text.textContent)""",
            [(tap.left + tap.right) / 2, (tap.top + tap.bottom) / 2],
        )
        assert name[1:] in drawn


def test_a_refused_tap_says_why_beside_the_sheet(look: Any) -> None:
    page = look(LAPTOP, path=DRAW)
    before = pad_of(page)
    page.get_by_label("Second cross").check(force=True)
    page.locator("#tap-a12").click()
    page.get_by_text("no second cross on a last cell").wait_for()
    assert pad_of(page) == before
