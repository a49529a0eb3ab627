"""Crowded tables: score sheets, keys, coins, cards and tiles, as they lie around dice in a game.

They are flat pictures in linear light, cheaper than rendered scenes. The detector learns from rendered dice
that are pasted on them, the reader also from crops of objects on them that resemble a die.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.distractors import (
    FONTS,
    LETTERS,
    Square,
    body_tone,
    coin_tone,
    ink_on,
    keyboard,
    loose_pieces,
    stacks_of_coins,
)
from training.dice.drawing import somewhere
from training.dice.score_sheets import lay_four_row_sheet, lay_sheets
from training.dice.tabletops import tabletop
from training.renderer.colours import F32, RNG, hsv

DIE_PIXELS = 32.0
"""Length of a die's edge in pixels of a background."""
OVERSAMPLING = 2
"""Factor by which backgrounds are drawn larger than they are used."""
BACKGROUNDS = 180
"""Number of backgrounds on which dice are laid."""
CLEAR_SHARE = 0.2
"""Probability that dice which are laid on another table are transparent."""
CLEARNESS = (0.15, 0.6)
"""Least and largest share of a transparent die's light that comes from the table behind it."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """A picture of a crowded table. `distractors`: squares around objects that resemble a die."""

    light: F32  # H x W x 3, in linear light
    distractors: tuple[Square, ...]


def _lay(canvas: F32, patch: F32, cover: F32, at: NDArray[np.float64], turn: float) -> None:
    """Lay a patch and its shadow on the canvas, with its middle at `at` (x, y), turned by `turn` radians.

    `cover`: the patch's opacity, 0 to 1.
    """
    n = len(patch)
    reach = int(n * 0.75) + 4
    x0, y0 = int(at[0]) - reach, int(at[1]) - reach
    x1, y1 = x0 + 2 * reach, y0 + 2 * reach
    if x0 < 0 or y0 < 0 or x1 > canvas.shape[1] or y1 > canvas.shape[0]:
        return
    m = cv2.getRotationMatrix2D((n / 2, n / 2), float(np.degrees(turn)), 1.0)
    m[:, 2] += np.full(2, reach - n / 2)
    size = (2 * reach, 2 * reach)
    solid = np.asarray(cv2.warpAffine(cover, m, size), np.float32)[..., None]
    laid = np.asarray(cv2.warpAffine(patch, m, size), np.float32)
    shift = np.array([[1, 0, n * 0.04], [0, 1, n * 0.06]])
    shade = cv2.warpAffine(cv2.GaussianBlur(solid[..., 0], (0, 0), max(1.0, n * 0.04)), shift, size)
    area = canvas[y0:y1, x0:x1]
    np.multiply(area, np.asarray(1 - 0.55 * shade, np.float32)[..., None], out=area)
    np.add(area, (laid - area) * solid, out=area)


def _write(patch: F32, text: str, ink: F32, rng: RNG, size: float, relief: float = 0.0) -> None:
    """Write text near the middle of a square patch.

    `size`: height of the text relative to the patch; `relief`: strength of light and shade on letters that
    are struck in metal, or 0 for printed ones.
    """
    n = len(patch)
    font = int(rng.choice(FONTS))
    scale, thick = n * size / 22, max(1, round(n * size * rng.uniform(0.08, 0.2)))
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    mask = np.zeros((n, n), np.uint8)
    at = rng.normal(size=2) * n * 0.04
    spot = (int(n / 2 - w / 2 + at[0]), int(n / 2 + h / 2 + at[1]))
    cv2.putText(mask, text, spot, font, scale, 255, thick, cv2.LINE_AA)
    alpha = (mask.astype(np.float32) / 255)[..., None]
    if relief:
        lit = np.roll(alpha, (-thick // 2 - 1,) * 2, (0, 1)) - np.roll(alpha, (thick // 2 + 1,) * 2, (0, 1))
        patch *= 1 + np.float32(relief) * lit
    else:
        patch += (ink - patch) * alpha


def _rounded(n: int, margin: float, corner: float) -> F32:
    """Return the opacity, n x n, 0 to 1, of a rounded square with soft edges.

    `margin`: distance of the square from the border; `corner`: radius of its corners; both in units of n / 2.
    """
    line = np.abs((np.arange(n, dtype=np.float32) + 0.5) / n * 2 - 1)
    dx = np.maximum(line[None, :] - (1 - margin - corner), 0)
    dy = np.maximum(line[:, None] - (1 - margin - corner), 0)
    away = np.sqrt(dx * dx + dy * dy) - corner
    return np.asarray(np.clip(0.5 - away * n / 4, 0, 1), np.float32)


def keys(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw a flat keyboard, keys with slanting sides and letters; return a square around each key."""
    pitch = pixels * rng.uniform(0.7, 1.5)
    across, down = int(rng.integers(3, 11)), int(rng.integers(2, 5))
    n = max(12, int(pitch * rng.uniform(0.84, 0.98)))
    tone = body_tone(rng)
    ink = ink_on(rng, tone)
    inset, drop = rng.uniform(0.08, 0.26), rng.normal(size=2) * 0.05
    sides = 1 + rng.uniform(-0.5, 0.15, 4)
    turn = rng.uniform(0, 6.28)
    c, s = np.cos(turn), np.sin(turn)
    middle = somewhere(rng, 0.25)
    corner = float(rng.uniform(0.05, 0.3))
    squares: list[Square] = []
    y, x = (np.mgrid[0:n, 0:n] + 0.5) / n * 2 - 1
    sector = np.where(np.abs(x) > np.abs(y), np.where(x > 0, 0, 1), np.where(y > 0, 2, 3))
    skirt = (tone * sides[sector][..., None]).astype(np.float32)
    moved = np.array([[1, 0, drop[0] * n], [0, 1, drop[1] * n]])
    top = cv2.warpAffine(_rounded(n, float(inset), corner), moved, (n, n))[..., None]
    cover = _rounded(n, 0.02, corner * 0.7)
    for j in range(down):
        offset = rng.uniform(0, 0.5)
        for i in range(across):
            if rng.random() < 0.06:
                continue
            at = np.array([(i - across / 2 + offset) * pitch, (j - down / 2) * pitch])
            at = middle + np.array([c * at[0] + s * at[1], -s * at[0] + c * at[1]])
            face = np.full((n, n, 3), tone, np.float32) * np.float32(rng.uniform(0.92, 1.06))
            _write(face, str(rng.choice(LETTERS)), ink, rng, float(rng.uniform(0.25, 0.5)))
            _lay(canvas, np.asarray(skirt + (face - skirt) * top, np.float32), cover, at, turn)
            squares.append((float(at[0]), float(at[1]), n * 1.0))
    return squares


