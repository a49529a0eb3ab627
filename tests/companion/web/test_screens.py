"""Layout of the pages, measured in a browser: phones upright and sideways, laptops and large screens."""

import re
from typing import Any

import pytest

from companion.rules import ALL_VARIANTS
from companion.web.layout.people.invitation import Invitation
from companion.web.pages.table import table_requests
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
    fits,
    sit,
)

pytestmark = pytest.mark.browser

PHONES = (SMALL_PHONE, PHONE, SMALL_SIDEWAYS, SIDEWAYS)
GAMES = [
    pytest.param(game, marks=() if game in ("classic", "longo", "bonus-b") else pytest.mark.long)
    for game in ALL_VARIANTS
]
"""All games. Usual runs test only the narrowest, the widest and the fullest pad; long runs test all."""
LOW = (".round", ".field", ".stop")
"""Selectors of places on a sheet that need less height than a cell, because there is room around them."""
TURN_PARTS = (".kicker span", "h1", ".what", ".outcome", ".white-sum", ".die", ".pair", ".waiting-for")
FULL_CELL = f".cell:not({','.join(LOW)})"


def cases(sizes: tuple[Any, ...], languages: tuple[str, ...], *usual: tuple[Any, str]) -> list[Any]:
    """Return each size with each language. Only the pairs in `usual` run always, the rest in long runs."""
    return [
        pytest.param(
            size,
            language,
            id=f"{language}-{size['width']}",
            marks=() if (size, language) in usual else pytest.mark.long,
        )
        for size in sizes
        for language in languages
    ]


def lowest(page: Any) -> float:
    """Return the least height, in CSS pixels, of the first sheet's places selected by LOW; 24 if none."""
    return min((each.height for low in LOW for each in boxes(page, f"#sheet-0 .cell{low}")), default=24)


@pytest.mark.parametrize(
    ("size", "language"),
    cases(
        (SMALL_PHONE, PHONE, SMALL_SIDEWAYS, SIDEWAYS),
        ("en", "de"),
        (SMALL_PHONE, "de"),
        (SMALL_SIDEWAYS, "en"),
    ),
)
def test_a_phones_own_sheet_stays_while_texts_come_and_go(
    app: Any, look: Any, size: Any, language: str
) -> None:
    actor = sit(app, players=4)
    page = look(size, player="Ben", cookies={"language": language})
    tops: dict[str, tuple[float, float]] = {}

    def see(moment: str) -> None:
        at(page, actor)
        tops[moment] = box(page, "#sheet-1").top, box(page, "#c1a2").top

    see("throw")
    actor.roll(ROLL)
    see("white")
    actor.join("Cleo").marks("a5")
    see("one has chosen")
    actor.join("Ben").marks("b5")
    see("Ben has chosen")
    for name in ("Dora", "Annegret"):
        actor.join(name).marks("-")
    see("colour")
    actor.join("Annegret").marks("-")
    see("the next turn, after a miss")
    missed = re.compile("Annegret (takes a penalty|bekommt einen Fehlwurf)")
    assert page.get_by_text(missed).first.is_visible()
    actor.roll(ROLL)
    see("its white dice")
    assert len(set(tops.values())) == 1, tops


