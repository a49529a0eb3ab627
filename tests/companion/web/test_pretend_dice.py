"""In a real browser, with the real eyes: the demo throws the dice of the game, and the networks read them."""

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
    session, table = app.extensions["server"].session, Actor(app)
    table.ok("/begin", player=["Ann"], first="1", game="longo", lucky=["5", "10"], source="demo")
    page = visit_as(address)
    page.locator("body[data-ready]").wait_for()
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


INSTRUCTIONS = """() => {
  window.instructions = new Set();
  const note = () => {
    const said = (part) => document.querySelector(`#turn ${part}`)?.textContent ?? "";
    window.instructions.add(`${said("h1")}: ${said("h1 + .what")}`);
  };
  note();
  new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""A script that keeps every title with its instruction, from now on, in `instructions`."""


def test_the_instruction_follows_pretend_dice_and_nobody_photographs_them(
    served: Any, visit_as: Callable[..., Any]
) -> None:
    app, address = served
    table = Actor(app)
    page = visit_as(address)
    for game in ("classic", "mixx-a"):  # dice of the first game's throw lie there when the second begins
        table.ok("/begin", player=["Ann"], first="1", game=game, source="demo")
        page.goto(address)
        page.locator("body[data-ready]").wait_for()
        page.evaluate(INSTRUCTIONS)
        assert page.locator("[data-camera], .photo").count() == 0, "a game begins without dice in a picture"
        page.get_by_role("button", name="Throw the pretend dice").click()
        page.locator("[data-camera]").wait_for()
        page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
        told = [each.split(": ", 1) for each in page.evaluate("[...window.instructions]")]
        assert told[:2] == [
            ["Ann, throw the 6 dice", "Throw the pretend dice, or tap in what your own dice show."],
            ["The dice are rolling", "The pretend dice are in the air."],
        ]
        assert [title for title, _instruction in told[2:]][-1].startswith("White dice make")
        assert not any("Photograph them" in instruction for _title, instruction in told)
    for _ in range(2):
        table.ok("/begin", player=["Ann"], first="1", game="classic", source="demo")
        page.goto(address)
        page.get_by_role("button", name="Throw the pretend dice").wait_for()
        assert page.locator("[data-camera], .photo").count() == 0, "dice of the game before are in the air"
        table.ok("/throw")
