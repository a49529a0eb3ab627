"""Parses the texts in events: dice and decisions."""

from companion.rules import Decision, Game, Mark, Play, Roll
from companion.table.events import TableError
from sheets.language import message


def parse_roll(game: Game, text: str) -> Roll | int:
    """The dice that an event's text names, or in the card game the number for everyone.

    Raises `companion.rules.NotARoll`, and TableError for what is no number of the card game.
    """
    if game.deck is None:
        return Roll.parse(text)
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise TableError("number", message("The number for everyone is a number from 2 to 12."))
    return int(text)


def parse_decision(text: str) -> Decision:
    """The mark, the pass or the play that an event's text names. Raises `companion.rules.NotAMark`.

    >>> str(parse_decision("green 11, green 9: c11 c9").cards[0])
    'green 11'
    """
    return Play.parse(text) if ":" in text else Mark.parse(text)
