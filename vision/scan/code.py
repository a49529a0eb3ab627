"""Reads the QR codes (version 1) of a sheet. Their positions are known to within a few mm.

A linear filter that undoes the blur is fitted on the 233 modules that are the same in every such code. The
other modules are read through this filter, so even a small and blurred code can be read.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.secret import PREFIX as SECRET_PREFIX
from sheets.secret import SECRET_SIGNS, parse_secret
from sheets.serial import SerialError, SheetCode
from vision.geometry import F32, F64
from vision.scan.code_search import ExpectedCode, search_code
from vision.scan.qr_code import (
    CHECK_WORDS,
    CODE_MODULES,
    CODEWORDS,
    FINDER_MODULES,
    OPEN,
    data_bits,
    data_words,
    decode_text,
    fixed_modules,
    format_places,
    format_words,
    text_bits,
    unmasked_bits,
)
from vision.scan.reed_solomon import correct

MODULE_PIXELS = 6
"""Pixels per module in the crop that `read_code` takes."""
QUIET_MODULES = 8
"""Width of the margin around the code, in modules, in the crop that `read_code` takes."""
CROP_PIXELS = (CODE_MODULES + 2 * QUIET_MODULES) * MODULE_PIXELS
CODE_PREFIX = "QX"
"""The first characters of every sheet's code (`sheets.serial`)."""
CODE_LENGTHS = (11, 16, 12, 17, 20, 21)
"""Possible lengths of a sheet's code in characters (`sheets.serial`), the usual lengths first."""
FORMATS_CORRECTED, FORMATS_SEARCHED = 3, 8
"""How many of the likeliest formats are tried with error correction, and how many then with `search_code`."""
FINDER_REACH_MODULES, FINDER_SLACK_MODULES = 6, 1.5
"""Largest shifts, in modules, that are tried for all three finders together, and then for each alone."""
MIN_FINDER_CORRELATION = 0.35
"""A code is found only if two of its three finders have at least this correlation with the template."""
SAMPLE_MODULES = np.arange(-1.0, 1.01, 0.5)
"""Offsets from the middle of a module at which the picture is sampled, in modules, across and down."""
SPARE_CHECKS = 3
"""Number of check words that are never used up by erasures, so that a wrong text is noticed."""
GIVEN_BIT_SIZE = 9.0
"""Absolute soft value of a bit that is known. A bit that is read has about 1."""


def read_code(crop: NDArray[np.uint8], expected: ExpectedCode | None = None) -> SheetCode | None:
    """Return a sheet's code in an upright grey crop, CROP_PIXELS square, or None if it can't be read.

    A code too blurred for error correction is searched for among the `expected` codes, if given.
    """
    modules = _modules(crop)
    if modules is None:
        return None
    formats = _likely_formats(modules)
    for level, mask in formats[:FORMATS_CORRECTED]:
        text = _text(unmasked_bits(modules, mask), level, CODE_PREFIX, CODE_LENGTHS)
        if text is not None:
            try:
                return SheetCode.parse(text)
            except SerialError:
                continue
    if expected is not None:
        for level, mask in formats[:FORMATS_SEARCHED]:
            code = search_code(unmasked_bits(modules, mask), level, expected)
            if code is not None:
                return code
    return None


def read_secret(crop: NDArray[np.uint8]) -> str | None:
    """Return the secret (`sheets.secret`) in a crop of a sheet's second code, or None if it can't be read."""
    modules = _modules(crop)
    if modules is None:
        return None
    lengths = (len(SECRET_PREFIX) + SECRET_SIGNS,)
    for level, mask in _likely_formats(modules)[:FORMATS_CORRECTED]:
        text = _text(unmasked_bits(modules, mask), level, SECRET_PREFIX, lengths)
        secret = parse_secret(text) if text is not None else None
        if secret is not None:
            return secret
    return None


# -- finding the modules ----------------------------------------------------------------------------------


@cache
def _finder_template() -> F32:
    """Return a picture of a finder with a light border of one module: 1 is light, -1 dark."""
    side = (FINDER_MODULES + 2) * MODULE_PIXELS
    template = np.full((side, side), 1, np.float32)
    for inset, tone in ((1, -1), (2, 1), (3, -1)):
        a, b = inset * MODULE_PIXELS, side - inset * MODULE_PIXELS
        template[a:b, a:b] = tone
    return np.asarray(cv2.GaussianBlur(template, (0, 0), MODULE_PIXELS * 0.5), np.float32)


def _place(grey: F32) -> F64 | None:
    """Return the affine map (2 x 3) from modules to pixels, or None if fewer than two finders are found."""
    template = _finder_template()
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), MODULE_PIXELS * 0.3), np.float32)
    match = np.asarray(cv2.matchTemplate(soft, template, cv2.TM_CCOEFF_NORMED), np.float32)
    step = (CODE_MODULES - FINDER_MODULES) * MODULE_PIXELS
    offsets = [(0, 0), (0, step), (step, 0)]
    top, left = _first_finder(match, offsets)
    near = int(FINDER_SLACK_MODULES * MODULE_PIXELS)
    height, width = match.shape
    spots, scores = [], []
    for dy, dx in offsets:
        y0, x0 = max(0, top + dy - near), max(0, left + dx - near)
        area = match[y0 : min(height, y0 + 2 * near + 1), x0 : min(width, x0 + 2 * near + 1)]
        if area.size == 0:
            return None
        y, x = np.unravel_index(int(np.argmax(area)), area.shape)
        scores.append(float(area[y, x]))
        spots.append((x0 + x + template.shape[1] / 2, y0 + y + template.shape[0] / 2))
    if sorted(scores)[1] < MIN_FINDER_CORRELATION:
        return None
    middle, far = FINDER_MODULES / 2, CODE_MODULES - FINDER_MODULES / 2
    middles = np.array([(middle, middle), (far, middle), (middle, far)], np.float32)
    return np.asarray(cv2.getAffineTransform(middles, np.array(spots, np.float32)), np.float64)


