"""The part of a mechanism in a pad's file: the value `PART` of every folder of `mechanisms/`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

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

Printed = TypeVar("Printed", bound=Hashable)


class HasParts(Protocol):
    """A pad, as far as its parts go."""

    def part(self, key: str) -> Any:
        """Return what the mechanism of that key prints."""


@dataclass(frozen=True, slots=True)
class PadRows:
    """The rows of a pad while its file is read: numbers and colours by letter, left to right."""

    numbers: Mapping[str, Sequence[int]]
    colours: Mapping[str, Sequence[str]]
    last_cells: int

    @property
    def ordered(self) -> list[str]:
        """Return all cells, named like "a5", row by row."""
        return [f"{letter}{number}" for letter in LETTERS for number in self.numbers[letter]]

    def name(self, place: Place) -> str:
        letter = LETTERS[place[0]]
        return f"{letter}{self.numbers[letter][place[1]]}"

    def named(self, bits: FourBits) -> list[str]:
        """Return the cells whose bits are set, row by row."""
        return [
            self.name((row, index))
            for row, letter in enumerate(LETTERS)
            for index in range(len(self.numbers[letter]))
            if bits[row] >> index & 1
        ]


@dataclass(frozen=True, kw_only=True)  # with slots, Python 3.11 cannot make a PadPart[…]
class PadPart(Generic[Printed]):
    """What a mechanism is in the file of a pad. A field that is left out adds nothing.

    The file has its table under `key`; `read` makes of it what a sheet prints, which `Pad.part` returns.
    """

    key: str
    order: int = 100
    """Its place among others on a sheet and in lists."""
    read: Callable[[TableReader, object, PadRows, Mapping[str, Hashable]], Printed]
    """Return the content of its table, or raise PadError. The last argument: what parts read before printed.
    If sheets differ, the table has one entry, the text of one letter."""
    data: Callable[[Printed, PadRows], object]
    """Return the table from which `read` gives the same content."""
    blank: Printed | None = None
    """If the sheets of its pads differ: the print of a pad without a letter."""
    is_bonus: bool = False
    """True if it brings bonuses: it excludes other kinds of parts; marks may name rows that tie."""
    rows: Callable[[Printed], CellsByRow] | None = None
    """Return the rows of a lettered sheet, () for those of the pad."""
    crosses: Callable[[Printed, int], int] | None = None
    """Return the largest number of crosses that it adds to those in the cells of a row."""
    notation: str = ""
    """How its own marks are written, as a regular expression, if they are not marks of cells."""
    sign: str = ""
    """The ending of its own marks behind the name of a cell."""
    between: bool = False
    """True if its places are between cells of a row, so that one mark may cross a cell and one of them."""
    signs: Callable[[Printed], Mapping[str, str]] | None = None
    """Return the signs that it prints on cells, by the names of the cells."""
    boxes: Callable[[Printed], int] | None = None
    """Return the number of its boxes below the rows: "box 1" and so on, counted through all mechanisms."""
    tool: str = ""
    """Its name in the editor of pads, for the catalogue."""
    after_taps: Callable[[object, Sequence[str], PadRows], object] | None = None
    """Return its table after cells like "a5" were tapped with that tool, or None if it needs one more. The
    first argument: the table before, None if there is none yet; if sheets differ, the text of one letter. An
    empty result removes the table from the pad."""
    typed: tuple[tuple[str, str, str], ...] = ()
    """The keys of its table that are typed there, each with an example and its name."""

    @property
    def is_lettered(self) -> bool:
        """Return True if the sheets of its pads differ."""
        return self.blank is not None

    def on(self, pad: HasParts) -> Printed:
        """Return what a pad that has this part prints of it."""
        printed: Printed = pad.part(self.key)
        return printed


@cache
def pad_parts() -> dict[str, PadPart[Any]]:
    """Return the part of every mechanism by its key, in their order on a sheet."""
    return dict(sorted(declared("PART", PadPart).items(), key=lambda item: item[1].order))


def has_fields_between(keys: Iterable[str]) -> bool:
    """Return True if some of these mechanisms have places between the cells of a row."""
    return any(pad_parts()[key].between for key in keys)


def box_names(parts: Iterable[tuple[str, Hashable]], key: str) -> list[str]:
    """Return the boxes of a mechanism on a pad with these parts, as a scanned sheet names them: "box 1"."""
    printed, first = dict(parts), 1
    for other, part in pad_parts().items():
        count = part.boxes(printed[other]) if part.boxes and other in printed else 0
        if other == key:
            return [f"box {first + i}" for i in range(count)]
        first += count
    raise LookupError(f"no mechanism {key}")


# -- reading that several tables share ---------------------------------------------------------------------


def read_place(reader: TableReader, pointer: str, word: str, rows: PadRows) -> Place:
    """Return row and index of a cell named like a5."""
    letter, number = word[:1], word[1:]
    if letter not in rows.numbers or number not in map(str, rows.numbers[letter]):
        raise reader.error(pointer, phrase("cells of this pad, like a5"), word)
    return LETTERS.index(letter), rows.numbers[letter].index(int(number))


def toggled_words(text: object, word: str, order: Sequence[str] = ()) -> str:
    """Toggle `word` in the words of `text`. `order`: the order of the words."""
    words = text.split() if isinstance(text, str) else []
    toggled = [each for each in words if each != word] if word in words else [*words, word]
    return " ".join(sorted(toggled, key=lambda each: order.index(each) if each in order else len(order)))


def read_sign_cells(
    reader: TableReader, pointer: str, words: Sequence[str], rows: PadRows, taken: Iterable[str] = ()
) -> list[str]:
    """Return cells with a sign, at most one sign each; `taken`: the cells that have one."""
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
    """Return different numbers of one or two digits."""
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


def read_cells(reader: TableReader, key: str, value: object, rows: PadRows) -> FourBits:
    """Return the cells that the table `key` names by row and number, like a = "3 5", each once."""
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
    """Return the table that names these cells."""
    cells = {
        letter: " ".join(str(n) for i, n in enumerate(rows.numbers[letter]) if bits >> i & 1)
        for letter, bits in zip(LETTERS, printed, strict=True)
    }
    return {letter: text for letter, text in cells.items() if text}


def cell_taps(value: object, places: Sequence[str], rows: PadRows) -> object:
    """Return that table after one cell was tapped."""
    letter, number = places[0][:1], places[0][1:]
    table: dict[str, object] = dict(value) if isinstance(value, dict) else {}
    table[letter] = toggled_words(table.get(letter), number, [str(n) for n in rows.numbers[letter]])
    return {row: text for row, text in table.items() if text}


def cell_crosses(printed: FourBits, row: int) -> int:
    """Return the number of these cells in a row, of a part that crosses each once more."""
    return printed[row].bit_count()
