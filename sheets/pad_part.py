"""Mechanisms in pad files: the type of `PART`, which the folders in `mechanisms/` declare.

A mechanism's table in the file determines its *content*: a value that says what the mechanism prints. A
*sign* is a symbol that the mechanism prints on cells. Cells have names like "a5", from row letter and number.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, Protocol, Self, TypeVar

from sheets.language import phrase
from sheets.pad_table import TableReader
from sheets.registry import declared

LETTERS = ("a", "b", "c", "d")
"""The letters of the rows."""
MAX_FIELDS = 20
"""Largest number of fields (boxes in a line) of one mechanism."""

FourBits = tuple[int, int, int, int]
"""A set of cells: one number per row, whose bit i is set if cell i of the row is in the set."""
NOWHERE: FourBits = (0, 0, 0, 0)
Place = tuple[int, int]
"""A cell's row and its index in the row, both from 0."""
CellsByRow = tuple[tuple[tuple[int, str], ...], ...]
"""Number and colour of each cell, row by row, left to right."""

Printed = TypeVar("Printed", bound=Hashable)


class HasParts(Protocol):
    """The method of a `Pad` that `PadPart.on` needs."""

    def part(self, key: str) -> Any:
        """Return the content of mechanism `key`, or None if the pad doesn't have the mechanism."""


@dataclass(frozen=True, slots=True)
class PadRows:
    """The rows of a pad whose file is being read: numbers and colours, left to right, by the row's letter."""

    numbers: Mapping[str, Sequence[int]]
    colours: Mapping[str, Sequence[str]]
    last_cells: int

    @classmethod
    def of(cls, cells: Mapping[str, Sequence[tuple[int, str]]], last_cells: int) -> Self:
        """Return the PadRows for `cells`: the number and colour of each cell, by the row's letter."""
        numbers = {letter: [number for number, _ in row] for letter, row in cells.items()}
        return cls(
            numbers, {letter: [colour for _, colour in row] for letter, row in cells.items()}, last_cells
        )

    @property
    def ordered(self) -> list[str]:
        """Return the names of all cells, like "a5", row by row."""
        return [f"{letter}{number}" for letter in LETTERS for number in self.numbers[letter]]

    def name(self, place: Place) -> str:
        letter = LETTERS[place[0]]
        return f"{letter}{self.numbers[letter][place[1]]}"

    def named(self, bits: FourBits) -> list[str]:
        """Return the names of the cells whose bits are set in `bits`, row by row."""
        return [
            self.name((row, index))
            for row, letter in enumerate(LETTERS)
            for index in range(len(self.numbers[letter]))
            if bits[row] >> index & 1
        ]


@dataclass(frozen=True, kw_only=True)  # with slots, Python 3.11 cannot make a PadPart[…]
class PadPart(Generic[Printed]):
    """A mechanism in pad files. A field at its default means that the mechanism lacks this feature.

    The *value* of a mechanism is what the file has at `key`, usually a table. If `blank` is set, each sheet
    has a value and content of its own, and the file has a table of these values by the sheet's letter.
    """

    key: str  # of the mechanism's table in the file
    order: int = 100
    """Sort key of the mechanism among all mechanisms, on a sheet and in lists."""
    read: Callable[[TableReader, object, PadRows, Mapping[str, Hashable]], Printed]
    """Return the content for a value from a pad file, or raise PadError. Empty content means that the pad
    lacks the mechanism, unless `blank` is set.

    Arguments: a reader, which makes PadErrors; the value or, if `blank` is set, {letter: value} with one
    letter; the pad's rows; the content of the mechanisms read before, by key."""
    data: Callable[[Printed, PadRows], object]
    """The inverse of `read`: given content and the pad's rows, return the value."""
    blank: Printed | None = None
    """The mechanism's content on a pad for which no sheet letter is chosen yet. None if all have the same."""
    is_bonus: bool = False
    """True if the mechanism grants bonuses. A pad can't have both mechanisms with bonuses and mechanisms
    without, except that a pad with lucky numbers may have sheet-rows."""
    rows: Callable[[Printed], CellsByRow] | None = None
    """Given the content of a sheet, return the sheet's cells, which replace those of the pad. Return () for
    the content `blank`."""
    crosses: Callable[[Printed, int], int] | None = None
    """Given the content and a row's number from 0, return the most crosses that the mechanism adds there."""
    notation: str = ""
    """A regular expression for marks that only this mechanism has, such as "ab5", or "" if there are none."""
    sign: str = ""
    """The suffix that makes the name of a cell a mark of the mechanism, such as "x" in "a5x"; "" for none."""
    between: bool = False
    """True if the mechanism has places between cells of a row. A mark may then name a cell and a place."""
    signs: Callable[[Printed], Mapping[str, str]] | None = None
    """Given the content, return the name of the sign on each cell that has a sign, by the cell's name."""
    boxes: Callable[[Printed], int] | None = None
    """Given the content, return the number of the mechanism's boxes in the strip below the rows."""
    tool: str = ""
    """The English name of the mechanism's tool in the pad editor, or "" if it has no tool."""
    after_taps: Callable[[object, Sequence[str], PadRows], object] | None = None
    """Given the old value (or None), the names of the cells tapped with `tool`, and the pad's rows, return
    the new value, or None if the tool needs another tap. An empty value removes the old one."""
    typed: tuple[tuple[str, str, str], ...] = ()
    """The text fields that the pad editor shows for the mechanism's table. Each field is given as its key in
    the table, an example of its text, and its label."""

    @property
    def is_lettered(self) -> bool:
        return self.blank is not None

    def on(self, pad: HasParts) -> Printed:
        """Return the mechanism's content on `pad`, or (despite the type) None if the pad lacks it."""
        printed: Printed = pad.part(self.key)
        return printed


