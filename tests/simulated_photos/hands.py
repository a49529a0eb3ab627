"""Renders marks of different people and pens on a printed page, with a method that training does not use.

A mark is a spline through jittered points, stamped with varying pressure in an ink that multiplies with the
paper.
"""

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np

Point = tuple[float, float]

INKS = {
    "blue": (142, 58, 32),
    "royal": (190, 70, 40),
    "black": (42, 38, 36),
    "red": (48, 34, 196),
    "pencil": (92, 88, 86),
}
"""Ink colours in BGR."""


@dataclass(frozen=True)
class Hand:
    """The pen of one person, and how this person marks cells."""

    ink: str  # a key of INKS
    width: float  # of the line, in mm
    cover: float  # opacity of the ink, 0 to 1
    grain: float  # 0 to 1: how far the paper's texture shows in the line
    size: float  # of a mark, relative to the cell
    drift: float  # standard deviation of marks from the middle of the cell, relative to the cell
    shake: float  # of the line, relative to the cell
    slant: float  # in radians
    kinds: dict[str, float]  # weight of each kind of mark
    strikes: bool  # True if the person strikes out skipped cells


def any_hand(chance: random.Random) -> Hand:
    ink = chance.choices(list(INKS), (3, 2, 3, 2, 4))[0]
    favourite = chance.choices(("cross", "tick", "scribble", "fill", "slash-cross"), (9, 2.5, 1.5, 1.5, 2))[0]
    others = dict.fromkeys(("cross", "tick", "scribble", "fill", "slash-cross"), 0.06)
    pencil = ink == "pencil"
    felt = not pencil and chance.random() < 0.18
    return Hand(
        ink=ink,
        width=chance.uniform(0.9, 1.6) if felt else chance.uniform(0.32, 0.75),
        cover=chance.uniform(0.42, 0.85) if pencil else chance.uniform(0.72, 0.97),
        grain=chance.uniform(0.25, 0.6) if pencil else chance.uniform(0.0, 0.12),
        size=chance.uniform(0.52, 1.12),
        drift=chance.uniform(0.02, 0.11),
        shake=chance.uniform(0.004, 0.035),
        slant=chance.gauss(0.08, 0.12),
        kinds=others | {favourite: 1.0},
        strikes=chance.random() < 0.3,
    )


def _spline(points: list[Point], step: float) -> np.ndarray:
    """Return a Catmull-Rom curve through points, n x 2, about `step` mm between samples."""
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        count = max(2, int(math.hypot(x1 - x0, y1 - y0) / step))
        t = np.linspace(0, 1, count)[:, None]
        return np.array([x0, y0]) * (1 - t) + np.array([x1, y1]) * t
    padded = [points[0], *points, points[-1]]
    pieces = []
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        a, b, c, d = (np.array(p, float) for p in (p0, p1, p2, p3))
        count = max(2, int(np.hypot(*(c - b)) / step))
        t = np.linspace(0, 1, count, endpoint=False)[:, None]
        pieces.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.concatenate(pieces)


