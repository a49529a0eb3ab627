"""The card of a turn in a browser: its dice are large, nothing is cut off or covered, and no gap is large."""

from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, Actor, Reader, jpeg
from tests.companion.web.screens import (
    LAPTOP,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    TELEVISION,
    at,
    box,
    boxes,
    sit,
)

pytestmark = pytest.mark.browser

LOW = {"width": 360, "height": 640}
ANCIENT = {"width": 1366, "height": 640}
GAP = """card => {
  const inner = card.getBoundingClientRect(), found = [];
  const shown = [...card.querySelectorAll("h1, p, li, button, .button, summary, .pair, fieldset")]
    .filter(each => !each.closest(".reserved") && each.checkVisibility({ visibilityProperty: true }))
    .map(each => each.getBoundingClientRect()).filter(each => each.width > 1 && each.height > 1)
    .sort((a, b) => a.top - b.top);
  let low = inner.top;
  for (const each of shown) { found.push(each.top - low); low = Math.max(low, each.bottom); }
  return Math.max(...found, inner.bottom - low);
}"""
"""JavaScript that returns the height of the largest gap between the elements of a card, in pixels."""


def test_the_dice_are_large_on_a_laptop_and_the_largest_on_a_television(app: Any, look: Any) -> None:
    sit(app).roll(ROLL)
    laptop = look(LAPTOP)
    dice = boxes(laptop, "#dice .die svg")
    assert len(dice) == 6 and all(70 <= die.width <= 90 for die in dice)
    assert dice[0].top == dice[1].top < dice[2].top == dice[5].top, "the white ones stand apart"
    white_sum = box(laptop, "#white-sum")
    assert white_sum.left > dice[1].right and white_sum.top < dice[1].bottom, "beside them stands their sum"
    for size in (TELEVISION, {"width": 3840, "height": 2160}):
        television = look(size, "/television")
        large = boxes(television, "#dice .die svg")
        assert len(large) == 6 and all(die.height > 0.11 * size["height"] for die in large)
        others = boxes(television, "#turn h1, .owner h2, .cell, .total, .lock")
        assert max(min(each.height, each.width) for each in others) < large[0].height


@pytest.mark.parametrize("size", [LOW, ANCIENT], ids=str)
def test_no_button_lies_over_the_dice_that_are_tapped_in(app: Any, look: Any, size: Any) -> None:
    sit(app)
    page = look(size, player="Annegret" if size["width"] < 900 else "")
    page.locator(".entry > summary").click()
    for row in page.locator(".entry fieldset").all():
        row.scroll_into_view_if_needed()
        top = row.locator("label").last.evaluate(
            """each => { const { left, width, bottom } = each.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, bottom - 3).closest("label") === each; }"""
        )
        assert top, row.get_attribute("class")


def test_the_card_of_a_turn_has_no_holes_on_a_phone(table: Actor, reader: Reader, look: Any) -> None:
    table.begin("Annegret", "Ben", "Cleo")
    page = look(PHONE, player="Annegret")
    gaps = {}

    def see(moment: str) -> None:
        at(page, table)
        for size in (PHONE, LOW, SMALL_PHONE, SIDEWAYS):
            page.set_viewport_size(size)
            gaps[moment, *size.values()] = page.locator("#turn").evaluate(GAP)

    see("before the dice")
    reader.says = "w4 w1 r3? y2 g6 b5"
    table.photo(jpeg())
    see("a doubt")
    table.ok("/roll", w1="4", w2="1", red="3", yellow="2", green="6", blue="5")
    see("white dice")
    card = box(page, "#turn")  # sideways
    assert not any(field.meets(card) for field in boxes(page, ".ask input")), "no field lies under the dice"
    for name in ("Annegret", "Ben", "Cleo"):
        table.join(name).marks("-")
    see("coloured dice")
    table.join("Annegret").marks("-")
    see("after a miss")
    assert max(gaps.values()) < 72, gaps


def test_opponent_of_the_computer_reads_the_whole_card(app: Any, look: Any) -> None:
    Actor(app).begin("Annegret", "Computer", **{"computer": ["", "gentle"]})
    page = look(PHONE, player="Annegret")
    told = "#turn .texts > div:not(.reserved)"
    for size in (PHONE, LOW):
        page.set_viewport_size(size)
        ways = boxes(page, "#turn :is(.ways .button, .entry > .button)")
        assert len(ways) == 2 and box(page, told).bottom <= min(each.top for each in ways)
        assert page.locator(told).evaluate("each => each.scrollHeight - each.clientHeight") <= 1
        assert max(each.bottom for each in ways) <= box(page, "#turn").bottom


@pytest.mark.parametrize(
    ("size", "game", "players", "locale"),
    [
        (LAPTOP, "bonus-b", 5, "en-GB"),
        (PHONE, "longo", 4, "de-DE"),
        (PHONE, "x-change", 4, "de-DE"),
        (SMALL_PHONE, "longo", 3, "es-ES"),
    ],
)
def test_names_are_whole_beside_everything_else(
    app: Any, look: Any, size: Any, game: str, players: int, locale: str
) -> None:
    sit(app, game, players).roll(ROLL)
    page = look(size, locale=locale)
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    assert page.locator(".owner h2").evaluate_all(cut) == []


def test_the_chart_of_the_end_fills_its_card(app: Any, look: Any) -> None:
    actor: Actor = sit(app, players=2)
    while actor.table.position.end is None:
        actor.roll("w6 w5 r1 y1 g1 b1")
        for player in actor.table.game.waiting(actor.table.position):
            actor.join(player).marks("-")
        if actor.table.position.phase == "colour":
            actor.join(actor.table.active).marks("-")
    page = look(LAPTOP)
    assert box(page, "#course .plot > svg").width > 0.9 * box(page, "#course").width
    assert all(sign.width < 30 for sign in boxes(page, "#course .plot svg svg")), (
        "a picture at each line's end"
    )
    television = look(TELEVISION, "/television")
    assert box(television, "#podium").right <= TELEVISION["width"]
    note = boxes(television, ".turning-point")
    assert all(each.bottom <= box(television, "#podium").bottom for each in note)
