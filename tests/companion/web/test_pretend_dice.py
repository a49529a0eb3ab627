"""In a real browser, with the real eyes: the demo throws the dice of the game, and the networks read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.conftest import Actor
from vision.frames.demo import DemoSource

pytestmark = pytest.mark.browser


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    return settings | {"SOURCE": DemoSource(seed=3, size=(400, 300)), "DEMO": True}


def test_longo_throws_eight_sided_dice_and_the_card_game_none(
    served: Any, visit_as: Callable[..., Any]
) -> None:
    app, address = served
    session, table = app.extensions["table_server"].first.session, Actor(app)
    table.ok("/begin", player=["Ann"], first="1", game="longo", lucky=["5", "10"], source="demo")
    page = visit_as(address)
    page.locator("body[data-ready]").wait_for()
    assert "Photograph" not in page.inner_text("#turn h1 + .what"), "nobody photographs pretend dice"
    page.get_by_role("button", name="Throw the pretend dice").click()
    page.get_by_role("heading", name="The dice are rolling").wait_for()
    assert page.get_by_role("button", name="Throw the pretend dice").count() == 0
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    assert session.table.current_roll.source == "camera", "the networks have read them"
    assert len(session.table.current_roll.photo.dice) == 6
    table.ok("/begin", player=["Ann"], first="1", game="cards", source="demo")
    page.get_by_role("heading", name="Ann, draw up to five cards").wait_for()
    assert (
        page.get_by_text("pretend dice").count() == 0
        and page.get_by_text("Calibrate these dice").count() == 0
    )
    assert page.locator("[data-camera]").count() == 0
