"""The game Lucky 15 on paper: a strip with the fields of the track and a short rule."""

from mechanisms.track import FIFTEEN, PART
from sheets.art import chevron
from sheets.drawn import LEGIBLE_DIGIT_MM, Drawing, draw_strip
from sheets.ink import TEXT, WHITE
from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names
from sheets.paper_part import PaperPart, StripShape
from sheets.typeface import CAP_HEIGHT, PT


def _mark_words(pad: Pad, name: str) -> Phrase | None:
    return phrase("fifteen on the track") if name == str(FIFTEEN) and PART.on(pad) else None


def _place_words(pad: Pad, name: str) -> Phrase | None:
    boxes = box_names(pad.parts, PART.key)
    if name not in boxes:
        return None
    return phrase("field {points} of the track", points=PART.on(pad)[boxes.index(name)])


def _draw(drawing: Drawing) -> None:
    pen, s, _ = drawing.pen, drawing.scale, drawing.translate
    strip = drawing.strip(PART.key)
    draw_strip(drawing, strip, _("Fifteen"), _("the last cross counts"))
    for number, (points, box) in enumerate(zip(PART.on(drawing.pad), strip.fields, strict=True)):
        pen.box(box, fill=WHITE, line=TEXT, width=0.4 * s, radius=min(1.9 * s, box.h / 3))
        size = min(LEGIBLE_DIGIT_MM * 1.1 * s, box.h * 0.46) / CAP_HEIGHT * PT
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


PAPER = PaperPart(
    strip=StripShape(9.4, widest=1.75, apart=3.4, points=True),
    mark_words=_mark_words,
    place_words=_place_words,
    draw=_draw,
)
