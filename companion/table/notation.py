"""Parses the text of a roll in an event."""

from companion.rules import Game, Roll
from companion.table.events import TableError
from sheets.language import message


def parse_roll(game: Game, text: str) -> Roll | int:
    """Return the dice in an event's text, or in the card game the number for everyone.

    Raise `companion.rules.NotARoll`, or TableError for an invalid number in the card game.
    """
    if game.deck is None:
        return Roll.parse(text)
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise TableError("number", message("The number for everyone is a number from 2 to 12."))
    return int(text)
