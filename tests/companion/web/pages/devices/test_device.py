"""The settings of a device: language, explanations for a first game, and the player's picture."""

import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion
from companion.web.layout.people.person_sign import CLOSE, HUES, PICTURES, table_signs
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


@pytest.mark.parametrize(
    ("form", "page"),
    [("/sit/photo", "/join"), ("/begin", "/new"), ("/dice-lessons/confirm", "/dice-lessons")],
)
def test_a_form_shown_again_survives_a_new_language_and_a_reload(table: Any, form: str, page: str) -> None:
    back = table.client.post("/language", data={"language": "de", "back": form}, follow_redirects=True)
    assert back.status_code == 200 and back.request.path == page
    assert table.client.get(form, headers=JSON).status_code == 405, "programs are told"


def test_each_device_ends_its_explanations_of_a_first_game(table: Any) -> None:
    table.begin("Ann", "Ben", explain="on")
    phone = Phone(table.app).scan(table).sit(player="Ben")
    assert GUIDE in phone.get("/").text
    assert phone.post("/explain", explain="off").status_code == 200
    assert GUIDE not in phone.get("/").text and GUIDE in table.page()


@pytest.mark.parametrize("setting", ["language", "explain"])
def test_a_setting_that_is_not_there_is_refused(table: Any, setting: str) -> None:
    assert error(table.post(f"/{setting}", **{setting: "xx"}))["code"] == setting


STYLE = Path(companion.__path__[0]) / "web" / "layout" / "people" / "people.css"


def hues(table: Any) -> list[str]:
    """Return the colour of each sheet on the table's page."""
    return re.findall(r'class="person hue-(\d)"', table.page().partition('id="sheets"')[2])


def test_a_rename_keeps_picture_and_colour_and_so_does_who_stays(table: Any) -> None:
    table.begin("Ada", "Blas", "Dan")
    before = hues(table)
    path = re.findall(r'<path d="(M[^"]*)"', table.page().partition('id="sheet-2"')[2])[0]
    table.client.post("/seats/rename", data={"player": "Dan", "name": "Daniel"})
    assert hues(table) == before
    assert re.findall(r'<path d="(M[^"]*)"', table.page().partition('id="sheet-2"')[2])[0] == path
    table.client.post("/seats/gone", data={"player": "Ada"})
    assert hues(table) == before[1:]


def test_a_phone_cannot_take_the_picture_or_the_colour_of_another(
    game: tuple[Any, Phone, Phone], phone: Any
) -> None:
    table, ann, ben = game
    assert ann.post("/people/picture", name="Ann", picture=8, hue=4).status_code == 200
    assert ben.refused("/people/picture", name="Ben", picture=1, hue=4) == "taken"
    assert ben.refused("/people/picture", name="Ben", picture=8, hue=1) == "taken"
    assert ben.refused("/people/picture", name="Ann", picture=1, hue=1) == "not-yours"
    assert phone().scan(table).refused("/people/picture", name="Ann", picture=1, hue=1) == "guest"
    assert table.server.pictures.all() == {"ann": (8, 4)}
    table.ok("/people/picture", name="Ben", picture=1, hue=4)
    assert len(set(hues(table))) == 3, "the table's own screen decides, and Ann gets another"


def test_ten_people_have_ten_colours_and_pictures_whatever_their_order() -> None:
    names = [f"{first}{second}" for first in "ABCDEFGHIJ" for second in "aeiou"]
    for n in range(0, 40, 7):
        people = names[n : n + 10]
        signs = table_signs(people, {}, {})
        assert all(len({sign[each] for sign in signs.values()}) == 10 for each in (0, 1))
        assert table_signs(reversed(people), {}, {}) == signs
        few = {str(hue) for _, hue in table_signs(people[:4], {}, {}).values()}
        assert not any(pair <= few for pair in CLOSE), "nor close, while there is a choice"


def test_the_form_and_the_table_give_the_same_signs(table: Any) -> None:
    names = ["Ada", "Blas", "Anna", "Clara"]
    told = table.client.get("/people/signs", query_string={"name": names}).get_json()
    table.begin(*names, first="3")
    shown = dict(zip(table.table.game.players, hues(table), strict=True))
    assert [shown[name] for name in names] == [str(sign["hue"]) for sign in told]


def test_no_two_colours_are_close() -> None:
    style = STYLE.read_text()
    tones = dict(re.findall(r"\.hue-(\d) \{ --person: #(\w{6});", style))
    assert len(tones) == HUES
    pixels = np.array([[[int(tone[i : i + 2], 16) for i in (0, 2, 4)] for tone in tones.values()]], np.uint8)
    lab = cv2.cvtColor(np.float32(pixels) / 255, cv2.COLOR_RGB2LAB)[0]
    apart = np.linalg.norm(lab[:, None] - lab[None], axis=2)
    assert apart[np.triu_indices(HUES, 1)].min() > 20, "in CIELAB; about 2 can just be told side by side"
    assert {frozenset(f"{n}{m}") for n, m in np.argwhere(apart < 50) if n < m} == CLOSE


def test_bad_picture_is_refused(table: Any) -> None:
    for name, picture, hue, code in (
        *(("Ann", *sign, "picture") for sign in ((len(PICTURES), 0), (0, HUES), ("x", ""), (-1, 0))),
        *((name, 0, 0, "name") for name in ("", "A" * 25)),
    ):
        answer = table.post("/people/picture", name=name, picture=picture, hue=hue)
        assert answer.status_code == 422 and error(answer)["code"] == code
    assert not table.server.pictures.all()
