"""Reading the square code of a straightened sheet: a QR code of version 1 whose place is known to a few mm.

Because the place is known, the code need not be found, only read, and it can be read where it is small and
blurred: the 233 modules that are the same in every such code teach a linear filter that undoes the blur, and
the others are read through it. Layout, masks and error correction as in ISO/IEC 18004 (QR code).
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.serial import SerialError, SheetCode
from vision.scan.code_search import ALPHANUMERIC, ExpectedCode, search_code

F32 = NDArray[np.float32]
CODE_MODULES = 21
"""Modules along one side."""
FINDER_MODULES = 7
"""Modules along one side of a finder, one of the three nested squares."""
MODULE_PIXELS = 6
"""Pixels a module in the crop that `read_code` takes."""
QUIET_MODULES = 8
"""Modules around the code in that crop."""
CODE_LENGTHS = (11, 16, 12, 17, 20, 21)
"""How many signs a code of ours may have, see `sheets.serial`."""
_CHECKS = {0b01: 7, 0b00: 10, 0b11: 13, 0b10: 17}
"""Check codewords of 26 by the two bits that name the level (L, M, Q, H)."""
_LEVELS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
MASKS_TRIED = 8
"""So many of the 32 format words are tried where the code is searched for."""


def read_code(crop: NDArray[np.uint8], expected: ExpectedCode | None = None) -> SheetCode | None:
    """The code in a grey crop, None where none of ours can be read.

    The crop is square, (CODE_MODULES + 2 QUIET_MODULES) MODULE_PIXELS pixels wide, the code near its middle,
    upright. With what is `expected` of it, a code that is too blurred for its own correction is searched for
    among all that there can be (`vision.scan.code_search`).
    """
    grey = crop.astype(np.float32)
    grey = (grey - grey.mean()) / (grey.std() + 1e-6)
    placed = _place(grey)
    if placed is None:
        return None
    soft, words = _modules(grey, placed)
    for level, mask in words[:3]:
        text = _text(soft, level, mask)
        if text is not None:
            try:
                return SheetCode.parse(text)
            except SerialError:
                continue
    if expected is not None:
        for level, mask in words[:MASKS_TRIED]:
            code = search_code(_unmasked(soft, mask), _LEVELS[level], expected)
            if code is not None:
                return code
    return None


@cache
def _fixed() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which modules are the same in every code, and which of them are dark; the format bits are not."""
    known = np.zeros((CODE_MODULES, CODE_MODULES), bool)
    dark = np.zeros((CODE_MODULES, CODE_MODULES), bool)
    finder = np.ones((FINDER_MODULES, FINDER_MODULES), bool)
    finder[1:-1, 1:-1] = False
    finder[2:-2, 2:-2] = True
    for y, x in ((0, 0), (0, CODE_MODULES - FINDER_MODULES), (CODE_MODULES - FINDER_MODULES, 0)):
        known[max(0, y - 1) : y + FINDER_MODULES + 1, max(0, x - 1) : x + FINDER_MODULES + 1] = True
        dark[y : y + FINDER_MODULES, x : x + FINDER_MODULES] = finder
    known[6, :] = known[:, 6] = True
    dark[6, FINDER_MODULES : CODE_MODULES - FINDER_MODULES] = dark[
        FINDER_MODULES : CODE_MODULES - FINDER_MODULES, 6
    ] = np.arange(FINDER_MODULES, CODE_MODULES - FINDER_MODULES) % 2 == 0
    known[CODE_MODULES - 8, 8] = dark[CODE_MODULES - 8, 8] = True
    return known, dark


