"""The game X-Change: a strip whose fields exchange the white sum for another number."""

from collections.abc import Iterator, Sequence

from companion.rulebook.rule import retold
from companion.rules.board import Board, Spot
from companion.rules.mark import Mark
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.refusal import Contradiction, Refusal
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Bond, Notes, SheetPart
from companion.rules.speciality import Draft, OwnMarks, Report, Speciality, View
from mechanisms.exchange import PART
from sheets.language import Phrase, counted, message, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names

FIELD_POINTS = 0.7
"""Estimated points that an unused field of the exchange strip is worth while many turns are left."""


def _notes(pad: Pad) -> Notes:
    places = tuple(box_names(pad.parts, PART.key))
    pairs = dict(zip(places, PART.on(pad), strict=True))

    def fault(lacking: Sequence[str], box: str) -> Contradiction:
        first, second = pairs[box]
        text = message(
            "The exchange field {first}/{second} is crossed, but neither number is crossed in any row."
        )
        return Contradiction(Refusal("exchange", text, {"first": first, "second": second}), (box,))

    cells = {box: [str(cell) for cell in pad.cells if cell.number in pairs[box]] for box in places}
    bonds = tuple(Bond("one before", (*cells[box], box), fault) for box in places)
    return Notes("exchanged", tuple(str(i + 1) for i in range(len(places))), places, bonds=bonds)


def _fits_pad(pad: Pad, mark: Mark) -> bool:
    numbers = {number for pair in PART.on(pad) or () for number in pair}
    return pad.has_cell(mark.cell) and pad.cell(mark.cell).number in numbers


def _listed(view: View) -> Iterator[Mark]:
    """Yield a mark for each cell whose number a field of the strip, used or not, offers for the white sum."""
    if view.position.phase != "white":
        return
    total = view.roll.sum
    offered = {number for pair in PART.on(view.rules.pad) if total in pair for number in pair} - {total}
    yield from (
        Mark(spot.name, sign=PART.sign) for row in view.board.rows for spot in row if spot.number in offered
    )


def _made(view: View, mark: Mark) -> Draft | Refusal:
    """Return a draft (a mutable sheet) with the mark, or a refusal if the dice, strip or cell forbid it."""
    spot = view.board.spot(mark.cell)
    field = _field(view, spot)
    if isinstance(field, Refusal):
        return field
    refusal = view.refuse_cell(spot)
    if refusal is not None:
        return refusal
    draft = view.draft()
    draft.beside[PART.key] |= 1 << field
    return draft.mark(spot)


def _field(view: View, spot: Spot) -> int | Refusal:
    """Return the index of the strip's field that exchanges the white sum for `spot.number`, or a refusal."""
    if view.position.phase != "white":
        refusal = view.refuse_dice(spot) if view.position.removed_mask >> spot.colour & 1 else None
        return refusal or Refusal(
            "exchange", message("A number can be exchanged in action 1 only, in place of the white sum.")
        )
    values = spot.values() | {"sum": view.roll.sum}
    wanted = {view.roll.sum, spot.number}
    field = next((i for i, pair in enumerate(PART.on(view.rules.pad)) if set(pair) == wanted), None)
    if field is None:
        text = message("No field of the strip exchanges the white sum {sum} for {number}.")
        return Refusal("exchange", text, values)
    if view.sheet.state(PART.key) >> field:
        text = message("The field for {sum} and {number} is used, or is to the left of one that is.")
        return Refusal("exchange-left-to-right", text, values)
    return field


def _used(sheet: Sheet) -> list[int]:
    """Return the indices of the used fields of the strip, left to right."""
    state = sheet.state(PART.key)
    return [i for i in range(state.bit_length()) if state >> i & 1]


def _report(sheet: Sheet, points: int) -> Report:
    fields, used = PART.on(sheet.pad), _used(sheet)
    names = ", ".join("{}/{}".format(*fields[i]) for i in used)
    return Report(tuple(i + 1 for i in used), scanned=phrase("exchange {names}", names=names or "-"))


def _contradictions(board: Board, sheet: Sheet) -> Iterator[Contradiction]:
    """Yield a contradiction if the strip's used fields, in order, can't each belong to a cross of its own."""
    pairs = [PART.on(sheet.pad)[i] for i in _used(sheet)]
    known = all(any(_exchanged_cells(board, sheet, pair)) for pair in pairs)
    if known and not _exchanges_fit(board, sheet, pairs):
        text = message(
            "The crossed exchange fields cannot each have brought one of the crosses in the rows, from "
            "left to right."
        )
        boxes = box_names(sheet.pad.parts, PART.key)
        yield Contradiction(Refusal("exchange-left-to-right", text), tuple(boxes[i] for i in _used(sheet)))


def _exchanged_cells(board: Board, sheet: Sheet, pair: tuple[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return, for each row, the indices of crossed cells with a number of `pair`, a field of the strip."""
    return tuple(
        tuple(spot.index for spot in row if spot.bit & bits and spot.number in pair)
        for row, bits in zip(board.rows, sheet.rows, strict=True)
    )


def _exchanges_fit(board: Board, sheet: Sheet, pairs: list[tuple[int, int]]) -> bool:
    """Return True if the fields `pairs`, used in this order, can each belong to a cross of its own."""
    reached = {(-1,) * len(board.rows)}  # for each row the last brought cell: in a row they go to the right
    for pair in pairs:
        cells = _exchanged_cells(board, sheet, pair)
        reached = {
            (*state[:row], index, *state[row + 1 :])
            for state in reached
            for row, indices in enumerate(cells)
            for index in indices
            if index > state[row]
        }
    return bool(reached)


def _more_points(outlook: Outlook) -> float:
    left = len(PART.on(outlook.sheet.pad)) - outlook.sheet.state(PART.key).bit_length()
    return FIELD_POINTS * outlook.long_game * left


def _fact(move: MadeMove) -> Fact | None:
    before, after = move.before.state(PART.key), move.after.state(PART.key)
    lost = max(0, (after & ~before).bit_length() - 1 - before.bit_length())
    if not lost:
        return None
    said = counted(
        message("gives up one field of the strip"), message("gives up {count} fields of the strip"), lost
    )
    return Fact((said,), size=lost)


def _contrast(does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
    if not best or would is None or would.size <= (does.size if does else 0):
        return None
    one = message("{other} would give up one field of the strip")
    many = message("{other} would give up {count} fields of the strip")
    return counted(one, many, would.size, other=other)


BOOK = (
    retold(
        "exchange",
        message("Exchanging the white sum"),
        ("x-change",),
        message(
            "In action 1 every player may cross a field of their strip that shows the white sum, and "
            "mark the field's other number instead, in any row. Only one field per action, and never "
            "without its mark."
        ),
        message("White eight: Emma crosses the field 8/5 and marks red 5."),
    ),
    retold(
        "exchange-left-to-right",
        message("The strip only to the right"),
        ("x-change",),
        message("The fields of the strip are used from left to right; skipped fields are lost."),
        message("The sixth field, 8/6, is used: the first one, 8/5, is lost."),
    ),
)

SHEET = SheetPart(notes=_notes)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    marks=OwnMarks(_listed, _made, _fits_pad),
    report=_report,
    contradictions=_contradictions,
)

ADVICE = Advice(more_points=_more_points, fact=_fact, contrast=_contrast)
