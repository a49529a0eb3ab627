"""The game Double A: a row's last marked cell may be crossed once more when its number is rolled again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rulebook.rule import retold
from companion.rules.mark import Mark
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.refusal import Contradiction, Refusal
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Bond, ExtraCrosses, Notes, SheetPart
from companion.rules.speciality import Draft, OwnMarks, Report, SheetRules, Speciality, View
from mechanisms.second_crosses import PART
from sheets.language import Term, counted, message
from sheets.pad import KEPT_PADS, Pad
from sheets.pad_part import NOWHERE, FourBits

AGAIN_CHANCE = 0.35
"""Estimated chance that a marked cell with a second field gets a second cross."""


@dataclass(frozen=True, slots=True)
class SecondField:
    """The second field of a cell, prepared for the rules."""

    row: int
    index: int
    bit: int  # its bit in the state
    onwards: int  # its bit and the bits of all second fields to its right in the row


@lru_cache(KEPT_PADS)
def _cells(pad: Pad) -> dict[str, SecondField]:
    """Return the second fields by the name of their cell, in the order of the pad."""
    second_fields: dict[str, SecondField] = {}
    for row, (cells, fields) in enumerate(zip(pad.rows, pad.part(PART.key) or NOWHERE, strict=True)):
        end = 1 << len(second_fields) + fields.bit_count()
        for cell in cells:
            if fields >> cell.index & 1:
                bit = 1 << len(second_fields)
                second_fields[str(cell)] = SecondField(row, cell.index, bit, end - bit)
    return second_fields


def twice(sheet: Sheet) -> FourBits:
    """Return the cells that have a second cross: a number for each row, with bit i for cell i."""
    bits, state = [0, 0, 0, 0], sheet.state(PART.key)
    for field in _cells(sheet.pad).values() if state else ():
        bits[field.row] |= bool(state & field.bit) << field.index
    return bits[0], bits[1], bits[2], bits[3]


def _notes(pad: Pad) -> Notes:
    def fault(lacking: Sequence[str], field: str) -> Contradiction:
        cell = pad.cell(lacking[0])
        text = message("The second field of {colour} {number} is crossed, but its first one is not.")
        refusal = Refusal("double-frontier", text, {"colour": Term(cell.colour), "number": cell.number})
        return Contradiction(refusal, (*lacking, field))

    names = tuple(_cells(pad))
    bonds = tuple(Bond("one before", (name, f"{name}+"), fault) for name in names)
    return Notes("seconds", names, tuple(f"{name}+" for name in names), bonds=bonds)


def _counting(pad: Pad) -> ExtraCrosses:
    fields = _cells(pad).values()
    a, b, c, d = (sum(field.bit for field in fields if field.row == row) for row in range(4))
    return ExtraCrosses(places=(a, b, c, d))


def _fits_pad(pad: Pad, mark: Mark) -> bool:
    """Return True for all cells of Double A and B pads. `_made` refuses cells without a second field."""
    return pad.has_cell(mark.cell) and bool({PART.key, "double-cells"} & set(pad.mechanisms))


def _listed(view: View) -> Iterator[Mark]:
    fields = PART.on(view.rules.pad)
    for spot, lucky in view.candidates.spots():
        if not lucky and view.sheet.rows[spot.row] & fields[spot.row] & spot.bit:
            yield Mark(spot.name, sign=PART.sign)


def _made(view: View, mark: Mark) -> Draft | Refusal:
    """Return a draft (a mutable sheet) with the mark, or the reason why it is refused."""
    spot = view.board.spot(mark.cell)
    if refusal := view.refuse_dice(spot) or view.refuse_closed(spot.row):
        return refusal
    bits, state = view.sheet.rows[spot.row], view.sheet.state(PART.key)
    field = _cells(view.rules.pad).get(spot.name)
    if view.rules.rulings.double_a_where == "frontier":
        frontier = bits.bit_length() == spot.bit.bit_length()
        fits = field is not None and frontier and not state & field.bit
        text = message(
            "Only the rightmost marked cell of {row} may be crossed once more, and {colour} {number} is "
            "not it, or is crossed twice already."
        )
    else:
        marked = bits & spot.bit != 0
        fits = field is not None and marked and not state & field.onwards
        text = message(
            "Only a marked cell to the right of every second cross of {row} may be crossed once more; "
            "{colour} {number} is not one."
        )
    if field is None or not fits:
        values = spot.values() | {"row": view.board.row_term(spot.row)}
        return Refusal("double-frontier", text, values)
    if view.rules.rulings.rolled_again == "later-roll" and view.marked_this_turn(spot):
        text = message("{colour} {number} was marked in this turn; its number must be rolled again.")
        return Refusal("double-again", text, spot.values())
    draft = view.draft()
    draft.beside[PART.key] |= field.bit
    return draft


def _more_crosses(outlook: Outlook) -> Sequence[float]:
    more, sheet, crossed = [0.0] * 4, outlook.sheet, twice(outlook.sheet)
    for row, fields in enumerate(PART.on(sheet.pad)):
        more[row] = outlook.more[row] * AGAIN_CHANCE * outlook.share(row, fields)
        last = 1 << max(sheet.rows[row].bit_length() - 1, 0)
        if outlook.is_open(row) and sheet.rows[row] & last & fields & ~crossed[row]:
            more[row] += AGAIN_CHANCE * outlook.long_game
    return more


def _lock_room(rules: SheetRules, sheet: Sheet, row: int, start: int) -> int:
    """Return how many more second crosses may count towards a row's lock. `start`: index of its next cell."""
    fields, bits = PART.on(sheet.pad)[row], sheet.rows[row]
    again = fields & bits & ~twice(sheet)[row]
    if rules.rulings.double_a_where == "frontier":
        again &= 1 << max(bits.bit_length() - 1, 0)
    return rules.board.cells_before_lock(row, fields, start) + again.bit_count()


def _fact(move: MadeMove) -> Fact | None:
    new = move.after.state(PART.key) & ~move.before.state(PART.key)
    if not new:
        return None
    field = list(_cells(move.before.pad).values())[new.bit_length() - 1]
    said = counted(
        message("makes a second cross for one point"),
        message("makes a second cross for {count} points"),
        move.points,
    )
    return Fact((said,), marks=True, again=move.rules.board.rows[field.row][field.index], tells_points=True)


BOOK = (
    retold(
        "double-frontier",
        message("A second cross at the front"),
        ("double-a",),
        message(
            "Every cell but the last of a row has a second field. Only the rightmost marked cell of a row "
            "may be crossed once more, and only once."
        ),
        message("Red 5 and red 7 are marked: red 7 may be crossed once more, red 5 may not."),
    ),
    retold(
        "double-again",
        message("The number must come up again"),
        ("double-a",),
        message(
            "For a second cross the number must come up again: as the white sum, or for the active player "
            "as a white die plus the die of the row."
        ),
        message(
            "White 2 and 3: red 5. In a later turn red 3 with white 2 makes five again: the second cross."
        ),
    ),
)

SHEET = SheetPart(notes=_notes, counting=_counting)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    marks=OwnMarks(_listed, _made, _fits_pad),
    report=lambda sheet, points: Report(twice=twice(sheet)),
)

ADVICE = Advice(more_crosses=_more_crosses, lock_room=_lock_room, fact=_fact)
