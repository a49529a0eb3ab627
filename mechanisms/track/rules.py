"""The game Lucky 15: a track whose next field may be crossed when three dice make fifteen."""

from collections.abc import Sequence

from companion.rulebook.rule import retold
from companion.rulebook.rulings import RULING_OPTIONS, Rulings
from companion.rules.mark import Mark
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.refusal import Contradiction, Refusal
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Bond, Notes, SheetPart
from companion.rules.speciality import Draft, ExtraPoints, OwnMarks, Report, Speciality, View
from mechanisms.track import FIFTEEN, PART
from sheets.language import Phrase, Term, counted, message, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names

TRACK_CHANCE = 0.12
"""Estimated chance that the active player crosses a field of the track in a turn."""
MARK = Mark(str(FIFTEEN))


def _notes(pad: Pad) -> Notes:
    boxes = tuple(box_names(pad.parts, PART.key))

    def fault(free: Sequence[str], crossed: str) -> Contradiction:
        text = message("Field {number} of the track is not crossed, but one right of it is.")
        refusal = Refusal("lucky15-track", text, {"number": boxes.index(free[0]) + 1})
        return Contradiction(refusal, (*free, crossed))

    return Notes("track", None, boxes, bonds=(Bond("in order", boxes, fault),))


def _made(view: View, mark: Mark) -> Draft | Refusal:
    if view.position.phase != "white" or not view.is_active:
        text = message("Only the active player crosses the track, instead of both actions.")
        return Refusal("lucky15-fifteen", text)
    if not any(die is not None and view.roll.sum + die == FIFTEEN for die in view.dice):
        text = message("The white dice make {sum}, and no coloured die in the game makes fifteen with them.")
        return Refusal("lucky15-fifteen", text, {"sum": view.roll.sum})
    crossed = _crossed(view.sheet)
    if crossed >= len(PART.on(view.rules.pad)):
        return Refusal("lucky15-track", message("Every field of the track is crossed already."))
    draft = view.draft()
    draft.beside[PART.key] |= 1 << crossed
    return draft


def _denied(view: View) -> Refusal | None:
    if view.first is None or view.first.form != PART.key:
        return None
    return Refusal("lucky15-instead", message("A fifteen on the track replaces both actions of the turn."))


def _crossed(sheet: Sheet) -> int:
    """Return the number of crossed fields of the track."""
    return sheet.state(PART.key).bit_count()


def _score(sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> ExtraPoints:
    crossed, worth = _crossed(sheet), PART.on(sheet.pad)
    agreed = rulings.lucky15_top
    if crossed == len(worth) and agreed != RULING_OPTIONS["lucky15-top"][0]:
        return ExtraPoints(int(agreed))
    return ExtraPoints(worth[crossed - 1] if crossed else 0)


def _report(sheet: Sheet, points: int) -> Report:
    said = Phrase("{name} = {points}", {"name": Term(message("track")), "points": points})
    return Report(_crossed(sheet), scanned=said)


def _more_points(outlook: Outlook) -> float:
    values, crossed = [0, *PART.on(outlook.sheet.pad)], _crossed(outlook.sheet)
    reached = crossed + TRACK_CHANCE * outlook.turns / outlook.players
    whole = min(int(reached), len(values) - 1)
    following = values[min(whole + 1, len(values) - 1)]
    end = values[whole] + min(reached - whole, 1.0) * (following - values[whole])
    return float(end - values[crossed])


def _fact(move: MadeMove) -> Fact | None:
    """Return the fact that a move crosses a field of the track, or that a pass gives up points on the track.

    Return None for any other move.
    """
    before = _points(move, move.before)
    if _crossed(move.after) != _crossed(move.before):
        added = _points(move, move.after) - before
        said = phrase("takes the place of both actions")
        if added > 0:
            said = counted(
                message("adds one point instead of both actions"),
                message("adds {count} points instead of both actions"),
                added,
            )
        return Fact((said,), size=max(added, 0), marks=True, tells_points=True)
    would_be = None if move.spots else move.would_be(MARK)
    missed = _points(move, would_be) - before if would_be else 0
    said = counted(
        message("gives up a fifteen worth one point"),
        message("gives up a fifteen worth {count} points"),
        missed,
    )
    return Fact((said,)) if missed > 0 else None


def _points(move: MadeMove, sheet: Sheet) -> int:
    return _score(sheet, (), move.rules.rulings).points


def _contrast(does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
    if would is None or not would.size:
        return None
    one = message("{other} would add one point instead of both actions")
    many = message("{other} would add {count} points instead of both actions")
    return counted(one, many, would.size, other=other)


BOOK = (
    retold(
        "lucky15-fifteen",
        message("Fifteen with three dice"),
        ("lucky-15",),
        message(
            "If both white dice and one coloured die in the game add up to exactly fifteen, the active "
            "player may cross the next field of the track."
        ),
        message("White 5 and 6 and red 4 make fifteen."),
    ),
    retold(
        "lucky15-instead",
        message("Fifteen instead of both actions"),
        ("lucky-15",),
        message(
            "A cross on the track replaces both actions of the active player. The others have action 1 as "
            "always."
        ),
        message("Emma crosses the track; Max marks red 11 with the white sum; Emma has no action 2."),
    ),
    retold(
        "lucky15-track",
        message("The track of fifteen"),
        ("lucky-15",),
        message("Fields of the track are crossed from left to right. If none is free, none can be crossed."),
        message("All four fields are crossed: another fifteen brings nothing."),
    ),
    retold(
        "lucky15-score",
        message("Points for the track"),
        ("lucky-15",),
        message("At the end the value of the last crossed field of the track is added once."),
        message("Three fields are crossed: 18 points."),
    ),
)

SHEET = SheetPart(notes=_notes)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    marks=OwnMarks(lambda view: iter((MARK,)), _made, lambda pad, mark: PART.key in pad.mechanisms),
    denied=_denied,
    score=_score,
    report=_report,
)

ADVICE = Advice(more_points=_more_points, fact=_fact, contrast=_contrast)
