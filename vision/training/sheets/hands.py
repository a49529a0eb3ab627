"""Hands and pens: marks, lines through skipped cells, erased marks and writing, drawn on a printed sheet.

A hand has habits (its kind of mark, size, slant, tremor, pressure) and a pen; every mark varies around them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.page import SheetPlan
from sheets.paper import Box
from vision.training.sheets.pages import SCALE

F32 = NDArray[np.float32]
MARGIN_MM = 6.35
"""White paper left and right of the sheet in a PrintedSheet's picture."""
SHIFT = 4  # fractional bits of coordinates


@dataclass(frozen=True, slots=True)
class Pen:
    """Its ink (BGR), its line's width in mm, how much it covers, how grainy it is; all else from 0 to 1."""

    ink: tuple[float, float, float]
    width: float
    cover: float
    grain: float


def random_pen(chance: np.random.Generator) -> Pen:
    kind = chance.choice(
        ("pencil", "ballpoint", "gel", "felt", "coloured pencil"), p=(0.4, 0.28, 0.12, 0.1, 0.1)
    )
    u = chance.uniform
    if kind == "pencil":
        tone = u(0.15, 0.42)
        return Pen((tone * u(0.97, 1.1), tone, tone * u(0.95, 1.03)), u(0.3, 0.95), u(0.45, 0.9), u(0.2, 0.6))
    if kind == "coloured pencil":
        ink = chance.choice(
            np.array([(0.2, 0.2, 0.75), (0.7, 0.3, 0.15), (0.25, 0.5, 0.2), (0.15, 0.15, 0.2)])
        )
        blue, green, red = (float(v) for v in np.clip(ink + u(-0.1, 0.1, 3), 0, 1))
        return Pen((blue, green, red), u(0.5, 1.2), u(0.45, 0.85), u(0.2, 0.6))
    inks = np.array(
        [(0.45, 0.15, 0.08), (0.1, 0.08, 0.08), (0.12, 0.1, 0.72), (0.2, 0.45, 0.1), (0.5, 0.1, 0.35)]
    )
    ink = np.clip(inks[chance.choice(5, p=(0.38, 0.3, 0.2, 0.07, 0.05))] + u(-0.08, 0.1, 3), 0, 1)
    widths = {"ballpoint": (0.25, 0.6), "gel": (0.35, 0.8), "felt": (0.8, 2.2)}
    low, high = widths[str(kind)]
    blue, green, red = (float(v) for v in ink)
    return Pen(
        (blue, green, red),
        u(low, high),
        u(0.7, 0.98),
        0.35 * u() if kind == "ballpoint" else 0.1 * u(),
    )


