"""The game Connect 15: if two dice show 1 and 5, a field between two cells of a row may be crossed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.rulebook.rule import retold
from companion.rulebook.rulings import Rulings
from companion.rules.mark import Mark
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import ExtraCrosses, Notes, SheetPart
from companion.rules.speciality import Draft, OwnMarks, Report, SheetRules, Speciality, View
from mechanisms.connections import PART, Connection
from sheets.language import message, phrase
from sheets.pad import KEPT_PADS, ROW_LETTERS, Pad

FIELD_CHANCE = 0.3
"""Estimated chance that a free field between two cells is crossed, if many turns are left."""


def _notes(pad: Pad) -> Notes:
    names = tuple(field.name for field in PART.on(pad))
    return Notes("fields", names, names)


@lru_cache(KEPT_PADS)
def _by_row(pad: Pad) -> tuple[tuple[tuple[int, Connection], ...], ...]:
    """Return (mask, field) for each field of each row, left to right; the mask is its bit in the state."""
    fields = [(1 << i, field) for i, field in enumerate(PART.on(pad) or ())]
    return tuple(tuple(each for each in fields if each[1].row == row) for row in range(4))


def _counting(pad: Pad) -> ExtraCrosses:
    a, b, c, d = (sum(bit for bit, _ in fields) for fields in _by_row(pad))
    return ExtraCrosses(places=(a, b, c, d), locks=lambda rulings: rulings.connect_lock == "all")


def _order(sheet: Sheet, row: int, bits: int, rulings: Rulings) -> int:
    """Return the mask `bits` plus the cell left of each crossed field, as if that cell were crossed, too."""
    if state := sheet.state(PART.key):
        for bit, field in _by_row(sheet.pad)[row]:
            if state & bit:
                bits |= 1 << field.index
    return bits


def _listed(view: View) -> Iterator[Mark]:
    for row, fields in enumerate(_by_row(view.rules.pad)):
        if fields and _is_open(view, row):
            yield from (Mark(field.name) for _, field in fields)


def _made(view: View, mark: Mark) -> Draft | Refusal:
    fields = [each for row in _by_row(view.rules.pad) for each in row]
    bit, field = next(each for each in fields if each[1].name == mark.cell)
    if view.first is not None and any(part.form == PART.key for part in view.first.parts):
        text = message("Only one field may be crossed per turn, and this player has already crossed one.")
        return _refused("connect-one-five", text, view, field)
    if not _is_open(view, field.row):
        text = message("No two dice in the game show a 1 and a 5 that would open a field of {row}.")
        return _refused("connect-one-five", text, view, field)
    refusal = view.refuse_closed(field.row)
    if refusal is not None:
        return refusal
    right = _right_of_crosses(view, field.row)
    if field not in right:
        text = message("The field {field} of {row} is crossed, or is to the left of a cross, so it is lost.")
        return _refused("connect-left-to-right", text, view, field)
    if view.rules.rulings.connect_which == "next" and field != right[0]:
        text = message("Only the nearest field to the right of the marks of {row} may be crossed.")
        return _refused("connect-left-to-right", text, view, field)
    draft = view.draft()
    draft.beside[PART.key] |= bit
    return draft


def _refused(rule: str, text: str, view: View, field: Connection) -> Refusal:
    return Refusal(rule, text, {"field": field.name[1:], "row": view.board.row_term(field.row)})


def _right_of_crosses(view: View, row: int) -> list[Connection]:
    """Return the free fields of a row to the right of all its crosses, left to right."""
    state, passed = view.sheet.state(PART.key), view.rules.order_bits(view.sheet, row)
    return [
        field
        for bit, field in _by_row(view.rules.pad)[row]
        if not state & bit and not passed >> (field.index + 1)
    ]


def _is_open(view: View, row: int) -> bool:
    """Return True if two dice in the game show 1 and 5, both white or one of them in a colour of the row."""
    white = view.roll.white
    if set(white) == {1, 5}:
        return True
    dice = [die for die in view.dice if die is not None]
    colours = {spot.colour for spot in view.board.rows[row]}
    return any(
        die is not None and 6 - die in (*white, *dice)
        for colour, die in enumerate(view.dice)
        if colour in colours and die in (1, 5)
    )


def _report(sheet: Sheet, points: int) -> Report:
    state = sheet.state(PART.key)
    crossed = [[field.name for bit, field in row if state & bit] for row in _by_row(sheet.pad)]
    fields = {
        letter: [name[1:] for name in names] for letter, names in zip(ROW_LETTERS, crossed, strict=True)
    }
    names = ", ".join(name for row in crossed for name in row)
    return Report(verdict={"fields": fields}, scanned=phrase("fields {names}", names=names or "-"))


def _more_crosses(outlook: Outlook) -> Sequence[float]:
    more = [0.0] * 4
    for row in filter(outlook.is_open, range(4)):
        more[row] = _free(outlook.sheet, row, outlook.starts[row]) * FIELD_CHANCE * outlook.long_game
    return more


def _lock_room(rules: SheetRules, sheet: Sheet, row: int, start: int) -> int:
    return _free(sheet, row, start) if rules.rulings.connect_lock == "all" else 0


def _free(sheet: Sheet, row: int, start: int) -> int:
    """Return the number of free fields of a row, beginning with the field to the left of the cell `start`."""
    state = sheet.state(PART.key)
    return sum(field.index >= start - 1 and not state & bit for bit, field in _by_row(sheet.pad)[row])


def _fact(move: MadeMove) -> Fact | None:
    crossed = move.after.state(PART.key) & ~move.before.state(PART.key)
    if not crossed:
        return None
    row = PART.on(move.before.pad)[crossed.bit_length() - 1].row
    said = phrase("adds a cross between numbers to {row}", row=move.rules.board.row_term(row))
    return Fact((said,), marks=True, rows=(row,))


BOOK = (
    retold(
        "connect-one-five",
        message("One and five open a field"),
        ("connect-15",),
        message(
            "If two dice in the game show 1 and 5, every player may cross one field between two cells "
            "in that turn, in addition to their marks: in any row if both dice are white, otherwise "
            "in a row whose die is one of the two. Players cross it in action 1, before or after their "
            "number; the active player may cross it in action 2 instead."
        ),
        message("White 1 and red 5: a field of the red row."),
    ),
    retold(
        "connect-left-to-right",
        message("Numbers and fields in one order"),
        ("connect-15",),
        message("Numbers and fields of a row are one sequence from left to right; what is skipped is lost."),
        message("The field between red 6 and 7 is crossed: red 6 is lost."),
    ),
    retold(
        "connect-not-for-lock",
        message("Fields and the lock"),
        ("connect-15",),
        message(
            "Fields do not count towards the five marks of a lock. They score as crosses of their row, and "
            "a closed row takes none."
        ),
        message("Four numbers and two fields in yellow: yellow 12 still needs one more mark."),
    ),
)

SHEET = SheetPart(notes=_notes, counting=_counting)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    marks=OwnMarks(
        _listed,
        _made,
        fits_pad=lambda pad, mark: any(field.name == mark.cell for field in PART.on(pad) or ()),
        spares_miss=lambda rulings: rulings.connect_miss == "spared",
    ),
    order=_order,
    report=_report,
)

ADVICE = Advice(more_crosses=_more_crosses, lock_room=_lock_room, fact=_fact)
