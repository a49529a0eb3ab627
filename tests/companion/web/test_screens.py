"""Where things are on phones upright and sideways, on laptops and on large screens, measured in a browser."""

import re
from typing import Any

import pytest

from companion.rules import ALL_VARIANTS
from companion.web.layout.people.invitation import Invitation
from companion.web.pages.table import table
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import (
    LAPTOP,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    SMALL_SIDEWAYS,
    TELEVISION,
    at,
    box,
    boxes,
    phone_cookies,
    sit,
)

pytestmark = pytest.mark.browser


GAMES = [
    pytest.param(game, marks=() if game in ("classic", "longo", "bonus-b") else pytest.mark.long)
    for game in ALL_VARIANTS
]
"""The narrowest, the widest and the fullest pad in every run, all in the long one."""
LOW = (".round", ".field", ".stop")
"""Places that are lower than cells: there is room for a finger beside them."""


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(size, language, id=f"{language}-{size['width']}", marks=marks)
        for size, usual in ((SMALL_PHONE, "de"), (PHONE, "en"), (SMALL_SIDEWAYS, "en"), (SIDEWAYS, "de"))
        for language in ("en", "de")
        for marks in (() if language == usual and 320 in size.values() else pytest.mark.long,)
    ],
)
def test_a_phones_own_sheet_stays_while_texts_come_and_go(
    app: Any, address: str, look: Any, size: Any, language: str
) -> None:
    actor = sit(app, players=4)
    page = look(size, phone_cookies(actor, address, "Ben", language=language))
    tops = {"throw": box(page, "#sheet-1").top}
    rows = {"throw": box(page, "#c1a2").top}

    def see(moment: str) -> None:
        at(page, actor)
        tops[moment], rows[moment] = box(page, "#sheet-1").top, box(page, "#c1a2").top

    actor.roll(ROLL)
    see("white")
    actor.join("Cleo").marks("a5")
    see("one has chosen")
    actor.join("Ben").marks("b5")
    see("Ben has chosen")
    actor.join("Dora").marks("-")
    actor.join("Annegret").marks("-")
    see("colour")
    actor.join("Annegret").marks("-")
    see("the next turn, after a miss")
    assert page.get_by_text(
        re.compile("Annegret (takes a penalty|bekommt einen Fehlwurf)")
    ).first.is_visible()
    actor.roll(ROLL)
    see("its white dice")
    assert len(set(tops.values())) == 1, tops
    assert len(set(rows.values())) == 1, rows


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(size, language, id=f"{language}-{size['width']}", marks=marks)
        for size, usual in ((SMALL_PHONE, "es"), (PHONE, "de"))
        for language in ("en", "de", "es")
        for marks in (() if language == usual else pytest.mark.long,)
    ],
)
def test_outcome_is_read_whole_on_a_phone(
    app: Any, address: str, look: Any, size: Any, language: str
) -> None:
    names = ("Cleo-Marie v. Hohenstein", "Benjamín", "Ann")
    actor = Actor(app).begin(*names)
    for white, cell in (("w1 w1", "a2"), ("w2 w1", "a3"), ("w2 w2", "a4"), ("w3 w2", "a5"), ("w3 w3", "a6")):
        actor.roll(f"{white} r1 y1 g1 b1")
        active = actor.table.active
        for name in names:
            actor.join(name).marks(cell)
        actor.join(active).marks("-")
    actor.roll("w6 w6 r1 y2 g3 b4")
    page = look(size, phone_cookies(actor, address, "Benjamín", language=language))
    before = box(page, "#sheet-1").top
    both = size is PHONE
    for name, mark in zip(names, ("a12" if both else "-", "-", "a12"), strict=True):
        actor.join(name).marks(mark)
    at(page, actor)
    title, told, dice = box(page, "#turn h1"), box(page, "#outcome"), box(page, "#dice")
    assert page.locator("#outcome li").count() == 2 + both, "who has locked the row, and its die leaves"
    hidden = "told => [told.scrollWidth - told.clientWidth, told.scrollHeight - told.clientHeight]"
    assert max(page.locator("#outcome").evaluate(hidden)) <= 1, "it is cut"
    assert title.bottom <= told.top + 1 and told.bottom <= dice.top
    assert ". " in page.locator("#outcome").inner_text(), "sentences stand apart"
    assert box(page, "#sheet-1").top == before
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert all(each.right <= size["width"] for each in boxes(page, "#turn > .kicker span"))


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_own_sheet_upright_and_sideways_beside_one_line_of_the_roll(
    app: Any, address: str, look: Any, game: str
) -> None:
    actor = sit(app, game)
    if game == "cards":
        actor.ok("/roll", turned="5")
    else:
        actor.roll(ROLL)
    page = look(PHONE, phone_cookies(actor, address))
    measure_upright(page)
    for size in (SMALL_SIDEWAYS, SIDEWAYS):
        page.set_viewport_size(size)
        measure_sideways(page, game, size)


