"""Photos of printed sheets: paper that curls, on a table, under a lamp, through a phone's camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.page import SheetPlan
from vision.training.sheets.hands import MARGIN_MM
from vision.training.sheets.pages import SCALE

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Pose:
    """A sheet before a camera: `camera` 3 x 4 from mm (x, y, height) to pixels; `curl` of its height in mm.

    height = sum of amplitude * sin(fx x + fy y + phase), each a row of `curl`.
    """

    camera: NDArray[np.float64]
    curl: NDArray[np.float64]

    def height(self, xy: NDArray[np.float64]) -> NDArray[np.float64]:
        result = np.zeros(xy.shape[:-1])
        for amplitude, fx, fy, phase in self.curl:
            result += amplitude * np.sin(fx * xy[..., 0] + fy * xy[..., 1] + phase)
        return result

    def pixels(self, xy: NDArray[np.float64], flat: bool = False) -> NDArray[np.float64]:
        """... x 2 mm to pixels."""
        z = np.zeros(xy.shape[:-1]) if flat else self.height(xy)
        full = np.concatenate([xy, z[..., None], np.ones_like(z)[..., None]], -1) @ self.camera.T
        return np.asarray(full[..., :2] / full[..., 2:])


def random_pose(
    chance: np.random.Generator,
    plan: SheetPlan,
    size: tuple[int, int],
    fill: float,
    tilt: float,
    curl: float,
    turned: float | None = None,
) -> Pose:
    """A camera that sees the sheet over about `fill` of the photo's width, `tilt` radians from above."""
    w, h = size
    turn = chance.uniform(-np.pi, np.pi) if chance.random() < 0.4 else chance.normal(0, 0.25)
    if turned is not None:
        turn = chance.normal(0, turned)
    around = chance.uniform(0, 2 * np.pi)
    focal = chance.uniform(0.75, 1.4) * max(size)
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    axis = np.array([np.cos(around), np.sin(around), 0.0]) * tilt
    lean, _ = cv2.Rodrigues(axis)
    rotation = lean @ spin
    # the sheet's middle comes to the middle of the photo, give or take
    reach = max(
        abs(c) * plan.width + abs(s) * plan.height, (abs(s) * plan.width + abs(c) * plan.height) * w / h
    )
    distance = focal * reach / (fill * w)
    centre = np.array([plan.width / 2, plan.height / 2, 0.0])
    shift = np.array([chance.normal(0, 0.04) * reach, chance.normal(0, 0.04) * reach, distance])
    inner = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1.0]])
    camera = inner @ np.c_[rotation, shift - rotation @ centre]
    waves = []
    if curl > 0:
        a = chance.uniform(0, np.pi) if chance.random() < 0.4 else 0.0
        k = 2 * np.pi / chance.uniform(260, 600)
        waves.append((curl, k * np.cos(a), k * np.sin(a), chance.uniform(0, 6.3)))
        k = 2 * np.pi / chance.uniform(140, 260)
        a = chance.uniform(0, np.pi)
        waves.append((curl * 0.18, k * np.cos(a), k * np.sin(a), chance.uniform(0, 6.3)))
    return Pose(camera, np.array(waves).reshape(-1, 4))