@pytest.mark.parametrize(
    ("size", "language"),
    cases((SMALL_PHONE, PHONE), ("en", "de", "es"), (SMALL_PHONE, "es"), (PHONE, "de")),
)
def test_outcome_is_read_whole_on_a_phone(app: Any, look: Any, size: Any, language: str) -> None:
    names = ("Cleo-Marie v. Hohenstein", "Benjamín", "Ann")
    actor = Actor(app).begin(*names)
    for white, cell in (("w1 w1", "a2"), ("w2 w1", "a3"), ("w2 w2", "a4"), ("w3 w2", "a5"), ("w3 w3", "a6")):
        actor.roll(f"{white} r1 y1 g1 b1")
        active = actor.table.active
        for name in names:
            actor.join(name).marks(cell)
        actor.join(active).marks("-")
    actor.roll("w6 w6 r1 y2 g3 b4")
    page = look(size, player="Benjamín", cookies={"language": language})
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
    assert box(page, "#sheet-1").top == before and fits(page)
    assert all(each.right <= size["width"] for each in boxes(page, "#turn > .kicker span"))


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_own_sheet_upright_and_sideways_beside_one_line_of_the_roll(
    app: Any, look: Any, game: str
) -> None:
    actor = sit(app, game)
    if game == "cards":
        actor.ok("/roll", turned="5")
    else:
        actor.roll(ROLL)
    page = look(PHONE, player="Annegret")
    cells = boxes(page, "#sheet-0 .cell")
    assert min(each.width for each in cells) >= 32 and lowest(page) >= 24
    assert min(each.height for each in boxes(page, f"#sheet-0 {FULL_CELL}")) >= 40
    assert max(each.right for each in cells) <= PHONE["width"] and fits(page)
    for size in (SMALL_SIDEWAYS, SIDEWAYS):
        page.set_viewport_size(size)
        turn, own = box(page, "#turn"), box(page, "#sheet-0")
        assert turn.top >= 0 and turn.height <= 60
        scrolled = 30 if game == "connect-15" and size is SMALL_SIDEWAYS else 0  # the line below the rows
        assert own.bottom <= size["height"] + scrolled and own.height >= 0.8 * size["height"]
        assert max(each.bottom for each in boxes(page, "#sheet-0 .cell:not(.stop)")) <= size["height"]
        cells = boxes(page, "#sheet-0 .cell")
        assert max(each.bottom for each in cells) <= own.bottom
        assert own.width >= size["width"] - 20 and fits(page)
        assert min(each.width for each in cells) >= (28 if game == "longo" and size is SMALL_SIDEWAYS else 32)
        crowded = game in ("big-points", "connect-15")  # six rows, and rows with fields
        assert min(each.height for each in boxes(page, f"#sheet-0 {FULL_CELL}")) >= (24 if crowded else 32)
        assert lowest(page) >= 24


@pytest.mark.parametrize("game", ["big-points", "connect-15"])
def test_on_the_smallest_phone_no_row_of_a_crowded_pad_is_below_the_screen(
    app: Any, look: Any, game: str
) -> None:
    """Check, upright and sideways, that all rows are on the screen and each place is high enough to tap."""
    sit(app, game).roll(ROLL)
    page = look(SMALL_PHONE, player="Annegret")
    for size, least in ((SMALL_PHONE, 34), (SMALL_SIDEWAYS, 24)):
        page.set_viewport_size(size)
        assert max(each.bottom for each in boxes(page, "#sheet-0 .cell:not(.stop)")) <= size["height"]
        own, lower = boxes(page, f"#sheet-0 {FULL_CELL}"), boxes(page, "#sheet-0 .cell:is(.round, .field)")
        assert min(each.height for each in own) >= least and min(each.height for each in lower) >= 24
        assert not [one for one in own for other in lower if one.meets(other)], "none covers another"


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_fill_a_large_screen_and_nobody_scrolls(app: Any, look: Any, game: str) -> None:
    sit(app, game, 5)
    page = look(LAPTOP)
    for size, players in ((LAPTOP, 5), (TELEVISION, 6)):
        actor = sit(app, game, players)
        page.set_viewport_size(size)
        at(page, actor)
        page.locator(f"#sheet-{players - 1}").wait_for()
        sheets, cells = boxes(page, "#sheets .sheet"), boxes(page, "#sheets .cell")
        assert len(sheets) == players
        end = max(each.bottom for each in sheets)
        assert 0.95 * size["height"] <= end <= size["height"], "they fill it"
        assert max(each.right for each in sheets) >= 0.97 * size["width"] and fits(page)
        for sheet in sheets:
            inside = [each for each in cells if each.meets(sheet)]
            assert max(each.bottom for each in inside) <= sheet.bottom
        rows, locks = boxes(page, "#sheets .row:not(.rounds)"), boxes(page, "#sheets .lock > svg")
        for row, lock in zip(rows, locks, strict=True):
            assert row.top <= lock.top and lock.bottom <= row.bottom, "a lock stays in its row"
        least = {"big-points": 18, "connect-15": 20}.get(game, 24)
        assert min(each.height for each in boxes(page, f"#sheets {FULL_CELL}")) >= least


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "es", "de"])
def test_the_links_above_a_page_take_one_line_on_the_smallest_phone(
    app: Any, look: Any, address: str, language: str
) -> None:
    sit(app)
    page = look(SMALL_PHONE, player="Annegret", locale=language)
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
    page = look(size, "/television")
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


