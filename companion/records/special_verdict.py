"""What a verdict says of a sheet with special cells, beside its rows (`qwixx-verdict/1`)."""

from __future__ import annotations

from companion.rules import Sheet
from companion.rules.mechanisms import mechanisms_of
from sheets.pad import ROW_LETTERS


def special_marks(sheet: Sheet) -> dict[str, list[int]]:
    """The numbers crossed: those crossed twice repeat, and each bonus row follows under its name."""
    assert sheet.extras is not None
    mechanisms = mechanisms_of(sheet.pad)
    found: dict[str, list[int]] = {}
    for row, letter in enumerate(ROW_LETTERS):
        crossed = [sheet.rows[row], *(mechanism.twice(sheet, row) for mechanism in mechanisms)]
        found[letter] = [
            cell.number for cell in sheet.pad.rows[row] for bits in crossed if bits >> cell.index & 1
        ]
    for bonus_row, bits in zip(sheet.pad.special.bonus_rows, sheet.extras.bonus_rows, strict=True):
        found[bonus_row.name] = [n for i, n in enumerate(bonus_row.numbers) if bits >> i & 1]
    return found


def crossed_fields(sheet: Sheet) -> dict[str, list[str]]:
    """The connection fields crossed in each row, like {"a": ["3-4"]}."""
    assert sheet.extras is not None
    return {
        letter: [field.name[1:] for field in sheet.extras.crossed_fields(sheet.pad, row)]
        for row, letter in enumerate(ROW_LETTERS)
    }


def special_bonus(sheet: Sheet) -> list[int] | list[int | list[int]]:
    """What each mechanism tallies, in the order of the pad: steps marked, fields used, fields crossed.

    The fields of a strip are a list of their own if the pad has other tallies beside them.
    """
    found = [
        (mechanism.key, tally)
        for mechanism in mechanisms_of(sheet.pad)
        if (tally := mechanism.tally(sheet)) is not None
    ]
    if len(found) == 1:
        return list(found[0][1])
    return [list(tally) if key == "exchange" else tally[0] for key, tally in found]
