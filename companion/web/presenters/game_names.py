"""The games and pads by the names under which people choose them."""

from __future__ import annotations

from sheets.language import Translate, message

GAME_NAMES = {
    "classic": message("Classic"),
    "longo": message("Longo: eight-sided dice, numbers to 16, lucky numbers"),
    "mixx-a": message("Mixx A: colours mixed within each row"),
    "mixx-b": message("Mixx B: numbers shuffled within each row"),
    "bonus-a": message("Bonus A: a bar of twelve bonus boxes"),
    "bonus-b": message("Bonus B: five kinds of bonuses"),
    "cards": message("The card game: cards in place of dice"),
}
"""Each game's name as people choose it."""
PAD_NAMES = {"classic": message("Classic"), "mixx-a": message("Mixx A"), "mixx-b": message("Mixx B")}
"""The pads of the card game."""


def game_name(game: str, _: Translate) -> str:
    """What a game is called, without what it is."""
    return _(GAME_NAMES[game]).partition(":")[0]
