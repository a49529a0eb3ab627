"""A whole scene: camera, table, dice in their places, shadows, and what is where.

The world's z points up from the table (z = 0); one unit is a die's edge. Pictures are linear light, BGR.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.solids import F32, Body, Surroundings, _smooth, trace
from vision.scenes.tables import RESOLUTION


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera. `origin` in the world; `axes`: rows are right, down, forward; `focal` in pixels."""

    origin: F32
    axes: F32
    focal: float
    size: tuple[int, int]

    def rays(self, x: F32, y: F32) -> F32:
        """Unit rays through pixels (any shape) → shape x 3."""
        w, h = self.size
        local = np.stack([(x - w / 2) / self.focal, (y - h / 2) / self.focal, np.ones_like(x)], -1)
        world = local @ self.axes
        return np.asarray(world / np.linalg.norm(world, axis=-1, keepdims=True), np.float32)

    def project(self, points: F32) -> F32:
        """World points (n x 3) → pixels (n x 2)."""
        local = (points - self.origin) @ self.axes.T
        z = np.maximum(local[:, 2:3], 0.1)
        return np.asarray(local[:, :2] / z * self.focal + np.asarray(self.size) / 2, np.float32)

    def on_table(self, x: float, y: float) -> F32 | None:
        """The point of the table behind a pixel, or None above the horizon."""
        ray = self.rays(np.float32(x), np.float32(y))  # type: ignore[arg-type]
        if ray[2] > -0.05:
            return None
        return np.asarray(self.origin - ray * (self.origin[2] / ray[2]), np.float32)


