"""The characters: their rules, as reviews tell them, their names, and what their cards say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rulebook.rule import CHARACTERS, DICE_BUT_DUEL, Rule, retold
from companion.rulebook.titles import TITLES
from sheets.language import Translate, message

if TYPE_CHECKING:
    from sheets.character_cards import CharacterCard


def _rule(name: str, statement: str, example: str) -> Rule:
    return retold(name, TITLES[name], DICE_BUT_DUEL, statement, example, CHARACTERS)


CHARACTER_RULES = (
    _rule(
        "character-own-turn",
        message(
            "Each player may have a character, and uses it only in their own turn. Before anybody marks, the "
            "re-roller (Double Dutch) may throw any of the dice once more, and the turner (Tina Turner) may "
            "turn one die from 3 to 4 or from 4 to 3. The dice then count for everyone. A die that has left "
            "does not come back."
        ),
        message(
            "Eva, the re-roller, throws red and blue again: what they show now is the roll of this turn."
        ),
    ),
    _rule(
        "mike-between",
        message(
            "In their own turn, in both actions, the gap filler (Magic Mike) may also cross a cell between "
            "two of their crosses of a row, if the sum fits. In On Board the figure may bring such a cross, "
            "too. The cross counts in the row and towards the marks that its lock needs, unless the table "
            "has ruled otherwise."
        ),
        message("With red 3 and red 8 crossed Max may cross red 5, but neither red 2 nor red 3."),
    ),
    _rule(
        "cross-third",
        message(
            "In action 2 of their own turn the triple crosser (Chris Cross) may cross two cells, one "
            "after the other: one sum with each white die, unless the table has ruled otherwise. In the "
            "same row the second cross stands right of the first, which already counts towards the lock."
        ),
        message("White 2 and 5, yellow 5, green 3: yellow 7 with the 2, then green 8 with the 5."),
    ),
    _rule(
        "miss-any",
        message(
            "If the miss saver (Miss Take) makes no cross in either action of their own turn, they may "
            "cross one cell of their choice in place of the miss: in any row, from left to right and "
            "with the marks that its lock needs, whatever the dice show."
        ),
        message("No number fits: Eva crosses green 8 in place of the miss."),
    ),
)
"""The four rules, in the order of a turn."""

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


def character_cards(translate: Translate) -> tuple[CharacterCard, ...]:
    """The five cards to print, in the language that `translate` speaks."""
    from sheets.character_cards import CharacterCard  # the PDF library: loaded when cards are wanted

    return tuple(
        CharacterCard(translate(name), PUBLISHED_NAMES[key], translate(POWERS[key]))
        for key, name in CHARACTER_NAMES.items()
    )
