"""Pads, the designs of score sheets: four rows of cells, dice, mechanisms. pads/*.toml are the built-in pads.

A *mechanism* is a special feature of a pad, such as bonus cells. A *sign* is a symbol that a mechanism prints
on a cell. The sheets of a *lettered* pad differ; each has a letter. docs/own-pads.md describes the format.
`qwixx pads check FILE` names the faults of a file.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, cast

from sheets.language import Phrase, Term, phrase
from sheets.pad_part import PadRows, pad_parts, row_text
from sheets.pad_table import PadError, TableReader, parse_toml, read_pad_file

CellColour = Literal["red", "yellow", "green", "blue"]

ROW_LETTERS = ("a", "b", "c", "d")
"""The letters of a pad's four rows, top to bottom."""

COLOURS: tuple[CellColour, ...] = ("red", "yellow", "green", "blue")
"""The colours of cells and of coloured dice."""

PADS = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b")
"""The pads of the first six games."""

FURTHER_PADS = (
    "big-points",
    "double-a",
    "double-b",
    "connected-a",
    "connected-b",
    "x-change",
    "lucky-15",
    "connect-15",
)
"""The pads of further official games."""

ALL_PADS = (*PADS, *FURTHER_PADS)

FORMAT = "qwixx-pad/1"

SHEET_LETTERS = ("A", "B", "C", "D", "E")
"""The possible letters of the sheets of a lettered pad."""

KEPT_PADS = 64
"""Cache size, in pads, of functions that take a pad."""

MAX_NAME_CHARACTERS = 40
MAX_TITLE_CHARACTERS = 60

