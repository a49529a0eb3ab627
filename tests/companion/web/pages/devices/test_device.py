"""What a device chooses for itself: its language."""

from typing import Any

import pytest

from tests.companion.web.conftest import JSON, Phone
from tests.companion.web.pages.pages import error

GUIDE = 'id="explanation"'


@pytest.mark.parametrize(
    ("back", "place"),
    [
        *((page, page) for page in ("/new", "/join", "/seats", "/device", "/lens", "/doctor")),
        *((page, page) for page in ("/dice-lessons", "/rules/lock", "/games/3/turns/2/white/1")),
        *((f"/{page}/0123456789abcdef", f"/{page}/0123456789abcdef") for page in ("records", "sheets")),
        ("/sit", "/join"),
        ("//evil.example", "/"),
        ("http://evil.example/new", "/"),
    ],
)
def test_a_language_is_chosen_without_leaving_the_page(table: Any, back: str, place: str) -> None:
    answer = table.client.post("/language", data={"language": "de", "back": back})
    assert answer.status_code == 303 and answer.location == place


def test_a_language_that_is_not_there_is_refused(table: Any) -> None:
    assert error(table.post("/language", language="xx"))["code"] == "language"


@pytest.mark.parametrize(
    ("form", "page"),
    [("/sit/photo", "/join"), ("/begin", "/new"), ("/dice-lessons/confirm", "/dice-lessons")],
)
def test_a_form_shown_again_survives_a_new_language_and_a_reload(table: Any, form: str, page: str) -> None:
    back = table.client.post("/language", data={"language": "de", "back": form}, follow_redirects=True)
    assert back.status_code == 200 and back.request.path == page
    assert table.client.get(form, headers=JSON).status_code == 405, "programs are told"


def test_a_phone_that_joins_a_first_game_is_told_too(table: Any) -> None:
    table.begin("Ann", "Ben", explain="on")
    phone = Phone(table.app).scan(table).sit(player="Ben")
    assert GUIDE in phone.get("/").text
    table.roll("w4 w1 r3 y2 g6 b5")
    table.join("Ann").marks("-")
    table.join("Ben").marks("-")
    assert "You wait; the next throw is for everyone again." in phone.get("/").text
    assert error(table.post("/explain", explain="maybe"))["code"] == "explain"
    assert phone.post("/explain", explain="off").status_code == 200
    assert "You wait" not in phone.get("/").text and GUIDE in table.page()
