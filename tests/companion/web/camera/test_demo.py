"""The demo, and the camera: frames in, rolls on the table, marks by made-up players."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np
import pytest

from companion.table.events import GameBegun, RollTaken
from companion.table.reducer import begin, reduce
from companion.table.state import Table
from companion.web.app import close
from companion.web.camera import demo
from companion.web.camera.demo import choose_mark
from sheets.language import Phrase
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import JSON, ROLL
from tests.waiting import one_frame_later, until
from vision.frames.image import Image
from vision.frames.source import Frame, Status
from vision.reading import Reading


class Box:
    """A table under a camera: what lies there is said, not seen; a throw shakes the picture for a moment, and
    for so many frames that a busy machine sees it too."""

    name = "box"

    def __init__(self) -> None:
        self.begun, self.number, self.until, self.chance = 1, 0, 0.0, np.random.default_rng(1)
        self.shaken, self.broken = 0, False
        self.still = self.scene()
        self.truth: tuple[tuple[str, int], ...] | None = None

    def scene(self) -> Image:
        """Return a grey table with patches of light and dark in one corner, different each time."""
        image = np.full((120, 160, 3), 110, np.uint8)
        image[:30, :60] = np.kron(self.chance.integers(20, 235, (3, 6, 3)), np.ones((10, 10, 1)))
        return image

    @property
    def throws(self) -> int:
        return self.begun - self.moving

    @property
    def moving(self) -> bool:
        return time.monotonic() < self.until or self.number < self.shaken

    def throw(self, colours: Sequence[str], sides: int) -> bool:
        if self.broken:
            return False
        self.truth = tuple((colour, 1 + index % 6) for index, colour in enumerate(colours))
        self.still = self.scene()
        self.until, self.shaken, self.begun = time.monotonic() + 0.3, self.number + 8, self.begun + 1
        return True

    def latest(self) -> Frame:
        self.number += 1
        image = self.scene() if self.moving else self.still
        return Frame(image, self.number, time.monotonic())

    def status(self) -> Status:
        return Status("live", Phrase("live"))

    def close(self) -> None:
        pass


def look_on(box: Box | Plug, frames: int = 40) -> None:
    """Wait until the table has looked at `frames` more frames of `box`."""
    last = box.number + frames
    until(lambda: box.number >= last)


@pytest.fixture
def build(build: Callable[..., Any], reader: Any) -> Callable[..., Any]:
    return partial(build, READ=reader)


@pytest.fixture
def watched(build: Callable[..., Any]) -> Iterator[Callable[[Any], Any]]:
    """Build an app that plays the demo from a source while someone looks."""
    with ExitStack() as looks:

        def built(source: Any) -> Any:
            app = build(SOURCE=source, DEMO=True, PACE=0.02)
            looks.enter_context(app.extensions["server"].session.viewed())
            return app

        yield built


def a_while() -> None:
    """Let the time pass in which a demo that played would throw several times."""
    for _ in range(200):
        one_frame_later()


def rolls_of(session: Any) -> list[RollTaken]:
    """Return all rolls of the game, in order."""
    return [
        table.last_event for table in session.timeline.moments() if isinstance(table.last_event, RollTaken)
    ]


def test_a_demo_game_plays_by_itself_from_the_picture(watched: Any, reader: Any) -> None:
    reader.says = ROLL
    app = watched(Box())
    session = app.extensions["server"].session
    assert session.table.demo

    def seen() -> list[RollTaken]:
        """Return the rolls from the picture: not every throw of this poor stand-in is seen as one."""
        return [event for event in rolls_of(session) if event.source == "camera"]

    until(lambda: seen() and session.table.turns)
    assert seen()[0].roll == ROLL and len(seen()[0].photo.dice) == 6
    client = app.test_client()
    page = client.get("/demo").text
    assert "This is a demo." in page and 'name="mark"' not in page
    refused = client.post("/mark", data={"player": "Ada", "mark": "-"}, headers=JSON)
    assert refused.get_json()["error"]["code"] == "demo"


def test_nothing_runs_while_nobody_looks(build: Any, reader: Any) -> None:
    reader.says = ROLL
    box = Box()
    session = build(SOURCE=box, DEMO=True, PACE=0.02).extensions["server"].session
    a_while()
    assert box.number == 0 and session.table.demo and not rolls_of(session)
    with session.viewed():
        until(lambda: session.table.turns)
    until(lambda: session.table.position.phase == "white", "the throw under way is read to its end")
    a_while()
    number, frames = session.number, box.number
    a_while()
    assert (session.number, box.number) == (number, frames)


def test_dice_that_the_demo_cannot_read_are_said_by_it(watched: Any, reader: Any) -> None:
    reader.says = "w1? w2 r3 y4 g5 b6"
    session = watched(Box()).extensions["server"].session
    until(lambda: session.table.turns)
    assert str(session.table.turns[0].roll) == "w1 w2 r3 y4 g5 b6"


def test_a_late_throw_is_waited_for_and_never_thrown_again(
    watched: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "MAX_READING_SECONDS", 0.2)

    class LateBox(Box):
        """Dice that stay in the air."""

        thrown = 0

        def throw(self, colours: Sequence[str], sides: int) -> bool:
            self.thrown += 1
            super().throw(colours, sides)
            self.lying, self.truth = self.truth, None
            return True

        def latest(self) -> Frame:
            self.until = time.monotonic() + 1
            return super().latest()

    box = LateBox()
    session = watched(box).extensions["server"].session
    until(lambda: box.thrown)
    look_on(box, 60)
    assert box.thrown == 1 and session.table.position.phase == "roll"
    box.truth = box.lying  # they lie, and nobody can read them
    until(lambda: rolls_of(session))
    assert [(event.roll, event.source) for event in rolls_of(session)] == [("w1 w2 r3 y4 g5 b6", "tapped")]
    assert box.thrown == 1


def test_dice_of_which_no_throw_is_recorded_are_thrown_by_the_page(watched: Any) -> None:
    box = Box()
    box.broken = True
    session = watched(box).extensions["server"].session
    until(lambda: rolls_of(session))
    assert rolls_of(session)[0].source == "thrown"


def test_people_take_over_and_the_page_throws_their_dice(watched: Any, reader: Any) -> None:
    reader.says = ROLL
    box = Box()
    app = watched(box)
    session = app.extensions["server"].session
    client = app.test_client()
    until(lambda: session.table.position.phase in ("white", "colour"))
    assert client.post("/take-over", headers=JSON).status_code == 200 and not session.table.demo
    while session.table.position.phase != "roll":
        player = session.table.game.waiting(session.table.position)[0]
        assert client.post("/mark", data={"player": player, "mark": "-"}, headers=JSON).status_code == 200
    a_while()
    number, frames = session.number, box.number
    a_while()
    assert (session.number, box.number) == (number, frames), "nobody plays for people"
    assert "Throw the dice" in client.get("/").text
    assert client.post("/throw", data={"number": str(number)}, headers=JSON).status_code == 200
    assert session.table.current_roll.source == "thrown" and box.number == frames


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_demos_dice_are_not_those_of_people(build: Any, reader: Any, game: str) -> None:
    reader.says = ROLL
    box = Box()
    app = build(SOURCE=box, DEMO=True, PACE=0.02)
    client, session = app.test_client(), app.extensions["server"].session
    session.dispatch(GameBegun(game, ("Ann",)))  # as a phone begins one
    page = client.get("/demo").text
    assert "Throw the dice" not in page and "Calibrate these dice" not in page and "data-camera" not in page
    assert client.post("/throw", headers=JSON).get_json()["error"]["code"] == "no-throw"
    with session.viewed():
        a_while()
    assert box.number == 0 and session.table.position.phase == "roll"


def test_a_camera_gives_the_roll_and_can_be_asked_as_the_dice_lie(build: Any, reader: Any) -> None:
    reader.says = ROLL
    camera = Plug()
    app = build(SOURCE=camera)
    client, session = app.test_client(), app.extensions["server"].session
    assert app.extensions["server"].session.table is None, "no demo beside a camera"
    client.post("/begin", data={"player": ["Ann"]}, headers=JSON)
    until(lambda: session.table.position.phase == "white")
    frame = client.get("/camera/frame?after=0")
    assert frame.mimetype == "image/jpeg" and int(frame.headers["X-Frame"]) > 0
    client.post("/undo", headers=JSON)
    look_on(camera)
    assert session.table.position.phase == "roll", "dice that lie on give no second roll"
    reader.says = "w6 w1 r3 y2 g6 b5"
    assert client.post("/look", headers=JSON).status_code == 200
    assert str(session.table.position.roll) == "w6 w1 r3 y2 g6 b5"


def test_a_reader_that_fails_does_not_end_the_watch(build: Any, caplog: pytest.LogCaptureFixture) -> None:
    def read(*_: Any, **__: Any) -> Reading:
        raise ValueError("the network is on fire")

    app = build(SOURCE=Plug(), READ=read)
    app.test_client().post("/begin", data={"player": ["Ann"]}, headers=JSON)
    until(lambda: "the network is on fire" in caplog.text)
    assert app.extensions["server"].watcher.watching


def demo_table(roll: str) -> Table:
    return reduce(begin(GameBegun("classic", ("Ada", "Blas"), demo=True)), RollTaken(roll, "tapped"))


def test_a_demo_player_skips_few_cells() -> None:
    table = demo_table("w1 w1 r6 y6 g6 b6")
    assert str(choose_mark(table, "Blas")) in ("a2", "b2")
    assert str(choose_mark(demo_table("w4 w3 r6 y6 g6 b6"), "Blas")) == "-"


def test_a_demo_that_was_cut_short_does_not_come_back_without_it(
    watched: Any, build: Any, reader: Any
) -> None:
    reader.says = ROLL
    app = watched(Box())
    until(lambda: app.extensions["server"].session.table.current_roll)
    close(app)
    assert build().test_client().get("/").location == "/new"