def measure_upright(page: Any) -> None:
    cells = boxes(page, "#sheet-0 .cell")
    lower = [each.height for selector in LOW for each in boxes(page, f"#sheet-0 .cell{selector}")]
    own = boxes(page, f"#sheet-0 .cell:not({','.join(LOW)})")
    assert min(each.width for each in cells) >= 32 and min(each.height for each in own) >= 40
    assert min(lower, default=24) >= 24
    assert max(each.right for each in cells) <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def measure_sideways(page: Any, game: str, size: dict[str, int]) -> None:
    turn, own = box(page, "#turn"), box(page, "#sheet-0")
    assert turn.top >= 0 and turn.height <= 60
    scrolled = 30 if game == "connect-15" and size is SMALL_SIDEWAYS else 0  # the line below the rows
    assert own.bottom <= size["height"] + scrolled and own.height >= 0.8 * size["height"]
    assert max(each.bottom for each in boxes(page, "#sheet-0 .cell:not(.stop)")) <= size["height"]
    assert own.width >= size["width"] - 20
    assert max(each.bottom for each in boxes(page, "#sheet-0 .cell")) <= own.bottom
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    least = 28 if game == "longo" and size is SMALL_SIDEWAYS else 32
    assert min(each.width for each in boxes(page, "#sheet-0 .cell")) >= least
    crowded = {"big-points": 24, "connect-15": 24}  # six rows, and rows with fields
    assert min(each.height for each in boxes(page, f"#sheet-0 .cell:not({','.join(LOW)})")) >= crowded.get(
        game, 32
    )
    lower = [each.height for selector in LOW for each in boxes(page, f"#sheet-0 .cell{selector}")]
    assert min(lower, default=24) >= 24


@pytest.mark.parametrize("game", ["big-points", "connect-15"])
def test_on_the_smallest_phone_no_row_of_a_crowded_pad_is_below_the_screen(
    app: Any, address: str, look: Any, game: str
) -> None:
    """Six rows, and rows with fields: upright and sideways, each place as high as a finger needs."""
    actor = sit(app, game).roll(ROLL)
    page = look(SMALL_PHONE, phone_cookies(actor, address))
    for size, least in ((SMALL_PHONE, 34), (SMALL_SIDEWAYS, 24)):
        page.set_viewport_size(size)
        assert max(each.bottom for each in boxes(page, "#sheet-0 .cell:not(.stop)")) <= size["height"]
        own = boxes(page, f"#sheet-0 .cell:not({','.join(LOW)})")
        lower = boxes(page, "#sheet-0 .cell:is(.round, .field)")
        assert min(each.height for each in own) >= least and min(each.height for each in lower) >= 24
        assert not [one for one in own for other in lower if one.meets(other)], "none covers another"


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_fill_a_large_screen_and_nobody_scrolls(app: Any, look: Any, game: str) -> None:
    sit(app, game, 5)
    page = look(LAPTOP)
    measure_large(page, game, LAPTOP, 5)
    actor = sit(app, game, 6)
    page.set_viewport_size(TELEVISION)
    at(page, actor)
    page.locator("#sheet-5").wait_for()
    measure_large(page, game, TELEVISION, 6)


