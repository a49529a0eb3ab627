"""The game Bonus A: a bonus cell crosses the next box, and the box crosses a cell in its colour's row."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.rulebook.rule import quoted
from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.constraints import Constraints
from companion.rules.outlook import Advice, Outlook
from companion.rules.paths import PathSearch
from companion.rules.refusal import Contradiction, Refusal, Term, Value
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Notes, SheetPart
from companion.rules.speciality import Draft, Report, SheetRules, Speciality
from mechanisms.bonus_bar import PART, SIGN
from sheets.errors import BadInput
from sheets.language import message, phrase
from sheets.pad import COLOURS, KEPT_PADS, ROW_LETTERS, Pad
from sheets.pad_part import box_names

BAR_SHARE = 0.35
"""Estimated worth of a bar without crosses, as a share of the points that the rows may still gain."""


def _notes(pad: Pad) -> Notes:
    places = tuple(box_names(pad.parts, PART.key))

    def from_rows(rows: Rows) -> int:
        cells = ((cell, bits) for row, bits in zip(pad.rows, rows, strict=True) for cell in row)
        if any(cell.bonus == SIGN and bits >> cell.index & 1 for cell, bits in cells):
            raise BadInput(
                "--sheet: expected the boxes crossed on the bonus bar too, like boxes 1 2 at its end."
            )
        return 0

    return Notes("boxes", tuple(str(i + 1) for i in range(len(places))), places, from_rows)


@lru_cache(KEPT_PADS)
def _of_colour(pad: Pad) -> tuple[int, ...]:
    """Return, for each of COLOURS, the mask of the boxes in this colour: bit i for box i."""
    boxes = PART.on(pad).boxes
    return tuple(sum(1 << i for i, box in enumerate(boxes) if box == colour) for colour in COLOURS)


@lru_cache(KEPT_PADS)
def _rows(pad: Pad) -> tuple[int, ...]:
    """Return for each box, left to right, the index of the row in which the box crosses a cell."""
    colours = [row.colour for row in pad.rows]
    return tuple(colours.index(box) for box in PART.on(pad).boxes if box in colours)


def _follow(draft: Draft, spot: Spot) -> None:
    if spot.closes:
        draft.beside[PART.key] |= _of_colour(draft.rules.pad)[spot.colour]
    if spot.bonus == SIGN:
        draft.waiting.append(_take_box)


def _take_box(draft: Draft) -> None:
    """Cross the first free box, if there is one, and the next cell of the box's row. If that cell can't be
    crossed, the ruling bonus_blocked decides whether the box is crossed."""
    rows = _rows(draft.rules.pad)
    free = ~draft.beside[PART.key] & (1 << len(rows)) - 1
    if not free:
        return
    box = free & -free
    spot = draft.next_free(rows[box.bit_length() - 1])
    if spot is None and draft.rules.rulings.bonus_blocked == "kept":
        return
    draft.beside[PART.key] |= box
    if spot is not None:
        draft.bring(spot)


def _after_closing(pad: Pad, state: int, removed_mask: int) -> int:
    for colour, boxes in enumerate(_of_colour(pad)):
        if removed_mask >> colour & 1:
            state |= boxes
    return state


def _report(sheet: Sheet, points: int) -> Report:
    count, every = sheet.state(PART.key).bit_count(), len(PART.on(sheet.pad).boxes)
    boxes = "".join("x" if sheet.state(PART.key) >> i & 1 else "·" for i in range(every))
    return Report(
        count,
        judged=phrase("boxes {boxes}", boxes=boxes),
        scanned=phrase("boxes crossed {count} of {all}", count=count, all=every),
    )


def _contradictions(board: Board, sheet: Sheet) -> Iterator[Contradiction]:
    """Yield contradictions about boxes, or else one contradiction if no order of marks leads to the sheet."""
    faults = _box_faults(board, sheet)
    yield from faults
    if not faults and not any(_finds_path(board, sheet, option) for option in ("spent", "kept")):
        cells = _bonus_cells(board, sheet)
        boxes = _named(sheet.pad, _crossed(sheet))
        text = message(
            "The {cells} crossed bonus cells cannot lead to the {boxes} crossed boxes and to these crosses "
            "in any order: each bonus cell crosses the next free box, and that box crosses the next cell of "
            "its row."
        )
        refusal = Refusal("bonus-bar", text, {"boxes": len(boxes), "cells": len(cells)})
        yield Contradiction(refusal, (*cells, *boxes))


def _finds_path(board: Board, sheet: Sheet, option: str) -> bool:
    rules = SheetRules.of(sheet.pad, Constraints(board, "row-closed"), Rulings(bonus_blocked=option))
    boxes = _of_colour(sheet.pad)
    a, b, c, d = (boxes[spots[-1].colour] for spots in board.rows)
    return PathSearch(rules, PART.key, sheet, (a, b, c, d)).finds_path()


def _box_faults(board: Board, sheet: Sheet) -> list[Contradiction]:
    """Return the contradictions about boxes that can be found without a search for an order of marks."""
    pad, colours, crossed = sheet.pad, PART.on(sheet.pad).boxes, _crossed(sheet)
    free = [i for i in range(len(colours)) if i not in crossed]
    faults = []
    for row, spots in enumerate(board.rows):
        colour = spots[-1].cell.colour
        still_free = [i for i in free if colours[i] == colour]
        if sheet.rows[row] & board.closing_bits[row] and still_free:
            values: dict[str, Value] = {"row": board.row_term(row), "colour": Term(colour)}
            text = message(
                "Here {row} is locked, so all boxes of {colour} on the bonus bar must be crossed; some are "
                "free."
            )
            refusal = Refusal("bonus-closed-colour", text, values)
            faults.append(Contradiction(refusal, (f"lock {ROW_LETTERS[row]}", *_named(pad, still_free))))
    incomplete = {colours[i] for i in free}
    used = [i for i in crossed if colours[i] in incomplete]
    gaps = [i for i in used if free[0] < i]
    if gaps:
        text = message("Box {box} of the bonus bar is free, but box {crossed} to its right is crossed.")
        refusal = Refusal("bonus-bar", text, {"box": free[0] + 1, "crossed": gaps[0] + 1})
        faults.append(Contradiction(refusal, _named(pad, [free[0], *gaps])))
    cells = _bonus_cells(board, sheet)
    if not faults and len(used) > len(cells):
        text = message("{boxes} boxes of the bonus bar are crossed, but only {cells} bonus cells are.")
        refusal = Refusal("bonus-bar", text, {"boxes": len(used), "cells": len(cells)})
        faults.append(Contradiction(refusal, (*_named(pad, used), *cells)))
    return faults


def _crossed(sheet: Sheet) -> list[int]:
    state = sheet.state(PART.key)
    return [i for i in range(state.bit_length()) if state >> i & 1]


def _named(pad: Pad, numbers: Sequence[int]) -> tuple[str, ...]:
    every = box_names(pad.parts, PART.key)
    return tuple(every[i] for i in numbers)


def _bonus_cells(board: Board, sheet: Sheet) -> tuple[str, ...]:
    return tuple(
        spot.name
        for row in board.rows
        for spot in row
        if spot.bonus == SIGN and sheet.rows[spot.row] & spot.bit
    )


def _more_points(outlook: Outlook) -> float:
    boxes, crossed = len(PART.on(outlook.sheet.pad).boxes), outlook.sheet.state(PART.key).bit_count()
    return outlook.row_points * BAR_SHARE * (boxes - crossed) / boxes


BOOK = (
    quoted(
        "bonus-bar",
        message("The bonus bar"),
        ("bonus-a",),
        message(
            "When you mark a bonus cell, you at once cross the first free box of your own bar, from "
            "left to right, and at once mark the next cell of the row of that box's colour. You "
            "cannot decline it. If no box is free, nothing happens."
        ),
        "bonus: Variante A",
        message("Tim marks green 11, a bonus cell; his first free box is red, and he marks red 5, his next."),
    ),
    quoted(
        "bonus-chain",
        message("One bonus leads to the next"),
        ("bonus-a",),
        message(
            "If the cell that a bonus marks is a bonus cell too, the chain goes on, one after the other: "
            "boxes are taken in the order in which bonus cells were marked."
        ),
        "bonus: Variante A",
        message("Red 9: the box is blue, so blue 5, a bonus cell: the next box is yellow, so yellow 10."),
    ),
    quoted(
        "bonus-closed-colour",
        message("Boxes of a closed colour"),
        ("bonus-a",),
        message(
            "When a colour closes, everyone crosses their free boxes of that colour. These boxes give no "
            "bonus any more, and later bonuses skip them. The player who locks the colour does this "
            "immediately."
        ),
        "bonus: Variante A",
        message("Maria closes yellow: everyone crosses their free yellow boxes."),
    ),
    quoted(
        "bonus-lock",
        message("A bonus may lock a row"),
        ("bonus-a", "bonus-b"),
        message(
            "A bonus cross may lock a row and so end the game; the rules about the five marks that a "
            "lock needs and about closed rows apply to it as to any mark."
        ),
        "bonus: Variante A; bonus: Variante B",
        message("Five marks in red up to red 11: a red box marks red 12 and locks red."),
    ),
)

SHEET = SheetPart(notes=_notes)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    follow=_follow,
    after_closing=_after_closing,
    report=_report,
    contradictions=_contradictions,
)

ADVICE = Advice(more_points=_more_points)
