"""The question about the rules, asked in the head of a page by keyboard."""

from typing import Any

import pytest

from tests.companion.web.screens import PHONE, sit

pytestmark = pytest.mark.browser


def test_a_question_is_typed_on_the_table_and_answered(app: Any, look: Any) -> None:
    sit(app).roll("w4 w1 r3 y2 g6 b5")
    page = look(PHONE)
    page.get_by_role("searchbox", name="What does the rule say?").focus()
    page.keyboard.type("does the padlok count")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ask?q=does+the+padlok+count")
    assert page.locator("#answer h1").inner_text() == "The lock"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("#turn")
