"""Numerals as ink: 1 to 8 in the typefaces of this machine, and in OpenCV's strokes if it has none."""

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.colours import F32, RNG

FINE = 192
"""Side of a patch, in pixels, while a numeral is drawn."""


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    return [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts"]


def _patch(font: Any, text: str) -> NDArray[np.uint8]:
    """Return the ink of a text, cut to its bounds; empty if the typeface draws nothing."""
    mask = font.getmask(text, mode="L")
    ink = np.asarray(mask, np.uint8).reshape(mask.size[1], mask.size[0])
    rows, columns = np.nonzero(ink.max(1) > 60)[0], np.nonzero(ink.max(0) > 60)[0]
    if not len(rows) or not len(columns):
        return np.zeros((0, 0), np.uint8)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@cache
def typefaces() -> tuple[tuple[NDArray[np.uint8], ...], ...]:
    """Return the numerals 1 to 8 of each typeface, cut to their bounds; () without Pillow.

    Typefaces without numerals of their own, or with hardly legible ones, are left out.
    """
    try:
        from PIL import ImageFont
    except ImportError:  # pragma: no cover - it comes with reportlab
        return ()
    found: list[tuple[NDArray[np.uint8], ...]] = []
    seen: set[bytes] = set()
    files = [f for folder in _folders() for kind in ("*.ttf", "*.otf", "*.t1") for f in folder.rglob(kind)]
    for file in sorted(files, key=lambda f: f.name):
        try:
            font = ImageFont.truetype(str(file), 96)
            eight = tuple(_patch(font, str(n)) for n in range(1, 9))
        except (OSError, ValueError):
            continue
        shares = [float((p > 127).mean()) if p.size else 0.0 for p in eight]
        shapes = [p.shape for p in eight]
        same = len({p.tobytes() for p in eight}) < 8
        tall = all(p.size and 40 < p.shape[0] < 120 and 4 < p.shape[1] < 110 for p in eight)
        if same or not tall or min(shares) < 0.12 or len(set(shapes)) < 2:
            continue
        key = eight[4].tobytes()
        if key not in seen:
            seen.add(key)
            found.append(eight)
    return tuple(found)


def _strokes(value: int, font: int, thick: int) -> NDArray[np.uint8]:
    patch = np.zeros((FINE, FINE), np.uint8)
    cv2.putText(patch, str(value), (40, 150), font, 4.2, 255, thick, cv2.LINE_AA)
    rows, columns = np.nonzero(patch.max(1))[0], np.nonzero(patch.max(0))[0]
    return patch[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def numerals(rng: RNG, count: int, size: int = 96) -> F32:
    """Return numerals 1 to `count` as ink, count x size x size, 0 to 1.

    They share one typeface and are stretched, slanted, thinned or thickened alike; a six often has a stroke
    or a dot next to it.
    """
    faces = typefaces()
    face = faces[int(rng.integers(len(faces)))] if faces and rng.random() < 0.85 else None
    font, thick = int(rng.choice([0, 2, 3, 4])), int(rng.integers(10, 34))
    height = FINE * float(rng.uniform(0.5, 0.92))
    stretch, slant = float(np.exp(rng.normal() * 0.14)), float(rng.normal() * 0.08)
    weight = int(rng.integers(-4, 9)) if rng.random() < 0.5 else 0
    mark = rng.random()
    lift = float(rng.normal() * 0.04) * FINE
    out = []
    for value in range(1, count + 1):
        ink = face[value - 1] if face is not None else _strokes(value, font, thick)
        tallest = max(p.shape[0] for p in face) if face is not None else ink.shape[0]
        scale = height / tallest
        wide = min(scale * stretch, FINE * 0.95 / ink.shape[1])
        m = np.array([[wide, -slant * scale, 0.0], [0.0, scale, 0.0]])
        middle = m[:, :2] @ np.array([ink.shape[1] / 2, ink.shape[0] / 2])
        m[:, 2] = np.array([FINE / 2, FINE / 2 + lift]) - middle
        patch = np.asarray(cv2.warpAffine(ink, m, (FINE, FINE), flags=cv2.INTER_LINEAR), np.uint8)
        if weight:
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) + 1,) * 2)
            changed = cv2.dilate(patch, kernel) if weight > 0 else cv2.erode(patch, kernel)
            if (changed > 127).mean() > 0.5 * (patch > 127).mean():  # hairlines would vanish
                patch = np.asarray(changed, np.uint8)
        if value == 6 and mark < 0.7:
            half, foot = ink.shape[1] * wide / 2, FINE / 2 + lift + ink.shape[0] * scale / 2
            if mark < 0.45:
                y = min(FINE - 8, round(foot + FINE * 0.06))
                ends = (round(FINE / 2 - half), y), (round(FINE / 2 + half), y)
                cv2.line(patch, *ends, 255, max(6, FINE // 20), cv2.LINE_AA)
            else:
                dot = (min(FINE - 8, round(FINE / 2 + half + FINE * 0.06)), round(foot - FINE * 0.04))
                cv2.circle(patch, dot, max(6, FINE // 24), 255, -1, cv2.LINE_AA)
        small = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
        out.append(np.asarray(small, np.float32) / 255)
    return np.asarray(np.stack(out), np.float32)


def strange_numerals(rng: RNG, sides: int) -> F32:
    """Return numerals for a die of 4, 10, 12 or 20 sides as ink, sides x 96 x 96, 0 to 1.

    A face has one or two digits; a face of a four-sided die has three, one near each corner. The digits are
    random, because the values of these dice are never read.
    """
    digits = numerals(rng, 8)
    tens = sides == 10 and rng.random() < 0.3
    faces = []
    for value in range(1, sides + 1):
        ink = digits[int(rng.integers(8))]
        if sides == 4:
            inner = rng.uniform(0.5, 0.6)
            faces.append(
                sum(_moved(digits[(value + k) % 8], 0.36, inner, 2 * np.pi * k / 3) for k in range(3))
            )
        elif tens or value > 9:
            left, right = (
                _moved(ink, 0.72, 0.36, np.pi / 2),
                _moved(digits[value % 8], 0.72, 0.36, -np.pi / 2),
            )
            faces.append(left + right)
        else:
            faces.append(ink)
    return np.asarray(np.clip(np.stack(faces), 0, 1), np.float32)


def _moved(ink: F32, size: float, away: float, turn: float) -> F32:
    """Return a numeral scaled by `size` and moved from the middle by `away` times half the picture's side.

    `turn`: the direction, in radians counterclockwise from up. The numeral's top points in this direction,
    but a numeral moved straight to the left or right stays upright.
    """
    n = len(ink)
    sideways = abs(abs(turn) - np.pi / 2) < 1e-6
    m = cv2.getRotationMatrix2D((n / 2, n / 2), 0.0 if sideways else float(np.degrees(turn)), size)
    m[:, 2] = m[:, 2] - np.array([np.sin(turn), np.cos(turn)]) * away * n / 2
    return np.asarray(cv2.warpAffine(ink, m, (n, n), flags=cv2.INTER_LINEAR), np.float32)
