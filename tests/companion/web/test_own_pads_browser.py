"""In a real browser, custom pads are drawn, saved, added from files, printed, and played on."""

from pathlib import Path
from typing import Any

import pytest

from companion.storage.own_pads import OwnPads
from tests.companion.storage.test_own_pads import STEPS
from tests.companion.web.conftest import Actor
from tests.companion.web.new_game import begin_game, choose_game, chosen_game, fill_chairs, let_begin
from tests.companion.web.screens import LAPTOP, PHONE, answer_to, box, boxes, fits, tap_dice
from tests.companion.web.test_own_pads import LETTERED, WIDE

pytestmark = pytest.mark.browser

DRAW = "/pads/draw"


@pytest.fixture
def settings(settings: dict[str, Any]) -> dict[str, Any]:
    pads = OwnPads(settings["DATA"])
    for text in (WIDE, LETTERED):
        pads.keep(text.encode(), "ours.toml")
    return settings


def test_a_pad_is_added_and_played(table: Actor, look: Any, tmp_path: Path) -> None:
    file = tmp_path / "steps.toml"
    file.write_text(STEPS)
    page = look(PHONE, "/new")
    page.get_by_label("Choose the file of a pad").set_input_files(file)
    page.wait_for_url(lambda url: "game=own" in url)
    assert chosen_game(page) == "own:steps"

    def letters(players: int) -> list[str]:
        shown = [page.get_by_label(f"Player {n}, letter of the sheet") for n in range(1, players + 1)]
        return [field.input_value() for field in shown]

    choose_game(page, "own:lettered")
    offered = page.get_by_label("Player 1, letter of the sheet")
    offered.wait_for()
    known = offered.evaluate("field => [...field.options].filter(o => !o.disabled).map(o => o.value)")
    assert known == ["A", "B"] and set(letters(2)) == {"A", "B"}
    choose_game(page, "connected-a")
    assert len(set(letters(5))) == 5, "with five sheets, five players differ"
    choose_game(page, "own:steps")
    fill_chairs(page, "Ann", "Ben")
    let_begin(page)
    assert fits(page)
    begin_game(page)
    assert "those of this game have 4" in page.locator("#ways").inner_text()
    tap_dice(page, "w4 w4 r3 y2 g4 b1")
    page.get_by_role("heading", name="White dice make 8").wait_for()
    page.locator("#c0d8").click()
    page.locator("#c0d8.chosen").wait_for()
    assert fits(page)
    for player in ("Ben", "Ann"):
        table.join(player).marks("-")
    page.get_by_text("Turn 2").first.wait_for()
    assert table.table.game.pad.title == "Four steps" and table.join("Ann").sheet == "- / - / - / d8"


def test_from_the_new_game_to_its_pads(table: Actor, look: Any) -> None:
    page = look(PHONE, "/new")
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
    assert (table.server.store.folder / "prints.jsonl").exists()


def pad_of(page: Any) -> str:
    return str(page.locator('input[name="pad"]').input_value())


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_pad_is_drawn_kept_and_offered(table: Actor, look: Any, size: dict[str, int]) -> None:
    page = look(size, DRAW)
    assert fits(page)
    assert min(each.width for each in boxes(page, ".tap")) >= 24, "as wide as a finger needs at least"
    page.get_by_label("Double cell").check(force=True)
    page.locator("#tap-a5").click()
    page.locator('input[name="pad"][value*="double-cells"]').wait_for(state="attached")
    assert page.get_by_label("Double cell").is_checked(), "the tool stays in the hand"
    page.get_by_label("Swap two numbers").check(force=True)
    page.locator("#tap-b2").click()
    page.locator("#tap-b2.held").wait_for()
    page.locator("#tap-b12").click()
    page.locator('input[name="pad"][value*="yellow 12 3"]').wait_for(state="attached")
    page.locator("#title").fill("Our Sunday")
    page.locator("#title").blur()
    page.locator('input[name="pad"][value*="our-sunday"]').wait_for(state="attached")
    page.get_by_role("button", name="Keep this pad").click()
    page.wait_for_url(lambda url: "game=own" in url)
    kept = table.server.own_pads.find("our-sunday")
    assert kept is not None and kept.title == "Our Sunday" and kept.rows[1].cells[0].number == 12


def test_a_tap_lies_on_the_drawn_cell_and_a_refused_one_says_why(look: Any) -> None:
    page = look(LAPTOP, DRAW)
    for name in ("a2", "c7", "d2"):
        tap = box(page, f"#tap-{name}")
        drawn = page.locator(".printed g text").evaluate_all(
            """(all, [x, y]) => all.filter(text => {
                 const box = text.getBoundingClientRect();
                 return Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y) < 12;
               }).map(text => text.textContent)""",
            [(tap.left + tap.right) / 2, (tap.top + tap.bottom) / 2],
        )
        assert name[1:] in drawn
    before = pad_of(page)
    page.get_by_label("Second cross").check(force=True)
    page.locator("#tap-a12").click()
    page.get_by_text("no second cross on a last cell").wait_for()
    assert pad_of(page) == before