def lay(scene: F32, picture: F32, pose: Pose, plan: SheetPlan, chance: np.random.Generator) -> None:
    """Draw a sheet into the scene (H x W x 3, 0 to 1), with its shadow and the shading of its curl."""
    h, w = scene.shape[:2]
    step = 8
    gx, gy = np.meshgrid(np.arange(0, w + step, step), np.arange(0, h + step, step))
    target = np.stack([gx, gy], -1).astype(np.float64)
    flat = np.delete(pose.camera, 2, 1)
    back = np.linalg.inv(flat)

    def down(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        full = np.concatenate([pixels, np.ones((*pixels.shape[:-1], 1))], -1) @ back.T
        depth = np.where(np.abs(full[..., 2:]) < 1e-9, 1e-9, full[..., 2:])
        return np.asarray(np.clip(full[..., :2] / depth, -2000, 2000), np.float64)

    xy = down(target)
    for _ in range(3):
        xy = down(target - (pose.pixels(xy) - pose.pixels(xy, flat=True)))
    slope = (pose.height(xy + np.array([2.0, 1.0])) - pose.height(xy)) / 2.2
    across = np.array([[1 / step, 0, 0], [0, 1 / step, 0]], np.float32)

    def fine(coarse: NDArray[np.float64]) -> F32:
        return np.asarray(
            cv2.warpAffine(
                coarse.astype(np.float32), across, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.float32,
        )  # fmt: skip

    place = fine((xy + np.array([MARGIN_MM, 0])) * SCALE - 0.5)
    place = np.clip(place, -50, 20000)
    # mean length of a mm in pixels, for the blur that keeps the picture from sparkling
    middle = np.array(
        [
            [plan.width / 2, plan.height / 2],
            [plan.width / 2 + 1, plan.height / 2],
            [plan.width / 2, plan.height / 2 + 1],
        ]
    )
    p = pose.pixels(middle)
    per_mm = float(np.linalg.norm(p[1] - p[0]) + np.linalg.norm(p[2] - p[0])) / 2
    shrink = SCALE / max(per_mm, 0.5)
    source = cv2.GaussianBlur(picture, (0, 0), 0.42 * shrink) if shrink > 1.15 else picture
    drawn = cv2.remap(source, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    ph, pw = picture.shape[:2]
    # how far the margins are cut off with scissors
    trim = chance.uniform(0, MARGIN_MM - 1, 2) * SCALE * (chance.random() < 0.5)
    top, bottom = chance.uniform(0, 1.2, 2) * SCALE * (chance.random() < 0.5)
    inside = np.minimum(
        np.minimum(place[..., 0] - trim[0], pw - trim[1] - place[..., 0]),
        np.minimum(place[..., 1] - top, ph - bottom - place[..., 1]),
    )
    mask = np.clip(inside * per_mm / SCALE + 0.5, 0, 1)[..., None]
    angle = chance.uniform(0, 2 * np.pi)
    shadow = np.roll(
        cv2.GaussianBlur(mask[..., 0], (0, 0), 3 + 0.004 * w),
        (int(3 * np.sin(angle)), int(3 * np.cos(angle))),
        (0, 1),
    )
    scene *= 1 - 0.35 * shadow[..., None]
    shading = 1 + fine(slope * chance.uniform(-0.7, 0.7))[..., None]
    scene += mask * (drawn * np.clip(shading, 0.6, 1.3) - scene)


def table(chance: np.random.Generator, size: tuple[int, int]) -> F32:
    """A table: wood, cloth, stone or plain."""
    w, h = size
    base = chance.uniform(0.08, 0.85) * np.array([1, 1, 1]) * chance.uniform(0.75, 1.15, 3)
    kind = chance.integers(0, 4)
    small = chance.normal(0, 1, (h // 8 + 2, w // 8 + 2)).astype(np.float32)
    if kind == 0:  # wood
        base = np.array([0.25, 0.45, 0.65]) * chance.uniform(0.35, 1.25) * chance.uniform(0.85, 1.15, 3)
        stretch = cv2.resize(
            chance.normal(0, 1, (h // 3 + 1, w // 60 + 2)).astype(np.float32),
            size,
            interpolation=cv2.INTER_CUBIC,
        )
        texture = cv2.GaussianBlur(stretch, (0, 0), 1.5)
        if chance.random() < 0.5:
            texture = cv2.resize(cv2.rotate(texture, cv2.ROTATE_90_CLOCKWISE), size)
    elif kind == 1:  # cloth
        texture = chance.normal(0, 1, (h, w)).astype(np.float32)
        texture = cv2.blur(texture, (1, 5)) + cv2.blur(texture, (5, 1))
    else:
        texture = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC)
    result = base.astype(np.float32) * (1 + chance.uniform(0.02, 0.16) * texture[..., None])
    return np.clip(result, 0.01, 1).astype(np.float32)


def clutter(
    scene: F32, chance: np.random.Generator, spots: NDArray[np.float64], unit: float
) -> NDArray[np.bool_]:
    """Things that lie about, at N x 2 pixels, about `unit` pixels large: fingers, pencils, blocks.

    Returns which pixels they cover.
    """
    h, w = scene.shape[:2]
    covered = np.zeros((h, w), bool)
    for x, y in spots:
        if chance.random() < 0.5:
            covered |= _flat_thing(scene, chance, (float(x), float(y)), unit)
            continue
        layer = np.zeros((h, w), np.uint8)
        kind = chance.integers(0, 4)
        angle = chance.uniform(0, 2 * np.pi)
        far = np.array([np.cos(angle), np.sin(angle)])
        start = np.array([x, y])
        if kind <= 1:  # a finger or thumb that reaches in from afar
            tone = np.array([0.45, 0.58, 0.82]) * chance.uniform(0.35, 1.1) * chance.uniform(0.9, 1.1, 3)
            end = start + far * unit * 14
            width = int(unit * chance.uniform(1.0, 1.9))
        elif kind == 2:  # a pencil
            tone = chance.uniform(0.05, 0.9, 3)
            end = start + far * unit * chance.uniform(6, 12)
            width = max(2, int(unit * 0.5))
        else:
            tone = chance.uniform(0.1, 0.95, 3)
            end = start + far * unit * 0.4
            width = int(unit * chance.uniform(0.8, 1.4))
        a = tuple(int(v) for v in np.clip(start, -4000, 8000))
        b = tuple(int(v) for v in np.clip(end, -4000, 8000))
        cv2.line(layer, a, b, 255, max(2, width), cv2.LINE_AA)
        soft = cv2.GaussianBlur(layer, (0, 0), 0.8).astype(np.float32)[..., None] / 255
        shade = cv2.GaussianBlur(layer, (0, 0), max(1.0, unit * 0.25)).astype(np.float32)[..., None] / 255
        scene *= 1 - 0.4 * shade
        scene += soft * (tone.astype(np.float32) * (0.55 + 0.45 * shade) - scene)
        covered |= layer > 90
    return covered


def _flat_thing(
    scene: F32, chance: np.random.Generator, spot: tuple[float, float], unit: float
) -> NDArray[np.bool_]:
    """A card, a note, a coin, a die, a pen: one colour, and often something drawn on it."""
    h, w = scene.shape[:2]
    sizes = ((6.3, 8.8), (7.5, 7.5), (2.3, 2.3), (1.6, 1.6), (14.0, 0.9), (4.0, 2.5), (3.0, 1.0))
    kind = int(chance.integers(0, len(sizes)))
    size = np.array(sizes[kind]) * unit * chance.uniform(0.85, 1.15)
    tone = chance.uniform(0.04, 0.97, 3) if chance.random() < 0.7 else np.full(3, chance.uniform(0.6, 0.98))
    side = round(max(8.0, float(size.max())))
    thing = np.full((round(max(4.0, size[1])), round(max(4.0, size[0])), 3), 255 * tone, np.uint8)
    th, tw = thing.shape[:2]
    mask = np.zeros((th, tw), np.float32)
    if kind == 2:
        cv2.ellipse(mask, (tw // 2, th // 2), (tw // 2 - 1, th // 2 - 1), 0, 0, 360, 1.0, -1)
    else:
        mask[1:-1, 1:-1] = 1.0
    if chance.random() < 0.75:
        ink = chance.uniform(0, 255, 3)
        for _ in range(int(chance.integers(1, 9))):
            a, b = (chance.uniform(0, 1, 2) * (tw, th) for _ in range(2))
            draw = int(chance.integers(0, 4))
            thick = max(1, round(unit * chance.uniform(0.03, 0.3)))
            pa, pb = (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))
            if draw == 0:
                cv2.line(thing, pa, pb, ink.tolist(), thick, cv2.LINE_AA)
            elif draw == 1:
                cv2.circle(thing, pa, max(1, side // 8), ink.tolist(), -1, cv2.LINE_AA)
            elif draw == 2:
                cv2.line(thing, pa, (pb[0], pa[1]), ink.tolist(), thick, cv2.LINE_AA)
            else:
                word = str(int(chance.integers(0, 99)))
                cv2.putText(thing, word, pa, 0, max(0.3, unit / 25), ink.tolist(), thick, cv2.LINE_AA)
    angle = chance.uniform(0, 360)
    place = cv2.getRotationMatrix2D((tw / 2, th / 2), angle, 1.0)
    place[:, 2] += np.array(spot) - (tw / 2, th / 2)
    upper = thing.astype(np.float32) / 255
    laid = cv2.warpAffine(upper, place, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.GaussianBlur(cv2.warpAffine(mask, place, (w, h)), (0, 0), 0.7)[..., None]
    shade = cv2.GaussianBlur(cover, (0, 0), max(1.0, unit * chance.uniform(0.05, 0.3)))[..., None]
    scene *= 1 - chance.uniform(0.1, 0.45) * shade
    scene += cover * (laid - scene)
    return np.asarray(cover[..., 0] > 0.35)


def develop(scene: F32, chance: np.random.Generator, sharp: bool = False) -> U8:
    """Light, lens, sensor and JPEG: from a scene of reflectances to the photo."""
    h, w = scene.shape[:2]
    light = np.ones((h, w, 1), np.float32)
    gx, gy = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    fx, fy = chance.normal(0, 0.22, 2)
    light *= np.exp(fx * gx + fy * gy)[..., None]
    for _ in range(int(chance.choice((0, 1, 2), p=(0.5, 0.35, 0.15)))):  # shadows of heads, hands and lamps
        shape = np.zeros((h // 4, w // 4), np.float32)
        corners = chance.uniform(-0.3, 1.3, (3, 2)) * (w // 4, h // 4)
        cv2.fillPoly(shape, [cv2.convexHull(corners.astype(np.int32))], 1.0)
        shape = cv2.GaussianBlur(shape, (0, 0), float(np.exp(chance.uniform(0.3, 3))))
        light *= 1 - cv2.resize(shape, (w, h))[..., None] * chance.uniform(0.15, 0.55)
    warm = chance.normal(0, 0.1) + (0.2 if chance.random() < 0.3 else 0)
    cast = np.array([np.exp(-1.3 * warm), np.exp(chance.normal(0, 0.03)), np.exp(warm * 0.7)], np.float32)
    exposure = np.exp(chance.normal(-0.12, 0.22)) if chance.random() < 0.8 else chance.uniform(0.15, 0.5)
    image = np.square(np.maximum(scene, 0)) * (light * cast * np.float32(exposure))  # about gamma
    if chance.random() < 0.12:  # a lamp mirrored in the paper, or light in the lens
        x, y = chance.uniform(-1, 1, 2)
        spot = np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / np.exp(chance.uniform(-3, 1.5)))
        image = image + np.float32(chance.uniform(0.05, 0.5)) * spot[..., None]
    blur = abs(chance.normal(0, 0.3 if sharp else 0.8))
    if blur > 0.25:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    if chance.random() < 0.18:
        length = int(chance.integers(2, 5))
        kernel = np.zeros((length * 2 + 1,) * 2, np.float32)
        angle = chance.uniform(0, np.pi)
        d = (length * np.cos(angle), length * np.sin(angle))
        cv2.line(
            kernel,
            (round(length - d[0] / 2), round(length - d[1] / 2)),
            (round(length + d[0] / 2), round(length + d[1] / 2)),
            1.0,
            1,
        )
        image = cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1))
    noise = chance.uniform(0.002, 0.022) / np.sqrt(max(0.2, min(1.0, exposure)))
    grain = chance.standard_normal((h, w, 3), np.float32)
    if chance.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    image = np.clip(image, 0, None)
    image = image + grain * noise * np.sqrt(image + 0.02)
    if chance.random() < 0.6:  # cameras hold strong light down
        image = image * (1 + image / 2.5) / (1 + image) * 1.25
    photo = (np.sqrt(np.clip(image, 0, 1)) * 255).astype(np.uint8)
    if chance.random() < 0.4:
        photo = np.clip(
            photo * 1.0
            + (photo.astype(np.float32) - cv2.GaussianBlur(photo, (0, 0), 1.2)) * chance.uniform(0.2, 1.0),
            0,
            255,
        ).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(45, 96))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
