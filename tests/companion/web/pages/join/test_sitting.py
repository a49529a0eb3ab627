"""A device takes a player's seat by name or printed sheet. A device already in that seat is asked first."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from companion.storage.prints import record_print
from companion.web.access import seat_requests
from companion.web.access.seat_requests import MAX_WAITING, REFUSED_SECONDS, WAIT_SECONDS
from sheets.order import PrintOrder, SheetSide, pages_of
from sheets.pad import load_pad
from tests.companion.web.conftest import ROLL


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        *(({"name": name}, 'role="alert"') for name in ("", "   ", "x" * 25, "\x00\u200b")),
        *(
            ({"sheet": typed, "name": "Ann"}, "looks like K7Q2-03")
            for typed in ("K7Q2", "K7Q2-0", "hello", "K7Q2-03; DROP", "O0I1-01")
        ),
    ],
)
def test_a_bad_name_or_number_is_asked_for_again(table: Any, phone: Any, sent: Any, said: str) -> None:
    answer = phone().scan(table).post("/sit", **sent)
    assert answer.status_code == 422 and said in answer.text
    assert table.server.players_with_device == ()


def printed(table: Any, *names: str, game: str = "classic", count: int = 3) -> list[SheetSide]:
    """Return `count` sheets of `game` for the players `names`, recorded as printed by this table."""
    order = PrintOrder(load_pad(game), count=count, seed=7, names=names)
    record_print(table.server.store.folder, order)
    return [face for page in pages_of(order) for face in page]


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
    second.sit(newcomer="1", name=" Emil ")
    assert table.table.game.players == ("Ann", "Dora", "Emil"), "lucky numbers were drawn"


def test_request_to_join_ends_with_the_game(table: Any, phone: Any) -> None:
    table.begin("Ann")
    for _ in range(3):
        table.roll(ROLL)
        table.join("Ann").marks("-").marks("-")
    table.roll(ROLL)
    phone().scan(table).sit(newcomer="1", name="Dora")
    table.join("Ann").marks("-").marks("-")
    assert table.table.position.phase == "over" and table.table.game.players == ("Ann",)
    assert not table.server.session.newcomers


def test_printed_sheet_gives_its_letter(table: Any, phone: Any) -> None:
    faces = printed(table, game="connected-a", count=5)
    letters = [face.pad.letter for face in faces]
    assert sorted(letters) == ["A", "B", "C", "D", "E"]
    for number, name in ((1, "Emma"), (3, "Max")):
        phone(f"192.0.2.{number}").scan(table).sit(sheet=str(faces[number].serial), name=name)
    table.begin("Emma", "Max", "Laura", game="connected-a")
    sheets = table.table.game.sheets
    assert (sheets["Emma"], sheets["Max"]) == (letters[1], letters[3])
    assert sheets["Laura"] not in (letters[1], letters[3])
    page = table.client.get("/new").text
    chosen = re.findall(r"<option selected>([A-E])</option>", page)
    assert chosen[:2] == [letters[1], letters[3]] and len(set(chosen[:5])) == 5


# -- sheets and chairs of others ---------------------------------------------------------------------------


def request_in(page: str) -> str:
    """Return the id of the seat request that a page asks about."""
    match = re.search(r'name="request" value="([0-9a-f]{16})"', page)
    assert match
    return match[1]


def test_a_sheets_number_sits_down_on_a_free_chair_lucky_numbers_and_all(table: Any, phone: Any) -> None:
    third = printed(table, "Emma", "Max", "Laura", game="longo")[2]
    phone().scan(table).sit(sheet=str(third.serial).lower())
    table.begin("Emma", "Max", "Laura", game="longo")
    assert table.table.game.lucky["Laura"] == third.lucky


def test_a_typed_number_takes_no_chair_that_somebody_has(game: Any, phone: Any) -> None:
    table, ann, ben = game
    number = str(printed(table, "Ann", "Ben", "Cleo")[0].serial)
    ann.sit(player="Ann", sheet=number)
    watcher = phone("192.0.2.9").scan(table).sit(sheet=number)
    assert watcher.refused("/mark", player="Ann", mark="a5") == "guest"
    of_other = ben.post("/sit", player="Ben", sheet=number)
    assert of_other.status_code == 422 and f"Ann plays with sheet {number}" in of_other.text
    ben.sit(sheet=number)
    assert ben.refused("/mark", player="Ann", mark="a5") == "not-yours"
    assert ben.post("/mark", player="Ben", mark="a5").status_code == 200, "and keeps his own chair"
    assert ann.post("/mark", player="Ann", mark="a5").status_code == 200


def test_only_the_device_that_has_the_chair_hands_it_over(game: Any, phone: Any) -> None:
    table, ann, ben = game
    other = phone("192.0.2.9").scan(table).sit(player="Ann")
    assert other.refused("/mark", player="Ann", mark="a5") == "guest"
    name = request_in(ann.get("/").text)
    for stranger in (ben, other):
        assert "/seats/answer" not in stranger.get("/").text
        assert stranger.refused("/seats/answer", request=name, answer="yes") in ("not-yours", "guest")


def test_the_tables_screen_says_which_sheet_was_named_and_how_long_a_device_is_silent(
    game: Any, phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, _ = game
    number = str(printed(table, "Ann", "Ben", "Cleo")[0].serial)
    phone("192.0.2.9").scan(table).sit(sheet=number)
    page = table.page()
    assert f"It named sheet {number}." in page and "was here a few minutes ago" in page
    monkeypatch.setattr(type(table.server.seats), "seconds_away", lambda self, token: 610.0)
    assert "has not been heard from for 10 minutes" in table.page()


def test_refused_device_cannot_ask_repeatedly(game: Any, phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = SimpleNamespace(at=0.0)
    monkeypatch.setattr(seat_requests, "time", SimpleNamespace(monotonic=lambda: now.at))
    table, ann, _ = game
    other = phone("192.0.2.9").scan(table).sit(player="Ann")
    ann.post("/seats/answer", request=request_in(ann.get("/").text), answer="no")
    assert "/seats/answer" not in ann.get("/").text and "You asked" not in other.get("/").text
    for device in (other, phone("192.0.2.10").scan(table)):
        answer = device.post("/sit", player="Ann")
        assert answer.status_code == 422 and "the table&#39;s screen can free it" in answer.text
    now.at += REFUSED_SECONDS
    other.sit(player="Ann")
    assert "/seats/answer" in ann.get("/").text
    now.at += WAIT_SECONDS
    assert "/seats/answer" not in ann.get("/").text, "it does not wait for ever"
    assert ann.refused("/seats/answer", request="0" * 16, answer="yes") == "over"


def test_those_who_ask_again_and_again_keep_nobody_from_asking(game: Any, phone: Any) -> None:
    table, ann, _ = game
    askers = [phone(f"192.0.2.{i}").scan(table) for i in range(MAX_WAITING)]
    assert [asker.post("/sit", player="Ann").status_code for asker in askers] == [303] * MAX_WAITING
    owner = phone("192.0.2.99").scan(table)
    assert owner.post("/sit", player="Ann").status_code == 303, "the oldest makes room"
    assert "You asked" in owner.get("/").text and "You asked" not in askers[0].get("/").text
    assert askers[0].post("/sit", player="Ann").status_code == 422, "it has asked a moment ago"
    assert ann.get("/").text.count('name="request"') == MAX_WAITING
    assert askers[1].post("/seats/stop-asking").status_code == 200
    assert ann.get("/").text.count('name="request"') == MAX_WAITING - 1
    askers[2].post("/leave")
    assert ann.get("/").text.count('name="request"') == MAX_WAITING - 2, "who has left asks no more"


def test_a_request_is_over_once_the_chair_is_in_other_hands(game: Any, phone: Any) -> None:
    table, _ann, _ben = game
    other = phone("192.0.2.9").scan(table).sit(player="Ann")
    name = request_in(table.page())
    table.post("/seats/free", player="Ann")
    assert "/seats/answer" not in table.page()
    third = phone("192.0.2.10").scan(table).sit(player="Ann")
    assert table.post("/seats/answer", request=name, answer="yes").get_json()["error"]["code"] == "over"
    assert third.post("/mark", player="Ann", mark="a5").status_code == 200
    assert other.refused("/mark", player="Ann", mark="-") == "guest"


# -- names -------------------------------------------------------------------------------------------------


def test_a_newcomer_who_looks_like_somebody_is_refused(table: Any, phone: Any) -> None:
    phone("192.0.2.1").scan(table).sit(name="Bob")
    before = phone("192.0.2.2").scan(table).post("/sit", name="B\u043eb")
    table.begin("Bob", "Ann")
    late = phone("192.0.2.3").scan(table).post("/sit", newcomer="1", name="B\u043eb")
    for answer in (before, late):
        assert answer.status_code == 422 and "looks like Bob, who plays here already" in answer.text
    assert table.server.players_with_device == ("Bob",)


def test_a_table_has_so_many_chairs_and_no_more(table: Any, phone: Any) -> None:
    for i in range(10):
        phone(f"192.0.2.{i}").scan(table).sit(name=f"Player {'ABCDEFGHIK'[i]}")
    answer = phone("192.0.2.99").scan(table).post("/sit", name="Mallory")
    assert answer.status_code == 422 and "At most 10 can play." in answer.text
    assert len(table.server.players_with_device) == 10
