"""Traces one die ray by ray: rounded cubes and other polyhedra.

Surfaces are found by sphere tracing (J. C. Hart, "Sphere tracing", 1996), in the die's own axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.renderer.colours import F32, smoothstep
from training.renderer.dice import PIPS, Body, Style
from training.renderer.lighting import Surroundings
from training.renderer.polyhedra import POLYHEDRA

STEPS = 16
"""Number of steps of each ray towards the surface."""
CULL_AFTER = (4, 8)
"""Steps after which rays that have flown past the die are dropped."""
NO_BALL = 1.73
"""A cube's `Style.ball` with at least this radius cuts off no corners."""


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The hits of n rays on one die: which rays hit, and what each of the m hits shows."""

    hit: NDArray[np.bool_]  # n, True for a ray that hits the die
    colour: F32  # m x 3
    depth: F32  # m, distance along the ray in world units
    face: NDArray[np.int64]  # m, index of the face that is hit


@dataclass(frozen=True, slots=True, eq=False)
class _Rays:
    """Those n of all rays that may still hit a die, in the die's own axes."""

    index: NDArray[np.intp]  # n, among all rays
    direction: F32  # n x 3, unit vectors
    distance: F32  # n, distance from the rays' origin

    def only(self, keep: NDArray[np.bool_]) -> _Rays:
        return _Rays(self.index[keep], self.direction[keep], self.distance[keep])


@dataclass(frozen=True, slots=True, eq=False)
class _Surface:
    """Paint, normals and positions at n points of a die's surface."""

    points: F32  # n x 3, in the die's own axes
    normals: F32  # n x 3, in the world, bent by dents
    place: F32  # n x 3, in the world
    albedo: F32  # n x 3
    ink: F32  # n, 0 to 1
    view: F32  # n x 3, unit vectors from the camera, in the world
    height: F32  # n, from 0 on the table to 1 at the top of a die that lies


def trace(
    body: Body, origin: F32, rays: F32, around: Surroundings, pixel: float, neighbours: tuple[Body, ...] = ()
) -> Trace:
    """Return where unit rays (n x 3) from `origin` hit the die, and what they show.

    `pixel`: width of a pixel on the die, in units of half the die's edge; the edges of ink are softened
    accordingly. `neighbours` cast shadows on the die.
    """
    own_origin = ((origin - body.centre) @ body.axes / body.half).astype(np.float32)
    found = _march(body.style, own_origin, _entering(body, own_origin, (rays @ body.axes).astype(np.float32)))
    points = own_origin + found.direction * found.distance[:, None]
    close = np.abs(_distance(body.style, points)) < 0.025
    found, points = found.only(close), points[close]
    hit = np.zeros(len(rays), bool)
    hit[found.index] = True
    if len(found.index) == 0:
        return Trace(hit, np.zeros((0, 3), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))
    scale = 1.0 if body.style.sides != 6 else 1.0 / np.asarray(body.style.extents, np.float32)
    face = np.argmax((points * scale) @ body.normals.T, -1)
    surface = _painted(body, points, found.direction, face, 2.0 * pixel)
    colour = _with_gloss(body, surface, around, _lit(body, surface, around, neighbours))
    return Trace(
        hit, np.asarray(colour, np.float32), np.asarray(found.distance * body.half, np.float32), face
    )


def _entering(body: Body, origin: F32, directions: F32) -> _Rays:
    """Return the rays that meet the die's bounding volume, each moved to its point of entry."""
    radius = body.radius / body.half + 0.02  # a little outside the surface
    b = directions @ origin
    root = b * b - (float(origin @ origin) - radius * radius)
    index = np.nonzero(root > 0)[0]
    rays = _Rays(index, directions[index], -b[index] - np.sqrt(root[index]))
    if body.style.sides != 6:
        return rays
    extents = np.asarray(body.style.extents, np.float32)
    safe = np.where(np.abs(rays.direction) < 1e-5, 1e-5, rays.direction)
    one, other = (-extents - origin) / safe, (extents - origin) / safe
    enter = np.minimum(one, other).max(-1)
    meets = enter <= np.maximum(one, other).min(-1)
    rays = rays.only(meets)
    return _Rays(rays.index, rays.direction, np.maximum(rays.distance, enter[meets]))


def _march(style: Style, origin: F32, rays: _Rays) -> _Rays:
    """Return the rays after STEPS steps towards the surface, without those that fly past the die."""
    for step in range(STEPS):
        distance = _distance(style, origin + rays.direction * rays.distance[:, None])
        rays = _Rays(rays.index, rays.direction, rays.distance + np.maximum(distance, 0))
        if step in CULL_AFTER:
            rays = rays.only((distance < 0.7) & (distance > -1))
    return rays


def _unit(v: F32) -> F32:
    return np.asarray(v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-6), np.float32)


def _edge_power(style: Style) -> float:
    """Return the exponent of the p-norm of the distances to a polyhedron's planes.

    It is large for sharp edges and small for round ones.
    """
    return 1.6 / max(style.rounding, 0.03)


