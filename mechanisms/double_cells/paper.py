"""The game Double B on paper: a frame around each double cell, and a note that explains the frame."""

from mechanisms.double_cells import PART
from sheets.drawn import Drawing, draw_two_crosses
from sheets.language import message
from sheets.paper_part import PaperPart


def _draw(drawing: Drawing) -> None:
    pen, s, tones = drawing.pen, drawing.scale, drawing.inks
    for cell, box in drawing.cells_of(PART.on(drawing.pad)):
        ink = tones[cell.colour]
        pen.box(box, line=ink.number, width=0.75 * s, radius=1.9 * min(s, box.w / 9))
        draw_two_crosses(pen, box.x + 2.7 * s, box.y + 2.1 * s, s, ink.number)


PAPER = PaperPart(note=message("Framed cells: one mark, two crosses."), draw=_draw)
