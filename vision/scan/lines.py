"""Finds straight lines that run across a whole sheet: folds, a scanner's streaks, lines of toner.

A line must be visible on unprinted paper from edge to edge. It is removed before the sheet is read.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.image import Image
from vision.geometry import F32, U8

WIDEST_MM = 2.4
"""Largest width of a line, in mm."""
MIN_PRINT_EDGE = 24
"""Neighbouring pixels of a drawn sheet that differ by more than this (levels 0 to 255) count as print."""
PRINT_MARGIN_MM = 0.7
"""Distance from print, in mm, within which no line is looked for, since the drawing may not fit exactly."""
MIN_DARKENING = 0.03
"""A line must be darker than the nearby paper by at least this share."""
NOISE_FACTOR = 2.5
"""A line's darkening must exceed the median darkening of unprinted paper by this factor."""
MAX_SLOPE = 0.14
"""Largest slope of a line relative to the sheet's edges."""
ROWS = 4
"""Number of rows of pixels that are averaged before a slope is tried."""
SLOPE_STEP_PIXELS = 2.0
"""Step between tried slopes: how far a line's end moves sideways, in pixels of the half-size picture."""
MIN_COVERAGE, MIN_PART_COVERAGE = 0.7, 0.5
"""A line must be visible on at least these shares of its unprinted pixels: in total, and in each part."""
PARTS = 8
"""Number of equal parts into which a line is divided. The line must be visible in each part."""
MIN_SIGHT, MIN_KNOWN = 0.12, 6
"""A part of a line is judged if at least MIN_SIGHT of it lies on unprinted paper. A line counts only if at
least MIN_KNOWN parts are judged."""
FLANK_SHARE = 0.5
"""Largest mean darkness beside a line, as a share of the line's own darkness."""
FLANK_PIXELS = 8
"""Distance from the middle of a line, in pixels, at which the darkness on both sides is measured."""
MAX_LINES = 6
"""Largest number of lines in one direction; more are a pattern, and none is removed."""


class Line(NamedTuple):
    """A line from edge to edge of the sheet, in pixels of the rectified sheet."""

    upright: bool  # True from top to bottom, False from left to right
    start: float  # position of its start, across its direction
    end: float  # position of its end, across its direction
    half: float  # half its width


def line_mask(sheet: Image, free: NDArray[np.bool_], scale: float) -> U8:
    """Return a mask of the lines that run across the rectified sheet: H x W, 255 on lines, 0 elsewhere.

    `sheet`: H x W x 3, BGR, `scale` pixels per mm. `free`: H x W, True on unprinted paper.
    """
    dark = _darkening(sheet, scale)
    mask = np.zeros(sheet.shape[:2], np.uint8)
    for line in [*_lines(dark, free, True), *_lines(dark.T, free.T, False)]:
        _draw(mask, line)
    return mask


def unprinted(blanks: Sequence[Image], scale: float, margin_mm: float) -> NDArray[np.bool_]:
    """Return a mask, H x W: True where none of the drawn sheets `blanks` has print within PRINT_MARGIN_MM.

    `scale`: pixels per mm. `margin_mm`: width of the border of the mask, which is False.
    """
    reach = round(2 * PRINT_MARGIN_MM * scale) | 1
    free = np.ones(blanks[0].shape[:2], np.bool_)
    for blank in blanks:
        edges = cv2.morphologyEx(blank, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(-1)
        printed = ((edges > MIN_PRINT_EDGE) | (_darkening(blank, scale) > 0.05)).astype(np.uint8)
        free &= cv2.dilate(printed, np.ones((reach, reach), np.uint8)) == 0
    border = round(margin_mm * scale)
    inside = np.zeros_like(free)
    inside[border:-border, border:-border] = True
    return free & inside


def _darkening(sheet: Image, scale: float) -> F32:
    """Return, for each pixel, the share by which it is darker than its surroundings within WIDEST_MM."""
    side = round(WIDEST_MM * scale) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    grey = cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY)
    around = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, kernel)
    return np.asarray(1 - (grey + 1.0) / (around + 1.0), np.float32)


