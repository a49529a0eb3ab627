"""The game Double A on paper: a second field, for a second cross, in the lower part of a cell."""

from mechanisms.second_crosses import PART
from sheets.drawn import LEGIBLE_DIGIT_MM, OUTLINE_MM, Drawing
from sheets.ink import WHITE
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box
from sheets.paper_part import BareSheet, PaperPart
from sheets.place_names import cell_phrase
from sheets.plan import Group
from sheets.typeface import CAP_HEIGHT, PT

NUMBER_SHARE, SECOND_SHARE = 0.56, 0.39
"""The shares of a cell's height that its number and, below it, the second field (for a second cross) take."""
WIDTH_SHARE = 0.86
"""Width of a second field (for a second cross), as a share of the cell's width."""
MIN_HEIGHT_MM = 4.0
"""Smallest height of a second field (for a second cross), in mm."""


def _number_share(pad: Pad, row: int, index: int) -> float:
    return NUMBER_SHARE if PART.on(pad)[row] >> index & 1 else 1.0


def _groups(pad: Pad, ground: BareSheet) -> tuple[Group, ...]:
    groups = []
    for row, boxes, bits in zip(pad.rows, ground.cells, PART.on(pad), strict=True):
        fields = []
        for cell, box in zip(row.cells, boxes, strict=True):
            if bits >> cell.index & 1:
                height, width = box.h * SECOND_SHARE, box.w * WIDTH_SHARE
                fields.append((f"{cell}+", Box(box.cx - width / 2, box.bottom - height, width, height)))
        groups.append(Group(tuple(fields)))
    return tuple(groups)


def _mark_words(pad: Pad, text: str) -> Phrase | None:
    cell = text.removesuffix(PART.sign)
    return None if cell == text else phrase("{cell} a second time", cell=cell_phrase(pad, cell))


def _place_words(pad: Pad, name: str) -> Phrase | None:
    cell = name.removesuffix(PART.sign)
    if cell == name or not pad.has_cell(cell):
        return None
    return phrase("second cross of {cell}", cell=cell_phrase(pad, cell))


def _draw(drawing: Drawing) -> None:
    """Draw the fields for second crosses, each with its cell's number in small type."""
    pen, s, tones, saving = drawing.pen, drawing.scale, drawing.inks, drawing.saving
    for cell, _box in drawing.cells_of(PART.on(drawing.pad)):
        box, ink = drawing.plan.box(f"{cell}+"), tones[cell.colour]
        line, width = (ink.line, OUTLINE_MM) if saving else (None, 0.0)
        pen.box(box, fill=WHITE if saving else ink.cell, line=line, width=width, radius=1.5 * s)
        size = min(box.h * 0.42, 0.72 * LEGIBLE_DIGIT_MM * s) / CAP_HEIGHT * PT
        pen.centred(str(cell.number), box.cx, box.cy, size, ink.line, "Regular")


PAPER = PaperPart(
    note=message(
        "Lower field: cross it when the last number crossed in its row comes up again; it counts as well."
    ),
    groups=_groups,
    heights=lambda cell, band: ((cell * SECOND_SHARE, MIN_HEIGHT_MM),),
    number_share=_number_share,
    mark_words=_mark_words,
    place_words=_place_words,
    draw=_draw,
)