Parts = tuple[tuple[str, Hashable], ...]
"""Mechanisms by key, each with its *content*: a value that says what the mechanism prints on a sheet."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One numbered cell of a pad."""

    row: str
    index: int  # from 0 at the left
    number: int
    colour: CellColour
    bonus: str | None = None  # the sign that a mechanism prints on the cell

    def __str__(self) -> str:
        return f"{self.row}{self.number}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of cells, left to right. A mark in any of its last `closing_count` cells closes it."""

    letter: str
    cells: tuple[Cell, ...]
    closing_count: int = 1
    colours: tuple[CellColour, ...] = field(init=False, repr=False, compare=False)
    """The distinct colours of the row, in the order in which they first occur."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", tuple(dict.fromkeys(cell.colour for cell in self.cells)))

    @property
    def colour(self) -> CellColour | None:
        """Return the colour of the row, or None if its cells have several colours."""
        return self.colours[0] if len(self.colours) == 1 else None

    @property
    def term(self) -> Term:
        """Return the row's name in a sentence: "the red row", or "row a" if it has several colours."""
        return Term(f"the {self.colour} row") if self.colour else Term(f"row {self.letter}")

    @property
    def short_term(self) -> Term:
        """Return the row's name in a label: "red", or "row a" if it has several colours."""
        return Term(self.colour or f"row {self.letter}")

    @property
    def closing(self) -> tuple[Cell, ...]:
        """Return the last cells: one, or two on Longo. A mark in any of these cells closes the row."""
        return self.cells[-self.closing_count :]

    def with_cells(self, cells: Iterable[tuple[int, str]]) -> Row:
        """Return the row with other cells, given as number and colour; bonus signs stay in their places."""
        printed = (
            Cell(self.letter, index, number, cast(CellColour, colour), was.bonus)
            for index, ((number, colour), was) in enumerate(zip(cells, self, strict=True))
        )
        return Row(self.letter, tuple(printed), self.closing_count)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class Pad:
    """The design of a sheet, as far as it matters to the rules."""

    name: str
    title: str
    rows: tuple[Row, Row, Row, Row]
    sides: int = 6  # number of sides of each die
    lock_needs: int = 5  # marks needed in a row before a last cell may be marked
    last_cells: int = 1  # how many cells close a row
    most_marks: int = 0  # the most crosses of a row that score; 0 means no limit
    parts: Parts = ()  # the mechanisms' content, in the order of the file; see `PadPart.blank`
    lettered: tuple[tuple[str, Parts], ...] = ()
    """On a lettered pad: each sheet's letter, with the content of the mechanisms that differ by sheet."""
    letter: str = ""  # the letter of this sheet, or "" before `on_sheet` or if all sheets are alike
    mechanisms: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The keys of the pad's mechanisms, in the order of the pad file."""
    lucky: bool = field(init=False, repr=False, compare=False)  # True if each sheet carries two lucky numbers
    mixed: bool = field(init=False, repr=False, compare=False)
    """True if some row has cells of several colours."""
    _named: Mapping[str, Cell] = field(init=False, repr=False, compare=False)
    _printed: Mapping[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts: dict[str, Any] = dict(self.parts)
        values = {
            "mechanisms": tuple(parts),
            "lucky": "lucky" in parts,
            "mixed": any(row.colour is None for row in self.rows),
            "_named": {str(cell): cell for cell in self.cells},
            "_printed": parts,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return hash((self.name, self.letter))  # hashing all cells is too slow for a key of many caches

    def part(self, key: str) -> Any:
        """Return the content that mechanism `key` prints, or None if the pad doesn't have this mechanism."""
        return self._printed.get(key)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for row in self.rows for cell in row)

    @property
    def shuffled(self) -> bool:
        """Return True if the numbers of some row are neither in rising nor in falling order."""
        rows = [[cell.number for cell in row] for row in self.rows]
        return any(row not in (sorted(row), sorted(row, reverse=True)) for row in rows)

    @property
    def most_crosses(self) -> int:
        """Return the largest number of crosses that score in one row."""
        return self.most_marks or max(map(self.most_crosses_of, range(len(self.rows))))

    def most_crosses_of(self, row: int) -> int:
        """Return the largest possible number of crosses in a row (from 0), with lock and all mechanisms."""
        printed, most = self.rows[row], 0
        for key, part in self.parts:
            crosses = pad_parts()[key].crosses
            most += crosses(part, row) if crosses else 0
        return len(printed) - printed.closing_count + 2 + most

    def row(self, letter: str) -> Row:
        """Return the row with this letter, one of ROW_LETTERS, or raise KeyError."""
        if letter not in ROW_LETTERS:
            raise KeyError(letter)
        return self.rows[ROW_LETTERS.index(letter)]

    @property
    def letters(self) -> tuple[str, ...]:
        """Return the letters of the sheets, or () if the pad isn't lettered."""
        return tuple(letter for letter, _ in self.lettered)

    def on_sheet(self, letter: str) -> Pad:
        """Return the pad as printed on the sheet with this letter, or raise KeyError for other letters."""
        own = dict(dict(self.lettered)[letter])
        parts = tuple((key, own.get(key, printed)) for key, printed in self.parts)
        rows = self.rows
        for key, printed in own.items():
            if (find := pad_parts()[key].rows) and (cells := find(printed)):
                a, b, c, d = (row.with_cells(its) for row, its in zip(rows, cells, strict=True))
                rows = a, b, c, d
        return replace(self, rows=rows, parts=parts, letter=letter)

    def has_cell(self, name: str) -> bool:
        """Return True if the pad has a cell with this name, such as "a5"."""
        return name in self._named

    def cell(self, name: str) -> Cell:
        """Return the cell with this name, such as "a5", or raise KeyError.

        >>> load_pad("classic").cell("c12")
        Cell(row='c', index=0, number=12, colour='green', bonus=None)
        """
        return self._named[name]


@cache
def load_pad(name: str) -> Pad:
    """Return the built-in pad with this name, one of ALL_PADS, or raise PadError.

    >>> load_pad("longo").sides
    8
    """
    if name not in ALL_PADS:
        raise PadError(
            "There is no pad called {name!r}; the pads are {pads}.", name=name, pads=", ".join(ALL_PADS)
        )
    return read_pad(Path(__file__).with_name("pads") / f"{name}.toml")


def read_pad(path: Path | str) -> Pad:
    """Return the pad in a TOML file. Raise PadError if the file or the pad is invalid."""
    return pad_of_file(read_pad_file(Path(path)), str(path))


def pad_of_file(data: bytes, name: str) -> Pad:
    """Return the pad in `data`, the content of a TOML file called `name`. Raise PadError if it is invalid."""
    return parse_pad(parse_toml(data, name), place=f"{name}: ")


def parse_pad(data: object, place: str = "") -> Pad:
    """Return the pad that `data`, a parsed TOML or JSON file, describes, or raise PadError if it is invalid.

    `place`, such as a file name, begins the error's message, before a JSON pointer to the fault.
    """
    return _known(_PadReader(place).pad(data))


@lru_cache(KEPT_PADS)
def _known(pad: Pad) -> Pad:
    """Return the same object for all equal pads, so that caches needn't compare cells."""
    return pad


def pad_data(pad: Pad) -> dict[str, object]:
    """Return the data from which `parse_pad` makes this pad, to store it in a record or a file."""
    cells = {row.letter: [(cell.number, cell.colour) for cell in row] for row in pad.rows}
    data: dict[str, object] = {
        "format": FORMAT,
        "name": pad.name,
        "title": pad.title,
        "sides": pad.sides,
        "lock-needs": pad.lock_needs,
        "last-cells": pad.last_cells,
        "lucky": pad.lucky,
        "rows": {letter: row_text(row) for letter, row in cells.items()},
    }
    if pad.most_marks:
        data["most-marks"] = pad.most_marks
    rows = PadRows.of(cells, pad.last_cells)
    for key, printed in pad.parts:
        table = pad_parts()[key]
        if table.is_lettered:
            sheets = ((letter, dict(parts)) for letter, parts in pad.lettered)
            data[key] = {letter: table.data(parts[key], rows) for letter, parts in sheets if key in parts}
        else:
            data[key] = table.data(printed, rows)
    return data


_NUMBER = re.compile(r"[1-9][0-9]?")
NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{MAX_NAME_CHARACTERS - 1}}}")
"""A regular expression for the names of pads."""
_KEYS = ("format", "name", "title", "sides", "lock-needs", "last-cells", "lucky", "most-marks", "rows")
# values allowed for `sides`, `most-marks` and `lock-needs`
SIDES = (4, 6, 8, 10, 12, 20)
MOST_MARKS = range(12, 41)
LOCK_NEEDS = (5, 6, 7)


