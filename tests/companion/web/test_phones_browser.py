"""In a real browser, devices join, take a seat, ask for another device's seat, and follow the table live."""

import re
from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import PHONE, SMALL_PHONE, boxes, fits, tap_dice

pytestmark = pytest.mark.browser

ASKS = "Another device is asking"


def phone_of(look: Any, table: Actor, player: str = "") -> Any:
    """Return the page of a phone that has scanned the table's QR code and sat down as `player`."""
    page = look(PHONE, f"/join/{table.server.key}", has_touch=True)
    page.get_by_role("heading", name="Who are you?").wait_for()
    if player:
        page.get_by_role("button", name=player, exact=True).click()
        page.locator("body[data-ready]").wait_for()
    return page


def test_a_chair_changes_hands_when_its_device_says_yes(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    ann, other = phone_of(look, table, "Ann"), phone_of(look, table)
    other.get_by_role("button", name="Ann on another device: ask for the seat").click()
    other.get_by_text("You asked for Ann's seat.").wait_for()
    request = ann.locator("section.access", has_text="Another device is asking to play for you, Ann.")
    assert other.locator("button.cell").count() == 0
    request.get_by_role("button", name="Yes, hand the seat over").click()
    other.locator("button.cell.legal").first.wait_for()
    other.get_by_text("You asked for Ann's seat.").wait_for(state="detached")
    ann.locator("button.cell").first.wait_for(state="detached")
    assert [seat.player for seat in table.server.seats.all()] == ["", "Ann"]


def test_the_tables_screen_answers_too_and_no_means_no(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    screen, ann, other = look(), phone_of(look, table, "Ann"), phone_of(look, table)
    other.get_by_role("button", name="Ann on another device: ask for the seat").click()
    ann.locator("section.access", has_text=ASKS).get_by_role("button", name="No", exact=True).click()
    for page in (screen, ann):
        page.locator("section.access").wait_for(state="detached")
    other.get_by_text("You asked for").wait_for(state="detached")
    other.get_by_role("link", name="Take a seat").click()
    other.get_by_role("button", name="Ann on another device: ask for the seat").click()
    other.get_by_text("nobody can ask for that seat now").wait_for()
    _, third = phone_of(look, table, "Ben"), phone_of(look, table)
    third.get_by_role("button", name="Ben on another device: ask for the seat").click()
    asked = screen.locator("section.access", has_text="Another device is asking for Ben's seat.")
    asked.get_by_role("button", name="Yes, hand the seat over").click()
    third.locator("button.cell").first.wait_for()


def test_in_the_waiting_room_the_table_hands_a_name_over(table: Actor, look: Any) -> None:
    screen = look(path="/new")
    pages = []
    for name in ("Ann", "ANN"):
        page = phone_of(look, table)
        page.get_by_role("textbox", name="Your name").fill(name)
        page.get_by_role("button", name="Join", exact=True).click()
        pages.append(page)
    screen.locator("section.access", has_text="Another device is asking for Ann's seat.").wait_for()
    screen.get_by_role("button", name="Yes, hand the seat over").click()
    pages[1].get_by_text("You are in, Ann").wait_for()
    pages[0].get_by_text("You are watching.").wait_for()
    assert table.server.players_with_device == ("Ann",)


def test_a_sheets_number_goes_with_the_tapped_name_and_enter_taps_nobody(
    table: Actor, look: Any, address: str
) -> None:
    table.begin("Ann", "Ben")
    page = look(path="/join")
    for tap, sent in (("Enter", "sheet=K7Q2-03"), ("Ben", "player=Ben&sheet=K7Q2-03")):
        page.goto(f"{address}/join")
        page.get_by_text("With a printed sheet").click()
        page.get_by_label("Number of your sheet").fill("K7Q2-03")
        # The answer is a page of its own: the next look at /join waits until it has come.
        with page.expect_navigation(), page.expect_request(lambda request: request.method == "POST") as asked:
            if tap == "Enter":
                page.keyboard.press("Enter")
            else:
                page.get_by_role("button", name=tap).click()
        assert asked.value.url.endswith("/sit") and asked.value.post_data == sent


def test_the_door_keeps_what_was_typed_and_lets_the_own_computer_in(
    table: Actor, look: Any, address: str
) -> None:
    page = look(SMALL_PHONE, cookies={"seat": "of-games-that-were-deleted"})
    page.get_by_role("button", name="Try a game now").wait_for()
    stranger = {"name": "seat", "value": table.server.seats.give("stranger"), "url": address}
    page.context.add_cookies([stranger])
    page.goto(f"{address}/join")
    page.get_by_label("The table's code").fill("zzzzz")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("alert").filter(has_text="No table here has that code").wait_for()
    assert page.get_by_label("The table's code").input_value() == "zzzzz"
    page.get_by_label("The table's code").fill(table.server.code.lower())
    page.get_by_role("button", name="Join").click()
    page.get_by_role("heading", name="Who are you?").wait_for()


def test_undo_and_other_pages_follow_live(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben")
    page, other = look(), look(PHONE)
    tap_dice(page, ROLL)
    other.get_by_role("heading", name="White dice make 5").wait_for()
    other.locator("#c1b5").click()
    page.locator("#c1b5.chosen").wait_for()
    page.get_by_role("button", name=re.compile("Undo: Ben, yellow 5")).click()
    for each in (page, other):
        each.locator("#c1b5.legal").wait_for()
    other.locator("#c1b5").click()
    for each in (page, other):
        each.locator("#c1b5.chosen").wait_for()
    page.locator("#c1b5").click()
    other.locator("#c1b5.legal").wait_for()


def test_actions_for_a_player_are_behind_one_button(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben", "Cleo").roll(ROLL)
    table.server.seats.give("player", "Ben")
    page = look(PHONE, "/seats")
    shown = boxes(page, ".people-list summary")
    assert len(shown) == 3 and len({round(each.right) for each in shown}) == 1, "one each, in a column"
    assert page.locator(".people-list .button:visible").count() == 3
    page.locator(".people-list summary").first.click()
    for each in boxes(page, ".people-list .more[open] .button, .people-list .more[open] .field"):
        assert each.left >= 0 and each.right <= PHONE["width"]
    assert fits(page)


def test_the_tables_screen_finds_the_television_under_this_device(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben")
    page = look()
    page.get_by_role("link", name="This device").click()
    page.get_by_role("link", name="Show the table on a large screen").click()
    page.locator("body.television").wait_for()
