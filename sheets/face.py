"""Draws the face of a pad: all that its sheets have in common, at the places that the plan gives."""

from functools import partial

from sheets.art import chevron, colour_sign, padlock_body, padlock_shackle
from sheets.drawn import LEGIBLE_DIGIT_MM, OUTLINE_MM, Drawing
from sheets.ink import LINE, SOFT, TEXT, WHITE, Ink
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
"""A serial number of about the greatest possible width. The footer leaves this width free."""


def draw_face(pen: Pen, pad: Pad, plan: SheetPlan, order: PrintOrder, _: Translate) -> None:
    """Draw the face of `pad` at the places of `plan`, in the style of `order`; `_` translates its texts."""
    saving, is_large = order.ink == "save", order.layout.per_page == 1
    drawing = Drawing(pen, pad, plan, order.pastel, saving, is_large, order.colour_blind, _)
    _draw_header(drawing)
    for row, place in zip(pad.rows, plan.rows, strict=True):
        _draw_row(drawing, row, place)
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
    _draw_table(drawing)
    _draw_misses(drawing)
    _draw_footer(drawing)


def _draw_header(drawing: Drawing) -> None:
    pen, plan, s, _ = drawing.pen, drawing.plan, drawing.scale, drawing.translate
    baseline = plan.header.bottom - 1.7 * s
    title = _("Score sheet for {game}").format(game=_(drawing.pad.title))
    pen.text(title, plan.title.x, baseline, 10.5 * s, TEXT, "Medium", room=plan.title.w - 5 * s)
    for label, box in ((_("Name"), plan.name), (_("Date"), plan.date)):
        width = pen.text(label, box.x, baseline, 7.0 * s, SOFT)
        pen.line(box.x + width + 1.4 * s, baseline + 0.7 * s, box.right, baseline + 0.7 * s, LINE, 0.2)
    if plan.lucky:
        x = plan.lucky[0].x - 1.5 * s
        room = x - plan.title.right
        pen.text(_("Lucky numbers"), x, baseline, 7.0 * s, SOFT, align="right", room=room)
        for box in plan.lucky:
            pen.circle(box.cx, box.cy, box.h / 2, fill=drawing.panel, line=TEXT, width=0.35 * s)
    points = plan.rows[0].points
    room = plan.markers[1].x - points.x - 1.0
    pen.text(_("Points"), points.x + 0.4 * s, baseline, 7.0 * s, SOFT, room=room)


def _draw_letter(drawing: Drawing, box: Box) -> None:
    """Draw a circle with the letter of this sheet, or an empty circle if `drawing.pad` has no letter yet."""
    pen, plan, s, _ = drawing.pen, drawing.plan, drawing.scale, drawing.translate
    baseline = plan.header.bottom - 1.7 * s
    room = box.x - plan.title.right - 1.5 * s
    pen.text(_("Sheet"), box.x - 1.5 * s, baseline, 7.0 * s, SOFT, align="right", room=room)
    pen.circle(box.cx, box.cy, box.h / 2, fill=drawing.panel, line=TEXT, width=0.35 * s)
    if drawing.pad.letter:
        pen.centred(drawing.pad.letter, box.cx, box.cy, 12.0 * s, TEXT, "SemiBold")


def _draw_row(drawing: Drawing, row: Row, place: RowPlan) -> None:
    """Draw a row: its plate (the coloured band behind it), its cells, the lock, the box for points."""
    pen, s, tones, _ = drawing.pen, drawing.scale, drawing.inks, drawing.translate
    _draw_plate(drawing, row, place)
    for cell, box in zip(row.cells, place.cells, strict=True):
        _draw_cell(drawing, cell, box, closing=cell in row.closing)
    hint = _("min {number}\N{MULTIPLICATION SIGN}").format(number=drawing.pad.lock_needs)
    for cell, box in zip(row.closing, place.cells[place.closing :], strict=True):
        y, size = _hint(drawing, box)
        ink = tones[cell.colour].number
        pen.text(hint, box.cx, y, size, ink, align="middle", room=box.w - 2.0 * s)
    _draw_lock(drawing, tones[row.cells[-1].colour], place.lock)
    _draw_points(drawing, row, place)


def _hint(drawing: Drawing, box: Box) -> tuple[float, float]:
    """Return baseline in mm and type size in points for the hint in a closing cell, such as "min 5x"."""
    s = drawing.scale
    return box.bottom - 1.25 * min(s, box.h / 10), (6.4 if drawing.is_large else 5.0) * s


