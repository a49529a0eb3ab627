"""Joining: who is let in, and who is kept out."""

import io
import time
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.storage.prints import LEDGER_FILE, record_print
from companion.web.access import guesses
from companion.web.access.guesses import BURST, NOTICE_FROM, NOTICE_SECONDS, SECONDS_EACH
from sheets.draw import print_pads
from sheets.order import PrintOrder
from sheets.pad import load_pad
from sheets.secret import draw_seed


def test_an_old_square_code_lets_nobody_in(table: Any, phone: Any) -> None:
    table.begin("Ann")
    old = table.server.key
    table.post("/seats/renew")
    assert phone().get(f"/join/{old}", Accept="application/json").status_code == 403
    assert phone().get(f"/join/{table.server.key}").status_code == 200


def test_the_code_is_typed_as_people_type_and_not_guessed(table: Any, phone: Any) -> None:
    code, key = table.server.code, table.server.key
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in code)
    shapes = (wide, f"\u200b{code}\ufeff", f"{code}.", f"{code} ", f"{code[:2]}-{code[2:]}")
    links = (f"http://192.168.1.5:8730/join/{key}", f"https://table.example/qwixx/join/{key} ")
    for i, typed in enumerate((f" {code[:2].lower()} {code[2:]}", *shapes, *links)):
        assert phone(f"192.0.2.{i}").post("/join", code=typed).status_code == 303, typed
    for wrong in ("-----", "AAAA-99999", ""):
        assert phone("192.0.2.50").refused("/join", code=wrong) == "no-such-code"
    guesser = phone("192.0.2.51")
    codes = [guesser.refused("/join", code=f"AAAA{i % 9}") for i in range(30)]
    assert codes[0] == "no-such-code" and codes[-1] == "too-often"
    assert guesser.post("/join", code=code).status_code == 429, "even the right one, until it waits"


def test_a_browser_that_keeps_no_cookies_is_told_so(table: Any, phone: Any) -> None:
    table.begin("Ann")
    keeps = phone()
    entered = keeps.post("/join", code=table.server.code)
    assert "This browser keeps no cookies" not in keeps.get(entered.location).text
    told = phone("192.0.2.78").get(entered.location)
    assert "This browser keeps no cookies" in told.text and 'name="code"' in told.text
    scanned = phone("192.0.2.79")
    assert 'action="/sit"' in scanned.get(f"/join/{table.server.key}").text
    scanned.client.delete_cookie(f"seat-{table.server.code}")
    answer = scanned.client.post("/sit", data={"name": "Ann"}, environ_overrides=scanned.far)
    assert (answer.status_code, answer.location) == (303, entered.location)


def test_the_number_of_a_sheet_lets_nobody_in(table: Any, phone: Any) -> None:
    order, _ = a_print(table, 5, "Emma")
    table.begin("Emma")
    number, stranger = f"{order.batch}-01", phone()
    assert stranger.refused("/join", code=number.lower()) == "sheet"
    assert stranger.refused("/sit", sheet=number) == "not-joined"
    assert stranger.get("/", Accept="text/html").location == "/join"
    assert table.server.players_with_device == () and not table.server.seats.all()
    assert table.server.guesses.notice() is None, "nothing was guessed by that"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the clock by which wrong codes are limited; the test advances its `at` (seconds)."""
    now = SimpleNamespace(at=time.monotonic())
    monkeypatch.setattr(guesses, "time", SimpleNamespace(monotonic=lambda: now.at))
    return now


def test_guesses_from_many_addresses_are_limited_together(table: Any, phone: Any, clock: Any) -> None:
    table.begin("Ann", "Ben")
    code = table.server.code
    answers = [phone(f"198.51.100.{i}").refused("/join", code=f"ZZZ{i:02d}"[:5]) for i in range(250)]
    assert answers.count("no-such-code") == BURST and answers[BURST:] == ["guesses"] * (250 - BURST)
    assert phone("198.51.100.251").refused("/join", code=code) == "guesses", "else the limit would be none"
    scanned = phone("192.0.2.9").scan(table).sit(player="Ann")
    table.roll("w4 w1 r3 y2 g6 b5")
    assert scanned.post("/mark", player="Ann", mark="a5").status_code == 200, "who sits here plays on"
    clock.at += SECONDS_EACH
    late = phone("198.51.100.252")
    assert late.post("/join", code=code).status_code == 303, "a right code uses nothing up"
    assert late.post("/join", code=code).status_code == 303


def test_the_tables_screen_says_that_somebody_guesses_and_what_to_do(
    table: Any, phone: Any, clock: Any
) -> None:
    table.begin("Ann")
    guest = phone().scan(table)
    for i in range(NOTICE_FROM - 1):
        assert phone(f"192.0.2.{i}").refused("/join", code="ZZZZZ") == "no-such-code"
    assert 'id="guessing"' not in table.client.get("/new").text
    assert phone().post("/join", code=table.server.code).status_code == 303, "a family may mistype"
    for i in range(NOTICE_FROM, max(BURST, 40) + 1):
        phone(f"198.51.100.{i}").post("/join", code="ZZZZZ")
    for page in ("/", "/new", "/seats"):
        text = table.client.get(page).text
        assert "Somebody is guessing this table&#39;s code." in text, page
        assert "Wrong codes in ten minutes: 40, from 40 addresses." in text
        assert "scan the QR code" in text and 'action="/seats/shut"' in text
    assert 'id="guessing"' not in guest.get("/").text
    assert table.post("/join", code=table.server.code).status_code == 303, "at this computer it is checked"
    clock.at += NOTICE_SECONDS + 1
    assert 'id="guessing"' not in table.client.get("/").text


# -- by a printed sheet ------------------------------------------------------------------------------------


def a_print(table: Any, seed: int, *names: str) -> tuple[PrintOrder, bytes]:
    """Return the order of one printed sheet, recorded in the table's ledger, and a photo of the sheet."""
    order = PrintOrder(load_pad("classic"), 1, seed, names=names)
    record_print(table.server.store.folder, order)
    page = pypdfium2.PdfDocument(print_pads(order))[0].render(scale=1.6).to_numpy()[..., :3]
    return order, cv2.imencode(".jpg", page)[1].tobytes()