def coins(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw flat coins, counters and buttons, most with a number; return a square around each."""
    squares: list[Square] = []
    for _ in range(int(rng.integers(2, 9))):
        n = int(pixels * rng.uniform(0.5, 1.9))
        tone = coin_tone(rng, 0.6, (28, 50), (0.1, 0.75), (0.3, 0.95))
        patch = np.full((n, n, 3), tone, np.float32)
        y, x = (np.mgrid[0:n, 0:n] + 0.5) / n * 2 - 1
        away = np.sqrt(x * x + y * y)
        a = rng.uniform(0, 6.28)
        slope = (x * np.cos(a) + y * np.sin(a)) / np.maximum(away, 0.2)
        rim = np.exp(-(((away - rng.uniform(0.78, 0.9)) / 0.06) ** 2)) * rng.uniform(0, 0.7)
        patch *= (1 + rim * slope + rng.uniform(0, 0.25) * (x * np.cos(a) + y * np.sin(a)))[..., None]
        struck = rng.random() < 0.6
        if rng.random() < 0.8:
            _write(
                patch, str(rng.integers(1, 60)), tone * np.float32(rng.choice([0.2, 2.5])), rng,
                float(rng.uniform(0.3, 0.55)), float(rng.uniform(0.3, 0.9)) if struck else 0.0,
            )  # fmt: skip
        patch *= np.exp(rng.normal(size=(n, n, 1)) * rng.uniform(0, 0.15)).astype(np.float32)
        at = somewhere(rng, 0.1)
        cover = np.asarray(np.clip((0.97 - away) * n / 3, 0, 1), np.float32)
        _lay(canvas, np.asarray(np.clip(patch, 0, 1.2), np.float32), cover, at, rng.uniform(0, 6.28))
        squares.append((float(at[0]), float(at[1]), n * 1.0))
    return squares


def tiles(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw small square tiles, blank or with a letter or number; return a square around each."""
    squares: list[Square] = []
    tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.2, 1))
    for _ in range(int(rng.integers(2, 10))):
        n = int(pixels * rng.uniform(0.6, 1.6))
        if rng.random() < 0.4:
            tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.2, 1))
        patch = np.full((n, n, 3), tone, np.float32)
        ink = np.full(3, 0.02 if float(tone.mean()) > 0.2 else 0.8, np.float32)
        if rng.random() < 0.6:
            _write(patch, str(rng.choice(LETTERS)), ink, rng, float(rng.uniform(0.3, 0.6)))
        place = somewhere(rng, 0.1)
        _lay(canvas, patch, _rounded(n, 0.02, float(rng.uniform(0, 0.5))), place, rng.uniform(0, 6.28))
        squares.append((float(place[0]), float(place[1]), n * 1.0))
    return squares


