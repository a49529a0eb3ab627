"""Crops of dice, and of what is none, held in memory; and batches of them as photos."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.dice.crops import CROP_PIXELS, CROP_SCALE, cut
from vision.dice.exposure import brighten
from vision.training.dataset import COLOUR_NAMES, Item, Label, load
from vision.training.grounds import lay_out, swap
from vision.training.photo import develop, glare, recolour, redevelop, shade, sheen, tinge
from vision.training.scenes import DECODED, encode

STORED = 128
STORED_REACH = 2.0
SMALLEST, SMALLEST_EIGHT, LARGEST = 14.0, 22.0, 66.0
"""Pixels across of a die on the sensor: the least that is learnt from, with pips and with numerals, and what
fills the crop."""

Batch = dict[str, Tensor]


@dataclass(slots=True)
class Crop:
    """A stored crop, STORED² x 3, around its label's box, reaching STORED_REACH times its longer side."""

    pixels: NDArray[np.uint8]
    label: Label
    rendered: bool
    mask: NDArray[np.uint8] | None
    width: float
    """of the die, in pixels of its picture"""
    solid: NDArray[np.uint8] | None = None
    """where dice are, STORED², 0 to 255; None in photos"""
    stranger: bool = False
    """a thing that may pass for a die, cut from a crowded table"""


def _apart(box: tuple[float, float, float], labels: tuple[Label, ...]) -> bool:
    x, y, side = box
    for label in labels:
        if label.value == 0:
            continue
        a, b, w, h = label.box
        if abs(x - a - w / 2) < (side + w) * 0.42 and abs(y - b - h / 2) < (side + h) * 0.42:
            return False
    return True


def _nothing(pixels: NDArray[np.uint8], x: float, y: float, side: float, rendered: bool) -> Crop:
    """A crop around a place where no die is, or only a piece of one."""
    label = Label((x - side / 2, y - side / 2, side, side), "", 0, 0)
    return Crop(cut(pixels, (x, y), side * STORED_REACH, STORED), label, rendered, None, side)


def _pieces(item: Item, image: NDArray[np.uint8], rng: np.random.Generator) -> list[Crop]:
    """What a detector takes for a die on and between dice: a pip of a large one, two that touch."""
    made = []
    dice = [d for d in item.labels if d.value]
    for die in dice:
        x, y, w, h = die.box
        if max(w, h) > 70 and rng.random() < 0.4:
            side = max(w, h) * float(rng.uniform(0.1, 0.26))
            dx, dy = rng.uniform(-0.35, 0.35, 2)
            made.append(_nothing(image, x + w * (0.5 + dx), y + h * (0.5 + dy), side, True))
    for one, other in pairwise(dice):
        (ax, ay, aw, ah), (bx, by, bw, bh) = one.box, other.box
        size = (max(aw, ah) + max(bw, bh)) / 2
        dx, dy = bx + bw / 2 - ax - aw / 2, by + bh / 2 - ay - ah / 2
        if 0.7 * size < np.hypot(dx, dy) < 1.5 * size:
            wide = size * float(rng.uniform(1.5, 2.0))
            made.append(_nothing(image, ax + aw / 2 + dx / 2, ay + ah / 2 + dy / 2, wide, True))
    return made


def strangers(tables: int, seed: int) -> list[Crop]:
    """Keys, coins, tiles and boxes of score sheets, cut out of crowded tables."""
    made = []
    rng = np.random.default_rng([seed, 83])
    for number in range(tables):
        ground = lay_out(1000 + number, 1)
        pixels = encode(ground.light)
        n = len(pixels)
        somewhere = [
            (float(x), float(y), float(np.exp(rng.uniform(np.log(20), np.log(130)))))
            for x, y in rng.uniform(0.1, 0.9, (12, 2)) * n
        ]
        made += [replace(_nothing(pixels, *spot, True), stranger=True) for spot in ground.spots]
        made += [_nothing(pixels, *spot, True) for spot in somewhere]
    return made


