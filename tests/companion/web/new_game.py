"""Fills in the form for a new game in a browser: the pad, the chairs, and the rarely used fields."""

from typing import Any


def choose_game(page: Any, game: str = "classic") -> None:
    """Tap a pad; `game` is its value in the form."""
    page.locator("main[data-alive]").wait_for()
    page.locator(f'.game:has(input[value="{game}"])').click()


def chosen_game(page: Any) -> str:
    """Return the value of the chosen game in the form."""
    return str(page.locator('[name="game"]:checked').get_attribute("value"))


def fill_chairs(page: Any, *names: str) -> None:
    """Type names on the first chairs, clockwise."""
    for number, name in enumerate(names):
        page.locator('[name="player"]').nth(number).fill(name)


def let_begin(page: Any, chair: int = 1) -> None:
    """Choose the player who begins, by the number of the chair."""
    open_more(page)
    page.select_option('[name="way"]', "chosen")
    page.select_option('[name="first"]', str(chair))


def open_more(page: Any, *titles: str) -> None:
    """Open the rarely used fields, and in them the sections with these titles."""
    if page.locator("#rare").get_attribute("open") is None:
        page.locator("#rare > summary").click()
    for title in titles:
        page.get_by_text(title).click()


def begin_game(page: Any) -> None:
    """Tap Begin, and wait until the table's page answers taps."""
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("body[data-ready]").wait_for()
