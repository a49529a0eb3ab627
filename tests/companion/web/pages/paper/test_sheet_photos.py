"""A photo of sheets updates the table after people have checked owners, differences and doubtful places."""

import io
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.events import SheetTakenOver
from companion.web.pages.paper import sheet_photos
from companion.web.pages.paper.sheet_photos import FoundSheet, place_names
from sheets.pad import Pad, load_pad
from tests.companion.web.conftest import jpeg
from tests.companion.web.pages.pages import error, plain
from tests.companion.web.pages.tables import play
from vision.scan.problems import ONE_CORNER, covered

PAD = load_pad("classic")


def reading(*places: str, pad: Pad = PAD, doubts: tuple[Doubt, ...] = ()) -> SheetReading:
    """Return the reading of a sheet with these crosses and doubts."""
    status = "unsure" if doubts else "complete"
    return SheetReading(status, pad=pad, observed=ObservedSheet.from_places(pad, places), unsure=doubts)


@pytest.fixture
def photo(monkeypatch: pytest.MonkeyPatch, table: Any) -> Any:
    """Return a function that uploads a photo of sheets whose readings it is given.

    The function returns the address of the page on which people check the readings.
    """

    def send(*readings: SheetReading) -> str:
        monkeypatch.setattr(sheet_photos, "read_sheets", lambda _image, _pads: readings)
        answer = table.client.post("/sheets", data={"photo": (io.BytesIO(jpeg()), "sheets.jpg")})
        assert answer.status_code == 303, answer.text
        return str(answer.location)

    return send


def chosen(page: str) -> list[str]:
    """Return the chosen owners on the page, in the order of the sheets."""
    return re.findall(r'name="player-\d+" value="(\w+)"[^>]* checked', page)


DOUBT = Doubt("a7", 0.5, (100, 100, 30, 30))


def test_what_is_still_open_is_required_and_what_was_said_stays(table: Any, photo: Any) -> None:
    """Check that open questions are required fields, and that a refused form keeps its answers."""

    def requires(page: str, field: str) -> bool:
        return re.search(rf'<input[^>]*name="{field}"[^>]* required', page) is not None

    table.begin("Ann", "Ben")
    doubtful = reading("a5", doubts=(DOUBT,))
    page = table.client.get(photo(doubtful)).text
    assert requires(page, "player-0") and requires(page, "0-a7")
    address = photo(doubtful, reading("a5", "a7"))
    page = table.client.get(address, query_string={"player-0": "-", "player-1": "Ann"}).text
    assert not requires(page, "0-a7"), "the first one is left out"
    assert page.count('value="-"') == 2, "one of two may be left out"
    answer = table.client.post(address, data={"player-0": "Ben", "0-a7": "yes", "player-1": ""})
    assert answer.status_code == 422 and "Choose whose sheet 2 is" in plain(answer.text)
    assert re.search(r'name="0-a7" value="yes" checked', answer.text), "what was decided stays"
    assert chosen(answer.text) == ["Ben"]
    assert str(table.table.position.sheet("Ben")) == "- / - / - / -"


def test_several_sheets_are_taken_over_at_once_but_never_two_for_one_player(table: Any, photo: Any) -> None:
    table.begin("Ann", "Ben")
    address = photo(reading("a5"), reading("a5", "a7"))
    page = table.client.get(address).text
    assert chosen(page) == ["Ann", "Ben"] and page.count("Going by where you sit:") == 2
    twice = table.post(address, **{"player-0": "Ann", "player-1": "Ann"})
    assert twice.status_code == 422 and "two sheets" in error(twice)["text"]
    stranger = table.post(address, **{"player-0": "Zed"})
    assert stranger.status_code == 409 and "Zed" in error(stranger)["text"]
    assert table.client.post(address, data={"player-0": "Ben", "player-1": "Ann"}).status_code == 303
    assert str(table.table.position.sheet("Ann")) == "a5 a7 / - / - / -"
    assert str(table.table.position.sheet("Ben")) == "a5 / - / - / -"


