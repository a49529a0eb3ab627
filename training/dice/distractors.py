"""Draws solid things other than dice onto a table, cheaply: keys, cubes of sugar, erasers, pieces, coins.

Each is a prism in parallel projection: a base, walls shaded by a lamp, and a top that is shifted up the
picture. `training.dice.backgrounds` uses them.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.drawing import somewhere
from training.renderer.colours import F32, RNG, hsv
from training.renderer.surfaces import RESOLUTION

F64 = NDArray[np.float64]
Range = tuple[float, float]
Square = tuple[float, float, float]
"""An axis-aligned square: x and y of its middle, and its side, in pixels."""
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=?/")
"""Characters that are printed on things; no dot, because a keyboard key with one would look like a die."""
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
)


@dataclass(frozen=True, slots=True)
class Prism:
    """A solid thing on the table, seen in parallel projection."""

    base: F64  # n x 2, points along its outline in pixels
    top: float  # size of its top relative to the base
    lift: float  # shift of the top up the picture, in pixels
    tone: F32
    mark: F32 | None = None  # picture on its top, n x n x 4: colour and opacity
    turn: float = 0.0  # of the mark, in radians

    @property
    def middle(self) -> F64:
        return np.asarray((self.base.max(0) + self.base.min(0)) / 2)


def rounded_rectangle(width: float, depth: float, corner: float, turn: float, at: F64) -> F64:
    """Return the outline, n x 2, of a rectangle with round corners, with its middle at `at`.

    `corner`: radius of the corners relative to the shorter side; `turn`: rotation in radians.
    """
    r = corner * min(width, depth)
    points = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        centre = np.array([sx * (width / 2 - r), sy * (depth / 2 - r)])
        a = np.radians(np.linspace(90 * k, 90 * k + 90, 6))
        points.append(centre + r * np.stack([np.cos(a), np.sin(a)], -1))
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(np.concatenate(points) @ np.array([[c, s], [-s, c]]) + at)


def _fill(canvas: F32, points: F64, tone: F32) -> None:
    fine = np.asarray(np.clip(points * 16, -30000, 30000), np.int32)
    cv2.fillConvexPoly(canvas, cv2.convexHull(fine)[:, 0], tone.tolist(), cv2.LINE_8, 4)


def _lay_mark(canvas: F32, prism: Prism, middle: F64, side: float) -> None:
    """Draw a prism's mark on its top. `middle`: the top's middle; `side`: the mark's side; both in pixels."""
    assert prism.mark is not None
    n = len(prism.mark)
    reach = int(side * 0.75) + 2
    x0, y0 = int(middle[0]) - reach, int(middle[1]) - reach
    x1, y1 = x0 + 2 * reach, y0 + 2 * reach
    if x0 < 0 or y0 < 0 or x1 > canvas.shape[1] or y1 > canvas.shape[0]:
        return
    m = cv2.getRotationMatrix2D((n / 2, n / 2), float(-np.degrees(prism.turn)), side / n)
    m[:, 2] += (middle[0] - x0 - n / 2, middle[1] - y0 - n / 2)
    laid = np.asarray(cv2.warpAffine(prism.mark, m, (2 * reach, 2 * reach)), np.float32)
    area = canvas[y0:y1, x0:x1]
    np.add(area, (laid[..., :3] - area) * laid[..., 3:], out=area)


def draw_prisms(canvas: F32, prisms: list[Prism], rng: RNG) -> None:
    """Draw prisms on the canvas, in one light: shadows first, then from the back to the front."""
    lamp, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.4)
    away = np.array([np.cos(lamp), np.sin(lamp)])
    dark, spread = rng.uniform(0.35, 0.8), rng.uniform(0.1, 0.45)
    n = canvas.shape[0] // 2
    shadow = np.zeros((n, n), np.float32)
    for prism in prisms:
        _fill_shadow(shadow, prism, away * low)
    soft = cv2.GaussianBlur(shadow, (0, 0), float(rng.uniform(0.8, 5)))
    canvas *= 1 - np.float32(rng.uniform(0.3, 0.8)) * cv2.resize(soft, canvas.shape[:2])[..., None]
    for prism in sorted(prisms, key=lambda p: p.middle[1]):
        middle = prism.middle
        top = (prism.base - middle) * prism.top + middle - np.array([0, prism.lift])
        edges = np.roll(prism.base, -1, 0) - prism.base
        normals = np.stack([edges[:, 1], -edges[:, 0]], -1)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
        for i in np.argsort(normals[:, 1]):  # a wall that faces up the picture is hidden
            j = (i + 1) % len(top)
            light = np.float32(max(0.08, dark - spread * float(normals[i] @ away)))
            _fill(canvas, np.stack([prism.base[i], prism.base[j], top[j], top[i]]), prism.tone * light)
        _fill(canvas, top, prism.tone)
        if prism.mark is not None:
            side = float(np.sqrt(cv2.contourArea(np.asarray(top, np.float32))))
            _lay_mark(canvas, prism, np.asarray((top.max(0) + top.min(0)) / 2), side)


