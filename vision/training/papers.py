"""Printed score sheets of many makes, in linear light: bars, boxes, numbers, crosses, hardly any colour or
much of it. White dice on them are what eyes miss first."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scenes.solids import F32
from vision.scenes.tables import RESOLUTION, RNG, _place, _text, hsv


def _box(page: F32, x: float, y: float, w: float, h: float, corner: float, tone: F32, line: int = -1) -> None:
    """A rectangle with round corners, filled, or drawn with lines so many pixels wide."""
    x0, y0, x1, y1 = round(x), round(y), round(x + w), round(y + h)
    r = round(corner * min(w, h))
    colour = tone.tolist()
    if line < 0:
        cv2.rectangle(page, (x0 + r, y0), (x1 - r, y1), colour, -1)
        cv2.rectangle(page, (x0, y0 + r), (x1, y1 - r), colour, -1)
        for cx in (x0 + r, x1 - r):
            for cy in (y0 + r, y1 - r):
                cv2.circle(page, (cx, cy), r, colour, -1)
        return
    cv2.line(page, (x0 + r, y0), (x1 - r, y0), colour, line)
    cv2.line(page, (x0 + r, y1), (x1 - r, y1), colour, line)
    cv2.line(page, (x0, y0 + r), (x0, y1 - r), colour, line)
    cv2.line(page, (x1, y0 + r), (x1, y1 - r), colour, line)
    for cx, cy, a in (
        (x1 - r, y1 - r, 0),
        (x0 + r, y1 - r, 90),
        (x0 + r, y0 + r, 180),
        (x1 - r, y0 + r, 270),
    ):
        cv2.ellipse(page, (cx, cy), (r, r), a, 0, 90, colour, line)


def _cross(page: F32, rng: RNG, x: float, y: float, cell: float) -> None:
    """A cross or a stroke by hand, in pencil or ink."""
    ink = hsv(rng.uniform(200, 260), rng.uniform(0, 0.8), rng.uniform(0.02, 0.4)).tolist()
    thick = max(1, round(cell * rng.uniform(0.02, 0.09)))
    for sign in (1, -1)[: int(rng.integers(1, 3))]:
        a, b = rng.uniform(0.2, 0.5, 2) * cell
        ends = (round(x - a), round(y - sign * b)), (round(x + a), round(y + sign * b))
        cv2.line(page, *ends, ink, thick, cv2.LINE_AA)


def printed(rng: RNG, pixels: float) -> F32:
    """A sheet; `pixels` are those of a die's edge. Its boxes are half to one and a half dice wide."""
    cell = pixels * float(np.exp(rng.uniform(np.log(0.4), np.log(1.5))))
    count, rows = int(rng.integers(5, 13)), int(rng.integers(2, 7))
    gap, tall = rng.uniform(1.02, 1.25), rng.uniform(1.1, 1.6)
    w = int(min(1400, cell * (gap * count + 1.2)))
    h = int(min(1000, cell * (tall * rows + rng.uniform(0.8, 3))))
    paper = np.asarray(rng.uniform(0.72, 1.0) * hsv(rng.uniform(20, 60), rng.uniform(0, 0.1), 1), np.float32)
    page = np.empty((h, w, 3), np.float32)
    page[:] = paper
    grey = rng.random() < 0.25  # printed without colours
    corner = float(rng.choice([0, rng.uniform(0.05, 0.3), 0.5]))
    filled, lined, barred = rng.random(), rng.random() < 0.5, rng.random() < 0.75
    deep, size = rng.uniform(0.5, 1.0), rng.uniform(0.3, 0.75)
    dark = np.full(3, rng.uniform(0.01, 0.15), np.float32)
    black = rng.random() < 0.4
    for row in range(rows):
        hue = (0, 48, 125, 215)[row % 4] + rng.normal() * 5
        bar = hsv(hue, 0.0 if grey else deep, rng.uniform(0.45, 0.9))
        y = cell * (0.4 + tall * row)
        if barred:
            _box(page, cell * 0.3, y, w - cell * 0.6, cell * rng.uniform(1.02, 1.12), 0.1, bar)
        for i in range(count):
            x = cell * (0.55 + gap * i)
            if rng.random() < 0.04:
                continue
            fill = paper if filled < 0.6 else np.asarray(0.3 * bar + 0.7 * paper, np.float32)
            if filled < 0.85:
                _box(page, x, y + cell * 0.08, cell * 0.92, cell * 0.9, corner, fill)
            if lined or filled > 0.85:
                _box(
                    page, x, y + cell * 0.08, cell * 0.92, cell * 0.9, corner, dark, max(1, int(cell * 0.04))
                )
            middle = (x + cell * 0.46, y + cell * 0.53)
            ink = dark if black or grey else bar
            if rng.random() < 0.9:
                text = str(i + 2 if row % 4 < 2 else count + 1 - i)
                _text(page, text, middle, cell * size, np.asarray(ink, np.float32), rng)
            if rng.random() < 0.18:
                _cross(page, rng, *middle, cell)
    y = cell * (0.7 + tall * rows)
    for i in range(int(rng.integers(0, 7))):
        if y + cell < h:
            _box(page, cell * (0.6 + 1.5 * i), y, cell * 1.2, cell * 0.8, 0.1, dark, max(1, int(cell * 0.04)))
    return page


def sheets(canvas: F32, rng: RNG, pixels: float, count: int) -> None:
    """Lay so many sheets of one make or of several on the table, anyhow."""
    page = printed(rng, pixels)
    for _ in range(count):
        if rng.random() < 0.5:
            page = printed(rng, pixels)
        at = rng.uniform(0.08, 0.92, 2) * RESOLUTION
        _place(canvas, page, (float(at[0]), float(at[1])), rng.uniform(0, 360))
