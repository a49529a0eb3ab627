"""Renders a scene: the table, its light, the dice one after the other, and which part of each is visible."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.camera import Camera
from training.renderer.colours import F32
from training.renderer.dice import Body
from training.renderer.lighting import Surroundings
from training.renderer.shadows import table_light
from training.renderer.surfaces import RESOLUTION
from training.renderer.tracing import trace

MAX_BODY_PIXELS = 900
"""A body wider than this, in pixels, is left out, because the camera is inside it."""
MIN_SEEN_PIXELS = 6
"""A body counts as not visible if it covers fewer pixels than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Dice on a table under a camera."""

    view: Camera
    bodies: tuple[Body, ...]
    surface: F32  # picture of the table, RESOLUTION² x 3 in linear light
    per_unit: float  # pixels of `surface` per world unit
    around: Surroundings
    softness: float = 0.15  # blur of shadows, in world units
    offset: tuple[float, float] = (0.0, 0.0)  # of the middle of `surface`, in world units


@dataclass(frozen=True, slots=True, eq=False)
class SeenBody:
    """What a picture shows of one body."""

    body: Body
    index: int
    box: tuple[float, float, float, float]  # x, y, width, height of its visible part
    visible: float  # visible share of its pixels
    top: float  # visible share of its top face's pixels
    cut: bool  # the picture's border cuts it


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A rendered picture, H x W, and what each pixel shows."""

    image: F32  # H x W x 3, linear light, BGR
    owner: NDArray[np.int16]  # H x W, index of the body at each pixel, -1 for the table
    top: NDArray[np.bool_]  # H x W, True where the body's top face is visible
    seen: tuple[SeenBody, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """A picture of one body alone, h x w. Its rectangle may reach beyond the border of the whole picture."""

    left: int
    upper: int
    colour: F32  # h x w x 3, premultiplied by `cover`
    cover: F32  # h x w, opacity from 0 to 1
    depth: F32  # h x w, distance from the camera in world units
    top: NDArray[np.bool_]  # h x w, True where its top face is visible

    @property
    def solid(self) -> NDArray[np.bool_]:
        return self.cover > 0.5

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Return x, y, width, height of the whole body without occlusion."""
        rows, cols = np.nonzero(self.solid)
        x, y = self.left + int(cols.min()), self.upper + int(rows.min())
        return x, y, int(np.ptp(cols)) + 1, int(np.ptp(rows)) + 1


def render(scene: Scene, fine: float = 2.0) -> Picture:
    """Render a scene. `fine`: number of rays along each side of a pixel."""
    w, h = scene.view.size
    light = table_light(scene.view, scene.bodies, scene.around, scene.softness)
    picture = Picture(_table_colour(scene) * light, np.full((h, w), -1, np.int16), np.zeros((h, w), bool), ())
    depth = np.full((h, w), np.inf, np.float32)
    layers: dict[int, _Layer] = {}
    away = [float(np.linalg.norm(body.centre - scene.view.origin)) for body in scene.bodies]
    for index in sorted(range(len(away)), key=lambda i: -away[i]):
        layer = _layer(scene, index, fine)
        if layer is not None:
            layers[index] = layer
            _paint(layer, index, picture, depth)
    seen = (_seen(scene, index, layer, picture) for index, layer in sorted(layers.items()))
    return Picture(picture.image, picture.owner, picture.top, tuple(one for one in seen if one is not None))


def _table_colour(scene: Scene) -> F32:
    """Return the table's albedo behind each pixel, H x W x 3; beyond its border, the table is mirrored."""
    view, rays = scene.view, scene.view.pixel_rays()
    far = -view.origin[2] / np.minimum(rays[..., 2], -0.03)
    period = 2 * (RESOLUTION - 1)
    maps = []
    for axis, sign in ((0, 1.0), (1, -1.0)):  # rows of a picture run down, the world's y runs up
        at = view.origin[axis] + rays[..., axis] * far - scene.offset[axis]
        at = np.mod(at * (sign * scene.per_unit) + RESOLUTION / 2, period)
        maps.append(np.where(at > RESOLUTION - 1, period - at, at).astype(np.float32))
    return np.asarray(cv2.remap(scene.surface, maps[0], maps[1], cv2.INTER_LINEAR), np.float32)


def _layer(scene: Scene, index: int, fine: float) -> _Layer | None:
    """Return one body drawn alone, or None if it is outside the picture or too near to be drawn."""
    view, body = scene.view, scene.bodies[index]
    w, h = view.size
    distance = float(view.local(body.centre)[2])
    if distance < 0.5:
        return None
    cx, cy = view.project(body.centre[None])[0]
    reach = float(body.radius * view.focal / max(0.3, distance - body.radius)) + 2
    x0, x1, y0, y1 = int(cx - reach), int(cx + reach) + 1, int(cy - reach), int(cy + reach) + 1
    if x1 <= -200 or y1 <= -200 or x0 >= w + 200 or y0 >= h + 200 or x1 - x0 > MAX_BODY_PIXELS:
        return None
    scale = fine if x1 - x0 < 140 else max(1.0, fine * 0.6)
    gw, gh = int((x1 - x0) * scale), int((y1 - y0) * scale)
    gx, gy = np.meshgrid(
        x0 + (np.arange(gw, dtype=np.float32) + 0.5) * (x1 - x0) / gw,
        y0 + (np.arange(gh, dtype=np.float32) + 0.5) * (y1 - y0) / gh,
    )
    rays = view.rays(np.asarray(gx, np.float32), np.asarray(gy, np.float32)).reshape(-1, 3)
    near = tuple(
        b for b in scene.bodies if b is not body and np.linalg.norm(b.centre - body.centre) < 4 * body.half
    )
    hits = trace(body, view.origin, rays, scene.around, distance / view.focal / body.half, near)
    # colour and cover, depth and top face: of each ray, then averaged over the rays of a pixel
    paint, form = np.zeros((gh * gw, 4), np.float32), np.zeros((gh * gw, 2), np.float32)
    paint[hits.hit, :3], paint[hits.hit, 3] = hits.colour, 1
    form[hits.hit, 0], form[hits.hit, 1] = hits.depth, hits.face == body.top()
    size = (x1 - x0, y1 - y0)
    paint = np.asarray(cv2.resize(paint.reshape(gh, gw, 4), size, interpolation=cv2.INTER_AREA), np.float32)
    form = np.asarray(cv2.resize(form.reshape(gh, gw, 2), size, interpolation=cv2.INTER_AREA), np.float32)
    cover = paint[..., 3]
    depth = np.asarray(form[..., 0] / np.maximum(cover, 1e-3), np.float32)
    layer = _Layer(x0, y0, paint[..., :3], cover, depth, form[..., 1] > 0.5)
    return layer if layer.solid.any() else None


def _paint(layer: _Layer, index: int, picture: Picture, depth: F32) -> None:
    """Paint a body into the picture at the pixels where it is nearest, and update `depth`."""
    h, w = depth.shape
    rows, cols = layer.cover.shape
    left, right = max(0, layer.left), min(w, layer.left + cols)
    upper, lower = max(0, layer.upper), min(h, layer.upper + rows)
    if left >= right or upper >= lower:
        return
    place = np.s_[upper:lower, left:right]
    inner = np.s_[upper - layer.upper : lower - layer.upper, left - layer.left : right - layer.left]
    image, owner = picture.image, picture.owner
    front = (layer.depth[inner] < depth[place] + 0.02) | (owner[place] < 0)
    alpha = (layer.cover[inner] * front)[..., None]
    image[place] = image[place] * (1 - alpha) + layer.colour[inner] * front[..., None]
    shows = layer.solid[inner] & front
    owner[place][shows] = index
    picture.top[place][shows] = layer.top[inner][shows]
    depth[place][shows] = layer.depth[inner][shows]


def _seen(scene: Scene, index: int, layer: _Layer, picture: Picture) -> SeenBody | None:
    """Return what the picture shows of a body, or None if next to nothing is visible."""
    w, h = scene.view.size
    shows = picture.owner == index
    rows, cols = np.nonzero(shows)
    if len(rows) < MIN_SEEN_PIXELS:
        return None
    x, y, wide, tall = layer.box
    cut = x < 0 or y < 0 or x + wide > w or y + tall > h
    box = (int(cols.min()), int(rows.min()), int(np.ptp(cols)) + 1, int(np.ptp(rows)) + 1)
    visible = len(rows) / int(layer.solid.sum())
    # the top face counts in every pixel that the body covers in part
    top = float((shows & picture.top).sum()) / max(1, int(layer.top.sum()))
    return SeenBody(scene.bodies[index], index, box, visible, top, cut)
