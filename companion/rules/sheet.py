"""Sheet: what stands on one player's pad."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.extras import EXTRA_WORDS, Extras, NoSuchExtra, extra_words
from companion.rules.mark import Mark, NotAMark
from sheets.errors import BadInput
from sheets.language import either
from sheets.pad import BONUS_TYPES, ROW_LETTERS, Pad


class NotASheet(BadInput):
    """A text that is no sheet of this pad."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's crosses.

    `rows`: for each row a to d a number whose bit i is set when cell i (from the left) is marked. A lock
    needs no bit: it is crossed exactly when a last cell is. `misses`: 0 to 4. `bar`: bit i is set when box i
    of the bonus bar is crossed. `earned`: the bonus types of Bonus B, in the order in which they were earned.
    `extras`: what stands on the pad's special cells; None if it has none.
    """

    pad: Pad = field(hash=False)
    rows: tuple[int, int, int, int] = (0, 0, 0, 0)
    misses: int = 0
    bar: int = 0
    earned: tuple[str, ...] = ()
    extras: Extras | None = None

    @classmethod
    def empty(cls, pad: Pad) -> Sheet:
        """A sheet on which nothing is marked."""
        return cls(pad, extras=Extras.of(pad))

    @property
    def marks(self) -> tuple[tuple[int, ...], ...]:
        """For each row the numbers marked, left to right."""
        return tuple(
            tuple(cell.number for cell in row if bits >> cell.index & 1)
            for row, bits in zip(self.pad.rows, self.rows, strict=True)
        )

    @property
    def locks(self) -> tuple[str, ...]:
        """The letters of the rows whose lock this player has crossed."""
        return tuple(
            row.letter
            for row, bits in zip(self.pad.rows, self.rows, strict=True)
            if bits >> (len(row) - row.closing_count)
        )

    @property
    def counts(self) -> tuple[int, ...]:
        """Marks in each row, a crossed lock included (that is what scores)."""
        locks = self.locks
        return tuple(
            bits.bit_count() + (letter in locks)
            for letter, bits in zip(ROW_LETTERS, self.rows, strict=True)
        )  # fmt: skip

    def __contains__(self, cell: str) -> bool:
        """Whether the cell named like "a5" is marked; KeyError where the pad has none."""
        found = self.pad.cell(cell)
        return bool(self.rows[ROW_LETTERS.index(found.row)] >> found.index & 1)

    def __str__(self) -> str:
        rows = (
            " ".join(f"{letter}{number}" for number in numbers) or "-"
            for letter, numbers in zip(ROW_LETTERS, self.marks, strict=True)
        )
        text = " / ".join(rows)
        if self.misses:
            text += f" misses {self.misses}"
        if self.bar:
            text += " boxes " + " ".join(str(i + 1) for i in range(len(self.pad.bar)) if self.bar >> i & 1)
        if self.earned:
            text += " earned " + " ".join(self.earned)
        return text + (self.extras.text(self.pad) if self.extras else "")

    @staticmethod
    def parse(text: str, pad: Pad) -> Sheet:
        """The sheet written as one line: rows a to d with " / " between, then what else stands on it.

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
        cut = next((i for i, word in enumerate(words) if word in _EXTRAS), len(words))
        first.append(" ".join(words[:cut]))
        rows = [_row(letter, part, pad) for letter, part in zip(ROW_LETTERS, first, strict=True)]
        misses, bar, earned, extras = _extras(words[cut:], pad)
        sheet = Sheet(pad, (rows[0], rows[1], rows[2], rows[3]), misses, bar, earned, extras)
        for row, bits in enumerate(sheet.rows):
            _check_lock(sheet, row, bits)
            if extras is not None:
                _check_extras(sheet, extras, row, bits)
        return sheet


_EXTRAS = ("misses", "boxes", "earned", *EXTRA_WORDS)


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
    """Raise NotASheet if a row is locked that has too few crosses for it, fields and second ones included."""
    pad, printed = sheet.pad, sheet.pad.rows[row]
    before = bits & ~(-1 << len(printed) - printed.closing_count)
    last = bits >> len(printed) - printed.closing_count
    crosses = before.bit_count() + (before & pad.special.doubles[row]).bit_count()
    if sheet.extras is not None:
        crosses += sheet.extras.seconds[row].bit_count() + len(sheet.extras.crossed_fields(pad, row))
    if last and (last & (last - 1) or crosses < pad.lock_needs):
        raise NotASheet(
            "Row {letter} of this sheet is locked without {needed} marks before one last cell; no game leads "
            "there.",
            letter=printed.letter,
            needed=pad.lock_needs,
        )


def _check_extras(sheet: Sheet, extras: Extras, row: int, bits: int) -> None:
    """Raise NotASheet for a second cross, or a forced one, where no cross can be one."""
    circled = sum(1 << index for in_row, index in sheet.pad.special.partners if in_row == row)
    wrong = (extras.seconds[row] & ~(bits & sheet.pad.special.seconds[row])) | (
        extras.forced[row] & ~(bits & circled)
    )
    if wrong:
        cell = sheet.pad.rows[row].cells[wrong.bit_length() - 1]
        raise NotASheet(
            "On this sheet {cell} cannot be crossed a second time or by a chain; no game leads there.",
            cell=str(cell),
        )


def _extras(words: list[str], pad: Pad) -> tuple[int, int, tuple[str, ...], Extras | None]:
    misses, bar, earned, extras = 0, 0, [], Extras.of(pad)
    kind = ""
    parts: dict[str, list[str]] = {}
    for word in words:
        if word in _EXTRAS:
            kind = word
        elif kind == "misses" and word in ("0", "1", "2", "3", "4"):
            misses = int(word)
        elif kind == "boxes" and word == "-":
            bar = 0
        elif kind == "boxes" and word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(pad.bar):
            bar |= 1 << int(word) - 1
        elif kind == "earned" and word in BONUS_TYPES and word not in earned:
            earned.append(word)
        elif kind in extra_words(pad):
            parts.setdefault(kind, []).append(word)
        else:
            raise _wrong_word(word, pad)
    for kind, found in parts.items():
        try:
            extras = extras and extras.with_words(kind, found, pad)
        except NoSuchExtra as wrong:
            raise _wrong_word(str(wrong), pad) from None
    return misses, bar, tuple(earned), extras


def _wrong_word(word: str, pad: Pad) -> NotASheet:
    if pad.mechanisms:
        return NotASheet(
            "After its rows a sheet of {pad} says {words}, each with what is crossed; here is {word!r}.",
            pad=pad.name,
            words=either(("misses", *extra_words(pad))),
            word=word[:40],
        )
    return NotASheet(
        "After its rows a sheet says misses 0 to 4, boxes or earned; here is {word!r}.", word=word[:40]
    )
