"""A player's phone as the table's camera."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.web.camera import sources as phone_camera
from companion.web.camera.sources import PhoneCamera
from tests.companion.web.conftest import FAR, JSON, Actor, Phone
from tests.robustness.test_long_game import Tray, read
from tests.waiting import LIMIT_SECONDS, until


def jpeg(image: Any) -> bytes:
    """Encode a picture as PNG, without loss, because its first pixels encode dice."""
    return cv2.imencode(".png", image)[1].tobytes()


def phone_of(table: Any, player: str) -> Phone:
    return Phone(table.app).scan(table).sit(player=player)


def send(phone: Phone, data: bytes) -> Any:
    return phone.client.post(
        "/lens", data=data, content_type="image/jpeg", headers=JSON, environ_overrides=FAR
    )


GREY = np.full((120, 160, 3), 90, np.uint8)


def test_a_players_phone_is_offered_and_the_table_chooses_it(table: Any) -> None:
    table.begin("Ann", "Ben")
    phone = phone_of(table, "Ann")
    assert send(phone, jpeg(GREY)).get_json() == {"watched": False, "asked": ""}
    (key,) = table.server.sources.phone_cameras
    assert table.client.post("/lens/watch", data={"source": key}).status_code == 303
    assert send(phone, jpeg(GREY)).get_json() == {"watched": True, "asked": ""}
    assert table.client.get("/camera/frame").mimetype == "image/jpeg"
    table.client.post("/lens/watch", data={"source": "none"})
    assert table.server.watcher.source is None
    refused = table.post("/lens/watch", source="camera 0 x")
    assert refused.status_code == 422 and "That phone no longer" in refused.get_json()["error"]["text"]


@pytest.mark.parametrize(
    ("data", "status"), [(b"", 422), (b"hello", 422), (b"\xff\xd8\xff", 422), (b"x" * 3_000_001, 413)]
)
def test_bad_picture_is_refused(table: Any, data: bytes, status: int) -> None:
    table.begin("Ann")
    answer = send(phone_of(table, "Ann"), data)
    assert answer.status_code == status and answer.get_json()["error"]["text"]
    assert not table.server.sources.phone_cameras


def test_phones_that_fall_silent_make_room_for_others(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    phones = [phone_of(table.begin(*"ABCDEFGH"), player) for player in "ABCDEFGH"]
    assert [send(phone, jpeg(GREY)).status_code for phone in phones] == [200] * 6 + [409] * 2
    monkeypatch.setattr(phone_camera, "MAX_PICTURE_AGE_SECONDS", 0.0)
    assert send(phones[7], jpeg(GREY)).status_code == 200


def test_a_silent_phone_shows_no_old_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    lens = PhoneCamera("Ann's phone")
    assert lens.latest() is None and lens.status().state == "lost"
    lens.push(GREY)
    assert lens.latest() is not None and lens.status().state == "live"
    monkeypatch.setattr(phone_camera, "MAX_PICTURE_AGE_SECONDS", 0.0)
    assert lens.latest() is None and lens.status().state == "lost"


def test_a_roll_is_taken_through_a_phone(build: Any) -> None:
    table, tray = Actor(build(READ=read)).begin("Ann", "Ben"), Tray()
    phone = phone_of(table, "Ann")
    values = tray.throw(())
    send(phone, jpeg(tray.latest().image))  # type: ignore[union-attr]
    table.send("/lens/watch", source=next(iter(table.server.sources.phone_cameras)))

    def is_taken() -> bool:
        """Send the next picture; return True once the roll is on the table."""
        assert send(phone, jpeg(tray.latest().image)).status_code in (200, 429)  # type: ignore[union-attr]
        return table.table.position.phase != "roll"

    until(is_taken)
    roll, taken = table.table.position.roll, table.table.current_roll
    assert roll is not None and taken is not None
    assert sorted(roll.white) == sorted(values[:2]) and roll.coloured == values[2:]
    assert taken.source == "camera" and taken.photo is not None


@pytest.mark.browser
def test_a_browser_sends_its_cameras_pictures(
    table: Any, address: str, chromium: Any, chromium_path: str
) -> None:
    server = table.begin("Ann").server
    token = server.seats.give("player", "Ann")
    fake = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    browser = chromium.browser_type.launch(executable_path=chromium_path, args=fake)
    context = browser.new_context(permissions=["camera"], viewport={"width": 360, "height": 780})
    context.add_cookies([{"name": "seat", "value": token, "url": address}])
    page = context.new_page()
    page.set_default_timeout(1000 * LIMIT_SECONDS)
    page.goto(f"{address}/device")
    page.get_by_role("link", name="This phone as the camera").click()
    page.locator("#lens-start").wait_for()
    page.wait_for_load_state("domcontentloaded")  # the script behind the button has run
    page.get_by_role("button", name="Start the camera").click()
    page.get_by_text("can choose this phone now").wait_for()
    assert page.get_by_role("button", name="Start the camera").is_hidden()
    table.send("/lens/watch", source=next(iter(server.sources.phone_cameras)))
    page.get_by_text("The table watches through this phone").wait_for()
    frame = server.watcher.newer(0)
    assert frame is not None and frame.image.shape[1] > frame.image.shape[0] and frame.image.std() > 5
    browser.close()
