"""One pad as a value: four rows of cells, the dice it is played with, its bonuses. Read from pads/*.toml.

The format is described in docs/own-pads.md; `qwixx pads check FILE` says what is wrong with a file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, cast

from sheets.errors import BadInput

ROW_LETTERS = ("a", "b", "c", "d")
"""Every pad has these four rows, top to bottom."""

COLOURS = ("red", "yellow", "green", "blue")
"""The colours that cells and coloured dice have."""

BONUS_TYPES = ("two-weakest", "each-row", "double-weakest", "13", "no-misses")
"""The five bonuses of Bonus B, in the order of rules.md; each is printed on two cells."""

PADS = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b")
"""The pads that come with the program."""

FORMAT = "qwixx-pad/1"

CellColour = Literal["red", "yellow", "green", "blue"]
Bonus = Literal["bar", "two-weakest", "each-row", "double-weakest", "13", "no-misses"]


class PadError(BadInput):
    """A pad that cannot be used: the place in it, what was expected there, and what came."""


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
    """One row of cells, left to right. `last` counts the cells at its end that close it."""

    letter: str
    cells: tuple[Cell, ...]
    last: int = 1

    @property
    def colours(self) -> tuple[CellColour, ...]:
        """The colours of the row, each once, in the order in which they stand."""
        return tuple(dict.fromkeys(cell.colour for cell in self.cells))

    @property
    def colour(self) -> CellColour | None:
        """The colour of all cells, or None in a row of several colours."""
        return self.colours[0] if len(self.colours) == 1 else None

    @property
    def closing(self) -> tuple[Cell, ...]:
        """The cells that close the row: one, on Longo two."""
        return self.cells[-self.last :]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad: what is printed on a sheet, as far as the rules look at it.

    `sides`: of every die. `lock_needs`: marks needed in a row before a last cell may be marked.
    `last_cells`: how many cells close a row. `bar`: the colours of the bonus bar, left to right, or ().
    `lucky`: whether each sheet carries two lucky numbers.
    """

    name: str
    title: str
    rows: tuple[Row, Row, Row, Row]
    sides: int = 6
    lock_needs: int = 5
    last_cells: int = 1
    bar: tuple[CellColour, ...] = ()
    lucky: bool = False
    _named: Mapping[str, Cell] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_named", {str(cell): cell for row in self.rows for cell in row})

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def pairs(self) -> tuple[tuple[Bonus, tuple[Cell, Cell]], ...]:
        """The bonus types printed on this pad, each with its two cells, in the order of BONUS_TYPES."""
        found = {kind: tuple(c for c in self.cells if c.bonus == kind) for kind in BONUS_TYPES}
        return tuple((cast(Bonus, k), cast(tuple[Cell, Cell], cells)) for k, cells in found.items() if cells)

    @property
    def mixed(self) -> bool:
        """Whether some row has cells of several colours."""
        return any(row.colour is None for row in self.rows)

    @property
    def shuffled(self) -> bool:
        """Whether the numbers of some row neither rise nor fall from left to right."""
        rows = [[cell.number for cell in row] for row in self.rows]
        return any(row not in (sorted(row), sorted(row, reverse=True)) for row in rows)

    def row(self, letter: str) -> Row:
        """The row "a", "b", "c" or "d"; KeyError for another letter."""
        if letter not in ROW_LETTERS:
            raise KeyError(letter)
        return self.rows[ROW_LETTERS.index(letter)]

    def cell(self, name: str) -> Cell:
        """The cell named like "a5"; KeyError where the pad has none.

        >>> load_pad("classic").cell("c12")
        Cell(row='c', index=0, number=12, colour='green', bonus=None)
        """
        return self._named[name]


@cache
def load_pad(name: str) -> Pad:
    """The pad of that name that comes with the program (one of PADS).

    >>> load_pad("longo").sides
    8
    """
    if name not in PADS:
        raise PadError(f"There is no pad called {name!r}; the pads are {', '.join(PADS)}.")
    return read_pad(Path(__file__).with_name("pads") / f"{name}.toml")


