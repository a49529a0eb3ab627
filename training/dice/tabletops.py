"""Tables of any kind, and things that lie flat on them: felt, cloth, paper, printed sheets, boards, keys,
coins.

A table is a square picture in linear light (BGR, 0 to 1), `training.renderer.surfaces.RESOLUTION` pixels
wide.
"""

from collections.abc import Callable

import cv2
import numpy as np

from training.dice.drawing import lay_patch, somewhere, write_text
from training.dice.score_sheets import lay_four_row_sheet
from training.renderer.colours import F32, RNG, hsv, linear
from training.renderer.surfaces import RESOLUTION, grit, noise, wood


def felt(rng: RNG, pixels: float) -> F32:
    """Draw cloth with a nap in any colour, including those of dice. `pixels`: length of a die's edge."""
    tone = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.9), rng.uniform(0.15, 0.8))
    if rng.random() < 0.3:
        tone = hsv(rng.uniform(125, 165), rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.5))
    coarse = max(4, int(RESOLUTION / pixels * rng.uniform(3, 12)))
    light = 1 + grit(rng) * rng.uniform(0.02, 0.14) + noise(rng, coarse) * 0.05 + noise(rng, 5) * 0.07
    return np.asarray(tone * np.clip(light, 0.2, 2)[..., None], np.float32)


def plain(rng: RNG, pixels: float) -> F32:
    """Draw a smooth surface, like paper, lacquer, plastic or stone. `pixels`: length of a die's edge."""
    if rng.random() < 0.6:
        tone = linear(
            np.asarray(rng.choice([20, 60, 120, 170, 205, 235]) * rng.uniform(0.9, 1.05, 3), np.float32)
        )
    else:
        tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.7), rng.uniform(0.1, 0.95))
    coarse = max(3, int(RESOLUTION / pixels * rng.uniform(0.5, 4)))
    light = 1 + noise(rng, coarse) * rng.uniform(0, 0.06) + grit(rng) * rng.uniform(0, 0.05)
    return np.asarray(tone * np.clip(light, 0.2, 2)[..., None], np.float32)


def paper(rng: RNG, pixels: float) -> F32:
    """Draw a pale surface like paper, much like a white die. `pixels`: length of a die's edge."""
    tone = linear(np.asarray(rng.uniform(150, 252) * rng.uniform(0.94, 1.03, 3), np.float32))
    coarse = max(3, int(RESOLUTION / pixels * rng.uniform(0.5, 4)))
    light = 1 + noise(rng, coarse) * rng.uniform(0, 0.04) + grit(rng) * rng.uniform(0, 0.04)
    canvas = np.asarray(np.clip(tone, 0, 1) * np.clip(light, 0.2, 2)[..., None], np.float32)
    if rng.random() < 0.3:
        _lines(canvas, rng, pixels * 0.3)
    return np.clip(canvas, 0, 1)


def cloth(rng: RNG, pixels: float) -> F32:
    """Draw cloth with stripes, checks, dots or blobs. `pixels`: length of a die's edge."""
    base, second = (hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.2, 1)) for _ in range(2))
    y, x = np.mgrid[0:RESOLUTION, 0:RESOLUTION].astype(np.float32) / (pixels * rng.uniform(0.3, 3))
    kind = rng.integers(4)
    if kind == 0:
        share = (np.sin(x * 6.28) > 0).astype(np.float32)
    elif kind == 1:
        share = 0.5 * (np.sin(x * 6.28) > 0) + 0.5 * (np.sin(y * 6.28) > 0)
    elif kind == 2:
        share = ((x % 1 - 0.5) ** 2 + (y % 1 - 0.5) ** 2 < rng.uniform(0.02, 0.12)).astype(np.float32)
    else:
        share = (noise(rng, int(np.clip(RESOLUTION / pixels * 2, 4, 400))) > rng.uniform(-0.5, 1)).astype(
            np.float32
        )
    out = base + (second - base) * share[..., None] * rng.uniform(0.3, 1)
    return np.asarray(out * np.clip(1 + grit(rng) * 0.06, 0.3, 2)[..., None], np.float32)


