"""Pieces of pictures with maps of where the dice are, for the detector."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.scenes.tables import RESOLUTION, lay_sheet, table
from vision.training.crop_store import stack
from vision.training.material import Item, load
from vision.training.photo import develop, redevelop
from vision.training.scenes import DECODED

PIECE = 320
STRIDE = 8
SMALLEST, LARGEST = 11.0, 92.0
"""Widths in pixels of the dice that one scale of the pyramid answers for."""

EDGE = 64.0
"""Pixels of a printed table to a die's edge."""

Batch = dict[str, Tensor]


@cache
def printed() -> tuple[NDArray[np.float32], ...]:
    """Tables covered with printed things, mostly score sheets: what dice of this game lie on, and what
    hides them.
    `EDGE` of their pixels are a die's edge."""
    made = []
    for seed in range(24):
        rng = np.random.default_rng([seed, 81])
        canvas = table(rng, EDGE, 2.0)
        for _ in range(int(rng.integers(4, 12))):
            at = rng.uniform(0.1, 0.9, 2) * RESOLUTION
            lay_sheet(canvas, rng, EDGE, (float(at[0]), float(at[1])))
        made.append(np.asarray(np.clip(canvas, 0, 1)[::2, ::2], np.float32))
    return tuple(made)


def _on_paper(
    light: NDArray[np.float32], dice: NDArray[np.float32], size: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """The same dice, `size` pixels wide, on another table: `dice` says where they are, 0 to 1. Their
    shadows stay."""
    pattern = printed()[int(rng.integers(len(printed())))]
    scale = size / (EDGE / 2) * float(np.exp(rng.normal() * 0.3))
    angle = rng.uniform(0, 6.28)
    c, s = np.cos(angle) / scale, np.sin(angle) / scale
    at = rng.uniform(0.2, 0.8, 2) * pattern.shape[0]
    m = np.array(
        [[c, -s, at[0] - (c - s) * PIECE / 2], [s, c * rng.uniform(1, 1.4), at[1] - (s + c) * PIECE / 2]]
    )
    ground = cv2.warpAffine(
        pattern,
        m,
        (PIECE, PIECE),
        flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    grey = light.mean(-1)
    bare = dice < 0.05
    if bare.sum() < 50:
        return light
    level = np.float32(np.median(grey[bare]) + 0.02)
    shade = np.clip(grey / level, 0.15, 1.6)[..., None] * np.clip(level * 1.6, 0.12, 1.2)
    alpha = dice[..., None]
    return np.asarray(light * alpha + ground * shade * (1 - alpha), np.float32)


def piece(item: Item, rng: np.random.Generator) -> tuple[NDArray[np.uint8], dict[str, NDArray[np.float32]]]:
    """A random piece of a picture at a random scale as a photo, PIECE² x 3, and its maps at stride 8."""
    image = load(item)
    h, w = image.shape[:2]
    dice = [d for d in item.labels if d.value]
    wanted = 0.0
    stretch = float(np.exp(rng.normal() * 0.1)) * (1.15 if item.group != "rendered" else 1.0)
    if dice and rng.random() < 0.9:
        die = dice[int(rng.integers(len(dice)))]
        wanted = float(np.exp(rng.uniform(np.log(13), np.log(80))))
        scale = float(np.clip(wanted / max(die.box[2], die.box[3]), 0.15, 2.5))
        middle = (die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2)
        shift = rng.uniform(-0.5, 0.5, 2) * PIECE
    else:
        scale = float(np.exp(rng.uniform(np.log(0.4), np.log(1.6))))
        middle = (float(rng.uniform(0, w)), float(rng.uniform(0, h)))
        shift = rng.uniform(-0.3, 0.3, 2) * PIECE
    flip = -1.0 if rng.random() < 0.5 else 1.0
    sx, sy = scale * stretch**0.5, scale / stretch**0.5
    m = np.array(
        [
            [sx * flip, 0, PIECE / 2 + shift[0] - sx * flip * middle[0]],
            [0, sy, PIECE / 2 + shift[1] - sy * middle[1]],
        ]
    )
    source, before = image, m
    if scale < 0.6:
        k = max(0.5, min(1.0, 1.2 * scale)) if scale > 0.4 else 0.5 if scale > 0.25 else 0.25
        source = np.asarray(cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA), np.uint8)
        before = m.copy()
        before[:, 0] *= w / source.shape[1]
        before[:, 1] *= h / source.shape[0]
    # outside the picture: its border again, or black, or grey
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    fill = (float(rng.choice([0, 0, 114, 200])),) * 3
    pixels = cv2.warpAffine(
        source, before, (PIECE, PIECE), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
    )
    if item.group == "rendered":
        light = DECODED[pixels]
        if item.mask is not None and wanted and rng.random() < 0.4:
            owner = np.asarray(cv2.imread(str(item.mask), cv2.IMREAD_UNCHANGED), np.uint8)
            solid = ((owner & 127) > 0).astype(np.float32)
            alpha = cv2.warpAffine(solid, m, (PIECE, PIECE), flags=cv2.INTER_LINEAR)
            light = _on_paper(light, np.asarray(alpha, np.float32), wanted, rng)
        photo = develop(light, rng)
    else:
        photo = redevelop(np.asarray(pixels, np.uint8), rng)

    n = PIECE // STRIDE
    heat, weight, near, eight = np.zeros((n, n)), np.ones((n, n)), np.zeros((n, n)), np.zeros((n, n))
    box = np.zeros((4, n, n))
    ys, xs = np.mgrid[0:n, 0:n]
    for die in dice:
        bw, bh = die.box[2] * sx, die.box[3] * sy
        x0 = m[0, 0] * (die.box[0] + (die.box[2] if flip < 0 else 0)) + m[0, 2]
        y0 = sy * die.box[1] + m[1, 2]
        a, b = max(0.0, x0), max(0.0, y0)
        c, d = min(float(PIECE), x0 + bw), min(float(PIECE), y0 + bh)
        if c <= a or d <= b:
            continue
        share = (c - a) * (d - b) / (bw * bh) * min(1.0, die.visible + 0.3)
        size = max(bw, bh)
        if share < 0.55 or die.visible < 0.35 or not SMALLEST < size < LARGEST:
            clear = weight[int(b / STRIDE) : int(d / STRIDE) + 1, int(a / STRIDE) : int(c / STRIDE) + 1]
            clear[:] = 0
            continue
        cx, cy = (a + c) / 2 / STRIDE, (b + d) / 2 / STRIDE
        i, j = min(n - 1, int(cx)), min(n - 1, int(cy))
        spread = max(0.55, size / STRIDE * 0.13)
        bump = np.exp(-(((xs + 0.5 - cx) / spread) ** 2 + ((ys + 0.5 - cy) / spread) ** 2) / 2)
        np.maximum(heat, np.minimum(bump, 0.99), out=heat)
        close = (np.abs(xs - i) <= 1) & (np.abs(ys - j) <= 1) & (bump > 0.3)
        close[j, i] = True
        box[0][close] = (cx - xs - 0.5)[close]
        box[1][close] = (cy - ys - 0.5)[close]
        box[2][close] = np.log((c - a) / STRIDE)
        box[3][close] = np.log((d - b) / STRIDE)
        near[close] = 0.3
        near[j, i] = 1
        eight[close] = die.sides == 8
        heat[j, i] = 1
        weight[j, i] = 1
    maps = {"heat": heat, "weight": weight, "near": near, "box": box, "eight": eight}
    return photo, {name: np.asarray(m, np.float32) for name, m in maps.items()}


class Batches(IterableDataset[Batch]):
    """Endless batches of pieces, three in ten from photos where there are any."""

    def __init__(self, items: list[Item], size: int, seed: int, real_share: float = 0.3) -> None:
        self.size, self.seed = size, seed
        self.rendered = [i for i in items if i.group == "rendered"]
        self.real = [i for i in items if i.group != "rendered"]
        self.real_share = real_share if self.real else 0.0

    def __iter__(self) -> Iterator[Batch]:
        rng = np.random.default_rng(self.seed)
        while True:
            photos, maps = [], []
            for _ in range(self.size):
                pool = self.real if rng.random() < self.real_share else self.rendered
                photo, labels = piece(pool[int(rng.integers(len(pool)))], rng)
                photos.append(photo)
                maps.append(labels)
            batch = {name: torch.from_numpy(np.stack([m[name] for m in maps])) for name in maps[0]}
            batch["photo"] = stack(photos)
            yield batch