@cache
def _format_places() -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Row and column of the fifteen format bits, the first the highest, in both of their copies."""
    near = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    far = [(CODE_MODULES - 1 - i, 8) for i in range(7)] + [(8, CODE_MODULES - 8 + i) for i in range(8)]
    return tuple(near), tuple(far)


@cache
def _format_words() -> dict[tuple[int, int], NDArray[np.float32]]:
    """Level and mask to the fifteen bits that say so, as -1 and 1."""
    words = {}
    for data in range(32):
        rest = data << 10
        for shift in range(4, -1, -1):
            if rest >> (shift + 10) & 1:
                rest ^= 0b10100110111 << shift
        bits = (data << 10 | rest) ^ 0b101010000010010
        words[data >> 3, data & 7] = np.array(
            [1 if bits >> (14 - i) & 1 else -1 for i in range(15)], np.float32
        )
    return words


@cache
def _finder_template() -> F32:
    side = (FINDER_MODULES + 2) * MODULE_PIXELS
    template = np.full((side, side), 1, np.float32)
    for inset, tone in ((1, -1), (2, 1), (3, -1)):
        a, b = inset * MODULE_PIXELS, side - inset * MODULE_PIXELS
        template[a:b, a:b] = tone
    return np.asarray(cv2.GaussianBlur(template, (0, 0), MODULE_PIXELS * 0.5), np.float32)


def _place(grey: F32) -> NDArray[np.float64] | None:
    """The affine map (2 x 3) from modules to pixels of the crop, by the three finders; None without them."""
    template = _finder_template()
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), MODULE_PIXELS * 0.3), np.float32)
    match = np.asarray(cv2.matchTemplate(soft, template, cv2.TM_CCOEFF_NORMED), np.float32)
    step = (CODE_MODULES - FINDER_MODULES) * MODULE_PIXELS
    start = (QUIET_MODULES - 1) * MODULE_PIXELS
    spread = 6 * MODULE_PIXELS
    height, width = match.shape
    offsets = [(0, 0), (0, step), (step, 0)]
    total = np.sum([_window(match, start + dy, start + dx, spread) for dy, dx in offsets], 0)
    best = np.unravel_index(int(np.argmax(total)), total.shape)
    base = (int(best[0]) + start - spread, int(best[1]) + start - spread)
    near = int(1.5 * MODULE_PIXELS)
    spots, scores = [], []
    for dy, dx in offsets:
        y0, x0 = base[0] + dy - near, base[1] + dx - near
        y0, x0 = max(0, y0), max(0, x0)
        area = match[y0 : min(height, y0 + 2 * near + 1), x0 : min(width, x0 + 2 * near + 1)]
        if area.size == 0:
            return None
        y, x = np.unravel_index(int(np.argmax(area)), area.shape)
        scores.append(float(area[y, x]))
        spots.append((x0 + x + template.shape[1] / 2, y0 + y + template.shape[0] / 2))
    if sorted(scores)[1] < 0.35:
        return None
    middles = np.array([(3.5, 3.5), (CODE_MODULES - 3.5, 3.5), (3.5, CODE_MODULES - 3.5)], np.float32)
    return np.asarray(cv2.getAffineTransform(middles, np.array(spots, np.float32)), np.float64)


def _window(match: NDArray[np.float32], y: int, x: int, spread: int) -> NDArray[np.float32]:
    padded = cv2.copyMakeBorder(match, spread, spread, spread, spread, cv2.BORDER_CONSTANT, value=-1.0)
    return np.asarray(padded[y : y + 2 * spread + 1, x : x + 2 * spread + 1], np.float32)


def _modules(grey: F32, placed: NDArray[np.float64]) -> tuple[F32, list[tuple[int, int]]]:
    """Each module from -1 (light) to 1 (dark); level and mask by their format words, the likeliest first."""
    steps = np.arange(-1.0, 1.01, 0.5)
    rows, cols = np.mgrid[0:CODE_MODULES, 0:CODE_MODULES] + 0.5
    layers = []
    for dy in steps:
        for dx in steps:
            x = placed[0, 0] * (cols + dx) + placed[0, 1] * (rows + dy) + placed[0, 2] - 0.5
            y = placed[1, 0] * (cols + dx) + placed[1, 1] * (rows + dy) + placed[1, 2] - 0.5
            layers.append(
                cv2.remap(
                    grey, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE,
                )
            )  # fmt: skip
    ramp = [
        (rows - CODE_MODULES / 2) / CODE_MODULES,
        (cols - CODE_MODULES / 2) / CODE_MODULES,
        np.ones_like(rows),
    ]
    seen = np.stack([*layers, *ramp], -1).reshape(CODE_MODULES * CODE_MODULES, -1).astype(np.float64)
    known, dark = _fixed()
    taught = known.ravel()
    aim = np.where(dark.ravel(), 1.0, -1.0)
    a, b = seen[taught], aim[taught]
    ridge = 2.0 * np.eye(a.shape[1])
    ridge[-3:, -3:] *= 0.01
    weights = np.linalg.solve(a.T @ a + ridge, a.T @ b)
    soft = (seen @ weights).reshape(CODE_MODULES, CODE_MODULES).astype(np.float32)
    soft = np.clip(soft, -1.5, 1.5)
    near, far = _format_places()
    bits = np.array([soft[p] + soft[q] for p, q in zip(near, far, strict=True)])
    ranked = sorted(_format_words().items(), key=lambda word: -float(word[1] @ bits))
    return soft, [word for word, _ in ranked]


_MASKS = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: (r + 0 * c) % 2 == 0,
    lambda r, c: (0 * r + c) % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


@cache
def _path() -> tuple[tuple[int, int], ...]:
    """Row and column of the 208 data bits in the order in which they are read."""
    known, _ = _fixed()
    free = ~known
    for copy in _format_places():
        for place in copy:
            free[place] = False
    path, up = [], True
    for right in (20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for r in range(CODE_MODULES - 1, -1, -1) if up else range(CODE_MODULES):
            path += [(r, c) for c in (right, right - 1) if free[r, c]]
        up = not up
    return tuple(path)


def _unmasked(soft: F32, mask: int) -> F32:
    """The 208 bits in the order in which they are read, each from below 0 (0) to above (1)."""
    return np.array([soft[p] * (-1 if _MASKS[mask](*p) else 1) for p in _path()], np.float32)


def _text(soft: F32, level: int, mask: int) -> str | None:
    """What the modules say, after correction; None where they say nothing that holds together.

    First as they stand; then with what every code of ours begins and ends with put in, for each length that
    one may have.
    """
    values = _unmasked(soft, mask)
    checks = _CHECKS[level]
    text = _corrected(values, checks)
    if text is not None:
        return text
    for length in CODE_LENGTHS:
        given = _given(length, 26 - checks)
        if given is not None:
            text = _corrected(np.where(given == 0, values, 9.0 * given), checks)
            if text is not None and len(text) == length:
                return text
    return None


def _corrected(values: F32, checks: int) -> str | None:
    """The text in 208 soft bits, the doubtful codewords taken for lost one after another."""
    bits = (values > 0).reshape(26, 8)
    words = [int("".join("1" if bit else "0" for bit in word), 2) for word in bits]
    doubtful = [int(i) for i in np.argsort(np.abs(values).reshape(26, 8).min(1))]
    for lost in range(0, checks - 3, 2):  # what is left over guards against a wrong text
        fixed = _correct(words, checks, doubtful[:lost])
        if fixed is not None:
            text = _alphanumeric(fixed[: 26 - checks])
            if text is not None:
                return text
    return None


@cache
def _given(length: int, words: int) -> NDArray[np.float32] | None:
    """Of 208 bits those that every code of ours with this many signs has, as -1 and 1, others 0; None where
    it has no room: mode, count, the signs QX, and what fills the codewords up."""
    used = 13 + 11 * (length // 2) + 6 * (length % 2)
    if used > 8 * words:
        return None
    start = f"0010{length:09b}{ALPHANUMERIC.index('Q') * 45 + ALPHANUMERIC.index('X'):011b}"
    end = min(4, 8 * words - used)
    filled = -(-(used + end) // 8)
    tail = "0" * (8 * filled - used) + "".join(("11101100", "00010001")[i % 2] for i in range(words - filled))
    bits = start + "?" * (used - len(start)) + tail
    given = [{"0": -1.0, "1": 1.0, "?": 0.0}[bit] for bit in bits.ljust(208, "?")]
    return np.array(given, np.float32)


def _alphanumeric(words: list[int]) -> str | None:
    """The text of an alphanumeric segment, None for a segment of another kind."""
    bits = "".join(f"{word:08b}" for word in words)
    if bits[:4] != "0010":
        return None
    count, at, text = int(bits[4:13], 2), 13, ""
    while len(text) < count:
        size = 11 if count - len(text) > 1 else 6
        if at + size > len(bits):
            return None
        value = int(bits[at : at + size], 2)
        at += size
        if value >= (2025 if size == 11 else 45):
            return None
        text += ALPHANUMERIC[value // 45] + ALPHANUMERIC[value % 45] if size == 11 else ALPHANUMERIC[value]
    return text


@cache
def _powers() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Powers of 2 among the 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1, twice round; logarithms."""
    power, log, value = [0] * 512, [0] * 256, 1
    for i in range(255):
        power[i] = power[i + 255] = value
        log[value] = i
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return tuple(power), tuple(log)


