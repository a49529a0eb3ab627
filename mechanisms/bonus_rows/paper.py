"""The game Big Points on paper: round cells in bands between two rows, like beads on a ribbon."""

from functools import partial

from mechanisms.bonus_rows import PART, BonusRow
from sheets.art import Outline
from sheets.drawn import LEGIBLE_DIGIT_MM, OUTLINE_MM, Drawing
from sheets.ink import LINE, TEXT, WHITE
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box, PageError
from sheets.paper_part import BareSheet, PaperPart
from sheets.plan import Group
from sheets.typeface import CAP_HEIGHT, PT

MIN_CELL_MM = 5.8
"""Smallest height of a band of round cells, in mm."""


def _groups(pad: Pad, ground: BareSheet) -> tuple[Group, ...]:
    return tuple(
        Group(tuple(zip(row.cells, _cells(row, ground), strict=True)), is_band=True) for row in PART.on(pad)
    )


def _cells(row: BonusRow, ground: BareSheet) -> tuple[Box, ...]:
    """Return the boxes of a row of round cells, or raise PageError if the row is too long."""
    band, columns = ground.bands[row.upper], ground.columns
    side = min(band.h, columns.cell)
    centres = [columns.lead + (i + 0.5) * columns.pitch for i in range(len(row.numbers))]
    if centres[-1] + side / 2 > ground.width:
        raise PageError(
            "Row {name} has {count} round cells, but there are columns for {most} only; leave out some.",
            name=row.name,
            count=len(centres),
            most=int((ground.width - columns.lead) / columns.pitch),
        )
    return tuple(Box(x - side / 2, band.cy - side / 2, side, side) for x in centres)


def _mark_words(pad: Pad, name: str) -> Phrase | None:
    for row in PART.on(pad) or ():
        if name in row.cells:
            return Phrase("{rows} {number}", {"rows": row.short_term(pad), "number": name[2:]})
    return None


def _place_words(pad: Pad, name: str) -> Phrase | None:
    for row in PART.on(pad):
        if name in row.cells:
            upper, lower = (pad.rows[number].term for number in row.rows)
            number = row.numbers[row.cells.index(name)]
            return phrase(
                "round cell {number} between {upper} and {lower}", number=number, upper=upper, lower=lower
            )
    return None


def _draw(drawing: Drawing) -> None:
    """Draw the round cells on a ribbon, with rings and numbers that don't look like marks in photos."""
    pen, pad, plan, s = drawing.pen, drawing.pad, drawing.plan, drawing.scale
    tones, saving = drawing.inks, drawing.saving
    ring = (OUTLINE_MM if saving else 0.35) * s
    for bonus_row, group in zip(PART.on(pad), plan.of(PART.key).groups, strict=True):
        boxes = [box for _, box in group.places]
        first, last = boxes[0], boxes[-1]
        ribbon = Box(plan.rows[0].lead.cx, first.cy - 0.5 * s, last.cx - plan.rows[0].lead.cx, 1.0 * s)
        pen.box(ribbon, fill=LINE if not saving else None, line=LINE if saving else None, width=OUTLINE_MM)
        x, y = plan.rows[0].lead.cx, first.cy
        pen.circle(x, y, 2.0 * s, fill=WHITE, line=LINE, width=0.3 * s)
        for way in (1, -1):
            pen.shape(partial(_arrowhead, way), x, y - way * 0.85 * s, 0.75 * s, line=TEXT, width=0.4 * s)
        for index, (number, box) in enumerate(zip(bonus_row.numbers, boxes, strict=True)):
            r = box.w / 2
            halves = (Box(box.x, box.y, box.w, r), Box(box.x, box.cy, box.w, r))
            for half, row in zip(halves, bonus_row.rows, strict=True):
                cells = pad.rows[row].cells
                ink = tones[cells[min(index, len(cells) - 1)].colour]
                pen.canvas.saveState()
                pen.clip(half)
                pen.circle(box.cx, box.cy, r, fill=WHITE, line=ink.line, width=ring)
                pen.canvas.restoreState()
            height = box.h * 0.31 if drawing.is_large else min(0.85 * LEGIBLE_DIGIT_MM, box.h * 0.36)
            pen.centred(str(number), box.cx, box.cy, height / CAP_HEIGHT * PT, TEXT, "Medium")


def _arrowhead(way: int, o: Outline) -> None:
    o.move(-0.9, -0.4 * way)
    o.line(0, 0.5 * way)
    o.line(0.9, -0.4 * way)


PAPER = PaperPart(
    note=message("Round cell: only next to the same number, crossed before; it counts in both rows."),
    groups=_groups,
    bands=lambda pad: frozenset(row.upper for row in PART.on(pad)),
    heights=lambda cell, band: ((band, MIN_CELL_MM),),
    mark_words=_mark_words,
    place_words=_place_words,
    draw=_draw,
)
