"""The demo plays by itself: it throws dice, reads them and marks cells. A real camera also yields rolls."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest

from companion.table.events import GameBegun, RollTaken
from companion.table.reducer import begin, reduce
from companion.table.state import Table
from companion.web.app import close
from companion.web.camera import demo
from companion.web.camera.demo import choose_mark
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import ROLL, Actor
from tests.waiting import one_frame_later, until
from vision.frames.image import Image
from vision.frames.source import Frame
from vision.reading import Reading


class DiceCamera(Plug):
    """A stand-in for a camera over dice. The pictures show no dice; `truth` holds the colours and values.
    After a throw, the picture keeps changing for at least 0.3 seconds and eight frames."""

    def __init__(self) -> None:
        super().__init__("dice")
        self.begun, self.until, self.chance = 1, 0.0, np.random.default_rng(1)
        self.shaken, self.broken = 0, False
        self.still = self.scene()
        self.truth: tuple[tuple[str, int], ...] | None = None

    def scene(self) -> Image:
        """Return a picture of a grey table; one corner has light and dark patches, different each time."""
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


def look_on(camera: Plug, frames: int = 40) -> None:
    """Wait until the table has looked at `frames` more frames of `camera`."""
    last = camera.number + frames
    until(lambda: camera.number >= last)


@pytest.fixture
def opened(build: Any, reader: Any) -> Callable[[DiceCamera], Actor]:
    """Return a function that opens a demo table with a source; its reader always sees ROLL."""
    reader.says = ROLL
    return lambda camera: Actor(build(SOURCE=camera, READ=reader, DEMO=True, PACE=0.02))


@pytest.fixture
def watched(opened: Callable[[DiceCamera], Actor]) -> Iterator[Callable[[DiceCamera], Actor]]:
    """Yield a function that opens a demo table, as `opened` does, with a viewer until the test ends."""
    with ExitStack() as looks:

        def watched(camera: DiceCamera) -> Actor:
            table = opened(camera)
            looks.enter_context(table.server.session.viewed())
            return table

        yield watched


def a_while() -> None:
    """Wait for 200 frames: long enough for a running demo to throw several times."""
    for _ in range(200):
        one_frame_later()


def rolls_of(table: Actor) -> list[RollTaken]:
    """Return all rolls of the game, in order."""
    timeline = table.server.session.timeline
    assert timeline is not None
    return [each.last_event for each in timeline.moments() if isinstance(each.last_event, RollTaken)]


def is_idle(table: Actor, camera: DiceCamera) -> bool:
    """Return True if nothing happens for a while, and nobody looks at the camera."""
    before = table.server.session.number, camera.number
    a_while()
    return before == (table.server.session.number, camera.number)


def test_a_demo_game_plays_by_itself_from_the_picture(watched: Any) -> None:
    table = watched(DiceCamera())
    assert table.table.demo

    def seen() -> list[RollTaken]:
        """Return the rolls that were read from the camera. The demo enters other throws as if tapped."""
        return [event for event in rolls_of(table) if event.source == "camera"]

    until(lambda: seen() and table.table.turns)
    first = seen()[0]
    assert first.roll == ROLL and first.photo is not None and len(first.photo.dice) == 6
    page = table.client.get("/demo").text
    assert "This is a demo." in page and 'name="mark"' not in page
    assert table.post("/mark", player="Ada", mark="-").get_json()["error"]["code"] == "demo"


def test_nothing_runs_while_nobody_looks(opened: Any) -> None:
    camera = DiceCamera()
    table = opened(camera)
    a_while()
    assert camera.number == 0 and table.table.demo and not rolls_of(table)
    with table.server.session.viewed():
        until(lambda: table.table.turns)
    until(lambda: table.table.position.phase == "white", "the throw under way is read to its end")
    a_while()
    assert is_idle(table, camera)


def test_a_late_throw_is_waited_for_and_never_thrown_again(
    watched: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "MAX_READING_SECONDS", 0.2)

    class LateDiceCamera(DiceCamera):
        """A camera whose picture never stops changing, and whose `truth` stays None after a throw."""

        thrown = 0

        def throw(self, colours: Sequence[str], sides: int) -> bool:
            self.thrown += 1
            super().throw(colours, sides)
            self.lying, self.truth = self.truth, None
            return True

        def latest(self) -> Frame:
            self.until = time.monotonic() + 1
            return super().latest()

    reader.says, camera = "", LateDiceCamera()
    table = watched(camera)
    until(lambda: camera.thrown)
    look_on(camera, 60)
    assert camera.thrown == 1 and table.table.position.phase == "roll"
    camera.truth = camera.lying  # they lie, and nobody can read them
    until(lambda: rolls_of(table))
    assert [(event.roll, event.source) for event in rolls_of(table)] == [("w1 w2 r3 y4 g5 b6", "tapped")]
    assert camera.thrown == 1


def test_dice_of_which_no_throw_is_recorded_are_thrown_by_the_page(watched: Any, reader: Any) -> None:
    reader.says, camera = "", DiceCamera()
    camera.broken = True
    table = watched(camera)
    until(lambda: rolls_of(table))
    assert rolls_of(table)[0].source == "thrown"


def test_people_take_over_and_the_page_throws_their_dice(watched: Any) -> None:
    camera = DiceCamera()
    table = watched(camera)
    until(lambda: table.table.position.phase in ("white", "colour"))
    table.ok("/take-over")
    assert not table.table.demo
    while table.table.position.phase != "roll":
        table.join(table.table.game.waiting(table.table.position)[0]).marks("-")
    a_while()
    assert is_idle(table, camera), "nobody plays for people"
    number = camera.number
    assert "Throw the dice" in table.page()
    table.ok("/throw", number=table.server.session.number)
    assert table.table.current_roll.source == "thrown" and camera.number == number


@pytest.mark.parametrize("game", ["classic", "cards"])
def test_the_demos_dice_are_not_those_of_people(opened: Any, game: str) -> None:
    camera = DiceCamera()
    table = opened(camera)
    table.server.session.dispatch(GameBegun(game, ("Ann",)))  # as a phone begins one
    page = table.client.get("/demo").text
    assert "Throw the dice" not in page and "Calibrate these dice" not in page and "data-camera" not in page
    assert table.post("/throw").get_json()["error"]["code"] == "no-throw"
    with table.server.session.viewed():
        a_while()
    assert camera.number == 0 and table.table.position.phase == "roll"


def test_a_camera_gives_the_roll_and_can_be_asked_as_the_dice_lie(build: Any, reader: Any) -> None:
    reader.says, camera = ROLL, Plug()
    table = Actor(build(SOURCE=camera, READ=reader))
    assert table.server.session.table is None, "no demo beside a camera"
    table.begin("Ann")
    until(lambda: table.table.position.phase == "white")
    table.ok("/undo")
    look_on(camera)
    assert table.table.position.phase == "roll", "dice that lie on give no second roll"
    reader.says = "w6 w1 r3 y2 g6 b5"
    table.ok("/look")
    assert str(table.table.position.roll) == "w6 w1 r3 y2 g6 b5"


def test_a_reader_that_fails_does_not_end_the_watch(build: Any, caplog: pytest.LogCaptureFixture) -> None:
    def read(*_: Any, **__: Any) -> Reading:
        raise ValueError("the network is on fire")

    table = Actor(build(SOURCE=Plug(), READ=read)).begin("Ann")
    until(lambda: "the network is on fire" in caplog.text)
    assert table.server.watcher.watching


def demo_table(roll: str) -> Table:
    return reduce(begin(GameBegun("classic", ("Ada", "Blas"), demo=True)), RollTaken(roll, "tapped"))


def test_a_demo_player_skips_few_cells() -> None:
    assert str(choose_mark(demo_table("w1 w1 r6 y6 g6 b6"), "Blas")) in ("a2", "b2")
    assert str(choose_mark(demo_table("w4 w3 r6 y6 g6 b6"), "Blas")) == "-"


def test_a_demo_that_was_cut_short_does_not_come_back_without_it(watched: Any, build: Any) -> None:
    table = watched(DiceCamera())
    until(lambda: table.table.current_roll)
    close(table.app)
    assert build().test_client().get("/").location == "/new"
