"""What could not be seen on some screen: cut notes, broken lines, hidden crosses, crooked buttons."""

import io
from typing import Any

import pytest

from tests.companion.web.conftest import Actor
from tests.companion.web.screens import (
    LAPTOP,
    PHONE,
    SIDEWAYS,
    SMALL_SIDEWAYS,
    at,
    box,
    boxes,
    phone_cookies,
    sit,
)

pytestmark = pytest.mark.browser

SLANTED = """
format = "qwixx-pad/1"
name = "slanted"
title = "Slanted chains"

[rows]
a = "red    2 3 4 5 6 7 8 9 10 11 12"
b = "yellow 2 3 4 5 6 7 8 9 10 11 12"
c = "green  12 11 10 9 8 7 6 5 4 3 2"
d = "blue   12 11 10 9 8 7 6 5 4 3 2"

[chains]
A = "a3-b4 c9-d8"
"""


@pytest.mark.parametrize(
    "size", [LAPTOP, SIDEWAYS, SMALL_SIDEWAYS], ids=lambda size: f"{size['width']}x{size['height']}"
)
@pytest.mark.parametrize("game", ["lucky-15", "connected-a"])
def test_notes_on_sheets_are_read_whole_in_german(
    app: Any, address: str, look: Any, game: str, size: dict[str, int]
) -> None:
    actor = sit(app, game, players=4)
    actor.roll("w4 w1 r3 y2 g6 b5")
    page = look(size, phone_cookies(actor, address, language="de"))
    at(page, actor)
    notes = page.locator(".special-note").evaluate_all(
        "all => all.filter(note => note.getClientRects().length).map(note => "
        "[note.textContent, note.scrollWidth - note.clientWidth, note.scrollHeight - note.clientHeight])"
    )
    assert notes and all(wide <= 1 and high <= 2 for _text, wide, high in notes), notes


def test_a_line_to_another_column_joins_both_rings(app: Any, look: Any) -> None:
    actor = Actor(app)
    actor.ok("/pads", pad=(io.BytesIO(SLANTED.encode()), "slanted.toml"))
    actor.begin("Ann", "Ben", game="own:slanted").roll("w4 w1 r3 y2 g6 b5")
    page = look(LAPTOP)
    at(page, actor)
    for upper, lower in (("a3", "b4"), ("c9", "d8")):
        start, end, tie = box(page, f"#c0{upper}"), box(page, f"#c0{lower}"), box(page, f"#c0{upper} .tie")
        middles = [((each.left + each.right) / 2, (each.top + each.bottom) / 2) for each in (start, end)]
        assert (
            abs(tie.left - min(x for x, _ in middles)) < 3 and abs(tie.right - max(x for x, _ in middles)) < 3
        )
        assert abs(tie.top - middles[0][1]) < 3 and abs(tie.bottom - middles[1][1]) < 5


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_second_cross_is_seen_beside_the_first(app: Any, address: str, look: Any, size: Any) -> None:
    actor = sit(app, "double-a", players=2)
    for _ in range(2):
        actor.roll("w4 w1 r3 y2 g6 b5")
        if actor.table.active == "Annegret":
            actor.join("Ben").marks("-")
            actor.join("Annegret").marks("a5").marks("-")
        else:
            actor.join("Annegret").marks("a5+")
            actor.join("Ben").marks("-").marks("-")
    page = look(size, phone_cookies(actor, address))
    at(page, actor)
    cell, second = box(page, "#c0a5"), box(page, "#c0a5 .second")
    assert second.width >= 0.5 * cell.width and second.height >= 13
    on_top = page.locator("#c0a5 .second").evaluate(
        "second => { const b = second.getBoundingClientRect(); second.style.pointerEvents = 'auto';"
        " return second.contains(document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2)); }"
    )
    assert on_top, "the first cross does not cover it"


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_what_the_table_can_do_for_a_player_is_behind_one_button(
    app: Any, address: str, look: Any, size: Any
) -> None:
    actor = sit(app, players=3)
    phone_cookies(actor, address, "Ben")
    actor.roll("w4 w1 r3 y2 g6 b5")
    page = look(size, path="/seats", ready=False)
    shown = boxes(page, ".people-list summary")
    assert len(shown) == 3 and len({round(each.right) for each in shown}) == 1, "one each, in a column"
    assert page.locator(".people-list .button:visible").count() == 3
    page.locator(".people-list summary").first.click()
    for each in boxes(page, ".people-list .more[open] .button, .people-list .more[open] .field"):
        assert each.left >= 0 and each.right <= size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_one_lucky_number_is_asked_for_beside_its_field(app: Any, look: Any) -> None:
    page = look(LAPTOP, path="/new?game=longo", ready=False)
    for n, name in enumerate(("Ann", "Ben"), 1):
        page.locator('input[name="player"]').nth(n - 1).fill(name)
    first, second = (page.locator('input[name="lucky"]').nth(n) for n in (0, 1))
    first.fill("5")
    assert "both lucky numbers" in second.evaluate("field => field.validationMessage")
    page.locator("#begin button:not([type=button])").last.click()
    page.wait_for_function("document.activeElement.name === 'lucky'")
    assert app.extensions["server"].session.table is None, "the form is not sent"
    second.fill("10")
    assert second.evaluate("field => field.validationMessage") == ""