def speckle(rng: RNG, pixels: float) -> F32:
    """Draw blobs as large as pips, like carpet, granite or leaves. `pixels`: length of a die's edge."""
    hue, out = rng.uniform(0, 360), np.zeros((RESOLUTION, RESOLUTION, 3), np.float32)
    out[:] = hsv(hue, rng.uniform(0, 0.6), rng.uniform(0.2, 0.7))
    for _ in range(3):
        knots = int(np.clip(RESOLUTION / pixels * rng.uniform(2, 9), 4, 500))
        blobs = noise(rng, knots) > rng.uniform(0.3, 1.2)
        out[blobs] = hsv(hue + rng.normal() * 50, rng.uniform(0, 0.7), rng.uniform(0.1, 0.9))
    return np.asarray(out * np.clip(1 + grit(rng) * 0.1, 0.3, 2)[..., None], np.float32)


def _sheets(canvas: F32, rng: RNG, pixels: float) -> None:
    for _ in range(int(rng.integers(1, 3))):
        lay_four_row_sheet(canvas, rng, pixels, 0.2)


def _words(canvas: F32, rng: RNG, pixels: float) -> None:
    ink = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0, 1))
    turn = rng.uniform(0, 360)
    for _ in range(int(rng.integers(4, 25))):
        text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVW0123456789xo.:"), int(rng.integers(1, 5))))
        at = somewhere(rng, 0.15)
        write_text(canvas, text, at, pixels * rng.uniform(0.2, 1.1), ink, rng, turn + rng.normal() * 5)


def _keys(canvas: F32, rng: RNG, pixels: float) -> None:
    """Draw a keyboard or a board of tiles: rounded squares in a grid, a letter or spots on each."""
    pitch = pixels * rng.uniform(0.8, 1.6)
    n, m = int(rng.integers(3, 9)), int(rng.integers(2, 6))
    page = np.empty((int(pitch * m), int(pitch * n), 3), np.float32)
    dark = rng.random() < 0.5
    page[:] = hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.1, 0.8))
    for i in range(n):
        for j in range(m):
            value = rng.uniform(0.05, 0.2) if dark else rng.uniform(0.6, 1)
            tile = hsv(rng.uniform(0, 360), rng.choice([0.05, 0.7]) if not dark else 0.05, value)
            a = (int(pitch * (i + 0.06)), int(pitch * (j + 0.06)))
            b = (int(pitch * (i + 0.94)), int(pitch * (j + 0.94)))
            cv2.rectangle(page, a, b, tile.tolist(), -1)
            ink = np.full(3, 0.8 if dark else 0.05, np.float32)
            text = str(rng.choice(list("QWERTZ123456789.,oO")))
            write_text(page, text, (pitch * (i + 0.4), pitch * (j + 0.5)), pitch * 0.4, ink, rng)
    at = somewhere(rng, 0.25)
    lay_patch(canvas, page[:1000, :1000], at, rng.uniform(0, 360))


