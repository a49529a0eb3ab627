"""Joining: who may do what, whose sheet is whose, and who is kept out."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.storage.prints import record_print
from companion.storage.seat_store import SeatStore
from companion.web.app import close, create_app
from companion.web.server.guard import MAX_UPLOAD_BYTES
from companion.web.server.seats import Seats
from sheets.order import PrintOrder, pages_of
from sheets.pad import load_pad
from sheets.serial import Serial

JSON = {"Accept": "application/json"}
ROLL = "w4 w1 r3 y2 g6 b5"
FAR = {"REMOTE_ADDR": "192.0.2.77"}


class Phone:
    """A device somewhere in the house."""

    def __init__(self, app: Flask, address: str = "192.0.2.77") -> None:
        self.client: FlaskClient = app.test_client()
        self.far = {"REMOTE_ADDR": address}

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(address, headers=headers, environ_overrides=self.far)

    def post(self, address: str, **data: Any) -> Any:
        return self.client.post(address, data=data, headers=JSON, environ_overrides=self.far)

    def scan(self, table: Any) -> Phone:
        assert self.get(f"/join/{table.server.first.key}").status_code == 200
        return self

    def sit(self, **data: str) -> Phone:
        answer = self.post("/sit", **data)
        assert answer.status_code == 303, answer.text
        return self

    def refused(self, address: str, **data: Any) -> str:
        answer = self.post(address, **data)
        assert 400 <= answer.status_code < 500, answer.status_code
        error = answer.get_json()["error"]
        assert error["text"].endswith((".", "!", "?"))
        return str(error["code"])

    @property
    def token(self) -> str:
        cookie = self.client.get_cookie("seat")
        assert cookie is not None
        return cookie.value


@pytest.fixture
def phone(app: Flask) -> Callable[..., Phone]:
    return lambda address="192.0.2.77": Phone(app, address)


@pytest.fixture
def game(table: Any, phone: Callable[..., Phone]) -> tuple[Any, Phone, Phone]:
    """Ann and Ben play with phones, Cleo on the table's screen."""
    table.begin("Ann", "Ben", "Cleo").roll(ROLL)
    return table, phone().scan(table).sit(player="Ann"), phone().scan(table).sit(player="Ben")


# -- strangers -------------------------------------------------------------------------------------------


