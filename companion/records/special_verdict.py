"""What a verdict says of a sheet with special cells, beside its rows (`qwixx-verdict/1`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules import Sheet
from companion.rules.score import steps_marked
from sheets.pad import ROW_LETTERS


def special_marks(sheet: Sheet, marks: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """The numbers crossed: those crossed twice repeat, and each bonus row follows under its name."""
    extras = sheet.extras
    assert extras is not None
    special = sheet.pad.special
    found: dict[str, list[int]] = {}
    for row, (letter, twice) in enumerate(zip(ROW_LETTERS, extras.seconds, strict=True)):
        both = twice | special.doubles[row] & sheet.rows[row]
        again = {cell.number for cell in sheet.pad.rows[row] if both >> cell.index & 1}
        found[letter] = [number for n in marks[letter] for number in [n] * (1 + (n in again))]
    for bonus_row, bits in zip(special.bonus_rows, extras.bonus_rows, strict=True):
        found[bonus_row.name] = [n for i, n in enumerate(bonus_row.numbers) if bits >> i & 1]
    return found


def crossed_fields(sheet: Sheet) -> dict[str, list[str]]:
    """The connection fields crossed in each row, like {"a": ["3-4"]}."""
    assert sheet.extras is not None
    crossed = [
        field
        for number, field in enumerate(sheet.pad.special.connections)
        if sheet.extras.connections >> number & 1
    ]
    return {
        letter: [field.name[1:] for field in crossed if field.row == row]
        for row, letter in enumerate(ROW_LETTERS)
    }


def special_bonus(sheet: Sheet) -> list[int]:
    """Steps marked, exchange fields used (from 1), fields of the track crossed: what the pad has of these."""
    special, extras = sheet.pad.special, sheet.extras
    assert extras is not None
    found: list[int] = []
    if any(special.steps):
        found.append(steps_marked(sheet))
    if special.exchanges:
        found += [i + 1 for i in range(len(special.exchanges)) if extras.exchanged >> i & 1]
    if special.track:
        found.append(extras.track)
    return found
