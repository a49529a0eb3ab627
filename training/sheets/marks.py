"""Writes on a sheet by hand: marks, lines through skipped cells, erased marks, numbers and names."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.paper import Box
from sheets.plan import RowPlan, SheetPlan
from training.sheets.hands import KINDS, Hand, WrittenSheet, random_hand, wavering
from training.sheets.pages import MARGIN_MM, SCALE

Stroke = tuple[list[tuple[float, float]], float]
"""A line of a mark: the points (x, y) on it, from -1 to 1, and its width relative to the pen's."""
Jitter = Callable[..., float]
"""Returns a random offset for a point of a line, with a standard deviation of 0.14 by default."""


def _cross(chance: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    yield [(-1 + j(), -1 + j()), (j(0.08), j(0.08)), (1 + j(), 1 + j())], 1.0
    if chance.random() < 0.12:  # not lifted
        yield [(1 + j(), 1 + j()), (1 + j(), -1 + j())], 0.7
    yield [(1 + j(), -1 + j()), (j(0.08), j(0.08)), (-1 + j(), 1 + j())], 1.0


def _loop(chance: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    """Yield a cross drawn without lifting the pen, with a loop to the right, left, top or bottom."""
    out, level = chance.uniform(1.05, 1.8), chance.uniform(-0.5, 0.5)
    bow = [(1 + j(), 1 + j()), (out, 0.55 + level), (out, level - 0.55), (1 + j(), -1 + j())]
    knots = [(-1 + j(), -1 + j()), (j(0.08), j(0.08)), *bow, (j(0.08), j(0.08)), (-1 + j(), 1 + j())]
    flip = 1 if chance.random() < 0.75 else -1
    swap = chance.random() < 0.25
    yield [(flip * y, x) if swap else (flip * x, y) for x, y in knots], 1.0


def _plus(_: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    yield [(-1 + j(), j()), (1 + j(), j())], 1.0
    yield [(j(), -1 + j()), (j(), 1 + j())], 1.0


def _tick(_: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    yield [(-0.8 + j(), j()), (-0.25 + j(), 0.8 + j()), (1.05 + j(0.2), -1.05 + j(0.2))], 1.0


def _slash(chance: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    x = chance.uniform(0.15, 0.9) * (1 if chance.random() < 0.75 else -1)
    yield [(x + j(), -1.05 + j()), (j(0.1), j(0.1)), (-x + j(), 1.05 + j())], 1.0


def _ring(chance: np.random.Generator, _: Jitter) -> Iterator[Stroke]:
    angles = np.linspace(0, 2 * np.pi * chance.uniform(0.95, 1.15), 18) + chance.uniform(0, 6)
    grow = np.linspace(1, chance.uniform(0.85, 1.12), 18)
    yield [(float(g * np.cos(a)), float(g * np.sin(a))) for a, g in zip(angles, grow, strict=True)], 1.0


def _hatch(chance: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    """Yield a hatching in any direction, with paper between the lines."""
    n, angle = int(chance.integers(5, 15)), chance.uniform(0, np.pi)
    if chance.random() < 0.4:
        angle = chance.normal(0, 0.12)
    c, s = np.cos(angle), np.sin(angle)
    reach = 0.95 / max(abs(c), abs(s))
    levels = np.linspace(-reach, reach, n)
    width = np.sqrt(np.clip(1.25 - (levels / reach) ** 2, 0, 1))
    sides = np.where(np.arange(n) % 2, reach, -reach) * width
    points = zip(sides, levels, strict=True)
    yield [(float(x * c - y * s) + j(0.08), float(x * s + y * c) + j(0.08)) for x, y in points], 1.0


def _scribble(chance: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    n = int(chance.integers(6, 16))
    if chance.random() < 0.5:
        yield [(j(0.55), j(0.55)) for _ in range(n)], 1.0
    else:
        along = np.linspace(-0.9, 0.9, n)
        yield [(float(x) + j(0.1), (0.85 if i % 2 else -0.85) + j(0.15)) for i, x in enumerate(along)], 1.0


def _fill(chance: np.random.Generator, j: Jitter) -> Iterator[Stroke]:
    n = int(chance.integers(8, 26))
    along = np.linspace(-0.95, 0.95, n)
    thick = float(chance.uniform(1.0, 2.2))
    if chance.random() < 0.5:
        yield [(float(x) + j(0.04), (0.92 if i % 2 else -0.92) + j(0.06)) for i, x in enumerate(along)], thick
    else:
        yield [((0.92 if i % 2 else -0.92) + j(0.06), float(x) + j(0.04)) for i, x in enumerate(along)], thick


STROKES: dict[str, Callable[[np.random.Generator, Jitter], Iterator[Stroke]]] = {
    "cross": _cross, "tick": _tick, "scribble": _scribble, "fill": _fill, "slash": _slash, "ring": _ring,
    "plus": _plus, "loop": _loop, "hatch": _hatch,
}  # fmt: skip


def draw_mark(written: WrittenSheet, box: Box, hand: Hand) -> None:
    """Draw a random mark in a box, in the handwriting `hand`."""
    chance = written.chance
    kind = str(chance.choice(KINDS, p=hand.kinds))
    size = float(np.clip(hand.size * chance.normal(1, hand.spread), 0.33, 1.4))
    cx = box.cx + box.w * (hand.offset[0] + chance.normal(0, 0.06))
    cy = box.cy + box.h * (hand.offset[1] + chance.normal(0, 0.06))
    w, h = box.w * size / 2, box.h * size / 2 * chance.uniform(0.85, 1.1)
    pressure = float(np.clip(hand.pressure * chance.normal(1, 0.12), 0.55, 1.15))
    turn = hand.slant + chance.normal(0, 0.08)
    c, s = np.cos(turn), np.sin(turn)

    def jitter(spread: float = 0.14) -> float:
        return float(chance.normal(0, spread))

    for knots, thick in STROKES[kind](chance, jitter):  # strokes are drawn before the next is chosen
        points = np.array(knots) * (w, h) @ np.array([[c, s], [-s, c]]) + (cx, cy)
        pen = replace(hand.pen, width=hand.pen.width * thick)
        written.stroke(wavering(chance, points, hand.tremor), pen, pressure)


def draw_line(written: WrittenSheet, first: Box, last: Box, hand: Hand) -> None:
    """Draw a roughly level line through skipped cells, from `first` to `last`. It is not a mark."""
    chance = written.chance
    inward = chance.uniform(-0.35, 0.42)
    left, right = first.x + first.w * inward, last.right - last.w * chance.uniform(-0.35, 0.42)
    if right - left < 0.25 * first.w:
        left, right = first.x + 0.1 * first.w, last.right - 0.1 * last.w
    y = first.cy + first.h * (hand.offset[1] * 0.6 + chance.normal(0, 0.1))
    tilt = chance.normal(0, 0.035) * (right - left)
    tilt = float(np.clip(tilt, -0.3 * first.h, 0.3 * first.h))
    n = max(3, int((right - left) / 12))
    wave = chance.normal(0, chance.choice((0.1, 0.3, 0.6)), n)
    knots = np.stack([np.linspace(left, right, n), y + np.linspace(-tilt, tilt, n) + wave], 1)
    for _ in range(2 if chance.random() < 0.08 else 1):
        line = wavering(chance, knots, hand.tremor * 0.7)
        written.stroke(line, hand.pen, hand.pressure * chance.uniform(0.7, 1.1))
        knots = knots + chance.normal(0, 0.5, 2)


def write_digits(written: WrittenSheet, box: Box, hand: Hand) -> None:
    """Write a random score (0 to 78) in a box, in the handwriting `hand`. The scanner does not read it."""
    chance = written.chance
    text = str(int(chance.integers(0, 79)))
    h = box.h * chance.uniform(0.35, 0.75)
    for i in range(len(text)):
        knots = chance.uniform(-1, 1, (int(chance.integers(3, 7)), 2)) * (h * 0.28, h * 0.5)
        centre = (box.cx + (i - (len(text) - 1) / 2) * h * 0.7, box.cy)
        written.stroke(wavering(chance, knots + centre, hand.tremor), hand.pen, hand.pressure)


def mark_sheet(written: WrittenSheet, plan: SheetPlan, hand: Hand) -> dict[str, bool]:
    """Write marks, lines, erased marks and text on a sheet, and return which places are marked.

    The share of marks varies from none to most places. The marks don't follow the rules of the game,
    so that the network can't learn to rely on these rules.
    """
    chance = written.chance
    marked = dict.fromkeys(plan.places, False)
    share = float(chance.choice((0.0, 0.1, 0.3, 0.5, 0.85), p=(0.07, 0.2, 0.4, 0.25, 0.08)))
    other = random_hand(chance)  # another person made the cross, or with another pen
    lined = chance.random() < 0.45
    hands = hand, other
    for row in plan.rows:
        _mark_row(written, row, hands, share, lined, marked)
    for kind, boxes in (("miss", plan.misses), ("box", plan.boxes)):
        crossed = chance.random() * share * 1.6
        for n, box in enumerate(boxes, 1):
            marked[f"{kind} {n}"] = _mark_box(written, box, hand, crossed)
    for box in (plan.miss_points, plan.total):
        if chance.random() < 0.4:
            write_digits(written, box, hand)
    if chance.random() < 0.5:
        _write_name(written, plan, hand)
    return marked


def _mark_row(
    written: WrittenSheet,
    row: RowPlan,
    hands: tuple[Hand, Hand],
    share: float,
    lined: bool,
    marked: dict[str, bool],
) -> None:
    """Draw random marks and points in one row, and set its marked places to True in `marked`.

    `hands`: the usual and a rare handwriting; `share`: a cell's chance of a mark; `lined`: draw lines, too.
    """
    chance, (hand, other) = written.chance, hands
    picked = chance.random(len(row.numbers)) < share
    for n, box, is_picked in zip(row.numbers, row.cells, picked, strict=True):
        if is_picked:
            marked[f"{row.letter}{n}"] = True
            draw_mark(written, box, hand if chance.random() < 0.93 else other)
        elif chance.random() < 0.05:
            erase(written, box, hand)
    if lined:
        _lines(written, row.cells, picked, hand)
    if chance.random() < share * 0.6:
        marked[f"lock {row.letter}"] = True
        draw_mark(written, row.lock, hand)
    elif chance.random() < 0.04:
        erase(written, row.lock, hand)
    elif chance.random() < 0.04:
        draw_line(written, row.cells[-2], row.lock, hand)
    if chance.random() < 0.4:
        write_digits(written, row.points, hand)


def _mark_box(written: WrittenSheet, box: Box, hand: Hand, crossed: float) -> bool:
    """Mark a box with the probability `crossed`, and return True if it is marked.

    A box that is not marked may get an erased mark.
    """
    if written.chance.random() < crossed:
        draw_mark(written, box, hand)
        return True
    if written.chance.random() < 0.03:
        erase(written, box, hand)
    return False


def _write_name(written: WrittenSheet, plan: SheetPlan, hand: Hand) -> None:
    chance = written.chance
    x, y = plan.name.x + 9, plan.name.bottom - 2.5
    knots = np.stack([np.linspace(x, x + chance.uniform(12, 40), 24), y + chance.normal(0, 1.3, 24)], 1)
    written.stroke(wavering(chance, knots, hand.tremor), hand.pen, hand.pressure)


def erase(written: WrittenSheet, box: Box, hand: Hand) -> None:
    """Draw an erased mark: its faint, smudged remains and the haze of the eraser."""
    chance = written.chance
    reach = 0.6 * max(box.w, box.h)
    x0, y0 = (max(0, int(v * SCALE)) for v in (box.x + MARGIN_MM - reach, box.y - reach))
    x1, y1 = (int(v * SCALE) for v in (box.right + MARGIN_MM + reach, box.bottom + reach))
    area = written.picture[y0:y1, x0:x1]
    before = area.copy()
    draw_mark(written, box, hand)
    rest = area - before
    smudged = cv2.GaussianBlur(rest, (0, 0), SCALE * float(chance.uniform(0.08, 0.6)))
    share = float(chance.uniform(0.0, 1.0))
    strength = float(chance.uniform(0.0, 0.12 if chance.random() < 0.8 else 0.18))
    area[:] = before + strength * (share * rest + (1.5 - share) * smudged)
    written.smear(box, chance.uniform(0, 0.1))


def _lines(written: WrittenSheet, cells: tuple[Box, ...], picked: NDArray[np.bool_], hand: Hand) -> None:
    """Draw lines through most groups of skipped cells, and sometimes through the empty cells after them."""
    chance = written.chance
    start = None
    for i in range(len(cells) + 1):
        if i < len(cells) and not picked[i]:
            start = i if start is None else start
            continue
        if start is not None and (i < len(cells) or chance.random() < 0.25) and chance.random() < 0.7:
            if chance.random() < 0.25:  # a dash for each
                for k in range(start, i):
                    draw_line(written, cells[k], cells[k], hand)
            else:
                a = start - 1 if start and chance.random() < 0.06 else start
                b = min(i, len(cells) - 1) if chance.random() < 0.06 else i - 1
                draw_line(written, cells[a], cells[b], hand)
        start = None
