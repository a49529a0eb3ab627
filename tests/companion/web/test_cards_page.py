"""The card game on the page of the player who is to play cards, and of the other players."""

from typing import Any

import pytest

from tests.companion.web.conftest import Actor, Phone
from tests.companion.web.screens import LAPTOP, PHONE, box, boxes


def play_up_to_cards(table: Actor) -> None:
    table.ok("/roll", turned="4")
    for player in ("Ben", "Ann"):
        table.join(player).marks("-")


def test_other_players_are_not_told_to_tap(table: Actor) -> None:
    table.begin("Ann", "Ben", game="cards")
    phones = [Phone(table.app).scan(table).sit(player=player) for player in ("Ann", "Ben")]
    play_up_to_cards(table)
    ann, ben = (phone.get("/").text.partition("<main")[2] for phone in phones)
    assert "A turn without a cross is a penalty." in ann and 'id="card-grid"' in ann
    assert "Ann is playing cards; the hand stays private." in ben
    assert "Tap cells" not in ben and 'id="card-grid"' not in ben


def own_phone(table: Actor, look: Any, size: dict[str, int]) -> Any:
    """Return the page of Ann, who must play cards, on a screen of this size. The card game has jokers."""
    table.begin("Ann", "Ben", game="cards", jokers="on")
    play_up_to_cards(table)
    return look(size, player="Ann")


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_own_sheet_and_the_button_are_in_sight(table: Actor, look: Any, size: Any) -> None:
    page = own_phone(table, look, size)
    for tap, chosen in (("#c0a4", "red4"), ("#c0a3", "red3"), ("#c0a12", "red12")):
        page.click(tap)
        page.locator(f"#chosen-{chosen}").wait_for()
    assert box(page, "#play-cards button").bottom <= size["height"]
    rows = boxes(page, ".sheet.mine .row")
    assert len(rows) == 4 and all(row.top >= 0 and row.bottom <= size["height"] for row in rows)
    tops = {round(card.top) for card in boxes(page, "#chosen-cards .playing")}
    assert len(tops) == 1, "all chosen cards stand in one row of the screen"


@pytest.mark.browser
def test_cells_of_the_own_sheet_play_their_cards(table: Actor, look: Any) -> None:
    page = own_phone(table, look, PHONE)
    assert page.locator("#c0a4.legal").count() == 1 and page.locator("#c0a12.legal").count() == 0
    page.click("#c0a4")
    page.locator("#c0a4.pencilled .cross").wait_for()
    assert page.locator(".sheet.mine .row.blue .legal").count() == 0, "cards of one colour only"
    assert str(table.table.position.sheet("Ann")) == "- / - / - / -", "pencil is no cross"
    page.click("#c0a12")
    page.locator("#c0a12.carried").wait_for()
    assert "takes 5 marks" in page.locator(".card-note").inner_text(), "it says why"
    page.click("#c0a12")
    page.locator("#c0a12:not(.carried)").wait_for()
    page.click(".as-joker")
    page.locator('.as-joker[aria-pressed="true"]').wait_for()
    page.click("#play-cards button")
    page.locator("#c0a4.marked, #c0a4.chosen").wait_for()
    played = table.client.get("/record.json").get_json()["turns"][0]
    assert "joker 4 as red" in str(played)
