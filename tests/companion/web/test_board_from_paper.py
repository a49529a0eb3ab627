"""A photo of the board that two share brings the stones of both players to the table."""

import io
import re
from typing import Any

import cv2
import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.web.views.play import sheet_photos
from sheets.pad import load_pad
from sheets.paper import PAPERS, Layout
from tests.companion.web.conftest import Phone, jpeg
from tests.companion.web.views.pages import plain
from tests.vision.scan.desk import seen_from, sheet

PAD = load_pad("duel")
ROLL = "w2 w3 r6 y6 g6 b6"
STONES = ("a5 o", "a5 o2", "b7 x", "c9 o", "miss 1", "box 1", "box 2")
"""A tower of two on red 5 and a stone on green 9 with one pen, yellow 7 with the other; one miss and two."""
ROUND, SQUARE = "a5 / - / c9 / - misses 1 towers a5", "- / b7 / - / - misses 2"


@pytest.fixture
def duel(table: Any) -> Any:
    return table.begin("Ann", "Ben", game="duel")


@pytest.fixture
def photo(monkeypatch: pytest.MonkeyPatch, duel: Any) -> Any:
    """Send a photo of a board that is read so; gives the address of the review."""

    def send(*places: str, doubts: tuple[str, ...] = ()) -> str:
        unsure = tuple(Doubt(place, 0.5, (100, 100, 30, 30)) for place in doubts)
        observed = ObservedSheet.from_places(PAD, places)
        found = SheetReading("unsure" if doubts else "complete", pad=PAD, observed=observed, unsure=unsure)
        monkeypatch.setattr(sheet_photos, "read_sheets", lambda _image, _pads: (found,))
        data = jpeg()
        return str(duel.client.post("/sheets", data={"photo": (io.BytesIO(data), "board.jpg")}).location)

    return send


def sheets(table: Any) -> list[str]:
    return [str(each) for each in table.table.position.sheets]


def test_a_board_comes_from_a_photo_into_the_running_game(duel: Any) -> None:
    duel.roll(ROLL)
    duel.join("Ann").marks("a5").marks("-")
    printed = sheet(PAD, STONES, layout=Layout(PAPERS["a4"], 1))
    data = cv2.imencode(".jpg", seen_from(printed, turn=8, tilt=14).photo)[1].tobytes()
    answer = duel.client.post("/sheets", data={"photo": (io.BytesIO(data), "board.jpg")})
    assert answer.status_code == 303, answer.text
    address = str(answer.location)
    page = duel.client.get(address).text
    assert "Who marks the round fields?" in page
    said = {
        field: "yes" if field[2:].replace("-", " ") in STONES else "no"
        for field in re.findall(r'name="(0-[a-z0-9-]+)" value="yes"', page)
    }
    compared = plain(duel.client.get(address, query_string={"player-0": "Ann", **said}).text)
    assert "Ann New: green 9, red 5" in compared and "Ben New: yellow 7" in compared
    assert sheets(duel) == ["a5 / - / - / -", "- / - / - / -"], "nothing is changed yet"
    assert duel.client.post(address, data={"player-0": "Ann", **said}).status_code == 303
    assert sheets(duel) == [ROUND, SQUARE]
    assert "light stones: 2" in duel.page()
    duel.roll(ROLL)
    duel.join("Ben").marks("d5")
    assert sheets(duel)[1] == "- / b7 / - / d5 misses 2", "the game goes on"


def test_either_player_may_have_the_round_fields(duel: Any, photo: Any) -> None:
    address = photo(*STONES)
    assert duel.client.post(address, data={"player-0": "Ben"}).status_code == 303
    assert sheets(duel) == [SQUARE, ROUND]
    duel.ok("/undo")
    duel.ok("/undo")
    assert sheets(duel) == ["- / - / - / -"] * 2


def test_what_the_table_knows_already_is_said(duel: Any, photo: Any) -> None:
    duel.client.post(photo(*STONES), data={"player-0": "Ann"})
    known = duel.server.session.number
    address = photo(*STONES)
    assert "Just as the table knows it." in duel.client.get(address).text
    assert duel.client.post(address, data={"player-0": "Ann"}).status_code == 303
    assert duel.server.session.number == known, "nothing to take over"
    assert "Just as" not in duel.client.get(photo(*STONES, "a5 o3")).text, "the tower has grown"


def test_a_tower_higher_than_its_fields_stays(duel: Any, photo: Any) -> None:
    for _ in range(4):
        for player, cell in (("Ann", "a5"), ("Ben", "-")):
            duel.roll(ROLL)
            duel.join(player).marks(cell).marks("-")
    assert sheets(duel)[0] == "a5 / - / - / - towers a5 a5 a5"
    misses = [f"box {n}" for n in (1, 2, 3)]
    three = ["a5 o", "a5 o2", "a5 o3"]
    duel.client.post(photo(*three, "b9 o", *misses), data={"player-0": "Ann"})
    assert sheets(duel)[0] == "a5 / b9 / - / - towers a5 a5 a5"
    duel.client.post(photo(*three[:2], "b9 o", *misses), data={"player-0": "Ann"})
    assert sheets(duel)[0] == "a5 / b9 / - / - towers a5"


def test_a_person_says_whose_stone_lies_on_a_cell_with_both(duel: Any, photo: Any) -> None:
    address = photo("b7 x", doubts=("a5 o", "a5 x"))
    page = duel.client.get(address).text
    assert "round field 1 of red 5" in page and "square field 1 of red 5" in page
    both = duel.post(address, **{"player-0": "Ann", "0-a5-o": "yes", "0-a5-x": "yes"})
    assert both.status_code == 422
    assert both.get_json()["error"]["text"] == (
        "On red 5 stones of both players are marked; say which of them lie there."
    )
    said = {"player-0": "Ann", "0-a5-o": "no", "0-a5-x": "yes"}
    assert duel.client.post(address, data=said).status_code == 303
    assert sheets(duel) == ["- / - / - / -", "a5 / b7 / - / -"]


def test_misses_of_both_together_end_the_game_on_paper_too(duel: Any, photo: Any) -> None:
    duel.client.post(photo("a5 o", "miss 1", "box 1", "box 2"), data={"player-0": "Ann"})
    assert duel.table.position.end is None
    duel.client.post(photo("a5 o", "miss 1", "miss 2", "box 1", "box 2"), data={"player-0": "Ann"})
    end = duel.table.position.end
    assert end is not None and end.reason == "end-misses"


def test_a_phone_takes_no_stones_over_for_the_other_player(duel: Any, photo: Any) -> None:
    address = photo(*STONES)
    phone = Phone(duel.app).scan(duel).sit(player="Ann")
    assert 'action="/sheets"' not in phone.get("/").text
    assert phone.refused(address, **{"player-0": "Ann"}) == "not-yours"
    assert sheets(duel) == ["- / - / - / -"] * 2