def test_a_sheet_that_continues_one_players_is_offered_as_theirs(table: Any, photo: Any) -> None:
    table.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    table.join("Ann").marks("a5")
    table.join("Ben").marks("b5")
    table.join("Ann").marks("-")
    page = table.client.get(photo(reading("a5", "a7"))).text
    assert chosen(page) == ["Ann"]
    assert "New: red 7" in plain(page)


def test_in_the_middle_of_a_turn_it_waits_unless_marks_are_on_paper(table: Any, photo: Any) -> None:
    table.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    address = photo(reading("a5"))
    assert "finish this turn first" in table.client.get(address).text
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="classic", paper="on")
    table.roll("w4 w1 r3 y2 g6 b5")
    assert table.client.post(photo(reading("a5")), data={"player-0": "Ann"}).status_code == 303
    assert str(table.table.position.sheet("Ann")) == "a5 / - / - / -"


def test_obstacles_are_named_with_their_places(table: Any, photo: Any) -> None:
    table.begin("Ann")
    problem = covered(PAD, ("b5", "lock a"))
    page = table.client.get(photo(replace(reading("a5"), problems=(problem,)))).text
    assert "(yellow 5, lock of the red row)" in plain(page)
    lone = SheetReading("no-sheet", problems=(ONE_CORNER,))
    assert "only one corner of a sheet" in plain(table.client.get(photo(lone)).text)


