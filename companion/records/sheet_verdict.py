"""The crosses on a sheet as a verdict lists them (`qwixx-verdict/1`)."""

from companion.rules import Sheet
from companion.rules.speciality import specialities_of
from sheets.pad import ROW_LETTERS


def sheet_verdict(sheet: Sheet) -> dict[str, object]:
    """Return the sheet's object in `qwixx-verdict/1`.

    `marks`: the numbers crossed, those crossed twice repeated, and rows of mechanisms under their names.

    `bonus`: what each mechanism tallies, in the order of the pad; more than one entry of one mechanism is a
    nested list if the pad has other tallies too. Mechanisms may add further keys.
    """
    reports = list(specialities_of(sheet.pad).reports(sheet).values())
    marks: dict[str, object] = {}
    for row, letter in enumerate(ROW_LETTERS):
        crossed = [sheet.rows[row], *(report.twice[row] for report in reports)]
        marks[letter] = [
            cell.number for cell in sheet.pad.rows[row] for bits in crossed if bits >> cell.index & 1
        ]
    tallies = [report.tally for report in reports if report.tally is not None]
    bonus: list[object] = [list(tally) if isinstance(tally, tuple) else tally for tally in tallies]
    if len(tallies) == 1 and isinstance(tallies[0], tuple):
        bonus = list(tallies[0])
    said: dict[str, dict[str, object]] = {"marks": marks}
    for report in reports:
        for key, entries in report.verdict.items():
            said.setdefault(key, {}).update(entries)
    return {"marks": said.pop("marks"), "bonus": bonus, **said}
