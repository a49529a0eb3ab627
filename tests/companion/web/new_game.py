"""The form for a new game in a browser: the gallery of games, the chairs, and what is rare."""

from typing import Any


def choose_game(page: Any, game: str = "classic") -> None:
    """Tap a game in the gallery, which leads on to the chairs. `game`: what the form calls it."""
    page.locator("main[data-step]").wait_for()
    if page.locator("#other-game").is_visible():
        page.locator("#other-game").click()
    page.locator(f'.game:has(input[value="{game}"])').click()
    page.locator("#who").wait_for()


def chosen_game(page: Any) -> str:
    """What the form calls the game that is chosen."""
    return str(page.locator('[name="game"]:checked').get_attribute("value"))


def fill_chairs(page: Any, *names: str) -> None:
    """Type names on the first chairs, clockwise; the others are left as they are."""
    for number, name in enumerate(names):
        page.locator('[name="player"]').nth(number).fill(name)


def let_begin(page: Any, chair: int = 1) -> None:
    """Say who begins, by the number of the chair."""
    page.select_option('[name="way"]', "chosen")
    page.select_option('[name="first"]', str(chair))


def open_more(page: Any, *titles: str) -> None:
    """Open what is rare, and in it what has one of these titles."""
    if page.locator("#rare").get_attribute("open") is None:
        page.locator("#rare > summary").click()
    for title in titles:
        page.get_by_text(title).click()


def begin_game(page: Any) -> None:
    """Tap Begin, and wait until the table's page answers taps."""
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("body[data-ready]").wait_for()