def _distance(style: Style, points: F32) -> F32:
    """Return a lower bound on the distance from points (n x 3) to the surface; negative inside."""
    if style.sides != 6:
        solid = POLYHEDRA[style.sides]
        planes = np.abs(solid.planes(points))
        power = _edge_power(style)
        far = planes.max(-1)
        norm = far * (((planes / np.maximum(far, 1e-6)[:, None]) ** power).sum(-1)) ** (1 / power)
        return np.asarray(norm - np.float32(solid.inradius), np.float32)
    outside = np.abs(points) - (np.asarray(style.extents, np.float32) - style.rounding)
    distance = np.sqrt((np.maximum(outside, 0) ** 2).sum(-1)) - style.rounding
    if style.ball < NO_BALL:
        distance = np.maximum(distance, np.sqrt((points * points).sum(-1)) - style.ball)
    return np.asarray(distance, np.float32)


def _normal(style: Style, points: F32) -> F32:
    """Return the unit normals of the surface at points on it (n x 3)."""
    if style.sides != 6:
        solid = POLYHEDRA[style.sides]
        power = _edge_power(style)
        planes = solid.planes(points)
        far = np.abs(planes).max(-1, keepdims=True)
        weight = np.sign(planes) * (np.abs(planes) / np.maximum(far, 1e-6)) ** (power - 1)
        return _unit(solid.towards(weight))
    extents = np.asarray(style.extents, np.float32)
    inner = np.clip(points, -(extents - style.rounding), extents - style.rounding)
    normals = _unit(points - inner)
    if style.ball < NO_BALL:
        on_ball = np.sqrt((points * points).sum(-1)) > style.ball - 0.02
        normals = np.where(on_ball[:, None], _unit(points), normals)
    return np.asarray(normals, np.float32)


def _painted(body: Body, points: F32, directions: F32, face: NDArray[np.int64], blur: float) -> _Surface:
    """Return the paint at points of the surface, and their normals, bent by dents.

    `directions`: unit vectors of the rays; `face`: index of each point's face; `blur`: width of ink's edges.
    """
    style = body.style
    ink, ink_colour, normals = _ink(body, points, _normal(style, points), face, blur)
    albedo = _albedo(style, points) * (1 - ink[:, None]) + ink_colour * ink[:, None]
    place = points @ body.axes.T * body.half + body.centre
    height = np.clip(place[:, 2] / (2 * body.half), 0, 1)
    return _Surface(points, normals @ body.axes.T, place, albedo, ink, directions @ body.axes.T, height)


def _face_axes(normal: F32) -> tuple[F32, F32]:
    """Return two unit vectors in the plane of a face, to the right and to the top of its numeral."""
    helper = np.array([0, 0, 1], np.float32) if abs(normal[2]) < 0.9 else np.array([0, 1, 0], np.float32)
    v = helper - normal * float(normal @ helper)
    v = v / np.linalg.norm(v)
    return np.cross(v, normal).astype(np.float32), v.astype(np.float32)


def _ink(body: Body, points: F32, normals: F32, face: NDArray[np.int64], blur: float) -> tuple[F32, F32, F32]:
    """Return for each point the amount of ink, 0 to 1, the ink's colour, and the normal, bent in pips."""
    style = body.style
    amount = np.zeros(len(points), np.float32)
    colour = np.broadcast_to(style.ink, points.shape).copy()
    bent = normals.copy()
    for index in np.unique(face):
        value = body.faces[index]
        if value == 0:
            continue
        at = np.nonzero(face == index)[0]
        axes = _face_axes(body.normals[index])
        turn = body.turns[index % len(body.turns)]
        if style.glyphs is not None:
            amount[at] = _numeral_ink(points[at], axes, turn, style.glyphs[value - 1], style.sides)
            continue
        if value == 1 and style.ink_of_one is not None:
            colour[at] = style.ink_of_one
        amount[at], slope = _pip_ink(style, value, points[at], axes, turn, blur)
        if slope is not None:
            bent[at] = normals[at] + 0.9 * slope
    return amount, colour, _unit(bent)


def _numeral_ink(points: F32, axes: tuple[F32, F32], turn: int, glyph: F32, sides: int) -> F32:
    """Return the amount of ink, 0 to 1, at points of a face with the numeral in the picture `glyph`."""
    u, v = axes
    fold, reach = (4, 0.62) if sides == 6 else (POLYHEDRA[sides].fold, POLYHEDRA[sides].reach)
    angle = 2 * np.pi * turn / fold
    u, v = np.cos(angle) * u + np.sin(angle) * v, np.cos(angle) * v - np.sin(angle) * u
    size = len(glyph)
    x = (points @ u / reach * 0.5 + 0.5) * (size - 1)
    y = (0.5 - points @ v / reach * 0.5) * (size - 1)
    inside = (x >= 0) & (x < size - 1) & (y >= 0) & (y < size - 1)
    xi, yi = np.clip(x, 0, size - 2).astype(int), np.clip(y, 0, size - 2).astype(int)
    fx, fy = np.clip(x - xi, 0, 1), np.clip(y - yi, 0, 1)
    upper = glyph[yi, xi] * (1 - fx) + glyph[yi, xi + 1] * fx
    lower = glyph[yi + 1, xi] * (1 - fx) + glyph[yi + 1, xi + 1] * fx
    return np.asarray(np.where(inside, upper * (1 - fy) + lower * fy, 0), np.float32)