def gather(items: list[Item], seed: int, negatives: float = 1.0) -> list[Crop]:
    """Crops of every die (and about `negatives` a picture of what is none), loaded from disk."""
    rng = np.random.default_rng(seed)
    crops = []
    for item in items:
        image = load(item)
        h, w = image.shape[:2]
        owner = cv2.imread(str(item.mask), cv2.IMREAD_UNCHANGED) if item.mask is not None else None
        for label in item.labels:
            if label.visible < 0.25 or (label.value and label.top < 0.2):
                continue
            x, y, bw, bh = label.box
            centre, side = (x + bw / 2, y + bh / 2), max(bw, bh)
            pixels = cut(image, centre, side * STORED_REACH, STORED)
            mask = solid = None
            if owner is not None and label.value:
                everyone = (np.asarray(owner, np.uint8) & 127 > 0).astype(np.uint8) * 255
                solid = cut(everyone[..., None].repeat(3, 2), centre, side * STORED_REACH, STORED)[..., 0]
                top = (owner == ((label.index + 1) | 128)).astype(np.uint8) * 255
                mask = cut(top[..., None].repeat(3, 2), centre, side * STORED_REACH, STORED)[..., 0]
            crops.append(Crop(pixels, label, item.group == "rendered", mask, side, solid))
        if item.group == "rendered":
            crops += _pieces(item, image, rng)
        for _ in range(int(rng.poisson(negatives))):
            side = float(np.exp(rng.uniform(np.log(14), np.log(160))))
            spot = (float(rng.uniform(0, w)), float(rng.uniform(0, h)), side)
            if _apart(spot, item.labels):
                crops.append(_nothing(image, *spot, item.group == "rendered"))
    return crops