def test_a_television_says_how_to_join_while_chairs_are_free(
    app: Any, look: Any, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = sit(app, players=2)
    monkeypatch.setattr(table_requests, "invitation", lambda *_, **__: Invitation("K7Q2P", "key", (address,)))
    page = look(TELEVISION, "/television")
    assert len(boxes(page, ".scan-to-join svg")) == 1 and "K7Q2P" in page.inner_text(".scan-to-join")
    for name in actor.table.game.players:
        actor.server.seats.give("player", name)
    actor.roll(ROLL)
    at(page, actor)
    assert boxes(page, ".scan-to-join") == []


@pytest.mark.parametrize("has_code", [True, False], ids=["code", "no-code"])
@pytest.mark.parametrize(
    ("players", "game"),
    [(2, "classic"), (3, "classic"), (5, "classic")]
    + [
        pytest.param(players, game, marks=pytest.mark.long)
        for players in range(1, 11)
        for game in ("classic", "connected-a", "x-change", "longo")
    ],
)
def test_a_television_hides_nothing_of_the_turn(
    app: Any,
    look: Any,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    players: int,
    game: str,
    has_code: bool,
) -> None:
    if has_code:
        monkeypatch.setattr(
            table_requests, "invitation", lambda *_, **__: Invitation("K7Q2P", "key", (address,))
        )
    actor = sit(app, game, players)
    page = look(TELEVISION, "/television", locale="de")

    def see(phase: str) -> None:
        at(page, actor)
        sheets, code = boxes(page, ".sheet"), boxes(page, ".scan-to-join")
        assert len(code) == has_code
        for part in TURN_PARTS:
            for each in boxes(page, f"#turn {part}"):
                assert each.bottom <= TELEVISION["height"], (phase, part)
                assert not any(each.meets(other) for other in sheets + code), (phase, part)
        assert not any(each.meets(sheet) for each in code for sheet in sheets), phase

    see("roll")
    actor.roll(ROLL)
    see("white")
    for player in actor.table.game.players:
        actor.join(player).marks("-")
    see("colour")


def test_worth_of_crosses_is_one_tap_away(app: Any, look: Any) -> None:
    sit(app, "bonus-b")
    page = look(PHONE, player="Annegret")
    assert page.locator("#sheet-0").get_by_text("penalty \N{MINUS SIGN}5").is_visible()
    page.locator("#sheet-0").get_by_role("button", name="What crosses are worth").click()
    card = page.get_by_role("dialog", name="What crosses are worth")
    assert card.get_by_role("row", name="12 78").is_visible()
    assert card.get_by_text("weakest row twice").is_visible()
    card.get_by_role("button", name="Close").click()
    assert not card.is_visible()


def test_the_question_of_connect_15_can_be_cancelled_without_scrolling(app: Any, look: Any) -> None:
    sit(app, "connect-15", players=2).roll("w5 w1 r3 y2 g6 b4")
    page = look(PHONE, player="Annegret")
    page.locator("#sheet-0 .cell.field.legal[popovertarget]").first.click()
    page.locator(".pick:popover-open .button.plain").wait_for()
    assert box(page, ".pick:popover-open .button.plain").bottom <= PHONE["height"]


def test_cells_tell_their_state_in_forced_colours(app: Any, look: Any) -> None:
    sit(app, players=2).roll(ROLL).join("Annegret").marks("a5")
    page = look(forced_colors="active")
    style = """([selector, what]) => getComputedStyle(document.querySelector(selector))[what]"""
    assert page.evaluate(style, ["#sheet-1 .cell.legal", "borderTopWidth"]) == "3px"
    assert page.evaluate(style, ["#sheet-1 .cell.open", "borderTopWidth"]) == "1px"
    assert page.evaluate(style, ["#sheet-0 .cell.gone", "borderTopStyle"]) == "dotted"
    bands = page.locator("#sheet-0 .row-end").evaluate_all(
        "all => all.map(each => getComputedStyle(each).backgroundColor)"
    )
    assert len(set(bands)) == 4, "the end of each row keeps its colour"
