"""Simulates photos of printed sheets: a lens, clutter, light, sensor noise and JPEG."""

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.plan import SheetPlan

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
Light = NDArray[np.floating]


def projected(homography: F64, points: F64) -> F64:
    """Return points (... x 2) mapped by a homography (3 x 3)."""
    full = np.concatenate([points, np.ones((*points.shape[:-1], 1))], -1) @ homography.T
    return np.asarray(full[..., :2] / full[..., 2:])


def random_homography(
    chance: np.random.Generator, plan: SheetPlan, width: float, tilt: float, turn: float
) -> F64:
    """Return a random 3 x 3 map from mm of a sheet to pixels of a photo.

    The camera is `tilt` radians off the vertical. The photo shows the sheet about `width` pixels wide and
    turned by `turn` radians.
    """
    around = chance.uniform(0, 2 * np.pi)
    focal = chance.uniform(0.75, 1.4) * width
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    lean, _ = cv2.Rodrigues(np.array([np.cos(around), np.sin(around), 0.0]) * tilt)
    rotation = lean @ spin
    # the sheet's middle maps near the middle of the photo
    reach = max(abs(c) * plan.width + abs(s) * plan.height, abs(s) * plan.width + abs(c) * plan.height)
    centre = np.array([plan.width / 2, plan.height / 2, 0.0])
    shift = np.array([chance.normal(0, 0.04) * reach, chance.normal(0, 0.04) * reach, focal * reach / width])
    inner = np.array([[focal, 0, width / 2], [0, focal, width / 2], [0, 0, 1.0]])
    return np.asarray(inner @ np.c_[rotation[:, :2], shift - rotation @ centre])


def clutter(scene: F32, chance: np.random.Generator, spots: F64, unit: float) -> NDArray[np.bool_]:
    """Draw a finger, pencil, card or the like at each of N spots (N x 2), and return a mask of their pixels.

    `unit`: pixels per cm.
    """
    covered = np.zeros(scene.shape[:2], bool)
    for x, y in spots:
        thing = _flat_thing if chance.random() < 0.5 else _long_thing
        covered |= thing(scene, chance, (float(x), float(y)), unit)
    return covered