def test_a_stranger_sees_the_door_and_nothing_else(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    stranger = phone()
    for page in ("/", "/record.json", "/seats", "/new", "/live", "/device", "/camera/frame"):
        answer = stranger.get(page, Accept="text/html")
        assert answer.status_code == 303 and answer.location == "/join", page
        assert stranger.get(page, Accept="application/json").status_code == 403, page
    assert "Join the table" in stranger.get("/join").text
    assert stranger.get("/rules").status_code == 200
    assert stranger.refused("/mark", player="Ann", mark="a5") == "not-joined"
    assert table.join("Ann").sheet == "- / - / - / -"


def test_a_stranger_changes_nothing_at_all(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    before = table.server.first.room.number
    open_to_all = {"/language", "/join"}
    for rule in [r for r in table.app.url_map.iter_rules() if "POST" in (r.methods or ())]:
        if rule.rule not in open_to_all:
            assert phone().post(rule.rule.replace("<name>", "x")).status_code in (403, 404), rule.rule
    assert table.server.first.room.number == before


def test_who_watches_changes_nothing_at_the_table(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    guest, before = phone().scan(table), table.server.first.room.number
    assert 'class="cell legal"' in guest.get("/").text
    assert '<button class="cell' not in guest.get("/").text
    own = {"/language", "/join", "/sit", "/sit/photo", "/device", "/leave"}
    for rule in [r for r in table.app.url_map.iter_rules() if "POST" in (r.methods or ())]:
        if rule.rule not in own:
            assert guest.refused(rule.rule.replace("<name>", "x")), rule.rule
    assert table.server.first.room.number == before and table.join("Ann").sheet == "- / - / - / -"


@pytest.mark.parametrize("token", ["", "x", "A" * 32, "../../etc", "🎲", "x" * 4000])
def test_a_forged_token_opens_nothing_here_or_afar(table: Any, token: str) -> None:
    table.begin("Ann").roll(ROLL)
    for far in (FAR, {}):
        client = table.app.test_client()
        client.set_cookie("seat", token)
        answer = client.post(
            "/mark", data={"player": "Ann", "mark": "a5"}, headers=JSON, environ_overrides=far
        )
        assert answer.status_code in (400, 403)
    assert table.join("Ann").sheet == "- / - / - / -"


def test_what_the_store_keeps_opens_no_seat(game: Any) -> None:
    """Whoever reads the file finds hashes, which are no tokens."""
    table, ann, _ = game
    kept = [seat.token for seat in SeatStore(table.server.store).seats()]
    assert ann.token not in kept
    client = table.app.test_client()
    client.set_cookie("seat", kept[0])
    assert client.post("/mark", headers=JSON, environ_overrides=FAR).status_code == 403


def test_a_token_that_was_given_back_is_not_used_again(game: Any) -> None:
    _, ann, _ = game
    token = ann.token
    assert ann.post("/leave").status_code == 303
    ann.client.set_cookie("seat", token)
    assert ann.refused("/mark", player="Ann", mark="a5") == "not-joined"


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


# -- players ---------------------------------------------------------------------------------------------


def test_a_player_marks_and_takes_back_only_their_own(game: Any) -> None:
    table, ann, ben = game
    assert ann.post("/mark", player="Ann", mark="a5").status_code == 200
    assert ben.refused("/mark", player="Ann", mark="a5") == "not-yours", "not even taking it back"
    assert ben.refused("/mark", player="Cleo", mark="-") == "not-yours"
    assert table.join("Ann").sheet == "a5 / - / - / -"
    assert ann.post("/mark", player="Ann", mark="a5").status_code == 200
    assert table.join("Ann").sheet == "- / - / - / -"


@pytest.mark.parametrize(
    "address",
    ["/undo", "/pass-others", "/begin", "/again", "/seats/free", "/seats/add", "/seats/gone", "/seats/renew"],
)
def test_what_is_the_tables_alone(game: Any, address: str) -> None:
    table, ann, _ = game
    before = table.server.first.room.number
    assert ann.refused(address, player="Ben") == "players"
    assert table.server.first.room.number == before


def test_the_table_passes_for_who_is_away(game: Any) -> None:
    table, _, ben = game
    table.join("Cleo").marks("-")
    assert table.table.game.waiting(table.table.position) == ("Ann", "Ben")
    assert ben.post("/mark", player="Ben", mark="b5").status_code == 200


def test_one_phone_a_player_until_the_table_frees_the_seat(game: Any, phone: Any) -> None:
    table, ann, _ = game
    other = phone().scan(table)
    taken = other.post("/sit", player="Ann")
    assert taken.status_code == 422 and "Ann plays on another phone" in taken.text
    table.post("/seats/free", player="Ann")
    other.sit(player="Ann")
    assert other.post("/mark", player="Ann", mark="a5").status_code == 200
    assert ann.refused("/mark", player="Ann", mark="a5") in ("guest", "not-yours")


def test_a_phone_keeps_its_seat_over_a_restart(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path})
    server = app.extensions["table_server"]
    token = server.seats.give(server.first.code, "player", "Ann", "K7Q2-03", (5, 10))
    key = server.first.key
    close(app)
    app = create_app({"DATA": tmp_path})
    server = app.extensions["table_server"]
    found = server.seats.find(token)
    assert found is not None and (found.player, found.sheet, found.lucky) == ("Ann", "K7Q2-03", (5, 10))
    assert server.first.key == key, "the square code on the wall still holds"
    close(app)


def test_the_players_page_has_the_own_sheet_first_and_only_it_to_tap(game: Any) -> None:
    _, _, ben = game
    page = ben.get("/").text
    assert page.index("Sheet of Ben") < page.index("Sheet of Ann")
    assert '<button class="cell legal" id="c1a5"' in page
    assert '<button class="cell' not in page.split("Sheet of Ann")[1]


# -- before a game, and with printed sheets --------------------------------------------------------------


def test_who_joins_before_the_game_sits_on_a_chair(table: Any, phone: Any) -> None:
    ann = phone().scan(table).sit(name="  Ann  Marie ")
    assert "You sit at the table as Ann Marie." in ann.get("/").text
    assert 'value="Ann Marie"' in table.client.get("/new").text
    table.begin("Ann Marie", "Ben").roll(ROLL)
    assert ann.post("/mark", player="Ann Marie", mark="a5").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "A\x00b"])
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
    answer = ann.client.post(
        address,
        data=b"\xff" * (MAX_UPLOAD_BYTES + 1),
        content_type="multipart/form-data; boundary=x",
        headers=JSON,
        environ_overrides=FAR,
    )
    assert answer.status_code == 413


