"""The signs of the bonus pads: on their cells, in the legend, and the bonus bar."""

from __future__ import annotations

from functools import partial

from sheets.art import Outline, colour_sign
from sheets.ink import INKS, PANEL, PAPER, SOFT, TEXT, Ink, Tone
from sheets.language import Translate, message
from sheets.pad import Pad
from sheets.page import SheetPlan
from sheets.pen import Pen
from sheets.typeface import text_width

LEGENDS = {
    "two-weakest": message("two crosses in the row with fewest"),
    "each-row": message("one cross in each row"),
    "double-weakest": message("row with fewest scores double"),
    "13": message("13 more points"),
    "no-misses": message("misses cost nothing"),
}
"""What the five signs of a Bonus B pad mean; both cells of a kind must be crossed."""


def draw_bonus(pen: Pen, kind: str, x: float, y: float, s: float, ink: Ink) -> None:
    """The sign of a bonus, centred on (x, y), for a sheet of scale `s`."""
    if kind == "bar":
        for dx, dy in ((1.0, 0.0), (0.0, 1.0)):
            pen.line(x - dx * s, y - dy * s, x + dx * s, y + dy * s, ink.number, 0.6 * s)
        return
    sign(pen, kind, x, y, s, ink.number)


def sign(pen: Pen, kind: str, x: float, y: float, s: float, colour: Tone) -> None:
    """One of the five signs of Bonus B, light on a dark pill about 3.6 by 2.8 mm."""
    w, h = 1.75 * s, 1.3 * s
    pen.shape(partial(_pill, w / h), x, y, h, fill=colour)
    if kind == "two-weakest":
        for dx in (-0.72, 0.72):
            pen.shape(_cross, x + dx * s, y, 0.46 * s, line=PAPER, width=0.32 * s)
    elif kind == "each-row":
        for dy in (-0.78, -0.26, 0.26, 0.78):
            pen.line(x - 0.8 * s, y + dy * s, x + 0.8 * s, y + dy * s, PAPER, 0.27 * s)
    elif kind == "double-weakest":
        pen.centred("×2", x, y, 5.6 * s, PAPER, "SemiBold")
    elif kind == "13":
        pen.centred("+13", x, y, 4.9 * s, PAPER, "SemiBold")
    else:
        pen.centred("−5", x, y, 5.2 * s, PAPER, "SemiBold")
        pen.line(x - 1.2 * s, y + 0.75 * s, x + 1.2 * s, y - 0.75 * s, PAPER, 0.3 * s)


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


def draw_bar(pen: Pen, pad: Pad, plan: SheetPlan, saving: bool, _: Translate) -> None:
    """The bonus bar: a box for each bonus, in the colour of the row that gets the cross."""
    strip, s = plan.bar_strip, plan.scale
    assert strip is not None
    pen.box(strip, fill=PANEL, radius=2.4 * s)
    pen.text(_("Bonus"), strip.x + 2.4 * s, strip.cy - 0.2 * s, 8.0 * s, TEXT, "SemiBold", room=22 * s)
    pen.text(
        _("a cross in the row of"),
        strip.x + 2.4 * s,
        strip.cy + 2.0 * s,
        4.6 * s,
        SOFT,
        room=plan.bar[0].x - 4 * s,
    )
    for colour, box in zip(pad.bar, plan.bar, strict=True):
        ink = INKS[colour]
        pen.box(
            box, fill=PAPER if saving else ink.plate, line=ink.line, width=0.4, radius=min(1.9 * s, box.h / 3)
        )
        r = min(box.h * 0.24, 2.0 * s)
        pen.shape(partial(colour_sign, colour), box.cx, box.cy, r, fill=ink.line if saving else PAPER)


def draw_legend(pen: Pen, pad: Pad, plan: SheetPlan, _: Translate) -> None:
    """What the signs on the cells mean, in one line."""
    strip, s = plan.legend, plan.scale
    assert strip is not None
    kinds = [kind for kind, _cells in pad.pairs]
    words = [_(LEGENDS[kind]) for kind in kinds]
    pill, gap = 3.5 * s, 1.2 * s
    size = 6.4 * s
    lead = _("Both crossed:")

    def needed(size: float) -> float:
        return sum(text_width(word, size) for word in (lead, *words)) + len(words) * (pill + gap)

    while needed(size) > strip.w - 3 * s * len(words) and size > 3 * s:
        size *= 0.98
    space = (strip.w - needed(size)) / len(words)
    x, baseline = strip.x, strip.cy + size * 0.7 / 2 * 25.4 / 72
    x += pen.text(lead, x, baseline, size, SOFT) + space
    for kind, word in zip(kinds, words, strict=True):
        sign(pen, kind, x + pill / 2, strip.cy, s, TEXT)
        x += pill + gap
        x += pen.text(word, x, baseline, size, TEXT) + space