def _draw_points(drawing: Drawing, row: Row, place: RowPlan) -> None:
    """Draw the box for a row's points. Unless the style is pastel, add an equals sign and a colour sign."""
    pen, s, box, tones = drawing.pen, drawing.scale, place.points, drawing.inks
    colour = tones[row.colour].line if row.colour else LINE
    pen.box(box, fill=WHITE, line=colour, width=OUTLINE_MM if drawing.saving else 0.4, radius=2.2 * s)
    if drawing.pastel:
        return
    x, half = (place.plate.right + box.x) / 2, min(0.75 * s, (box.x - place.plate.right) * 0.36)
    for y in (box.cy - 0.5 * s, box.cy + 0.5 * s):
        pen.line(x - half, y, x + half, y, colour if row.colour else SOFT, 0.4 * s)
    if row.colour:
        r = min(1.15 * s, box.h * 0.16)
        x, y = box.x + r + 1.0 * s, box.y + r + 1.0 * s
        pen.shape(partial(colour_sign, row.colour), x, y, r, fill=tones[row.colour].plate)


def _draw_plate(drawing: Drawing, row: Row, place: RowPlan) -> None:
    """Draw the band behind a row, in its cells' colours or outlined to save ink, and a sign on its left."""
    pen, s, tones, saving = drawing.pen, drawing.scale, drawing.inks, drawing.saving
    plate, lead, left = place.plate, place.lead, place.plate.x
    for index, cell in enumerate(row.cells):
        ends = index == len(row.cells) - 1
        if ends or row.cells[index + 1].colour != cell.colour:
            right = plate.right if ends else place.cells[index].cx + place.pitch / 2
            ink = tones[cell.colour]
            pen.canvas.saveState()
            pen.clip(Box(left, plate.y, right - left, plate.h))
            if saving:
                pen.box(plate, line=ink.line, width=OUTLINE_MM, radius=2.8 * s)
            else:
                pen.box(plate, fill=ink.plate, radius=2.8 * s)
            pen.canvas.restoreState()
            left = right
    mark = tones[row.cells[0].colour].line if saving else WHITE
    x = lead.cx + 0.06 * lead.w
    if row.colour:
        pen.shape(partial(colour_sign, row.colour), x, lead.cy, min(2.0 * s, lead.w * 0.29), fill=mark)
    else:
        pen.shape(chevron, x, lead.cy, 1.5 * s, line=mark, width=0.7)


def _draw_cell(drawing: Drawing, cell: Cell, box: Box, *, closing: bool) -> None:
    """Draw a cell: its background, number, colour sign, and bonus sign if it has one."""
    pen, s, ink, saving = drawing.pen, drawing.scale, drawing.inks[cell.colour], drawing.saving
    line, width = (ink.line, OUTLINE_MM) if saving else (None, 0.0)
    if closing:
        line, width = ink.line, 0.35 if saving else 0.45
    part = part_of_sign(cell.bonus) if cell.bonus else None
    framed = part is not None and part.frames_cells
    if framed:
        line, width = ink.number, 0.75 * s
    radius = CELL_RADIUS_MM * min(s, box.w / 9)
    pen.box(box, fill=WHITE if saving else ink.cell, line=line, width=width, radius=radius)
    height, tone = min(box.h * 0.36, box.w * 0.345), ink.number
    if drawing.is_large:
        height, tone = height * 1.4, ink.dark
    elif not drawing.pastel:
        height = max(height, min(LEGIBLE_DIGIT_MM, box.h * 0.47, box.w * 0.345))
    middle = box.cy
    if closing and not drawing.pastel:
        hint, hint_size = _hint(drawing, box)
        middle = min(middle, hint - hint_size * CAP_HEIGHT / PT - 0.3 * s - height / 2)
    weight = "Regular" if saving and drawing.pastel else "Medium"
    size = height / CAP_HEIGHT * PT
    pen.centred(str(cell.number), box.cx, middle, size, tone, weight, room=box.w * 0.8)
    edge = (1.5 if framed else 0.95) * s
    r = (1.25 if drawing.colour_blind else 0.72) * s
    sign_tone = ink.number if drawing.colour_blind else ink.line if saving else ink.plate
    pen.shape(partial(colour_sign, cell.colour), box.right - r - edge, box.y + r + edge, r, fill=sign_tone)
    if cell.bonus and part is not None:
        y = box.y + (2.15 if framed else 1.9) * s
        part.signs[cell.bonus](pen, box.x + 2.4 * s, y, s, ink.number)


