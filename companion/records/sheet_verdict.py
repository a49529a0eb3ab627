"""The crosses on a sheet as a verdict lists them (`qwixx-verdict/1`)."""

from companion.rules import Sheet
from companion.rules.mechanism import mechanisms_of
from sheets.pad import ROW_LETTERS


def sheet_verdict(sheet: Sheet) -> dict[str, object]:
    """`marks`: the numbers crossed, those crossed twice repeated, and rows of mechanisms under their names.

    `bonus`: what each mechanism tallies, in the order of the pad; more than one entry of one mechanism is a
    list of its own if the pad has other tallies beside it. Then what mechanisms say under keys of their own.
    """
    found = mechanisms_of(sheet.pad)
    marks: dict[str, object] = {}
    for row, letter in enumerate(ROW_LETTERS):
        crossed = [sheet.rows[row], *(mechanism.twice(sheet, row) for mechanism in found)]
        marks[letter] = [
            cell.number for cell in sheet.pad.rows[row] for bits in crossed if bits >> cell.index & 1
        ]
    for mechanism in found:
        marks |= mechanism.verdict_marks(sheet)
    tallies = [(mechanism, tally) for mechanism in found if (tally := mechanism.tally(sheet)) is not None]
    bonus: list[object] = list(tallies[0][1]) if len(tallies) == 1 else []
    if len(tallies) > 1:
        bonus = [list(tally) if mechanism.tallies_many else tally[0] for mechanism, tally in tallies]
    said: dict[str, object] = {"marks": marks, "bonus": bonus}
    for mechanism in found:
        said |= mechanism.verdict(sheet)
    return said
