"""Tests the choice, on the page for a new game, of the camera or video that watches the dice."""

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from markupsafe import escape

from companion.web.app import close
from companion.web.camera import sources
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import Actor, Phone
from tests.waiting import until
from vision.frames import capture
from vision.frames.capture import Camera, CameraError

HD, IR = Camera(0, "HD <Webcam>", 0), Camera(2, "Twin", 0)


class Pretend(Plug):
    """A source that can throw dice."""

    truth = None
    throws = 1

    def throw(self, colours: Any, sides: int) -> bool:
        return True


class Machine:
    """Stands in for the computer's cameras; counts listings and records which sources are opened."""

    def __init__(self) -> None:
        self.cameras: tuple[Camera, ...] = (HD,)
        self.listed, self.opened, self.broken = 0, [], False  # type: ignore[var-annotated]

    def list(self) -> tuple[Camera, ...]:
        self.listed += 1
        return self.cameras

    def open(self, spec: str | int = "") -> Plug:
        if self.broken:
            raise CameraError("It is dark in here.")
        self.opened.append((spec, Pretend("demo") if spec == "demo" else Plug(f"opened {spec}")))
        return self.opened[-1][1]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine()
    monkeypatch.setattr(capture, "cameras", machine.list)
    monkeypatch.setattr(sources, "open_source", machine.open)
    return machine


@pytest.fixture
def settings(settings: dict[str, Any], machine: Machine) -> dict[str, Any]:
    return settings


@pytest.fixture
def opened(build: Any, settings: dict[str, Any]) -> Callable[..., Actor]:
    """Return a function that opens a table with `settings` and its own keyword arguments."""
    return lambda **more: Actor(build(**settings, **more))


def offered(table: Actor) -> list[tuple[str, bool]]:
    """Return the texts of the choices for a new game, and True for the selected one."""
    page = table.client.get("/new").text
    part = re.search(r'<select class="field" name="source">(.*?)</select>', page, re.DOTALL)
    assert part is not None
    options = re.findall(r"<option value=\"[^\"]*\"( selected)?>([^<]*)</option>", part[1])
    return [(text, bool(chosen)) for chosen, text in options]


def begin(table: Actor, source: str, *names: str, **more: str) -> Any:
    data = {"player": list(names or ("Ann",)), "first": "1", "source": source, **more}
    return table.client.post("/begin", data=data)


WEBCAM = "camera 0 HD <Webcam>"
NOTHING = "Nothing: send photos from a phone, or tap the dice in"
PRETEND = "Pretend dice, thrown by this program"


def test_without_a_camera_the_page_says_so_and_asks_the_devices_once(table: Actor, machine: Machine) -> None:
    machine.cameras = ()
    assert machine.listed == 0, "only the page asks"
    for _ in range(3):
        assert offered(table) == [(NOTHING, False), (PRETEND, False)]
    assert machine.listed == 1 and "none is plugged in" in table.client.get("/new").text


