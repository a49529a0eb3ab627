"""What watches the dice is chosen on the page where a game begins."""

import re
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from companion.web.app import close
from companion.web.camera import sources
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import JSON
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
    """The cameras that are plugged in, and what was opened."""

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
def build(build: Callable[..., Any], reader: Any, machine: Machine) -> Callable[..., Any]:
    return partial(build, READ=reader)


def offered(page: str) -> list[tuple[str, bool]]:
    """Return the texts of the choices, and True for the selected one."""
    part = re.search(r'<select class="field" name="source">(.*?)</select>', page, re.DOTALL)
    assert part is not None
    options = re.findall(r"<option value=\"[^\"]*\"( selected)?>([^<]*)</option>", part[1])
    return [(text, bool(chosen)) for chosen, text in options]


def begin(app: Any, source: str, *names: str, **more: str) -> Any:
    data = {"player": list(names or ("Ann",)), "first": "1", "source": source, **more}
    return app.test_client().post("/begin", data=data)


def watcher(app: Any) -> Any:
    return app.extensions["server"].watcher


NOTHING = "Nothing: send photos from a phone, or tap the dice in"
PRETEND = "Pretend dice, thrown by this program"


def test_without_a_camera_the_page_says_so_and_asks_the_devices_once(build: Any, machine: Machine) -> None:
    machine.cameras = ()
    client = build().test_client()
    assert machine.listed == 0, "only the page asks"
    for _ in range(3):
        page = client.get("/new").text
        assert offered(page) == [(NOTHING, False), (PRETEND, False)] and "none is plugged in" in page
    assert machine.listed == 1


