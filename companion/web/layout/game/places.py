"""Places of a sheet beside plain cells, as values: what mechanisms show, and how a page looks at it."""

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
    """The open action as mechanisms look at it. `total`: the white sum, 0 without one. `marks`: the legal
    marks that stand out. `fresh`: places that were crossed just now, as a scanned sheet names them."""

    total: int = 0
    marks: tuple[Mark, ...] = ()
    fresh: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class CellSigns:
    """What mechanisms show at a cell. `second`: the state of its second field, "" without one; `again`: the
    mark that a tap on the marked cell asks for, or "". `looks`: names of how it is shown. `line`: a line
    leads from its ring "down" or "up"; `reach`: so many columns to the right and rows down, to the other
    ring. `words`: what is said of it."""

    second: str = ""
    again: str = ""
    looks: tuple[str, ...] = ()
    line: str = ""
    words: tuple[Phrase, ...] = ()
    reach: tuple[int, int] = (0, 0)

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
    """A place that is no cell of a row: a round cell, a field between two numbers, the track.

    `name`: as its mark is written. `text`: what is printed on it. `words`: what people call it. `state`,
    `mark`, `choice`, `cross`: as of a cell. `column`: the cell that it stands below or beside, from 1.
    """

    name: str
    text: str
    words: Phrase
    column: int
    state: str
    mark: str
    choice: str = ""
    cross: int = 0

    @property
    def crossed(self) -> bool:
        return self.state in CROSSED


@dataclass(frozen=True, slots=True)
class Band:
    """A row of places between two rows. `above` and `below`: the colours of the rows beside it, or None."""

    above: str | None
    below: str | None
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part that a mechanism shows below the rows: `value`, by its own template `mechanisms/KEY/page.html`.

    `has_points`: it shows what the mechanism scores.
    """

    key: str
    value: object
    has_points: bool = False

    @property
    def template(self) -> str:
        return f"mechanisms/{self.key.replace('-', '_')}/page.html"


@dataclass(frozen=True, slots=True)
class Extras:
    """All that mechanisms show on one sheet; false if that is nothing.

    `signs`: by cell. `between`: places between the cells, by the letter of the row. `bands`: by the letter of
    the row above. `letter`: of the sheet, where sheets differ.
    """

    signs: Mapping[str, CellSigns] = field(default_factory=dict, hash=False)
    between: Mapping[str, tuple[Place, ...]] = field(default_factory=dict, hash=False)
    bands: Mapping[str, Band] = field(default_factory=dict, hash=False)
    below: tuple[Panel, ...] = ()
    letter: str = ""

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
