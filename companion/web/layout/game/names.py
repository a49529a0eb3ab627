"""Names of colours, rows, decisions, rolls and games on pages; a `Phrase` is translated when shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import Decision, Game, Mark, Play, Roll
from companion.rules.agreement import OWN_KIND
from companion.table.now import mark_name
from sheets.language import Phrase, Term, Translate, message, phrase, with_thousands_mark
from sheets.pad import COLOURS, ROW_LETTERS, Pad
from sheets.place_names import cell_phrase

COLOUR_NAMES = (message("white"), message("red"), message("yellow"), message("green"), message("blue"))
"""The colours of dice in English, marked for translation."""
GAME_NAMES = {
    "classic": message("Classic"),
    "longo": message("Longo: eight-sided dice, numbers to 16, lucky numbers"),
    "mixx-a": message("Mixx A: colours mixed within each row"),
    "mixx-b": message("Mixx B: numbers shuffled within each row"),
    "bonus-a": message("Bonus A: a bar of twelve bonus boxes"),
    "bonus-b": message("Bonus B: five kinds of bonuses"),
    "cards": message("The card game: cards in place of dice"),
    "big-points": message("Big Points: round cells between the rows count twice"),
    "double-a": message("Double A: the last cross of a row may be doubled"),
    "double-b": message("Double B: four cells of each row count twice"),
    "connected-a": message("Connected A: steps across the rows score as a fifth row"),
    "connected-b": message("Connected B: one cross brings another by a chain"),
    "x-change": message("X-Change: a strip exchanges the white sum for another number"),
    "lucky-15": message("Lucky 15: a track for dice that make fifteen"),
    "connect-15": message("Connect 15: fields between the numbers for a 1 and a 5"),
}
"""The games' names on the page for a new game, each with a colon and an explanation except "Classic"."""
COMPUTER = message("Computer")
"""The name of a computer player."""
GUEST = message("Guest")
"""The name of an unnamed person in a trial game."""


def game_name(game: str, translate: Translate) -> str:
    """Return the name of a kind of game (`companion.rules.Game.kind`), without its explanation.

    >>> game_name("longo", str), game_name("own:Four steps", str)
    ('Longo', 'Four steps')
    """
    if game.startswith(OWN_KIND):
        return game.removeprefix(OWN_KIND)
    return translate(GAME_NAMES[game]).partition(":")[0]


@dataclass(frozen=True, slots=True)
class GroupedNumber:
    """A whole number to be written with the language's mark between thousands, such as "2,000"."""

    number: int

    def in_language(self, translate: Translate) -> str:
        return with_thousands_mark(self.number, translate)


def points(number: float | str) -> str:
    """Return points as text, with a minus sign instead of a hyphen."""
    return str(number).replace("-", "\u2212")


def total_points(total: int) -> Phrase:
    """Return a number of points in words.

    >>> str(total_points(12)), str(total_points(1))
    ('12 points', '1 point')
    """
    text = message("{total} point") if abs(total) == 1 else message("{total} points")
    return Phrase(text, {"total": points(total)})


def unread_sheets(players: Sequence[str]) -> Phrase:
    """Return a sentence that asks for photos of the paper sheets of `players`."""
    text = message("Photograph the sheets to see the points here. Not read yet: {players}.")
    return Phrase(text, {"players": ", ".join(players)})


def colour_value(colour: str, value: int) -> Phrase:
    """Return a number with its colour, as on a die or a cell.

    >>> str(colour_value("red", 5))
    'red 5'
    """
    return Phrase("{colour} {value}", {"colour": Term(colour), "value": value})


def row_name(pad: Pad, letter: str) -> Phrase:
    """Return a row's name: "red row", or "a row" (from its letter) if its cells have several colours."""
    colour = pad.row(letter).colour
    return phrase("{colour} row", colour=Term(colour) if colour else letter)


def mark_colour(pad: Pad, mark: Mark) -> str:
    """Return the colour of the cell that a mark crosses.

    If the mark crosses several places, or a place that isn't a cell, return the colour of the first place's
    row. Return "" if the first place is outside the rows, or if its row has several colours.
    """
    cell = mark.parts[0].cell
    if pad.has_cell(cell) and mark.then is None:
        return pad.cell(cell).colour
    return pad.row(cell[0]).colour or "" if cell[:1] in ROW_LETTERS else ""


def decision_name(game: Game, player: str, decision: Decision) -> Phrase:
    """Return a decision in words: "red 5", "passes", "played green 11, green 9; crossed green 11"."""
    pad = game.pad_of(player)
    if isinstance(decision, Play):
        return phrase(
            "played {cards}; crossed {cells}",
            cards=", ".join(map(str, decision.cards)),
            cells=tuple(cell_phrase(pad, mark.cell) for mark in decision.marks) or phrase("nothing"),
        )
    if not decision.cell:
        return phrase("passes")
    name = mark_name(pad, decision)
    if decision.lucky:
        name = phrase("{cell}, by a lucky number", cell=name)
    if decision.choices:
        name = Phrase("{cell} → {rows}", {"cell": name, "rows": ", ".join(decision.choices)})
    return name


def roll_name(roll: Roll | int) -> tuple[Phrase, ...] | int:
    """Return the dice in words, white first: "white 4 and 1", "red 3". For a card game, return the number."""
    if isinstance(roll, int):
        return roll
    white = phrase("white {first} and {second}", first=roll.white[0], second=roll.white[1])
    coloured = ((colour, getattr(roll, colour)) for colour in COLOURS)
    return (white, *(colour_value(colour, value) for colour, value in coloured if value is not None))