def measure_large(page: Any, game: str, size: dict[str, int], players: int) -> None:
    sheets, cells = boxes(page, "#sheets .sheet"), boxes(page, "#sheets .cell")
    assert len(sheets) == players
    assert max(each.bottom for each in sheets) <= size["height"]
    assert max(each.bottom for each in sheets) >= 0.95 * size["height"], "they fill it"
    assert max(each.right for each in sheets) >= 0.97 * size["width"]
    for sheet in sheets:
        inside = [each for each in cells if each.meets(sheet)]
        assert max(each.bottom for each in inside) <= sheet.bottom
    for row, lock in zip(
        boxes(page, "#sheets .row:not(.rounds)"), boxes(page, "#sheets .lock > svg"), strict=True
    ):
        assert row.top <= lock.top and lock.bottom <= row.bottom, "a lock stays in its row"
    own = boxes(page, f"#sheets .cell:not({','.join(LOW)})")
    assert min(each.height for each in own) >= {"big-points": 18, "connect-15": 20}.get(game, 24)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "es", "de"])
def test_the_links_above_a_page_take_one_line_on_the_smallest_phone(
    app: Any, address: str, look: Any, language: str
) -> None:
    actor = sit(app, "classic", 2)
    page = look(SMALL_PHONE, phone_cookies(actor, address), locale=language)
    for path in ("/", "/new", "/rules", "/history"):
        page.goto(address + path)
        links = boxes(page, "body > header nav a")
        assert links and len({each.top for each in links}) == 1, path
        assert all(each.right <= SMALL_PHONE["width"] for each in links), path


@pytest.mark.parametrize(
    "size", [LAPTOP, pytest.param(TELEVISION, marks=pytest.mark.long)], ids=lambda size: str(size["width"])
)
def test_a_television_shows_dice_and_sheets_and_nothing_to_tap(app: Any, look: Any, size: Any) -> None:
    actor = sit(app, "mixx-a", 6)
    page = look(size, path="/television")
    actor.roll(ROLL)
    at(page, actor)
    assert boxes(page, "button, summary, input, nav a, .foot a") == []
    sheets = boxes(page, "#sheets .sheet")
    assert len(sheets) == 6 and len(boxes(page, "#dice .die")) == 6
    assert max(each.bottom for each in sheets) <= size["height"]
    assert page.evaluate("[document.documentElement.scrollHeight, innerHeight]") == 2 * [size["height"]]
    actor.join("Ben").marks("a5")
    at(page, actor)
    assert len(boxes(page, "#c1a5 .cross")) == 1, "it follows live"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Back to the table"


def test_worth_of_crosses_is_one_tap_away(app: Any, address: str, look: Any) -> None:
    actor = sit(app, "bonus-b")
    page = look(PHONE, phone_cookies(actor, address))
    assert page.locator("#sheet-0").get_by_text("penalty \N{MINUS SIGN}5").is_visible()
    page.locator("#sheet-0").get_by_role("button", name="What crosses are worth").click()
    card = page.get_by_role("dialog", name="What crosses are worth")
    assert card.get_by_role("row", name="12 78").is_visible()
    assert card.get_by_text("weakest row twice").is_visible()
    card.get_by_role("button", name="Close").click()
    assert not card.is_visible()


def test_a_television_says_how_to_join_while_chairs_are_free(
    app: Any, look: Any, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = sit(app, players=2)
    shown = Invitation("K7Q2P", "key", (address,))
    monkeypatch.setattr(table, "invitation", lambda *_, **__: shown)
    page = look(TELEVISION, path="/television")
    assert len(boxes(page, ".scan-to-join svg")) == 1 and "K7Q2P" in page.inner_text(".scan-to-join")
    for name in actor.table.game.players:
        actor.server.seats.give("player", name)
    actor.roll(ROLL)
    at(page, actor)
    assert boxes(page, ".scan-to-join") == []