def _lines(dark: F32, free: NDArray[np.bool_], upright: bool) -> list[Line]:
    """Return the lines that run roughly down the columns of `dark`, or [] if there are more than MAX_LINES.

    `upright`: False if `dark` and `free` are transposed.
    """
    height, width = dark.shape
    if not free.any():
        return []
    floor = max(MIN_DARKENING, NOISE_FACTOR * float(np.median(dark[free])))
    seen = cv2.dilate(((dark > floor) & free).astype(np.uint8), np.ones((1, 3), np.uint8)) * free
    noise = float(seen[free].mean())
    small = (width // 2, height // ROWS)
    hits = cv2.resize(seen.astype(np.float32), small, interpolation=cv2.INTER_AREA)
    sight = cv2.resize(free.astype(np.float32), small, interpolation=cv2.INTER_AREA)
    depth = cv2.resize(dark * free, small, interpolation=cv2.INTER_AREA)
    reach = int(MAX_SLOPE * height / 2)
    best: list[tuple[float, float, float]] = []
    for lean in np.arange(-reach, reach + 1, SLOPE_STEP_PIXELS):
        shear = np.array([[1, lean / small[1], -lean / 2], [0, 1, 0]], np.float32)
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        darkness = cv2.warpAffine(depth, shear, small, flags=how).sum(0)
        lit, looked = (cv2.warpAffine(each, shear, small, flags=how) for each in (hits, sight))
        coverage = _coverage(np.asarray(lit, np.float32), np.asarray(looked, np.float32), noise)
        for x in np.flatnonzero(coverage >= MIN_COVERAGE):
            best.append((float(darkness[x]), 2 * (x - lean / 2) + 0.5, 2 * (x + lean / 2) + 0.5))
    best.sort(reverse=True)
    lines: list[Line] = []
    for _, start, end in best:
        if all(max(abs(start - line.start), abs(end - line.end)) > 12 for line in lines):
            half = _half_width(dark, free, start, end)
            lines += [Line(upright, start, end, half)] if half else []
        if len(lines) > MAX_LINES:
            return []
    return lines


def _coverage(lit: F32, looked: F32, noise: float) -> F32:
    """Return, for each column, the share of its unprinted pixels that are dark, corrected for noise.

    Return 0 for a column with too few dark pixels in a judged part (see MIN_SIGHT), or too few judged parts.
    `lit`, `looked`: the share of each pixel's area that is dark, and that is unprinted. `noise`: the mean
    share of unprinted paper that is dark.
    """
    known, seen = [], []
    for part in np.array_split(np.arange(len(lit)), PARTS):
        sight = looked[part].sum(0)
        share = (lit[part].sum(0) / np.maximum(sight, 1.0) - noise) / (1 - noise)
        known.append(sight >= MIN_SIGHT * len(part))
        seen.append(share >= MIN_PART_COVERAGE)
    runs_on = (np.array(seen) | ~np.array(known)).all(0) & (np.sum(known, 0) >= MIN_KNOWN)
    share = (lit.sum(0) / np.maximum(looked.sum(0), 1.0) - noise) / (1 - noise)
    return np.asarray(np.where(runs_on, share, 0.0), np.float32)


def _half_width(dark: F32, free: NDArray[np.bool_], start: float, end: float) -> float:
    """Return half a line's width in pixels, or 0 if the paper on both sides is too dark (see FLANK_SHARE).

    The width is measured at a quarter of the line's greatest darkness.
    """
    height, width = dark.shape
    rows = np.arange(height)
    middle = start + (end - start) * rows / height
    means = []
    for off in range(-FLANK_PIXELS, FLANK_PIXELS + 1):
        x = np.clip(np.round(middle + off).astype(int), 0, width - 1)
        sight = free[rows, x]
        means.append(float(dark[rows, x][sight].mean()) if sight.any() else 0.0)
    profile = np.array(means)
    peak = FLANK_PIXELS - 3 + int(profile[FLANK_PIXELS - 3 : FLANK_PIXELS + 4].argmax())
    if (profile[0] + profile[-1]) / 2 > FLANK_SHARE * profile[peak]:
        return 0.0
    wide = np.flatnonzero(profile > profile[peak] / 4)
    return float(np.clip(np.abs(wide - FLANK_PIXELS).max() + 1, 2, FLANK_PIXELS))


def _draw(mask: U8, line: Line) -> None:
    height, width = mask.shape
    ends = ((line.start, 0), (line.end, height)) if line.upright else ((0, line.start), (width, line.end))
    a, b = (tuple(round(16 * v) for v in end) for end in ends)
    cv2.line(mask, a, b, 255, max(1, round(2 * line.half + 1)), cv2.LINE_8, 4)