def photograph(
    crop: Crop, rng: np.random.Generator, mirror: bool, repaint: bool = False
) -> tuple[NDArray[np.uint8], NDArray[np.uint8] | None]:
    """One photo of a crop, CROP² x 3, jittered as a detector would, in other colours with `repaint`; and its
    mask, 24 x 24."""
    fine = min(1.0, crop.width / 66)
    # the die is `seen` pixels wide on the sensor; the crop is made so and then enlarged, as reading does
    least = SMALLEST_EIGHT if crop.label.sides == 8 else SMALLEST
    seen = LARGEST
    if rng.random() < 0.75:
        seen = float(np.exp(rng.uniform(np.log(least), np.log(LARGEST))))
    seen = min(seen, max(least, crop.width * 1.3))
    n = round(np.clip(seen * CROP_SCALE, 20, CROP_PIXELS))
    zoom = (n / STORED) * (STORED_REACH / CROP_SCALE) * float(np.exp(rng.normal() * 0.09))
    angle = float(np.radians(rng.uniform(-22, 22)))
    stretch = float(np.exp(rng.normal() * 0.08))
    shear = float(rng.normal() * 0.05)
    flip = -1.0 if mirror and rng.random() < 0.5 else 1.0
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c, -s], [s, c]]) @ np.array([[zoom * stretch * flip, shear * zoom], [0, zoom / stretch]])
    if crop.rendered and crop.label.sides == 6 and rng.random() < 0.25:  # a top seen from lower
        m = np.diag([1.0, rng.uniform(0.65, 1.0)]) @ m
    shift = rng.normal(size=2) * 0.045 * n
    move = np.array([n / 2, n / 2]) + shift - m @ np.array([STORED / 2, STORED / 2])
    affine = np.hstack([m, move[:, None]])
    source = crop.pixels
    if zoom < 0.6:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.45 / zoom), np.uint8)
    pixels = cv2.warpAffine(source, affine, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if crop.rendered:
        light = DECODED[pixels]
        if crop.solid is not None:
            alpha = np.asarray(cv2.warpAffine(crop.solid, affine, (n, n)), np.float32) / np.float32(255)
            if rng.random() < 0.45:
                light = tinge(light, alpha, crop.label.colour, rng)
            if rng.random() < 0.4:
                light = swap(light, alpha, n / CROP_SCALE, rng)
        if repaint:
            light = recolour(light, rng)
        if rng.random() < 0.1:
            light = glare(light, rng)
        if crop.mask is not None and (lamp := rng.random()) < 0.37:
            top = np.asarray(cv2.warpAffine(crop.mask, affine, (n, n)), np.float32) / np.float32(255)
            light = sheen(light, top, rng) if lamp < 0.22 else shade(light, top, rng)
        over = float(rng.uniform(1.3, 5.0)) if rng.random() < 0.12 else 1.0  # tops blown white
        photo = develop(light, rng, over=over)
        if rng.random() < 0.75:  # as reading does with a dim picture
            photo = brighten(photo)
    else:
        photo = redevelop(np.asarray(pixels, np.uint8), rng, 1 / max(0.3, fine) if n == CROP_PIXELS else 1.0)
    if n != CROP_PIXELS:
        photo = np.asarray(
            cv2.resize(photo, (CROP_PIXELS, CROP_PIXELS), interpolation=cv2.INTER_LINEAR), np.uint8
        )
    if crop.mask is None:
        return photo, None
    mask = cv2.warpAffine(crop.mask, affine * (CROP_PIXELS / n), (CROP_PIXELS, CROP_PIXELS))
    return photo, np.asarray(cv2.resize(mask, (24, 24), interpolation=cv2.INTER_AREA), np.uint8)


def stack(photos: list[NDArray[np.uint8]]) -> Tensor:
    """N photos → N x 3 x H x W, 0 to 1."""
    return torch.from_numpy(np.stack(photos)).permute(0, 3, 1, 2).float().div_(255)


class Batches(IterableDataset[Batch]):
    """Endless batches: of dice with `sides` sides, of other dice, of what is none; `real_share` from photos
    where there are any. Values are given for dice with `sides[0]` sides."""

    def __init__(
        self,
        crops: list[Crop],
        size: int,
        seed: int,
        sides: tuple[int, ...],
        real_share: float = 0.3,
        repaint: float = 0.25,
    ) -> None:
        self.repaint = repaint
        self.size, self.seed, self.sides = size, seed, sides
        real = [c for c in crops if not c.rendered and c.label.value]
        drawn = [[c for c in crops if c.rendered and c.label.sides == n] for n in (6, 8)]
        share = [0.5, 0.3] if len(sides) == 2 else [0.62, 0.18] if sides[0] == 6 else [0.1, 0.7]
        rest = 1 - real_share if real and 6 in sides else 1.0
        self.pools = [
            (drawn[0], share[0] * rest),
            (drawn[1], share[1] * rest),
            (real if 6 in sides else [], real_share),
            ([c for c in crops if c.label.value == 0 and not c.stranger], 0.14 * rest),
            ([c for c in crops if c.stranger], 0.12 * rest),
        ]

    def __iter__(self) -> Iterator[Batch]:
        rng = np.random.default_rng(self.seed)
        pools = [(pool, share) for pool, share in self.pools if pool]
        shares = np.array([share for _, share in pools])
        while True:
            photos, values, kinds, colours, states, masks, known = [], [], [], [], [], [], []
            for pick in rng.choice(len(pools), self.size, p=shares / shares.sum()):
                pool = pools[int(pick)][0]
                crop = pool[int(rng.integers(len(pool)))]
                label = crop.label
                repaint = crop.rendered and label.value > 0 and rng.random() < self.repaint
                photo, mask = photograph(crop, rng, label.sides != 8, repaint)
                photos.append(photo)
                mine = label.value > 0 and label.top > 0.35
                values.append(label.value - 1 if mine and label.sides == self.sides[0] else -1)
                kinds.append(0 if label.value == 0 else 1 if label.sides == 6 else 2)
                colours.append(COLOUR_NAMES.index(label.colour) if label.colour and not repaint else -1)
                state = 1 if label.tilt > 0.12 else 2 if label.top < 0.8 else 0
                states.append(state if crop.rendered and label.value else -1)
                known.append(mask is not None and mine and label.sides in self.sides)
                masks.append(mask if mask is not None else np.zeros((24, 24), np.uint8))
            yield {
                "photo": stack(photos), "value": torch.tensor(values), "kind": torch.tensor(kinds),
                "colour": torch.tensor(colours), "state": torch.tensor(states), "known": torch.tensor(known),
                "mask": torch.from_numpy(np.stack(masks)).float().div_(255)[:, None],
            }  # fmt: skip
