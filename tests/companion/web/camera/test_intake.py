"""The events of dice that come to rest: a new roll, the same throw, a question about a die."""

import re
from typing import Any

import numpy as np
import pytest

from companion.table.events import RollTaken
from companion.web.camera.intake import is_same_throw
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import ROLL
from tests.companion.web.pages.tables import photo_of
from vision.reading import Die, Reading


def die(colour: str, value: int, x: int) -> Die:
    return Die(colour, value, 6, 0.99, "flat", (x, 100, 60, 60), ((value, 0.99),), ((colour, 0.99),))  # type: ignore[arg-type]


def reading(text: str, moved: dict[int, int] | None = None) -> Reading:
    names = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}
    dice = tuple(
        die(names[w[0]], int(w[1]), 20 + 90 * i + (moved or {}).get(i, 0)) for i, w in enumerate(text.split())
    )
    return Reading((640, 480), "complete", dice, probability=0.999)


PICTURE = np.zeros((480, 640, 3), np.uint8)


@pytest.mark.parametrize(
    ("text", "moved", "same"),
    [
        ("w4 w1 r3 y2 g6 b2", {5: -40}, True),
        ("w4 w1 r3 y2 g6 b5", {}, True),
        ("w4 w1 r3 y2 g1 b2", {4: 30, 5: 40}, True),
        ("w4 w1 r5 y2 g1 b2", {2: 30, 4: 30, 5: 40}, False),
        ("w4 w1 r3 y2 g6 b5", dict.fromkeys(range(6), 200), False),
    ],
)
def test_dice_that_lie_on_are_no_new_throw(text: str, moved: dict[int, int], same: bool) -> None:
    assert is_same_throw(photo_of(ROLL), reading(text, moved), PICTURE) is same


def asked(table: Any) -> str:
    """Return the page's question about a die, or ""."""
    match = re.search(r'id="turned" role="group" aria-label="([^"]*)"', table.page())
    return match[1] if match else ""


@pytest.fixture
def watched(table: Any) -> Any:
    """Return a table with a camera, at which the dice of turn 1 have come to rest."""
    table.begin("Ann", "Ben")
    table.server.watcher.source = Plug()
    table.server.session.dispatch(RollTaken(ROLL, "camera", photo_of(ROLL)))
    yield table
    table.server.watcher.source = None


def lies(table: Any, text: str, moved: dict[int, int] | None = None) -> None:
    table.server.watcher.intake.take(PICTURE, reading(text, moved), table.table)


def test_a_cocked_die_rolled_again_belongs_to_the_same_roll_once_somebody_says_so(watched: Any) -> None:
    lies(watched, "w4 w1 r3 y2 g6 b2", {5: -40})
    assert str(watched.table.position.roll) == ROLL, "a nudge changes nothing by itself"
    assert asked(watched) == "The blue die shows 2 now; it was 5. Was it rolled again?"
    crop = re.search(r'<img class="crop" src="(/photos/[0-9a-f]{16}/5.jpg)"', watched.page())
    assert crop is not None and watched.client.get(crop[1]).mimetype == "image/jpeg"
    watched.join("Ben").marks("a5")
    watched.ok("/turned", answer="yes")
    assert str(watched.table.position.roll) == "w4 w1 r3 y2 g6 b2" and watched.table.position.turn == 1
    assert watched.table.current_roll.photo.name != "0123456789abcdef", (
        "the frame of the better roll is the evidence"
    )
    assert watched.join("Ben").sheet == "a5 / - / - / -", "what fits stays"
    assert not asked(watched)


def test_a_nudged_die_leaves_the_roll_as_it_was(watched: Any) -> None:
    lies(watched, "w4 w1 r3 y2 g6 b2", {5: -40})
    assert watched.post("/turned", answer="perhaps").status_code == 422
    watched.ok("/turned", answer="no")
    assert str(watched.table.position.roll) == ROLL and not asked(watched)
    assert watched.post("/turned", answer="yes").get_json()["error"]["code"] == "no-question"
    assert str(watched.table.position.roll) == ROLL


def test_a_die_put_back_as_it_lay_is_not_asked_about_any_more(watched: Any) -> None:
    lies(watched, "w4 w1 r3 y2 g6 b2", {5: -40})
    lies(watched, "w1 w4 r3 y2 g6 b5")
    assert not asked(watched) and str(watched.table.position.roll) == ROLL


def test_the_question_is_over_with_the_action(watched: Any) -> None:
    lies(watched, "w4 w1 r3 y2 g6 b2", {5: -40})
    assert asked(watched)
    for player in ("Ann", "Ben"):
        watched.join(player).marks("-")
    assert not asked(watched) and watched.post("/turned", answer="yes").status_code == 409


def on_paper(table: Any, *names: str) -> Any:
    table.ok("/begin", player=list(names), first="1", game="classic", paper="on")
    return table


def test_on_paper_a_nudged_die_is_not_the_next_turn(table: Any) -> None:
    on_paper(table, "Ann", "Ben")
    session, watcher = table.server.session, table.server.watcher
    watcher.intake.take(PICTURE, reading(ROLL), session.table)
    watcher.intake.take(PICTURE, reading("w4 w1 r3 y2 g6 b2", {5: -40}), session.table)
    assert session.table.position.turn == 1
    watcher.intake.take(
        PICTURE, reading("w2 w2 r1 y2 g3 b4", {i: 25 * (i + 1) for i in range(6)}), session.table
    )
    assert session.table.position.turn == 2 and session.table.active == "Ben"
