"""Tiles of pictures with target maps for the detector."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from training.dice.augmentation import mirrored_light, recoloured_photo
from training.dice.backgrounds import replace_background
from training.dice.crop_batches import to_tensor, worker_rng
from training.dice.dataset import Label, LabelledImage, load_image, load_owners
from training.dice.photo import develop, rephotograph
from training.dice.scenes import DECODED
from training.renderer.colours import F32
from vision.dice.detector_settings import SETTINGS

TILE = 320
"""Pixels along the side of a tile."""
STRIDE = 8
SMALLEST, LARGEST = 11.0, 92.0
"""Limits of the width, in pixels, of dice that the detector must find at one scale of its image pyramid."""
TOO_NEAR_SHARE = 0.1
"""Share of tiles with a die too large for the detector, whose pips must not be taken for dice."""
SMALL_PIXELS = 44.0
"""Dice narrower than this, in pixels, are enlarged in the closer look (the detector's second pass)."""
CLOSER_LOOK_SHARE = 0.35
"""Probability that a tile with small dice is enlarged as in the closer look (the detector's second pass)."""
CLOSER_LOOK_SPREAD = 0.2
"""Standard deviation of the logarithm of a die's width, in tiles that are enlarged as in the closer look. In
the closer look, widths vary because the detector's first pass measures dice only roughly."""
REAL_SHARE = 0.3
"""Share of photos in a batch, if there are any."""
MIRRORED_SHARE = 0.12
"""Share of tiles of rendered scenes in which the tops of all dice reflect a lamp."""
OTHER_TABLE_SHARE = 0.7
"""Share of tiles of rendered scenes whose table is replaced, unless the dice are hard to see on it."""
REPAINT_SUBJECT_SHARE = 0.5
"""Share of photos that are recoloured, in sets with many photos of the same few dice. Otherwise, the network
would memorise these dice."""

Batch = dict[str, Tensor]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a box on a tile, in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Zoom:
    """The map from a picture to a tile."""

    matrix: NDArray[np.float64]  # 2 x 3
    scale: float  # of the tile relative to the picture
    die_width: float  # on the tile, of the die that the tile was cut around, in pixels; 0 if there is none

    def box(self, label: Label) -> Box:
        """Return a label's box on the tile."""
        x, y, w, h = label.box
        (sx, _, dx), (_, sy, dy) = self.matrix
        left = sx * (x + (w if sx < 0 else 0)) + dx
        top = sy * y + dy
        return left, top, left + w * abs(sx), top + h * sy


def _zoom(item: LabelledImage, size: tuple[int, int], rng: np.random.Generator) -> Zoom:
    """Return a random zoom, most often onto a die. `size`: the picture's width and height."""
    dice = [d for d in item.labels if d.value]
    die_width = 0.0
    small = _usual_width(dice)
    stretch = float(np.exp(rng.normal() * 0.1)) * (1.0 if item.is_rendered else 1.15)
    if 0 < small < SMALL_PIXELS and rng.random() < CLOSER_LOOK_SHARE:
        die = dice[int(rng.integers(len(dice)))]
        die_width = SETTINGS.cut_side * float(np.exp(rng.normal() * CLOSER_LOOK_SPREAD))
        scale = min(SETTINGS.cut_scale, die_width / small)
        middle = (die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2)
        shift = rng.uniform(-0.5, 0.5, 2) * TILE
    elif dice and rng.random() < 0.9:
        white = [d for d in dice if d.colour == "white"]
        among = white if white and rng.random() < 0.45 else dice  # the hardest to see on paper
        die = among[int(rng.integers(len(among)))]
        least, most = (95, 260) if rng.random() < TOO_NEAR_SHARE else (13, 84)
        die_width = float(np.exp(rng.uniform(np.log(least), np.log(most))))
        scale = float(np.clip(die_width / max(die.box[2], die.box[3]), 0.15, 4.0))
        middle = (die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2)
        shift = rng.uniform(-0.5, 0.5, 2) * TILE
    else:
        scale = float(np.exp(rng.uniform(np.log(0.4), np.log(1.6))))
        middle = (float(rng.uniform(0, size[0])), float(rng.uniform(0, size[1])))
        shift = rng.uniform(-0.3, 0.3, 2) * TILE
    flip = -1.0 if rng.random() < 0.5 else 1.0
    sx, sy = scale * stretch**0.5 * flip, scale / stretch**0.5
    x, y = TILE / 2 + shift[0] - sx * middle[0], TILE / 2 + shift[1] - sy * middle[1]
    return Zoom(np.array([[sx, 0, x], [0, sy, y]]), scale, die_width)


def _usual_width(dice: list[Label]) -> float:
    """Return the median of the dice's longer sides, 0 without dice."""
    return float(np.median([max(die.box[2:]) for die in dice])) if dice else 0.0


def _cut(image: NDArray[np.uint8], zoom: Zoom, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a tile of a picture. Fill it beyond the picture's border with edge pixels, black or grey."""
    h, w = image.shape[:2]
    source, matrix, scale = image, zoom.matrix, zoom.scale
    if scale < 0.6:
        k = max(0.5, min(1.0, 1.2 * scale)) if scale > 0.4 else 0.5 if scale > 0.25 else 0.25
        source = np.asarray(cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA), np.uint8)
        matrix = matrix.copy()
        matrix[:, 0] *= w / source.shape[1]
        matrix[:, 1] *= h / source.shape[0]
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    fill = (float(rng.choice([0, 0, 114, 200])),) * 3
    tile = cv2.warpAffine(
        source, matrix, (TILE, TILE), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
    )
    return np.asarray(tile, np.uint8)


def _photographed(
    item: LabelledImage, pixels: NDArray[np.uint8], zoom: Zoom, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return a simulated photo of a tile's pixels.

    In a rendered scene, dice may reflect a lamp, and the table is often replaced. A table on which the dice
    are hard to see always stays.
    """
    if not item.is_rendered:
        repaint = bool(item.subject) and rng.random() < REPAINT_SUBJECT_SHARE
        return rephotograph(recoloured_photo(pixels, rng) if repaint else pixels, rng)
    light = DECODED[pixels]
    owners = load_owners(item)
    if owners is not None and rng.random() < MIRRORED_SHARE:
        light = mirrored_light(light, _share(owners.tops, zoom), rng)
    if owners is not None and not item.hides_its_dice and rng.random() < OTHER_TABLE_SHARE:
        width = zoom.die_width or float(rng.uniform(13, 84))
        light = replace_background(light, _share(owners.solid, zoom), width, rng)
    return develop(light, rng)


def _share(mask: NDArray[np.uint8], zoom: Zoom) -> F32:
    """Return, for each pixel of a tile, the share (0 to 1) covered by a picture's `mask` (255 or 0)."""
    there = (mask > 0).astype(np.float32)
    return np.asarray(cv2.warpAffine(there, zoom.matrix, (TILE, TILE), flags=cv2.INTER_LINEAR), np.float32)


class Targets:
    """The detector's targets for a tile, as maps with one cell per 8 x 8 pixels."""

    def __init__(self) -> None:
        n = TILE // STRIDE
        self.heat, self.weight = np.zeros((n, n)), np.ones((n, n))  # of centres; of each cell in their loss
        self.near, self.eight = np.zeros((n, n)), np.zeros((n, n))  # weight of `box`; 1 for eight sides
        self.box = np.zeros((4, n, n))  # offset x and y to the centre, log width and height, in cells

    def add(self, label: Label, box: Box) -> None:
        """Enter the die `label`. Its `box`, in pixels of the tile, may reach beyond the tile."""
        x0, y0, x1, y1 = box
        left, top = max(0.0, x0), max(0.0, y0)
        right, bottom = min(float(TILE), x1), min(float(TILE), y1)
        if right <= left or bottom <= top:
            return
        inside = (left, top, right, bottom)
        share = (right - left) * (bottom - top) / ((x1 - x0) * (y1 - y0)) * min(1.0, label.visible + 0.3)
        size = max(x1 - x0, y1 - y0)
        if share < 0.55 or label.visible < 0.35 or not SMALLEST < size < LARGEST:
            self._ignore(inside, size)
        else:
            self._mark(inside, size, label.sides == 8)

    def _ignore(self, inside: Box, size: float) -> None:
        """Exclude a die's cells from the loss or, if it is too large for this scale, only its middle cells.

        `inside`: the part of the die's box on the tile; `size`: the box's longer side in pixels.
        """
        left, top, right, bottom = inside
        inset = 0.0 if size < LARGEST else 0.5 if size > 2 * LARGEST else 0.3
        x0, x1 = left + inset * (right - left), right - inset * (right - left)
        y0, y1 = top + inset * (bottom - top), bottom - inset * (bottom - top)
        self.weight[int(y0 / STRIDE) : int(y1 / STRIDE) + 1, int(x0 / STRIDE) : int(x1 / STRIDE) + 1] = 0

    def _mark(self, inside: Box, size: float, eight: bool) -> None:
        """Enter a die that must be found. `eight`: True if it has eight sides.

        `inside`: the part of the die's box on the tile; `size`: the box's longer side in pixels.
        """
        left, top, right, bottom = inside
        n = len(self.heat)
        ys, xs = np.mgrid[0:n, 0:n]
        cx, cy = (left + right) / 2 / STRIDE, (top + bottom) / 2 / STRIDE
        i, j = min(n - 1, int(cx)), min(n - 1, int(cy))
        spread = max(0.55, size / STRIDE * 0.13)
        bump = np.exp(-(((xs + 0.5 - cx) / spread) ** 2 + ((ys + 0.5 - cy) / spread) ** 2) / 2)
        np.maximum(self.heat, np.minimum(bump, 0.99), out=self.heat)
        close = (np.abs(xs - i) <= 1) & (np.abs(ys - j) <= 1) & (bump > 0.3)
        close[j, i] = True
        self.box[0][close] = (cx - xs - 0.5)[close]
        self.box[1][close] = (cy - ys - 0.5)[close]
        self.box[2][close] = np.log((right - left) / STRIDE)
        self.box[3][close] = np.log((bottom - top) / STRIDE)
        self.near[close] = 0.3
        self.eight[close] = eight
        self.near[j, i] = self.heat[j, i] = self.weight[j, i] = 1

    def maps(self) -> dict[str, NDArray[np.float32]]:
        """Return all maps by name, each n x n, but `box` 4 x n x n."""
        return {name: np.asarray(values, np.float32) for name, values in vars(self).items()}


def training_tile(
    item: LabelledImage, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], dict[str, NDArray[np.float32]]]:
    """Return a simulated photo of a random tile of a picture, TILE² x 3, and its maps (`Targets.maps`)."""
    image = load_image(item)
    zoom = _zoom(item, (image.shape[1], image.shape[0]), rng)
    photo = _photographed(item, _cut(image, zoom, rng), zoom, rng)
    targets = Targets()
    for die in item.labels:
        if die.value:
            targets.add(die, zoom.box(die))
    return photo, targets.maps()


class DetectorBatches(IterableDataset[Batch]):
    """Endless batches of tiles: REAL_SHARE from photos, the rest from scenes, half of which show eight-sided
    dice."""

    def __init__(self, items: list[LabelledImage], size: int, seed: int) -> None:
        self.size, self.seed = size, seed
        rendered = [item for item in items if item.is_rendered]
        numbered = [item for item in rendered if any(die.sides == 8 for die in item.labels)]
        pipped = [item for item in rendered if all(die.sides != 8 for die in item.labels)]
        self.rendered = [pool for pool in (pipped, numbered) if pool]
        self.real = [item for item in items if not item.is_rendered]
        self.real_share = REAL_SHARE if self.real else 0.0

    def __iter__(self) -> Iterator[Batch]:
        rng = worker_rng(self.seed)
        while True:
            photos, maps = [], []
            for _ in range(self.size):
                real = rng.random() < self.real_share
                pool = self.real if real else self.rendered[int(rng.integers(len(self.rendered)))]
                photo, labels = training_tile(pool[int(rng.integers(len(pool)))], rng)
                photos.append(photo)
                maps.append(labels)
            batch = {name: torch.from_numpy(np.stack([m[name] for m in maps])) for name in maps[0]}
            batch["photo"] = to_tensor(photos)
            yield batch