def notes(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw slips of coloured paper, larger than a die, some with letters; return no squares."""
    for _ in range(int(rng.integers(1, 4))):
        n = int(pixels * rng.uniform(2, 5))
        patch = np.full(
            (n, n, 3), hsv(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.6, 1)), np.float32
        )
        if rng.random() < 0.7:
            word = "".join(rng.choice(LETTERS, int(rng.integers(1, 4))))
            _write(patch, word, np.full(3, 0.05, np.float32), rng, float(rng.uniform(0.08, 0.3)))
        cover = np.zeros((n, n), np.float32)
        margin = int(n * rng.uniform(0.0, 0.25))
        cover[margin : n - margin] = 1
        _lay(canvas, patch, cover, somewhere(rng, 0.15), rng.uniform(0, 6.28))
    return []


def draw_background(seed: int, shrink: int = OVERSAMPLING) -> Background:
    """Return a crowded table drawn from a seed. `shrink`: factor by which the drawn picture is reduced."""
    rng = np.random.default_rng([seed, 82])
    pixels = DIE_PIXELS * OVERSAMPLING
    canvas = np.array(tabletop(rng, pixels, 0.8), np.float32)
    kind = seed % 3
    if kind != 2:  # most tables of this game are covered with score sheets
        for _ in range(int(rng.integers(1, 6))):
            lay_four_row_sheet(canvas, rng, pixels, 0.08)
        lay_sheets(canvas, rng, pixels, int(rng.integers(3, 9)))
    squares: list[Square] = []
    things = (keys, coins, tiles, notes, keyboard, keyboard, loose_pieces, stacks_of_coins)
    for at in rng.permutation(len(things))[: 2 if kind == 0 else 3]:
        squares += things[int(at)](canvas, rng, pixels)
    scale, canvas = 1 / shrink, np.clip(canvas, 0, 1)
    small = cv2.resize(canvas, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    distractors = tuple((x / shrink, y / shrink, n / shrink) for x, y, n in squares)
    return Background(np.asarray(small, np.float32), distractors)


_cached_background = cache(draw_background)


def _warped_background(rng: RNG, shape: tuple[int, int], size: float) -> F32:
    """Return a random background of this height and width, shifted, turned and perhaps mirrored.

    `size`: width, in pixels, of the dice that will lie on it.
    """
    h, w = shape
    background = _cached_background(int(rng.integers(BACKGROUNDS))).light
    scale = size / DIE_PIXELS * float(np.exp(rng.normal() * 0.3))
    angle = rng.normal() * 0.6  # solid things on it rise up the picture
    flip = float(rng.choice([-1, 1]))
    c, s = np.cos(angle) / scale, np.sin(angle) / scale
    at = rng.uniform(0.2, 0.8, 2) * background.shape[0]
    m = np.array([[c * flip, -s], [s * flip, c * rng.uniform(1, 1.4)]])
    m = np.concatenate([m, (at - m @ [w / 2, h / 2])[:, None]], 1)
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(background, m, (w, h), flags=flags, borderMode=cv2.BORDER_REFLECT_101))


def replace_background(light: F32, dice: F32, size: float, rng: RNG) -> F32:
    """Return the picture with its dice on another table.

    `dice`: share of each pixel that dice cover; `size`: their width in pixels. Shadows stay, some of them
    faint. About one table in three is as bright as the dice, and some dice are transparent.
    """
    table = _warped_background(rng, (dice.shape[0], dice.shape[1]), size)
    bare = dice < 0.05
    if bare.sum() < 50:
        return light
    grey = light.mean(-1)
    level = np.float32(np.median(grey[bare]) + 0.02)
    shade = np.clip(grey / level, 0.15, 1.6)
    if rng.random() < 0.3:
        shade **= np.float32(rng.uniform(0.2, 1))
    gain = np.clip(level * 1.6, 0.12, 1.2)
    solid = dice > 0.9
    bright = np.float32(np.quantile(table.mean(-1)[::2, ::2], 0.85) + 0.02)
    if rng.random() < 0.35 and solid.sum() > 20:
        gain = np.float32(np.quantile(grey[solid], 0.8) / bright * np.exp(rng.normal() * 0.15))
    if rng.random() < CLEAR_SHARE:
        clear = np.float32(rng.uniform(*CLEARNESS))
        light = light * (1 - clear + clear * np.minimum(table / bright, 1.3))
    alpha = dice[..., None]
    return np.asarray(light * alpha + table * (shade * gain)[..., None] * (1 - alpha), np.float32)
