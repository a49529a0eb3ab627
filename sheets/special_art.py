"""The special cells of a pad, drawn at the places that `sheets.special_places` plans.

Each mechanism is one function that draws what the pad has of it, in the style of the rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from sheets.art import Outline, chevron
from sheets.bonus_art import draw_bonus_sign
from sheets.ink import LINE, PANEL, PAPER, SOFT, TEXT, Tone, inks
from sheets.language import Translate, message
from sheets.order import PrintOrder
from sheets.pad import Cell, Pad
from sheets.page import SheetPlan
from sheets.paper import Box
from sheets.pen import Pen
from sheets.special_places import Strip
from sheets.typeface import CAP_HEIGHT, PT

OUTLINE_MM = 0.2
"""Width of the outlines that replace fills when ink is saved."""
NUMBER_HEIGHT_MM = 3.3
"""Height of a number that is read at arm's length, see `sheets.face`."""

SIGN_OFFSET_MM, SIGN_RADIUS_MM = 2.2, 1.25
"""Where the largest sign of a colour stands, from a cell's upper right corner, and its size, see
`sheets.face`."""

NOTES = {
    "bonus_rows": message(
        "Round cell: only next to the same number, crossed before; it counts in both rows."
    ),
    "seconds": message(
        "Lower field: cross it when the last number crossed in its row comes up again; it counts as well."
    ),
    "doubles": message("Framed cells: one mark, two crosses."),
    "chains": message("Ring: a cross in it crosses the ring at the other end of its line too."),
    "connections": message("Between numbers: with a 1 and a 5 on two dice cross one such field besides."),
}
"""What the special cells in and between the rows mean, by the part of `SpecialCells` that holds them."""


def draw_special(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder, _: Translate) -> None:
    """Draw all that the pad has beside rows, locks and misses; nothing on the pads of the first games."""
    _draw_round_cells(pen, pad, plan, order)
    _draw_second_fields(pen, pad, plan, order)
    _draw_double_cells(pen, pad, plan, order)
    _draw_connections(pen, pad, plan, order)
    _draw_steps(pen, pad, plan)
    _draw_chains(pen, pad, plan, order)
    special, panel = plan.special, PAPER if order.ink == "save" else PANEL
    if special.exchange is not None:
        _draw_exchange(pen, pad, plan, special.exchange, panel, _)
    if special.track is not None:
        _draw_track(pen, pad, plan, special.track, panel, _)
    if special.steps is not None:
        _draw_steps_strip(pen, plan, special.steps, panel, _)
    if special.letter is not None:
        _draw_letter(pen, pad, plan, special.letter, panel, _)
    if special.note is not None:
        _draw_note(pen, pad, plan, special.note, _)


# -- in and between the rows -----------------------------------------------------------------------------


def _marked_cells(pad: Pad, plan: SheetPlan, bits: tuple[int, ...]) -> Iterator[tuple[Cell, Box]]:
    """The cells whose bits are set, row by row, with their boxes."""
    for row, place, found in zip(pad.rows, plan.rows, bits, strict=True):
        for cell, box in zip(row.cells, place.cells, strict=True):
            if found >> cell.index & 1:
                yield cell, box


def _draw_round_cells(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder) -> None:
    """Beads on a ribbon: a round cell below each column, its ring in the colours of both neighbours.

    Rings are thin and numbers small: a photo's dark ring close around a dark number looks like a mark.
    """
    tones, s, saving = inks(pastel=order.pastel), plan.scale, order.ink == "save"
    ring = (OUTLINE_MM if saving else 0.35) * s
    for places in plan.special.bonus_rows:
        first, last = places.cells[0], places.cells[-1]
        ribbon = Box(plan.rows[0].lead.cx, first.cy - 0.5 * s, last.cx - plan.rows[0].lead.cx, 1.0 * s)
        pen.box(ribbon, fill=LINE if not saving else None, line=LINE if saving else None, width=OUTLINE_MM)
        _draw_both_ways(pen, plan.rows[0].lead.cx, first.cy, s)
        for index, (number, box) in enumerate(zip(places.bonus_row.numbers, places.cells, strict=True)):
            r = box.w / 2
            halves = (Box(box.x, box.y, box.w, r), Box(box.x, box.cy, box.w, r))
            for half, row in zip(halves, places.bonus_row.rows, strict=True):
                cells = pad.rows[row].cells
                ink = tones[cells[min(index, len(cells) - 1)].colour]
                pen.canvas.saveState()
                pen.clip(half)
                pen.circle(box.cx, box.cy, r, fill=PAPER, line=ink.line, width=ring)
                pen.canvas.restoreState()
            height = (
                box.h * 0.31 if order.layout.per_page == 1 else min(0.85 * NUMBER_HEIGHT_MM, box.h * 0.36)
            )
            pen.centred(str(number), box.cx, box.cy, height / CAP_HEIGHT * PT, TEXT, "Medium")


