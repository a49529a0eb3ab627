"""A person's picture: chosen on the table's screen for anybody, and by a phone for its own player."""

from typing import Any

import pytest

from companion.web.presenters.person_sign import HUES, PICTURES, person_sign
from tests.companion.web.conftest import Phone


def test_a_phone_chooses_for_its_own_player_and_every_screen_shows_it(game: tuple[Any, Phone, Phone]) -> None:
    table, ann, ben = game
    assert 'class="picture-choice"' in ann.get("/device").text
    before = table.page()
    assert ann.post("/people/picture", name="Ann", picture=8, hue=4).status_code == 200
    sign = person_sign("Ann", (8, 4))
    for page in (table.page(), ann.get("/").text, ben.get("/").text):
        assert f'hue-{sign.hue}" aria-hidden="true"><svg' in page and f'd="{sign.path}"' in page
    assert table.page() != before
    assert ben.refused("/people/picture", name="Ann", picture=1, hue=1) == "not-yours"
    assert table.server.pictures.of("Ann") == (8, 4)
    assert table.ok("/people/picture", name="Ben", picture=0, hue=0).get_json()["go"] == "/device"
    assert table.server.pictures.of("ben") == (0, 0)


def test_who_only_watches_chooses_for_nobody(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben")
    assert phone().scan(table).refused("/people/picture", name="Ann", picture=1, hue=1) == "guest"


@pytest.mark.parametrize(
    ("name", "picture", "hue", "code"),
    [
        ("Ann", len(PICTURES), 0, "picture"),
        ("Ann", 0, HUES, "picture"),
        ("Ann", "x", "", "picture"),
        ("Ann", -1, 0, "picture"),
        ("", 0, 0, "name"),
        ("A" * 25, 0, 0, "name"),
    ],
)
def test_what_is_no_picture_is_refused(table: Any, name: str, picture: Any, hue: Any, code: str) -> None:
    answer = table.post("/people/picture", name=name, picture=picture, hue=hue)
    assert answer.status_code == 422 and answer.get_json()["error"]["code"] == code
    assert not table.server.pictures.all()