@cache
def pad_parts() -> dict[str, PadPart[Any]]:
    """Return the PadParts of all mechanisms by key, sorted by `order`."""
    return dict(sorted(declared("PART", PadPart).items(), key=lambda item: item[1].order))


def has_fields_between(keys: Iterable[str]) -> bool:
    """Return True if one of the mechanisms `keys` has places between the cells of a row."""
    return any(pad_parts()[key].between for key in keys)


def box_names(parts: Iterable[tuple[str, Hashable]], key: str) -> list[str]:
    """Return the names of the boxes of mechanism `key`, such as "box 3".

    Boxes are numbered from one mechanism of the pad to the next. `parts`: the pad's `parts`.
    """
    printed, first = dict(parts), 1
    for other, part in pad_parts().items():
        count = part.boxes(printed[other]) if part.boxes and other in printed else 0
        if other == key:
            return [f"box {first + i}" for i in range(count)]
        first += count
    raise LookupError(f"no mechanism {key}")


# -- reading and writing shared by several tables ----------------------------------------------------------


def row_text(cells: Iterable[tuple[int, str]]) -> str:
    """Return the cells of a row, given as number and colour, as in a pad file, like "red 2 3 blue 4"."""
    runs = groupby(cells, key=itemgetter(1))
    return " ".join(f"{colour} {' '.join(str(number) for number, _ in run)}" for colour, run in runs)


def read_place(reader: TableReader, pointer: str, word: str, rows: PadRows) -> Place:
    """Return row and index of the cell named `word`, like "a5". Raise PadError if there is none."""
    letter, number = word[:1], word[1:]
    if letter not in rows.numbers or number not in map(str, rows.numbers[letter]):
        raise reader.error(pointer, phrase("cells of this pad, like a5"), word)
    return LETTERS.index(letter), rows.numbers[letter].index(int(number))


def toggled_words(text: object, word: str, order: Sequence[str] = ()) -> str:
    """Return `text` with `word` added, or removed if it was there. The words are sorted as in `order`."""
    words = text.split() if isinstance(text, str) else []
    toggled = [each for each in words if each != word] if word in words else [*words, word]
    return " ".join(sorted(toggled, key=lambda each: order.index(each) if each in order else len(order)))


def toggled_table(value: object, letter: str, word: str, order: Sequence[str]) -> object:
    """Return the TOML table `value` with `word` added to row `letter`, or removed if it was there."""
    table: dict[str, object] = dict(value) if isinstance(value, dict) else {}
    table[letter] = toggled_words(table.get(letter), word, order)
    return {row: text for row, text in table.items() if text}


def read_sign_cells(
    reader: TableReader, pointer: str, words: Sequence[str], rows: PadRows, taken: Iterable[str] = ()
) -> list[str]:
    """Return `words` if they name different cells, none of which is in `taken`. Raise PadError otherwise."""
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
    """Return the words as numbers. Raise PadError if a word isn't a number from 1 to 99 or occurs twice."""
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
    """Raise PadError if `count`, a number of fields, is above MAX_FIELDS."""
    if count > MAX_FIELDS:
        raise reader.error(pointer, phrase("at most {most} fields", most=MAX_FIELDS), count)


def read_cells(reader: TableReader, key: str, value: object, rows: PadRows) -> FourBits:
    """Return the cells in `value`, the table at `key`, such as {"a": "3 5"}, as bits.

    Raise PadError if the table is invalid.
    """
    bits = [0, 0, 0, 0]
    table = reader.table(value, f"/{key}", LETTERS, ())
    for letter in table:
        for word in reader.words(table, f"/{key}", letter):
            row, index = read_place(reader, f"/{key}/{letter}", letter + word, rows)
            if bits[row] >> index & 1:
                again = phrase("{word} a second time", word=word)
                raise reader.error(f"/{key}/{letter}", phrase("each cell once"), again)
            bits[row] |= 1 << index
    return bits[0], bits[1], bits[2], bits[3]


def cell_data(printed: FourBits, rows: PadRows) -> object:
    """Return the TOML table for these cells, without empty rows. This reverses `read_cells`."""
    cells = {
        letter: " ".join(str(n) for i, n in enumerate(rows.numbers[letter]) if bits >> i & 1)
        for letter, bits in zip(LETTERS, printed, strict=True)
    }
    return {letter: text for letter, text in cells.items() if text}


def cell_taps(value: object, places: Sequence[str], rows: PadRows) -> object:
    """Return the TOML table (see `read_cells`) with cell `places[0]` added, or removed if it was there."""
    letter, number = places[0][:1], places[0][1:]
    return toggled_table(value, letter, number, [str(n) for n in rows.numbers[letter]])


def cell_crosses(printed: FourBits, row: int) -> int:
    """Return the number of cells in `printed` that are in row `row`."""
    return printed[row].bit_count()