def _long_thing(
    scene: F32, chance: np.random.Generator, spot: tuple[float, float], unit: float
) -> NDArray[np.bool_]:
    """Draw a finger, a pencil or a block that begins at `spot`, and return a mask of its pixels."""
    kind = chance.integers(0, 4)
    angle = chance.uniform(0, 2 * np.pi)
    if kind <= 1:
        tone = np.array([0.45, 0.58, 0.82]) * chance.uniform(0.35, 1.1) * chance.uniform(0.9, 1.1, 3)
        length, width = 14.0, int(unit * chance.uniform(1.0, 1.9))
    elif kind == 2:
        tone, length = chance.uniform(0.05, 0.9, 3), chance.uniform(6, 12)
        width = max(2, int(unit * 0.5))
    else:
        tone, length = chance.uniform(0.1, 0.95, 3), 0.4
        width = int(unit * chance.uniform(0.8, 1.4))
    start = np.array(spot)
    end = start + np.array([np.cos(angle), np.sin(angle)]) * unit * length
    a, b = ((int(x), int(y)) for x, y in np.clip([start, end], -4000, 8000))
    layer = np.zeros(scene.shape[:2], np.uint8)
    cv2.line(layer, a, b, 255, max(2, width), cv2.LINE_AA)
    soft = cv2.GaussianBlur(layer, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    shade = cv2.GaussianBlur(layer, (0, 0), max(1.0, unit * 0.25)).astype(np.float32)[..., None] / 255
    scene *= 1 - 0.4 * shade
    scene += soft * (tone.astype(np.float32) * (0.55 + 0.45 * shade) - scene)
    return np.asarray(layer > 90)


CARD, NOTE, COIN, DIE, PEN, ERASER, STICK = (
    (6.3, 8.8), (7.5, 7.5), (2.3, 2.3), (1.6, 1.6), (14.0, 0.9), (4.0, 2.5), (3.0, 1.0),
)  # fmt: skip
FLAT_THINGS = (CARD, NOTE, COIN, DIE, PEN, ERASER, STICK)
"""Width and height, in cm, of flat things that may lie on a sheet."""


def _flat_thing(
    scene: F32, chance: np.random.Generator, spot: tuple[float, float], unit: float
) -> NDArray[np.bool_]:
    """Draw one of FLAT_THINGS in one colour, often with a drawing, and return a mask of its pixels."""
    form = FLAT_THINGS[int(chance.integers(0, len(FLAT_THINGS)))]
    size = np.array(form) * unit * chance.uniform(0.85, 1.15)
    tone = chance.uniform(0.04, 0.97, 3) if chance.random() < 0.7 else np.full(3, chance.uniform(0.6, 0.98))
    thing = np.full((round(max(4.0, size[1])), round(max(4.0, size[0])), 3), 255 * tone, np.uint8)
    th, tw = thing.shape[:2]
    mask = np.zeros((th, tw), np.float32)
    if form == COIN:
        cv2.ellipse(mask, (tw // 2, th // 2), (tw // 2 - 1, th // 2 - 1), 0, 0, 360, 1.0, -1)
    else:
        mask[1:-1, 1:-1] = 1.0
    if chance.random() < 0.75:
        _decorate(thing, chance, unit, round(max(8.0, float(size.max()))))
    place = cv2.getRotationMatrix2D((tw / 2, th / 2), chance.uniform(0, 360), 1.0)
    place[:, 2] += np.array(spot) - (tw / 2, th / 2)
    across = (scene.shape[1], scene.shape[0])
    upper = thing.astype(np.float32) / 255
    laid = cv2.warpAffine(upper, place, across, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.GaussianBlur(cv2.warpAffine(mask, place, across), (0, 0), 0.7)[..., None]
    shade = cv2.GaussianBlur(cover, (0, 0), max(1.0, unit * chance.uniform(0.05, 0.3)))[..., None]
    scene *= 1 - chance.uniform(0.1, 0.45) * shade
    scene += cover * (laid - scene)
    return np.asarray(cover[..., 0] > 0.35)


def _decorate(thing: U8, chance: np.random.Generator, unit: float, side: int) -> None:
    """Draw random lines, dots and numbers in one ink on the picture of a thing."""
    height, width = thing.shape[:2]
    ink = chance.uniform(0, 255, 3).tolist()
    for _ in range(int(chance.integers(1, 9))):
        a, b = (chance.uniform(0, 1, 2) * (width, height) for _ in range(2))
        form = int(chance.integers(0, 4))
        thick = max(1, round(unit * chance.uniform(0.03, 0.3)))
        start, end = (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))
        if form == 0:
            cv2.line(thing, start, end, ink, thick, cv2.LINE_AA)
        elif form == 1:
            cv2.circle(thing, start, max(1, side // 8), ink, -1, cv2.LINE_AA)
        elif form == 2:
            cv2.line(thing, start, (end[0], start[1]), ink, thick, cv2.LINE_AA)
        else:
            number = str(int(chance.integers(0, 99)))
            cv2.putText(thing, number, start, 0, max(0.3, unit / 25), ink, thick, cv2.LINE_AA)


def develop(scene: F32, chance: np.random.Generator) -> U8:
    """Simulate a photo of `scene`, a picture of reflectances: uneven light, exposure, lens, sensor, JPEG."""
    image, exposure = _exposed(scene, chance)
    image = _with_noise(_through_lens(image, chance), chance, exposure)
    if chance.random() < 0.6:  # cameras compress strong light
        image = image * (1 + image / 2.5) / (1 + image) * 1.25
    photo = (np.sqrt(np.clip(image, 0, 1)) * 255).astype(np.uint8)
    if chance.random() < 0.4:
        edges = photo.astype(np.float32) - cv2.GaussianBlur(photo, (0, 0), 1.2)
        photo = np.clip(photo * 1.0 + edges * chance.uniform(0.2, 1.0), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(45, 96))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _exposed(scene: F32, chance: np.random.Generator) -> tuple[Light, float]:
    """Return (scene, exposure): the scene in uneven light, with shadows and sometimes a reflected lamp."""
    h, w = scene.shape[:2]
    gx, gy = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    fx, fy = chance.normal(0, 0.22, 2)
    light = np.ones((h, w, 1), np.float32)
    light *= np.exp(fx * gx + fy * gy)[..., None]
    for _ in range(int(chance.choice((0, 1, 2), p=(0.5, 0.35, 0.15)))):  # shadows of heads, hands and lamps
        shape = np.zeros((h // 4, w // 4), np.float32)
        corners = chance.uniform(-0.3, 1.3, (3, 2)) * (w // 4, h // 4)
        cv2.fillPoly(shape, [cv2.convexHull(corners.astype(np.int32))], 1.0)
        shape = cv2.GaussianBlur(shape, (0, 0), float(np.exp(chance.uniform(0.3, 3))))
        light *= 1 - cv2.resize(shape, (w, h))[..., None] * chance.uniform(0.15, 0.55)
    warm = chance.normal(0, 0.1) + (0.2 if chance.random() < 0.3 else 0)
    tint = np.array([np.exp(-1.3 * warm), np.exp(chance.normal(0, 0.03)), np.exp(warm * 0.7)], np.float32)
    exposure = np.exp(chance.normal(-0.12, 0.22)) if chance.random() < 0.8 else chance.uniform(0.15, 0.5)
    image: Light = np.square(np.maximum(scene, 0)) * (light * tint * np.float32(exposure))  # about gamma
    if chance.random() < 0.12:  # a lamp mirrored in the paper, or light in the lens
        x, y = chance.uniform(-1, 1, 2)
        spot = np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / np.exp(chance.uniform(-3, 1.5)))
        image = image + np.float32(chance.uniform(0.05, 0.5)) * spot[..., None]
    return image, float(exposure)


def _through_lens(image: Light, chance: np.random.Generator) -> Light:
    """Return the image, sometimes blurred by wrong focus or motion."""
    blur = abs(chance.normal(0, 0.8))
    if blur > 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur))
    if chance.random() < 0.18:
        length = int(chance.integers(2, 5))
        kernel = np.zeros((length * 2 + 1,) * 2, np.float32)
        angle = chance.uniform(0, np.pi)
        way = length * np.array([np.cos(angle), np.sin(angle)]) / 2
        a, b = ((round(length + sign * way[0]), round(length + sign * way[1])) for sign in (-1, 1))
        cv2.line(kernel, a, b, 1.0, 1)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1)))
    return image


def _with_noise(image: Light, chance: np.random.Generator, exposure: float) -> Light:
    """Return the image with the sensor's noise, which is stronger at a low exposure."""
    level = chance.uniform(0.002, 0.022) / np.sqrt(max(0.2, min(1.0, exposure)))
    grain = chance.standard_normal(image.shape, np.float32)
    if chance.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    image = np.clip(image, 0, None)
    return np.asarray(image + grain * level * np.sqrt(image + 0.02))
