"""The demo, and the camera: frames in, rolls on the table, marks by made-up players."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from companion.table.events import DemoTakenOver, GameBegun, RollTaken
from companion.table.reducer import begin, reduce
from companion.table.state import Table
from companion.web.app import close
from companion.web.camera import owed_roll
from companion.web.camera.demo import choose_mark
from sheets.language import Phrase
from tests.companion.web.conftest import ROLL
from tests.waiting import until
from vision.frames.image import Image
from vision.frames.source import Frame, Status
from vision.reading import Reading


class Box:
    """A table under a camera: what lies there is said, not seen; a throw shakes the picture for a moment, and
    for so many frames that a busy machine sees it too."""

    name = "box"

    def __init__(self) -> None:
        self.begun, self.number, self.until, self.chance = 1, 0, 0.0, np.random.default_rng(1)
        self.shaken = 0
        self.still = self.scene()
        self.truth: tuple[tuple[str, int], ...] | None = None

    def scene(self) -> Image:
        """A grey table with patches of light and dark in one corner, different each time."""
        image = np.full((120, 160, 3), 110, np.uint8)
        image[:30, :60] = np.kron(self.chance.integers(20, 235, (3, 6, 3)), np.ones((10, 10, 1)))
        return image

    @property
    def throws(self) -> int:
        return self.begun - self.moving

    @property
    def moving(self) -> bool:
        return time.monotonic() < self.until or self.number < self.shaken

    def exchange(self, sides: int) -> None:
        assert sides == 6

    def throw(self, colours: Sequence[str]) -> None:
        self.truth = tuple((colour, 1 + index % 6) for index, colour in enumerate(colours))
        self.still = self.scene()
        self.until, self.shaken, self.begun = time.monotonic() + 0.3, self.number + 8, self.begun + 1

    def latest(self) -> Frame:
        self.number += 1
        image = self.scene() if self.moving else self.still
        return Frame(image, self.number, time.monotonic())

    def status(self) -> Status:
        return Status("live", Phrase("live"))

    def close(self) -> None:
        pass


def look_on(box: Box, frames: int = 40) -> None:
    """Wait until the table has looked at `frames` more frames of `box`."""
    last = box.number + frames
    until(lambda: box.number >= last)


@pytest.fixture
def build(build: Callable[..., Any], reader: Any) -> Callable[..., Any]:
    return partial(build, READ=reader)


def test_a_demo_game_plays_by_itself_from_the_picture(build: Any, reader: Any) -> None:
    reader.says = ROLL
    app = build(SOURCE=Box(), DEMO=True, PACE=0.02)
    session = app.extensions["server"].session
    assert session.table.demo

    def watched() -> list[RollTaken]:
        """The rolls that came from the picture: not every throw of this poor stand-in is seen as one."""
        found = [
            table.last_event
            for table in session.timeline.moments()
            if isinstance(table.last_event, RollTaken)
        ]
        return [event for event in found if event.source == "camera"]

    until(lambda: watched() and session.table.turns)
    assert watched()[0].roll == ROLL and len(watched()[0].photo.dice) == 6
    client = app.test_client()
    page = client.get("/").text
    assert "This is a demo." in page and 'name="mark"' not in page
    refused = client.post(
        "/mark", data={"player": "Ada", "mark": "-"}, headers={"Accept": "application/json"}
    )
    assert refused.get_json()["error"]["code"] == "demo"


def test_dice_that_the_demo_cannot_read_are_said_by_it(build: Any, reader: Any) -> None:
    reader.says = "w1? w2 r3 y4 g5 b6"
    app = build(SOURCE=Box(), DEMO=True, PACE=0.02)
    session = app.extensions["server"].session
    until(lambda: session.table.turns)
    assert str(session.table.turns[0].roll) == "w1 w2 r3 y4 g5 b6"


def test_people_take_over_and_the_demo_stops(
    build: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.says = ROLL
    app = build(SOURCE=Box(), DEMO=True, PACE=0.02)
    session = app.extensions["server"].session
    until(lambda: session.table.position.phase in ("white", "colour"))
    answer = app.test_client().post("/take-over", headers={"Accept": "application/json"})
    assert answer.status_code == 200 and not session.table.demo
    number, pauses = session.number, []
    demo = app.extensions["server"].demo
    pause = demo._pause
    monkeypatch.setattr(demo, "_pause", lambda seconds: pauses.append(seconds) or pause(seconds))
    until(lambda: len(pauses) >= 10)
    assert session.number == number, "nobody plays for people"


def test_own_players_throw_the_pretend_dice(build: Any, reader: Any) -> None:
    reader.says = ROLL
    box = Box()
    app = build(SOURCE=box, DEMO=True, PACE=0.02)
    client, session = app.test_client(), app.extensions["server"].session
    client.post("/begin", data={"player": ["Ann"]}, headers={"Accept": "application/json"})
    look_on(box)
    assert session.table.position.phase == "roll", "no dice before anyone throws"
    assert "Throw the pretend dice" in client.get("/").text

    def thrown() -> bool:
        """Throw; not every throw of this poor stand-in is seen as one, so perhaps once more."""
        assert client.post("/throw", headers={"Accept": "application/json"}).status_code == 200
        until(lambda: not box.moving)
        look_on(box)
        return bool(session.table.position.phase == "white")

    until(thrown)
    assert str(session.table.position.roll) == ROLL
    again = client.post("/throw", headers={"Accept": "application/json"})
    assert again.get_json()["error"]["code"] == "no-throw"


class Camera:
    """A real camera: it throws nothing by itself."""

    name = "camera"

    def __init__(self) -> None:
        self.box = Box()
        self.latest, self.status, self.close = self.box.latest, self.box.status, self.box.close


def test_pretend_dice_that_give_no_roll_say_so_until_one_has_come(
    build: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box()
    app = build(SOURCE=box, DEMO=True, PACE=0.02)
    reader.says = ""  # as if dice of another game lay there
    client, session = app.test_client(), app.extensions["server"].session
    client.post("/begin", data={"player": ["Ann"], "first": "1", "source": "demo"})
    assert "have given no roll" not in client.get("/").text
    monkeypatch.setattr(owed_roll, "MAX_SECONDS", 0.2)
    until(lambda: client.post("/throw", headers={"Accept": "application/json"}).status_code == 200)
    until(lambda: "The pretend dice have given no roll for ten seconds" in client.get("/").text)
    values = {"w1": 1, "w2": 2, "red": 3, "yellow": 4, "green": 5, "blue": 6}
    client.post("/roll", data={key: str(value) for key, value in values.items()})
    assert session.table.position.phase == "white"
    until(lambda: "have given no roll" not in client.get("/").text)


def test_the_card_game_has_no_pretend_dice(build: Any, reader: Any) -> None:
    reader.says = ROLL
    box = Box()
    app = build(SOURCE=box, DEMO=True, PACE=0.02)
    client, session = app.test_client(), app.extensions["server"].session
    client.post("/begin", data={"player": ["Ann"], "first": "1", "game": "cards", "source": "demo"})
    page = client.get("/").text
    assert "pretend dice" not in page and "Calibrate these dice" not in page and "data-camera" not in page
    before = box.throws
    for address in ("/throw", "/look"):
        assert client.post(address, headers={"Accept": "application/json"}).status_code >= 400
    assert box.throws == before
    box.throw(("white",))  # and what rolls before the camera is nobody's roll
    until(lambda: not box.moving)
    look_on(box)
    assert session.table.position.phase == "roll" and session.table.pending_roll is None


def test_a_camera_gives_the_roll_and_can_be_asked_as_the_dice_lie(build: Any, reader: Any) -> None:
    reader.says = ROLL
    camera = Camera()
    app = build(SOURCE=camera)
    client, session = app.test_client(), app.extensions["server"].session
    assert app.extensions["server"].session.table is None, "no demo beside a camera"
    client.post("/begin", data={"player": ["Ann"]}, headers={"Accept": "application/json"})
    until(lambda: session.table.position.phase == "white")
    frame = client.get("/camera/frame?after=0")
    assert frame.mimetype == "image/jpeg" and int(frame.headers["X-Frame"]) > 0
    client.post("/undo", headers={"Accept": "application/json"})
    look_on(camera.box)
    assert session.table.position.phase == "roll", "dice that lie on give no second roll"
    reader.says = "w6 w1 r3 y2 g6 b5"
    assert client.post("/look", headers={"Accept": "application/json"}).status_code == 200
    assert str(session.table.position.roll) == "w6 w1 r3 y2 g6 b5"


def test_a_reader_that_fails_does_not_end_the_watch(build: Any, caplog: pytest.LogCaptureFixture) -> None:
    def read(*_: Any, **__: Any) -> Reading:
        raise ValueError("the network is on fire")

    app = build(SOURCE=Camera(), READ=read)
    app.test_client().post("/begin", data={"player": ["Ann"]}, headers={"Accept": "application/json"})
    until(lambda: "the network is on fire" in caplog.text)
    assert app.extensions["server"].watcher.watching


def test_a_camera_that_is_not_there_gives_no_picture(build: Any) -> None:
    client = build().test_client()
    assert client.get("/camera/frame").status_code == 204
    client.post("/begin", data={"player": ["Ann"]}, headers={"Accept": "application/json"})
    answer = client.post("/look", headers={"Accept": "application/json"})
    assert answer.get_json()["error"]["code"] == "no-camera"


def demo_table(roll: str) -> Table:
    return reduce(begin(GameBegun("classic", ("Ada", "Blas"), demo=True)), RollTaken(roll, "tapped"))


def test_a_demo_player_skips_few_cells() -> None:
    table = demo_table("w1 w1 r6 y6 g6 b6")
    assert str(choose_mark(table, "Blas")) in ("a2", "b2")
    assert str(choose_mark(demo_table("w4 w3 r6 y6 g6 b6"), "Blas")) == "-"


def test_a_demo_player_always_chooses_what_is_legal() -> None:
    table = demo_table("w1 w2 r6 y6 g6 b6")
    for player in ("Ada", "Blas"):
        assert choose_mark(table, player) in table.game.moves(table.position, player)


def test_only_a_demo_is_taken_over(build: Any) -> None:
    client = build().test_client()
    client.post("/begin", data={"player": ["Ann"]}, headers={"Accept": "application/json"})
    answer = client.post("/take-over", headers={"Accept": "application/json"})
    assert answer.get_json()["error"]["code"] == "not-demo"
    assert reduce(demo_table(ROLL), DemoTakenOver()).demo is False


def test_a_demo_that_was_cut_short_does_not_come_back_without_it(build: Any, reader: Any) -> None:
    reader.says = ROLL
    app = build(SOURCE=Box(), DEMO=True, PACE=0.02)
    until(lambda: app.extensions["server"].session.table.current_roll)
    close(app)
    assert build().test_client().get("/").location == "/welcome"
