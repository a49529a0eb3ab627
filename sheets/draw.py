"""Draws a print order as a PDF with vector art, selectable text and embedded typefaces.

A *face* is the drawing that sheets of one design share. It is stored once, as a PDF form. Each sheet adds its
codes and names.
"""

from collections.abc import Callable
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from sheets.art import scissors
from sheets.face import draw_face
from sheets.ink import LINE, MARKER, SOFT, TEXT
from sheets.language import Translate, translator
from sheets.marker import dark_modules
from sheets.order import NAME_SIZE, PrintOrder, SheetSide, pages_of
from sheets.page import plan_sheet
from sheets.paper import MARGIN
from sheets.pen import Pen, reproducible_canvas
from sheets.plan import SheetPlan
from sheets.secret import secret_text
from sheets.serial import code_modules
from sheets.typeface import PT, printable, text_width

CHECK_BAR_MM = 50.0
"""Length of the check bar on each page. If it measures otherwise on paper, the printer scaled the page."""


def print_pads(order: PrintOrder, report: Callable[[int], object] | None = None) -> bytes:
    """Return the PDF for an order. After each page, call `report` with the number of pages drawn so far."""
    _ = translator(order.language)
    layout = order.layout
    file = BytesIO()
    canvas = reproducible_canvas(file, layout.page_width, layout.page_height, order.language)
    canvas.setTitle(_("Score sheets for {game}").format(game=order.pad.title))
    canvas.setSubject(_("Unofficial score sheets, made at home"))
    canvas.setCreator("qwixx print")
    canvas.setViewerPreference("PrintScaling", "None")
    if order.back is not None:
        canvas.setViewerPreference("Duplex", "DuplexFlipShortEdge" if layout.across else "DuplexFlipLongEdge")
    for number, pad in enumerate(order.faces):
        plan = plan_sheet(pad, layout)
        canvas.beginForm(f"sheet{number}", 0, 0, plan.width * PT, plan.height * PT)
        draw_face(Pen(canvas, plan.height), pad, plan, order, _)
        canvas.endForm()
    for number, page in enumerate(pages_of(order), 1):
        _draw_page(canvas, order, page, _)
        canvas.showPage()
        if report is not None:
            report(number)
    canvas.save()
    return file.getvalue()


def _draw_page(canvas: Canvas, order: PrintOrder, page: tuple[SheetSide, ...], _: Translate) -> None:
    layout = order.layout
    for slot, side in enumerate(page):
        box = layout.sheet_box(slot)
        canvas.saveState()
        canvas.translate(box.x * PT, (layout.page_height - box.bottom) * PT)
        canvas.doForm(f"sheet{order.faces.index(side.pad)}")
        _draw_side(Pen(canvas, box.h), side, plan_sheet(side.pad, layout), _)
        canvas.restoreState()
    pen = Pen(canvas, layout.page_height)
    if order.cut_lines:
        for y in layout.cuts(len(page)):
            pen.shape(scissors, MARGIN + 1.6, y, 1.3, line=LINE, width=0.2)
            pen.dashes(MARGIN + 4.0, layout.page_width - MARGIN, y, LINE, 0.18)
    if order.check_bar:
        left, y = (layout.page_width - CHECK_BAR_MM) / 2, MARGIN + 1.1
        pen.line(left, y, left + CHECK_BAR_MM, y, LINE, 0.18)
        for tick in (left, left + CHECK_BAR_MM):
            pen.line(tick, y - 0.9, tick, y + 0.9, LINE, 0.18)
        pen.text(_("50 mm: print at 100 %"), left + CHECK_BAR_MM + 1.6, y + 0.6, 4.6, SOFT)


def _draw_side(pen: Pen, side: SheetSide, plan: SheetPlan, _: Translate) -> None:
    """Draw what this side of a sheet adds to its face: markers, codes, serial number, name, lucky numbers."""
    for marker, box in zip(side.markers, plan.markers, strict=True):
        pen.modules(dark_modules(marker), box, MARKER)
    pen.modules(code_modules(str(side.code)), plan.code, MARKER)
    pen.modules(code_modules(secret_text(side.secret)), plan.secret, MARKER)
    scale = plan.scale
    baseline = plan.header.bottom - 1.7 * scale
    if side.name and (name := printable(side.name)):
        label = text_width(_("Name"), 7.0 * scale) + 2.0 * scale
        room = plan.name.w - label
        pen.text(name, plan.name.x + label, baseline, NAME_SIZE * scale, TEXT, "Medium", room=room)
    if side.lucky:
        for number, box in zip(side.lucky, plan.lucky, strict=True):
            pen.centred(str(number), box.cx, box.cy, 11.5 * scale, TEXT, "SemiBold")
    x, y = plan.footer.right, plan.footer.bottom - 0.5 * scale
    pen.text(str(side.serial), x, y, 6.4 * scale, SOFT, "Medium", "right")
