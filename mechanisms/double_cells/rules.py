"""The game Double B: a mark in a double cell counts as two crosses."""

from collections.abc import Sequence

from companion.rulebook.rule import retold
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import ExtraCrosses, SheetPart
from companion.rules.speciality import Report, SheetRules, Speciality
from mechanisms.double_cells import PART
from sheets.language import message, phrase


def _report(sheet: Sheet, points: int) -> Report:
    a, b, c, d = (bits & double for bits, double in zip(sheet.rows, PART.on(sheet.pad), strict=True))
    return Report(twice=(a, b, c, d))


def _more_crosses(outlook: Outlook) -> Sequence[float]:
    doubles = PART.on(outlook.sheet.pad)
    return [more * outlook.share(row, doubles[row]) for row, more in enumerate(outlook.more)]


def _lock_room(rules: SheetRules, sheet: Sheet, row: int, start: int) -> int:
    return rules.board.cells_before_lock(row, PART.on(sheet.pad)[row], start)


def _fact(move: MadeMove) -> Fact | None:
    rows = zip(move.before.rows, move.after.rows, PART.on(move.before.pad), strict=True)
    made = any(new & ~old & doubles for old, new, doubles in rows)
    return Fact((phrase("makes two crosses at once"),)) if made else None


SHEET = SheetPart(counting=lambda pad: ExtraCrosses(cells=PART.on(pad)))

SPECIALITY = Speciality(
    key=PART.key,
    book=(
        retold(
            "double-two",
            message("Double cells"),
            ("double-b",),
            message("Marking a double cell makes two crosses at once."),
            message("White three: red 3 is a double cell and brings two crosses, green 3 brings one."),
        ),
    ),
    report=_report,
)

ADVICE = Advice(more_crosses=_more_crosses, lock_room=_lock_room, fact=_fact)