def _fill_shadow(mask: F32, prism: Prism, away: F64) -> None:
    far = prism.base + away * max(prism.lift, 2.0)
    fine = np.asarray(np.clip(np.concatenate([prism.base, far]) * 8, -30000, 30000), np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(fine)[:, 0], 1.0, cv2.LINE_8, 4)


def printed_sign(rng: RNG, ink: F32, size: float, least: float = 0.04) -> F32:
    """Return a random character near the middle of a patch, 64 x 64 x 4: colour and opacity.

    `size`: its height relative to the patch; `least`: least width of its lines relative to its height.
    """
    n = 64
    mask = np.zeros((n, n), np.uint8)
    font, thick = int(rng.choice(FONTS)), max(1, round(n * size * rng.uniform(least, 0.2)))
    text = str(rng.choice(LETTERS))
    (w, h), _ = cv2.getTextSize(text, font, n * size / 22, thick)
    shift = rng.normal(size=2) * n * 0.05 if rng.random() < 0.7 else rng.uniform(-0.2, 0.2, 2) * n
    at = (int(n / 2 - w / 2 + shift[0]), int(n / 2 + h / 2 + shift[1]))
    cv2.putText(mask, text, at, font, n * size / 22, 255, thick, cv2.LINE_AA)
    patch = np.empty((n, n, 4), np.float32)
    patch[..., :3] = ink
    patch[..., 3] = mask.astype(np.float32) / 255
    return patch


def body_tone(rng: RNG) -> F32:
    """Return a random colour for a body: mostly pale, else dark, like wood, like dice, or arbitrary."""
    kind = rng.random()
    if kind < 0.55:
        return hsv(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.4, 1))
    if kind < 0.65:
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.2), rng.uniform(0.05, 0.35))
    if kind < 0.75:
        return hsv(rng.uniform(15, 40), rng.uniform(0.3, 0.7), rng.uniform(0.4, 0.9))
    if kind < 0.87:
        return hsv(
            float(rng.choice([0, 50, 130, 220])) + rng.normal() * 8,
            rng.uniform(0.6, 1),
            rng.uniform(0.3, 0.9),
        )
    return hsv(rng.uniform(0, 360), rng.uniform(0.4, 1), rng.uniform(0.3, 1))


def ink_on(rng: RNG, tone: F32) -> F32:
    """Return a random ink for a body of colour `tone`: black, white, coloured, or nearly worn off."""
    dark = float(tone.mean()) < 0.25
    if rng.random() < 0.15:
        return hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), 0.9 if dark else 0.5)
    ink = np.full(3, rng.uniform(0.4, 1) if dark else rng.uniform(0.005, 0.15), np.float32)
    worn = rng.uniform(0.2, 0.8) if rng.random() < 0.35 else 0.0
    return np.asarray(ink + (tone - ink) * worn, np.float32)


