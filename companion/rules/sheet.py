"""The crosses on one player's sheet: those in rows, and those of mechanisms such as a bonus bar.

A *place* is whatever can be crossed on a sheet: a cell ("a5"), or a field or box of a mechanism ("box 2").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.rulebook.rulings import Rulings
from companion.rules.board import Spot
from companion.rules.mark import Mark, NotAMark
from companion.rules.sheet_part import counting_on, notes_on
from sheets.errors import BadInput
from sheets.language import either, message
from sheets.pad import ROW_LETTERS, Pad


class NotASheet(BadInput):
    """The text is not a possible sheet of this pad."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet. Locks aren't stored: a row is locked if one of its last cells is marked."""

    pad: Pad = field(hash=False)
    rows: tuple[int, int, int, int] = (0, 0, 0, 0)
    """The marked cells of rows a to d; bit i stands for cell i."""
    misses: int = 0  # 0 to 4
    beside: tuple[int, ...] = ()  # the state of each mechanism of the pad (see `Notes`); () if all are 0

    @classmethod
    def empty(cls, pad: Pad) -> Sheet:
        return cls(pad, beside=(0,) * len(pad.mechanisms))

    def state(self, key: str) -> int:
        """Return the state (bits) of the mechanism `key`, or 0 if the pad doesn't have it."""
        keys = self.pad.mechanisms
        return self.beside[keys.index(key)] if self.beside and key in keys else 0

    def put(self, key: str, state: int) -> Sheet:
        """Return the sheet with `state` as the state of the mechanism `key`, which the pad must have."""
        at = self.pad.mechanisms.index(key)
        beside = self.beside or (0,) * len(self.pad.mechanisms)
        beside = (*beside[:at], state, *beside[at + 1 :])
        return Sheet(self.pad, self.rows, self.misses, beside)

    def marked(self, spot: Spot) -> Sheet:
        """Return the sheet with a mark added in the cell `spot`."""
        rows = list(self.rows)
        rows[spot.row] |= spot.bit
        return Sheet(self.pad, (rows[0], rows[1], rows[2], rows[3]), self.misses, self.beside)

    @property
    def marks(self) -> tuple[tuple[int, ...], ...]:
        """Return the numbers marked in each row, left to right."""
        return tuple(
            tuple(cell.number for cell in row if bits >> cell.index & 1)
            for row, bits in zip(self.pad.rows, self.rows, strict=True)
        )

    @property
    def locks(self) -> tuple[str, ...]:
        """Return the letters of the rows whose lock this player has crossed."""
        return tuple(
            row.letter
            for row, bits in zip(self.pad.rows, self.rows, strict=True)
            if bits >> (len(row) - row.closing_count)
        )

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of crosses in each row, with the lock but without crosses that mechanisms add."""
        locks = self.locks
        return tuple(
            bits.bit_count() + (letter in locks) for letter, bits in zip(ROW_LETTERS, self.rows, strict=True)
        )

    def extra_crosses(self, row: int) -> int:
        """Return the number of crosses that mechanisms add to a row when it is scored."""
        extra = counting_on(self.pad).items()
        return sum(counting.crosses(self.rows[row], self.state(key), row) for key, counting in extra)

    def extra_lock_crosses(self, row: int, rulings: Rulings | None = None) -> int:
        """Return the number of crosses that mechanisms add towards the lock of a row. If `rulings` is None,
        assume the rulings under which this number is largest."""
        extra = counting_on(self.pad).items()
        return sum(
            counting.lock_crosses(self.rows[row], self.state(key), row, rulings) for key, counting in extra
        )

    def brought_by(self, place: str) -> str | None:
        """Return the marked cell that a chain links to `place`, so that `place` was crossed with it.

        Return None if no chain crossed `place`.
        """
        for key, notes in notes_on(self.pad).items():
            if notes.bit_words and place in notes.words(self.state(key)):
                for bond in notes.bonds:
                    if bond.kind == "both" and place in bond.places:
                        return next(other for other in bond.places if other != place)
        return None

    def __contains__(self, cell: str) -> bool:
        """Return True if the cell of this name, like "a5", is marked. Raise KeyError for an unknown cell."""
        place = self.pad.cell(cell)
        return bool(self.rows[ROW_LETTERS.index(place.row)] >> place.index & 1)

    def __str__(self) -> str:
        rows = (
            " ".join(f"{letter}{number}" for number in numbers) or "-"
            for letter, numbers in zip(ROW_LETTERS, self.marks, strict=True)
        )
        text = " / ".join(rows)
        if self.misses:
            text += f" misses {self.misses}"
        return text + self.text_of(self.pad.mechanisms)

    def text_of(self, keys: Iterable[str]) -> str:
        """Return the part of the sheet's text about the mechanisms `keys`, like " boxes 1 2"."""
        told, notes = set(keys), notes_on(self.pad).items()
        said = ((each.word, each.words(self.state(key))) for key, each in notes if key in told)
        return "".join(f" {word} {' '.join(words)}" for word, words in said if words)

    @staticmethod
    def parse(text: str, pad: Pad) -> Sheet:
        """Parse a sheet written as one line.

        Raise NotASheet if the text is malformed, or if no game can lead to the sheet's locks, second
        crosses or chains.

        >>> from sheets.pad import load_pad
        >>> str(Sheet.parse("a2 a3 / - / c12 / - misses 1", load_pad("classic")))
        'a2 a3 / - / c12 / - misses 1'
        """
        parts = text.split("/")
        if len(parts) != len(ROW_LETTERS):
            raise NotASheet(
                "A sheet is four rows with / between, like a2 a3 / - / c12 / -, but this has {count}.",
                count=len(parts),
            )
        *first, tail = parts
        words = tail.split()
        cut = next((i for i, word in enumerate(words) if len(word) > 1 and word.isalpha()), len(words))
        first.append(" ".join(words[:cut]))
        rows = [_row(letter, part, pad) for letter, part in zip(ROW_LETTERS, first, strict=True)]
        sheet = _with_words(Sheet(pad, (rows[0], rows[1], rows[2], rows[3])), words[cut:])
        for row, bits in enumerate(sheet.rows):
            _check_lock(sheet, row, bits)
        return sheet


