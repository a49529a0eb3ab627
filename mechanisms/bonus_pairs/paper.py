"""The game Bonus B on paper: light signs on dark backgrounds, and the legend that explains the signs."""

from functools import partial

from mechanisms.bonus_pairs import PART
from sheets.drawn import Drawing, draw_pill, draw_two_crosses
from sheets.ink import LINE, SOFT, TEXT, WHITE, Tone
from sheets.language import message
from sheets.paper import Box
from sheets.paper_part import DrawSign, PaperPart, StripShape
from sheets.pen import Pen
from sheets.typeface import CAP_HEIGHT, PT, text_width

LEGENDS = {
    "two-weakest": message("two crosses in the row with fewest"),
    "each-row": message("one cross in each row"),
    "double-weakest": message("row with fewest scores double"),
    "13": message("13 more points"),
    "no-misses": message("penalties cost nothing"),
}
"""The effect of each bonus when both of its cells are crossed, for the legend on paper."""


def _four_lines(pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    draw_pill(pen, x, y, s, tone)
    for dy in (-0.78, -0.26, 0.26, 0.78):
        pen.line(x - 0.8 * s, y + dy * s, x + 0.8 * s, y + dy * s, WHITE, 0.27 * s)


def _text(text: str, size: float, pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    draw_pill(pen, x, y, s, tone)
    pen.centred(text, x, y, size * s, WHITE, "SemiBold")


def _struck_box(pen: Pen, x: float, y: float, s: float, tone: Tone) -> None:
    draw_pill(pen, x, y, s, tone)
    side = 1.5 * s
    pen.box(Box(x - side / 2, y - side / 2, side, side), line=WHITE, width=0.28 * s, radius=0.35 * s)
    for line, width in ((tone, 0.6), (WHITE, 0.28)):
        pen.line(x - 1.2 * s, y + 0.85 * s, x + 1.2 * s, y - 0.85 * s, line, width * s)


SIGNS: dict[str, DrawSign] = {
    "two-weakest": draw_two_crosses,
    "each-row": _four_lines,
    "double-weakest": partial(_text, "\N{MULTIPLICATION SIGN}2", 5.7),
    "13": partial(_text, "+13", 5.2),
    "no-misses": _struck_box,
}


def _draw(drawing: Drawing) -> None:
    pen, s, _ = drawing.pen, drawing.scale, drawing.translate
    strip, worth = drawing.strip(PART.key).box, drawing.strip(PART.key).points
    assert worth is not None
    kinds = [kind for kind, _cells in PART.on(drawing.pad)]
    words = [_("Both crossed:"), *(_(LEGENDS[kind]) for kind in kinds)]
    pill, gap, least = 3.9 * s, 1.1 * s, 2.4 * s
    inner, size, fixed = strip.w - 4.8 * s, 6.4 * s, len(kinds) * (pill + gap + least)
    size *= min(1.0, (inner - fixed) / sum(text_width(word, size) for word in words))
    widths = [text_width(word, size) for word in words]
    space = (inner - sum(widths) - len(kinds) * (pill + gap)) / len(kinds)
    pen.box(strip, fill=drawing.panel, radius=2.0 * s)
    x, baseline = strip.x + 2.4 * s, strip.cy + size * CAP_HEIGHT / PT / 2
    x += pen.text(words[0], x, baseline, size, SOFT) + space
    for kind, word, width in zip(kinds, words[1:], widths[1:], strict=True):
        SIGNS[kind](pen, x + pill / 2, strip.cy, s, TEXT)
        pen.text(word, x + pill + gap, baseline, size, TEXT)
        x += pill + gap + width + space
    pen.box(worth, fill=WHITE, line=LINE, width=0.4, radius=2.0 * s)
    pen.centred("+", (strip.right + worth.x) / 2, strip.cy, 8.0 * s, SOFT, "Medium")


PAPER = PaperPart(strip=StripShape(7.0, points=True), draw=_draw, signs=SIGNS)