def _first_finder(match: F32, offsets: list[tuple[int, int]]) -> tuple[int, int]:
    """Return (row, column) of the top left finder: where the sum of `match` at the `offsets` is largest."""
    start, spread = (QUIET_MODULES - 1) * MODULE_PIXELS, FINDER_REACH_MODULES * MODULE_PIXELS
    padded = cv2.copyMakeBorder(match, spread, spread, spread, spread, cv2.BORDER_CONSTANT, value=-1.0)
    side = 2 * spread + 1
    windows = [padded[start + dy :, start + dx :][:side, :side] for dy, dx in offsets]
    total = np.sum(windows, 0)
    row, column = np.unravel_index(int(np.argmax(total)), total.shape)
    return int(row) + start - spread, int(column) + start - spread


# -- reading the modules ----------------------------------------------------------------------------------


def _modules(crop: NDArray[np.uint8]) -> F32 | None:
    """Return the modules of the code in a crop, about -1 (light) to 1 (dark), or None if it is not found."""
    grey = crop.astype(np.float32)
    grey = (grey - grey.mean()) / (grey.std() + 1e-6)
    placed = _place(grey)
    if placed is None:
        return None
    seen = _samples(grey, placed)
    fixed, dark = fixed_modules()
    known = fixed.ravel()
    a, b = seen[known], np.where(dark.ravel()[known], 1.0, -1.0)
    ridge = 2.0 * np.eye(a.shape[1])
    ridge[-3:, -3:] *= 0.01
    weights = np.linalg.solve(a.T @ a + ridge, a.T @ b)
    soft = (seen @ weights).reshape(CODE_MODULES, CODE_MODULES).astype(np.float32)
    return np.clip(soft, -1.5, 1.5)


def _samples(grey: F32, placed: F64) -> F64:
    """Return a row per module: samples around it, its row, its column, and a 1. `placed`: from `_place`."""
    rows, cols = np.mgrid[0:CODE_MODULES, 0:CODE_MODULES] + 0.5
    layers = []
    for dy in SAMPLE_MODULES:
        for dx in SAMPLE_MODULES:
            x = placed[0, 0] * (cols + dx) + placed[0, 1] * (rows + dy) + placed[0, 2] - 0.5
            y = placed[1, 0] * (cols + dx) + placed[1, 1] * (rows + dy) + placed[1, 2] - 0.5
            where = x.astype(np.float32), y.astype(np.float32)
            layers.append(cv2.remap(grey, *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    half = CODE_MODULES / 2
    ramp = [(rows - half) / CODE_MODULES, (cols - half) / CODE_MODULES, np.ones_like(rows)]
    return np.stack([*layers, *ramp], -1).reshape(CODE_MODULES**2, -1).astype(np.float64)


def _likely_formats(modules: F32) -> list[tuple[str, int]]:
    """Return the pairs of correction level and mask, likeliest first, by the format bits."""
    near, far = format_places()
    bits = np.array([modules[p] + modules[q] for p, q in zip(near, far, strict=True)])
    ranked = sorted(format_words().items(), key=lambda word: -float(word[1] @ bits))
    return [word for word, _ in ranked]


def _text(values: F32, level: str, prefix: str, lengths: Sequence[int]) -> str | None:
    """Return the text of 208 soft bits after correction, or None if it can't be corrected.

    The bits are tried as read, then with the bits that a text with this `prefix` and length must have.
    """
    checks = CHECK_WORDS[level]
    text = _corrected(values, checks)
    if text is not None:
        return text
    for length in lengths:
        if text_bits(length) <= 8 * data_words(level):
            given = _given_bits(prefix, length, data_words(level))
            text = _corrected(np.where(given == 0, values, GIVEN_BIT_SIZE * given), checks)
            if text is not None and len(text) == length:
                return text
    return None


def _corrected(values: F32, checks: int) -> str | None:
    """Return the text after error correction, or None if it can't be corrected.

    If correction fails, it is tried again with more and more of the doubtful codewords erased.
    """
    bits = (values > 0).reshape(CODEWORDS, 8)
    words = [int("".join("1" if bit else "0" for bit in word), 2) for word in bits]
    doubtful = [int(i) for i in np.argsort(np.abs(values).reshape(CODEWORDS, 8).min(1))]
    for lost in range(0, checks - SPARE_CHECKS, 2):
        fixed = correct(words, checks, doubtful[:lost])
        if fixed is not None:
            text = decode_text(fixed[: CODEWORDS - checks])
            if text is not None:
                return text
    return None


@cache
def _given_bits(prefix: str, length: int, words: int) -> F32:
    """Return the bits common to all codes with this prefix and length, as -1 and 1; all other bits are 0."""
    known = data_bits(prefix + OPEN * (length - len(prefix)), words)
    given = np.zeros(8 * CODEWORDS, np.float32)
    for i, bit in enumerate(known):
        if bit is not None:
            given[i] = 2 * bit - 1
    return given
