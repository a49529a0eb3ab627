"""The game Connected A: the framed cells score as a fifth row."""

from collections.abc import Sequence

from companion.rulebook.rule import retold
from companion.rulebook.rulings import Rulings
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.sheet import Sheet
from companion.rules.speciality import ExtraPoints, Report, Speciality
from mechanisms.steps import PART
from sheets.language import Phrase, Term, counted, message
from sheets.score_table import points_of, row_points


def _marked(sheet: Sheet) -> int:
    """Return the number of framed cells that are marked."""
    framed = PART.on(sheet.pad)
    return sum((bits & step).bit_count() for bits, step in zip(sheet.rows, framed, strict=True))


def _score(sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> ExtraPoints:
    return ExtraPoints(row_points(_marked(sheet)))


def _report(sheet: Sheet, points: int) -> Report:
    said = Phrase("{name} = {points}", {"name": Term(message("steps")), "points": points})
    return Report(_marked(sheet), scanned=said)


def _more_points(outlook: Outlook) -> float:
    marked, framed = _marked(outlook.sheet), PART.on(outlook.sheet.pad)
    more = sum(more * outlook.share(row, framed[row]) for row, more in enumerate(outlook.more))
    return points_of(marked + more) - row_points(marked)


def _fact(move: MadeMove) -> Fact | None:
    added = row_points(_marked(move.after)) - row_points(_marked(move.before))
    if not added:
        return None
    one, many = message("is a step that adds one point"), message("is a step that adds {count} points")
    return Fact((counted(one, many, added),))


BOOK = (
    retold(
        "steps-score",
        message("The steps score as a fifth row"),
        ("connected-a",),
        message(
            "A frame of eleven cells climbs across the sheet, one in each column. At the end its "
            "marked cells score like a fifth row, and in their own rows as well. A lock is not a step."
        ),
        message("A whole yellow row on sheet A: 78 points, and its four steps 10 more."),
    ),
)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    score=_score,
    report=_report,
)

ADVICE = Advice(more_points=_more_points, fact=_fact)
