"""Evenings, in a real browser: what a family reads, and what stands behind it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.conftest import Actor
from tests.companion.web.pages.look_back.results.test_share import finish

pytestmark = pytest.mark.browser

PHONE = {"width": 320, "height": 640}


def test_a_family_reads_who_won_and_joins_two_names_of_one_person(
    app: Any, serve: Callable[[Any], str], open_device: Callable[..., Any]
) -> None:
    address = serve(app)
    finish(Actor(app), "Ann", "Ben")
    finish(Actor(app), "Anne", "Ben")
    page = open_device(PHONE, locale="de-DE")
    page.goto(f"{address}/statistics")
    page.get_by_role("heading", name="Abende an diesem Tisch").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    evening = page.locator(".evenings > li")
    assert evening.count() == 1 and "Ben" in evening.locator(".best").inner_text()
    assert any(part.isdigit() for part in evening.locator("time").inner_text().split())
    assert not page.get_by_text("Fehlwürfe je Spiel").is_visible()
    page.get_by_text("Mehr Zahlen").click()
    assert page.get_by_text("Fehlwürfe je Spiel").is_visible()
    assert page.get_by_text("Pearson").count() == 0, "too few throws to say anything"
    assert page.locator(".pairs li").count() == 2
    page.get_by_text("Zwei Namen, eine Person?").click()
    page.select_option('select[name="name"]', "Anne")
    page.select_option('select[name="into"]', "Ann")
    page.get_by_role("button", name="Zusammen zählen").click()
    page.wait_for_function("() => document.querySelectorAll('.pairs li').length === 1")
    assert page.locator(".pairs li").inner_text().split() == ["Ann", "0", ":", "2", "Ben"]
    page.goto(f"{address}/new")
    offered = page.locator("#known-players option")
    assert [option.get_attribute("value") for option in offered.all()] == ["Ann", "Ben"]
