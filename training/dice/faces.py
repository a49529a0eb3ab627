"""Draws top faces from above, as the reader sees them once they are rectified.

A whole scene takes half a second and shows five dice; a face takes a few milliseconds. So drawn faces can
cover what is rare in scenes: inks and swirls of any two colours, glare that joins pips, pips of any size,
typefaces, shining edges, surroundings. Coordinates are those of `networks.rectifying_grid`: -1 to 1 across
the rectified face, x to the right, y down. Square faces reach to HALF, the corners of triangles to CORNER.
"""

from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.numerals import numerals
from training.dice.parallel import run_jobs
from training.dice.random_scenes import body_colour
from training.dice.scenes import encode
from training.renderer.colours import F32, RNG, hsv, linear, smoothstep
from training.renderer.dice import PIPS
from vision.dice.crops import FACE_MARGIN
from vision.reading import Colour

FACES_PER_JOB = 1000
PATCH = 80
"""Side of a stored face in pixels."""
AROUND = 1.3
"""Half the side of a stored face, where 1 is half the side of the rectified face."""
HALF = 1 / FACE_MARGIN
"""Half the side of a square top face, where 1 is half the side of the rectified face."""
CORNER = 2**0.5 * 2 / (FACE_MARGIN * 3**0.5)
"""Distance R from the middle of a triangular face to its corners. The triangle's standard deviation along
every axis is R / 8 ** 0.5; FACE_MARGIN * 3 ** 0.5 times this is 1, half the side of the rectified face."""
PALETTE: tuple[Colour, ...] = ("white", "red", "yellow", "green", "blue", "other", "other")

_LINE = (np.arange(PATCH, dtype=np.float32) * 2 + 1) / PATCH - 1
_X, _Y = (np.asarray(g * np.float32(AROUND), np.float32) for g in np.meshgrid(_LINE, _LINE))


@dataclass(frozen=True, slots=True)
class Faces:
    """Pictures of the top faces of n dice."""

    pixels: NDArray[np.uint8]  # n x PATCH x PATCH x 3, cube roots of linear light (`scenes.encode`)
    values: NDArray[np.int64]  # n, from 1 to `sides`
    numbered: NDArray[np.bool_]  # n, True for a numeral on a six-sided die
    sides: int  # of all dice


def _smooth(x: F32) -> F32:
    return np.asarray(smoothstep(x), np.float32)


def _waves(rng: RNG, fineness: float) -> F32:
    """Return a random pattern of swirls, PATCH x PATCH, 0 to 1."""
    small = 40
    line = np.linspace(-AROUND, AROUND, small, dtype=np.float32)
    level = np.full((small, small), rng.uniform(-1, 1), np.float32)
    q = np.stack([*np.meshgrid(line, line), level], -1) * fineness
    for _ in range(3):
        mix, phase = rng.normal(size=(3, 3)).astype(np.float32), rng.uniform(0, 6.28, 3).astype(np.float32)
        q = q + 0.8 * np.sin(q @ mix + phase)
    wave = np.asarray(0.5 + 0.5 * np.sin(q @ rng.normal(size=3).astype(np.float32) * 1.4), np.float32)
    return np.asarray(cv2.resize(wave, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR), np.float32)


def _any_colour(rng: RNG) -> F32:
    return hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.03, 1))


def _body(rng: RNG) -> F32:
    """Return the face's own colour at each point: plain, marbled or veined."""
    if rng.random() < 0.6:
        one = body_colour(rng, PALETTE[int(rng.integers(len(PALETTE)))])
    else:
        one = _any_colour(rng)
    albedo = np.broadcast_to(one, (PATCH, PATCH, 3)).astype(np.float32)
    kind = rng.random()
    if kind < 0.45:
        return albedo
    if kind < 0.75:
        two = _any_colour(rng)
    else:
        two = np.asarray(one * rng.uniform(0.3, 0.9) + rng.uniform(0, 0.1), np.float32)
    wave = _waves(rng, float(rng.uniform(0.7, 3.5)))
    if rng.random() < 0.25:  # thin veins
        share = _smooth(1 - np.abs(wave - 0.5) / np.float32(rng.uniform(0.04, 0.15)))
    else:
        edge = np.float32(rng.uniform(0.3, 2.5))
        share = _smooth((wave - 0.5) * edge + 0.5)
    share = (share * np.float32(rng.uniform(0.4, 1.0)))[..., None]
    return np.asarray(albedo * (1 - share) + two * share, np.float32)


