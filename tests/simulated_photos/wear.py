"""Adds wear to papers before they are photographed: folds, streaks, hairs, stains, tape, shadows.

Each function darkens a paper's picture (H x W x 3 uint8, BGR) in place. None draws a mark.
"""

import math
import random
from collections.abc import Callable

import cv2
import numpy as np


def wear(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> str:
    """Apply one kind of wear to a paper's picture, in place, and return the name of this kind."""
    name = chance.choice(list(WAYS))
    WAYS[name](image, dots_per_mm, chance)
    return name


def _darken(image: np.ndarray, shade: np.ndarray) -> None:
    """Multiply a picture by H x W or H x W x 3 factors."""
    shade = shade if shade.ndim == 3 else shade[..., None]
    image[:] = np.clip(image * shade + 0.5, 0, 255).astype(np.uint8)


def _distance(image: np.ndarray, dots_per_mm: float, angle: float, offset: float, wave: float) -> np.ndarray:
    """Return the signed distance in mm of each pixel from a line, `offset` mm from the picture's middle.

    `angle`: of the line to the x axis, in radians; `wave`: amplitude of its waves in mm.
    """
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32) / dots_per_mm
    x, y = x - image.shape[1] / dots_per_mm / 2, y - image.shape[0] / dots_per_mm / 2
    along = x * math.cos(angle) + y * math.sin(angle)
    return y * math.cos(angle) - x * math.sin(angle) - offset + wave * np.sin(along / 17)


def _fold(image: np.ndarray, dots_per_mm: float, chance: random.Random, upright: bool, share: float) -> None:
    """Draw a vertical (`upright`) or horizontal crease, at this `share` of the paper's width or height."""
    side = image.shape[1 if upright else 0] / dots_per_mm
    angle = chance.gauss(0, 0.012) + (math.pi / 2 if upright else 0)
    offset = (share - 0.5) * side * (-1 if upright else 1)
    d = _distance(image, dots_per_mm, angle, offset, chance.uniform(0, 0.15))
    core = chance.uniform(0.1, 0.5) * np.exp(-((d / chance.uniform(0.15, 0.6)) ** 2))
    slope = chance.uniform(-0.14, 0.14) * np.sign(d) * np.exp(-np.abs(d) / chance.uniform(2, 25))
    rim = chance.uniform(0, 0.12) * np.exp(-(((d - chance.uniform(0.5, 1)) / 0.4) ** 2))
    _darken(image, 1 - core + slope + rim)


def folded(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw a vertical or horizontal crease through about the middle of the paper."""
    _fold(image, dots_per_mm, chance, chance.random() < 0.7, chance.gauss(0.5, 0.04))


def folded_twice(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw two creases: crossing in the middle, or parallel at the thirds of the paper."""
    if chance.random() < 0.5:
        _fold(image, dots_per_mm, chance, True, chance.gauss(0.5, 0.04))
        _fold(image, dots_per_mm, chance, False, chance.gauss(0.5, 0.04))
    else:
        upright = chance.random() < 0.7
        _fold(image, dots_per_mm, chance, upright, chance.gauss(0.33, 0.03))
        _fold(image, dots_per_mm, chance, upright, chance.gauss(0.66, 0.03))


def streaked(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw one to three lines of a scanner's dust or of toner, as long as the paper."""
    upright = chance.random() < 0.65
    side = image.shape[1 if upright else 0] / dots_per_mm
    for _ in range(chance.randint(1, 3)):
        d = _distance(
            image, dots_per_mm, math.pi / 2 if upright else 0, chance.uniform(-0.45, 0.45) * side, 0
        )
        half = chance.uniform(0.06, 0.25)
        line = chance.uniform(0.2, 0.95) * np.clip((half - np.abs(d)) * dots_per_mm + 0.5, 0, 1)
        tint = [chance.uniform(0.6, 1) for _ in range(3)] if chance.random() < 0.3 else [1.0] * 3
        _darken(image, 1 - line[..., None] * np.array(tint, np.float32))


def hairy(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw one or two hairs on the paper."""
    for _ in range(chance.randint(1, 2)):
        h, w = image.shape[:2]
        x, y = chance.uniform(0.1, 0.9) * w, chance.uniform(0.1, 0.9) * h
        angle, points = chance.uniform(0, 2 * math.pi), []
        bend = chance.gauss(0, 0.05)
        for _ in range(int(chance.uniform(18, 80))):
            points.append((x, y))
            x, y = x + dots_per_mm * math.cos(angle), y + dots_per_mm * math.sin(angle)
            bend += chance.gauss(0, 0.015)
            angle += bend
        mask = np.zeros((h, w), np.uint8)
        line = (np.array(points) * 16).astype(np.int32)
        thick = max(1, round(chance.uniform(0.07, 0.16) * dots_per_mm))
        cv2.polylines(mask, [line], False, 255, thick, cv2.LINE_AA, 4)
        _darken(image, 1 - chance.uniform(0.35, 0.85) * mask.astype(np.float32) / 255)


def stained(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw the ring that a wet cup leaves."""
    h, w = image.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) / dots_per_mm
    cx, cy = chance.uniform(0, w) / dots_per_mm, chance.uniform(0, h) / dots_per_mm
    d = np.abs(np.hypot(x - cx, y - cy) - chance.uniform(28, 42))
    ring = np.clip((chance.uniform(0.6, 1.8) - d) * 2, 0, 1) * chance.uniform(0.5, 1)
    turn = np.arctan2(y - cy, x - cx) + chance.uniform(0, 6)
    ring *= 0.6 + 0.4 * np.sin(turn + np.sin(2 * turn))
    _darken(image, 1 - ring[..., None] * np.array([0.34, 0.22, 0.14], np.float32) * chance.uniform(0.5, 1.3))


def taped(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw a strip of clear tape across the paper."""
    side = image.shape[1] / dots_per_mm
    d = _distance(image, dots_per_mm, math.pi / 2 + chance.gauss(0, 0.1), chance.uniform(-0.4, 0.4) * side, 0)
    half = chance.uniform(6, 9.5)
    inside = np.clip((half - np.abs(d)) * dots_per_mm, 0, 1)[..., None]
    edge = chance.uniform(0.05, 0.35) * np.exp(-(((np.abs(d) - half) / 0.15) ** 2))
    _darken(image, 1 - inside * np.array([0.12, 0.05, 0.03], np.float32) - edge[..., None])


def shaded(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Draw the sharp edge of a shadow, or a narrow shadow."""
    size = math.hypot(*image.shape[:2]) / dots_per_mm
    d = _distance(image, dots_per_mm, chance.uniform(0, math.pi), chance.uniform(-0.25, 0.25) * size, 0)
    soft = chance.uniform(0.3, 2.5)
    dark = 1 / (1 + np.exp(-np.clip(d / soft * 2, -30, 30)))
    if chance.random() < 0.4:
        dark *= 1 / (1 + np.exp(-np.clip((chance.uniform(1.5, 12) - d) / soft * 2, -30, 30)))
    _darken(image, 1 - chance.uniform(0.2, 0.6) * dark)


def covered(image: np.ndarray, dots_per_mm: float, chance: random.Random) -> None:
    """Do nothing: the photo shows a pen on the paper instead."""


WAYS: dict[str, Callable[[np.ndarray, float, random.Random], None]] = {
    "fold": folded, "folds": folded_twice, "streaks": streaked, "hairs": hairy, "ring": stained,
    "tape": taped, "shadow": shaded, "pen": covered,
}  # fmt: skip
