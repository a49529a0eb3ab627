"""Simulates hands and pens that write on a printed sheet.

A hand has habits (its kind of mark, size, slant, tremor, pressure) and a pen; every mark varies around them.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.paper import Box
from training.sheets.pages import MARGIN_MM, SCALE

F32 = NDArray[np.float32]
SUBPIXEL_BITS = 4
"""Number of fractional bits in coordinates for OpenCV."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen or pencil."""

    ink: tuple[float, float, float]  # BGR, 0 to 1
    width: float  # of its line, in mm
    cover: float  # opacity of its ink, 0 to 1
    grain: float  # how much the paper's grain shows, 0 to 1


def random_pen(chance: np.random.Generator) -> Pen:
    """Return a random pen."""
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


class WrittenSheet:
    """The picture of a printed sheet on which pens draw."""

    def __init__(self, picture: F32, chance: np.random.Generator) -> None:
        self.picture = picture.copy()
        self.chance = chance
        h, w = picture.shape[:2]
        noise = chance.standard_normal((h // 2 + 1, w // 2 + 1), np.float32)
        self.grain = cv2.resize(noise, (w, h), interpolation=cv2.INTER_LINEAR)

    def stroke(self, points: NDArray[np.float64], pen: Pen, pressure: float) -> None:
        """Draw a stroke through points (N x 2, in mm), with pressure that swells and ebbs."""
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
        local = np.round((xy - (x0, y0)) * (1 << SUBPIXEL_BITS)).astype(np.int32)
        widths = np.maximum(1, np.round(pen.width * SCALE * np.clip(swell, 0.4, 1.6))).astype(int)
        for i in range(n - 1):
            tone = int(255 * np.clip(0.75 + 0.25 * swell[i], 0.3, 1))
            cv2.line(
                layer,
                local[i].tolist(),
                local[i + 1].tolist(),
                tone,
                int(widths[i]),
                cv2.LINE_AA,
                SUBPIXEL_BITS,
            )
        cover = layer.astype(np.float32) / 255 * pen.cover * pressure
        if pen.grain > 0:
            cover *= np.clip(1 - pen.grain * (0.35 + 0.6 * self.grain[y0:y1, x0:x1]), 0, 1)
        area = self.picture[y0:y1, x0:x1]
        # ink filters the light of the print more than it covers it
        ink = np.array(pen.ink, np.float32)
        over = cover[..., None]
        area *= 1 - over * (1 - np.minimum(1, ink + 0.25 * (1 - pen.cover)))

    def smear(self, box: Box, strength: float) -> None:
        """Draw the grey haze of an eraser, and rub the print paler."""
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
    """A writer's pen and habits."""

    pen: Pen
    kinds: tuple[float, ...]  # probability of each of KINDS
    size: float  # of marks, in cells
    spread: float  # relative standard deviation of the size
    offset: tuple[float, float]  # of marks from the cell's middle, in cells
    slant: float  # in radians
    tremor: float  # in mm
    pressure: float  # factor on the opacity of the ink


KINDS = ("cross", "tick", "scribble", "fill", "slash", "ring", "plus", "loop", "hatch")


def random_hand(chance: np.random.Generator) -> Hand:
    """Return a random hand."""
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


def wavering(chance: np.random.Generator, knots: NDArray[np.float64], tremor: float) -> NDArray[np.float64]:
    """Return points (in mm) along `knots` (N x 2, in mm), displaced at random by about `tremor` mm."""
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