def read_pad(path: Path | str) -> Pad:
    """The pad in a TOML file; PadError with the file, the place, what was expected and what came."""
    path = Path(path)
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as problem:
        raise PadError(f"{path}: the file cannot be read ({problem.strerror}).") from None
    except UnicodeDecodeError as problem:
        raise PadError(f"{path}: a pad is text in UTF-8, but byte {problem.start} is not.") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise PadError(f"{path}: a pad is a TOML file, but this is not one: {problem}.") from None
    return parse_pad(data, place=f"{path}: ")


def parse_pad(data: object, place: str = "") -> Pad:
    """The pad in `data`, which is what TOML or JSON gave; `place` goes before the pointer in a PadError."""
    return _Parser(place).pad(data)


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
    return data


_NUMBER = re.compile(r"[1-9][0-9]?")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def _plain(text: str) -> str:
    """`text` as it may stand in a sentence: short, and nothing in it that a terminal would obey."""
    text = text if len(text) <= 60 else text[:57] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class _Parser:
    """Reads one pad; every complaint names the place by a JSON pointer."""

    keys = ("format", "name", "title", "sides", "lock-needs", "last-cells", "lucky", "rows")
    bonus_keys = ("bonus-bar", "bonus-pairs")

    def __init__(self, place: str) -> None:
        self.place = place

    def wrong(self, pointer: str, expected: str, came: object) -> PadError:
        shown = _plain(came if isinstance(came, str) else repr(came))
        return PadError(f"{self.place}{_plain(pointer) or '/'}: expected {expected}, but found {shown}.")

    def table(
        self, data: object, pointer: str, keys: tuple[str, ...], needed: tuple[str, ...]
    ) -> dict[str, object]:
        if not isinstance(data, dict):
            raise self.wrong(pointer, "a table", data)
        for key in data:
            if key not in keys:
                raise self.wrong(f"{pointer}/{key}", f"only the keys {', '.join(keys)}", "this key")
        for key in needed:
            if key not in data:
                raise self.wrong(pointer, f"the key {key}", "none")
        return data

    def whole(self, data: dict[str, object], key: str, default: int, allowed: tuple[int, ...]) -> int:
        value = data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            raise self.wrong(f"/{key}", f"one of {', '.join(map(str, allowed))}", value)
        return value

    def words(self, data: dict[str, object], pointer: str, key: str) -> list[str]:
        value = data[key]
        if not isinstance(value, str) or not value.split():
            raise self.wrong(f"{pointer}/{key}", "words with spaces between them", value)
        return value.split()

    def pad(self, data: object) -> Pad:
        top = self.table(data, "", self.keys + self.bonus_keys, ("format", "name", "rows"))
        if top["format"] != FORMAT:
            raise self.wrong("/format", f'"{FORMAT}"', top["format"])
        name = top["name"]
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise self.wrong("/name", "up to 40 small letters, digits and hyphens", name)
        title = top.get("title", name)
        if not isinstance(title, str) or not title.strip() or len(title) > 60 or not title.isprintable():
            raise self.wrong("/title", "one line of up to 60 characters", title)
        lucky = top.get("lucky", False)
        if not isinstance(lucky, bool):
            raise self.wrong("/lucky", "true or false", lucky)
        sides = self.whole(top, "sides", 6, (4, 6, 8, 10, 12, 20))
        lock_needs = self.whole(top, "lock-needs", 5, (5, 6))
        last_cells = self.whole(top, "last-cells", 1, (1, 2))
        rows = self.table(top["rows"], "/rows", ROW_LETTERS, ROW_LETTERS)
        numbers = {letter: self.row(rows, letter, sides, lock_needs + last_cells) for letter in ROW_LETTERS}
        names = {f"{letter}{number}" for letter in ROW_LETTERS for number, _ in numbers[letter]}
        bar, bonuses = self.bonus_bar(top, names)
        bonuses = self.bonus_pairs(top, names, bonuses)

        def row(letter: str) -> Row:
            cells = (
                Cell(letter, index, number, colour, bonuses.get(f"{letter}{number}"))
                for index, (number, colour) in enumerate(numbers[letter])
            )
            return Row(letter, tuple(cells), last_cells)

        return Pad(
            name, title, (row("a"), row("b"), row("c"), row("d")), sides, lock_needs, last_cells, bar, lucky
        )

    def row(
        self, rows: dict[str, object], letter: str, sides: int, shortest: int
    ) -> list[tuple[int, CellColour]]:
        pointer = f"/rows/{letter}"
        colour: str | None = None
        cells: list[tuple[int, CellColour]] = []
        for word in self.words(rows, "/rows", letter):
            if word in COLOURS:
                colour = word
            elif not _NUMBER.fullmatch(word) or not 2 <= int(word) <= 2 * sides:
                raise self.wrong(pointer, f"{', '.join(COLOURS)} or a number from 2 to {2 * sides}", word)
            elif colour is None:
                raise self.wrong(pointer, f"a colour before the first number ({', '.join(COLOURS)})", word)
            elif int(word) in (number for number, _ in cells):
                raise self.wrong(pointer, "each number once in the row", f"a second {word}")
            else:
                cells.append((int(word), cast(CellColour, colour)))
        if len(cells) < shortest:
            raise self.wrong(
                pointer, f"at least {shortest} cells, or the row could never be locked", f"{len(cells)}"
            )
        return cells

    def cell_names(
        self, table: dict[str, object], pointer: str, key: str, names: set[str], taken: Mapping[str, Bonus]
    ) -> list[str]:
        found = self.words(table, pointer, key)
        for index, word in enumerate(found):
            if word not in names:
                raise self.wrong(f"{pointer}/{key}", "cells of this pad, like a5", word)
            if word in taken or word in found[:index]:
                raise self.wrong(f"{pointer}/{key}", "each cell to have one bonus", f"{word} a second time")
        return found

    def bonus_bar(
        self, top: dict[str, object], names: set[str]
    ) -> tuple[tuple[CellColour, ...], dict[str, Bonus]]:
        if "bonus-bar" not in top:
            return (), {}
        table = self.table(top["bonus-bar"], "/bonus-bar", ("boxes", "cells"), ("boxes", "cells"))
        boxes = self.words(table, "/bonus-bar", "boxes")
        for word in boxes:
            if word not in COLOURS:
                raise self.wrong("/bonus-bar/boxes", f"colours ({', '.join(COLOURS)})", word)
        if len(boxes) > 20:
            raise self.wrong("/bonus-bar/boxes", "at most 20 boxes", f"{len(boxes)}")
        rows = self.table(top["rows"], "/rows", ROW_LETTERS, ROW_LETTERS)
        if any(sum(w in COLOURS for w in set(str(text).split())) > 1 for text in rows.values()):
            raise self.wrong("/bonus-bar", "rows of one colour each, for a box names a row", "mixed rows")
        if len({next(w for w in str(text).split()) for text in rows.values()}) < len(ROW_LETTERS):
            raise self.wrong("/bonus-bar", "rows of four colours, for a box names a row", "a colour twice")
        cells = self.cell_names(table, "/bonus-bar", "cells", names, {})
        return cast(tuple[CellColour, ...], tuple(boxes)), dict.fromkeys(cells, "bar")

    def bonus_pairs(
        self, top: dict[str, object], names: set[str], taken: dict[str, Bonus]
    ) -> dict[str, Bonus]:
        if "bonus-pairs" not in top:
            return taken
        if taken:
            raise self.wrong("/bonus-pairs", "a bonus bar or bonus pairs on a pad, not both", "both")
        table = self.table(top["bonus-pairs"], "/bonus-pairs", BONUS_TYPES, ())
        for key in table:
            cells = self.cell_names(table, "/bonus-pairs", key, names, taken)
            if len(cells) != 2:
                raise self.wrong(f"/bonus-pairs/{key}", "two cells", " ".join(cells))
            taken = taken | {word: cast(Bonus, key) for word in cells}
        return taken
