"""In a real browser, with the real eyes: every game throws pretend dice of its own, the card game none."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from vision.frames.demo import DemoSource

pytestmark = pytest.mark.browser


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    return settings | {"SOURCE": DemoSource(seed=3, size=(400, 300)), "DEMO": True}


def begin(page: Any, address: str, game: str) -> None:
    page.goto(f"{address}/new")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.select_option('select[name="game"]', game)
    if game != "cards":
        page.select_option('select[name="source"]', "demo")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("body[data-ready]").wait_for()


def test_longo_throws_eight_sided_dice_and_the_card_game_none(
    served: Any, visit_as: Callable[..., Any]
) -> None:
    app, address = served
    session = app.extensions["table_server"].first.session
    page = visit_as(f"{address}/new")
    begin(page, address, "longo")
    assert "Photograph" not in page.inner_text("#turn h1 + .what"), "nobody photographs pretend dice"
    page.get_by_role("button", name="Throw the pretend dice").click()
    page.get_by_role("heading", name="The dice are rolling").wait_for()
    assert page.get_by_role("button", name="Throw the pretend dice").count() == 0
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    assert session.table.current_roll.source == "camera", "the networks have read them"
    assert len(session.table.current_roll.photo.dice) == 6
    begin(page, address, "cards")
    page.get_by_role("heading", name="Ann, draw up to five cards").wait_for()
    assert page.get_by_text("pretend dice").count() == 0 and page.get_by_text("Learn these dice").count() == 0
    assert page.locator("[data-camera]").count() == 0