def _draw_both_ways(pen: Pen, x: float, y: float, s: float) -> None:
    """A sign for both neighbours: a disc with a point up and a point down."""
    pen.circle(x, y, 2.0 * s, fill=PAPER, line=LINE, width=0.3 * s)
    for way in (1, -1):
        pen.shape(partial(_point, way), x, y - way * 0.85 * s, 0.75 * s, line=TEXT, width=0.4 * s)


def _point(way: int, o: Outline) -> None:
    o.move(-0.9, -0.4 * way)
    o.line(0, 0.5 * way)
    o.line(0.9, -0.4 * way)


def _draw_second_fields(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder) -> None:
    """The lower fields, each with its number once more, small."""
    tones, s, saving = inks(pastel=order.pastel), plan.scale, order.ink == "save"
    boxes = dict(plan.special.seconds)
    for cell, _box in _marked_cells(pad, plan, pad.special.seconds):
        box, ink = boxes[f"{cell}+"], tones[cell.colour]
        line, width = (ink.line, OUTLINE_MM) if saving else (None, 0.0)
        pen.box(box, fill=PAPER if saving else ink.cell, line=line, width=width, radius=1.5 * s)
        size = min(box.h * 0.42, 0.72 * NUMBER_HEIGHT_MM * s) / CAP_HEIGHT * PT
        pen.centred(str(cell.number), box.cx, box.cy, size, ink.line, "Regular")


def _draw_double_cells(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder) -> None:
    """A frame around cells whose mark is two crosses, and the sign of two crosses."""
    tones, s = inks(pastel=order.pastel), plan.scale
    for cell, box in _marked_cells(pad, plan, pad.special.doubles):
        ink = tones[cell.colour]
        pen.box(box, line=ink.number, width=0.75 * s, radius=1.9 * min(s, box.w / 9))
        draw_bonus_sign(pen, "two-weakest", box.x + 2.7 * s, box.y + 2.1 * s, s, ink.number)


def _draw_connections(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder) -> None:
    """Upright fields between two numbers, with an arm to each of them."""
    tones, s, saving = inks(pastel=order.pastel), plan.scale, order.ink == "save"
    boxes = dict(plan.special.connections)
    for field in pad.special.connections:
        box, cells = boxes[field.name], plan.rows[field.row].cells
        ink = tones[pad.rows[field.row].cells[field.index].colour]
        left, right = cells[field.index], cells[field.index + 1]
        pen.line(left.right - 0.1, box.cy, right.x + 0.1, box.cy, ink.number, (0.6 if saving else 1.1) * s)
        radius = box.w / 2
        pen.box(box, fill=PAPER, line=ink.number, width=(0.3 if saving else 0.5) * s, radius=radius)


def _draw_steps(pen: Pen, pad: Pad, plan: SheetPlan) -> None:
    """A frame around each cell of the staircase, joined to the next one where they are neighbours."""
    s = plan.scale
    width, out = 0.8 * s, 0.5 * s
    found = [(cell.index, pad.rows.index(pad.row(cell.row)), box) for cell, box in _step_cells(pad, plan)]
    for index, row, box in found:
        frame = Box(box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out)
        pen.box(frame, line=TEXT, width=width, radius=2.3 * min(s, box.w / 9))
        for other, below, next_box in found:
            step = below - row
            if other == index + 1 and abs(step) <= 1:
                y = box.cy if not step else box.bottom + out - width if step > 0 else box.y - out + width
                end = next_box.cy if not step else next_box.y if step > 0 else next_box.bottom
                x = box.right + out - width
                pen.line(x, y, next_box.x - out + width, end, TEXT, width)