class Paper:
    """A printed page, BGR, `dots` pixels per mm, on which marks are drawn."""

    def __init__(self, page: np.ndarray, dots: float, chance: random.Random) -> None:
        self.page = page.astype(np.float32)
        self.dots = dots
        self.chance = chance
        noise = np.random.default_rng(chance.randrange(2**32))
        fine = noise.random((page.shape[0] // 2 + 1, page.shape[1] // 2 + 1), np.float32)
        self.tooth = cv2.resize(fine, (page.shape[1], page.shape[0]), interpolation=cv2.INTER_LINEAR)

    def _stroke(
        self, layer: np.ndarray, points: list[Point], hand: Hand, origin: Point, light: float
    ) -> None:
        chance, dots = self.chance, self.dots
        curve = _spline(points, max(0.12, hand.width * 0.22))
        count = len(curve)
        s = np.linspace(0, 1, count)
        wave = np.zeros((count, 2))
        reach = hand.shake * 11
        for cycle in (2.3, 5.1, 9.7):
            for axis in (0, 1):
                wave[:, axis] += reach / cycle * np.sin(2 * math.pi * (cycle * s + chance.random()))
        curve = (curve + wave) * dots - np.array(origin)
        rise = np.clip(s / chance.uniform(0.04, 0.2), 0.35, 1) * np.clip(
            (1 - s) / chance.uniform(0.04, 0.3), 0.3, 1
        )
        press = rise * (1 + 0.18 * np.sin(2 * math.pi * (1.4 * s + chance.random())))
        for (x, y), force in zip(curve, press, strict=True):
            radius = max(0.45, hand.width * dots / 2 * (0.6 + 0.4 * force))
            value = 255 * min(1.0, light * (0.62 + 0.38 * force))
            spot = layer[
                max(0, int(y - radius - 2)) : int(y + radius + 3),
                max(0, int(x - radius - 2)) : int(x + radius + 3),
            ]
            if not spot.size:
                continue
            stamp = np.zeros_like(spot)
            left, top = max(0, int(x - radius - 2)), max(0, int(y - radius - 2))
            centre = (round((x - left) * 16), round((y - top) * 16))
            cv2.circle(stamp, centre, round(radius * 16), int(value), -1, cv2.LINE_AA, 4)
            np.maximum(spot, stamp, out=spot)

    def draw(self, strokes: list[list[Point]], hand: Hand, light: float = 1.0, smudge: float = 0.0) -> None:
        """Draw strokes (mm on the page). `light`: factor on the ink's opacity; `smudge`: blur in mm."""
        points = np.array([point for stroke in strokes for point in stroke])
        border = 2.5 + 3 * smudge
        left, top = (np.floor((points.min(0) - border) * self.dots)).astype(int)
        right, bottom = (np.ceil((points.max(0) + border) * self.dots)).astype(int)
        left, top = max(0, left), max(0, top)
        right, bottom = min(self.page.shape[1], right), min(self.page.shape[0], bottom)
        layer = np.zeros((bottom - top, right - left), np.uint8)
        for stroke in strokes:
            self._stroke(layer, stroke, hand, (left, top), 1.0)
        alpha = layer.astype(np.float32) / 255
        if smudge:
            alpha = 0.5 * alpha + 0.8 * cv2.GaussianBlur(alpha, (0, 0), smudge * self.dots)
        tooth = self.tooth[top:bottom, left:right]
        alpha *= hand.cover * light * (1 - hand.grain * np.clip(tooth * 1.6 - 0.3, 0, 1))
        ink = np.array(INKS[hand.ink], np.float32)
        under = self.page[top:bottom, left:right]
        through = under * (ink / 255) * 0.35 + ink * 0.65
        self.page[top:bottom, left:right] = under + (through - under) * alpha[..., None]

    # -- marks ---------------------------------------------------------------------------------------------

    def mark(
        self, box: tuple[float, float, float, float], hand: Hand, light: float = 1.0, smudge: float = 0.0
    ) -> str:
        """Draw one mark in a box (x, y, w, h in mm on the page), and return its kind, a key of `hand.kinds`.

        `light`, `smudge`: as in `draw`.
        """
        chance = self.chance
        x, y, w, h = box
        cx = x + w / 2 + chance.gauss(0, hand.drift) * w
        cy = y + h / 2 + chance.gauss(0, hand.drift) * h
        size = hand.size * chance.uniform(0.88, 1.12)
        kind = chance.choices(list(hand.kinds), list(hand.kinds.values()))[0]
        short = min(w, h)
        rx, ry = (0.35 * short + 0.15 * w) * size, (0.35 * short + 0.15 * h) * size
        self.draw(_KINDS[kind](self, cx, cy, rx, ry, hand.slant), hand, light, smudge)
        return kind

    def _near(self, x: float, y: float, r: float, share: float = 0.12) -> Point:
        return x + self.chance.gauss(0, share) * r, y + self.chance.gauss(0, share) * r

    def _cross(self, cx: float, cy: float, rx: float, ry: float, slant: float) -> list[list[Point]]:
        lean = math.tan(slant) * ry
        bow = self.chance.gauss(0, 0.12)
        first = [
            self._near(cx - rx + lean, cy - ry, rx),
            self._near(cx + bow * rx, cy - bow * ry, rx, 0.05),
            self._near(cx + rx - lean, cy + ry, rx),
        ]
        second = [
            self._near(cx + rx + lean, cy - ry, rx),
            self._near(cx - bow * rx, cy, rx, 0.05),
            self._near(cx - rx - lean, cy + ry, rx),
        ]
        return [first, second]

    def _slash_cross(self, cx: float, cy: float, rx: float, ry: float, slant: float) -> list[list[Point]]:
        """Return a cross drawn without lifting the pen: down, round and across."""
        strokes = self._cross(cx, cy, rx, ry, slant)
        turn = self._near(cx + 1.15 * rx, cy + 0.2 * ry, rx)
        return [[*strokes[0], turn, *strokes[1]]]

    def _tick(self, cx: float, cy: float, rx: float, ry: float, slant: float) -> list[list[Point]]:
        return [
            [
                self._near(cx - 0.8 * rx, cy + 0.05 * ry, rx),
                self._near(cx - 0.3 * rx, cy + 0.85 * ry, rx),
                self._near(cx + 0.95 * rx, cy - 0.95 * ry, rx),
            ]
        ]

    def _scribble(self, cx: float, cy: float, rx: float, ry: float, slant: float) -> list[list[Point]]:
        turns = self.chance.randint(4, 8)
        points = []
        for i in range(turns):
            along = -0.85 + 1.7 * i / (turns - 1)
            side = 0.9 if i % 2 else -0.9
            points.append(self._near(cx + (along + 0.25 * side) * rx, cy + side * ry, rx))
        return [points]

    def _fill(self, cx: float, cy: float, rx: float, ry: float, slant: float) -> list[list[Point]]:
        lines = self.chance.randint(8, 13)
        points = []
        for i in range(lines):
            level = -0.95 + 1.9 * i / (lines - 1)
            side = 0.95 if i % 2 else -0.95
            points.append(self._near(cx + side * rx, cy + level * ry, rx, 0.07))
        return [points]

    def strike(
        self, first: tuple[float, float, float, float], last: tuple[float, float, float, float], hand: Hand
    ) -> None:
        """Draw a roughly horizontal line through skipped cells, from the box `first` to the box `last`."""
        chance = self.chance
        y0 = first[1] + first[3] * chance.uniform(0.35, 0.65)
        y1 = last[1] + last[3] * chance.uniform(0.35, 0.65)
        x0 = first[0] + first[2] * chance.uniform(-0.1, 0.25)
        x1 = last[0] + last[2] * chance.uniform(0.75, 1.08)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2 + chance.gauss(0, 0.05) * first[3])
        self.draw([[(x0, y0), middle, (x1, y1)]], hand)

    def image(self) -> np.ndarray:
        """Return the current page, uint8."""
        return np.clip(self.page, 0, 255).astype(np.uint8)


_KINDS = {
    "cross": Paper._cross,
    "slash-cross": Paper._slash_cross,
    "tick": Paper._tick,
    "scribble": Paper._scribble,
    "fill": Paper._fill,
}
