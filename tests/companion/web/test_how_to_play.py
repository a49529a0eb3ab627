"""How to play, in a real browser: pictures that fit a small phone; a first game that explains each step."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules import ALL_VARIANTS
from tests.companion.web.new_game import begin_game, choose_game, fill_chairs, let_begin, open_more
from tests.companion.web.screens import boxes

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 640}


@pytest.fixture
def table_page(app: Any, serve: Callable[[Any], str], open_device: Callable[..., Any]) -> tuple[Any, str]:
    """Return a page of a small phone, and the address of a table."""
    return open_device(SMALL), serve(app)


def test_every_game_is_shown_in_pictures_that_fit_a_small_phone(table_page: tuple[Any, str]) -> None:
    page, address = table_page
    for game in ALL_VARIANTS:
        page.goto(f"{address}/rules/{game}")
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], game
        steps = page.locator(".lesson .step")
        assert steps.count() >= 7
        pictures = boxes(page, ".lesson-picture")
        assert len(pictures) == page.locator(".lesson-picture").count() > 0
        assert all(each.height > 30 and each.right <= SMALL["width"] for each in pictures)
        assert page.locator(".games [aria-current]").count() == 1
        widths = page.locator(".lesson-row rect.place").evaluate_all("all => all.map(e => e.getBBox().width)")
        assert set(widths) == {40}, "each cell stands in its own place"
        astray = page.locator(".lesson-row .ring").evaluate_all(
            """all => all.filter(ring => {
                 const place = ring.parentNode.querySelector(".place").getBoundingClientRect();
                 const { left, top } = ring.getBoundingClientRect();
                 return Math.hypot(left - place.left, top - place.top) > 2;
               }).map(ring => ring.outerHTML)"""
        )
        assert not astray, "a ring lies around the cell that may be crossed"
    page.goto(f"{address}/rules/classic")
    assert page.locator(".lesson-row .ring").count() >= 4


def test_a_first_game_explains_each_step_and_stops_when_asked(table_page: tuple[Any, str]) -> None:
    page, address = table_page
    page.goto(f"{address}/new")
    choose_game(page)
    fill_chairs(page, "Ann", "Ben")
    open_more(page)
    page.get_by_label("First game with us?").check()
    let_begin(page)
    begin_game(page)
    page.locator("#explanation").get_by_text("The white dice are for everyone").wait_for()
    page.locator(".entry").evaluate("entry => { entry.open = true }")
    for key, value in zip(("w1", "w2", "red", "yellow", "green", "blue"), "413265", strict=True):
        face = page.locator(f'input[name="{key}"][value="{value}"]')
        face.evaluate("each => each.scrollIntoView({block: 'center'})")  # the button stays in sight below
        face.check(force=True)
    page.locator("#explanation").get_by_text("Mind the gaps").wait_for()
    assert "White" in page.locator("h1").first.inner_text()
    page.get_by_role("button", name="We know now, thanks").click()
    page.locator("#explanation").wait_for(state="detached")
    page.reload()
    page.locator("body[data-ready]").wait_for()
    assert page.locator("#explanation").count() == 0
