"""The game Big Points in pad files: round cells between two rows, which count in both rows."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.pad_part import PadPart, PadRows, read_numbers
from sheets.pad_table import TableReader

NAMES = ("ab", "bc", "cd")
"""Names that a row of round cells may have. Each consists of the letters of the rows above and below it."""


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A row of round cells between two rows of the pad."""

    name: str  # one of NAMES
    upper: int  # the number (from 0) of the row above
    numbers: tuple[int, ...]  # left to right

    @property
    def rows(self) -> tuple[int, int]:
        """Return the indices of the rows above and below."""
        return self.upper, self.upper + 1

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the names of the round cells, like "ab5"."""
        return tuple(f"{self.name}{number}" for number in self.numbers)

    def short_term(self, pad: Pad) -> Phrase:
        """Return the short names of the rows above and below, like "red/yellow"."""
        above, below = (pad.rows[number].short_term for number in self.rows)
        return Phrase("{above}/{below}", {"above": above, "below": below})


BonusRows = tuple[BonusRow, ...]


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> BonusRows:
    table = reader.table(value, "/bonus-rows", NAMES, ())
    bonus_rows = []
    for name in NAMES:
        if name in table:
            pointer = f"/bonus-rows/{name}"
            numbers = read_numbers(reader, pointer, reader.words(table, "/bonus-rows", name))
            for number in numbers:
                if number not in rows.numbers[name[0]] and number not in rows.numbers[name[1]]:
                    raise reader.error(pointer, phrase("numbers of a row beside it"), number)
            bonus_rows.append(BonusRow(name, NAMES.index(name), numbers))
    return tuple(bonus_rows)


PART = PadPart[BonusRows](
    key="bonus-rows",
    order=31,
    read=_read,
    data=lambda printed, rows: {row.name: " ".join(map(str, row.numbers)) for row in printed},
    crosses=lambda printed, row: sum(len(cells.numbers) for cells in printed if row in cells.rows),
    notation="(?:ab|bc|cd)[1-9][0-9]?",
    tool=message("Round cells between two rows"),
    typed=tuple((name, "2 3 4 5 6", name) for name in NAMES),
)
"""The TOML table `[bonus-rows]` of pad files: ab = "2 3 4" lists the round cells between rows a and b."""
