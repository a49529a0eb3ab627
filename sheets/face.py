"""The face of a pad: the part that all its sheets share, drawn at the places that `sheets.page` plans."""

from collections.abc import Iterator, Mapping
from functools import partial

from sheets.art import chevron, colour_sign, padlock_body, padlock_shackle
from sheets.drawn import ARM_LENGTH_MM, OUTLINE_MM, Drawing
from sheets.ink import LINE, PANEL, PAPER, SOFT, TEXT, Ink, Tone, inks
from sheets.language import Translate
from sheets.order import PrintOrder
from sheets.pad import Cell, Pad, Row
from sheets.paper import Box
from sheets.paper_part import paper_parts, part_of_sign
from sheets.pen import Pen
from sheets.plan import RowPlan, SheetPlan
from sheets.score_table import row_points
from sheets.typeface import CAP_HEIGHT, PT, text_width

CELL_RADIUS_MM = 1.9
"""Radius of a cell's corners, in mm on a sheet of scale 1."""

WIDEST_SERIAL = "WWWW-888"
"""The widest possible serial number; the footer keeps its width free."""


def draw_face(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder, _: Translate) -> None:
    """Draw the part that all sheets of `pad` share, in the language of `_`."""
    panel = PAPER if order.ink == "save" else PANEL
    _draw_header(pen, pad, plan, panel, _)
    for row, place in zip(pad.rows, plan.rows, strict=True):
        _draw_row(pen, pad, row, place, plan, order, _)
    saving, is_large = order.ink == "save", order.layout.per_page == 1
    drawing = Drawing(pen, pad, plan, order.pastel, saving, is_large, _)
    parts = paper_parts(pad).values()
    for part in parts:
        if part.draw:
            part.draw(drawing)
    if plan.letter is not None:
        _draw_letter(drawing, plan.letter)
    if plan.note is not None:
        words = " ".join(_(part.note) for part in parts if part.note)
        note = plan.note
        pen.text(words, note.x, note.bottom - 0.6 * plan.scale, 8.4 * plan.scale, TEXT, "Medium", room=note.w)
    _draw_table(pen, plan, panel, _)
    _draw_misses(pen, plan, panel, _)
    _draw_footer(pen, pad, plan, _)


def _draw_header(pen: Pen, pad: Pad, plan: SheetPlan, panel: Tone, _: Translate) -> None:
    s = plan.scale
    baseline = plan.header.bottom - 1.7 * s
    title = _("Score sheet for {game}").format(game=_(pad.title))
    pen.text(title, plan.title.x, baseline, 10.5 * s, TEXT, "Medium", room=plan.title.w - 5 * s)
    for label, box in ((_("Name"), plan.name), (_("Date"), plan.date)):
        width = pen.text(label, box.x, baseline, 7.0 * s, SOFT)
        pen.line(box.x + width + 1.4 * s, baseline + 0.7 * s, box.right, baseline + 0.7 * s, LINE, 0.2)
    if plan.lucky:
        label_room = plan.lucky[0].x - plan.title.right - 1.5 * s
        pen.text(
            _("Lucky numbers"),
            plan.lucky[0].x - 1.5 * s,
            baseline,
            7.0 * s,
            SOFT,
            align="right",
            room=label_room,
        )
        for box in plan.lucky:
            pen.circle(box.cx, box.cy, box.h / 2, fill=panel, line=TEXT, width=0.35 * s)
    points = plan.rows[0].points
    room = plan.markers[1].x - points.x - 1.0
    pen.text(_("Points"), points.x + 0.4 * s, baseline, 7.0 * s, SOFT, room=room)


def _draw_letter(drawing: Drawing, box: Box) -> None:
    """Draw a circle with the letter of this sheet, empty if `drawing.pad` has no letter."""
    pen, plan, s, _ = drawing.pen, drawing.plan, drawing.scale, drawing.translate
    baseline = plan.header.bottom - 1.7 * s
    room = box.x - plan.title.right - 1.5 * s
    pen.text(_("Sheet"), box.x - 1.5 * s, baseline, 7.0 * s, SOFT, align="right", room=room)
    pen.circle(box.cx, box.cy, box.h / 2, fill=drawing.panel, line=TEXT, width=0.35 * s)
    if drawing.pad.letter:
        pen.centred(drawing.pad.letter, box.cx, box.cy, 12.0 * s, TEXT, "SemiBold")


def _draw_row(
    pen: Pen, pad: Pad, row: Row, place: RowPlan, plan: SheetPlan, order: PrintOrder, _: Translate
) -> None:
    """Draw a row: its plate in the colours of its cells, the cells, the lock, the box for its points."""
    outline = _outline(order)
    tones = inks(pastel=order.pastel)
    _draw_plate(pen, row, place, plan, tones, outline)
    for cell, box in zip(row.cells, place.cells, strict=True):
        _draw_cell(pen, cell, box, plan, order, closing=cell in row.closing)
    hint = _("min {number}\N{MULTIPLICATION SIGN}").format(number=pad.lock_needs)
    for cell, box in zip(row.closing, place.cells[place.closing :], strict=True):
        y, size = _hint(box, plan, order)
        room = box.w - 2.0 * plan.scale
        pen.text(hint, box.cx, y, size, tones[cell.colour].number, align="middle", room=room)
    _draw_lock(pen, tones[row.cells[-1].colour], place.lock, outline)
    _draw_points(pen, row, place, plan, tones, outline, order)