def test_no_sheet_is_one_sentence_and_all_photos_are_read_in_one_thread(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that a photo without sheets gets one sentence, and that one thread reads all photos."""
    table.begin("Ann")
    readers: list[threading.Thread] = []
    monkeypatch.setattr(
        sheet_photos, "read_sheets", lambda *_: readers.append(threading.current_thread()) or ()
    )

    def send() -> None:
        answer = table.post("/sheets", photo=(io.BytesIO(jpeg()), "sheets.jpg"))
        assert answer.status_code == 422 and "four corner squares" in error(answer)["text"]

    for _ in range(3):
        with ThreadPoolExecutor(1) as phone:
            phone.submit(send).result()
    assert len(readers) == 3 and len(set(readers)) == 1 and readers[0].name.startswith("sheet reader")
    assert table.post("/sheets", photo=(io.BytesIO(b"hello"), "diary.jpg")).status_code == 422
    assert table.client.get("/sheets/0123456789abcdef").status_code == 404


def test_a_game_on_paper_asks_for_the_sheets_before_anybody_wins(table: Any, photo: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="classic", paper="on")
    table.roll("w4 w1 r3 y2 g6 b5")
    table.ok("/lock", row="a")
    table.ok("/lock", row="b")
    page = plain(table.page())
    assert "The game is over" in page and "Not read yet: Ann, Ben." in page and "win" not in page
    assert "Not read yet: Ann, Ben." in plain(table.client.get("/history", follow_redirects=True).text)
    assert "★" not in table.client.get("/games").text
    number = table.server.session.game
    assert table.client.get(f"/games/{number}/results.pdf").status_code == 409
    evenings, _, _ = plain(table.client.get("/statistics").text).partition("This name")
    assert "Ann" not in evenings, "nobody has won, and nobody has 0 points"
    address = photo(reading("a5"), reading())
    table.client.post(address, data={"player-0": "Ann", "player-1": "Ben"})
    page = plain(table.page())
    assert "Ann wins" in page and "Not read yet" not in page, "an empty sheet was read too"
    assert table.client.get(f"/games/{number}/results.pdf").status_code == 200
    assert "Ann" in plain(table.client.get("/statistics").text)


def test_a_sheet_that_is_not_the_players_is_refused(table: Any, photo: Any) -> None:
    table.begin("Ann", "Ben", game="double-a")
    address = photo(reading("a5", pad=load_pad("big-points")))
    assert "a different pad" in plain(table.client.get(address).text)
    refused = table.post(address, **{"player-0": "Ann"})
    assert refused.status_code == 422
    assert str(table.table.position.sheet("Ann")) == "- / - / - / -"


def test_the_letter_of_a_connected_sheet_tells_whose_it_is(table: Any, photo: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], letter=["A", "B"], first="1", game="connected-b")
    for player, letter in (("Ann", "A"), ("Ben", "B")):
        pad = load_pad("connected-b").on_sheet(letter)
        address = photo(reading("a2", pad=pad))
        page = plain(table.client.get(address).text)
        assert chosen(table.client.get(address).text) == [player] and "New: red 2" in page
    page = plain(table.client.get(address, query_string={"player-0": "Ann"}).text)
    assert "not the sheet that Ann plays on" in page and "New:" not in page


def test_photo_and_reading_stand_side_by_side_with_doubts_lit_in_both(table: Any, photo: Any) -> None:
    table.begin("Ann", "Ben")
    doubts = (Doubt("a7", 0.5, (100, 120, 30, 20)), Doubt("b4", 0.4, (200, 220, 30, 20)))
    corners = ((50.0, 60.0), (550.0, 60.0), (550.0, 300.0), (50.0, 300.0))
    address = photo(replace(reading("a5", doubts=doubts), corners=corners))
    page = table.client.get(address).text
    assert '<svg viewBox="35.0 45.0 530.0 270.0"' in page, "the part of the photo that shows the sheet"
    lit = re.findall(r'<g class="lit"><rect x="([\d.]+)" y="([\d.]+)"', page)
    assert lit == [("97.0", "117.0"), ("197.0", "217.0")]
    cells = re.findall(r'class="cell doubtful[^"]*"[^>]* aria-label="([^"]+)"', page)
    assert cells == ["red 7, doubtful", "yellow 4, doubtful"]
    said = table.client.get(address, query_string={"player-0": "Ann", "0-a7": "yes"}).text
    assert '"red 7, new"' in said and "red 7, doubtful" not in said, "an answer is shown at once"


def found(*places: str, player: str = "Ann", **sent: str) -> FoundSheet:
    """Return a found sheet with these crosses and, if form fields are `sent`, the doubtful place DOUBT."""
    table = play(SheetTakenOver("Ann", "a2 a3 / - / - / - misses 1")).present
    return FoundSheet(table, 0, reading(*places, doubts=(DOUBT,) if sent else ()), player, sent)


def added(sheet: FoundSheet) -> list[str]:
    """Return the crosses on the paper that Ann's sheet at the table lacks."""
    assert sheet.change is not None
    return list(map(str, place_names(sheet.change.added, PAD)))


def test_new_and_missing_crosses_stand_out() -> None:
    sheet = found("a2", "a5", "miss 1")
    assert added(sheet) == ["red 5"] and not sheet.is_unchanged
    states = {cell.name: cell.state for cell in sheet.snapshot.rows[0].cells if cell.state != "open"}
    assert states == {"a2": "marked", "a3": "lost", "a5": "added"}


def test_a_paper_that_says_what_the_table_knows() -> None:
    assert found("a2", "a3", "miss 1").is_unchanged
    without_owner = found("a2", "a5", player="")
    assert (without_owner.change, without_owner.is_unchanged, without_owner.usable) == (None, False, True)


def test_a_doubtful_place_counts_when_a_person_says_so() -> None:
    undecided, crossed = (found("a2", "a3", "miss 1", **{"0-a7": answer}) for answer in ("", "yes"))
    assert added(undecided) == [] and added(crossed) == ["red 7"]
    assert crossed.decided and not undecided.decided
    assert not undecided.is_unchanged, "a doubt is not the same"


def test_places_by_name() -> None:
    assert list(map(str, place_names(["13", "miss 2"], load_pad("bonus-b")))) == ["13 points", "penalty 2"]
    assert found().field(Doubt("lock a", 0.5, (0, 0, 1, 1))) == "0-lock-a"
