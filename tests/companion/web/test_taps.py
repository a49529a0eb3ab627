"""Taps in a real browser: entering dice, correcting slips, refusals, and accidental taps."""

import re
from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import (
    LAPTOP,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    box,
    boxes,
    changed,
    fits,
    tap_dice,
)
from tests.waiting import until_still

pytestmark = pytest.mark.browser

CELLS_AND_SIZES = [
    pytest.param(cell, size, id=f"{cell}-{size['width']}", marks=() if cell == usual else pytest.mark.long)
    for size, usual in ((SMALL_PHONE, "a9"), (PHONE, "d2"), (SIDEWAYS, "a9"), (LAPTOP, "d2"))
    for cell in ("a9", "d2")
]
"""A top cell and a bottom cell on each of four screens. A short run tests one of them per screen."""
CLICK = """([button, detail, pointerType]) => button.dispatchEvent(new PointerEvent("click", {
    bubbles: true, cancelable: true, detail, pointerType, clientX: 300, clientY: 200 }))"""
"""JavaScript that clicks a button at fixed coordinates, and returns false if the page cancels the click."""


# -- dice --


def test_six_taps_are_a_roll(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben")
    page = look(SMALL_PHONE)
    page.get_by_text("Tap the dice in").click()
    for die, value in zip(("w1", "w2", "red", "yellow", "green", "blue"), "231265", strict=True):
        assert page.locator("details.entry").get_attribute("open") is not None, f"open before {die}"
        page.locator(f'label:has(input[name="{die}"][value="{value}"])').click()
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(table.table.position.roll) == "w2 w3 r1 y2 g6 b5" and fits(page)


def test_a_number_typed_anywhere_is_a_roll_and_an_impossible_one_stays(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben")
    page = look()
    page.keyboard.type("231275")
    page.locator("#notice p").filter(has_text="The green die shows a number from 1 to 6, not 7.").wait_for()
    assert page.locator("[data-typed]").input_value() == "231275"
    page.reload()
    page.locator("body[data-ready]").wait_for()
    page.keyboard.type("231265")
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(table.table.position.roll) == "w2 w3 r1 y2 g6 b5"


def test_a_forgotten_die_is_named(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben")
    page = look()
    tap_dice(page, "w2 w3 r1 y2 b5")
    page.get_by_role("button", name="These are the dice").click()
    page.locator("#notice p").filter(has_text="still missing: green.").wait_for()
    assert page.locator("fieldset.green.forgotten").count() == page.locator("fieldset.forgotten").count() == 1
    tap_dice(page, "g6")
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(table.table.position.roll) == "w2 w3 r1 y2 g6 b5"


# -- slips --


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.long), SMALL_PHONE], ids=str)
def test_a_slip_on_a_phone_is_put_right_there(table: Actor, look: Any, size: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    ann, ben = look(player="Ann"), look(size, player="Ben", has_touch=True)

    def tap(page: Any, name: str) -> None:
        with changed(page, table):
            page.locator("form.mine").get_by_role("button", name=name).first.click()

    tap(ann, "red 5, legal now")
    tap(ben, "blue 5, legal now")  # the last one to choose: the action is over at once
    ann.get_by_role("heading", name=re.compile("Your turn: one white die")).wait_for()
    tap(ben, "blue 5, just crossed; tap to take it back")
    ann.get_by_text("Ben took a choice back and chooses again (Action 1).", exact=False).first.wait_for()
    tap(ben, "yellow 5, legal now")
    tap(ann, "blue 9, legal now")  # and the turn is over
    tap(ann, "blue 9, just crossed; tap to take it back")
    tap(ann, "green 10, legal now")
    tap(ben, "Take it back: yellow 5")
    ben.locator("form.mine").get_by_role("button", name="green 5, legal now").wait_for()
    assert fits(ben)
    tap(ben, "Pass")
    ann.get_by_role("heading", name="Ben, throw the 6 dice").wait_for()
    assert table.join("Ann").sheet == "a5 / - / c10 / -" and table.join("Ben").sheet == "- / - / - / -"
    table.roll(ROLL)
    ben.get_by_role("heading", name="White dice make 5").wait_for()
    assert ben.get_by_role("button", name=re.compile("Take it back")).count() == 0


# -- refusals --


def phone_with_clock(table: Actor, look: Any, size: Any) -> Any:
    """Return the page on Annegret's phone after a roll, with a clock that the test can advance."""
    table.begin("Annegret", "Ben", "Cleo").roll(ROLL)
    page = look(size, player="Annegret")
    page.clock.install()
    page.reload()
    page.locator("body[data-ready]").wait_for()
    return page


@pytest.mark.parametrize(("cell", "size"), CELLS_AND_SIZES)
def test_the_refusal_covers_nothing_that_could_be_tapped_instead(
    table: Actor, look: Any, size: Any, cell: str
) -> None:
    page = phone_with_clock(table, look, size)
    page.locator(f"#c0{cell}").scroll_into_view_if_needed()
    page.locator(f"#c0{cell}").click()
    page.locator("#notice").wait_for()
    notice = box(page, "#notice")
    assert notice.left >= 0 and notice.right <= size["width"]
    assert notice.top >= 0 and notice.bottom <= size["height"], "it can be read without scrolling"
    for other in boxes(page, "#sheet-0 .cell.legal, #sheet-0 .act button, .cell.refused"):
        assert not notice.meets(other)


def test_the_refused_cell_is_marked_as_long_as_the_refusal_is_shown(table: Actor, look: Any) -> None:
    page = phone_with_clock(table, look, PHONE)

    def outlined() -> list[str]:
        cells: list[str] = page.locator("#sheet-0 .cell").evaluate_all(
            "all => all.filter(each => getComputedStyle(each).outlineStyle === 'dashed').map(each => each.id)"
        )
        return cells

    page.locator("#c0a9").click()
    page.locator("#notice").wait_for()
    assert outlined() == ["c0a9"]
    page.locator("#c0b9").click()
    page.get_by_text("yellow 9 is not the white sum").wait_for()
    assert page.locator("#notice a.rule").get_attribute("href") == "/rules/white-sum"
    assert outlined() == ["c0b9"]
    page.mouse.move(5, 5)
    page.clock.fast_forward(15_000)
    page.locator("#notice").wait_for(state="hidden")
    assert outlined() == []
    page.locator("#c0a9").click()
    page.locator("#notice").wait_for()
    page.locator("#c0a5").click()
    page.locator("#c0a5.chosen").wait_for()
    page.locator("#notice").wait_for(state="hidden")


# -- taps that nobody meant --


def click(page: Any, name: str, detail: int) -> bool:
    button = page.get_by_role("button", name=name).element_handle()
    return bool(page.evaluate(CLICK, [button, detail, "mouse"]))


@pytest.fixture
def choosing(table: Actor, look: Any) -> Any:
    """Return the page on the table's screen after Ben has passed, while Ann has to choose."""
    table.begin("Ann", "Ben").roll(ROLL).join("Ben").marks("-")
    return look()


def test_a_double_click_on_skipping_is_no_miss(table: Actor, choosing: Any) -> None:
    """Check that the second click doesn't press "Take a penalty", which has replaced "Skip to colours"."""
    assert click(choosing, "Skip to colours", 1)
    choosing.get_by_role("button", name="Take a penalty").wait_for()
    assert not click(choosing, "Take a penalty", 2)
    assert table.table.position.phase == "colour"
    assert click(choosing, "Take a penalty", 1)
    choosing.get_by_role("heading", name="Ben, throw the 6 dice").wait_for()
    assert table.table.position.sheet("Ann").misses == 1


def test_two_touches_in_one_instant_are_one(table: Actor, choosing: Any) -> None:
    cell = choosing.locator("#c0a5").element_handle()
    twice = f"args => [({CLICK})(args), ({CLICK})(args)]"
    assert choosing.evaluate(twice, [cell, 1, "touch"]) == [True, False]
    choosing.locator("#c0a5.chosen, #c0a5.marked").first.wait_for()
    assert "a5" in table.join("Ann").sheet


def test_undo_goes_on_as_fast_as_people_click_but_a_held_key_counts_once(table: Actor, choosing: Any) -> None:
    assert click(choosing, "Skip to colours", 1)
    for detail, step in ((2, "Undo: Ann"), (3, "Undo: Ben")):
        choosing.get_by_role("button", name=step).wait_for()
        assert click(choosing, step, detail)
    choosing.get_by_role("button", name="Undo: dice").wait_for()
    assert table.table.game.waiting(table.table.position) == ("Ann", "Ben")
    for name in ("Ann", "Ben"):
        table.join(name).marks("-")
    before = table.server.session.number
    choosing.locator(f'body[data-shown="{before}"]').wait_for()
    choosing.get_by_role("button", name="Undo").first.focus()
    choosing.keyboard.down("Enter")
    choosing.locator(f'body[data-shown="{before + 1}"]').wait_for()
    for _ in range(5):
        choosing.keyboard.down("Enter")
    until_still(lambda: table.server.session.number)
    assert table.server.session.number == before + 1, "one step is back, not six"
