"""Draws the special parts of Bonus A: frames with a plus on bonus cells, and a bar of coloured boxes."""

from functools import partial

from mechanisms.bonus_bar import PART, SIGN
from sheets.art import colour_sign
from sheets.drawn import Drawing
from sheets.ink import SOFT, TEXT, WHITE, Tone
from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names
from sheets.paper_part import PaperPart, StripShape
from sheets.pen import Pen


def _place_words(pad: Pad, name: str) -> Phrase | None:
    boxes = box_names(pad.parts, PART.key)
    return phrase("bonus box {number}", number=boxes.index(name) + 1) if name in boxes else None


def _plus(pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    for dx, dy in ((0.8, 0.0), (0.0, 0.8)):
        pen.line(x - dx * s, y - dy * s, x + dx * s, y + dy * s, tone, 0.5 * s)


def _draw(drawing: Drawing) -> None:
    pen, s, tones, _ = drawing.pen, drawing.scale, drawing.inks, drawing.translate
    strip, fields = drawing.strip(PART.key).box, drawing.strip(PART.key).fields
    x, room = strip.x + 2.4 * s, fields[0].x - 4 * s
    pen.box(strip, fill=drawing.panel, radius=2.4 * s)
    pen.text(_("Bonus"), x, strip.cy - 0.2 * s, 8.0 * s, TEXT, "SemiBold", room=22 * s)
    pen.text(_("= a cross in that row"), x, strip.cy + 2.2 * s, 4.6 * s, SOFT, room=room)
    for colour, box in zip(PART.on(drawing.pad).boxes, fields, strict=True):
        ink, radius = tones[colour], min(1.9 * s, box.h / 3)
        pen.box(box, fill=WHITE if drawing.saving else ink.cell, line=ink.line, width=0.5, radius=radius)
        r = min(box.h * 0.24, 2.0 * s)
        pen.shape(partial(colour_sign, colour), box.cx, box.cy, r, fill=ink.plate)


PAPER = PaperPart(
    strip=StripShape(9.4, widest=1.35),
    place_words=_place_words,
    draw=_draw,
    signs={SIGN: _plus},
    frames_cells=True,
)
