"""In a real browser, with the real networks: the demo plays recorded throws until somebody takes over."""

import re
from typing import Any

import pytest

from companion.table.events import DecisionMade
from sheets.pad import load_pad
from tests.companion.web.conftest import Actor
from vision.frames.demo import DemoSource

pytestmark = pytest.mark.browser


@pytest.fixture(params=["classic", "longo"])
def pad(request: pytest.FixtureRequest) -> str:
    """Return the pad of the demo: classic is played with six-sided dice, longo with eight-sided dice."""
    return str(request.param)


@pytest.fixture
def settings(settings: dict[str, Any], pad: str) -> dict[str, Any]:
    return {"DATA": settings["DATA"], "SOURCE": DemoSource(seed=3), "DEMO": True, "PAD": load_pad(pad)}


def test_the_demo_is_watched_read_and_taken_over(table: Actor, look: Any, pad: str) -> None:
    session = table.server.session
    page = look(path="/demo")
    page.get_by_role("heading", name="Ada throws").wait_for()
    page.locator("[data-camera]").wait_for()
    page.get_by_text("The pretend dice are in the air.").first.wait_for()
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    roll = session.table.current_roll
    assert roll.source == "camera" and len(roll.photo.dice) == 6, "the networks have read them"
    assert session.table.game.pad.name == pad and page.locator(".photo img").count() > 0
    page.get_by_role("button", name="Take over this game").click()
    page.locator("#demo-note").wait_for(state="detached")
    while session.table.position.phase != "roll":
        player = session.table.game.waiting(session.table.position)[0]
        session.dispatch(DecisionMade(player, "-"))
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    assert session.table.current_roll.source == "thrown"