class Page:
    """Ink laid on a printed sheet: how much of each colour covers each point."""

    def __init__(self, picture: F32, chance: np.random.Generator) -> None:
        self.picture = picture.copy()
        self.chance = chance
        h, w = picture.shape[:2]
        noise = chance.standard_normal((h // 2 + 1, w // 2 + 1), np.float32)
        self.grain = cv2.resize(noise, (w, h), interpolation=cv2.INTER_LINEAR)

    def stroke(self, points: NDArray[np.float64], pen: Pen, pressure: float, fade: float = 1.0) -> None:
        """A stroke through N x 2 mm points, with pressure that swells and ebbs."""
        chance = self.chance
        xy = (points + np.array([MARGIN_MM, 0])) * SCALE
        low = np.floor(xy.min(0) - 3 * SCALE).astype(int)
        high = np.ceil(xy.max(0) + 3 * SCALE).astype(int)
        x0, y0 = max(0, low[0]), max(0, low[1])
        x1, y1 = min(self.picture.shape[1], high[0]), min(self.picture.shape[0], high[1])
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        layer = np.zeros((y1 - y0, x1 - x0), np.uint8)
        n = len(xy)
        swell = np.interp(np.linspace(0, 1, n), np.linspace(0, 1, 5), chance.normal(1, 0.16, 5))
        swell[: max(1, n // 8)] *= np.linspace(0.6, 1, max(1, n // 8))
        local = np.round((xy - (x0, y0)) * (1 << SHIFT)).astype(np.int32)
        widths = np.maximum(1, np.round(pen.width * SCALE * np.clip(swell, 0.4, 1.6))).astype(int)
        for i in range(n - 1):
            tone = int(255 * np.clip(0.75 + 0.25 * swell[i], 0.3, 1))
            cv2.line(
                layer, local[i].tolist(), local[i + 1].tolist(), tone, int(widths[i]), cv2.LINE_AA, SHIFT
            )
        cover = layer.astype(np.float32) / 255 * pen.cover * pressure * fade
        if pen.grain > 0:
            cover *= np.clip(1 - pen.grain * (0.35 + 0.6 * self.grain[y0:y1, x0:x1]), 0, 1)
        area = self.picture[y0:y1, x0:x1]
        # ink darkens what is printed: it filters, more than it covers
        ink = np.array(pen.ink, np.float32)
        over = cover[..., None]
        area *= 1 - over * (1 - np.minimum(1, ink + 0.25 * (1 - pen.cover)))

    def smear(self, box: Box, strength: float) -> None:
        """The grey haze that an eraser leaves, and print rubbed paler."""
        chance = self.chance
        h, w = self.picture.shape[:2]
        haze = np.zeros((h // 4, w // 4), np.float32)
        c = SCALE / 4
        centre = (int((box.cx + MARGIN_MM) * c), int(box.cy * c))
        axes = (
            max(2, int(box.w * c * chance.uniform(0.3, 0.6))),
            max(2, int(box.h * c * chance.uniform(0.2, 0.5))),
        )
        cv2.ellipse(haze, centre, axes, chance.uniform(-40, 40), 0, 360, 1.0, -1)
        haze = cv2.resize(cv2.GaussianBlur(haze, (0, 0), 3.0), (w, h))
        tone = chance.uniform(0.5, 0.9)
        self.picture += (haze * strength)[..., None] * (tone - self.picture)


@dataclass(frozen=True, slots=True)
class Hand:
    """Habits. `kinds`: probabilities of KINDS; `size` in cells; `slant` in radians; `tremor` in mm."""

    pen: Pen
    kinds: tuple[float, ...]
    size: float
    spread: float
    offset: tuple[float, float]
    slant: float
    tremor: float
    pressure: float


KINDS = ("cross", "tick", "scribble", "fill", "slash", "ring", "plus", "loop", "hatch")


def random_hand(chance: np.random.Generator) -> Hand:
    main = chance.choice(len(KINDS), p=(0.38, 0.15, 0.08, 0.1, 0.07, 0.03, 0.02, 0.08, 0.09))
    kinds = np.full(len(KINDS), 0.12 / (len(KINDS) - 1))
    kinds[main] = 0.88
    return Hand(
        random_pen(chance),
        tuple(kinds),
        float(np.clip(chance.normal(0.78, 0.2), 0.38, 1.25)),
        float(chance.uniform(0.04, 0.2)),
        (float(chance.normal(0, 0.06)), float(chance.normal(0, 0.07))),
        float(chance.normal(0, 0.12)),
        float(abs(chance.normal(0, 0.12))),
        float(chance.uniform(0.72, 1.0)),
    )


def _curve(
    chance: np.random.Generator, knots: NDArray[np.float64], tremor: float, closed: bool = False
) -> NDArray[np.float64]:
    """A smooth line through knots (N x 2 mm) with a tremor."""
    if closed:
        knots = np.concatenate([knots, knots[:1]])
    lengths = np.r_[0, np.cumsum(np.linalg.norm(np.diff(knots, axis=0), axis=1))]
    count = max(6, int(lengths[-1] / 0.5))
    t = np.linspace(0, lengths[-1], count)
    line = np.stack([np.interp(t, lengths, knots[:, i]) for i in range(2)], 1)
    if count > 8:
        kernel = np.ones(5) / 5
        padded = np.pad(line, ((2, 2), (0, 0)), mode="edge")
        line = np.stack([np.convolve(padded[:, i], kernel, "valid") for i in range(2)], 1)
    waves = max(4, count // 4)
    shake = chance.normal(0, tremor, (waves, 2))
    at = np.linspace(0, 1, waves)
    return line + np.stack([np.interp(np.linspace(0, 1, count), at, shake[:, i]) for i in range(2)], 1)


def draw_mark(page: Page, box: Box, hand: Hand, fade: float = 1.0, kind: str | None = None) -> None:
    """One mark in a box."""
    chance = page.chance
    kind = kind or str(chance.choice(KINDS, p=hand.kinds))
    size = float(np.clip(hand.size * chance.normal(1, hand.spread), 0.33, 1.4))
    cx = box.cx + box.w * (hand.offset[0] + chance.normal(0, 0.06))
    cy = box.cy + box.h * (hand.offset[1] + chance.normal(0, 0.06))
    w, h = box.w * size / 2, box.h * size / 2 * chance.uniform(0.85, 1.1)
    pressure = float(np.clip(hand.pressure * chance.normal(1, 0.12), 0.55, 1.15))
    turn = hand.slant + chance.normal(0, 0.08)

    def go(knots: list[tuple[float, float]], closed: bool = False, thick: float = 1.0) -> None:
        points = np.array(knots) * (w, h)
        c, s = np.cos(turn), np.sin(turn)
        points = points @ np.array([[c, s], [-s, c]]) + (cx, cy)
        pen = (
            hand.pen
            if thick == 1
            else Pen(hand.pen.ink, hand.pen.width * thick, hand.pen.cover, hand.pen.grain)
        )
        page.stroke(_curve(chance, points, hand.tremor, closed), pen, pressure, fade)

    def j(spread: float = 0.14) -> float:
        return float(chance.normal(0, spread))

    if kind == "cross":
        go([(-1 + j(), -1 + j()), (j(0.08), j(0.08)), (1 + j(), 1 + j())])
        if chance.random() < 0.12:  # not lifted
            go([(1 + j(), 1 + j()), (1 + j(), -1 + j())], thick=0.7)
        go([(1 + j(), -1 + j()), (j(0.08), j(0.08)), (-1 + j(), 1 + j())])
    elif kind == "loop":  # a cross drawn in one go, its bow reaching out to the side or up or down
        out, level = chance.uniform(1.05, 1.8), chance.uniform(-0.5, 0.5)
        bow = [(1 + j(), 1 + j()), (out, 0.55 + level), (out, level - 0.55), (1 + j(), -1 + j())]
        knots = [(-1 + j(), -1 + j()), (j(0.08), j(0.08)), *bow, (j(0.08), j(0.08)), (-1 + j(), 1 + j())]
        flip = 1 if chance.random() < 0.75 else -1
        swap = chance.random() < 0.25
        go([(flip * y, x) if swap else (flip * x, y) for x, y in knots])
    elif kind == "plus":
        go([(-1 + j(), j()), (1 + j(), j())])
        go([(j(), -1 + j()), (j(), 1 + j())])
    elif kind == "tick":
        go([(-0.8 + j(), j()), (-0.25 + j(), 0.8 + j()), (1.05 + j(0.2), -1.05 + j(0.2))])
    elif kind == "slash":
        x = chance.uniform(0.15, 0.9) * (1 if chance.random() < 0.75 else -1)
        go([(x + j(), -1.05 + j()), (j(0.1), j(0.1)), (-x + j(), 1.05 + j())])
    elif kind == "ring":
        angles = np.linspace(0, 2 * np.pi * chance.uniform(0.95, 1.15), 18) + chance.uniform(0, 6)
        grow = np.linspace(1, chance.uniform(0.85, 1.12), 18)
        go([(float(g * np.cos(a)), float(g * np.sin(a))) for a, g in zip(angles, grow, strict=True)])
    elif kind == "hatch":  # to and fro, in any direction, with paper between the lines
        n, angle = int(chance.integers(5, 15)), chance.uniform(0, np.pi)
        if chance.random() < 0.4:
            angle = chance.normal(0, 0.12)
        c, s = np.cos(angle), np.sin(angle)
        reach = 0.95 / max(abs(c), abs(s))
        levels = np.linspace(-reach, reach, n)
        sides = np.where(np.arange(n) % 2, reach, -reach) * np.sqrt(
            np.clip(1.25 - (levels / reach) ** 2, 0, 1)
        )
        go(
            [
                (float(x * c - y * s) + j(0.08), float(x * s + y * c) + j(0.08))
                for x, y in zip(sides, levels, strict=True)
            ]
        )
    elif kind == "scribble":
        n = int(chance.integers(6, 16))
        if chance.random() < 0.5:
            go([(j(0.55), j(0.55)) for _ in range(n)])
        else:
            xs = np.linspace(-0.9, 0.9, n)
            go([(float(x) + j(0.1), (0.85 if i % 2 else -0.85) + j(0.15)) for i, x in enumerate(xs)])
    else:
        n = int(chance.integers(8, 26))
        xs = np.linspace(-0.95, 0.95, n)
        thick = float(chance.uniform(1.0, 2.2))
        if chance.random() < 0.5:
            go(
                [(float(x) + j(0.04), (0.92 if i % 2 else -0.92) + j(0.06)) for i, x in enumerate(xs)],
                thick=thick,
            )
        else:
            go(
                [((0.92 if i % 2 else -0.92) + j(0.06), float(x) + j(0.04)) for i, x in enumerate(xs)],
                thick=thick,
            )


def draw_line(page: Page, first: Box, last: Box, hand: Hand) -> None:
    """A line through skipped cells, from the first to the last: more or less level. It is not a mark."""
    chance = page.chance
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
        page.stroke(
            _curve(chance, knots, hand.tremor * 0.7), hand.pen, hand.pressure * chance.uniform(0.7, 1.1)
        )
        knots = knots + chance.normal(0, 0.5, 2)


def write_digits(page: Page, box: Box, hand: Hand) -> None:
    """Points as people write them, in a box that is not read."""
    chance = page.chance
    text = str(int(chance.integers(0, 79)))
    h = box.h * chance.uniform(0.35, 0.75)
    for i in range(len(text)):
        knots = chance.uniform(-1, 1, (int(chance.integers(3, 7)), 2)) * (h * 0.28, h * 0.5)
        centre = (box.cx + (i - (len(text) - 1) / 2) * h * 0.7, box.cy)
        page.stroke(_curve(chance, knots + centre, hand.tremor), hand.pen, hand.pressure)


def mark_sheet(page: Page, plan: SheetPlan, hand: Hand) -> dict[str, bool]:
    """Marks, lines, erased marks and writing on a sheet; returns which places are marked.

    The share of marks varies from none to most places; rules are not asked, so that nothing leans on them.
    """
    chance = page.chance
    marked = dict.fromkeys(plan.places, False)
    share = float(chance.choice((0.0, 0.1, 0.3, 0.5, 0.85), p=(0.07, 0.2, 0.4, 0.25, 0.08)))
    other = random_hand(chance)  # somebody else crossed, or another pen was at hand
    lined = chance.random() < 0.45
    for row in plan.rows:
        names = [f"{row.letter}{n}" for n in row.numbers]
        picked = chance.random(len(names)) < share
        for i, name in enumerate(names):
            if picked[i]:
                marked[name] = True
                draw_mark(page, row.cells[i], hand if chance.random() < 0.93 else other)
            elif chance.random() < 0.05:
                erase(page, row.cells[i], hand)
        if lined:
            _lines(page, row.cells, picked, hand)
        if chance.random() < share * 0.6:
            marked[f"lock {row.letter}"] = True
            draw_mark(page, row.lock, hand)
        elif chance.random() < 0.04:
            erase(page, row.lock, hand)
        elif chance.random() < 0.04:
            draw_line(page, row.cells[-2], row.lock, hand)
        if chance.random() < 0.4:
            write_digits(page, row.points, hand)
    for kind, boxes in (("miss", plan.misses), ("box", plan.bar)):
        crossed = chance.random() * share * 1.6
        for n, box in enumerate(boxes, 1):
            if chance.random() < crossed:
                marked[f"{kind} {n}"] = True
                draw_mark(page, box, hand)
            elif chance.random() < 0.03:
                erase(page, box, hand)
    for box in (plan.miss_points, plan.total):
        if chance.random() < 0.4:
            write_digits(page, box, hand)
    if chance.random() < 0.5:
        _write_name(page, plan, hand)
    return marked


def _write_name(page: Page, plan: SheetPlan, hand: Hand) -> None:
    chance = page.chance
    x, y = plan.name.x + 9, plan.name.bottom - 2.5
    knots = np.stack([np.linspace(x, x + chance.uniform(12, 40), 24), y + chance.normal(0, 1.3, 24)], 1)
    page.stroke(_curve(chance, knots, hand.tremor), hand.pen, hand.pressure)


def erase(page: Page, box: Box, hand: Hand) -> None:
    """A mark that was rubbed out: a faint rest of it, smudged, and haze."""
    chance = page.chance
    reach = 0.6 * max(box.w, box.h)
    x0, y0 = (max(0, int(v * SCALE)) for v in (box.x + MARGIN_MM - reach, box.y - reach))
    x1, y1 = (int(v * SCALE) for v in (box.right + MARGIN_MM + reach, box.bottom + reach))
    area = page.picture[y0:y1, x0:x1]
    before = area.copy()
    draw_mark(page, box, hand)
    rest = area - before
    smudged = cv2.GaussianBlur(rest, (0, 0), SCALE * float(chance.uniform(0.08, 0.6)))
    share = float(chance.uniform(0.0, 1.0))
    strength = float(chance.uniform(0.0, 0.12 if chance.random() < 0.8 else 0.18))
    area[:] = before + strength * (share * rest + (1.5 - share) * smudged)
    page.smear(box, chance.uniform(0, 0.1))


def _lines(page: Page, cells: tuple[Box, ...], picked: NDArray[np.bool_], hand: Hand) -> None:
    """Lines through what was skipped: runs of empty cells before a mark, and now and then all the rest."""
    chance = page.chance
    start = None
    for i in range(len(cells) + 1):
        if i < len(cells) and not picked[i]:
            start = i if start is None else start
            continue
        if start is not None and (i < len(cells) or chance.random() < 0.25) and chance.random() < 0.7:
            if chance.random() < 0.25:  # a dash for each
                for k in range(start, i):
                    draw_line(page, cells[k], cells[k], hand)
            else:
                a = start - 1 if start and chance.random() < 0.06 else start
                b = min(i, len(cells) - 1) if chance.random() < 0.06 else i - 1
                draw_line(page, cells[a], cells[b], hand)
        start = None
