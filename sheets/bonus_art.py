"""The signs of bonuses on cells, the legend that explains them, and the bonus bar."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sheets.art import Outline, colour_sign
from sheets.ink import LINE, PAPER, SOFT, TEXT, Ink, Tone
from sheets.language import Translate, message
from sheets.pad import Pad
from sheets.page import SheetPlan
from sheets.paper import Box
from sheets.pen import Pen
from sheets.typeface import CAP_HEIGHT, PT, text_width

LEGENDS = {
    "two-weakest": message("two crosses in the row with fewest"),
    "each-row": message("one cross in each row"),
    "double-weakest": message("row with fewest scores double"),
    "13": message("13 more points"),
    "no-misses": message("misses cost nothing"),
}
"""What the five signs of a Bonus B pad mean, if both cells of a kind are crossed."""


def draw_bonus(pen: Pen, kind: str, x: float, y: float, s: float, ink: Ink) -> None:
    """The sign of a bonus, centred on (x, y), for a sheet of scale `s`."""
    if kind == "bar":
        for dx, dy in ((0.8, 0.0), (0.0, 0.8)):
            pen.line(x - dx * s, y - dy * s, x + dx * s, y + dy * s, ink.number, 0.5 * s)
        return
    draw_bonus_sign(pen, kind, x, y, s, ink.number)


def draw_bonus_sign(pen: Pen, kind: str, x: float, y: float, s: float, colour: Tone) -> None:
    """One of the five signs of Bonus B, light on a dark pill about 3.7 by 2.6 mm."""
    w, h = 1.85 * s, 1.28 * s
    pen.shape(partial(_pill, w / h), x, y, h, fill=colour)
    if kind == "two-weakest":
        for dx in (-0.72, 0.72):
            pen.shape(_cross, x + dx * s, y, 0.46 * s, line=PAPER, width=0.32 * s)
    elif kind == "each-row":
        for dy in (-0.78, -0.26, 0.26, 0.78):
            pen.line(x - 0.8 * s, y + dy * s, x + 0.8 * s, y + dy * s, PAPER, 0.27 * s)
    elif kind == "double-weakest":
        pen.centred("\N{MULTIPLICATION SIGN}2", x, y, 5.7 * s, PAPER, "SemiBold")
    elif kind == "13":
        pen.centred("+13", x, y, 5.2 * s, PAPER, "SemiBold")
    else:
        side = 1.5 * s
        pen.box(Box(x - side / 2, y - side / 2, side, side), line=PAPER, width=0.28 * s, radius=0.35 * s)
        for tone, width in ((colour, 0.6), (PAPER, 0.28)):
            pen.line(x - 1.2 * s, y + 0.85 * s, x + 1.2 * s, y - 0.85 * s, tone, width * s)


def _pill(ratio: float, o: Outline) -> None:
    k = 0.5523 * 0.6
    r, w, h = 0.6, ratio, 1.0
    o.move(-w + r, -h)
    o.line(w - r, -h)
    o.curve(w - r + k, -h, w, -h + r - k, w, -h + r)
    o.line(w, h - r)
    o.curve(w, h - r + k, w - r + k, h, w - r, h)
    o.line(-w + r, h)
    o.curve(-w + r - k, h, -w, h - r + k, -w, h - r)
    o.line(-w, -h + r)
    o.curve(-w, -h + r - k, -w + r - k, -h, -w + r, -h)
    o.close()


def _cross(o: Outline) -> None:
    o.move(-1, -1)
    o.line(1, 1)
    o.move(-1, 1)
    o.line(1, -1)


def draw_bar(pen: Pen, pad: Pad, plan: SheetPlan, panel: Tone, inks: Mapping[str, Ink], _: Translate) -> None:
    """The bonus bar: a box for each bonus, in the ink (of `inks`) of the row that gets the cross."""
    strip, s = plan.bar_strip, plan.scale
    assert strip is not None
    pen.box(strip, fill=panel, radius=2.4 * s)
    pen.text(_("Bonus"), strip.x + 2.4 * s, strip.cy - 0.2 * s, 8.0 * s, TEXT, "SemiBold", room=22 * s)
    pen.text(
        _("= a cross in that row"),
        strip.x + 2.4 * s,
        strip.cy + 2.2 * s,
        4.6 * s,
        SOFT,
        room=plan.bar[0].x - 4 * s,
    )
    for colour, box in zip(pad.bar, plan.bar, strict=True):
        ink = inks[colour]
        pen.box(
            box,
            fill=PAPER if panel == PAPER else ink.cell,
            line=ink.line,
            width=0.5,
            radius=min(1.9 * s, box.h / 3),
        )
        r = min(box.h * 0.24, 2.0 * s)
        pen.shape(partial(colour_sign, colour), box.cx, box.cy, r, fill=ink.plate)


def draw_legend(pen: Pen, pad: Pad, plan: SheetPlan, panel: Tone, _: Translate) -> None:
    """What the signs on the cells mean, in one line, and the box for what they are worth at the end."""
    strip, worth, s = plan.legend, plan.bonus_points, plan.scale
    assert strip is not None
    assert worth is not None
    kinds = [kind for kind, _cells in pad.pairs]
    words = [_("Both crossed:"), *(_(LEGENDS[kind]) for kind in kinds)]
    pill, gap, least = 3.9 * s, 1.1 * s, 2.4 * s
    inner = strip.w - 4.8 * s
    size = 6.4 * s
    fixed = len(kinds) * (pill + gap + least)
    size *= min(1.0, (inner - fixed) / sum(text_width(word, size) for word in words))
    widths = [text_width(word, size) for word in words]
    space = (inner - sum(widths) - len(kinds) * (pill + gap)) / len(kinds)
    pen.box(strip, fill=panel, radius=2.0 * s)
    x, baseline = strip.x + 2.4 * s, strip.cy + size * CAP_HEIGHT / PT / 2
    x += pen.text(words[0], x, baseline, size, SOFT) + space
    for kind, word, width in zip(kinds, words[1:], widths[1:], strict=True):
        draw_bonus_sign(pen, kind, x + pill / 2, strip.cy, s, TEXT)
        pen.text(word, x + pill + gap, baseline, size, TEXT)
        x += pill + gap + width + space
    pen.box(worth, fill=PAPER, line=LINE, width=0.4, radius=2.0 * s)
    pen.centred("+", (strip.right + worth.x) / 2, strip.cy, 8.0 * s, SOFT, "Medium")
