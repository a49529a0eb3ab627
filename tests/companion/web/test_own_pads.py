"""The page offers games on custom pads. Such a game goes on even after its pad is forgotten."""

import io
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.book import RULES
from companion.dealing.dealt_pad import pad_of_sheets
from companion.dealing.random_pads import draw_rows
from companion.records.reading import read_record
from companion.rules import Game
from companion.storage.own_pads import OwnPads
from companion.table.events import DecisionMade, RollTaken
from companion.table.reducer import begin, reduce
from companion.web.app import close
from companion.web.camera.demo import choose_mark, demo_game
from companion.web.pages.paper import sheet_photos
from companion.web.pages.rules.lesson import lesson
from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad, pad_data, parse_pad
from sheets.pad_table import toml_text
from tests.companion.dealing.test_dealt_sheets import PLAYERS
from tests.companion.records.random_records import mixed_game
from tests.companion.storage.test_own_pads import STEPS
from tests.companion.table.random_events import random_roll
from tests.companion.web.conftest import Actor, jpeg

WIDE = f"""
format = "qwixx-pad/1"
name = "wide"
title = "Wide & <b>high</b>"
sides = 20
last-cells = 2
lock-needs = 7
[rows]
a = "red {" ".join(map(str, range(2, 41)))}"
b = "yellow 40 39 38 37 36 35 34 33 32 31 30 29 28 27 26 25 24 23 22 21"
c = "green 5 10 15 20 25 30 35 40 2 3 4"
d = "blue 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30"
[bonus-pairs]
13 = "a6 d4"
no-misses = "b30 c5"
"""
PLAIN = """
format = "qwixx-pad/1"
name = "plain"
[rows]
a = "red 2 3 4 5 6 7 8 9 10 11 12"
b = "yellow 2 3 4 5 6 7 8 9 10 11 12"
c = "green 12 11 10 9 8 7 6 5 4 3 2"
d = "blue 12 11 10 9 8 7 6 5 4 3 2"
"""
LETTERED = (
    PLAIN.replace("plain", "lettered")
    + """
[steps]
A = "a7 b2 b6"
B = "c7 b3 d6"
"""
)


@pytest.fixture
def kept(table: Actor) -> Actor:
    for text in (STEPS, WIDE, LETTERED):
        table.server.own_pads.keep(text.encode(), "ours.toml")
    return table


def test_the_game_opens_again_after_the_pad_is_forgotten(tmp_path: Path, build: Any) -> None:
    OwnPads(tmp_path).keep(STEPS.encode(), "steps.toml")
    table = Actor(build()).begin("Ann", game="own:steps").roll("w4 w4 r3 y2 g4 b1")
    table.join("Ann").marks("d8")
    table.ok("/pads/forget", name="steps")
    close(table.app)
    again = Actor(build())
    assert again.table.game.pad.title == "Four steps" and again.join("Ann").sheet == "- / - / - / d8"
    assert "own:steps" not in again.client.get("/new").text
    assert again.post("/begin", player=["Ann"], first="1", game="own:steps").status_code == 422
    again.ok("/again")
    assert again.table.game.pad.title == "Four steps" and again.table.position.turn == 1


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"game": "own:nobody"}, "not kept at this table any more"),
        ({"game": "cards", "pad": "own:wide"}, "Wide & <b>high</b> is not such a pad"),
        ({"game": "own:lettered", "letter": "E"}, "no such sheet"),
    ],
)
def test_unfitting_pad_is_refused(kept: Actor, sent: dict[str, str], sentence: str) -> None:
    answer = kept.post("/begin", player=["Ann"], first="1", **sent)
    assert answer.status_code == 422 and sentence in answer.get_json()["error"]["text"]
    assert kept.server.session.table is None


def test_the_card_game_is_played_on_a_pad_that_fits(kept: Actor) -> None:
    kept.server.own_pads.keep(PLAIN.encode(), "plain.toml")
    kept.begin("Ann", game="cards", pad="own:plain")
    assert (kept.table.game.name, kept.table.game.pad.name) == ("cards", "plain")


@pytest.mark.parametrize("text", [STEPS, WIDE, LETTERED])
def test_every_page_of_a_game_on_an_own_pad_is_shown(kept: Actor, text: str) -> None:
    OwnPads(kept.server.store.folder).keep(text.encode(), "ours.toml")
    pad = parse_pad(tomllib.loads(text))
    kept.begin("Ann", "Ben", game=f"own:{pad.name}", explain="1")
    assert kept.client.post("/device", data={"hints": "coach"}).status_code == 303
    rng, session = random.Random(3), kept.server.session
    for _ in range(3):
        session.dispatch(RollTaken(random_roll(kept.table, rng), "tapped"))
        assert kept.client.get("/").status_code == 200
        while kept.table.position.phase not in ("roll", "over"):
            for player in kept.table.game.waiting(kept.table.position):
                session.dispatch(DecisionMade(player, str(choose_mark(kept.table, player))))
            assert kept.client.get("/").status_code == 200
    pages = ("/rules", "/games", "/games/1", "/statistics", "/games/1/share", "/games/1/results.pdf")
    for page in pages:
        answer = kept.client.get(page)
        assert answer.status_code == 200, (page, answer.text)
    assert pad.title.split()[0] in kept.client.get("/games").text
    record = read_record(kept.client.get("/games/1/record.json").data)
    assert record.game.pad == pad and len(record.turns) == 3


