"""A second photo of the same roll settles doubtful dice; otherwise people are asked."""

import io
import re
from typing import Any

import cv2
import numpy as np
import pytest

from companion.web.camera.sources import PhoneCamera
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import ROLL, jpeg
from vision.reading import Die, Reading

NAMES = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}


def reading(text: str) -> Reading:
    """Return the reading of "w4 w1 r3/5": a die with two values is in doubt between them."""
    dice = []
    for i, word in enumerate(text.split()):
        colour, (value, *other) = NAMES[word[0]], [int(v) for v in word[1:].split("/")]
        sure = 0.6 if other else 0.9999
        values = ((value, sure), (other[0] if other else value % 6 + 1, 1 - sure))
        place, colours = (20 + 90 * i, 100, 60, 60), ((colour, 1.0),)
        dice.append(Die(colour, value, 6, sure, "flat", place, values, colours, bool(other)))  # type: ignore[arg-type]
    if len(dice) == 6 and "/" not in text:
        return Reading((640, 480), "complete", tuple(dice), probability=0.99)
    return Reading((640, 480), "unsure", tuple(dice), probability=0.4)


class Views:
    """Stands in for `vision.read`: returns the readings of the given texts, one after the other."""

    def __init__(self, *says: str) -> None:
        self.says = list(says)

    def __call__(self, image: Any, /, **given: Any) -> Reading:
        return reading(self.says.pop(0))


def views(table: Any, *says: str) -> None:
    table.server.watcher.reader._read = Views(*says)


def seen(table: Any) -> str:
    """Return the name of the photo of the pending roll."""
    return str(table.table.pending_roll.photo.name)


def look_again(device: Any, table: Any, name: str = "") -> Any:
    photo = (io.BytesIO(jpeg()), "phone.jpg")
    return device.post("/second-view", seen=name or seen(table), photo=photo)


@pytest.fixture
def asked(table: Any) -> Any:
    """Return a table that asks about the red die of a photo."""
    table.begin("Ann", "Ben")
    views(table, "w4 w1 r3/5 y2 g6 b5")
    assert table.photo(jpeg()).status_code == 200
    return table


def test_a_die_that_the_first_view_misses_is_taken_from_the_second(table: Any) -> None:
    table.begin("Ann", "Ben")
    views(table, "w4 w1 r3 y2 g6", ROLL)
    table.photo(jpeg())
    look_again(table, table)
    assert str(table.table.position.roll) == ROLL


@pytest.mark.parametrize(
    ("first", "second", "doubtful", "sentence"),
    [
        (
            "w4 w1 r3/5 y2/3 g6 b5",
            "w4 w1 r2 y2 g6 b5",
            ["red"],
            "The second photo isn&#39;t clear enough either",
        ),
        ("w4 w1 r3/5 y2 g6 b5", "w4 w1 r3 y2 g6 b1", ["blue"], "The two photos differ: blue."),
        ("w4 w1 r3/5 y2 g6 b5", "w2 w2 r1 y6 g3 b1", ["red"], "The two photos do not show the same roll"),
    ],
)
def test_only_dice_that_both_views_leave_open_are_asked(
    table: Any, first: str, second: str, doubtful: list[str], sentence: str
) -> None:
    table.begin("Ann", "Ben")
    views(table, first, second)
    table.photo(jpeg())
    look_again(table, table)
    assert [die.colour for die in table.table.pending_roll.photo.dice if die.doubtful] == doubtful
    assert sentence in table.page()
    views(table, first)
    table.photo(jpeg())
    assert sentence not in table.page(), "it was about another photo"


def test_a_look_at_dice_that_nobody_is_asked_about_is_refused(asked: Any) -> None:
    views(asked, ROLL, ROLL)
    name = seen(asked)
    assert look_again(asked, asked, "0" * 16).get_json()["error"]["code"] == "moved-on"
    asked.ok("/roll", w1="4", w2="1", red="3", yellow="2", green="6", blue="5")
    assert look_again(asked, asked, name).get_json()["error"]["code"] == "moved-on"
    assert asked.table.position.turn == 1 and asked.table.position.phase == "white"


def test_without_dice_or_a_photo_nothing_changes(asked: Any) -> None:
    views(asked, "")
    assert look_again(asked, asked).get_json()["error"]["code"] == "no-dice"
    assert asked.post("/second-view", seen=seen(asked)).get_json()["error"]["code"] == "no-photo"
    assert asked.table.pending_roll is not None


def test_the_tables_screen_looks_through_a_phone_that_offers_its_camera(asked: Any) -> None:
    hosted = asked.server
    camera = PhoneCamera("Ann's phone")
    hosted.sources.add_phone("phone 1", camera, 6)
    hosted.session.invalidate()
    assert "Use the camera of Ann&#39;s phone" in asked.page()
    gone = asked.post("/second-view", seen=seen(asked), source="phone 1")
    assert gone.get_json()["error"]["code"] == "no-camera", "it has sent no picture"
    camera.push(np.zeros((480, 640, 3), np.uint8))
    views(asked, ROLL)
    asked.ok("/second-view", seen=seen(asked), source="phone 1")
    assert str(asked.table.position.roll) == ROLL


def test_after_a_new_start_a_second_view_is_a_photo_like_any_other(asked: Any) -> None:
    asked.server.watcher.intake._asked = None
    name = seen(asked)
    views(asked, "w4 w1 r5/3 y2 g6 b5", ROLL)
    look_again(asked, asked)
    assert asked.table.position.phase == "roll" and seen(asked) != name
    look_again(asked, asked)
    assert str(asked.table.position.roll) == ROLL


def test_the_camera_at_the_table_has_a_second_view_too(table: Any) -> None:
    table.begin("Ann", "Ben")
    hosted = table.server
    hosted.watcher.source = Plug()
    picture = np.zeros((480, 640, 3), np.uint8)
    hosted.watcher.intake.take(picture, reading("w4 w1 r3/5 y2 g6 b5"), table.table)
    views(table, ROLL)
    look_again(table, table)
    assert str(table.table.position.roll) == ROLL and table.table.current_roll.source == "camera"
    hosted.watcher.source = None


def test_a_phone_that_offers_its_camera_is_told_that_a_look_is_wanted(app: Any, asked: Any) -> None:
    server = asked.server
    client = app.test_client()
    client.set_cookie("seat", server.seats.give("player", "Ann"))
    data = cv2.imencode(".png", np.full((120, 160, 3), 90, np.uint8))[1].tobytes()
    far = {"REMOTE_ADDR": "192.0.2.77"}
    said = client.post("/lens", data=data, content_type="image/jpeg", environ_overrides=far).get_json()
    assert said == {"watched": False, "asked": seen(asked)}
    assert re.search(r'id="second-view"', client.get("/lens", environ_overrides=far).text)
