"""Faults that a walk through an evening found, each driven in a browser as people would."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.conftest import ROLL, Actor, Phone
from tests.companion.web.new_game import begin_game, choose_game, fill_chairs, let_begin
from tests.waiting import until_still

pytestmark = pytest.mark.browser


def seated(page: Any) -> list[str]:
    """Return the names on the chairs, computers included."""
    names = page.locator('#chairs [name="player"]').evaluate_all("all => all.map(each => each.value)")
    return [name for name in names if name]


def test_nobody_gets_a_second_chair(
    table: Actor, phone: Callable[..., Phone], address: str, visit_as: Callable[..., Any]
) -> None:
    phone().scan(table).sit(player="Kim")
    page = visit_as(f"{address}/new")
    choose_game(page)
    assert seated(page) == ["Kim"]
    fill_chairs(page, "Kim", "Bo")
    let_begin(page)
    begin_game(page)
    table.client.post("/seats/rename", data={"player": "Kim", "name": "Kimberly"})
    page.goto(f"{address}/new")
    assert seated(page) == ["Kimberly", "Bo"]
    page.locator('#chairs [name="player"]').nth(1).evaluate(
        "each => { each.value = 'Bob'; each.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    page.reload()
    assert seated(page) == ["Kimberly", "Bob"]


def test_the_computer_stays_the_computer_in_another_language(
    table: Actor, address: str, visit_as: Callable[..., Any]
) -> None:
    table.begin("Ann", "Computer", **{"computer": ["", "gentle"]})
    page = visit_as(f"{address}/new")
    page.get_by_role("button", name="Español").click()
    page.locator('html[lang="es"]').wait_for(state="attached")
    assert seated(page) == ["Ann", "Ordenador"]
    levels = page.locator('[name="computer"]').evaluate_all("all => all.map(each => each.value)")
    assert levels[:3] == ["", "gentle", ""]


def test_a_key_that_is_held_counts_once(table: Actor, look: Callable[..., Any]) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    for name in ("Ann", "Ben"):
        table.join(name).marks("-")
    before = table.server.session.number
    page = look()
    page.get_by_role("button", name="Undo").first.focus()
    page.keyboard.down("Enter")
    page.locator(f'body[data-shown="{before + 1}"]').wait_for()
    for _ in range(5):
        page.keyboard.down("Enter")
    until_still(lambda: table.server.session.number)
    assert table.server.session.number == before + 1, "one step is back, not six"


def test_play_on_paper_is_chosen_by_who_plays_with_paper(table: Actor) -> None:
    assert 'name="paper" checked' in table.client.get("/new?dice=real").text
    assert 'name="paper" checked' not in table.client.get("/new").text


def test_cells_tell_their_state_in_forced_colours(table: Actor, look: Callable[..., Any]) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    page = look(forced_colors="active")
    style = """([selector, what]) => getComputedStyle(document.querySelector(selector))[what]"""
    assert page.evaluate(style, ["#sheet-1 .cell.legal", "borderTopWidth"]) == "3px"
    assert page.evaluate(style, ["#sheet-1 .cell.open", "borderTopWidth"]) == "1px"
    assert page.evaluate(style, ["#sheet-0 .cell.gone", "borderTopStyle"]) == "dotted"
    bands = page.locator("#sheet-0 .row-end").evaluate_all(
        "all => all.map(each => getComputedStyle(each).backgroundColor)"
    )
    assert len(set(bands)) == 4, "the end of each row keeps its colour"


def test_the_tables_screen_finds_the_television_under_this_device(
    table: Actor, look: Callable[..., Any]
) -> None:
    table.begin("Ann", "Ben")
    page = look()
    page.get_by_role("link", name="This device").click()
    page.get_by_role("link", name="Show the table on a large screen").click()
    page.locator("body.television").wait_for()


def test_each_landmark_of_the_statistics_has_a_name_of_its_own(
    table: Actor, look: Callable[..., Any]
) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    for name in ("Ann", "Ben", "Ann"):
        table.join(name).marks("-")
    page = look(path="/statistics", ready=False)
    landmarks = "section[aria-labelledby], section[aria-label], nav, aside, main, header, footer"
    named = page.locator(landmarks).evaluate_all(
        """all => all.map(each => `${each.localName} ${each.getAttribute("aria-label")
          ?? document.getElementById(each.getAttribute("aria-labelledby"))?.textContent ?? ""}`)"""
    )
    assert len(named) > 4 and len(named) == len(set(named)), named