# -- choices that stay hidden ----------------------------------------------------------------------------


def test_nobody_sees_a_choice_before_all_have_chosen(table: Any, phone: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", hidden="on")
    table.roll(ROLL)
    ann, ben = phone().scan(table).sit(player="Ann"), phone().scan(table).sit(player="Ben")
    watcher = phone().scan(table)
    assert ben.post("/mark", player="Ben", mark="b5").status_code == 200
    assert "yellow 5, just crossed" in ben.get("/").text
    for page in (ann.get("/").text, watcher.get("/").text, table.page()):
        assert "just crossed" not in page and "Ben crossed" not in page and "Ben, yellow 5" not in page
        assert "has chosen" in page
    assert ann.post("/mark", player="Ann", mark="-").status_code == 200
    for page in (ann.get("/").text, watcher.get("/").text, table.page()):
        assert "yellow 5, crossed" in page


def test_a_hand_is_nobody_elses_business(table: Any, phone: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="cards")
    ann, ben = phone().scan(table).sit(player="Ann"), phone().scan(table).sit(player="Ben")
    assert ann.post("/roll", turned="4").status_code == 200
    ann.post("/mark", player="Ann", mark="-")
    ben.post("/mark", player="Ben", mark="-")
    assert ann.post("/card", player="Ann", card="green 11").status_code == 200
    assert "green 11, played and crossed" in ann.get("/").text
    for page in (ben.get("/").text, table.page()):
        assert "played and crossed" not in page
    assert ben.refused("/card", player="Ann", card="green 9") == "not-yours"
    assert ann.post("/card", player="Ann", card="green 9").status_code == 200
    assert ann.post("/play", player="Ann").status_code == 200
    assert table.join("Ann").sheet == "- / - / c11 c9 / -"


def test_a_card_is_tapped_three_times(table: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="cards", jokers="on")
    table.ok("/roll", turned="4")
    table.ok("/mark", player="Ann", mark="-")

    def pressed() -> list[str]:
        page = table.page()
        return [n for n in ("green 11", "red 5", "joker 9 as red") if f"{n}, played" in page]

    table.ok("/card", player="Ann", card="red 5")
    assert "red 5, played and crossed" in table.page()
    table.ok("/card", player="Ann", card="red 5")
    assert "red 5, played only" in table.page()
    table.ok("/card", player="Ann", card="joker 9 as red")
    assert pressed() == ["red 5", "joker 9 as red"]
    table.ok("/card", player="Ann", card="green 11")
    assert pressed() == ["green 11"], "another colour begins anew"
    table.ok("/card", player="Ann", card="green 11")
    table.ok("/card", player="Ann", card="green 11")
    assert pressed() == []
    assert table.post("/play", player="Ann").get_json()["error"]["rule"] == "cards-play"


# -- the table looks after the players -------------------------------------------------------------------


def test_players_join_and_leave_between_turns(game: Any) -> None:
    table, _, _ = game
    assert table.post("/seats/add", name="Dora").get_json()["error"]["code"] == "in-a-turn"
    table.ok("/undo")
    assert table.post("/seats/add", name="Dora").status_code == 303
    assert table.post("/seats/gone", player="Ann").status_code == 303
    assert table.table.game.players == ("Ben", "Cleo", "Dora")
    assert "Ann left with 0 points." in table.page()


def test_more_players_than_the_book_foresees_is_said(table: Any) -> None:
    table.begin(*"ABCDEF")
    assert "is for 2 to 5 players; you are 6" in table.page()
    table.begin("Ann", game="mixx-a")
    assert "is for 2 to 4 players; you are 1" in table.page()
    table.begin("Ann", "Ben")
    assert "players; you are" not in table.page()


def test_rulings_are_agreed_by_name(table: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="bonus-a", **{"ruling-bonus-blocked": "kept"})
    assert table.table.game.rulings.differing == {"bonus-blocked": "kept"}
    answer = table.post("/begin", player=["Ann"], **{"ruling-bonus-blocked": "maybe"})
    assert answer.status_code == 422 and answer.get_json()["error"]["code"] == "ruling"
    page = table.client.get("/new").text
    assert "A bonus box names a row in which no cell can be marked." in page


@pytest.mark.parametrize("pair", [["5", "5"], ["1", "9"], ["x", "9"], ["17", "3"], ["5", ""]])
def test_lucky_numbers_that_are_none(table: Any, pair: list[str]) -> None:
    answer = table.post("/begin", player=["Ann"], first="1", game="longo", lucky=pair)
    assert answer.status_code == 422 and answer.get_json()["error"]["code"] == "lucky"


# -- several tables --------------------------------------------------------------------------------------


def test_each_table_has_its_own_game_code_and_people(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    first = table.server.first
    screen = table.app.test_client()
    assert screen.post("/tables/open", headers=JSON).status_code == 303
    second = next(p for p in table.server.tables.values() if p is not first)
    assert second.code != first.code and second.key != first.key
    assert screen.get("/").location == "/new", "nobody plays there yet"
    begun = screen.post("/begin", data={"player": ["Zoe", "Yan"], "first": "1"}, headers=JSON)
    assert begun.status_code == 200
    assert table.table.game.players == ("Ann",) and second.room.table.game.players == ("Zoe", "Yan")
    zoe = Phone(table.app)
    assert zoe.post("/join", code=second.code).status_code == 303
    zoe.sit(player="Zoe")
    assert zoe.refused("/mark", player="Ann", mark="a5") == "not-yours"
    assert "Sheet of Ann" not in zoe.get("/").text
    assert screen.post("/tables/shut", headers=JSON).status_code == 303
    assert zoe.refused("/mark", player="Zoe", mark="-") == "not-joined"
    assert list(table.server.tables) == [first.code]


def test_two_tables_come_back_after_a_restart(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path})
    app.test_client().post("/begin", data={"player": ["Ann"]}, headers=JSON)
    screen = app.test_client()
    screen.post("/tables/open")
    screen.post("/begin", data={"player": ["Zoe"]}, headers=JSON)
    codes = list(app.extensions["table_server"].tables)
    close(app)
    app = create_app({"DATA": tmp_path})
    places = app.extensions["table_server"].tables
    assert list(places) == codes
    assert [p.room.table.game.players for p in places.values()] == [("Ann",), ("Zoe",)]
    close(app)


# -- rates -----------------------------------------------------------------------------------------------


def test_tapping_too_fast_is_refused_afar_but_not_at_the_table(game: Any) -> None:
    table, ann, _ = game
    codes = {ann.post("/mark", player="Ann", mark="a9").status_code for _ in range(100)}
    assert codes == {409, 429}
    assert {table.join("Ann").mark("a9").status_code for _ in range(100)} == {409}


def test_who_passes_for_another_reads_what_it_costs(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    assert "Pass for Ann" in table.client.get("/seats").text
    for player in ("Ann", "Ben"):
        table.join(player).marks("-")
    page = table.client.get("/seats").text
    assert "Ann: Take a miss (\u22125)" in page and "Pass for Ann" not in page


def test_seats_forget_nothing_that_is_kept(app: Flask) -> None:
    server = app.extensions["table_server"]
    token = server.seats.give(server.first.code, "guest")
    again = Seats(SeatStore(server.store))
    assert again.find(token) is not None and again.find(token + "x") is None


def test_each_table_has_a_name_of_its_own_so_that_two_tabs_show_two_tables(table: Any) -> None:
    table.begin("Ann", "Ben")
    second = table.server.open_table()
    assert second is not None
    page = table.client.get("/seats", base_url="http://localhost:8730").text
    assert f'href="http://{second.host}:8730/" target="_blank"' in page
    own = f"http://{second.host}:8730"
    tab = table.app.test_client()
    begun = tab.post("/begin", data={"player": ["Cleo"], "first": "1"}, base_url=own, headers=JSON)
    assert begun.status_code == 200
    assert second.room.table is not None and second.room.table.game.players == ("Cleo",)
    assert table.table.game.players == ("Ann", "Ben"), "the first table plays on"
    assert "Cleo" in tab.get("/", base_url=own).text and "Ann" in table.page()
    # from that tab to the first table, and back to its own
    code = table.server.first.code
    assert tab.post("/tables/go", data={"code": code}, base_url=own).status_code == 303
    assert "Ann" in tab.get("/", base_url=own).text
    assert tab.post("/tables/go", data={"code": second.code}, base_url=own).status_code == 303
    assert "Cleo" in tab.get("/", base_url=own).text


def test_only_tables_that_are_open_have_names(table: Any) -> None:
    for host in ("zzzzz.localhost", "x.localhost.evil.example", "localhost.evil.example"):
        assert table.client.get("/", base_url=f"http://{host}").status_code == 400
    second = table.server.open_table()
    table.server.close_table(second.code)
    assert table.client.get("/", base_url=f"http://{second.host}").status_code == 400


def test_the_name_of_a_table_makes_nobody_its_screen_from_afar(table: Any) -> None:
    second = table.server.open_table()
    far = {"REMOTE_ADDR": "192.168.1.9"}
    answer = table.client.post(
        "/begin", data={"player": ["X"]}, base_url=f"http://{second.host}", headers=JSON, environ_base=far
    )
    assert answer.status_code == 403 and second.room.table is None


# -- a sheet's number at the door --------------------------------------------------------------------------


def sheet_of(table: Any, *names: str) -> str:
    """The number of the first sheet of a print made on this computer."""
    order = PrintOrder(load_pad("classic"), count=3, seed=5, names=names)
    record_print(table.server.store.folder, order)
    return str(next(iter(pages_of(order)))[0].serial)


def test_the_number_of_a_printed_sheet_opens_the_door_to_its_owner(table: Any) -> None:
    serial = sheet_of(table, "Emma")
    phone = Phone(table.app)
    answer = phone.post("/join", code=f" {serial.lower()} ")
    assert (answer.status_code, answer.location) == (303, "/")
    assert table.server.first.guests == ("Emma",)


def test_a_sheet_without_a_name_asks_for_one_and_keeps_its_number(table: Any) -> None:
    serial = sheet_of(table)
    phone = Phone(table.app)
    answer = phone.post("/join", code=serial)
    assert answer.location == f"/join?sheet={serial}"
    assert f'value="{serial}"' in phone.get(answer.location).text and table.server.first.guests == ()


@pytest.mark.parametrize("code", ["K7Q2-03", "-----", "AAAA-9999", ""])
def test_a_sheet_that_was_not_printed_here_opens_nothing(table: Any, code: str) -> None:
    assert Phone(table.app).refused("/join", code=code) == "no-such-code"


@pytest.mark.parametrize(
    ("form", "page"),
    [("/sit", "/join"), ("/sit/photo", "/join"), ("/begin", "/new"), ("/calibrate/keep", "/calibrate")],
)
def test_a_form_shown_again_survives_a_new_language_and_a_reload(table: Any, form: str, page: str) -> None:
    back = table.client.post("/language", data={"language": "de", "back": form}, follow_redirects=True)
    assert back.status_code == 200 and back.request.path == page
    assert table.client.get(form, headers=JSON).status_code == 405, "programs are told"
