"""The table of a mechanism in a pad's file: the base of every `mechanisms/*/table.py`."""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from sheets.language import phrase
from sheets.pad_table import TableReader
from sheets.registry import declared

LETTERS = ("a", "b", "c", "d")
"""The letters of the rows."""
MAX_FIELDS = 20
"""Largest number of fields of a bar, a strip or a track."""

FourBits = tuple[int, int, int, int]
NOWHERE: FourBits = (0, 0, 0, 0)
Place = tuple[int, int]
"""Row and index of a cell, from 0."""
CellsByRow = tuple[tuple[tuple[int, str], ...], ...]
"""Number and colour of each cell, row by row, left to right."""


@dataclass(frozen=True, slots=True)
class PadRows:
    """The rows of a pad while its file is read: numbers and colours by letter, left to right."""

    numbers: Mapping[str, Sequence[int]]
    colours: Mapping[str, Sequence[str]]
    last_cells: int

    @property
    def ordered(self) -> list[str]:
        """All cells, named like "a5", row by row."""
        return [f"{letter}{number}" for letter in LETTERS for number in self.numbers[letter]]

    def name(self, place: Place) -> str:
        """The name of a cell."""
        letter = LETTERS[place[0]]
        return f"{letter}{self.numbers[letter][place[1]]}"

    def named(self, bits: FourBits) -> list[str]:
        """The cells whose bits are set, row by row."""
        return [
            self.name((row, index))
            for row, letter in enumerate(LETTERS)
            for index in range(len(self.numbers[letter]))
            if bits[row] >> index & 1
        ]


class PadTable:
    """A mechanism's table in the file of a pad.

    `key`: of the table. `order`: where it comes among others on a sheet and in lists. `is_lettered`: the
    sheets of its pads differ, and the table says for each letter what that sheet prints; `blank` is then
    what the pad prints before a letter is chosen. `mixes`: it goes with other mechanisms on one pad.
    `orders_rows`: it says in what order numbers stand, which lucky numbers go with.
    `takes_cards`: the card game may be played on its pads. `form`: what its own marks are called, "" if it
    has none; `notation`: how such a mark is written, or `sign`: what is written behind the name of a cell.
    `joins`: a cell may be crossed together with it by one mark. `in_rows`: its marks stand in a row.
    `between`: its fields stand between the cells of a row.

    Where a pad is drawn by clicking, `taps` is how many cells one tap of its tool needs (0: it has no tool),
    and `typed` are the keys of its table that are typed, each with an example.
    """

    key: ClassVar[str]
    order: ClassVar[int] = 100
    is_lettered: ClassVar[bool] = False
    blank: ClassVar[Hashable] = None
    mixes: ClassVar[bool] = True
    orders_rows: ClassVar[bool] = False
    takes_cards: ClassVar[bool] = False
    form: ClassVar[str] = ""
    notation: ClassVar[re.Pattern[str] | None] = None
    sign: ClassVar[str] = ""
    joins: ClassVar[bool] = False
    in_rows: ClassVar[bool] = True
    between: ClassVar[bool] = False
    taps: ClassVar[int] = 0
    typed: ClassVar[tuple[tuple[str, str], ...]] = ()

    def after_taps(self, value: object, places: Sequence[str], rows: PadRows) -> object:
        """Its table in the file after the cells `taps`, named like "a5", were tapped; `value`: the table
        before (None: not there yet); in a lettered table the text of one letter. An empty result removes the
        table from the pad."""
        raise NotImplementedError

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        """The content of its table as a value; raises PadError. `known`: the values of earlier mechanisms. In
        a lettered table `value` is the text for one letter, in a table of its own."""
        raise NotImplementedError

    def data(self, printed: object, rows: PadRows) -> object:
        """The table from which `read` gives `printed` back."""
        raise NotImplementedError

    def signs(self, printed: object) -> Mapping[str, str]:
        """The signs that it prints on cells, by the names of the cells."""
        return {}

    @property
    def sign_kinds(self) -> tuple[str, ...]:
        """Every sign that it may print on cells."""
        return ()

    def rows(self, printed: object) -> CellsByRow | None:
        """The rows of a lettered sheet; None if they are those of the pad."""
        return None

    def boxes(self, printed: object) -> int:
        """Number of boxes below the rows: "box 1" and so on, counted through all mechanisms."""
        return 0