def _outline(order: PrintOrder) -> float | None:
    """Return the width in mm of the outlines that replace fills, or None if the order prints fills."""
    return OUTLINE_MM if order.ink == "save" else None


def _hint(box: Box, plan: SheetPlan, order: PrintOrder) -> tuple[float, float]:
    """Return the baseline in mm and the type size in points of the hint below a closing cell's number."""
    size = (6.4 if order.layout.per_page == 1 else 5.0) * plan.scale
    return box.bottom - 1.25 * min(plan.scale, box.h / 10), size


def _draw_points(
    pen: Pen,
    row: Row,
    place: RowPlan,
    plan: SheetPlan,
    tones: Mapping[str, Ink],
    outline: float | None,
    order: PrintOrder,
) -> None:
    """Draw the box for a row's points, and, unless in pastel, an equals sign and the sign of its colour."""
    box, s = place.points, plan.scale
    colour = tones[row.colour].line if row.colour else LINE
    pen.box(box, fill=PAPER, line=colour, width=outline or 0.4, radius=2.2 * s)
    if order.pastel:
        return
    x, half = (place.plate.right + box.x) / 2, min(0.75 * s, (box.x - place.plate.right) * 0.36)
    for y in (box.cy - 0.5 * s, box.cy + 0.5 * s):
        pen.line(x - half, y, x + half, y, colour if row.colour else SOFT, 0.4 * s)
    if row.colour:
        r = min(1.15 * s, box.h * 0.16)
        pen.shape(
            partial(colour_sign, row.colour),
            box.x + r + 1.0 * s,
            box.y + r + 1.0 * s,
            r,
            fill=tones[row.colour].plate,
        )


def _draw_plate(
    pen: Pen, row: Row, place: RowPlan, plan: SheetPlan, tones: Mapping[str, Ink], outline: float | None
) -> None:
    """Draw the band under a row in the colours of its cells, or its outline if `outline` (mm) isn't None."""
    plate, radius = place.plate, 2.8 * plan.scale
    for left, right, ink in _colour_runs(row, place, tones):
        pen.canvas.saveState()
        pen.clip(Box(left, plate.y, right - left, plate.h))
        if outline is not None:
            pen.box(plate, line=ink.line, width=outline, radius=radius)
        else:
            pen.box(plate, fill=ink.plate, radius=radius)
        pen.canvas.restoreState()
    lead = place.lead
    mark = PAPER if outline is None else tones[row.cells[0].colour].line
    x = lead.cx + 0.06 * lead.w
    if row.colour:
        pen.shape(
            partial(colour_sign, row.colour), x, lead.cy, min(2.0 * plan.scale, lead.w * 0.29), fill=mark
        )
    else:
        pen.shape(chevron, x, lead.cy, 1.5 * plan.scale, line=mark, width=0.7)


def _colour_runs(row: Row, place: RowPlan, tones: Mapping[str, Ink]) -> Iterator[tuple[float, float, Ink]]:
    """Yield left edge, right edge and ink of each run of cells in one colour, including lead-in and lock."""
    left = place.plate.x
    for index, cell in enumerate(row.cells):
        ends = index == len(row.cells) - 1
        if ends or row.cells[index + 1].colour != cell.colour:
            right = place.plate.right if ends else place.cells[index].cx + place.pitch / 2
            yield left, right, tones[cell.colour]
            left = right


def _draw_cell(pen: Pen, cell: Cell, box: Box, plan: SheetPlan, order: PrintOrder, *, closing: bool) -> None:
    """Draw a cell: its background, number, colour sign, and bonus sign if it has one."""
    ink, s = inks(pastel=order.pastel)[cell.colour], plan.scale
    outline = _outline(order)
    saving = outline is not None
    line, width = (ink.line, outline) if outline is not None else (None, 0.0)
    if closing:
        line, width = ink.line, 0.35 if saving else 0.45
    part = part_of_sign(cell.bonus) if cell.bonus else None
    framed = part is not None and part.frames_cells
    if framed:
        line, width = ink.number, 0.75 * s
    pen.box(
        box,
        fill=PAPER if saving else ink.cell,
        line=line,
        width=width,
        radius=CELL_RADIUS_MM * min(s, box.w / 9),
    )
    height, tone = min(box.h * 0.36, box.w * 0.345), ink.number
    if order.layout.per_page == 1:
        height, tone = height * 1.4, ink.dark
    elif not order.pastel:
        height = max(height, min(ARM_LENGTH_MM, box.h * 0.47, box.w * 0.345))
    middle = box.cy
    if closing and not order.pastel:
        hint, hint_size = _hint(box, plan, order)
        middle = min(middle, hint - hint_size * CAP_HEIGHT / PT - 0.3 * s - height / 2)
    weight = "Regular" if saving and order.pastel else "Medium"
    size = height / CAP_HEIGHT * PT
    pen.centred(str(cell.number), box.cx, middle, size, tone, weight, room=box.w * 0.8)
    sign = partial(colour_sign, cell.colour)
    edge = (1.5 if framed else 0.95) * s
    r = (1.25 if order.colour_blind else 0.72) * s
    sign_tone = ink.number if order.colour_blind else ink.line if saving else ink.plate
    pen.shape(sign, box.right - r - edge, box.y + r + edge, r, fill=sign_tone)
    if cell.bonus and part is not None:
        y = box.y + (2.15 if framed else 1.9) * s
        part.signs[cell.bonus](pen, box.x + 2.4 * s, y, s, ink.number)


