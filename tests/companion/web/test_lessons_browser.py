"""In a real browser: a die is corrected, the table says that it learnt, forgets on a tap, and forgets all."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.conftest import jpeg
from tests.companion.web.screens import PHONE

pytestmark = pytest.mark.browser


def test_correct_a_die_see_it_learnt_undo_and_delete(
    table: Any, reader: Any, serve: Callable[[Any], str], open_device: Callable[..., Any]
) -> None:
    address = serve(table.app)
    reader.says = "w4 w1 r3 y2 g6 b5"
    table.begin("Ann", "Ben").photo(jpeg())
    lessons = table.server.watcher.reader.lessons
    page = open_device(PHONE)
    page.goto(address)
    page.locator("body[data-ready]").wait_for()

    def correct(value: str) -> None:
        page.get_by_role("button", name="green die shows 6").click()
        card = page.locator("#fix-green")
        card.get_by_role("button", name=value, exact=True).click()

    correct("5")
    learnt = page.get_by_text("The camera has learnt this die.")
    learnt.wait_for()
    assert [(each.colour, each.value) for each in lessons.kept] == [("green", 5)]
    page.get_by_role("button", name="Forget that").click()
    learnt.wait_for(state="hidden")
    assert lessons.kept == ()
    page.goto(f"{address}/dice-lessons")
    page.get_by_text("Nothing yet.").wait_for()
    table.ok("/correct", die="blue", value="2")
    page.reload()
    page.get_by_role("img", name="blue 2").wait_for()
    page.get_by_text("It does not use these lessons yet").wait_for()
    page.get_by_role("button", name="Forget what it learnt").click()
    page.get_by_text("Nothing yet.").wait_for()
    assert lessons.kept == ()
