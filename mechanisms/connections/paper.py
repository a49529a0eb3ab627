"""Draws the upright fields between cells of Connect 15, whose cells are further apart than on other pads."""

from mechanisms.connections import PART, Connection
from sheets.drawn import Drawing
from sheets.ink import WHITE
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box
from sheets.paper_part import BareSheet, PaperPart
from sheets.plan import JOINED_FIELD_SHARE, Group

HEIGHT_SHARE = 0.74
"""Height of a field between two cells, as a share of the height of a cell."""


def _groups(pad: Pad, ground: BareSheet) -> tuple[Group, ...]:
    return (Group(tuple((field.name, _between(ground, field)) for field in PART.on(pad))),)


def _between(ground: BareSheet, field: Connection) -> Box:
    left, right = ground.cells[field.row][field.index : field.index + 2]
    width, height = JOINED_FIELD_SHARE * ground.columns.pitch, left.h * HEIGHT_SHARE
    return Box((left.cx + right.cx) / 2 - width / 2, left.cy - height / 2, width, height)


def _mark_words(pad: Pad, name: str) -> Phrase | None:
    if any(field.name == name for field in PART.on(pad) or ()):
        return Phrase("{row} {numbers}", {"row": pad.row(name[0]).short_term, "numbers": name[1:]})
    return None


def _place_words(pad: Pad, name: str) -> Phrase | None:
    if any(field.name == name for field in PART.on(pad)):
        return phrase("field {numbers} of {row}", numbers=name[1:], row=pad.row(name[0]).term)
    return None


def _draw(drawing: Drawing) -> None:
    pen, pad, plan, s = drawing.pen, drawing.pad, drawing.plan, drawing.scale
    tones, saving = drawing.inks, drawing.saving
    for field in PART.on(pad):
        box, cells = plan.box(field.name), plan.rows[field.row].cells
        ink = tones[pad.rows[field.row].cells[field.index].colour]
        left, right = cells[field.index], cells[field.index + 1]
        pen.line(left.right - 0.1, box.cy, right.x + 0.1, box.cy, ink.number, (0.6 if saving else 1.1) * s)
        radius = box.w / 2
        pen.box(box, fill=WHITE, line=ink.number, width=(0.3 if saving else 0.5) * s, radius=radius)


PAPER = PaperPart(
    note=message("Between numbers: with a 1 and a 5 on two dice, cross one such field too."),
    groups=_groups,
    mark_words=_mark_words,
    place_words=_place_words,
    draw=_draw,
)