def test_cameras_that_cannot_be_listed_keep_nobody_from_playing(
    table: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> tuple[Camera, ...]:
        raise TypeError("no name")

    monkeypatch.setattr(capture, "cameras", fails)
    assert offered(table) == [(NOTHING, False), (PRETEND, False)]
    assert begin(table, "none").location == "/"


def test_cameras_of_one_name_are_told_apart(table: Actor, machine: Machine) -> None:
    machine.cameras = (IR, Camera(4, "Twin", 0))
    assert [text for text, _ in offered(table)[2:]] == ["Camera: Twin (2)", "Camera: Twin (4)"]
    begin(table, "camera 4 Twin")
    assert machine.opened[0][0] == "4"


def test_the_chosen_camera_is_watched_and_stays_chosen(table: Actor, machine: Machine) -> None:
    assert begin(table, WEBCAM).location == "/"
    (spec, source), *others = machine.opened
    assert spec == "0" and not others and table.server.watcher.source is source
    page = table.page()
    assert 'id="camera"' in page and "Read the dice as they lie" in page
    frame = table.client.get("/camera/frame?after=0")
    assert frame.mimetype == "image/jpeg" and int(frame.headers["X-Frame"]) > 0
    number = source.number
    until(lambda: source.number > number + 2, "nobody looks")
    assert offered(table)[2] == ("Camera: HD &lt;Webcam&gt;", True)
    begin(table, WEBCAM, "Ben")
    assert len(machine.opened) == 1 and not source.closed, "what is watched is not opened again"
    source.has_ended = True
    begin(table, WEBCAM, "Ben")
    assert len(machine.opened) == 2 and source.closed, "what has ended is"


def test_nothing_chosen_nothing_watched(table: Actor, machine: Machine) -> None:
    begin(table, WEBCAM)
    source, watcher = machine.opened[0][1], table.server.watcher
    assert watcher.watching
    begin(table, "none")
    assert source.closed == 1 and not watcher.watching and watcher.source is None
    page = table.page()
    assert 'id="camera"' not in page and "Read the dice as they lie" not in page
    assert table.client.get("/camera/frame").status_code == 204
    assert offered(table)[0][0] == NOTHING and not any(selected for _, selected in offered(table))


def test_a_camera_that_cannot_be_opened_is_one_sentence_and_nothing_is_lost(
    opened: Callable[..., Actor], machine: Machine
) -> None:
    given = Plug("table.mp4")
    table = opened(SOURCE=given, CAMERA="table.mp4")
    begin(table, "given", "Old")
    number, machine.broken = table.server.session.number, True
    answer = begin(table, WEBCAM, "Ann", "", "B & B", first="3", game="mixx-b")
    assert answer.status_code == 422
    page = answer.text
    assert 'role="alert">No picture from HD &lt;Webcam&gt;; plug it in, close other programs' in page
    assert re.findall(r'name="player".*?value="(.*?)"', page)[:4] == ["Ann", "", "B &amp; B", ""]
    assert '<option value="3" data-chair="2" selected>' in page
    assert re.search(r'name="game" value="mixx-b" checked', page)
    assert f'<option value="{escape(WEBCAM)}" selected>' in page
    assert table.server.watcher.source is given and not given.closed
    assert table.server.session.number == number, "no game has begun"
    machine.broken = False
    assert begin(table, WEBCAM).location == "/" and given.closed == 1


def test_only_what_is_offered_is_opened(table: Actor, machine: Machine) -> None:
    for key in ("given", "demo", "/etc/passwd", "rtsp://192.0.2.1/x", "camera 7 Gone", "camera", ""):
        answer = table.post("/begin", player="Ann", source=key)
        error = answer.get_json()["error"]
        assert answer.status_code == 422 and error["code"] == "no-camera", key
        assert error["text"].startswith("No picture from Gone;") == (key == "camera 7 Gone")
    assert not machine.opened and table.server.session.table is None


def test_only_who_sits_at_this_computer_switches_a_camera_on(table: Actor, machine: Machine) -> None:
    phone = Phone(table.app)
    phone.client.set_cookie("seat", table.server.seats.give("table"))  # it may do what the table may
    assert '<select class="field" name="source">' not in phone.get("/new").text
    answer = phone.post("/begin", player="Ann", first="1", source=WEBCAM)
    assert answer.get_json() == {"go": "/"}, "the game begins"
    assert not machine.opened and table.server.watcher.source is None
    begin(table, WEBCAM)
    assert len(machine.opened) == 1


@pytest.mark.parametrize("spec", ["0", "webcam"])
def test_a_camera_named_at_the_start_is_preselected_and_goes_on(
    opened: Callable[..., Actor], machine: Machine, spec: str
) -> None:
    given = Plug(HD.name)
    machine.cameras = (IR, HD)
    table = opened(SOURCE=given, CAMERA=spec)
    begin(table, WEBCAM)
    assert table.server.watcher.source is given and not machine.opened
    cameras = [("Camera: Twin", False), ("Camera: HD &lt;Webcam&gt;", True)]
    assert offered(table) == [(NOTHING, False), (PRETEND, False), *cameras]


def test_a_video_named_at_the_start_stays_on_offer(opened: Callable[..., Actor], machine: Machine) -> None:
    table = opened(SOURCE=Plug("table.mp4"), CAMERA="table.mp4")
    assert ("Camera: table.mp4", True) in offered(table)
    begin(table, "none")
    assert ("Camera: table.mp4", False) in offered(table)
    begin(table, "given")
    assert [spec for spec, _ in machine.opened] == ["table.mp4"]


def test_a_camera_that_was_unplugged_is_still_the_one_that_is_watched(
    table: Actor, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "LIST_SECONDS", 0.0)
    begin(table, WEBCAM)
    machine.cameras = ()
    assert ("Camera: opened 0", True) in offered(table)


def test_the_demos_source_is_left_and_comes_back_with_the_demo(
    opened: Callable[..., Actor], machine: Machine
) -> None:
    table = opened(SOURCE=Pretend("demo"), CAMERA="demo", DEMO=True, PACE=0.02)
    assert (PRETEND, False) in offered(table)  # who begins a game has dice of their own
    assert "Show the camera your dice" not in table.client.get("/new").text
    begin(table, WEBCAM)
    assert "Show the camera your dice" in table.client.get("/new").text
    assert (PRETEND, False) in offered(table)
    table.ok("/demo")
    assert table.server.watcher.source is machine.opened[-1][1] and machine.opened[-1][0] == "demo"
    assert machine.opened[0][1].closed == 1
    for chosen in ("demo", "pretend"):
        table.ok("/demo")
        begin(table, chosen)
        assert table.server.watcher.source is None, "people's dice are not recorded"
    assert "Throw the dice" in table.page()
    assert (PRETEND, True) in offered(table)


def test_one_thread_looks_however_often_the_source_changes(table: Actor) -> None:
    before = sum(thread.name == "dice watcher" for thread in threading.enumerate())
    for key in (WEBCAM, "none", WEBCAM, "none", WEBCAM):
        begin(table, key)
    assert sum(thread.name == "dice watcher" for thread in threading.enumerate()) == before + 1


def test_restart_watches_the_selected_source_again(opened: Callable[..., Actor], machine: Machine) -> None:
    table = opened()
    table.server.sources.choose(WEBCAM)

    def chosen(*, recall: bool) -> str:
        """Return the source that is watched after a restart."""
        nonlocal table
        close(table.app)
        table = opened(RECALL=recall)
        return table.server.sources.chosen

    assert chosen(recall=True) == WEBCAM and machine.opened[-1][0] == "0"
    assert chosen(recall=False) == "none", "what is named at the start goes before it"
    machine.cameras = ()
    assert chosen(recall=True) == "none", "a camera that is not there any more keeps nobody from playing"
