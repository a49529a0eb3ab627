"""One die as light sees it: rounded cubes and octahedra, traced pixel by pixel.

Lengths are in half-edges of the die (a cube spans -1 to 1), colours are linear light in BGR order, 0 to 1.
Surfaces are found by sphere tracing (J. C. Hart, "Sphere tracing", 1996).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]

CUBE_NORMALS: F32 = np.array(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float32
)
OCTAHEDRON_NORMALS: F32 = np.array(
    [[1, 1, 1], [-1, -1, -1], [-1, 1, 1], [1, -1, -1], [1, -1, 1], [-1, 1, -1], [1, 1, -1], [-1, -1, 1]],
    np.float32,
) / np.float32(np.sqrt(3))
"""Opposite faces stand side by side: 2i and 2i + 1."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
"""Places of the pips on a face, in units of the spread."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a die is made. `rounding`: radius of its edges; `ball`: radius of the sphere that cuts its
    corners."""

    body: F32
    ink: F32
    sides: int = 6
    rounding: float = 0.2
    ball: float = 1.74
    extents: tuple[float, float, float] = (1.0, 1.0, 1.0)
    pip_radius: float = 0.18
    pip_spread: float = 0.5
    pip_depth: float = 0.5
    pip_ring: float = 0.0
    one_scale: float = 1.0
    ink_of_one: F32 | None = None
    second: F32 | None = None
    marbling: float = 0.0
    grain: float = 2.0
    translucency: float = 0.0
    gloss: float = 0.3
    polish: float = 60.0
    texture_seed: int = 0
    glyphs: F32 | None = None
    """Ink on each face of an octahedron or a numbered cube, faces x n x n, 0 to 1; None for pips."""


@dataclass(frozen=True, slots=True)
class Body:
    """A die in its place. `axes`: 3x3, columns are the die's own axes in the world; `faces`: value of
    each face in the order of the normals, 0 for a blank one; `half`: half an edge in world units."""

    style: Style
    centre: F32
    half: float
    axes: F32
    faces: tuple[int, ...]
    turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    @property
    def normals(self) -> F32:
        return CUBE_NORMALS if self.style.sides == 6 else OCTAHEDRON_NORMALS

    @property
    def radius(self) -> float:
        """Of a sphere around it, in world units."""
        if self.style.sides == 8:
            return self.half * 1.42
        return self.half * min(self.style.ball, float(np.linalg.norm(self.style.extents)))

    def top(self) -> int:
        """Index of the face that looks up."""
        return int(np.argmax(self.axes[2] @ self.normals.T))


