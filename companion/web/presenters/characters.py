"""Characters as people read of them: names, and what each may do."""

from __future__ import annotations

from companion.rules import Game
from sheets.language import Phrase, message, phrase

CHARACTER_NAMES = {
    "double-dutch": message("the re-roller"),
    "tina-turner": message("the turner"),
    "magic-mike": message("the gap filler"),
    "chris-cross": message("the triple crosser"),
    "miss-take": message("the miss saver"),
}
"""What people call each character."""
PUBLISHED_NAMES = {
    "double-dutch": "Double Dutch",
    "tina-turner": "Tina Turner",
    "magic-mike": "Magic Mike",
    "chris-cross": "Chris Cross",
    "miss-take": "Miss Take",
}
"""The publisher's name of each."""
POWERS = {
    "double-dutch": message(
        "In your own turn: throw any of the dice once more before anybody marks. The second throw counts for "
        "all."
    ),
    "tina-turner": message(
        "In your own turn: turn one die from 3 to 4 or from 4 to 3 before anybody marks. It counts for all."
    ),
    "magic-mike": message(
        "In your own turn: also cross a cell between two of your crosses of a row, if the sum fits."
    ),
    "chris-cross": message("In your own turn: make three crosses in place of two, two of them in action 2."),
    "miss-take": message("In your own turn: cross one cell of your choice in place of a miss."),
}
"""What each character may do, as its card says it."""


def character_note(game: Game, player: str) -> Phrase | None:
    """The name and the power of a player's character; None without one."""
    key = game.house.characters.get(player)
    if key is None:
        return None
    return phrase("{character}: {power}", character=phrase(CHARACTER_NAMES[key]), power=phrase(POWERS[key]))
