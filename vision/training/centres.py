"""Pieces of pictures with maps of where the dice are, for the detector."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.training.crop_store import stack
from vision.training.dataset import Item, load
from vision.training.grounds import swap
from vision.training.photo import develop, redevelop
from vision.training.scenes import DECODED

PIECE = 320
STRIDE = 8
SMALLEST, LARGEST = 11.0, 92.0
"""Widths in pixels of the dice that one scale of the pyramid answers for."""

Batch = dict[str, Tensor]


def piece(item: Item, rng: np.random.Generator) -> tuple[NDArray[np.uint8], dict[str, NDArray[np.float32]]]:
    """A random piece of a picture at a random scale as a photo, PIECE² x 3, and its maps at stride 8."""
    image = load(item)
    h, w = image.shape[:2]
    dice = [d for d in item.labels if d.value]
    wanted = 0.0
    stretch = float(np.exp(rng.normal() * 0.1)) * (1.15 if item.group != "rendered" else 1.0)
    if dice and rng.random() < 0.9:
        white = [d for d in dice if d.colour == "white"]
        among = white if white and rng.random() < 0.45 else dice  # the hardest to see on paper
        die = among[int(rng.integers(len(among)))]
        # pips of a die that is too near are no dice
        least, most = (95, 260) if rng.random() < 0.1 else (13, 84)
        wanted = float(np.exp(rng.uniform(np.log(least), np.log(most))))
        scale = float(np.clip(wanted / max(die.box[2], die.box[3]), 0.15, 4.0))
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
        if item.mask is not None and rng.random() < 0.7:
            owner = np.asarray(cv2.imread(str(item.mask), cv2.IMREAD_UNCHANGED), np.uint8)
            solid = ((owner & 127) > 0).astype(np.float32)
            alpha = cv2.warpAffine(solid, m, (PIECE, PIECE), flags=cv2.INTER_LINEAR)
            light = swap(light, np.asarray(alpha, np.float32), wanted or float(rng.uniform(13, 84)), rng)
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
            # of a die too near for this scale only the middle may be called one: its pips and sides are none
            inset = 0.0 if size < LARGEST else 0.5 if size > 2 * LARGEST else 0.3
            left, right = a + inset * (c - a), c - inset * (c - a)
            above, below = b + inset * (d - b), d - inset * (d - b)
            weight[
                int(above / STRIDE) : int(below / STRIDE) + 1, int(left / STRIDE) : int(right / STRIDE) + 1
            ] = 0
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
    """Endless batches of pieces: a quarter from photos where there are any, of the rest as many of dice with
    numerals as of dice with pips."""

    def __init__(self, items: list[Item], size: int, seed: int, real_share: float = 0.25) -> None:
        self.size, self.seed = size, seed
        pipped, numbered = list[Item](), list[Item]()
        for item in items:
            if item.group == "rendered":
                (numbered if any(die.sides == 8 for die in item.labels) else pipped).append(item)
        self.rendered = [pool for pool in (pipped, numbered) if pool]
        self.real = [i for i in items if i.group != "rendered"]
        self.real_share = real_share if self.real else 0.0

    def __iter__(self) -> Iterator[Batch]:
        rng = np.random.default_rng(self.seed)
        while True:
            photos, maps = [], []
            for _ in range(self.size):
                real = rng.random() < self.real_share
                pool = self.real if real else self.rendered[int(rng.integers(len(self.rendered)))]
                photo, labels = piece(pool[int(rng.integers(len(pool)))], rng)
                photos.append(photo)
                maps.append(labels)
            batch = {name: torch.from_numpy(np.stack([m[name] for m in maps])) for name in maps[0]}
            batch["photo"] = stack(photos)
            yield batch