def _discs(canvas: F32, rng: RNG, pixels: float) -> None:
    """Draw coins, buttons, counters, rings."""
    for _ in range(int(rng.integers(2, 14))):
        at = somewhere(rng, 0.12)
        centre, radius = (int(at[0]), int(at[1])), int(pixels * rng.uniform(0.15, 0.8)) + 1
        tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.1, 1))
        shadow = canvas[centre[1], centre[0]] * 0.5
        cv2.circle(canvas, (centre[0] + 2, centre[1] + 2), radius, shadow.tolist(), -1, cv2.LINE_AA)
        cv2.circle(canvas, centre, radius, tone.tolist(), -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            rim, line = (tone * 0.6).tolist(), max(1, radius // 12)
            cv2.circle(canvas, centre, int(radius * 0.85), rim, line, cv2.LINE_AA)
        if rng.random() < 0.5:
            text, turn = str(rng.integers(1, 20)), rng.uniform(0, 360)
            write_text(canvas, text, at, radius * 0.9, tone * 0.3, rng, turn)
        elif rng.random() < 0.4:
            for i in range(int(rng.choice([2, 4]))):
                hole = (int(at[0] + radius * 0.3 * (-1) ** i), int(at[1] + radius * 0.3 * (-1) ** (i // 2)))
                cv2.circle(canvas, hole, max(1, radius // 6), (tone * 0.1).tolist(), -1, cv2.LINE_AA)


def _cards(canvas: F32, rng: RNG, pixels: float) -> None:
    """Draw playing cards and flat dominoes, which resemble dice most."""
    for _ in range(int(rng.integers(1, 5))):
        w = int(pixels * rng.uniform(1.2, 3.8))
        h = int(w * rng.choice([0.5, 1.4, 2.0]))
        page = np.empty((h, w, 3), np.float32)
        page[:] = linear((240, 242, 243)) if rng.random() < 0.6 else hsv(rng.uniform(0, 360), 0.6, 0.5)
        ink = hsv(rng.choice([0, 230]), 0.8, rng.choice([0.05, 0.7]))
        for _ in range(int(rng.integers(0, 11))):
            x, y = rng.uniform(0.15, 0.85, 2)
            cv2.circle(page, (int(x * w), int(y * h)), max(1, int(w * 0.07)), ink.tolist(), -1, cv2.LINE_AA)
        at = somewhere(rng, 0.15)
        lay_patch(canvas, page, at, rng.uniform(0, 360))


def _lines(canvas: F32, rng: RNG, pixels: float) -> None:
    """Draw pencils, cables, edges, seams."""
    for _ in range(int(rng.integers(1, 5))):
        a, b = (rng.uniform(0, 1, 2) * RESOLUTION for _ in range(2))
        tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.05, 0.95)).tolist()
        width = max(1, int(pixels * rng.uniform(0.05, 0.5)))
        cv2.line(canvas, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), tone, width, cv2.LINE_AA)


def _patches(canvas: F32, rng: RNG, pixels: float) -> None:
    """Draw large pieces of another material: a tray, a book, a board."""
    for _ in range(int(rng.integers(1, 3))):
        w, h = (int(np.clip(pixels * rng.uniform(2, 14), 30, RESOLUTION)) for _ in range(2))
        material = [plain, felt, cloth, speckle, wood][int(rng.integers(5))]
        at = somewhere(rng, 0.2)
        lay_patch(canvas, material(rng, pixels)[:h, :w], at, rng.uniform(0, 360))


def cards_on_wood(rng: RNG, pixels: float) -> F32:
    """Draw a wooden table with playing cards. `pixels`: length of a die's edge."""
    canvas = wood(rng, pixels).copy()
    for _ in range(int(rng.integers(2, 7))):
        _cards(canvas, rng, pixels * float(rng.uniform(1, 2)))
    return np.clip(canvas, 0, 1)


MATERIALS: dict[str, Callable[[RNG, float], F32]] = {
    "wood": wood, "felt": felt, "plain": plain, "cloth": cloth, "speckle": speckle,
}  # fmt: skip
MATERIAL_SHARES = (0.27, 0.22, 0.31, 0.08, 0.12)
CLUTTER: dict[str, Callable[[F32, RNG, float], None]] = {
    "sheets": _sheets, "words": _words, "keys": _keys, "discs": _discs, "cards": _cards, "lines": _lines,
    "patches": _patches,
}  # fmt: skip
CLUTTER_SHARES = (0.25, 0.13, 0.11, 0.14, 0.1, 0.15, 0.12)


def tabletop(rng: RNG, pixels: float, clutter: float = 1.0) -> F32:
    """Draw a random table. `pixels`: length of a die's edge; `clutter`: mean number of kinds of clutter."""
    materials, kinds = tuple(MATERIALS.values()), tuple(CLUTTER.values())
    canvas = materials[int(rng.choice(len(materials), p=MATERIAL_SHARES))](rng, pixels).copy()
    for _ in range(int(rng.poisson(clutter))):
        kinds[int(rng.choice(len(kinds), p=CLUTTER_SHARES))](canvas, rng, pixels)
    return np.clip(canvas, 0, 1)