def tables() -> dict[str, PadTable]:
    """The table of every mechanism, by its key, in their order."""
    return declared("table")


def has_fields_between(keys: Iterable[str]) -> bool:
    """Tell whether fields of some of these mechanisms stand between the cells of a row."""
    return any(tables()[key].between for key in keys)


def box_names(parts: Iterable[tuple[str, Hashable]], key: str) -> list[str]:
    """The boxes of a mechanism on a pad with these parts, as a scanned sheet names them, like "box 1"."""
    found, printed = tables(), dict(parts)
    before = (table for other, table in found.items() if other in printed and table.order < found[key].order)
    first = 1 + sum(table.boxes(printed[table.key]) for table in before)
    return [f"box {first + i}" for i in range(found[key].boxes(printed[key]))]


# -- reading that several tables share ---------------------------------------------------------------------


def read_place(reader: TableReader, pointer: str, word: str, rows: PadRows) -> Place:
    """Row and index of a cell named like a5."""
    letter, number = word[:1], word[1:]
    if letter not in rows.numbers or number not in map(str, rows.numbers[letter]):
        raise reader.error(pointer, phrase("cells of this pad, like a5"), word)
    return LETTERS.index(letter), rows.numbers[letter].index(int(number))


def toggled_words(text: object, word: str, order: Sequence[str] = ()) -> str:
    """Toggle `word` in the words of `text`. `order`: the order of the words."""
    words = text.split() if isinstance(text, str) else []
    found = [each for each in words if each != word] if word in words else [*words, word]
    return " ".join(sorted(found, key=lambda each: order.index(each) if each in order else len(order)))


def read_sign_cells(
    reader: TableReader, pointer: str, words: Sequence[str], rows: PadRows, taken: Iterable[str] = ()
) -> list[str]:
    """Cells with a sign, at most one sign each; `taken`: the cells that have one."""
    known = set(taken)
    for word in words:
        if word not in rows.ordered:
            raise reader.error(pointer, phrase("cells of this pad, like a5"), word)
        if word in known:
            again = phrase("{word} a second time", word=word)
            raise reader.error(pointer, phrase("each cell to have one bonus"), again)
        known.add(word)
    return list(words)


def read_numbers(reader: TableReader, pointer: str, words: Sequence[str]) -> tuple[int, ...]:
    """Different numbers of one or two digits."""
    numbers: list[int] = []
    for word in words:
        if not word.isascii() or not word.isdigit() or not 1 <= len(word) <= 2 or int(word) < 1:
            raise reader.error(pointer, phrase("numbers from 1 to 99"), word)
        if int(word) in numbers:
            again = phrase("{word} a second time", word=word)
            raise reader.error(pointer, phrase("each number once"), again)
        numbers.append(int(word))
    return tuple(numbers)


def check_count(reader: TableReader, pointer: str, count: int) -> None:
    """Raise PadError for more fields than a strip may have."""
    if count > MAX_FIELDS:
        raise reader.error(pointer, phrase("at most {most} fields", most=MAX_FIELDS), count)


class CellTable(PadTable):
    """The table of a mechanism that prints on cells: it names them by row and number, like a = "3 5"."""

    taps = 1

    def after_taps(self, value: object, places: Sequence[str], rows: PadRows) -> object:
        letter, number = places[0][:1], places[0][1:]
        table: dict[str, object] = dict(value) if isinstance(value, dict) else {}
        table[letter] = toggled_words(table.get(letter), number, [str(n) for n in rows.numbers[letter]])
        return {row: text for row, text in table.items() if text}

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        """The cells, each named once."""
        bits = [0, 0, 0, 0]
        table = reader.table(value, f"/{self.key}", LETTERS, ())
        for letter in table:
            for word in reader.words(table, f"/{self.key}", letter):
                row, index = read_place(reader, f"/{self.key}/{letter}", letter + word, rows)
                if bits[row] >> index & 1:
                    again = phrase("{word} a second time", word=word)
                    raise reader.error(f"/{self.key}/{letter}", phrase("each cell once"), again)
                bits[row] |= 1 << index
        return tuple(bits)

    def data(self, printed: object, rows: PadRows) -> object:
        found = {
            letter: " ".join(str(n) for i, n in enumerate(rows.numbers[letter]) if bits >> i & 1)
            for letter, bits in zip(LETTERS, cast(FourBits, printed), strict=True)
        }
        return {letter: text for letter, text in found.items() if text}
