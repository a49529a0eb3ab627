"""The camera learns the dice from one photo of all six, once a person has confirmed each die."""

import re
from typing import Any

import numpy as np
import pytest

from companion.table.events import GameBegun
from companion.web.camera.table_lessons import DicePhoto, WrongSet
from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import JSON
from tests.companion.web.screens import PHONE
from tests.vision.rendered import rendered
from vision import read
from vision.frames.image import Image
from vision.reading import Colour, Die, Reading

DICE = (("white", 4), ("white", 2), ("red", 3), ("yellow", 5), ("green", 6), ("blue", 1))


@pytest.fixture(scope="module")
def roll() -> Image:
    return rendered(DICE, 5)


@pytest.fixture
def camera(roll: Image) -> Plug:
    return Plug("HD <Webcam>", roll)


@pytest.fixture
def app(camera: Plug, build: Any) -> Any:
    return build(READ=read, SOURCE=camera, CAMERA=camera.name)


def taught(app: Any) -> list[tuple[str, int]]:
    kept = app.extensions["server"].watcher.reader.lessons.kept
    return sorted((each.colour, each.value) for each in kept)


def form(client: Any) -> dict[str, str]:
    """Return the photo and the preselected colours and values in the form of the page."""
    page = client.get("/dice-lessons").text
    photo = re.search(r'name="photo" value="([^"]+)"', page)
    assert photo is not None
    chosen = re.findall(r'name="((?:colour|value)-\d)" value="(\w+)" checked', page)
    return {"photo": photo[1], **dict(chosen)}


def test_six_confirmed_dice_are_six_lessons_that_count_at_once(app: Any, client: Any, roll: Image) -> None:
    server = app.extensions["server"]
    assert client.post("/dice-lessons/photo").location == "/dice-lessons"
    sent = form(client)
    assert taught(app) == [], "not before somebody has looked"
    assert client.post("/dice-lessons/confirm", data=sent).location == "/dice-lessons"
    assert taught(app) == sorted(DICE)
    asked: list[Any] = []

    def answer(image: Image, /, **given: Any) -> Reading:
        asked.append(given.get("adaptation"))
        return Reading((image.shape[1], image.shape[0]), "wrong-set")

    server.session.dispatch(GameBegun("classic", ("Ann",)))
    server.watcher.reader._read = answer
    server.watcher.reader.read(roll, server.session.table)
    assert asked[0].colour is not None and asked[0].value is None, "nothing has checked the values"


def test_the_photo_and_each_die_are_shown_until_they_are_kept(app: Any, client: Any) -> None:
    client.post("/dice-lessons/photo")
    name = form(client)["photo"]
    assert client.get(f"/dice-lessons/{name}.jpg").mimetype == "image/jpeg"
    assert all(client.get(f"/dice-lessons/{name}/{n}.jpg").status_code == 200 for n in range(6))
    for address in (f"/dice-lessons/{name}/6.jpg", "/dice-lessons/x.jpg", "/dice-lessons/x/0.jpg"):
        assert client.get(address).status_code == 404
    assert client.post("/dice-lessons/again").location == "/dice-lessons"
    assert client.get(f"/dice-lessons/{name}.jpg").status_code == 404
    assert client.post("/dice-lessons/confirm", data={"photo": name}, headers=JSON).status_code == 409


def test_a_confirmation_that_cannot_be_is_asked_for_again(app: Any, client: Any) -> None:
    client.post("/dice-lessons/photo")
    for change, said in (
        *(({"colour-0": colour}, "The set has two white dice and one each") for colour in ("pink", "")),
        ({f"colour-{n}": "red" for n in range(6)}, "The set has two white dice and one each"),
        ({"value-2": ""}, "Say for each die what it shows; missing: die 3."),
        *(({"value-1": value}, "missing: die 2.") for value in "70"),
    ):
        answer = client.post("/dice-lessons/confirm", data={**form(client), **change, "value-5": "2"})
        assert answer.status_code == 422 and said in answer.text and taught(app) == []
        assert 'name="value-5" value="2" checked' in answer.text, "what was said stays said"


