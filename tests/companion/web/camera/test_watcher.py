"""The watch on a table's dice: new rolls, rolls already taken, doubtful dice, a camera that comes back."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.table.events import RollTaken
from companion.web.camera.dice_reader import DiceReader
from companion.web.camera.intake import is_same_throw
from companion.web.camera.watcher import MAX_SECONDS, OwedRoll
from tests.companion.web.camera.unpluggable import Plug, noise
from tests.companion.web.conftest import ROLL, Actor, dice
from tests.companion.web.pages.tables import photo_of
from tests.waiting import until
from vision.reading import Reading, Turn


def reading(text: str, moved: dict[int, int] | None = None) -> Reading:
    return Reading((640, 480), "complete", dice(text, moved=moved or {}), probability=0.999)


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
    """Return the question about a die that the page shows, or "" if there is none."""
    match = re.search(r'id="turned" role="group" aria-label="([^"]*)"', table.page())
    return match[1] if match else ""


@pytest.fixture
def watched(table: Any) -> Any:
    """Return a table with a camera. The dice of turn 1 are at rest, and their roll is entered."""
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


def test_the_question_is_over_when_the_die_is_put_back_as_it_lay_or_the_action_ends(watched: Any) -> None:
    lies(watched, "w4 w1 r3 y2 g6 b2", {5: -40})
    lies(watched, "w1 w4 r3 y2 g6 b5")
    assert not asked(watched) and str(watched.table.position.roll) == ROLL
    lies(watched, "w4 w1 r3 y2 g6 b2", {5: -40})
    assert asked(watched)
    for player in ("Ann", "Ben"):
        watched.join(player).marks("-")
    assert not asked(watched) and watched.post("/turned", answer="yes").status_code == 409


def test_on_paper_a_nudged_die_is_not_the_next_turn(table: Any) -> None:
    table.begin("Ann", "Ben", paper="on")
    lies(table, ROLL)
    lies(table, "w4 w1 r3 y2 g6 b2", {5: -40})
    assert table.table.position.turn == 1
    lies(table, "w2 w2 r1 y2 g3 b4", {i: 25 * (i + 1) for i in range(6)})
    assert table.table.position.turn == 2 and table.table.active == "Ben"


def test_a_camera_unplugged_and_plugged_in_again_takes_the_next_roll(build: Any, reader: Any) -> None:
    plug, reader.says = Plug(), ROLL
    table = Actor(build(SOURCE=plug, READ=reader)).begin("Ann")
    session: Any = table.server.session
    until(lambda: session.table.position.phase == "white")
    assert session.table.current_roll.source == "camera" and session.table.current_roll.photo is not None
    plug.image = None
    until(lambda: session.activity == "lost")
    table.join("Ann").marks("a5").marks("-")
    assert session.table.position.turn == 2
    frames, plug.image = plug.number + 40, noise(1)
    until(lambda: plug.number > frames, "dice that lie on are read, and are no new roll")
    reader.says, plug.image = "w2 w3 r3 y2 g6 b5", noise(7)
    until(lambda: session.table.position.phase == "white")
    assert str(session.table.position.roll) == reader.says and session.activity != "lost"


def test_a_roll_is_overdue_until_it_is_there_or_the_camera_rests() -> None:
    for ends in ({"due": False, "busy": True}, {"due": True, "busy": False}):
        owed = OwedRoll()
        for second in range(60):
            assert not owed.look(second, due=True, busy=False), "people talk between two turns"
        for second in range(60, 59 + int(MAX_SECONDS)):
            assert not owed.look(second, due=True, busy=True) and not owed.overdue
        assert owed.look(59 + MAX_SECONDS, due=True, busy=True) and owed.overdue
        assert not owed.look(60 + MAX_SECONDS, due=True, busy=True), "it has not changed"
        assert owed.look(61 + MAX_SECONDS, **ends) and not owed.overdue


def test_the_turn_of_a_camera_is_kept_until_a_whole_roll_shows_another() -> None:
    tried: list[Turn] = []
    whole = Reading((64, 64), "complete")
    readings = [
        replace(whole, turn=180), replace(whole, status="unsure", turn=90), replace(whole, turn=180),
        whole, whole, whole,
    ]  # fmt: skip

    def read(_: Any, turn: Turn = 0, **__: Any) -> Reading:
        tried.append(turn)
        return readings[len(tried) - 1]

    no_lessons: Any = SimpleNamespace(adaptation=lambda sides: None)
    reader = DiceReader(no_lessons, read)
    for camera in ("desk", "desk", "desk", "desk", "desk", "phone"):
        reader.read_dice(np.zeros((64, 64, 3), np.uint8), 6, (), camera)
    assert tried == [0, 180, 180, 180, 0, 0]