def keyboard(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw rows of solid key caps; return a square around each cap. `pixels`: length of a die's edge."""
    pitch = pixels * float(np.exp(rng.uniform(np.log(0.55), np.log(1.7))))
    tone, turn = body_tone(rng), rng.uniform(0, 2 * np.pi)
    width = pitch * rng.uniform(0.75, 0.97)
    corner, top = rng.uniform(0.02, 0.3), rng.uniform(0.62, 1.0)
    lift = width * rng.uniform(0.05, 0.5)
    ink, size = ink_on(rng, tone), rng.uniform(0.2, 0.6)
    c, s = np.cos(turn), np.sin(turn)
    middle = somewhere(rng, 0.25)
    across, down, step = int(rng.integers(2, 11)), int(rng.integers(1, 5)), rng.uniform(0, 0.5)
    upright = int(rng.integers(4)) * np.pi / 2
    lacking = rng.uniform(0.3, 0.8) if rng.random() < 0.3 else 0.08
    prisms = []
    for j in range(down):
        for i in range(across):
            if rng.random() < lacking:
                continue
            at = np.array([(i - across / 2 + step * (j % 2)) * pitch, (j - down / 2) * pitch])
            at = middle + np.array([c * at[0] - s * at[1], s * at[0] + c * at[1]])
            if not (width < at.min() and at.max() < RESOLUTION - width):
                continue
            own = np.asarray(tone * rng.uniform(0.93, 1.05), np.float32)
            mark = printed_sign(rng, ink, size * rng.uniform(0.8, 1.2)) if rng.random() < 0.9 else None
            base = rounded_rectangle(width, width, corner, turn, at)
            prisms.append(Prism(base, top, lift * rng.uniform(0.9, 1.1), own, mark, turn + upright))
    draw_prisms(canvas, prisms, rng)
    return [(float(p.middle[0]), float(p.middle[1] - p.lift / 2), width + p.lift / 2) for p in prisms]


def loose_pieces(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw sugar cubes, erasers and tiles; return a square around each. `pixels`: length of a die's edge."""
    prisms, sizes = [], []
    tone = body_tone(rng)
    slant = rng.uniform(0.1, 0.9)
    for _ in range(int(rng.integers(2, 9))):
        if rng.random() < 0.5:
            tone = body_tone(rng)
        width = pixels * float(np.exp(rng.uniform(np.log(0.5), np.log(1.5))))
        depth = width * (1.0 if rng.random() < 0.65 else rng.uniform(1.2, 3.0))
        tall = rng.uniform(0.15, 1.0)
        turn = rng.uniform(0, 2 * np.pi)
        mark = None
        if tall < 0.7 and rng.random() < 0.6:
            mark = printed_sign(rng, ink_on(rng, tone), rng.uniform(0.2, 0.65))
        reach = max(width, depth) * 1.5
        at = rng.uniform(reach, RESOLUTION - reach, 2)
        base = rounded_rectangle(width, depth, rng.uniform(0.0, 0.4), turn, at)
        top = 1.0 if tall > 0.7 or rng.random() < 0.5 else rng.uniform(0.6, 1)
        prisms.append(Prism(base, top, width * tall * slant, tone, mark, turn))
        sizes.append(max(width, depth) + width * tall * slant / 2)
    draw_prisms(canvas, prisms, rng)
    return [
        (float(p.middle[0]), float(p.middle[1] - p.lift / 2), size)
        for p, size in zip(prisms, sizes, strict=True)
    ]


def stacks_of_coins(canvas: F32, rng: RNG, pixels: float) -> list[Square]:
    """Draw stacks of thick coins; return a square around each stack. `pixels`: length of a die's edge."""
    prisms: list[Prism] = []
    spots: list[Square] = []
    slant = rng.uniform(0.1, 0.8)
    for _ in range(int(rng.integers(2, 9))):
        width = pixels * float(np.exp(rng.uniform(np.log(0.45), np.log(1.7))))
        tone = coin_tone(rng, 0.5, (20, 50), (0.1, 0.8), (0.25, 1))
        at, thick = rng.uniform(2 * width, RESOLUTION - 2 * width, 2), width * rng.uniform(0.06, 0.25)
        lift = 0.0
        for _ in range(int(rng.choice([1, 1, 1, 2, 4]))):
            here = at + rng.normal(size=2) * width * 0.04 - np.array([0, lift])
            base = rounded_rectangle(width, width, 0.5, 0.0, here)
            prisms.append(Prism(base, 1.0, thick * slant, tone, _coin_top(rng, tone), rng.uniform(0, 6.28)))
            lift += thick * slant
        spots.append((float(at[0]), float(at[1] - lift / 2), width + lift / 2))
    draw_prisms(canvas, prisms, rng)
    return spots


def coin_tone(rng: RNG, metal_share: float, hues: Range, saturations: Range, values: Range) -> F32:
    """Return a random colour for a coin, with a brightness within `values`.

    With probability `metal_share`, hue (degrees) and saturation are in the given ranges, else arbitrary.
    """
    metal = rng.random() < metal_share
    hue = rng.uniform(*(hues if metal else (0, 360)))
    return hsv(hue, rng.uniform(*(saturations if metal else (0, 1))), rng.uniform(*values))


def _coin_top(rng: RNG, tone: F32) -> F32:
    """Return a picture of the top of a coin, 64 x 64 x 4: colour and opacity."""
    n = 64
    y, x = (np.mgrid[0:n, 0:n] + 0.5) / n * 2 - 1
    away = np.sqrt(x * x + y * y)
    a = rng.uniform(0, 6.28)
    slope = x * np.cos(a) + y * np.sin(a)
    light = 1 + rng.uniform(0, 0.35) * slope
    edge = rng.uniform(0.75, 0.95)
    light += np.exp(-(((away - edge) / 0.05) ** 2)) * rng.uniform(0, 0.8) * slope
    if rng.random() < 0.5:
        sign = printed_sign(rng, tone, rng.uniform(0.3, 0.55), 0.08)[..., 3]
        relief = np.roll(sign, (-2, -2), (0, 1)) - np.roll(sign, (2, 2), (0, 1))
        light = light + relief * rng.uniform(0.2, 0.8)
    patch = np.empty((n, n, 4), np.float32)
    patch[..., :3] = np.clip(tone * light[..., None], 0, 1.5)
    if rng.random() < 0.4:
        sign = printed_sign(rng, tone, rng.uniform(0.3, 0.6))[..., 3:]
        patch[..., :3] += (ink_on(rng, tone) - patch[..., :3]) * sign
    patch[..., :3] *= np.exp(rng.normal(size=(n, n, 1)) * rng.uniform(0, 0.12))
    patch[..., 3] = np.clip((1.1 - away) * n / 4, 0, 1)
    return patch
