"""The card game on the page: no dice are spoken of, a hand is seen on one phone, what is due is large."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.companion.web.conftest import Phone
from tests.companion.web.new_game import choose_game, open_more
from tests.companion.web.screens import LAPTOP, PHONE, box, boxes, phone_cookies


def shown_on(phone: Phone) -> str:
    """Return the table's part of a phone's page, without its head."""
    return str(phone.get("/").text).partition("<main")[2]


@pytest.fixture
def phones(table: Any) -> tuple[Any, Phone, Phone]:
    """Return the table, and the phones of Ann, who plays, and Ben."""
    table.begin("Ann", "Ben", game="cards")
    ann, ben = (Phone(table.app).scan(table).sit(player=player) for player in ("Ann", "Ben"))
    return table, ann, ben


def play_up_to_cards(table: Any) -> None:
    table.ok("/roll", turned="4")
    for player in ("Ben", "Ann"):
        table.join(player).marks("-")


def test_other_players_are_not_told_to_tap(phones: tuple[Any, Phone, Phone]) -> None:
    table, ann, ben = phones
    play_up_to_cards(table)
    assert "A turn without a cross is a penalty." in shown_on(ann) and 'id="card-grid"' in shown_on(ann)
    assert "Ann is playing cards; the hand stays private." in shown_on(ben)
    assert "Tap cells" not in shown_on(ben) and 'id="card-grid"' not in shown_on(ben)


@pytest.fixture
def own_phone(table: Any, address: str, look: Callable[..., Any]) -> Any:
    """Return a function that opens Ann's phone in a game with jokers, while she combines cards."""
    table.begin("Ann", "Ben", game="cards", jokers="on")
    play_up_to_cards(table)
    return partial(look, cookies=phone_cookies(table, address, "Ann"))


@pytest.mark.browser
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_own_sheet_and_the_button_are_in_sight(own_phone: Any, size: dict[str, int]) -> None:
    page = own_phone(size)
    for tap, chosen in (("#c0a4", "red4"), ("#c0a3", "red3"), ("#c0a12", "red12")):
        page.click(tap)
        page.locator(f"#chosen-{chosen}").wait_for()
    assert box(page, "#play-cards button").bottom <= size["height"]
    rows = boxes(page, ".sheet.mine .row")
    assert len(rows) == 4 and all(row.top >= 0 and row.bottom <= size["height"] for row in rows)
    tops = {round(card.top) for card in boxes(page, "#chosen-cards .playing")}
    assert len(tops) == 1, "all chosen cards stand in one row of the screen"


@pytest.mark.browser
def test_cells_of_the_own_sheet_play_their_cards(own_phone: Any, table: Any) -> None:
    page = own_phone(PHONE)
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


@pytest.mark.browser
def test_a_game_without_dice_asks_for_none(
    app: Any, serve: Callable[..., str], visit_as: Callable[..., Any]
) -> None:
    page = visit_as(f"{serve(app)}/new", 390, 844)
    page.locator("main[data-alive]").wait_for()
    open_more(page)
    watches = page.locator('select[name="source"]')
    for game, with_dice in (("cards", False), ("longo", True), ("cards", False)):
        choose_game(page, game)
        watches.wait_for(state="visible" if with_dice else "hidden")