def send(device: Any, photo: bytes, address: str = "/join/photo") -> Any:
    return device.post(address, photo=(io.BytesIO(photo), "sheet.jpg"))


def test_a_photo_of_a_new_sheet_lets_its_holder_in_and_seats_them(table: Any, phone: Any) -> None:
    _, photo = a_print(table, draw_seed(), "Emma")
    device = phone()
    assert send(device, photo).location == "/"
    assert table.server.players_with_device == ("Emma",)
    second = phone("192.0.2.78")
    assert send(second, photo).location == "/", "somebody else has a photo of the same sheet"
    assert "You asked for Emma&#39;s seat." in second.get("/").text
    assert "You are in, Emma" in device.get("/").text
    assert "It showed sheet" in table.client.get("/new").text


def test_a_sheet_without_a_name_asks_for_one(table: Any, phone: Any) -> None:
    order, photo = a_print(table, draw_seed())
    device, number = phone(), f"{order.batch}-01"
    answer = send(device, photo)
    assert answer.location == f"/join?sheet={number}"
    assert f'value="{number}"' in device.get(answer.location).text


def test_a_sheet_that_anybody_could_have_printed_lets_nobody_in(table: Any, phone: Any) -> None:
    """Check sheets whose seed somebody chose, sheets of older versions, and those of another computer."""
    for seed, noted in ((7, True), (draw_seed(), False)):
        _, photo = a_print(table, seed, "Emma")
        if not noted:
            (table.server.store.folder / LEDGER_FILE).unlink()
        stranger = phone(f"192.0.2.{80 + noted}")
        answer = send(stranger, photo)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "sheet")
        assert stranger.get("/", Accept="text/html").location == "/join"
        if noted:
            assert send(stranger.scan(table), photo, "/sit/photo").status_code == 303, "let in, it may sit"
    assert table.server.players_with_device == ("Emma",)


@pytest.mark.parametrize("address", ["/join/photo", "/sit/photo"])
@pytest.mark.parametrize(
    "shown", [b"Dear diary", cv2.imencode(".png", np.zeros((90, 90, 3), np.uint8))[1].tobytes()]
)
def test_a_photo_of_no_sheet_is_one_sentence(table: Any, phone: Any, address: str, shown: bytes) -> None:
    device, sent = phone(), {"photo": (io.BytesIO(shown), "photo.jpg")}
    if address == "/sit/photo":
        device.scan(table)
    answer = device.client.post(address, data=sent, environ_overrides=device.far)
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert f'action="{address}"' in answer.text


def test_photos_at_the_door_are_limited_for_each_address_and_for_all(table: Any, phone: Any) -> None:
    codes = [send(phone("192.0.2.9"), b"x").status_code for _ in range(4)]
    assert codes == [422, 422, 422, 429]
    codes = [send(phone(f"198.51.100.{i}"), b"x").status_code for i in range(5)]
    assert codes == [422, 422, 422, 429, 429]
    inside = phone("192.0.2.10").scan(table)
    assert send(inside, b"x", "/sit/photo").status_code == 422, "who is in is not held up"