def _draw_lock(pen: Pen, ink: Ink, box: Box, outline: float | None) -> None:
    r = min(box.w, box.h) / 2
    saving = outline is not None
    pen.circle(
        box.cx,
        box.cy,
        r,
        fill=PAPER if saving else ink.cell,
        line=ink.line,
        width=outline or 0.45,
    )
    size = r * 0.52
    pen.shape(padlock_shackle, box.cx, box.cy, size, line=ink.line, width=size * 0.24)
    pen.shape(
        padlock_body,
        box.cx,
        box.cy,
        size,
        fill=PAPER if saving else ink.plate,
        line=ink.line,
        width=size * 0.13,
    )


def _draw_table(pen: Pen, plan: SheetPlan, panel: Tone, _: Translate) -> None:
    """Draw the table of points for each number n of crosses in a row: n (n + 1) / 2, rule `score-table`."""
    s, table = plan.scale, plan.table
    pen.box(table, fill=panel, radius=2.0 * s)
    label_room = plan.table_columns[0].x - table.x - 2.0 * s
    upper = table.y + table.h * 0.30 + 7.0 * s * CAP_HEIGHT / PT / 2
    lower = table.y + table.h * 0.70 + 7.0 * s * CAP_HEIGHT / PT / 2
    pen.text(_("Crosses"), table.x + 1.6 * s, upper, 6.4 * s, SOFT, room=label_room)
    pen.text(_("Points"), table.x + 1.6 * s, lower, 6.4 * s, TEXT, "Medium", room=label_room)
    for marks, column in enumerate(plan.table_columns, 1):
        pen.text(str(marks), column.cx, upper, 7.0 * s, SOFT, align="middle", room=column.w * 0.84)
        points = str(row_points(marks))
        pen.text(points, column.cx, lower, 8.2 * s, TEXT, "Medium", "middle", room=column.w * 0.84)
    pen.line(plan.table_columns[0].x, table.cy, table.right - 1.6 * s, table.cy, LINE, 0.15)


def _draw_misses(pen: Pen, plan: SheetPlan, panel: Tone, _: Translate) -> None:
    s = plan.scale
    first, last = plan.misses[0], plan.misses[-1]
    baseline = first.y - 1.0 * s
    width = pen.text(_("Penalties"), first.x + 0.2 * s, baseline, 6.4 * s, SOFT)
    worth = _("\N{MINUS SIGN}5 each")
    pen.text(
        worth,
        last.right - 0.2 * s,
        baseline,
        6.4 * s,
        SOFT,
        align="right",
        room=last.right - first.x - width - 2,
    )
    for box in plan.misses:
        pen.box(box, fill=panel, line=LINE, width=0.3, radius=CELL_RADIUS_MM * s)
    _sign(pen, last.right, plan.miss_points.x, plan.miss_points.cy, "\N{MINUS SIGN}", s)
    pen.box(plan.miss_points, fill=PAPER, line=LINE, width=0.4, radius=2.2 * s)
    pen.text(_("Minus"), plan.miss_points.x + 0.2 * s, baseline, 6.4 * s, SOFT, room=plan.miss_points.w)
    _sign(pen, plan.miss_points.right, plan.total.x, plan.total.cy, "=", s)
    pen.box(plan.total, fill=PAPER, line=TEXT, width=0.7, radius=2.2 * s)
    pen.text(_("Total"), plan.total.x + 0.4 * s, baseline, 6.4 * s, TEXT, "Medium", room=plan.total.w)


def _sign(pen: Pen, left: float, right: float, y: float, sign: str, s: float) -> None:
    pen.centred(sign, (left + right) / 2, y, 12.0 * s, SOFT, "Medium")


def _draw_footer(pen: Pen, pad: Pad, plan: SheetPlan, _: Translate) -> None:
    s, box = plan.scale, plan.footer
    rule = _(
        "From left to right; skipped numbers are lost. Last number: only with {number} crosses in its row, "
        "then cross the lock too."
    ).format(number=pad.lock_needs)
    about = _(
        "For playing Qwixx with your own dice. Unofficial: not made or endorsed by the publisher of the game."
    )
    pen.text(rule, box.x, box.bottom - 3.2 * s, 8.4 * s, TEXT, "Medium", room=box.w)
    serial = text_width(WIDEST_SERIAL, 6.4 * s, "Medium") + 3.0 * s
    pen.text(about, box.x, box.bottom - 0.4 * s, 4.9 * s, SOFT, room=box.w - serial)