class _PadReader(TableReader):
    """Reads the data of a pad. Methods raise PadError if it is invalid."""

    def pad(self, data: object) -> Pad:
        keys = (*_KEYS, *(key for key in pad_parts() if key not in _KEYS))
        top = self.table(data, "", keys, ("format", "name", "rows"))
        if top["format"] != FORMAT:
            raise self.error("/format", Phrase(f'"{FORMAT}"'), top["format"])
        name = top["name"]
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise self.error("/name", phrase("up to 40 small letters, digits and hyphens"), name)
        title = top.get("title", name)
        one_line = isinstance(title, str) and title.strip() and title.isprintable()
        if not isinstance(title, str) or not one_line or len(title) > MAX_TITLE_CHARACTERS:
            raise self.error("/title", phrase("one line of up to 60 characters"), title)
        sides = self.whole_number(top, "sides", 6, SIDES)
        lock_needs = self.whole_number(top, "lock-needs", 5, LOCK_NEEDS)
        last_cells = self.whole_number(top, "last-cells", 1, (1, 2))
        rows = self.table(top["rows"], "/rows", ROW_LETTERS, ROW_LETTERS)
        cells = {letter: self.row(rows, letter, sides, lock_needs + last_cells) for letter in ROW_LETTERS}
        most_marks = self.whole_number(top, "most-marks", 0, (0, *MOST_MARKS))
        parts, lettered = self.parts(top, PadRows.of(cells, last_cells))
        signs: dict[str, str] = {}
        for key, printed in parts:
            find = pad_parts()[key].signs
            signs |= find(printed) if find else {}

        a, b, c, d = (
            Row(
                letter,
                tuple(
                    Cell(letter, index, number, colour, signs.get(f"{letter}{number}"))
                    for index, (number, colour) in enumerate(row)
                ),
                last_cells,
            )
            for letter, row in cells.items()
        )
        return Pad(name, title, (a, b, c, d), sides, lock_needs, last_cells, most_marks, parts, lettered)

    def parts(self, top: dict[str, object], rows: PadRows) -> tuple[Parts, tuple[tuple[str, Parts], ...]]:
        """Read the mechanisms' tables in `top`, the data of the pad.

        Return the content on all sheets, and the content that differs, by the letter of the sheet. If the
        content of a mechanism differs, the content on all sheets has its `PadPart.blank`.
        """
        common: dict[str, Hashable] = {}
        lettered: dict[str, dict[str, Hashable]] = {}
        for key, part in pad_parts().items():
            if key not in top:
                continue
            value = top[key]
            if not part.is_bonus and value == {}:
                raise self.error(f"/{key}", phrase("a table with something in it"), phrase("none"))
            if part.is_lettered:
                sheets = self.table(value, f"/{key}", SHEET_LETTERS, ("A",))
                if lettered and set(lettered) != set(sheets):
                    first = next(known for known in common if pad_parts()[known].is_lettered)
                    expected = phrase("the same sheets as in /{key}", key=first)
                    raise self.error(f"/{key}", expected, ", ".join(sorted(sheets)))
                for letter in sheets:
                    printed = part.read(self, {letter: sheets[letter]}, rows, common)
                    lettered.setdefault(letter, {})[key] = printed
                common[key] = part.blank
            elif printed := part.read(self, value, rows, common):
                common[key] = printed
        special = [key for key in common if not (pad_parts()[key].rows and "lucky" in common)]
        if len({pad_parts()[key].is_bonus for key in special}) > 1:
            expected = phrase("special cells on a pad without bonus cells and lucky numbers")
            raise self.error("", expected, phrase("both"))
        return (
            tuple((key, common[key]) for key in top if key in common),
            tuple((letter, tuple(parts.items())) for letter, parts in sorted(lettered.items())),
        )

    def row(
        self, rows: dict[str, object], letter: str, sides: int, shortest: int
    ) -> list[tuple[int, CellColour]]:
        pointer, colours = f"/rows/{letter}", ", ".join(COLOURS)
        colour: CellColour | None = None
        cells: list[tuple[int, CellColour]] = []
        for word in self.words(rows, "/rows", letter):
            if word in COLOURS:
                colour = word
            elif not _NUMBER.fullmatch(word) or not 2 <= int(word) <= 2 * sides:
                most = 2 * sides
                expected = phrase("{colours} or a number from 2 to {most}", colours=colours, most=most)
                raise self.error(pointer, expected, word)
            elif colour is None:
                expected = phrase("a colour before the first number ({colours})", colours=colours)
                raise self.error(pointer, expected, word)
            elif int(word) in (number for number, _ in cells):
                again = phrase("a second {word}", word=word)
                raise self.error(pointer, phrase("each number once in the row"), again)
            else:
                cells.append((int(word), colour))
        if len(cells) < shortest:
            expected = phrase("at least {count} cells, or the row could never be locked", count=shortest)
            raise self.error(pointer, expected, len(cells))
        return cells