def _ink(rng: RNG, body: F32) -> F32:
    """Return a colour that contrasts with the mean colour of `body`; mostly white, black, gold or red."""
    mean = np.cbrt(body[20:60, 20:60].reshape(-1, 3)).mean(0)
    for _ in range(20):
        roll = rng.random()
        if roll < 0.3:
            ink = linear((240, 242, 245)) * np.float32(rng.uniform(0.6, 1))
        elif roll < 0.6:
            ink = linear((22, 22, 24)) * np.float32(rng.uniform(0.2, 2.5))
        elif roll < 0.7:
            ink = hsv(rng.uniform(35, 52), rng.uniform(0.4, 0.9), rng.uniform(0.5, 1))
        elif roll < 0.82:
            ink = hsv(rng.uniform(-10, 14), rng.uniform(0.65, 1), rng.uniform(0.35, 1))
        else:
            ink = _any_colour(rng)
        gap = np.abs(np.cbrt(ink) - mean)
        if gap.max() > rng.uniform(0.14, 0.4):
            return np.asarray(ink, np.float32)
    return linear((240, 242, 245)) if mean.mean() < 0.6 else linear((20, 20, 22))


def _pips(rng: RNG, value: int) -> tuple[F32, F32]:
    """Return the amount of ink of a face's pips, 0 to 1, and the factor on the light in their dents."""
    gap = rng.uniform(0.4, 0.62) * HALF
    radius = rng.uniform(0.1, min(0.27, 0.47 * gap / HALF)) * HALF
    if value == 1 and rng.random() < 0.3:
        radius *= rng.uniform(1.2, 2.2)
    amount = np.zeros((PATCH, PATCH), np.float32)
    dent = np.ones((PATCH, PATCH), np.float32)
    soft = np.float32(rng.uniform(0.04, 0.1))
    ring = rng.uniform(0.3, 0.65) if rng.random() < 0.06 else 0.0
    square = rng.random() < 0.05
    narrow = rng.uniform(0.85, 1.0) if rng.random() < 0.3 else 1.0
    if value in (3, 5, 6):  # pips stay apart, whatever their edge; only glare may join them
        radius = min(radius, 0.5 * gap * narrow - 0.6 * float(soft))
    depth, angle = rng.uniform(0, 0.8), rng.uniform(0, 6.28)
    turned = rng.random() < 0.5
    for i, j in PIPS[value]:
        a, b = (i, j) if not turned else (-j, i)
        dx, dy = _X - a * gap * narrow, _Y - b * gap
        distance = np.maximum(np.abs(dx), np.abs(dy)) * 1.1 if square else np.hypot(dx, dy)
        pip = _smooth((radius - distance) / soft + 0.5)
        if ring:
            pip = pip * _smooth((distance - radius * ring) / soft + 0.5)
        faint = 1.0 if rng.random() < 0.85 else rng.uniform(0.55, 1)  # worn paint
        amount = np.maximum(amount, pip * np.float32(faint))
        if depth > 0.2:
            slope = (dx * np.cos(angle) + dy * np.sin(angle)) / radius
            dent = dent + pip * np.asarray(np.clip(slope, -1, 1) * depth, np.float32)
    return np.asarray(amount, np.float32), np.asarray(np.maximum(dent, 0.15), np.float32)


def _numeral(glyph: F32, x: float, y: float, angle: float, half: float, squeeze: float = 1.0) -> F32:
    """Return the ink of a numeral with its middle at (x, y), turned by `angle` radians.

    `half`: half the side of its patch on the face; `squeeze`: factor on its height.
    """
    scale = PATCH / (2 * AROUND) * 2 * half / len(glyph)
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c * scale, -s * scale * squeeze], [s * scale, c * scale * squeeze]])
    middle = (np.array([x, y]) / AROUND + 1) * PATCH / 2 - m @ np.array([len(glyph) / 2, len(glyph) / 2])
    moved = cv2.warpAffine(glyph, np.hstack([m, middle[:, None]]), (PATCH, PATCH), flags=cv2.INTER_AREA)
    return np.asarray(moved, np.float32)


