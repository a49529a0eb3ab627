"""Draws the special parts of Connected A: a staircase of frames, and a strip that explains its points."""

from mechanisms.steps import PART
from sheets.art import Outline
from sheets.drawn import Drawing, draw_strip
from sheets.ink import TEXT
from sheets.paper import Box
from sheets.paper_part import PaperPart, StripShape
from sheets.typeface import CAP_HEIGHT, PT


def _draw(drawing: Drawing) -> None:
    """Draw frames around the special cells, lines that join them, and the strip with its stairs icon."""
    pen, pad, s, _ = drawing.pen, drawing.pad, drawing.scale, drawing.translate
    width, out = 0.8 * s, 0.5 * s
    joined = [
        (cell.index, pad.rows.index(pad.row(cell.row)), box) for cell, box in drawing.cells_of(PART.on(pad))
    ]
    for index, row, box in joined:
        frame = Box(box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out)
        pen.box(frame, line=TEXT, width=width, radius=2.3 * min(s, box.w / 9))
        for other, below, next_box in joined:
            step = below - row
            if other == index + 1 and abs(step) <= 1:
                y = box.cy if not step else box.bottom + out - width if step > 0 else box.y - out + width
                end = next_box.cy if not step else next_box.y if step > 0 else next_box.bottom
                x = box.right + out - width
                pen.line(x, y, next_box.x - out + width, end, TEXT, width)
    box = drawing.strip(PART.key).box
    draw_strip(drawing, drawing.strip(PART.key), "", "")
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


PAPER = PaperPart(strip=StripShape(7.0, points=True), draw=_draw)
