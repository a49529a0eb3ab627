"""The dice are learnt on the page: by who sits there, once they are confirmed, and used from then on."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.storage.calibrations import Calibrations
from companion.table.events import GameBegun
from companion.web.camera.dice_reader import DiceReader
from sheets.language import Phrase
from tests.companion.web.conftest import JSON
from tests.vision.rendered import rendered
from vision import read
from vision.dice.calibrated_dice import CalibratedDice
from vision.frames.image import Image
from vision.frames.source import Frame, Status
from vision.reading import Reading

DICE = (("white", 4), ("white", 2), ("red", 3), ("yellow", 5), ("green", 6), ("blue", 1))


class Camera:
    """A camera that shows one picture after the other, as long as there are some."""

    name = "HD <Webcam>"

    def __init__(self, image: Image) -> None:
        self.image: Image | None = image
        self.number = 0

    def latest(self) -> Frame | None:
        if self.image is None:
            return None
        self.number += 1
        return Frame(self.image, self.number, time.monotonic())

    def status(self) -> Status:
        return Status("live" if self.image is not None else "lost", Phrase("…"))

    def close(self) -> None:
        pass


class Reader:
    """Stands in for `vision.read`; keeps with what it was asked."""

    def __init__(self) -> None:
        self.known: list[CalibratedDice | None] = []

    def __call__(
        self, image: Image, /, *, game: str, removed: tuple[str, ...], known: CalibratedDice | None = None
    ) -> Reading:
        assert (game, removed) == ("classic", ())
        self.known.append(known)
        return Reading((image.shape[1], image.shape[0]), "wrong-set")


@pytest.fixture(scope="module")
def roll() -> Image:
    return rendered(DICE, 5)


@pytest.fixture
def camera(roll: Image) -> Camera:
    return Camera(roll)


@pytest.fixture
def asked() -> Reader:
    return Reader()


@pytest.fixture
def app(camera: Camera, asked: Reader, build: Any) -> Any:
    return build(READ=asked, SOURCE=camera, CAMERA=camera.name)


def forms(client: Any) -> dict[str, str]:
    """What the form sends as it is proposed."""
    page = client.get("/calibrate").text
    seen = re.search(r'name="seen" value="([^"]+)"', page)
    assert seen is not None
    chosen = re.findall(r'name="(colour-\d)" value="(\w+)" checked', page)
    return {"seen": seen[1], **dict(chosen)}


def test_look_confirm_keep_and_from_then_on_it_is_known(
    app: Any, tmp_path: Path, roll: Image, asked: Reader
) -> None:
    client = app.test_client()
    assert "None yet" in client.get("/calibrate").text
    assert client.post("/calibrate/look").location == "/calibrate"
    sent = forms(client)
    truth = {die.box: die.colour for die in read(roll).dice}
    assert sorted(value for key, value in sent.items() if key != "seen") == sorted(truth.values())
    assert Calibrations(tmp_path).all() == (), "not before somebody has looked"
    assert client.post("/calibrate/keep", data=sent).location == "/calibrate"
    (kept,) = Calibrations(tmp_path).all()
    assert kept.name == "HD <Webcam>" and len(kept.known.dice) == 6
    page = client.get("/calibrate").text
    assert "HD &lt;Webcam&gt;" in page and "This camera is calibrated for your dice" in page
    assert len(re.findall(r'fill="#[0-9a-f]{6}"', page.split("known-dice")[1])) == 6
    server = app.extensions["server"]
    server.session.dispatch(GameBegun("classic", ("Ann",)))
    asked.known.clear()
    client.post("/look", headers=JSON)
    assert kept.known in asked.known
    asked.known.clear()
    server.watcher.reader.read(roll, server.session.table)
    assert asked.known == [None], "a photo from a phone is another camera's"


def test_the_picture_and_each_die_are_shown_until_they_are_kept(app: Any, roll: Image) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    seen = forms(client)["seen"]
    assert client.get(f"/calibrate/{seen}.jpg").mimetype == "image/jpeg"
    assert all(client.get(f"/calibrate/{seen}/{n}.jpg").status_code == 200 for n in range(6))
    for address in (f"/calibrate/{seen}/6.jpg", "/calibrate/other.jpg", "/calibrate/other/0.jpg"):
        assert client.get(address).status_code == 404
    assert client.post("/calibrate/again").location == "/calibrate"
    assert client.get(f"/calibrate/{seen}.jpg").status_code == 404
    assert client.post("/calibrate/keep", data={"seen": seen}, headers=JSON).status_code == 409
    assert roll.shape == (480, 640, 3)


def test_a_person_corrects_a_colour(app: Any, tmp_path: Path) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    sent = forms(client)
    red, blue = (next(key for key, value in sent.items() if value == colour) for colour in ("red", "blue"))
    assert client.post("/calibrate/keep", data={**sent, red: "blue", blue: "red"}).status_code == 303
    (kept,) = Calibrations(tmp_path).all()
    tones = {die.colour: die.tone for die in kept.known.dice}
    assert tones["blue"][1] > 1 > tones["red"][1], "what is red counts as blue now"


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"colour-0": "pink"}, 422),
        ({"colour-0": ""}, 422),
        ({"seen": "x"}, 409),
        ({"colour-3": "other"}, 422),
    ],
)
def test_what_the_page_did_not_offer_is_refused(app: Any, tmp_path: Path, change: Any, status: int) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    answer = client.post("/calibrate/keep", data={**forms(client), **change}, headers=JSON)
    assert answer.status_code == status and Calibrations(tmp_path).all() == ()


def test_six_dice_of_one_colour_are_not_the_set(app: Any, tmp_path: Path) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    sent = {key: value if key == "seen" else "red" for key, value in forms(client).items()}
    answer = client.post("/calibrate/keep", data=sent)
    assert answer.status_code == 422 and "The dice to calibrate are white, white, red" in answer.text
    assert Calibrations(tmp_path).all() == () and "colour-0" in answer.text, "the picture is still there"


def test_what_is_in_the_way_is_said(app: Any, camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.views.setup.calibration.MAX_WAIT_SECONDS", 0.1)
    camera.image = rendered(DICE[:4], 5)
    answer = app.test_client().post("/calibrate/look")
    assert answer.status_code == 422
    assert 'role="alert">I see 4 dice, but 6 are to be calibrated' in answer.text


def test_a_camera_without_a_picture_and_no_camera_at_all(
    app: Any, camera: Camera, tmp_path: Path, build: Any
) -> None:
    camera.image = None
    assert "I see no dice" in app.test_client().post("/calibrate/look").text
    other = build(DATA=tmp_path / "other")
    client = other.test_client()
    assert "No camera watches the dice" in client.get("/calibrate").text
    answer = client.post("/calibrate/look", headers=JSON)
    assert answer.status_code == 409 and answer.get_json()["error"]["code"] == "no-camera"


def test_forgotten_is_forgotten_at_once(app: Any, tmp_path: Path) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    client.post("/calibrate/keep", data=forms(client))
    watcher = app.extensions["server"].watcher
    assert watcher.known(6) is not None and watcher.known(8) is None
    assert client.post("/calibrate/forget", data={"name": "HD <Webcam>"}).status_code == 303
    assert watcher.known(6) is None and Calibrations(tmp_path).all() == ()
    assert client.post("/calibrate/forget", data={"name": "../games"}, headers=JSON).status_code == 404


def test_only_who_sits_at_this_computer_learns_dice(app: Any) -> None:
    server = app.extensions["server"]
    for role in ("table", "player", "guest"):
        phone = app.test_client()
        phone.environ_base["REMOTE_ADDR"] = "192.168.7.9"
        phone.set_cookie("seat", server.seats.give(role))
        for way, address in (
            ("get", "/calibrate"), ("post", "/calibrate/look"), ("post", "/calibrate/keep"),
            ("post", "/calibrate/forget"), ("post", "/calibrate/again"), ("get", "/calibrate/x.jpg"),
        ):  # fmt: skip
            answer = getattr(phone, way)(address, headers=JSON)
            assert answer.status_code == 403, (role, address)
    assert (
        app.test_client().post("/calibrate/look", headers={"Origin": "http://other.example"}).status_code
        == 403
    )


def test_another_name_or_none_can_be_asked_for(app: Any, tmp_path: Path) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    client.post("/calibrate/keep", data=forms(client))
    lessons = app.extensions["server"].watcher.reader.lessons
    for calibration, there in (("", False), ("webcam", True), ("none", False), ("attic", False)):
        reader = DiceReader(Calibrations(tmp_path), lessons, calibration, Reader())
        assert (reader.known("another camera", 6) is not None) == there, calibration


def test_a_damaged_file_keeps_nobody_from_playing(app: Any, tmp_path: Path) -> None:
    client = app.test_client()
    client.post("/calibrate/look")
    client.post("/calibrate/keep", data=forms(client))
    (path,) = (tmp_path / "calibrations").glob("*.json")
    path.write_bytes(b"{}")
    app.extensions["server"].watcher.reader.reload()
    assert app.extensions["server"].watcher.known(6) is None
    assert client.get("/calibrate").status_code == 200


@pytest.mark.browser
def test_in_a_browser_two_dice_change_places_with_one_tap(
    app: Any, serve: Callable[[Any], str], visit_as: Callable[..., Any], tmp_path: Path
) -> None:
    page = visit_as(serve(app) + "/calibrate", 390, 844)
    page.get_by_role("button", name="Calibrate these dice").click()
    page.get_by_role("heading", name="What HD <Webcam> sees").wait_for()
    page.locator("#colours").wait_for()
    page.wait_for_load_state("domcontentloaded")  # the script that has dice change places has run
    red = page.locator('input[value="red"]:checked')
    blue = page.locator('input[value="blue"]:checked')
    was = red.get_attribute("name"), blue.get_attribute("name")
    page.locator(f'label:has(input[name="{was[0]}"][value="blue"])').click()
    assert (blue.get_attribute("name"), red.get_attribute("name")) == was, "the blue one is red now"
    white = page.locator('input[value="white"]:checked')
    assert white.count() == 2, "the set stays whole"
    page.get_by_role("button", name="These are our dice").click()
    page.get_by_text("This camera is calibrated for your dice").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    (kept,) = Calibrations(tmp_path).all()
    tones = {die.colour: die.tone for die in kept.known.dice}
    assert tones["blue"][1] > 1 > tones["red"][1]
    page.get_by_role("button", name="Forget").click()
    page.get_by_text("None yet.").wait_for()