def random_pads() -> Iterator[Pad]:
    """Yield the built-in pads under another name, and custom pads, most with a random mix of mechanisms."""
    for name in (*PADS, *FURTHER_PADS):
        yield parse_pad(pad_data(load_pad(name)) | {"name": "ours"})
    for seed in range(30):
        yield mixed_game(random.Random(seed))[0].pad
    yield from (parse_pad(tomllib.loads(text)) for text in (STEPS, WIDE, LETTERED))


def test_any_own_pad_has_a_lesson_and_the_demo_plays_it() -> None:
    for pad in random_pads():
        assert all(step.picture and str(step.text) for step in lesson("classic", pad)), pad.name
        begun = demo_game(pad)
        assert bool(begun.layout) == (pad.sides in (6, 8))
        table, rng = begin(begun), random.Random(5)
        for _ in range(4):
            if table.position.phase == "over":
                break
            table = reduce(table, RollTaken(random_roll(table, rng), "tapped"))
            while table.position.phase not in ("roll", "over"):
                for player in table.game.waiting(table.position):
                    table = reduce(table, DecisionMade(player, str(choose_mark(table, player))))


def test_an_own_pad_is_a_kind_of_game_of_its_own() -> None:
    ours = parse_pad(pad_data(load_pad("classic")) | {"title": "Ours"})
    assert Game("classic", ours, ("Ann",)).kind == "own:Ours"
    assert Game("classic", "", ("Ann",)).kind == "classic"


def test_a_photo_is_searched_for_the_own_pads_that_may_lie_there(
    kept: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        sheet_photos, "read_sheets", lambda _image, pads: asked.extend(pad.name for pad in pads) or ()
    )
    kept.begin("Ann", game="own:wide")
    kept.ok("/pads/forget", name="wide")
    kept.post("/sheets", photo=(io.BytesIO(jpeg()), "sheets.jpg"))
    assert sorted(asked) == ["lettered", "steps", "wide"]
    asked.clear()
    kept.begin("Ann")
    kept.post("/sheets", photo=(io.BytesIO(jpeg()), "sheets.jpg"))
    assert sorted(asked) == ["lettered", "steps"], "a shipped pad is known without its file"


def test_the_rules_page_tells_what_holds_on_the_own_pad(kept: Actor) -> None:
    kept.begin("Ann", game="own:wide")
    page = kept.client.get("/rules").text
    assert "Wide &amp; &lt;b&gt;high&lt;/b&gt;" in page
    assert "The dice here have 20 sides, and the numbers go up to 40." in page
    told = {name for name in RULES if f'href="/rules/{name}"' in page}
    assert {"double-lock-seven", "bonus-13", "bonus-no-misses", "left-to-right"} <= told
    assert not told & {"lock-needs-five", "lock-needs-six", "bonus-each-row", "bonus-bar"}


def test_the_pad_of_the_command_is_chosen_at_first(tmp_path: Path, build: Any) -> None:
    pad = OwnPads(tmp_path).keep(STEPS.encode(), "steps.toml")
    app = build(PAD=pad)
    assert 'name="game" value="own:steps" checked' in app.test_client().get("/new").text


def test_two_players_get_the_two_letters_of_an_own_pad(kept: Actor) -> None:
    page = kept.client.get("/new?game=own:lettered").text
    chosen = re.findall(r"<option selected>([A-E])</option>", page)
    assert len(chosen) > 2 and all(set(chosen[n : n + 2]) == {"A", "B"} for n in range(0, len(chosen) - 1, 2))


def test_the_page_deals_sheets_keeps_them_and_offers_them(table: Actor) -> None:
    refused = table.post("/print/deal", players="7")
    assert refused.status_code == 422 and "for 2 to 5 players" in refused.text
    page = table.post("/print/deal", game="classic", players="4").text
    (pad,) = table.server.own_pads.all()
    assert "is worth the same. Sit in the order of the letters: A, B, C, D." in page
    assert f'value="own:{pad.name}" selected' in page
    assert pad.name.startswith("classic-dealt-4-") and pad.letters == ("A", "B", "C", "D")


def test_a_dealt_longo_begins_with_a_sheet_and_lucky_numbers_for_each(table: Actor) -> None:
    base = load_pad("longo")
    pad = pad_of_sheets(base, 4, [draw_rows(base, random.Random(n)) for n in range(2)])
    file = io.BytesIO(toml_text(pad_data(pad)).encode())
    assert table.client.post("/pads", data={"pad": (file, "dealt.toml")}).status_code < 400
    table.begin(*PLAYERS, game=f"own:{pad.name}", letter=["A", "B"], lucky=["5", "10", "8", "13"])
    table.roll("w5 w8 r1 y1 g1 b1")
    assert table.table.game.lucky == {"Ann": (5, 10), "Ben": (8, 13)}
    first = pad.on_sheet("B").rows[0].cells[0]
    assert table.join("Ben").marks(f"{first}*").sheet.startswith(f"{first} /")
    assert "lucky numbers 8 and 13" in table.page()
