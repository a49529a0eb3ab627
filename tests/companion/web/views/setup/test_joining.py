"""Joining: who may do what, whose sheet is whose, and who is kept out."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

from companion.storage.prints import record_print
from sheets.order import PrintOrder, pages_of
from sheets.pad import load_pad
from sheets.serial import Serial

JSON = {"Accept": "application/json"}


ROLL = "w4 w1 r3 y2 g6 b5"


FAR = {"REMOTE_ADDR": "192.0.2.77"}


def test_an_old_square_code_lets_nobody_in(table: Any, phone: Any) -> None:
    table.begin("Ann")
    old = table.server.first.key
    table.post("/seats/renew")
    assert phone().get(f"/join/{old}", Accept="application/json").status_code == 403
    assert phone().get(f"/join/{table.server.first.key}").status_code == 200


def test_the_code_is_typed_as_people_type_and_not_guessed(table: Any, phone: Any) -> None:
    table.begin("Ann")
    code = table.server.first.code
    assert phone("192.0.2.50").post("/join", code=f" {code[:2].lower()} {code[2:]}").status_code == 303
    guesser = phone("192.0.2.51")
    codes = [guesser.refused("/join", code=f"AAAA{i % 9}") for i in range(30)]
    assert codes[0] == "no-such-code" and codes[-1] == "too-often"
    assert guesser.post("/join", code=code).status_code == 429, "even the right one, until it waits"


def test_the_players_page_has_the_own_sheet_first_and_only_it_to_tap(game: Any) -> None:
    _, _, ben = game
    page = ben.get("/").text
    assert page.index("Sheet of Ben") < page.index("Sheet of Ann")
    assert '<button class="cell legal" id="c1a5"' in page
    assert '<button class="cell' not in page.split("Sheet of Ann")[1]


def test_who_joins_before_the_game_sits_on_a_chair(table: Any, phone: Any) -> None:
    ann = phone().scan(table).sit(name="  Ann  Marie ")
    assert "You sit at the table as Ann Marie." in ann.get("/").text
    assert 'value="Ann Marie"' in table.client.get("/new").text
    table.begin("Ann Marie", "Ben").roll(ROLL)
    assert ann.post("/mark", player="Ann Marie", mark="a5").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\x00\u200b"])
def test_a_name_that_is_none_is_asked_for_again(table: Any, phone: Any, name: str) -> None:
    guest = phone().scan(table)
    answer = guest.post("/sit", name=name)
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert table.server.first.guests == ()


def test_a_sheets_number_joins_as_its_owner_lucky_numbers_and_all(table: Any, phone: Any) -> None:
    order = PrintOrder(pad=load_pad("longo"), count=3, seed=7, names=("Emma", "Max", "Laura"))
    record_print(table.server.store.folder, order)
    serial = Serial(order.batch, 3)
    laura = phone().scan(table).sit(sheet=str(serial).lower())
    table.ok("/begin", player=["Emma", "Max", "Laura"], first="1", game="longo")
    game = table.table.game
    assert game.lucky is not None
    from sheets.order import pages_of

    printed = {str(face.serial): face.lucky for page in pages_of(order) for face in page}
    assert game.lucky["Laura"] == printed[str(serial)]
    # the phone is lost; whoever has the sheet is its owner
    again = phone().scan(table).sit(sheet=str(serial))
    table.roll("w5 w1 r3 y2 g7 b8")
    assert again.post("/mark", player="Laura", mark="-").status_code == 200
    assert laura.refused("/mark", player="Laura", mark="-") in ("guest", "not-yours")


@pytest.mark.parametrize("typed", ["K7Q2", "K7Q2-0", "hello", "K7Q2-03; DROP", "O0I1-01"])
def test_a_number_that_is_none_is_one_sentence(table: Any, phone: Any, typed: str) -> None:
    answer = phone().scan(table).post("/sit", sheet=typed, name="Ann")
    assert answer.status_code == 422 and "looks like K7Q2-03" in answer.text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"Dear diary", "diary.jpg"),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\x02\0\0\0\xd3\x10\x3f\x31",
            "diary.jpg",
        ),
    ],
)
def test_a_photo_that_is_none_or_a_bomb_is_one_sentence(
    table: Any, phone: Any, data: bytes, words: str
) -> None:
    guest = phone().scan(table)
    answer = guest.post("/sit/photo", photo=(io.BytesIO(data), "diary.jpg"))
    assert answer.status_code == 422 and words in answer.text and 'role="alert"' in answer.text


@pytest.mark.parametrize("address", ["/photo", "/sit/photo"])
def test_fifty_megabytes_are_refused_before_they_are_read(game: Any, address: str) -> None:
    table, ann, _ = game
    table.ok("/undo")
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="roll.jpg"\r\n\r\n'
    answer = ann.client.post(
        address,
        data=head + bytes(50_000_000) + b"\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
        headers=JSON,
        environ_overrides=FAR,
    )
    assert answer.status_code == 413


def sheet_of(table: Any, *names: str) -> str:
    """The number of the first sheet of a print made on this computer."""
    order = PrintOrder(load_pad("classic"), count=3, seed=5, names=names)
    record_print(table.server.store.folder, order)
    return str(next(iter(pages_of(order)))[0].serial)


def test_the_number_of_a_printed_sheet_opens_the_door_to_its_owner(table: Any, phone: Any) -> None:
    serial = sheet_of(table, "Emma")
    device = phone()
    answer = device.post("/join", code=f" {serial.lower()} ")
    assert (answer.status_code, answer.location) == (303, "/")
    assert table.server.first.guests == ("Emma",)


def test_a_sheet_without_a_name_asks_for_one_and_keeps_its_number(table: Any, phone: Any) -> None:
    serial = sheet_of(table)
    device = phone()
    answer = device.post("/join", code=serial)
    assert answer.location == f"/join?sheet={serial}"
    assert f'value="{serial}"' in device.get(answer.location).text and table.server.first.guests == ()


@pytest.mark.parametrize("code", ["K7Q2-03", "-----", "AAAA-9999", ""])
def test_a_sheet_that_was_not_printed_here_opens_nothing(phone: Any, code: str) -> None:
    assert phone().refused("/join", code=code) == "no-such-code"


def test_a_wrong_code_leaves_the_field_with_what_was_typed(table: Any, phone: Any) -> None:
    table.begin("Ann")
    stranger = phone()
    answer = stranger.client.post("/join", data={"code": "zzzzq"}, environ_overrides=stranger.far)
    assert answer.status_code == 403 and 'value="zzzzq"' in answer.text and 'role="alert"' in answer.text
    assert "No table has that code" in answer.text and 'action="/join"' in answer.text
    right = {"code": table.server.first.code}
    assert stranger.client.post("/join", data=right, environ_overrides=stranger.far).location == "/join"


def test_a_new_player_joins_a_running_game_from_a_phone(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    late = phone().scan(table)
    assert "as soon as this turn is over" in late.get("/join").text
    late.sit(newcomer="1", name=" Dora ")
    assert table.table.game.players == ("Ann", "Ben")
    assert "After this turn: Dora" in table.page() and "After this turn: Dora" in late.get("/").text
    for player in ("Ann", "Ben", "Ann"):
        table.join(player).marks("-")
    assert table.table.game.players == ("Ann", "Ben", "Dora") and "After this turn" not in table.page()
    assert "The record holds the turns before the players changed." in table.page()
    table.roll(ROLL)
    assert late.post("/mark", player="Dora", mark="b5").status_code == 200
    assert table.join("Dora").sheet == "- / b5 / - / -"


def test_between_two_turns_a_new_player_is_in_at_once(table: Any, phone: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="longo", lucky=["5", "10"])
    late = phone().scan(table)
    assert "You play from now on" in late.get("/join").text
    bad = late.post("/sit", newcomer="1", name="Dora", lucky=["5", "5"])
    assert bad.status_code == 422 and 'value="Dora"' in bad.text and table.table.game.players == ("Ann",)
    late.sit(newcomer="1", name="Dora", lucky=["7", "9"])
    assert table.table.game.lucky == {"Ann": (5, 10), "Dora": (7, 9)}
    second = phone().scan(table)
    taken = second.post("/sit", newcomer="1", name="dora")
    assert taken.status_code == 422 and "plays here already" in taken.text
    second.sit(newcomer="1", name="Emil")
    assert table.table.game.players == ("Ann", "Dora", "Emil"), "lucky numbers were drawn"


def test_who_wanted_to_join_a_game_that_ended_waits_no_more(table: Any, phone: Any) -> None:
    table.begin("Ann")
    for _ in range(3):
        table.roll(ROLL)
        table.join("Ann").marks("-").marks("-")
    table.roll(ROLL)
    phone().scan(table).sit(newcomer="1", name="Dora")
    table.join("Ann").marks("-").marks("-")
    assert table.table.position.phase == "over" and table.table.game.players == ("Ann",)
    assert not table.server.first.session.newcomers


def test_who_joins_with_a_printed_sheet_plays_on_its_letter(table: Any, phone: Any) -> None:
    order = PrintOrder(pad=load_pad("connected-a"), count=5, seed=7)
    record_print(table.server.store.folder, order)
    letters = {face.serial.number: face.pad.letter for page in pages_of(order) for face in page}
    assert sorted(letters.values()) == ["A", "B", "C", "D", "E"]
    for number, name in ((2, "Emma"), (4, "Max")):
        phone(f"192.0.2.{number}").scan(table).sit(sheet=str(Serial(order.batch, number)), name=name)
    table.ok("/begin", player=["Emma", "Max", "Laura"], first="1", game="connected-a")
    sheets = table.table.game.sheets
    assert (sheets["Emma"], sheets["Max"]) == (letters[2], letters[4])
    assert sheets["Laura"] not in (letters[2], letters[4])
    page = table.client.get("/new").text
    chosen = re.findall(r"<option selected>([A-E])</option>", page)
    assert chosen[:2] == [letters[2], letters[4]] and len(set(chosen[:5])) == 5
