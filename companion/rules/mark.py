"""Marks, cards and plays: what a player decides, as small frozen values with a text form that round-trips."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from sheets.errors import BadInput
from sheets.pad import COLOURS

_MARK = re.compile(r"([a-d][1-9][0-9]?)(\*?)(?:>([a-d]+))?")
_CARD = re.compile(
    r"(?:(red|yellow|green|blue) ([2-9]|1[0-2])|joker ([2-9]|1[0-2])(?: as (red|yellow|green|blue))?)"
)


class NotAMark(BadInput):
    """A text that is no mark, card or play."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One cross: its cell ("" is a pass), whether by a lucky number, and the rows chosen for its bonuses.

    >>> Mark.parse("b7>c")
    Mark('b7', lucky=False, choices='c')
    >>> str(Mark("c16", lucky=True))
    'c16*'
    """

    cell: str = ""
    lucky: bool = False
    choices: str = ""

    def __post_init__(self) -> None:
        if self.cell == "" and (self.lucky or self.choices):
            raise NotAMark("A pass has neither a star nor choices.")

    @staticmethod
    @lru_cache(maxsize=4096)
    def parse(text: str) -> Mark:
        """The mark written as `text` ("a5", "c16*", "b7>c", "-"); NotAMark otherwise."""
        if text == "-":
            return PASS
        found = _MARK.fullmatch(text)
        if not found:
            raise NotAMark(
                "A mark is written like a5, c16*, b7>c or -, but this is {text}.", text=_short(text)
            )
        return Mark(found[1], found[2] == "*", found[3] or "")

    def __str__(self) -> str:
        if not self.cell:
            return "-"
        return self.cell + "*" * self.lucky + (">" + self.choices if self.choices else "")

    def __repr__(self) -> str:
        return f"Mark({self.cell!r}, lucky={self.lucky}, choices={self.choices!r})"


PASS = Mark()
"""No mark: the player passes in this action. Its text is "-"."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the card game. `joker`: its colour is the one its player names, "" while it is in the hand.

    >>> Card.parse("joker 9 as green")
    Card(number=9, colour='green', joker=True)
    """

    number: int
    colour: str
    joker: bool = False

    @staticmethod
    def parse(text: str) -> Card:
        """The card written as `text` ("red 5", "joker 5 as red", in a hand "joker 5"); NotAMark otherwise."""
        found = _CARD.fullmatch(text)
        if not found:
            raise NotAMark(
                "A card is written like red 5 or joker 5 as red, but this is {text}.", text=_short(text)
            )
        if found[1]:
            return Card(int(found[2]), found[1])
        return Card(int(found[3]), found[4] or "", joker=True)

    def __str__(self) -> str:
        if not self.joker:
            return f"{self.colour} {self.number}"
        return f"joker {self.number}" + (f" as {self.colour}" if self.colour else "")

    def named(self) -> tuple[Card, ...]:
        """The ways to play this card: itself, or a joker as each colour."""
        return (self,) if self.colour else _as_each_colour(self.number)


@cache
def _as_each_colour(number: int) -> tuple[Card, ...]:
    return tuple(Card(number, colour, joker=True) for colour in COLOURS)


@dataclass(frozen=True, slots=True)
class Play:
    """The cards that the active player of the card game plays, and the cells marked with them, in order.

    >>> str(Play.parse("green 11, green 9, green 3: c11 c9"))
    'green 11, green 9, green 3: c11 c9'
    """

    cards: tuple[Card, ...] = ()
    marks: tuple[Mark, ...] = ()

    @staticmethod
    def parse(text: str) -> Play:
        """The play written as cards with commas, a colon, and marks with spaces ("red 5: a5"; "red 5: -")."""
        cards, _, marks = text.partition(":")
        names = [name.strip() for name in cards.split(",") if name.strip()]
        return Play(
            tuple(Card.parse(name) for name in names),
            tuple(Mark.parse(name) for name in marks.split() if name != "-"),
        )

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.cards))}: {' '.join(map(str, self.marks)) or '-'}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
