"""Rolling: what is said and asked, padlocks, play on paper, a die that is rolled again, redo."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.rules import Roll
from companion.table.events import Photo, RollSeen, RollTaken, SeenDie
from companion.web.app import close, create_app
from companion.web.camera.intake import is_same_throw
from sheets.language import Phrase
from vision.frames.source import Frame, Status
from vision.reading import Die, Reading

ROLL = "w4 w1 r3 y2 g6 b5"


def photo(text: str, shift: int = 0, name: str = "0123456789abcdef") -> Photo:
    """A photo of the dice "w4 w1 r3?" in a row; "?" makes one doubtful."""
    names = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}
    dice = tuple(
        SeenDie(names[w[0]], int(w[1]), 0.99, (20 + 90 * i + shift, 100, 60, 60), w.endswith("?"))
        for i, w in enumerate(text.split())
    )
    return Photo(name, (640, 480), dice)


def said(page: str) -> str:
    found = re.search(r'id="say"[^>]*>([^<]*)<', page)
    assert found is not None
    return found[1].strip()


def on_paper(table: Any, *names: str) -> Any:
    table.ok("/begin", player=list(names), first="1", game="classic", paper="on")
    return table


def test_the_white_sum_is_said_and_on_paper_the_combinations_too(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    assert said(table.page()) == "5."
    on_paper(table, "Ann", "Ben").roll(ROLL)
    assert said(table.page()) == "White 5. red 4 or 7. yellow 3 or 6. green 7 or 10. blue 6 or 9."
    table.client.set_cookie("language", "es")
    assert "5" in said(table.page())


def test_what_is_said_has_a_new_key_for_each_roll_only(table: Any) -> None:
    def key() -> str:
        found = re.search(r'id="say" data-key="([^"]*)"', table.page())
        assert found is not None
        return found[1]

    table.begin("Ann", "Ben").roll(ROLL)
    first = key()
    table.join("Ann").marks("a5")
    assert key() == first, "a mark says nothing anew"
    table.ok("/correct", die="w1", value="6")
    assert key() != first


def test_a_missing_die_raises_one_question_and_one_tap_answers_it(table: Any) -> None:
    table.begin("Ann", "Ben")
    table.server.first.room.dispatch(RollSeen(photo("w4 w1 y2 g6 b5"), "camera"))
    page = table.page()
    assert page.count('class="question') == 1 and "Is the red row closed?" in page
    table.ok("/lock", row="a")
    assert table.table.position.closed == ("a",)
    assert table.table.position.roll == Roll.parse("w4 w1 y2 g6 b5"), "the roll is taken with the same tap"
    assert 'class="question' not in table.page()
    table.ok("/undo")
    table.ok("/undo")
    table.ok("/without", colour="red")
    assert table.table.position.closed == () and table.table.current_roll.without == ("red",)


@pytest.mark.parametrize("dice", ["w4 y2 g6 b5 r1", "w4 w1 y2? g6 b5", "w4 w1 y2 y3 g6 b5"])
def test_what_is_doubtful_besides_is_asked_first(table: Any, dice: str) -> None:
    table.begin("Ann")
    table.server.first.room.dispatch(RollSeen(photo(dice), "camera"))
    assert 'class="question' not in table.page()
    assert table.post("/without", colour="red").status_code == 422


def test_padlocks_close_and_open_rows_at_any_time(table: Any) -> None:
    table.begin("Ann", "Ben")
    assert table.page().count('class="padlock ') == 4
    table.ok("/lock", row="d")
    assert 'aria-label="Open the blue row again"' in table.page()
    assert table.table.dice_to_roll == ("w1", "w2", "red", "yellow", "green")
    table.ok("/unlock", row="d")
    assert table.table.position.closed == ()
    assert table.post("/lock", row="e").status_code == 422
    table.ok("/lock", row="a")
    table.ok("/lock", row="b")
    assert table.table.position.phase == "over" and 'class="padlock ' not in table.page()


def test_the_card_game_has_no_padlocks(table: Any) -> None:
    table.begin("Ann", "Ben", game="cards")
    assert 'class="padlock ' not in table.page()
    answer = table.post("/lock", row="a")
    assert (
        answer.status_code == 409 and "everyone closes their own rows" in answer.get_json()["error"]["text"]
    )


def test_on_paper_nobody_is_waited_for(table: Any) -> None:
    on_paper(table, "Ann", "Ben").roll(ROLL)
    page = table.page()
    assert "Next: Ben throws 6 dice" in page and "Still to choose" not in page
    table.ok("/lock", row="a")
    assert "Next: Ben throws 5 dice" in table.page()
    table.roll("w1 w1 y2 g6 b5")
    assert table.table.active == "Ben" and table.table.position.turn == 2
    assert [s.misses for s in table.table.position.sheets] == [0, 0]


def test_what_was_undone_is_redone(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    assert 'action="/redo"' not in table.page()
    table.ok("/undo")
    assert "Redo: Ann, red 5" in table.page()
    table.ok("/redo")
    assert table.join("Ann").sheet == "a5 / - / - / -"
    assert table.post("/redo").status_code == 409


# -- a die that is rolled again


def die(colour: str, value: int, x: int) -> Die:
    return Die(colour, value, 6, 0.99, "flat", (x, 100, 60, 60), ((value, 0.99),), ((colour, 0.99),))  # type: ignore[arg-type]


def reading(text: str, moved: dict[int, int] | None = None) -> Reading:
    names = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}
    dice = tuple(
        die(names[w[0]], int(w[1]), 20 + 90 * i + (moved or {}).get(i, 0)) for i, w in enumerate(text.split())
    )
    return Reading((640, 480), "complete", dice)


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
    assert is_same_throw(photo(ROLL), reading(text, moved), PICTURE) is same


def asked(table: Any) -> str:
    """What the page asks about a die, or ""."""
    found = re.search(r'id="turned" role="group" aria-label="([^"]*)"', table.page())
    return found[1] if found else ""


@pytest.fixture
def watched(table: Any) -> Any:
    """A table with a camera, at which the dice of turn 1 have come to rest."""
    table.begin("Ann", "Ben")
    table.server.first.watcher.source = Plug()
    table.server.first.room.dispatch(RollTaken(ROLL, "camera", photo(ROLL)))
    yield table
    table.server.first.watcher.source = None


def lies(table: Any, text: str, moved: dict[int, int] | None = None) -> None:
    table.server.first.watcher.intake.take(PICTURE, reading(text, moved), table.table)


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


def test_on_paper_a_nudged_die_is_not_the_next_turn(table: Any) -> None:
    on_paper(table, "Ann", "Ben")
    room, watcher = table.server.first.room, table.server.first.watcher
    watcher.intake.take(PICTURE, reading(ROLL), room.table)
    watcher.intake.take(PICTURE, reading("w4 w1 r3 y2 g6 b2", {5: -40}), room.table)
    assert room.table.position.turn == 1
    watcher.intake.take(
        PICTURE, reading("w2 w2 r1 y2 g3 b4", {i: 25 * (i + 1) for i in range(6)}), room.table
    )
    assert room.table.position.turn == 2 and room.table.active == "Ben"


# -- a camera that is unplugged


class Plug:
    """A camera that shows one picture over and over, until it is unplugged."""

    name = "table camera"

    def __init__(self) -> None:
        self.number, self.plugged, self.seed = 0, True, 1

    def latest(self) -> Frame | None:
        if not self.plugged:
            return None
        self.number += 1
        blocks = np.random.default_rng(self.seed).integers(0, 255, (24, 32), dtype=np.uint8)
        picture = np.kron(blocks, np.ones((20, 20), np.uint8))
        picture[0, 0] = 200 if self.seed > 1 else 90
        return Frame(np.dstack([picture] * 3), self.number, time.monotonic())

    def status(self) -> Status:
        return Status("live" if self.plugged else "lost", Phrase(""))

    def close(self) -> None:
        pass


def sure(image: Any, /, *, game: str, removed: tuple[str, ...]) -> Reading:
    """A reader without doubt; the picture's first pixel says which of two throws it is."""
    text = ROLL if image[0, 0, 0] < 128 else "w2 w3 r3 y2 g6 b5"
    names = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}
    dice = tuple(
        Die(
            names[w[0]],  # type: ignore[arg-type]
            int(w[1]),
            6,
            0.9995,
            "flat",
            (20 + 90 * i, 100 + int(image[0, 0, 0]), 60, 60),
            ((int(w[1]), 0.9995),),
            ((names[w[0]], 0.9995),),  # type: ignore[arg-type]
        )
        for i, w in enumerate(text.split())
    )
    return Reading((640, 480), "complete", dice)


def until(done: Callable[[], bool]) -> None:
    for _ in range(600):
        if done():
            return
        time.sleep(0.05)
    pytest.fail("it did not come")


def test_a_camera_unplugged_and_plugged_in_again_takes_the_next_roll(tmp_path: Path) -> None:
    plug = Plug()
    app = create_app({"DATA": tmp_path, "SOURCE": plug, "READ": sure})
    client, room = app.test_client(), app.extensions["table_server"].first.room
    try:
        client.post("/begin", data={"player": ["Ann"], "first": "1", "game": "classic"})
        until(lambda: room.table.position.phase == "white")
        assert room.table.current_roll.source == "camera" and room.table.current_roll.photo is not None
        plug.plugged = False
        until(lambda: room.activity.status == "lost")
        for mark in ("a5", "-"):
            client.post("/mark", data={"player": "Ann", "mark": mark})
        assert room.table.position.turn == 2
        plug.seed, plug.plugged = 7, True
        until(lambda: room.table.position.phase == "white")
        assert str(room.table.position.roll).startswith(("w2 w3", "w3 w2")) and room.activity.status != "lost"
    finally:
        close(app)
