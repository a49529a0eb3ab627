"""What mechanisms (additions to four plain rows) add to a sheet on a page: signs, places, panels.

A place is whatever can be crossed on a sheet: a cell, or a field or box of a mechanism.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.rules import Mark
from sheets.language import Phrase

CROSSED = ("marked", "chosen", "again", "added")
"""The states in which a place is crossed; `SheetCell.state` explains them."""


class PlacePresenter(Protocol):
    """Decides how an interactive or read-only sheet shows its places, that is, cells and special fields."""

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        """Return a place's state, the mark that a tap sends, and the id of the dialog that a tap opens.

        The id is "" if no dialog opens. On a read-only sheet, the mark is replaced with a link's address,
        or "". `gone`: True if the place can never be crossed. `fresh`: True if the place was crossed in the
        open action; None to look that up.
        """


@dataclass(frozen=True, slots=True)
class OpenAction:
    """What mechanisms need to know about the open action (white sum or colour sum) to highlight fields."""

    total: int = 0  # the sum of the white dice, or 0 if none were thrown
    marks: tuple[Mark, ...] = ()  # the legal marks to highlight
    fresh: Collection[str] = ()  # places crossed in the open action, named as in an `ObservedSheet`


@dataclass(frozen=True, slots=True)
class CellSigns:
    """What mechanisms (special features of a pad) add to the display of one cell."""

    second: str = ""  # the state of the cell's second field, or ""
    again: str = ""  # the mark that a tap on the cell sends when it is marked already, or ""
    classes: tuple[str, ...] = ()  # CSS classes
    line: str = ""  # "down" or "up" if a line leads from the cell's ring to another ring
    words: tuple[Phrase, ...] = ()  # descriptions, for screen readers
    reach: tuple[int, int] = (0, 0)  # columns to the right and rows down to the other ring

    @property
    def is_slanted(self) -> bool:
        return bool(self.line) and self.reach not in ((0, 1), (0, -1))

    def __or__(self, other: CellSigns) -> CellSigns:
        return CellSigns(
            self.second or other.second,
            self.again or other.again,
            self.classes + other.classes,
            self.line or other.line,
            self.words + other.words,
            self.reach if self.line else other.reach,
        )


NO_SIGNS = CellSigns()


@dataclass(frozen=True, slots=True)
class Place:
    """A special field outside the cells of the rows: a round cell, a field between two numbers, the track."""

    name: str  # as its mark is written
    text: str  # as printed
    words: Phrase  # the name that people use
    column: int  # the number of the cell above or before the place, counted from 1
    state: str  # this and the next fields are as in a `SheetCell`
    mark: str
    choice: str = ""
    cross: int = 0

    @property
    def crossed(self) -> bool:
        return self.state in CROSSED


@dataclass(frozen=True, slots=True)
class Band:
    """The special fields between two neighbouring rows, such as round cells."""

    above: str | None  # the colour of the row above, or None if it has several
    below: str | None  # likewise, of the row below
    cells: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A mechanism's part below the rows, rendered by its template `mechanisms/KEY/page.html`."""

    key: str  # the mechanism's key
    value: object  # read by the template
    has_points: bool = False  # True if it shows the mechanism's points

    @property
    def template(self) -> str:
        return f"mechanisms/{self.key.replace('-', '_')}/page.html"


@dataclass(frozen=True, slots=True)
class SheetAdditions:
    """All that mechanisms (special features of a pad) add to one sheet. Falsy if they add nothing."""

    signs: Mapping[str, CellSigns] = field(default_factory=dict, hash=False)
    """Signs, CSS classes and descriptions to add to cells, by the cell's name ("a5")."""
    between: Mapping[str, tuple[Place, ...]] = field(default_factory=dict, hash=False)
    """Special fields between the cells of a row, by the row's letter."""
    bands: Mapping[str, Band] = field(default_factory=dict, hash=False)
    """Special fields between two rows, by the letter of the upper row."""
    below: tuple[Panel, ...] = ()
    letter: str = ""  # the sheet's letter if sheets differ, or ""

    def __bool__(self) -> bool:
        return self != NO_ADDITIONS

    def __or__(self, other: SheetAdditions) -> SheetAdditions:
        signs = dict(self.signs)
        for cell, further in other.signs.items():
            signs[cell] = signs.get(cell, NO_SIGNS) | further
        return SheetAdditions(
            signs,
            {**self.between, **other.between},
            {**self.bands, **other.bands},
            self.below + other.below,
            self.letter or other.letter,
        )

    @property
    def has_points(self) -> bool:
        return any(part.has_points for part in self.below)

    def part(self, key: str) -> Any:
        """Return what the panel of the mechanism `key` shows (`Panel.value`), or None if it has no panel."""
        return next((part.value for part in self.below if part.key == key), None)


NO_ADDITIONS = SheetAdditions()
