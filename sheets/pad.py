"""One pad as a value: four rows of cells, the dice it is played with, its bonuses. Read from pads/*.toml.

The format is described in docs/own-pads.md; `qwixx pads check FILE` says what is wrong with a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from sheets.language import Phrase, phrase
from sheets.pad_table import PadError, parse_toml, read_toml
from sheets.special_cells import NO_SPECIAL_CELLS, SpecialCells
from sheets.special_reader import SPECIAL_KEYS, SpecialReader, special_data

CellColour = Literal["red", "yellow", "green", "blue"]
PairBonus = Literal["two-weakest", "each-row", "double-weakest", "13", "no-misses"]
Bonus = Literal["bar"] | PairBonus

ROW_LETTERS = ("a", "b", "c", "d")
"""Every pad has these four rows, top to bottom."""

COLOURS: tuple[CellColour, ...] = ("red", "yellow", "green", "blue")
"""The colours that cells and coloured dice have."""

BONUS_TYPES: tuple[PairBonus, ...] = ("two-weakest", "each-row", "double-weakest", "13", "no-misses")
"""The five bonuses of Bonus B, in the order of rules.md; each is printed on two cells."""

PADS = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b")
"""The pads that come with the program."""

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
"""Pads of further official games that come with the program; the referee knows their rules."""

FORMAT = "qwixx-pad/1"

MAX_NAME_CHARACTERS = 40
MAX_TITLE_CHARACTERS = 60
MAX_BAR_BOXES = 20


@dataclass(frozen=True, slots=True)
class Cell:
    """One number on the pad. `index` counts from 0 at the left; `bonus`: None, "bar" or of BONUS_TYPES."""

    row: str
    index: int
    number: int
    colour: CellColour
    bonus: Bonus | None = None

    def __str__(self) -> str:
        return f"{self.row}{self.number}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of cells, left to right. Its last `closing_count` cells close it."""

    letter: str
    cells: tuple[Cell, ...]
    closing_count: int = 1
    colours: tuple[CellColour, ...] = field(init=False, repr=False, compare=False)
    """The colours of the row, each once, in the order in which they stand."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", tuple(dict.fromkeys(cell.colour for cell in self.cells)))

    @property
    def colour(self) -> CellColour | None:
        """The colour of all cells, or None in a row of several colours."""
        return self.colours[0] if len(self.colours) == 1 else None

    @property
    def closing(self) -> tuple[Cell, ...]:
        """The cells that close the row: one, on Longo two."""
        return self.cells[-self.closing_count :]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad: what is printed on a sheet, as far as the rules look at it.

    `sides`: of every die. `lock_needs`: marks needed in a row before a last cell may be marked.
    `last_cells`: how many cells close a row. `bar`: the colours of the bonus bar, left to right, or ().
    `lucky`: whether each sheet carries two lucky numbers. `pairs`: the bonus types printed on this pad, each
    with its two cells, in the order of BONUS_TYPES. `most_marks`: how many crosses of a row score at most, 0
    for all. `special`: the special cells of every sheet. `lettered`: those that the sheets of a connected
    game print besides, by letter; `letter`: which of them this is, "" for none. `mechanisms`: the tables of
    its special cells (of SPECIAL_KEYS), in the order of the file.
    """

    name: str
    title: str
    rows: tuple[Row, Row, Row, Row]
    sides: int = 6
    lock_needs: int = 5
    last_cells: int = 1
    bar: tuple[CellColour, ...] = ()
    lucky: bool = False
    most_marks: int = 0
    special: SpecialCells = NO_SPECIAL_CELLS
    lettered: tuple[tuple[str, SpecialCells], ...] = ()
    letter: str = ""
    mechanisms: tuple[str, ...] = ()
    pairs: tuple[tuple[PairBonus, tuple[Cell, Cell]], ...] = field(
        init=False, repr=False, compare=False, hash=False
    )
    mixed: bool = field(init=False, repr=False, compare=False)
    """True if some row has cells of several colours."""
    _named: Mapping[str, Cell] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_named", {str(cell): cell for row in self.rows for cell in row})
        found = ((kind, [cell for cell in self.cells if cell.bonus == kind]) for kind in BONUS_TYPES)
        pairs = tuple((kind, (cells[0], cells[1])) for kind, cells in found if cells)
        object.__setattr__(self, "pairs", pairs)
        object.__setattr__(self, "mixed", any(row.colour is None for row in self.rows))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def shuffled(self) -> bool:
        """True if the numbers of some row neither rise nor fall from left to right."""
        rows = [[cell.number for cell in row] for row in self.rows]
        return any(row not in (sorted(row), sorted(row, reverse=True)) for row in rows)

    def row(self, letter: str) -> Row:
        """The row "a", "b", "c" or "d"; KeyError for another letter."""
        if letter not in ROW_LETTERS:
            raise KeyError(letter)
        return self.rows[ROW_LETTERS.index(letter)]

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of its different sheets; () if all are alike."""
        return tuple(letter for letter, _ in self.lettered)

    def on_sheet(self, letter: str) -> Pad:
        """The pad as the sheet of this letter prints it; KeyError if there is none."""
        own = dict(self.lettered)[letter]
        return replace(self, special=replace(self.special, steps=own.steps, chains=own.chains), letter=letter)

    def has_cell(self, name: str) -> bool:
        """Tell whether it has a cell named like "a5"."""
        return name in self._named

    def cell(self, name: str) -> Cell:
        """The cell named like "a5"; KeyError where the pad has none.

        >>> load_pad("classic").cell("c12")
        Cell(row='c', index=0, number=12, colour='green', bonus=None)
        """
        return self._named[name]


@cache
def load_pad(name: str) -> Pad:
    """The pad of that name that comes with the program (one of PADS or FURTHER_PADS).

    >>> load_pad("longo").sides
    8
    """
    known = (*PADS, *FURTHER_PADS)
    if name not in known:
        raise PadError(
            "There is no pad called {name!r}; the pads are {pads}.", name=name, pads=", ".join(known)
        )
    return read_pad(Path(__file__).with_name("pads") / f"{name}.toml")


def read_pad(path: Path | str) -> Pad:
    """The pad in a TOML file; PadError with the file, the place, what was expected and what came."""
    path = Path(path)
    return parse_pad(read_toml(path), place=f"{path}: ")


def pad_of_file(data: bytes, name: str) -> Pad:
    """The pad in the bytes of a TOML file called `name`; PadError as of `read_pad`."""
    return parse_pad(parse_toml(data, name), place=f"{name}: ")


def parse_pad(data: object, place: str = "") -> Pad:
    """The pad in `data`, which is what TOML or JSON gave; `place` goes before the pointer in a PadError."""
    return _PadReader(place).pad(data)


def pad_data(pad: Pad) -> dict[str, object]:
    """The pad in the form that parse_pad reads, for a record or a file."""

    def row(row: Row) -> str:
        words: list[str] = []
        colour = ""
        for cell in row:
            words += ([cell.colour] if cell.colour != colour else []) + [str(cell.number)]
            colour = cell.colour
        return " ".join(words)

    data: dict[str, object] = {"format": FORMAT, "name": pad.name, "title": pad.title}
    data |= {
        "sides": pad.sides,
        "lock-needs": pad.lock_needs,
        "last-cells": pad.last_cells,
        "lucky": pad.lucky,
    }
    data["rows"] = {r.letter: row(r) for r in pad.rows}
    if pad.bar:
        cells = " ".join(str(cell) for cell in pad.cells if cell.bonus == "bar")
        data["bonus-bar"] = {"boxes": " ".join(pad.bar), "cells": cells}
    if pad.pairs:
        data["bonus-pairs"] = {kind: f"{first} {second}" for kind, (first, second) in pad.pairs}
    if pad.most_marks:
        data["most-marks"] = pad.most_marks
    rows = {r.letter: [cell.number for cell in r] for r in pad.rows}
    tables = special_data(pad.special, pad.lettered, rows)
    return data | {key: tables[key] for key in pad.mechanisms}


_NUMBER = re.compile(r"[1-9][0-9]?")
_NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{MAX_NAME_CHARACTERS - 1}}}")
_BONUS_KEYS = ("bonus-bar", "bonus-pairs")
_KEYS = (
    *("format", "name", "title", "sides", "lock-needs", "last-cells", "lucky", "most-marks", "rows"),
    *_BONUS_KEYS,
    *SPECIAL_KEYS,
)
MOST_MARKS = range(12, 41)
"""What `most-marks` may be."""
LOCK_NEEDS = (5, 6, 7)
"""What `lock-needs` may be."""


class _PadReader(SpecialReader):
    """Reads one pad."""

    def pad(self, data: object) -> Pad:
        top = self.table(data, "", _KEYS, ("format", "name", "rows"))
        if top["format"] != FORMAT:
            raise self.error("/format", Phrase(f'"{FORMAT}"'), top["format"])
        name = top["name"]
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise self.error("/name", phrase("up to 40 small letters, digits and hyphens"), name)
        title = top.get("title", name)
        one_line = isinstance(title, str) and title.strip() and title.isprintable()
        if not isinstance(title, str) or not one_line or len(title) > MAX_TITLE_CHARACTERS:
            raise self.error("/title", phrase("one line of up to 60 characters"), title)
        lucky = top.get("lucky", False)
        if not isinstance(lucky, bool):
            raise self.error("/lucky", phrase("true or false"), lucky)
        sides = self.whole_number(top, "sides", 6, (4, 6, 8, 10, 12, 20))
        lock_needs = self.whole_number(top, "lock-needs", 5, LOCK_NEEDS)
        last_cells = self.whole_number(top, "last-cells", 1, (1, 2))
        rows = self.table(top["rows"], "/rows", ROW_LETTERS, ROW_LETTERS)
        cells = {letter: self.row(rows, letter, sides, lock_needs + last_cells) for letter in ROW_LETTERS}
        names = {f"{letter}{number}" for letter in ROW_LETTERS for number, _ in cells[letter]}
        bar, bonuses = self.bonus_bar(top, names)
        bonuses = self.bonus_pairs(top, names, bonuses)
        most_marks = self.whole_number(top, "most-marks", 0, (0, *MOST_MARKS))
        numbers = {letter: [number for number, _ in row] for letter, row in cells.items()}
        special, lettered = self.special_cells(top, numbers, last_cells)
        mechanisms = tuple(key for key in top if key in SPECIAL_KEYS)
        if mechanisms and (bonuses or lucky):
            expected = phrase("special cells on a pad without bonus cells and lucky numbers")
            raise self.error("", expected, phrase("both"))

        def row(letter: str) -> Row:
            return Row(
                letter,
                tuple(
                    Cell(letter, index, number, colour, bonuses.get(f"{letter}{number}"))
                    for index, (number, colour) in enumerate(cells[letter])
                ),
                last_cells,
            )

        return Pad(
            name,
            title,
            (row("a"), row("b"), row("c"), row("d")),
            sides,
            lock_needs,
            last_cells,
            bar,
            lucky,
            most_marks,
            special,
            lettered,
            mechanisms=mechanisms,
        )

    def row(
        self, rows: dict[str, object], letter: str, sides: int, shortest: int
    ) -> list[tuple[int, CellColour]]:
        pointer, colours = f"/rows/{letter}", ", ".join(COLOURS)
        colour: CellColour | None = None
        cells: list[tuple[int, CellColour]] = []
        for word in self.words(rows, "/rows", letter):
            if named := _colour(word):
                colour = named
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

    def cell_names(
        self, table: dict[str, object], pointer: str, key: str, names: set[str], taken: Mapping[str, Bonus]
    ) -> list[str]:
        found = self.words(table, pointer, key)
        for index, word in enumerate(found):
            if word not in names:
                raise self.error(f"{pointer}/{key}", phrase("cells of this pad, like a5"), word)
            if word in taken or word in found[:index]:
                again = phrase("{word} a second time", word=word)
                raise self.error(f"{pointer}/{key}", phrase("each cell to have one bonus"), again)
        return found

    def bonus_bar(
        self, top: dict[str, object], names: set[str]
    ) -> tuple[tuple[CellColour, ...], dict[str, Bonus]]:
        if "bonus-bar" not in top:
            return (), {}
        table = self.table(top["bonus-bar"], "/bonus-bar", ("boxes", "cells"), ("boxes", "cells"))
        boxes: list[CellColour] = []
        for word in self.words(table, "/bonus-bar", "boxes"):
            colour = _colour(word)
            if colour is None:
                expected = phrase("colours ({colours})", colours=", ".join(COLOURS))
                raise self.error("/bonus-bar/boxes", expected, word)
            boxes.append(colour)
        if len(boxes) > MAX_BAR_BOXES:
            raise self.error("/bonus-bar/boxes", phrase("at most 20 boxes"), len(boxes))
        rows = self.table(top["rows"], "/rows", ROW_LETTERS, ROW_LETTERS)
        if any(sum(w in COLOURS for w in set(str(text).split())) > 1 for text in rows.values()):
            expected = phrase("rows of one colour each, because a box names a row")
            raise self.error("/bonus-bar", expected, phrase("mixed rows"))
        if len({next(w for w in str(text).split()) for text in rows.values()}) < len(ROW_LETTERS):
            expected = phrase("rows of four colours, because a box names a row")
            raise self.error("/bonus-bar", expected, phrase("a colour twice"))
        cells = self.cell_names(table, "/bonus-bar", "cells", names, {})
        return tuple(boxes), dict.fromkeys(cells, "bar")

    def bonus_pairs(
        self, top: dict[str, object], names: set[str], taken: dict[str, Bonus]
    ) -> dict[str, Bonus]:
        if "bonus-pairs" not in top:
            return taken
        if taken:
            expected = phrase("a bonus bar or bonus pairs on a pad, not both")
            raise self.error("/bonus-pairs", expected, phrase("both"))
        table = self.table(top["bonus-pairs"], "/bonus-pairs", BONUS_TYPES, ())
        for kind in [kind for key in table for kind in BONUS_TYPES if kind == key]:
            cells = self.cell_names(table, "/bonus-pairs", kind, names, taken)
            if len(cells) != 2:
                raise self.error(f"/bonus-pairs/{kind}", phrase("two cells"), " ".join(cells))
            taken = taken | dict.fromkeys(cells, kind)
        return taken


def _colour(word: str) -> CellColour | None:
    return next((colour for colour in COLOURS if colour == word), None)
