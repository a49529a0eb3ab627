"""What people say about dice in a photo teaches the table. One tap undoes it, another deletes all lessons."""

from typing import Any

import numpy as np
import pytest

from companion.web.access.server import Server
from tests.companion.web.conftest import Phone, jpeg

OTHERS = {"w1": "4", "w2": "1", "yellow": "2", "green": "6", "blue": "5"}


@pytest.fixture
def table(table: Any, reader: Any) -> Any:
    reader.says = "w4 w1 r3? y2 g6 b5"
    return table.begin("Ann", "Ben")


def taught(server: Server) -> list[tuple[str, int]]:
    return [(each.colour, each.value) for each in server.watcher.reader.lessons.kept]


def test_an_answer_about_a_doubtful_die_teaches_it_and_confirms_the_others(table: Any) -> None:
    assert table.photo(jpeg()).status_code == 200
    assert taught(table.server) == [], "nobody has said anything"
    answer = table.ok("/roll", **OTHERS, red="2")
    dice = [("white", 4), ("white", 1), ("red", 2), ("yellow", 2), ("green", 6), ("blue", 5)]
    assert sorted(taught(table.server)) == sorted(dice)
    assert "The camera has learnt these 6 dice." in answer.get_json()["html"]


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


def test_surplus_colour_teaches_nothing(table: Any, reader: Any) -> None:
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
    assert "Forget that" not in phone.get("/").text
    phone.sit(player="Ann")
    assert "Forget that" in phone.get("/").text
    assert phone.post("/lessons/undo").status_code == 200 and taught(table.server) == []


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