def _pip_ink(
    style: Style, value: int, points: F32, axes: tuple[F32, F32], turn: int, blur: float
) -> tuple[F32, F32 | None]:
    """Return the ink, 0 to 1, at points of a face with pips, and the slope of dents (n x 3) or None."""
    u, v = axes if turn % 2 == 0 else (axes[1], -axes[0])
    extents = np.asarray(style.extents, np.float32)
    x, y = points @ u / abs(float(u @ extents)), points @ v / abs(float(v @ extents))
    radius = style.pip_radius * (style.one_scale if value == 1 else 1.0)
    nearest = np.full(len(points), 9.0, np.float32)
    dent = np.zeros((len(points), 2), np.float32)
    for i, j in PIPS[value]:
        dx, dy = x - i * style.pip_spread, y - j * style.pip_spread
        distance = np.sqrt(dx * dx + dy * dy)
        closer = distance < nearest
        nearest = np.where(closer, distance, nearest)
        dent[closer] = np.stack([dx, dy], -1)[closer]
    soft = max(blur, 0.02)
    ink = smoothstep((radius - nearest) / soft + 0.5)
    if style.pip_ring > 0:
        ink = ink * smoothstep((nearest - radius * style.pip_ring) / soft + 0.5)
    if style.pip_depth <= 0:
        return ink, None
    tilt = (ink * style.pip_depth / radius)[:, None] * dent
    return ink, tilt[:, :1] * u + tilt[:, 1:] * v


def _albedo(style: Style, points: F32) -> F32:
    """Return the body's own colour at points: one colour, or swirls of two."""
    if style.second is None or style.marbling <= 0:
        return np.broadcast_to(style.body, points.shape)
    rng = np.random.default_rng(style.texture_seed)
    q = points * style.grain
    for _ in range(3):
        w = rng.normal(size=(3, 3)).astype(np.float32)
        q = q + 0.7 * np.sin(q @ w + rng.uniform(0, 6.28, 3).astype(np.float32))
    wave = 0.5 + 0.5 * np.sin(q @ rng.normal(size=3).astype(np.float32) * 1.3)
    share = (style.marbling * smoothstep(wave * 1.4 - 0.2))[:, None]
    return np.asarray(style.body * (1 - share) + style.second * share, np.float32)


def _lit(body: Body, surface: _Surface, around: Surroundings, neighbours: tuple[Body, ...]) -> F32:
    """Return the diffuse light from the surface, n x 3; a translucent body also glows from inside."""
    style, up = body.style, surface.normals[:, 2]
    occlusion = (0.55 + 0.45 * np.sqrt(surface.height)) * (0.62 + 0.38 * up)
    light = around.ambient * np.clip(occlusion, 0, 1)[:, None]
    light = light + around.bounce * (np.clip(0.5 - 0.5 * up, 0, 1) * 0.8)[:, None]
    wrap = 0.1 + 0.5 * style.translucency
    for lamp in around.lights:
        reaches = np.ones(len(surface.points), np.float32)
        for other in neighbours:
            away = other.centre - surface.place
            along = away @ lamp.direction
            miss = np.sqrt(np.maximum((away * away).sum(-1) - along * along, 0))
            reaches *= np.where(along > 0, smoothstep((miss / other.half - 0.75) / 0.55), 1)
        facing = np.clip((surface.normals @ lamp.direction + wrap) / (1 + wrap), 0, 1)
        light = light + lamp.colour * (facing * reaches)[:, None]
    colour = surface.albedo * light
    if style.translucency == 0:
        return np.asarray(colour)
    # light gathers on the side away from the lamp and glows through the body
    clear = style.translucency * (1 - surface.ink)[:, None]
    glow = np.zeros(len(surface.points), np.float32)
    for lamp in around.lights:
        glow += 0.35 * np.clip(-(surface.points @ body.axes.T) @ lamp.direction + 0.4, 0, 1.2)
    inner = surface.albedo * (around.bounce + 0.4 * around.horizon) * 1.2 + surface.albedo * glow[:, None]
    return np.asarray(colour * (1 - 0.55 * clear) + inner * 0.55 * clear, np.float32)


def _with_gloss(body: Body, surface: _Surface, around: Surroundings, colour: F32) -> F32:
    """Return the colour with the surroundings' reflections added (Fresnel's share after C. Schlick, 1994)."""
    cos = np.clip(-(surface.view * surface.normals).sum(-1), 0, 1)
    mirror = surface.view + 2 * cos[:, None] * surface.normals
    fresnel = 0.04 + 0.96 * (1 - cos) ** 5
    shine = around.environment(mirror, body.style.polish)
    share = body.style.gloss * fresnel * np.clip(0.3 + 1.4 * surface.height, 0, 1)
    return np.asarray(colour * (1 - share[:, None]) + shine * share[:, None] * 1.6, np.float32)