@pytest.mark.parametrize("count", [0, 4, 7])
def test_any_other_number_of_dice_is_one_clear_sentence(app: Any, camera: Plug, count: int) -> None:
    camera.image = rendered((*DICE, ("red", 2))[:count], 5) if count else np.full((480, 640, 3), 90, np.uint8)
    answer = app.test_client().post("/dice-lessons/photo")
    assert answer.status_code == 422
    assert f'role="alert">Dice seen in the photo: {count}. It must show all six' in answer.text


def test_a_camera_without_a_picture_and_no_camera_at_all(
    app: Any, camera: Plug, tmp_path: Any, build: Any
) -> None:
    camera.image = None
    assert "There is no picture from the camera now" in app.test_client().post("/dice-lessons/photo").text
    client = build(DATA=tmp_path / "other").test_client()
    assert "No camera watches the dice" in client.get("/dice-lessons").text
    answer = client.post("/dice-lessons/photo", headers=JSON)
    assert answer.status_code == 409 and answer.get_json()["error"]["code"] == "no-camera"


def test_a_full_disk_is_said_and_the_answers_stay(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post("/dice-lessons/photo")
    sent = form(client)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.storage.lessons.write_file", full)
    answer = client.post("/dice-lessons/confirm", data=sent)
    assert answer.status_code == 422 and "make room on the disk" in answer.text
    assert form(client) == sent


def test_only_who_sits_at_this_computer_shows_dice(app: Any) -> None:
    server = app.extensions["server"]
    phone = app.test_client()
    phone.environ_base["REMOTE_ADDR"] = "192.168.7.9"
    phone.set_cookie("seat", server.seats.give("table"))  # it may do what the table may
    pages = (("GET", ""), ("POST", "/photo"), ("POST", "/confirm"), ("POST", "/again"), ("GET", "/x.jpg"))
    for method, address in pages:
        assert phone.open(f"/dice-lessons{address}", method=method, headers=JSON).status_code == 403, address


def seen(*colours: Colour, sure: float = 0.9) -> Reading:
    dice = tuple(
        Die(colour, 3, 6, 0.9, "flat", (90 * at, 10, 40, 40), ((3, 0.9),), ((colour, sure - at / 100),))
        for at, colour in enumerate(colours)
    )
    return Reading((640, 480), "wrong-set", dice[:5], dice[5:])


def test_each_die_is_called_what_it_looks_like_as_far_as_the_set_has_such() -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    photo = DicePhoto.of_reading("a", picture, seen("white", "red", "other", "blue", "blue", "other"), 6)
    assert photo.proposed_colours == ("white", "red", "white", "blue", "yellow", "green")
    for colours in (["white", "red"], ["white"] * 7):
        with pytest.raises(WrongSet):
            DicePhoto.of_reading("a", picture, seen(*colours), 6)


@pytest.mark.browser
def test_in_a_browser_two_dice_change_places_with_one_tap(app: Any, look: Any) -> None:
    page = look(PHONE, "/dice-lessons")
    page.get_by_role("button", name="Take the photo").click()
    page.locator("#dice").wait_for()
    page.wait_for_load_state("domcontentloaded")  # the script that has dice change places has run
    red = page.locator('input[value="red"]:checked')
    blue = page.locator('input[value="blue"]:checked')
    was = red.get_attribute("name"), blue.get_attribute("name")
    page.locator(f'label:has(input[name="{was[0]}"][value="blue"])').click()
    assert (blue.get_attribute("name"), red.get_attribute("name")) == was, "the blue one is red now"
    white = page.locator('input[value="white"]:checked')
    assert white.count() == 2, "the set stays whole"
    page.get_by_role("button", name="These are our dice").click()
    page.get_by_text("The camera knows your dice.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ("blue", 3) in taught(app) and ("red", 1) in taught(app)
    page.get_by_role("button", name="Forget what it learnt").click()
    page.get_by_text("Nothing yet.").wait_for()