def camera(size: tuple[int, int], edge: float, elevation: float, field: float, roll: float = 0.0) -> Camera:
    """A camera that sees a die in the middle `edge` pixels wide, from `elevation` degrees above the
    table, with a horizontal field of view of `field` degrees, rolled by `roll` degrees."""
    focal = size[0] / 2 / np.tan(np.radians(field) / 2)
    distance = focal / edge
    e = np.radians(elevation)
    forward = np.array([0, np.cos(e), -np.sin(e)])
    right = np.array([1.0, 0, 0])
    down = np.cross(forward, right)
    c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
    right, down = c * right + s * down, c * down - s * right
    origin = -forward * distance
    return Camera(
        origin.astype(np.float32), np.stack([right, down, forward]).astype(np.float32), float(focal), size
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """One body in the picture. `box`: x, y, width, height of all of it that is not behind another die,
    before the
    border cuts it; `visible`: share of its pixels that show; `top`: share of its top face's pixels that
    show."""

    body: Body
    index: int
    box: tuple[float, float, float, float]
    visible: float
    top: float
    cut: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """`image`: height x width x 3 linear BGR. `owner`: index of the body at each pixel or -1. `top`:
    whether the pixel shows the body's top face."""

    image: F32
    owner: NDArray[np.int16]
    top: NDArray[np.bool_]
    seen: tuple[Seen, ...]


def _shadow(view: Camera, body: Body, direction: F32, reach: float) -> NDArray[np.int32] | None:
    """Hull, in pixels, of the body's shadow on the table."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    if body.style.sides == 8:
        corners = np.vstack([np.eye(3), -np.eye(3)]).astype(np.float32) * 1.41
    else:
        corners = corners * np.asarray(body.style.extents, np.float32) * min(1.0, body.style.ball / 1.6)
    world = (corners * body.half * reach) @ body.axes.T + body.centre
    ground = np.asarray(world - direction * (world[:, 2:3] / max(float(direction[2]), 0.25)), np.float32)
    ground[:, 2] = 0
    local = (ground - view.origin) @ view.axes.T
    if local[:, 2].min() < 0.2:
        return None
    points = np.clip(view.project(ground), -3000, 5000)
    return np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0] * 4, np.int32)


def draw(
    view: Camera, bodies: tuple[Body, ...], table: F32, per_edge: float, around: Surroundings, softness:
    float = 0.15, offset: tuple[float, float] = (0.0, 0.0), fine: float = 2.0,
) -> Picture:  # fmt: skip
    """Draw bodies on a table.

    `table`: RESOLUTION² x 3, `per_edge` of its pixels to a world unit, its middle at `offset`.
    `softness`: blur of shadows in edges. `fine`: rays along each side of a pixel.
    """
    w, h = view.size
    xs, ys = np.meshgrid(np.arange(w, dtype=np.float32) + 0.5, np.arange(h, dtype=np.float32) + 0.5)
    rays = view.rays(xs, ys)
    down = np.minimum(rays[..., 2], -0.03)
    far = -view.origin[2] / down
    period = 2 * (RESOLUTION - 1)
    fold = []
    for axis, sign in ((0, 1.0), (1, -1.0)):  # rows of a picture run down, the world's y runs up
        t = (view.origin[axis] + rays[..., axis] * far - offset[axis]) * (sign * per_edge) + RESOLUTION / 2
        t = np.mod(t, period)
        fold.append(np.where(t > RESOLUTION - 1, period - t, t).astype(np.float32))
    ground = cv2.remap(table, fold[0], fold[1], cv2.INTER_LINEAR)

    edge = view.focal / float(np.linalg.norm(view.origin))
    light = np.zeros((h, w, 3), np.float32)
    ambient = around.zenith * 0.65 + around.horizon * 0.35
    small = 2  # shadows are soft: half the resolution is enough
    contact = np.zeros((h // small, w // small), np.float32)
    for body in bodies:
        hull = _shadow(view, body, np.array([0, 0, 1], np.float32), 1.12)
        if hull is not None:
            mask = np.zeros_like(contact)
            cv2.fillConvexPoly(mask, hull // small, 1.0, cv2.LINE_AA, 2)
            lift = max(0.0, float(body.centre[2] - body.half * 1.2))
            np.maximum(contact, mask / (1 + 3 * lift), out=contact)
    soft = cv2.resize(cv2.GaussianBlur(contact, (0, 0), max(0.6, edge * 0.16 / small)), (w, h))
    light += ambient * np.asarray(1 - 0.75 * soft, np.float32)[..., None]
    for lamp in around.lights:
        mask = np.zeros((h // small, w // small), np.float32)
        for body in bodies:
            hull = _shadow(view, body, lamp.direction, 1.0)
            if hull is not None:
                one = 1.0 - 0.4 * body.style.translucency
                cv2.fillConvexPoly(mask, hull // small, one, cv2.LINE_AA, 2)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, edge * softness * (0.4 + lamp.size * 3) / small))
        lit = np.asarray(1 - cv2.resize(soft, (w, h)), np.float32)[..., None]
        light += lamp.colour * max(0.15, float(lamp.direction[2])) * lit
    image = ground * light

    owner = np.full((h, w), -1, np.int16)
    top = np.zeros((h, w), bool)
    depth = np.full((h, w), np.inf, np.float32)
    order = sorted(range(len(bodies)), key=lambda i: -float(np.linalg.norm(bodies[i].centre - view.origin)))
    boxes: dict[int, tuple[tuple[int, int, int, int] | None, tuple[int, int]]] = {}
    for index in order:
        body = bodies[index]
        local = (body.centre - view.origin) @ view.axes.T
        if local[2] < 0.5:
            boxes[index] = (None, (0, 0))
            continue
        cx, cy = view.project(body.centre[None])[0]
        reach = float(body.radius * view.focal / max(0.3, local[2] - body.radius)) + 2
        # the box may lie partly outside the picture: the part outside counts as cut away
        x0, x1, y0, y1 = int(cx - reach), int(cx + reach) + 1, int(cy - reach), int(cy + reach) + 1
        if x1 <= -200 or y1 <= -200 or x0 >= w + 200 or y0 >= h + 200 or x1 - x0 > 900:
            boxes[index] = (None, (0, 0))
            continue
        scale = fine if x1 - x0 < 140 else max(1.0, fine * 0.6)
        gw, gh = int((x1 - x0) * scale), int((y1 - y0) * scale)
        gx, gy = np.meshgrid(
            x0 + (np.arange(gw, dtype=np.float32) + 0.5) * (x1 - x0) / gw,
            y0 + (np.arange(gh, dtype=np.float32) + 0.5) * (y1 - y0) / gh,
        )
        near = tuple(
            b for b in bodies if b is not body and np.linalg.norm(b.centre - body.centre) < 4 * body.half
        )
        size = float(local[2]) / view.focal / body.half
        seen = trace(
            body,
            view.origin,
            view.rays(np.asarray(gx, np.float32), np.asarray(gy, np.float32)).reshape(-1, 3),
            around,
            size,
            near,
        )
        # colour and cover, depth and top face: of each ray, then averaged over the rays of a pixel
        paint, form = np.zeros((gh * gw, 4), np.float32), np.zeros((gh * gw, 2), np.float32)
        paint[seen.hit, :3], paint[seen.hit, 3] = seen.colour, 1
        form[seen.hit, 0], form[seen.hit, 1] = seen.depth, seen.face == body.top()
        shape = (x1 - x0, y1 - y0)
        coarse = cv2.resize(paint.reshape(gh, gw, 4), shape, interpolation=cv2.INTER_AREA)
        colour, cover = np.asarray(coarse[..., :3], np.float32), np.asarray(coarse[..., 3], np.float32)
        coarse = cv2.resize(form.reshape(gh, gw, 2), shape, interpolation=cv2.INTER_AREA)
        deep = np.asarray(coarse[..., 0], np.float32) / np.maximum(cover, 1e-3)
        up = coarse[..., 1] > 0.5
        rows, cols = np.nonzero(cover > 0.5)
        if len(rows) == 0:
            boxes[index] = (None, (0, 0))
            continue
        box = (x0 + int(cols.min()), y0 + int(rows.min()), int(np.ptp(cols)) + 1, int(np.ptp(rows)) + 1)
        boxes[index] = (box, (len(rows), int(up.sum())))
        a, b, c, d = max(0, x0), min(w, x1), max(0, y0), min(h, y1)
        if a >= b or c >= d:
            continue
        inner = (slice(c - y0, d - y0), slice(a - x0, b - x0))
        place = (slice(c, d), slice(a, b))
        front = (deep[inner] < depth[place] + 0.02) | (owner[place] < 0)
        alpha = (cover[inner] * front)[..., None]
        image[place] = image[place] * (1 - alpha) + colour[inner] * front[..., None]
        mine = (cover[inner] > 0.5) & front
        owner[place][mine] = index
        top[place][mine] = up[inner][mine]
        depth[place][mine] = deep[inner][mine]

    found = []
    for index, body in enumerate(bodies):
        full, (pixels, tops) = boxes[index]
        if full is None:
            continue
        mine = owner == index
        rows, cols = np.nonzero(mine)
        if len(rows) < 6:
            continue
        x0, y0 = int(cols.min()), int(rows.min())
        x1, y1 = int(cols.max()) + 1, int(rows.max()) + 1
        cut = full[0] < 0 or full[1] < 0 or full[0] + full[2] > w or full[1] + full[3] > h
        share = float((mine & top).sum()) / max(1, tops)
        found.append(Seen(body, index, (x0, y0, x1 - x0, y1 - y0), len(rows) / pixels, share, cut))
    return Picture(image, owner, top, tuple(found))


def shade(size: tuple[int, int], rng: np.random.Generator, strength: float) -> F32:
    """Uneven light over the picture: a smooth slope and a pool, about 1, height x width x 1."""
    w, h = size
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    angle, (px, py) = rng.uniform(0, 6.28), rng.uniform(0, 1, 2)
    slope = (x / w - 0.5) * np.cos(angle) + (y / h - 0.5) * np.sin(angle)
    pool = _smooth(1.2 - np.hypot(x / w - px, y / h - py))
    return np.asarray((1 + strength * (slope + pool - 0.5))[..., None], np.float32)