def _lamps(rng: RNG, light: F32, inside: F32) -> F32:
    """Return a face's image with a gradient of light, and perhaps shine along the face's edge and glare.

    `inside`: distance of each point from the edge, negative outside the face.
    """
    a = rng.uniform(0, 6.28)
    slope = 1 + np.float32(rng.normal() * 0.2) * (np.cos(a) * _X + np.sin(a) * _Y)
    light = light * np.clip(slope, 0.3, 2)[..., None]
    if rng.random() < 0.4:
        rim = np.clip(1 - np.abs(inside) / np.float32(rng.uniform(0.03, 0.14)), 0, 1)
        side = np.clip(0.4 + np.cos(a + 1) * _X + np.sin(a + 1) * _Y, 0, 1)
        light = light + (rim * side)[..., None] * np.float32(rng.uniform(-0.15, 0.7))
    if rng.random() < 0.35:
        glow = np.zeros((PATCH, PATCH), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            at = (int(rng.uniform(0.2, 0.8) * PATCH), int(rng.uniform(0.2, 0.8) * PATCH))
            reach = (int(rng.uniform(2, 18)), int(rng.uniform(1, 9)))
            turn, begin = rng.uniform(0, 360), rng.uniform(0, 360)
            thick = -1 if rng.random() < 0.4 else int(rng.integers(1, 4))
            cv2.ellipse(glow, at, reach, turn, begin, begin + rng.uniform(60, 360), 1.0, thick, cv2.LINE_AA)
        glow = np.asarray(cv2.GaussianBlur(glow, (0, 0), rng.uniform(0.6, 4)), np.float32)
        light = light + glow[..., None] * np.float32(rng.uniform(0.1, 1.2))
    return np.asarray(light, np.float32)


def _surroundings(rng: RNG, body: F32, inside: F32) -> F32:
    """Return what surrounds a face: the die's own sides and, beyond them, most often the table.

    `inside`: distance of each point from the face's edge, negative outside the face.
    """
    light = body.copy()
    sector = np.arctan2(_Y, _X) + rng.uniform(0, 6.28)
    for start in np.arange(4) * np.pi / 2:
        part = np.cos(sector - start) > 0.707
        light[part & (inside < 0)] *= np.float32(rng.uniform(0.15, 1.2))
    if rng.random() < 0.85:  # the table
        a = rng.uniform(0, 6.28)
        beyond = -inside - np.clip(rng.uniform(0, 0.6) * (np.cos(a) * _X + np.sin(a) * _Y), 0, None)
        away = _smooth((beyond - np.float32(rng.uniform(0.0, 0.2))) / np.float32(0.06) + 0.5)[..., None]
        table = _any_colour(rng)
        pattern = _waves(rng, float(rng.uniform(1, 6)))[..., None] * np.float32(rng.uniform(0, 1))
        light = np.asarray(light * (1 - away) + table * (0.5 + pattern) * away, np.float32)
    return np.asarray(light, np.float32)


def six_sided_face(rng: RNG, value: int, numbered: bool = False) -> F32:
    """Draw a face of a six-sided die, PATCH x PATCH x 3 linear light."""
    body = _body(rng)
    ink = _ink(rng, body)
    round_ = rng.uniform(0.05, 0.6) * HALF
    q = np.maximum(np.abs(np.stack([_X, _Y])) - (HALF - round_), 0)
    inside = np.asarray(round_ - np.hypot(q[0], q[1]), np.float32)
    if numbered:
        glyph = numerals(rng, 6)[value - 1]
        amount = _numeral(glyph, 0, 0, float(rng.integers(4)) * np.pi / 2, float(rng.uniform(0.4, 0.62)))
        dent = np.ones((PATCH, PATCH), np.float32)
    else:
        amount, dent = _pips(rng, value)
    light = _surroundings(rng, body, inside)
    amount = amount[..., None]
    light = (light * (1 - amount) + ink * amount) * np.where(amount > 0, dent[..., None], 1)
    return _lamps(rng, np.asarray(light, np.float32), inside)


def eight_sided_face(rng: RNG, value: int) -> F32:
    """Draw a face of an eight-sided die, PATCH x PATCH x 3 linear light."""
    body = _body(rng)
    ink = _ink(rng, body)
    inside = np.full((PATCH, PATCH), np.inf, np.float32)
    normals = [np.array([np.sin(a), np.cos(a)]) for a in np.arange(3) * 2 * np.pi / 3]
    for n in normals:  # a corner points up, the base lies below
        inside = np.minimum(inside, np.float32(CORNER / 2) - (n[0] * _X + n[1] * _Y).astype(np.float32))
    round_ = rng.uniform(0.0, 0.12)
    glyphs = numerals(rng, 8)
    half = float(rng.uniform(0.42, 0.72))
    turn = float(rng.integers(3)) * 2 * np.pi / 3 + (np.pi if rng.random() < 0.1 else 0.0)
    sunk = float(rng.normal() * 0.05)
    amount = _numeral(glyphs[value - 1], -sunk * np.sin(turn), sunk * np.cos(turn), turn, half)
    light = body.copy()
    for n in normals:
        beyond = (n[0] * _X + n[1] * _Y) > CORNER / 2
        light[beyond] *= np.float32(rng.uniform(0.25, 1.2))
        if rng.random() < 0.7:
            angle = float(np.arctan2(n[1], n[0]) - np.pi / 2 + rng.integers(3) * 2 * np.pi / 3)
            far = CORNER / 2 + rng.uniform(0.2, 0.5)
            other = _numeral(glyphs[int(rng.integers(8))], n[0] * far, n[1] * far, angle, half * 0.8, 0.6)
            amount = np.maximum(amount, other * beyond)
    if rng.random() < 0.08:  # a printed frame
        frame = _smooth(1 - np.abs(inside - np.float32(rng.uniform(0.08, 0.18))) / np.float32(0.035))
        amount = np.maximum(amount, frame)
    amount = amount[..., None]
    light = light * (1 - amount) + ink * amount
    if rng.random() < 0.5:  # the table beyond the die's outline
        away = _smooth((np.hypot(_X, _Y) - np.float32(rng.uniform(1.15, 1.6))) / np.float32(0.08))[..., None]
        light = light * (1 - away) + _any_colour(rng) * away
    return _lamps(rng, np.asarray(light, np.float32), np.asarray(inside + round_, np.float32))


def draw_batch(first: int, count: int, sides: int) -> Faces:
    """Draw `count` faces with seeds from `first` on. One in twelve faces of six-sided dice has a numeral."""
    cv2.setNumThreads(1)
    pixels = np.zeros((count, PATCH, PATCH, 3), np.uint8)
    values = np.zeros(count, np.int64)
    numbered = np.zeros(count, np.bool_)
    for at in range(count):
        rng = np.random.default_rng([sides, first + at])
        values[at] = rng.integers(1, sides + 1)
        numbered[at] = sides == 6 and rng.random() < 1 / 12
        value = int(values[at])
        light = eight_sided_face(rng, value) if sides == 8 else six_sided_face(rng, value, bool(numbered[at]))
        pixels[at] = encode(light)
    return Faces(pixels, values, numbered, sides)


def draw_faces(count: int, sides: int, *, seed: int = 0, workers: int = 1) -> Faces:
    """Draw `count` faces in `workers` processes. The same seed and typefaces give the same faces."""
    starts = range(0, count, FACES_PER_JOB)
    jobs = [partial(draw_batch, seed + at, min(FACES_PER_JOB, count - at), sides) for at in starts]
    made = list(run_jobs(jobs, workers=workers))
    pixels, values, numbered = (
        np.concatenate([getattr(faces, name) for faces in made]) for name in ("pixels", "values", "numbered")
    )
    return Faces(pixels, values, numbered, sides)
