"""The content of a sheet as verdicts list it (`qwixx-verdict/1`)."""

from companion.rules import Sheet
from companion.rules.speciality import specialities_of
from sheets.pad import ROW_LETTERS


def sheet_verdict(sheet: Sheet) -> dict[str, object]:
    """Return the sheet's object for `qwixx-verdict/1`.

    `marks`: the crossed numbers of each row (twice if crossed twice), and mechanisms' own rows under their
    names.

    `bonus`: the tallies of the mechanisms, in the order of the pad; a tally with several entries is a nested
    list, unless it is the only tally. Mechanisms may add further keys.
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