def _draw_lock(drawing: Drawing, ink: Ink, box: Box) -> None:
    pen, saving, r = drawing.pen, drawing.saving, min(box.w, box.h) / 2
    outline = OUTLINE_MM if saving else 0.45
    pen.circle(box.cx, box.cy, r, fill=WHITE if saving else ink.cell, line=ink.line, width=outline)
    size, fill = r * 0.52, WHITE if saving else ink.plate
    pen.shape(padlock_shackle, box.cx, box.cy, size, line=ink.line, width=size * 0.24)
    pen.shape(padlock_body, box.cx, box.cy, size, fill=fill, line=ink.line, width=size * 0.13)


def _draw_table(drawing: Drawing) -> None:
    """Draw the table of points by number of crosses in a row (rules.md: score-table)."""
    pen, plan, s, _ = drawing.pen, drawing.plan, drawing.scale, drawing.translate
    table, columns = plan.table, plan.table_columns
    pen.box(table, fill=drawing.panel, radius=2.0 * s)
    label_room = columns[0].x - table.x - 2.0 * s
    upper = table.y + table.h * 0.30 + 7.0 * s * CAP_HEIGHT / PT / 2
    lower = table.y + table.h * 0.70 + 7.0 * s * CAP_HEIGHT / PT / 2
    pen.text(_("Crosses"), table.x + 1.6 * s, upper, 6.4 * s, SOFT, room=label_room)
    pen.text(_("Points"), table.x + 1.6 * s, lower, 6.4 * s, TEXT, "Medium", room=label_room)
    for marks, column in enumerate(columns, 1):
        pen.text(str(marks), column.cx, upper, 7.0 * s, SOFT, align="middle", room=column.w * 0.84)
        points = str(row_points(marks))
        pen.text(points, column.cx, lower, 8.2 * s, TEXT, "Medium", "middle", room=column.w * 0.84)
    pen.line(columns[0].x, table.cy, table.right - 1.6 * s, table.cy, LINE, 0.15)


def _draw_misses(drawing: Drawing) -> None:
    """Draw the penalty boxes, the box for the points that they cost, and the box for the total."""
    pen, plan, s, _ = drawing.pen, drawing.plan, drawing.scale, drawing.translate
    first, last = plan.misses[0], plan.misses[-1]
    baseline = first.y - 1.0 * s
    width = pen.text(_("Penalties"), first.x + 0.2 * s, baseline, 6.4 * s, SOFT)
    worth, room = _("\N{MINUS SIGN}5 each"), last.right - first.x - width - 2
    pen.text(worth, last.right - 0.2 * s, baseline, 6.4 * s, SOFT, align="right", room=room)
    for box in plan.misses:
        pen.box(box, fill=drawing.panel, line=LINE, width=0.3, radius=CELL_RADIUS_MM * s)
    points, total = plan.miss_points, plan.total
    pen.centred("\N{MINUS SIGN}", (last.right + points.x) / 2, points.cy, 12.0 * s, SOFT, "Medium")
    pen.box(points, fill=WHITE, line=LINE, width=0.4, radius=2.2 * s)
    pen.text(_("Minus"), points.x + 0.2 * s, baseline, 6.4 * s, SOFT, room=points.w)
    pen.centred("=", (points.right + total.x) / 2, total.cy, 12.0 * s, SOFT, "Medium")
    pen.box(total, fill=WHITE, line=TEXT, width=0.7, radius=2.2 * s)
    pen.text(_("Total"), total.x + 0.4 * s, baseline, 6.4 * s, TEXT, "Medium", room=total.w)


def _draw_footer(drawing: Drawing) -> None:
    pen, s, box, _ = drawing.pen, drawing.scale, drawing.plan.footer, drawing.translate
    rule = _(
        "From left to right; skipped numbers are lost. Last number: only with {number} crosses in its row, "
        "then cross the lock too."
    ).format(number=drawing.pad.lock_needs)
    about = _(
        "For playing Qwixx with your own dice. Unofficial: not made or endorsed by the publisher of the game."
    )
    pen.text(rule, box.x, box.bottom - 3.2 * s, 8.4 * s, TEXT, "Medium", room=box.w)
    serial = text_width(WIDEST_SERIAL, 6.4 * s, "Medium") + 3.0 * s
    pen.text(about, box.x, box.bottom - 0.4 * s, 4.9 * s, SOFT, room=box.w - serial)
