"""The game X-Change on paper: a strip of fields, each with two numbers."""

from mechanisms.exchange import PART
from sheets.drawn import LEGIBLE_DIGIT_MM, Drawing, draw_strip
from sheets.ink import SOFT, TEXT, WHITE
from sheets.language import Phrase, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names
from sheets.paper_part import PaperPart, StripShape
from sheets.place_names import cell_phrase
from sheets.typeface import CAP_HEIGHT, PT


def _mark_words(pad: Pad, text: str) -> Phrase | None:
    cell = text.removesuffix(PART.sign)
    return None if cell == text else phrase("{cell} by an exchange", cell=cell_phrase(pad, cell))


def _place_words(pad: Pad, name: str) -> Phrase | None:
    boxes = box_names(pad.parts, PART.key)
    if name not in boxes:
        return None
    first, second = PART.on(pad)[boxes.index(name)]
    return phrase("exchange field {first}/{second}", first=first, second=second)


def _draw(drawing: Drawing) -> None:
    pen, s, _ = drawing.pen, drawing.scale, drawing.translate
    strip = drawing.strip(PART.key)
    draw_strip(drawing, strip, _("Exchange"), _("one white sum for the other"))
    for pair, box in zip(PART.on(drawing.pad), strip.fields, strict=True):
        pen.box(box, fill=WHITE, line=TEXT, width=0.4 * s, radius=min(1.9 * s, box.h / 3))
        size = min(LEGIBLE_DIGIT_MM * s, box.h * 0.44) / CAP_HEIGHT * PT
        for number, share in zip(pair, (0.22, 0.78), strict=True):
            x = box.x + share * box.w
            pen.centred(str(number), x, box.cy, size, TEXT, "Medium", room=box.w * 0.34)
        reach, apart = 0.085 * box.w, 0.7 * s
        for way in (1, -1):
            y, tip = box.cy - way * apart, box.cx + way * reach
            pen.line(box.cx - way * reach, y, tip, y, SOFT, 0.35 * s)
            for side in (1, -1):
                pen.line(tip - way * 0.7 * s, y + side * 0.55 * s, tip, y, SOFT, 0.35 * s)


PAPER = PaperPart(
    strip=StripShape(9.4, widest=2.0), mark_words=_mark_words, place_words=_place_words, draw=_draw
)