def _row(letter: str, text: str, pad: Pad) -> int:
    bits = 0
    row = pad.row(letter)
    for word in text.split():
        if word == "-":
            continue
        try:
            mark = Mark.parse(word)
            cell = pad.cell(mark.cell)
        except (NotAMark, KeyError):
            mark, cell = None, None
        if cell is None or cell.row != letter or str(mark) != word:
            raise NotASheet(
                "Row {letter} of a sheet lists cells like {cell}, but here is {word!r}.",
                letter=letter,
                cell=row.cells[0],
                word=word[:40],
            )
        bits |= 1 << cell.index
    return bits


def _check_lock(sheet: Sheet, row: int, bits: int) -> None:
    """Raise NotASheet if both last cells of a row are marked, or one with too few crosses before it."""
    pad, printed = sheet.pad, sheet.pad.rows[row]
    before = bits & ~(-1 << len(printed) - printed.closing_count)
    last = bits >> len(printed) - printed.closing_count
    crosses = before.bit_count() + sheet.extra_lock_crosses(row)
    if last & (last - 1):
        raise NotASheet(
            "Both last cells of row {letter} are marked on this sheet; either of them closes the row.",
            letter=printed.letter,
        )
    if last and crosses < pad.lock_needs:
        raise NotASheet(
            "Row {letter} of this sheet is locked with fewer than {needed} marks before its last cell; no "
            "game can lead to that.",
            letter=printed.letter,
            needed=pad.lock_needs,
        )


def _with_words(sheet: Sheet, words: Sequence[str]) -> Sheet:
    """Return the sheet with the penalties and crosses in `words`. Raise NotASheet if one is wrong."""
    kind, misses = "", 0
    said: dict[str, list[str]] = {}
    worded = {notes.word: (key, notes) for key, notes in notes_on(sheet.pad).items()}
    for word in words:
        if word == "misses" or word in worded:
            kind = word
        elif kind == "misses" and word in ("0", "1", "2", "3", "4"):
            misses = int(word)
        elif kind in worded:
            said.setdefault(kind, []).append(word)
        else:
            raise _wrong_word(word, sheet.pad)
    for kind, arguments in said.items():
        key, notes = worded[kind]
        for word in filter(sheet.pad.has_cell, arguments):  # a word about a cell implies a cross in it
            if word not in (notes.bit_words or ()) or word not in sheet:
                text = message(
                    "On this sheet {cell} cannot be crossed a second time or by a chain; no game can "
                    "lead to that."
                )
                raise NotASheet(text, cell=word)
        try:
            sheet = sheet.put(key, notes.read(arguments))
        except ValueError:
            raise _wrong_word(" ".join(arguments), sheet.pad) from None
    return replace(sheet, misses=misses, beside=sheet.beside or (0,) * len(sheet.pad.mechanisms))


def _wrong_word(word: str, pad: Pad) -> NotASheet:
    return NotASheet(
        "After its rows a sheet of {pad} says {words}, each with what is crossed; but here it says {word!r}.",
        pad=pad.name,
        words=either(("misses", *(notes.word for notes in notes_on(pad).values()))),
        word=word[:40],
    )