@dataclass(frozen=True, slots=True)
class Light:
    """From far away, `direction` towards it (unit); `colour` its irradiance; `size` softness of its
    highlights."""

    direction: F32
    colour: F32
    size: float = 0.15


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Light from all round: from above, from the horizon, thrown back by the table; and the lamps."""

    zenith: F32
    horizon: F32
    bounce: F32
    lights: tuple[Light, ...] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class Trace:
    """What rays saw of one die: arrays over the hits among n rays."""

    hit: NDArray[np.bool_]
    """n"""
    colour: F32
    """hits x 3"""
    depth: F32
    """hits, along the ray in world units"""
    face: NDArray[np.int64]
    """hits, index of the face"""


def _unit(v: F32) -> F32:
    return np.asarray(v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-6), np.float32)


def _distance(style: Style, p: F32) -> F32:
    if style.sides == 8:
        s = np.abs(p @ OCTAHEDRON_NORMALS[::2].T)
        k = 1.6 / max(style.rounding, 0.03)
        # a p-norm of the distances to the planes: sharp for large k, round for small
        m = s.max(-1)
        soft = m * (((s / np.maximum(m, 1e-6)[:, None]) ** k).sum(-1)) ** (1 / k)
        return np.asarray(soft - np.float32(0.8165), np.float32)
    r = style.rounding
    e = np.asarray(style.extents, np.float32)
    q = np.abs(p) - (e - r)
    d = np.sqrt((np.maximum(q, 0) ** 2).sum(-1)) - r
    if style.ball < 1.73:
        d = np.maximum(d, np.sqrt((p * p).sum(-1)) - style.ball)
    return np.asarray(d, np.float32)


def _normal(style: Style, p: F32) -> F32:
    if style.sides == 8:
        k = 1.6 / max(style.rounding, 0.03)
        s = p @ OCTAHEDRON_NORMALS[::2].T
        m = np.abs(s).max(-1, keepdims=True)
        w = np.sign(s) * (np.abs(s) / np.maximum(m, 1e-6)) ** (k - 1)
        return _unit(np.asarray(w @ OCTAHEDRON_NORMALS[::2], np.float32))
    e = np.asarray(style.extents, np.float32)
    inner = np.clip(p, -(e - style.rounding), e - style.rounding)
    n = _unit(p - inner)
    if style.ball < 1.73:
        ball = np.sqrt((p * p).sum(-1)) > style.ball - 0.02
        n = np.where(ball[:, None], _unit(p), n)
    return np.asarray(n, np.float32)


def _face_axes(n: F32) -> tuple[F32, F32]:
    """Two unit vectors along the face with normal n; the second points to the 'top' of its glyph."""
    helper = np.array([0, 0, 1], np.float32) if abs(n[2]) < 0.9 else np.array([0, 1, 0], np.float32)
    v = helper - n * float(n @ helper)
    v = v / np.linalg.norm(v)
    return np.cross(v, n).astype(np.float32), v.astype(np.float32)


def _smooth(x: F32) -> F32:
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def _ink(body: Body, p: F32, n: F32, face: NDArray[np.int64], blur: float) -> tuple[F32, F32, F32]:
    """Ink at the points p: amount 0 to 1, its colour, and the normals, dented where pips are sunk."""
    style = body.style
    amount = np.zeros(len(p), np.float32)
    colour = np.broadcast_to(style.ink, p.shape).copy()
    normals = n.copy()
    for index in np.unique(face):
        value = body.faces[index]
        if value == 0:
            continue
        at = np.nonzero(face == index)[0]
        u, v = _face_axes(body.normals[index])
        turn = body.turns[index % len(body.turns)]
        if style.glyphs is not None:
            angle = 2 * np.pi * turn / (3 if style.sides == 8 else 4)
            u, v = np.cos(angle) * u + np.sin(angle) * v, np.cos(angle) * v - np.sin(angle) * u
            glyph = style.glyphs[value - 1]
            size = len(glyph)
            reach = 0.5 if style.sides == 8 else 0.62
            x = (p[at] @ u / reach * 0.5 + 0.5) * (size - 1)
            y = (0.5 - p[at] @ v / reach * 0.5) * (size - 1)
            inside = (x >= 0) & (x < size - 1) & (y >= 0) & (y < size - 1)
            xi, yi = np.clip(x, 0, size - 2).astype(int), np.clip(y, 0, size - 2).astype(int)
            fx, fy = np.clip(x - xi, 0, 1), np.clip(y - yi, 0, 1)
            ink = (glyph[yi, xi] * (1 - fx) + glyph[yi, xi + 1] * fx) * (1 - fy) + (
                glyph[yi + 1, xi] * (1 - fx) + glyph[yi + 1, xi + 1] * fx
            ) * fy
            amount[at] = np.where(inside, ink, 0)
            continue
        if turn % 2:
            u, v = v, -u
        e = np.asarray(style.extents, np.float32)
        x, y = p[at] @ u / abs(float(u @ e)), p[at] @ v / abs(float(v @ e))
        radius = style.pip_radius * (style.one_scale if value == 1 else 1.0)
        if value == 1 and style.ink_of_one is not None:
            colour[at] = style.ink_of_one
        nearest = np.full(len(at), 9.0, np.float32)
        dent = np.zeros((len(at), 2), np.float32)
        for i, j in PIPS[value]:
            dx, dy = x - i * style.pip_spread, y - j * style.pip_spread
            d = np.sqrt(dx * dx + dy * dy)
            closer = d < nearest
            nearest = np.where(closer, d, nearest)
            dent[closer] = np.stack([dx, dy], -1)[closer]
        soft = max(blur, 0.02)
        ink = _smooth((radius - nearest) / soft + 0.5)
        if style.pip_ring > 0:
            ink = ink * _smooth((nearest - radius * style.pip_ring) / soft + 0.5)
        amount[at] = ink
        if style.pip_depth > 0:
            tilt = (ink * style.pip_depth / radius)[:, None] * dent
            normals[at] = n[at] - 0.9 * (tilt[:, :1] * u + tilt[:, 1:] * v) * -1.0
    return amount, colour, _unit(normals)


def _albedo(style: Style, p: F32) -> F32:
    if style.second is None or style.marbling <= 0:
        return np.broadcast_to(style.body, p.shape)
    rng = np.random.default_rng(style.texture_seed)
    q = p * style.grain
    for _ in range(3):
        w = rng.normal(size=(3, 3)).astype(np.float32)
        q = q + 0.7 * np.sin(q @ w + rng.uniform(0, 6.28, 3).astype(np.float32))
    wave = 0.5 + 0.5 * np.sin(q @ rng.normal(size=3).astype(np.float32) * 1.3)
    share = (style.marbling * _smooth(wave * 1.4 - 0.2))[:, None]
    return np.asarray(style.body * (1 - share) + style.second * share, np.float32)


def environment(around: Surroundings, direction: F32, sharpness: float) -> F32:
    """Light that comes from `direction` (n x 3), lamps blurred by 1 / sharpness."""
    z = np.clip(direction[:, 2:3], -1, 1)
    sky = around.horizon + (around.zenith - around.horizon) * np.maximum(z, 0)
    out = np.where(z > 0, sky, around.bounce + (around.horizon - around.bounce) * np.exp(4 * z))
    for light in around.lights:
        c = np.clip(direction @ light.direction, 0, 1)
        k = 1.0 / (light.size**2 + 1.0 / sharpness)
        out = out + light.colour * (np.exp((c - 1) * k) * min(2.5, 0.08 * k + 0.6))[:, None]
    return np.asarray(out, np.float32)


def trace(
    body: Body, origin: F32, rays: F32, around: Surroundings, pixel: float, neighbours: tuple[Body, ...] = ()
) -> Trace:
    """What unit rays (n x 3) from `origin` see of the die.

    `pixel`: width of one ray's pixel on the die, in half-edges (softens the ink's edge). `neighbours`
    throw shadows.
    """
    style = body.style
    o = ((origin - body.centre) @ body.axes / body.half).astype(np.float32)
    d = (rays @ body.axes).astype(np.float32)
    # enter at the bounding sphere, a little outside the surface
    radius = body.radius / body.half + 0.02
    b = d @ o
    root = b * b - (float(o @ o) - radius * radius)
    candidates = np.nonzero(root > 0)[0]
    d, t = d[candidates], -b[candidates] - np.sqrt(root[candidates])
    if style.sides == 6:
        e = np.asarray(style.extents, np.float32)
        safe = np.where(np.abs(d) < 1e-5, 1e-5, d)
        near, far = (-e - o) / safe, (e - o) / safe
        enter = np.minimum(near, far).max(-1)
        ok = enter <= np.maximum(near, far).min(-1)
        candidates, d, t = candidates[ok], d[ok], np.maximum(t[ok], enter[ok])
    for step in range(16):
        dist = _distance(style, o + d * t[:, None])
        t = t + np.maximum(dist, 0)
        if step in (4, 8):  # what has flown past is gone
            keep = (dist < 0.7) & (dist > -1)
            candidates, d, t = candidates[keep], d[keep], t[keep]
    p = o + d * t[:, None]
    ok = np.abs(_distance(style, p)) < 0.025
    candidates, d, t, p = candidates[ok], d[ok], t[ok], p[ok]
    hit = np.zeros(len(rays), bool)
    hit[candidates] = True
    if len(candidates) == 0:
        return Trace(hit, np.zeros((0, 3), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))

    n = _normal(style, p)
    scale = 1.0 if style.sides == 8 else 1.0 / np.asarray(style.extents, np.float32)
    face = np.argmax((p * scale) @ body.normals.T, -1)
    amount, ink, bent = _ink(body, p, n, face, 2.0 * pixel)
    albedo = _albedo(style, p)
    albedo = albedo * (1 - amount[:, None]) + ink * amount[:, None]

    world_n = bent @ body.axes.T
    world_p = p @ body.axes.T * body.half + body.centre
    view = d @ body.axes.T
    nz = world_n[:, 2]
    height = np.clip(world_p[:, 2] / (2 * body.half), 0, 1)
    occlusion = (0.55 + 0.45 * np.sqrt(height)) * (0.62 + 0.38 * nz)
    light = (around.zenith * 0.65 + around.horizon * 0.35) * np.clip(occlusion, 0, 1)[:, None]
    light = light + around.bounce * (np.clip(0.5 - 0.5 * nz, 0, 1) * 0.8)[:, None]
    wrap = 0.1 + 0.5 * style.translucency
    for lamp in around.lights:
        seen = np.ones(len(p), np.float32)
        for other in neighbours:
            away = other.centre - world_p
            along = away @ lamp.direction
            miss = np.sqrt(np.maximum((away * away).sum(-1) - along * along, 0))
            seen *= np.where(along > 0, _smooth((miss / other.half - 0.75) / 0.55), 1)
        facing = np.clip((world_n @ lamp.direction + wrap) / (1 + wrap), 0, 1)
        light = light + lamp.colour * (facing * seen)[:, None]
    colour = albedo * light
    if style.translucency > 0:
        # light gathers on the side away from the lamp and glows through the body
        clear = style.translucency * (1 - amount)[:, None]
        glow = np.zeros(len(p), np.float32)
        for lamp in around.lights:
            glow += 0.35 * np.clip(-(p @ body.axes.T) @ lamp.direction + 0.4, 0, 1.2)
        inner = albedo * (around.bounce + 0.4 * around.horizon) * 1.2 + albedo * glow[:, None]
        colour = colour * (1 - 0.55 * clear) + inner * 0.55 * clear
    cos = np.clip(-(view * world_n).sum(-1), 0, 1)
    mirror = view + 2 * cos[:, None] * world_n
    fresnel = 0.04 + 0.96 * (1 - cos) ** 5
    shine = environment(around, mirror, style.polish)
    share = style.gloss * fresnel * np.clip(0.3 + 1.4 * height, 0, 1)
    colour = colour * (1 - share[:, None]) + shine * share[:, None] * 1.6
    return Trace(hit, np.asarray(colour, np.float32), np.asarray(t * body.half, np.float32), face)