def _times(a: int, b: int) -> int:
    power, log = _powers()
    return power[log[a] + log[b]] if a and b else 0


def _value(poly: list[int], x: int) -> int:
    """A polynomial, lowest power first, at x."""
    result = 0
    for factor in reversed(poly):
        result = _times(result, x) ^ factor
    return result


def _product(a: list[int], b: list[int]) -> list[int]:
    result = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] ^= _times(x, y)
    return result


def _correct(words: list[int], checks: int, lost: list[int]) -> list[int] | None:
    """Reed-Solomon: the words with errors undone, given where some are lost; None where there are too many.

    Berlekamp and Massey's search for the error locator, begun with the locator of what is lost; Forney's
    formula for the values.
    """
    power, log = _powers()
    count = len(words)
    syndromes = [_value(words[::-1], power[i]) for i in range(checks)]
    if not any(syndromes):
        return list(words)
    locator = [1]
    for i in lost:
        locator = _product(locator, [1, power[count - 1 - i]])
    previous, errors = list(locator), len(lost)
    for step in range(len(lost), checks):
        gap = syndromes[step]
        for i in range(1, len(locator)):
            gap ^= _times(locator[i], syndromes[step - i]) if step >= i else 0
        previous = [0, *previous]
        if gap:
            changed = [
                (locator[i] if i < len(locator) else 0) ^ _times(gap, previous[i] if i < len(previous) else 0)
                for i in range(max(len(locator), len(previous)))
            ]
            if 2 * errors <= step + len(lost):
                errors = step + 1 + len(lost) - errors
                inverse = power[255 - log[gap]]
                previous = [_times(x, inverse) for x in locator]
            locator = changed
    while locator[-1] == 0:
        locator.pop()
    degree = len(locator) - 1
    if 2 * max(0, degree - len(lost)) + len(lost) > checks:
        return None
    places = [i for i in range(count) if _value(locator, power[(255 - (count - 1 - i)) % 255]) == 0]
    if len(places) != degree:
        return None
    evaluator = _product(syndromes, locator)[:checks]
    fixed = list(words)
    for i in places:
        inverse = power[(255 - (count - 1 - i)) % 255]
        slope = 0
        for k in range(1, len(locator), 2):
            slope ^= _times(locator[k], power[log[inverse] * (k - 1) % 255] if inverse else 0)
        if slope == 0:
            return None
        value = _times(_value(evaluator, inverse), power[255 - log[slope]])
        fixed[i] ^= _times(value, power[(count - 1 - i) % 255])
    if any(_value(fixed[::-1], power[i]) for i in range(checks)):
        return None
    return fixed
