"""What people say of dice in a photo teaches the table; one tap takes it back, another deletes all."""

import re
from typing import Any

import numpy as np
import pytest

from companion.web.access.server import Server
from tests.companion.web.conftest import Phone, jpeg

OTHERS = {"w1": "4", "w2": "1", "yellow": "2", "green": "6", "blue": "5"}


@pytest.fixture
def table(actor: Any, reader: Any) -> Any:
    reader.says = "w4 w1 r3? y2 g6 b5"
    return actor.begin("Ann", "Ben")


@pytest.fixture
def actor(app: Any) -> Any:
    from tests.companion.web.conftest import Actor

    return Actor(app)


def taught(server: Server) -> list[tuple[str, int]]:
    return [(each.colour, each.value) for each in server.watcher.reader.lessons.kept]


def test_an_answer_about_a_doubtful_die_teaches_it_and_confirms_the_others(table: Any) -> None:
    assert table.photo(jpeg()).status_code == 200
    assert taught(table.server) == [], "nobody has said anything"
    answer = table.ok("/roll", **OTHERS, red="2")
    assert sorted(taught(table.server)) == sorted(
        [("white", 4), ("white", 1), ("red", 2), ("yellow", 2), ("green", 6), ("blue", 5)]
    )
    assert "The camera has learnt these 6 dice." in answer.get_json()["html"]


def test_a_correction_teaches_the_die_and_one_tap_takes_it_back(table: Any, reader: Any) -> None:
    reader.says = "w4 w1 r3 y2 g6 b5"
    table.photo(jpeg())
    assert taught(table.server) == [], "a sure reading teaches nothing"
    answer = table.ok("/correct", die="green", value="5")
    assert taught(table.server) == [("green", 5)]
    assert "The camera has learnt this die." in answer.get_json()["html"]
    after = table.ok("/lessons/undo")
    assert taught(table.server) == [] and "has learnt" not in after.get_json()["html"]
    assert str(table.table.position.roll) == "w4 w1 r3 y2 g5 b5", "the roll stays as it was said"
    assert table.post("/lessons/undo").get_json()["error"]["code"] == "no-lesson"


def test_a_tap_on_the_same_value_confirms_and_swapped_colours_teach_both(table: Any, reader: Any) -> None:
    reader.says = "w4 w1 r3 y2 g6 b5"
    table.photo(jpeg())
    table.ok("/correct", die="green", value="6")
    assert taught(table.server) == [("green", 6)]
    table.ok("/correct", die="green", colour="blue")
    assert taught(table.server) == [("blue", 6), ("green", 5)], "the last truth of each die"


def test_tapped_dice_without_a_photo_teach_nothing(table: Any) -> None:
    table.ok("/roll", **OTHERS, red="3")
    table.ok("/correct", die="green", value="5")
    assert taught(table.server) == []


def test_of_a_colour_that_is_seen_too_often_nothing_is_learnt(table: Any, reader: Any) -> None:
    reader.says = "w4 w1 r3 r5 y2 g6"
    table.photo(jpeg())
    table.ok("/roll", **OTHERS, red="5")
    assert "red" not in dict(taught(table.server)) and ("green", 6) in taught(table.server)


def test_a_photo_that_is_gone_teaches_nothing_and_the_roll_counts(table: Any) -> None:
    table.photo(jpeg())
    table.server.photos.path(table.table.pending_roll.photo.name).unlink()
    table.ok("/roll", **OTHERS, red="3")
    assert taught(table.server) == [] and table.table.position.phase == "white"


def test_players_undo_and_guests_do_not(app: Any, table: Any, reader: Any) -> None:
    reader.says = "w4 w1 r3 y2 g6 b5"
    table.photo(jpeg())
    table.ok("/correct", die="green", value="5")
    phone = Phone(app).scan(table)
    assert phone.refused("/lessons/undo") == "guest"
    assert "Forget that again" not in phone.get("/").text
    phone.sit(player="Ann")
    assert "Forget that again" in phone.get("/").text
    assert phone.post("/lessons/undo").status_code == 200 and taught(table.server) == []


def test_the_lessons_are_shown_and_deleted_at_the_tables_own_computer(app: Any, table: Any) -> None:
    assert "Nothing yet. When you say" in table.client.get("/dice-lessons").text
    table.photo(jpeg())
    table.ok("/roll", **OTHERS, red="2")
    page = table.client.get("/dice-lessons").text
    pictures = re.findall(r'src="(/dice-lessons/[^"]+)"', page)
    assert len(pictures) == 6 and table.client.get(pictures[0]).data.startswith(b"\x89PNG")
    assert table.client.get("/dice-lessons/other.png").status_code == 404
    phone = Phone(app).scan(table).sit(player="Ann")
    assert phone.get(pictures[0]).status_code == 403
    assert phone.post("/dice-lessons/forget").status_code == 403
    assert table.client.post("/dice-lessons/forget").location == "/dice-lessons"
    assert taught(table.server) == []
    assert table.client.post("/dice-lessons/forget").status_code == 404


def test_the_next_picture_is_read_with_what_was_taught(
    table: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    lessons = table.server.watcher.reader.lessons
    monkeypatch.setattr(type(lessons), "adaptation", lambda self, sides: len(self.kept) or None)

    def read(image: Any, /, *, adaptation: Any = None, **given: Any) -> Any:
        asked.append(adaptation)
        return reader(image, **given)

    table.server.watcher.reader._read = read
    table.photo(jpeg())
    table.ok("/roll", **OTHERS, red="2")
    table.server.watcher.reader.read(np.zeros((480, 640, 3), np.uint8), table.table)
    assert asked == [None, 6]