def test_cameras_that_cannot_be_listed_keep_nobody_from_playing(
    build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> tuple[Camera, ...]:
        raise TypeError("no name")

    monkeypatch.setattr(capture, "cameras", fails)
    app = build()
    assert offered(app.test_client().get("/new").text) == [(NOTHING, False), (PRETEND, False)]
    assert begin(app, "none").location == "/"


def test_cameras_of_one_name_are_told_apart(build: Any, machine: Machine) -> None:
    machine.cameras = (IR, Camera(4, "Twin", 0))
    app = build()
    cameras = offered(app.test_client().get("/new").text)[2:]
    assert [text for text, _ in cameras] == ["Camera: Twin (2)", "Camera: Twin (4)"]
    begin(app, "camera 4 Twin")
    assert machine.opened[0][0] == "4"


def test_the_chosen_camera_is_watched_and_stays_chosen(build: Any, machine: Machine) -> None:
    app = build()
    assert begin(app, "camera 0 HD <Webcam>").location == "/"
    (spec, source), *others = machine.opened
    assert spec == "0" and not others and watcher(app).source is source
    client = app.test_client()
    page = client.get("/").text
    assert 'id="camera"' in page and "Read the dice as they lie" in page
    assert client.get("/camera/frame?after=0").mimetype == "image/jpeg"
    number = source.number
    until(lambda: source.number > number + 2, "nobody looks")
    assert offered(client.get("/new").text)[2] == ("Camera: HD &lt;Webcam&gt;", True)
    begin(app, "camera 0 HD <Webcam>", "Ben")
    assert len(machine.opened) == 1 and not source.closed, "what is watched is not opened again"
    source.has_ended = True
    begin(app, "camera 0 HD <Webcam>", "Ben")
    assert len(machine.opened) == 2 and source.closed, "what has ended is"


def test_nothing_chosen_nothing_watched(build: Any, machine: Machine) -> None:
    app = build()
    begin(app, "camera 0 HD <Webcam>")
    source = machine.opened[0][1]
    assert watcher(app).watching
    begin(app, "none")
    assert source.closed == 1 and not watcher(app).watching and watcher(app).source is None
    client = app.test_client()
    page = client.get("/").text
    assert 'id="camera"' not in page and "Read the dice as they lie" not in page
    assert client.get("/camera/frame").status_code == 204
    assert offered(client.get("/new").text)[0][0] == NOTHING
    assert not any(selected for _, selected in offered(client.get("/new").text))


def test_a_camera_that_cannot_be_opened_is_one_sentence_and_nothing_is_lost(
    build: Any, machine: Machine
) -> None:
    given = Plug("table.mp4")
    app = build(SOURCE=given, CAMERA="table.mp4")
    begin(app, "given", "Old")
    number, machine.broken = app.extensions["server"].session.number, True
    answer = begin(app, "camera 0 HD <Webcam>", "Ann", "", "B & B", first="3", game="mixx-b")
    assert answer.status_code == 422
    page = answer.text
    assert 'role="alert">No picture from HD &lt;Webcam&gt;; plug it in, close other programs' in page
    assert re.findall(r'name="player".*?value="(.*?)"', page)[:4] == ["Ann", "", "B &amp; B", ""]
    assert '<option value="3" data-chair="2" selected>' in page
    assert re.search(r'name="game" value="mixx-b" checked', page)
    assert ("Camera: HD &lt;Webcam&gt;", True) in offered(page)
    assert watcher(app).source is given and not given.closed
    session = app.extensions["server"].session
    assert session.number == number and session.table.game.players == ("Old",), "no game has begun"
    machine.broken = False
    assert begin(app, "camera 0 HD <Webcam>").location == "/" and given.closed == 1


def test_only_what_is_offered_is_opened(build: Any, machine: Machine) -> None:
    app = build()
    for key in ("given", "demo", "/etc/passwd", "rtsp://192.0.2.1/x", "camera 7 Gone", "camera", ""):
        answer = app.test_client().post("/begin", data={"player": "Ann", "source": key}, headers=JSON)
        error = answer.get_json()["error"]
        assert answer.status_code == 422 and error["code"] == "no-camera", key
        assert error["text"].startswith("No picture from Gone;") == (key == "camera 7 Gone")
    assert not machine.opened and app.extensions["server"].session.table is None


def test_only_who_sits_at_this_computer_switches_a_camera_on(build: Any, machine: Machine) -> None:
    app = build()
    phone = app.test_client()
    phone.environ_base["REMOTE_ADDR"] = "192.168.7.9"
    server = app.extensions["server"]
    phone.set_cookie("seat", server.seats.give("table"))  # it may do what the table may
    assert '<select class="field" name="source">' not in phone.get("/new").text
    answer = phone.post("/begin", data={"player": "Ann", "first": "1", "source": "camera 0 HD <Webcam>"})
    assert answer.location == "/", "the game begins"
    assert not machine.opened and watcher(app).source is None
    begin(app, "camera 0 HD <Webcam>")
    assert len(machine.opened) == 1


@pytest.mark.parametrize("spec", ["0", "webcam"])
def test_a_camera_named_at_the_start_is_preselected_and_goes_on(
    build: Any, machine: Machine, spec: str
) -> None:
    given = Plug(HD.name)
    machine.cameras = (IR, HD)
    app = build(SOURCE=given, CAMERA=spec)
    begin(app, "camera 0 HD <Webcam>")
    assert watcher(app).source is given and not machine.opened
    assert offered(app.test_client().get("/new").text) == [
        (NOTHING, False),
        (PRETEND, False),
        ("Camera: Twin", False),
        ("Camera: HD &lt;Webcam&gt;", True),
    ]


def test_a_video_named_at_the_start_stays_on_offer(build: Any, machine: Machine) -> None:
    app = build(SOURCE=Plug("table.mp4"), CAMERA="table.mp4")
    assert ("Camera: table.mp4", True) in offered(app.test_client().get("/new").text)
    begin(app, "none")
    assert ("Camera: table.mp4", False) in offered(app.test_client().get("/new").text)
    begin(app, "given")
    assert [spec for spec, _ in machine.opened] == ["table.mp4"]


def test_a_camera_that_was_unplugged_is_still_the_one_that_is_watched(
    build: Any, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "LIST_SECONDS", 0.0)
    app = build()
    begin(app, "camera 0 HD <Webcam>")
    machine.cameras = ()
    assert ("Camera: opened 0", True) in offered(app.test_client().get("/new").text)


def test_the_demos_source_is_left_and_comes_back_with_the_demo(build: Any, machine: Machine) -> None:
    app = build(SOURCE=Pretend("demo"), CAMERA="demo", DEMO=True, PACE=0.02)
    client = app.test_client()
    assert (PRETEND, False) in offered(client.get("/new").text)  # who begins a game has dice of their own
    assert "Show the camera your dice" not in client.get("/new").text
    begin(app, "camera 0 HD <Webcam>")
    assert "Show the camera your dice" in client.get("/new").text
    assert (PRETEND, False) in offered(client.get("/new").text)
    assert client.post("/demo", headers=JSON).status_code == 200
    assert watcher(app).source is machine.opened[-1][1] and machine.opened[-1][0] == "demo"
    assert machine.opened[0][1].closed == 1
    for chosen in ("demo", "pretend"):
        client.post("/demo", headers=JSON)
        begin(app, chosen)
        assert watcher(app).source is None, "people's dice are not recorded"
    assert "Throw the dice" in client.get("/").text
    assert (PRETEND, True) in offered(client.get("/new").text)


def test_one_thread_looks_however_often_the_source_changes(build: Any) -> None:
    app = build()
    before = sum(thread.name == "dice watcher" for thread in threading.enumerate())
    for key in ("camera 0 HD <Webcam>", "none", "camera 0 HD <Webcam>", "none", "camera 0 HD <Webcam>"):
        begin(app, key)
    assert sum(thread.name == "dice watcher" for thread in threading.enumerate()) == before + 1


def test_restart_watches_the_selected_source_again(build: Any, machine: Machine) -> None:
    app = build()
    app.extensions["server"].sources.choose("camera 0 HD <Webcam>")

    def chosen(*, recall: bool) -> str:
        """Return the source that is watched after a restart."""
        nonlocal app
        close(app)
        app = build(RECALL=recall)
        return str(app.extensions["server"].sources.chosen)

    assert chosen(recall=True) == "camera 0 HD <Webcam>" and machine.opened[-1][0] == "0"
    assert chosen(recall=False) == "none", "what is named at the start goes before it"
    machine.cameras = ()
    assert chosen(recall=True) == "none", "a camera that is not there any more keeps nobody from playing"