def _step_cells(pad: Pad, plan: SheetPlan) -> Iterator[tuple[Cell, Box]]:
    return _marked_cells(pad, plan, pad.special.steps)


def _draw_chains(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder) -> None:
    """A ring around both numbers of a pair and a line from ring to ring, each in the colour of its row.

    Thin if ink is saved: on white paper a ring as dark as a pen's would be taken for a mark.
    """
    s, tones = plan.scale, inks(pastel=order.pastel)
    width = (0.35 if order.ink == "save" else 0.65) * s
    for pair in pad.special.chains:
        upper, lower = (plan.rows[row].cells[index] for row, index in sorted(pair))
        above, below = (tones[pad.rows[row].cells[index].colour] for row, index in sorted(pair))
        r = _ring(upper, s)
        dx, dy = lower.cx - upper.cx, lower.cy - upper.cy
        share = r / math.hypot(dx, dy)
        start, end = (
            (upper.cx + share * dx, upper.cy + share * dy),
            (lower.cx - share * dx, lower.cy - share * dy),
        )
        middle = ((upper.cx + lower.cx) / 2, (upper.cy + lower.cy) / 2)
        pen.line(*start, *end, PAPER, 2.0 * s)
        for box, first, ink in ((upper, start, above), (lower, end, below)):
            pen.line(*first, *middle, ink.line, 0.8 * s)
            pen.circle(box.cx, box.cy, r, line=ink.line, width=width)


def _ring(cell: Box, s: float) -> float:
    """The radius of a ring in a cell that keeps clear of its edge and of the sign in its corner."""
    to_sign = math.hypot(cell.w / 2 - SIGN_OFFSET_MM * s, cell.h / 2 - SIGN_OFFSET_MM * s)
    return min(0.41 * cell.w, 0.44 * cell.h, to_sign - SIGN_RADIUS_MM * s - 0.3 * s)


# -- below the rows --------------------------------------------------------------------------------------


def _draw_strip(pen: Pen, plan: SheetPlan, strip: Strip, panel: Tone, title: str, below: str) -> None:
    """The panel of a strip with its name and a few words below it, and the box for its points."""
    s, box = plan.scale, strip.box
    pen.box(box, fill=panel, radius=2.4 * s)
    room = (strip.fields[0].x if strip.fields else box.right) - box.x - 4.0 * s
    pen.text(title, box.x + 2.4 * s, box.cy - 0.2 * s, 8.0 * s, TEXT, "SemiBold", room=room)
    pen.text(below, box.x + 2.4 * s, box.cy + 2.4 * s, 5.2 * s, SOFT, room=room)
    if strip.points is not None:
        pen.box(strip.points, fill=PAPER, line=LINE, width=0.4, radius=2.0 * s)
        pen.centred("+", (box.right + strip.points.x) / 2, box.cy, 8.0 * s, SOFT, "Medium")


def _draw_exchange(pen: Pen, pad: Pad, plan: SheetPlan, strip: Strip, panel: Tone, _: Translate) -> None:
    """The exchange: fields of two numbers with arrows both ways."""
    s = plan.scale
    _draw_strip(pen, plan, strip, panel, _("Exchange"), _("one white sum for the other"))
    for pair, box in zip(pad.special.exchanges, strip.fields, strict=True):
        pen.box(box, fill=PAPER, line=TEXT, width=0.4 * s, radius=min(1.9 * s, box.h / 3))
        size = min(NUMBER_HEIGHT_MM * s, box.h * 0.44) / CAP_HEIGHT * PT
        for number, share in zip(pair, (0.22, 0.78), strict=True):
            x = box.x + share * box.w
            pen.centred(str(number), x, box.cy, size, TEXT, "Medium", room=box.w * 0.34)
        reach, apart = 0.085 * box.w, 0.7 * s
        for way in (1, -1):
            y, tip = box.cy - way * apart, box.cx + way * reach
            pen.line(box.cx - way * reach, y, tip, y, SOFT, 0.35 * s)
            for side in (1, -1):
                pen.line(tip - way * 0.7 * s, y + side * 0.55 * s, tip, y, SOFT, 0.35 * s)


