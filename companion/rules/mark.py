"""Marks, cards and plays: the decisions of players, parsed from their text.

Besides plain rows, a pad may have *mechanisms*, such as a bonus bar, with marks in a form of their own. A
*place* is whatever can be crossed: a cell ("a5"), or a field or box of a mechanism ("a3-4").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, reduce

from sheets.errors import BadInput
from sheets.language import message
from sheets.pad import COLOURS
from sheets.pad_part import pad_parts

_MARK = re.compile(r"([a-d][1-9][0-9]?)(\*?)(?:>([a-d]+))?")
_CELL = re.compile(r"[a-d][1-9][0-9]?")
_CARD = re.compile(
    r"(?:(red|yellow|green|blue) ([2-9]|1[0-2])|joker ([2-9]|1[0-2])(?: as (red|yellow|green|blue))?)"
)


MAX_PARTS = 2
"""Largest number of crosses in one mark: one in a cell, and one in a field between two cells."""


class NotAMark(BadInput):
    """The text is not a mark, card or play, or the pad lacks the place of a mark."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One cross, a pass, or two crosses of one action.

    >>> Mark.parse("b7>c")
    Mark('b7', lucky=False, choices='c')
    >>> Mark.parse("a3-4 a6").parts
    (Mark('a3-4', lucky=False, choices=''), Mark('a6', lucky=False, choices=''))
    """

    cell: str = ""  # a cell, a place of a mechanism ("ab5", "a3-4", "15"), or "" for a pass
    lucky: bool = False  # True if it is made by a lucky number
    choices: str = ""  # letters of the rows chosen where bonuses tie, in order
    sign: str = ""  # a mechanism's suffix: "+" for a second cross, "x" for an exchanged number
    then: Mark | None = None  # the next part: another cross in the same action

    def __post_init__(self) -> None:
        if self.cell == "" and (self.lucky or self.choices or self.sign or self.then):
            raise NotAMark("A pass has neither a star nor choices.")

    @property
    def form(self) -> str:
        """Return the key of the mechanism whose marks have this form, or "" for a plain cross or a pass."""
        return _form(self.cell, self.sign)

    @property
    def parts(self) -> tuple[Mark, ...]:
        """Return each cross as a mark of its own, in order."""
        if self.then is None:
            return (self,)
        return (Mark(self.cell, self.lucky, self.choices, self.sign), *self.then.parts)

    @property
    def is_field(self) -> bool:
        """Return True if the first cross is in a field between two cells."""
        return bool(self.form) and pad_parts()[self.form].between

    @property
    def names_one_cell(self) -> bool:
        """Return True if the crosses are in at most one cell and at most one field between cells."""
        fields = sum(part.is_field for part in self.parts)
        return fields <= 1 and len(self.parts) - fields <= 1

    def followed_by(self, other: Mark) -> Mark:
        """Return the mark that makes the crosses of this mark and then the crosses of `other`."""
        then = other if self.then is None else self.then.followed_by(other)
        return Mark(self.cell, self.lucky, self.choices, self.sign, then)

    @staticmethod
    @lru_cache(maxsize=4096)
    def parse(text: str) -> Mark:
        """Parse a mark such as "a5", "c16*", "b7>c" or "-". Raise NotAMark for any other text."""
        if text == "-":
            return PASS
        words = text.split(" ", MAX_PARTS)
        parts = [part for word in words if (part := _part(word))]
        if len(parts) < len(words) or len(words) > MAX_PARTS:
            what = message("A mark is written like a5, c16*, b7>c or -, but this is {text}.")
            raise NotAMark(what, text=_short(text))
        return reduce(Mark.followed_by, parts)

    def __str__(self) -> str:
        if not self.cell:
            return "-"
        text = self.cell + "*" * self.lucky + (">" + self.choices if self.choices else "") + self.sign
        return text if self.then is None else f"{text} {self.then}"

    def __repr__(self) -> str:
        special = f", sign={self.sign!r}" if self.sign else ""
        special += f", then={self.then!r}" if self.then else ""
        return f"Mark({self.cell!r}, lucky={self.lucky}, choices={self.choices!r}{special})"


@lru_cache(maxsize=4096)
def _form(cell: str, sign: str) -> str:
    for key, part in pad_parts().items():
        if part.sign == sign if sign else part.notation and re.fullmatch(part.notation, cell):
            return key
    return ""


def _part(text: str) -> Mark | None:
    """Parse one cross: "a5", "c16*", "b7>c", "a5+", "a5x", "ab5", "15", "a3-4". Return None otherwise."""
    match = _MARK.fullmatch(text)
    if match:
        return Mark(match[1], match[2] == "*", match[3] or "")
    for part in pad_parts().values():
        if part.sign and text.endswith(part.sign) and _CELL.fullmatch(text[: -len(part.sign)]):
            return Mark(text[: -len(part.sign)], sign=part.sign)
        if part.notation and re.fullmatch(part.notation, text):
            return Mark(text)
    return None


PASS = Mark()
"""The decision to mark nothing in this action. Its text is "-"."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the card game."""

    number: int
    colour: str  # for a joker the colour that its player names, or "" before it is played
    joker: bool = False

    @staticmethod
    def parse(text: str) -> Card:
        """Parse "red 5", "joker 5 as red", or in a hand "joker 5". Raise NotAMark for any other text."""
        match = _CARD.fullmatch(text)
        if not match:
            raise NotAMark(
                "A card is written like red 5 or joker 5 as red, but this is {text}.", text=_short(text)
            )
        if match[1]:
            return Card(int(match[2]), match[1])
        return Card(int(match[3]), match[4] or "", joker=True)

    def __str__(self) -> str:
        if not self.joker:
            return f"{self.colour} {self.number}"
        return f"joker {self.number}" + (f" as {self.colour}" if self.colour else "")

    def named(self) -> tuple[Card, ...]:
        """Return the card alone or, for a joker without a colour, the joker once in each colour."""
        if self.colour:
            return (self,)
        return tuple(Card(self.number, colour, joker=True) for colour in COLOURS)


@dataclass(frozen=True, slots=True)
class Play:
    """The cards that the active player plays, and the marks made with them, in order.

    >>> str(Play.parse("green 11, green 9, green 3: c11 c9"))
    'green 11, green 9, green 3: c11 c9'
    """

    cards: tuple[Card, ...] = ()
    marks: tuple[Mark, ...] = ()

    @staticmethod
    def parse(text: str) -> Play:
        """Parse a play such as "red 5, red 6: a5 a6" or "red 5: -". Raise NotAMark for a bad card or mark."""
        cards, _, marks = text.partition(":")
        names = [name.strip() for name in cards.split(",") if name.strip()]
        return Play(
            tuple(Card.parse(name) for name in names),
            tuple(Mark.parse(name) for name in marks.split() if name != "-"),
        )

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.cards))}: {' '.join(map(str, self.marks)) or '-'}"

    def to_json(self) -> dict[str, list[str]]:
        return {"play": list(map(str, self.cards)), "marks": list(map(str, self.marks))}


def parse_decision(text: str) -> Mark | Play:
    """Parse a mark, a pass or a play. Raise NotAMark for any other text."""
    return Play.parse(text) if ":" in text else Mark.parse(text)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
