"""The dice of one roll."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheets.errors import BadInput
from sheets.language import Term
from sheets.pad import COLOURS

_DIE = re.compile(r"([wrygb])([1-9][0-9]?)")
_LETTERS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


class NotARoll(BadInput):
    """The text or the dice are not a possible roll of this game."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Two white dice and up to four coloured ones; None for a die that has left the game or is missing.

    >>> Roll.parse("w4 w1 r3 y2 g6")
    Roll(white=(4, 1), red=3, yellow=2, green=6, blue=None)
    """

    white: tuple[int, int]
    red: int | None = None
    yellow: int | None = None
    green: int | None = None
    blue: int | None = None

    @property
    def sum(self) -> int:
        """Return the sum of the white dice."""
        return self.white[0] + self.white[1]

    @property
    def coloured(self) -> tuple[int | None, int | None, int | None, int | None]:
        return (self.red, self.yellow, self.green, self.blue)

    @staticmethod
    def parse(text: str) -> Roll:
        """Parse dice such as "w4 w1 r3 y2 g6 b5", in any order. Raise NotARoll for any other text."""
        white: list[int] = []
        coloured: dict[str, int] = {}
        for word in text.split():
            match = _DIE.fullmatch(word)
            if not match:
                raise NotARoll(
                    "A die is written like w4 or r3 (w r y g b, then its value), not {word!r}.",
                    word=word[:40],
                )
            if match[1] == "w":
                white.append(int(match[2]))
            elif _LETTERS[match[1]] in coloured:
                raise NotARoll(
                    "A roll has one {colour} die, but {text!r} names two.",
                    colour=Term(_LETTERS[match[1]]),
                    text=text[:60],
                )
            else:
                coloured[_LETTERS[match[1]]] = int(match[2])
        if len(white) != 2:
            raise NotARoll(
                "A roll has two white dice (like w4 w1), but {text!r} names {count}.",
                text=text[:60],
                count=len(white),
            )
        return Roll((white[0], white[1]), **coloured)

    def __str__(self) -> str:
        dice = [f"w{value}" for value in self.white]
        dice += [
            f"{colour[0]}{value}"
            for colour, value in zip(COLOURS, self.coloured, strict=True)
            if value is not None
        ]
        return " ".join(dice)

    def check(self, sides: int) -> None:
        """Raise NotARoll if a value is impossible for dice with `sides` sides."""
        for value in (*self.white, *self.coloured):
            if value is not None and not 1 <= value <= sides:
                raise NotARoll("A die here shows 1 to {sides}, not {value}.", sides=sides, value=value)
