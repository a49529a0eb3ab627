"""The characters in words for the page."""

from companion.rulebook.characters import CHARACTER_NAMES, POWERS
from companion.rules import Game
from sheets.language import Phrase, phrase


def character_note(game: Game, player: str) -> Phrase | None:
    """The name and the power of a player's character; None without one."""
    key = game.house.characters.get(player)
    if key is None:
        return None
    return phrase("{character}: {power}", character=phrase(CHARACTER_NAMES[key]), power=phrase(POWERS[key]))
