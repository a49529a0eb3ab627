"""In a real browser: a game on a pad of the table's own is begun, marked, and goes on to the next turn."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.storage.own_pads import OwnPads
from tests.companion.storage.test_own_pads import STEPS
from tests.companion.web.conftest import Actor, Player
from tests.companion.web.new_game import begin_game, choose_game, chosen_game, fill_chairs, let_begin
from tests.companion.web.screens import answer_to
from tests.companion.web.test_own_pads import LETTERED, WIDE

pytestmark = pytest.mark.browser


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    pads = OwnPads(settings["DATA"])
    for text in (WIDE, LETTERED):
        pads.keep(text.encode(), "ours.toml")
    return settings


def fits(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_pad_is_added_and_played(served: Any, visit_as: Callable[..., Any], tmp_path: Path) -> None:
    app, address = served
    file = tmp_path / "steps.toml"
    file.write_text(STEPS)
    page = visit_as(f"{address}/new", 360, 780)
    page.get_by_text("Choose the file of a pad").wait_for()
    page.get_by_label("Choose the file of a pad").set_input_files(file)
    page.wait_for_url(lambda url: "game=own" in url)
    assert chosen_game(page) == "own:steps"
    choose_game(page, "own:lettered")
    shown = page.get_by_label("Player 1, letter of the sheet")
    shown.wait_for()
    assert shown.evaluate("field => [...field.options].filter(o => !o.disabled).map(o => o.value)") == [
        "A",
        "B",
    ]
    assert {page.get_by_label(f"Player {n}, letter of the sheet").input_value() for n in (1, 2)} == {"A", "B"}
    choose_game(page, "connected-a")
    letters = [page.get_by_label(f"Player {n}, letter of the sheet").input_value() for n in range(1, 6)]
    assert len(set(letters)) == 5, "with five sheets, five players differ"
    choose_game(page, "own:lettered")
    choose_game(page, "own:steps")
    fill_chairs(page, "Ann", "Ben")
    let_begin(page)
    assert fits(page)
    begin_game(page)
    assert "those of this game have 4" in page.locator("#ways").inner_text()
    page.get_by_text("Tap the dice in").click()
    for die, value in {"w1": 4, "w2": 4, "red": 3, "yellow": 2, "green": 4, "blue": 1}.items():
        page.locator(f'label:has(input[name="{die}"][value="{value}"])').click()
    page.get_by_role("heading", name="White dice make 8").wait_for()
    session = app.extensions["server"].session
    sheet = page.locator("section.sheet, article.sheet, .sheet").filter(has_text="Ann").first
    sheet.locator('[id^="c"][id$="d8"]').click()
    sheet.locator('[id^="c"][id$="d8"].chosen, [id^="c"][id$="d8"].marked').wait_for()
    assert fits(page)
    Player(Actor(app), "Ben").marks("-")
    Player(Actor(app), "Ann").marks("-")
    page.get_by_text("Turn 2").first.wait_for()
    assert session.table.game.pad.title == "Four steps" and session.table.position.turn == 2
    assert str(session.table.position.sheet("Ann")) == "- / - / - / d8"


def test_from_the_new_game_to_its_pads(served: Any, visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = visit_as(f"{address}/new", 360, 780)
    choose_game(page, "own:lettered")
    fill_chairs(page, "Ann", "Ben")
    page.get_by_role("link", name="Print sheets").click()
    page.wait_for_url("**/print?*")
    assert page.get_by_label("Which game?").first.input_value() == "own:lettered"
    assert page.get_by_label("Names on the sheets").input_value() == "Ann, Ben" and fits(page)
    page.get_by_label("How many sheets?").fill("0")
    page.get_by_role("button", name="Make the PDF").click()
    page.get_by_text("A print has 1 to 999 sheets").wait_for()
    assert page.get_by_label("Names on the sheets").input_value() == "Ann, Ben" and fits(page)
    page.get_by_label("How many sheets?").fill("2")
    answer = answer_to(page, "**/print", lambda: page.get_by_role("button", name="Make the PDF").click())
    assert answer.body().startswith(b"%PDF")
    assert 'filename="lettered.pdf"' in answer.headers["content-disposition"]
    assert (app.extensions["server"].store.folder / "prints.jsonl").exists()
