"""Places of a sheet besides plain cells: what mechanisms show there, and how a page looks at it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.rules import Mark
from sheets.language import Phrase

CROSSED = ("marked", "chosen", "again", "added")
"""The states of places that carry a cross."""


class Look(Protocol):
    """How places of a sheet are shown: a sheet to tap on shows them otherwise than one to look at."""

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        """Return the state of the place named as its mark, what a tap there sends, and the card it opens.

        The card is an id, or "". `gone`: it can never be crossed any more. `fresh`: it was crossed in the
        open action, if its name does not say so.
        """


@dataclass(frozen=True, slots=True)
class Moment:
    """The open action as mechanisms look at it."""

    total: int = 0  # the white sum, 0 without one
    marks: tuple[Mark, ...] = ()  # the legal marks that stand out
    fresh: Collection[str] = ()  # places that were crossed just now, as a scanned sheet names them


@dataclass(frozen=True, slots=True)
class CellSigns:
    """What mechanisms show at a cell."""

    second: str = ""  # the state of its second field, or ""
    again: str = ""  # the mark that a tap on the marked cell asks for, or ""
    looks: tuple[str, ...] = ()  # names of how it is shown
    line: str = ""  # a line leads from its ring "down" or "up"
    words: tuple[Phrase, ...] = ()  # what is said of it
    reach: tuple[int, int] = (0, 0)  # columns to the right and rows down to the other ring

    @property
    def is_slanted(self) -> bool:
        """Return True if the line leads farther than to the cell right above or below."""
        return bool(self.line) and self.reach not in ((0, 1), (0, -1))

    def __or__(self, other: CellSigns) -> CellSigns:
        return CellSigns(
            self.second or other.second,
            self.again or other.again,
            self.looks + other.looks,
            self.line or other.line,
            self.words + other.words,
            self.reach if self.line else other.reach,
        )


NO_SIGNS = CellSigns()


@dataclass(frozen=True, slots=True)
class Place:
    """A place that isn't a cell of a row: a round cell, a field between two numbers, the track.

    `state`, `mark`, `choice` and `cross` are those of a cell.
    """

    name: str  # as its mark is written
    text: str  # printed on it
    words: Phrase  # what people call it
    column: int  # the cell that it is below or next to, from 1
    state: str
    mark: str
    choice: str = ""
    cross: int = 0

    @property
    def crossed(self) -> bool:
        return self.state in CROSSED


@dataclass(frozen=True, slots=True)
class Band:
    """A row of places between two rows."""

    above: str | None  # the colour of the row above, or None
    below: str | None
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part that a mechanism shows below the rows, by its own template `mechanisms/KEY/page.html`."""

    key: str
    value: object
    has_points: bool = False  # it shows what the mechanism scores

    @property
    def template(self) -> str:
        return f"mechanisms/{self.key.replace('-', '_')}/page.html"


@dataclass(frozen=True, slots=True)
class Extras:
    """All that mechanisms show on one sheet; false if that is nothing."""

    signs: Mapping[str, CellSigns] = field(default_factory=dict, hash=False)
    """By cell."""
    between: Mapping[str, tuple[Place, ...]] = field(default_factory=dict, hash=False)
    """Places between the cells, by the letter of the row."""
    bands: Mapping[str, Band] = field(default_factory=dict, hash=False)
    """By the letter of the row above."""
    below: tuple[Panel, ...] = ()
    letter: str = ""  # of the sheet, if sheets differ

    def __bool__(self) -> bool:
        return self != NO_EXTRAS

    def __or__(self, other: Extras) -> Extras:
        signs = dict(self.signs)
        for cell, found in other.signs.items():
            signs[cell] = signs.get(cell, NO_SIGNS) | found
        return Extras(
            signs,
            {**self.between, **other.between},
            {**self.bands, **other.bands},
            self.below + other.below,
            self.letter or other.letter,
        )

    @property
    def has_points(self) -> bool:
        """Return True if some part shows the points outside the rows."""
        return any(part.has_points for part in self.below)

    def part(self, key: str) -> Any:
        """Return the part that one mechanism shows below the rows, or None."""
        return next((part.value for part in self.below if part.key == key), None)


NO_EXTRAS = Extras()
"""A sheet without mechanisms."""