def _draw_track(pen: Pen, pad: Pad, plan: SheetPlan, strip: Strip, panel: Tone, _: Translate) -> None:
    """The track: fields that are worth more and more, a point to the right between them, and its rule."""
    s = plan.scale
    _draw_strip(pen, plan, strip, panel, _("Fifteen"), _("the last cross counts"))
    for number, (points, box) in enumerate(zip(pad.special.track, strip.fields, strict=True)):
        pen.box(box, fill=PAPER, line=TEXT, width=0.4 * s, radius=min(1.9 * s, box.h / 3))
        size = min(NUMBER_HEIGHT_MM * 1.1 * s, box.h * 0.46) / CAP_HEIGHT * PT
        pen.centred(str(points), box.cx, box.cy, size, TEXT, "Medium", room=box.w * 0.8)
        if number:
            gap = box.x - strip.fields[number - 1].right
            pen.shape(chevron, box.x - gap / 2, box.cy, 0.28 * gap, line=TEXT, width=0.5 * s)
    rule = (
        _("White dice and one coloured die show 15: cross the next field,"),
        _("in place of both marks of your turn."),
    )
    x = strip.fields[-1].right + 3.0 * s
    for line, y in zip(rule, (-0.5, 2.1), strict=True):
        pen.text(line, x, strip.box.cy + y * s, 6.4 * s, TEXT, room=strip.box.right - x - 2.0 * s)


def _draw_steps_strip(pen: Pen, plan: SheetPlan, strip: Strip, panel: Tone, _: Translate) -> None:
    """A little staircase, what the framed cells score, and the box for their points."""
    s, box = plan.scale, strip.box
    _draw_strip(pen, plan, strip, panel, "", "")
    pen.shape(_stairs, box.x + 4.4 * s, box.cy, 2.2 * s, line=TEXT, width=0.6 * s)
    words = _("Steps: at the end the crosses in framed cells score once more, like a fifth row.")
    baseline = box.cy + 7.4 * s * CAP_HEIGHT / PT / 2
    pen.text(words, box.x + 8.6 * s, baseline, 7.4 * s, TEXT, room=box.w - 11.0 * s)


def _stairs(o: Outline) -> None:
    o.move(-1, 0.8)
    for i in range(3):
        x, y = -1 + 2 * i / 3, 0.8 - 1.6 * i / 3
        o.line(x + 2 / 3, y)
        o.line(x + 2 / 3, y - 1.6 / 3)


# -- above and below -------------------------------------------------------------------------------------


def _draw_letter(pen: Pen, pad: Pad, plan: SheetPlan, box: Box, panel: Tone, _: Translate) -> None:
    """The letter of this sheet in a circle."""
    s = plan.scale
    baseline = plan.header.bottom - 1.7 * s
    room = box.x - plan.title.right - 1.5 * s
    pen.text(_("Sheet"), box.x - 1.5 * s, baseline, 7.0 * s, SOFT, align="right", room=room)
    pen.circle(box.cx, box.cy, box.h / 2, fill=panel, line=TEXT, width=0.35 * s)
    if pad.letter:
        pen.centred(pad.letter, box.cx, box.cy, 12.0 * s, TEXT, "SemiBold")


def _draw_note(pen: Pen, pad: Pad, plan: SheetPlan, box: Box, _: Translate) -> None:
    """What the special cells in and between the rows mean, in one line."""
    s = plan.scale
    parts = {
        "bonus_rows": bool(pad.special.bonus_rows),
        "seconds": any(pad.special.seconds),
        "doubles": any(pad.special.doubles),
        "chains": any(found.chains for found in (pad.special, *dict(pad.lettered).values())),
        "connections": bool(pad.special.connections),
    }
    words = " ".join(_(NOTES[part]) for part, is_printed in parts.items() if is_printed)
    pen.text(words, box.x, box.bottom - 0.6 * s, 8.4 * s, TEXT, "Medium", room=box.w)