def test_undo_is_in_sight_above_suggestions(app: Any, address: str, look: Any) -> None:
    actor = sit(app, players=3)
    actor.roll("w4 w1 r3 y2 g6 b5")
    page = look(LAPTOP, [{"name": "hints", "value": "suggestions", "url": address}])
    page.locator("#hints .tip").first.wait_for()
    assert box(page, "#undo button").bottom <= LAPTOP["height"]
    assert box(page, "#undo button").bottom <= box(page, "#hints").top


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_going_back_to_a_line_leaves_the_story_its_room(app: Any, look: Any, language: str) -> None:
    actor = sit(app, players=3)
    actor.roll("w4 w1 r3 y2 g6 b5")
    actor.join("Ben").marks("a5")
    page = look(LAPTOP, locale=language)
    at(page, actor)
    page.locator("#log summary").click()
    lines, stories, backs = (boxes(page, f"#log {part}") for part in ("li", "li p", ".back-to"))
    assert len(lines) == len(stories) == 3 and len(backs) == 2, "back to each line but the newest"
    assert all(story.width >= 0.65 * line.width for story, line in zip(stories, lines, strict=True))
    assert all(back.width >= 40 and back.height >= 40 and back.right <= lines[0].right for back in backs)


def test_the_sheet_before_a_challenged_cross_lacks_it(app: Any, look: Any) -> None:
    actor = sit(app, players=2)
    actor.roll("w4 w1 r3 y2 g6 b5")
    actor.join("Annegret").marks("a5")
    actor.join("Ben").marks("-")
    actor.join("Annegret").marks("-")
    page = look(LAPTOP, path="/games/1/turns/1/white/0", ready=False)
    assert page.locator(".paper .total").inner_text().endswith("0")
    asked = page.locator(".paper .cell.asked")
    assert asked.count() == 1 and asked.locator(".cross").count() == 0
    assert len(boxes(page, ".paper .cell.legal")) == 3


def test_all_text_is_set_in_the_bundled_typeface(look: Any) -> None:
    page = look(LAPTOP, path="/rules", ready=False)
    page.evaluate("document.fonts.ready.then(() => 0)")
    loaded = page.evaluate(
        "[...document.fonts].filter(face => face.status === 'loaded').map(face => face.weight)"
    )
    assert {"400", "600 800"} <= set(loaded)
    widths = page.evaluate(
        """() => {
          const pen = document.createElement("canvas").getContext("2d");
          const wide = (face, text) => { pen.font = `400 40px ${face}`; return pen.measureText(text).width; };
          const own = (letter) => wide("Fredoka, monospace", letter) !== wide("monospace", letter);
          return [..."äöüßÄÖÜñáéíóúü¿¡"].filter((letter) => !own(letter));
        }"""
    )
    assert widths == [], "German and Spanish letters are in it"
    for selector in ("body", "h1", ".foot p"):
        family = page.locator(selector).first.evaluate("each => getComputedStyle(each).fontFamily")
        assert family.startswith("Fredoka")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_fields_stand_between_their_two_cells(app: Any, address: str, look: Any, size: Any) -> None:
    actor = sit(app, "connect-15", players=2)
    actor.roll("w4 w1 r3 y2 g6 b5")
    page = look(size, phone_cookies(actor, address))
    at(page, actor)
    fields = page.locator("#sheet-0 .cell.field").evaluate_all("all => all.map(each => each.id)")
    assert len(fields) > 8
    for field in fields:
        letter, left, right = field[2], *field[3:].split("-")
        edge = (box(page, f"#c0{letter}{left}").right + box(page, f"#c0{letter}{right}").left) / 2
        found = box(page, f"#{field}")
        assert abs((found.left + found.right) / 2 - edge) < 2, field


def test_the_question_of_connect_15_can_be_cancelled_without_scrolling(
    app: Any, address: str, look: Any
) -> None:
    actor = sit(app, "connect-15", players=2)
    actor.roll("w5 w1 r3 y2 g6 b4")
    page = look(PHONE, phone_cookies(actor, address))
    at(page, actor)
    page.locator("#sheet-0 .cell.field.legal[popovertarget]").first.click()
    cancel = page.locator(".pick:popover-open .button.plain")
    cancel.wait_for()
    assert box(page, ".pick:popover-open .button.plain").bottom <= PHONE["height"]


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_bonuses_are_read_whole_under_the_sheet_and_in_points(
    app: Any, address: str, look: Any, size: Any, language: str
) -> None:
    actor = sit(app, "bonus-b", players=2)
    page = look(size, phone_cookies(actor, address, language=language))
    at(page, actor)
    page.locator("#sheet-0 .explain").click()
    page.locator("#points-table:popover-open").wait_for()
    cut = page.locator("#sheet-0 .earned li, #points-table .earned li").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + 1"
        " || each.getBoundingClientRect().right > innerWidth).map(each => each.textContent)"
    )
    assert cut == []
