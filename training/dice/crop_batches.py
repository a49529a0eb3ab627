"""Crops of dice and of other things, and batches of simulated photos of them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from zlib import crc32

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from training.dice.augmentation import glare, mirrored_light, recolour, shift_body_colour, side_light
from training.dice.backgrounds import draw_background, replace_background
from training.dice.crop_store import Crop, Pixels, load_crops, save_crops
from training.dice.dataset import COLOUR_NAMES, Label, LabelledImage, load_image, load_owners
from training.dice.photo import develop, rephotograph
from training.dice.photo_tables import with_tables
from training.dice.scenes import DECODED, encode
from training.renderer.colours import F32
from vision.dice.crops import CROP_PIXELS, CROP_SCALE, cut
from vision.dice.exposure import brighten
from vision.dice.normals import UNKNOWN_NORMAL

STORED = 128
STORED_REACH = 2.0
MASK = 24
"""Side, in pixels, of the mask that the network learns."""
SMALLEST, SMALLEST_EIGHT, LARGEST = 14.0, 22.0, 66.0
"""Widths of a die on the simulated sensor, in pixels: smallest with pips, smallest with numerals, and the
width that fills the crop."""
REAL_SHARE = 0.3
"""Share of a batch that is cut from real photos of dice, if there are such crops."""
STRANGER_SHARE = 0.08
"""Share of a batch that shows dice of other games, if there are such crops."""
HIDDEN_SHARE = 0.1
"""Share of a batch that is picked from dice whose top is partly or wholly hidden."""
FLAT_RADIANS = 0.12
"""Tilt, in radians, up to which a die counts as flat."""
WHOLE_TOP = 0.8
"""A flat die counts as hidden if less than this share of its top face is visible."""
REPAINT_SHARE = 0.25
"""Share of rendered dice that are shown in other colours."""
UNTOLD_SHARE = 0.4
"""Share of crops for which the network is not given the table's normal."""
TOLD_SPREADS = (0.02, 0.25)
"""Limits of the standard deviation of the random error in the table's normal that the network is given."""
LEAST_AHEAD = 0.02
"""Lower limit of the square of a normal's component towards the camera."""

Batch = dict[str, Tensor]


def _is_hidden(label: Label) -> bool:
    """Return True if a flat die shows too little of its top face for its value to be known."""
    return label.value > 0 and label.tilt <= FLAT_RADIANS and label.top < WHOLE_TOP


def _overlaps_a_die(square: tuple[float, float, float], labels: tuple[Label, ...]) -> bool:
    x, y, side = square
    return any(
        abs(x - d.box[0] - d.box[2] / 2) < (side + d.box[2]) * 0.42
        and abs(y - d.box[1] - d.box[3] / 2) < (side + d.box[3]) * 0.42
        for d in labels
        if d.value
    )


def _negative(
    image: Pixels, x: float, y: float, side: float, rendered: bool, distractor: bool = False
) -> Crop:
    """Return a crop around a square that shows no whole die. `x`, `y`: the square's middle, in pixels."""
    label = Label((x - side / 2, y - side / 2, side, side), "", 0, 0)
    pixels = cut(image, (x, y), side * STORED_REACH, STORED)
    return Crop.of(pixels, label, rendered, side, distractor=distractor)


def partial_dice(item: LabelledImage, image: Pixels, rng: np.random.Generator) -> list[Crop]:
    """Return crops of boxes that a detector may mistake for a die: part of a large die, or two close dice."""
    made = []
    dice = [d for d in item.labels if d.value]
    for die in dice:
        x, y, w, h = die.box
        if max(w, h) > 70 and rng.random() < 0.4:
            side = max(w, h) * float(rng.uniform(0.1, 0.26))
            dx, dy = rng.uniform(-0.35, 0.35, 2)
            made.append(_negative(image, x + w * (0.5 + dx), y + h * (0.5 + dy), side, True))
    for one, other in pairwise(dice):
        (ax, ay, aw, ah), (bx, by, bw, bh) = one.box, other.box
        size = (max(aw, ah) + max(bw, bh)) / 2
        dx, dy = bx + bw / 2 - ax - aw / 2, by + bh / 2 - ay - ah / 2
        if 0.7 * size < np.hypot(dx, dy) < 1.5 * size:
            wide = size * float(rng.uniform(1.5, 2.0))
            made.append(_negative(image, ax + aw / 2 + dx / 2, ay + ah / 2 + dy / 2, wide, True))
    return made


def distractor_crops(tables: int, seed: int) -> list[Crop]:
    """Return crops of keys, coins, tiles and random places on this number of crowded tables."""
    made = []
    rng = np.random.default_rng([seed, 83])
    for number in range(tables):
        background = draw_background(1000 + number, 1)
        pixels = encode(background.light)
        made += [_negative(pixels, *square, True, distractor=True) for square in background.distractors]
        for x, y in rng.uniform(0.1, 0.9, (12, 2)) * len(pixels):
            side = float(np.exp(rng.uniform(np.log(20), np.log(130))))
            made.append(_negative(pixels, float(x), float(y), side, True))
    return made


def crops_of(items: list[LabelledImage], seed: int) -> list[Crop]:
    """Return crops of all dice, and some without a whole die. Crops of rendered scenes are cached on disk."""
    crops = list[Crop]()
    for item in items:
        kept = item.path.with_suffix(".crops.npz")
        own = replace(item, labels=tuple(label for label in item.labels if not label.is_hard_negative))
        if item.is_rendered and kept.exists():
            crops += load_crops(kept)
        else:
            made = _crops_of_image(own, seed)
            if item.is_rendered:
                save_crops(kept, made)
            crops += made
        hard = tuple(label for label in item.labels if label.is_hard_negative)
        if hard:
            crops += _die_crops(replace(item, labels=hard), load_image(item))
    return crops


def _crops_of_image(item: LabelledImage, seed: int) -> list[Crop]:
    """Return crops of every die of a picture, of parts of dice, and of places without a die."""
    rng = np.random.default_rng([seed, crc32(item.name.encode())])
    image = load_image(item)
    if not item.is_rendered:
        item = replace(item, labels=with_tables(item.labels, image))
    crops = list(_die_crops(item, image))
    if item.is_rendered:
        crops += partial_dice(item, image, rng)
    h, w = image.shape[:2]
    for _ in range(int(rng.poisson(1.0))):
        side = float(np.exp(rng.uniform(np.log(14), np.log(160))))
        square = (float(rng.uniform(0, w)), float(rng.uniform(0, h)), side)
        if not _overlaps_a_die(square, item.labels):
            crops.append(_negative(image, *square, item.is_rendered))
    return crops


def _die_crops(item: LabelledImage, image: Pixels) -> Iterator[Crop]:
    """Yield a crop of each labelled object of which at least a quarter is visible."""
    owners = load_owners(item)
    for label in item.labels:
        if label.visible < 0.25:
            continue
        x, y, w, h = label.box
        centre, side = (x + w / 2, y + h / 2), max(w, h)

        mask = solid = None
        if owners is not None and label.sides:
            solid = _stored(owners.solid, centre, side)
        if owners is not None and label.value:
            mask = _stored(owners.top(label.index), centre, side)
        pixels = cut(image, centre, side * STORED_REACH, STORED)
        yield Crop.of(pixels, label, item.is_rendered, side, mask, solid)


def _stored(mask: Pixels, centre: tuple[float, float], side: float) -> Pixels:
    return cut(mask[..., None].repeat(3, 2), centre, side * STORED_REACH, STORED)[..., 0]


def _sensor_width(crop: Crop, rng: np.random.Generator) -> float:
    """Return a random width in pixels for the die on the sensor, hardly above that in the cropped picture."""
    least = SMALLEST_EIGHT if crop.label.is_numbered else SMALLEST
    width = LARGEST
    if rng.random() < 0.75:
        width = float(np.exp(rng.uniform(np.log(least), np.log(LARGEST))))
    return min(width, max(least, crop.width * 1.3))


def _jitter(crop: Crop, n: int, rng: np.random.Generator) -> tuple[NDArray[np.float64], float]:
    """Return a random affine map (2 x 3) from a stored crop to n x n pixels, and its zoom.

    Its zoom and position have errors like those of a detector's box.
    """
    zoom = random_zoom(n, rng)
    angle = float(np.radians(rng.uniform(-22, 22)))
    stretch = float(np.exp(rng.normal() * 0.08))
    shear = float(rng.normal() * 0.05)
    # a mirrored numeral is none
    flip = -1.0 if not crop.label.is_numbered and rng.random() < 0.5 else 1.0
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c, -s], [s, c]]) @ np.array([[zoom * stretch * flip, shear * zoom], [0, zoom / stretch]])
    if crop.rendered and crop.label.sides == 6 and rng.random() < 0.25:  # a top seen from lower
        m = np.diag([1.0, rng.uniform(0.65, 1.0)]) @ m
    return misplaced(m, n, rng), zoom


def random_zoom(n: int, rng: np.random.Generator) -> float:
    """Return a random scale from a stored crop to n x n pixels, with an error like that of a detector."""
    return (n / STORED) * (STORED_REACH / CROP_SCALE) * float(np.exp(rng.normal() * 0.09))


def misplaced(linear: NDArray[np.float64], n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a map (2 x 3) with this linear part (2 x 2) from a stored crop to n x n pixels.

    It maps the middle to about the middle, with an error like that of a detector.
    """
    shift = rng.normal(size=2) * 0.045 * n
    move = np.array([n / 2, n / 2]) + shift - linear @ np.array([STORED / 2, STORED / 2])
    return np.hstack([linear, move[:, None]])


def _developed(
    crop: Crop,
    pixels: Pixels,
    affine: NDArray[np.float64],
    rng: np.random.Generator,
    repaint: bool,
    hardness: float,
) -> Pixels:
    """Return a photo of a rendered crop, in other light and perhaps on another table."""
    n = len(pixels)

    def share(mask: Pixels) -> F32:
        return np.asarray(cv2.warpAffine(mask, affine, (n, n)), np.float32) / np.float32(255)

    light, body, face = DECODED[pixels], crop.solid, crop.mask
    if body is not None:
        solid = share(body)
        if rng.random() < 0.45:
            light = shift_body_colour(light, solid, crop.label.colour, rng)
        if rng.random() < 0.4 * hardness:
            light = replace_background(light, solid, n / CROP_SCALE, rng)
    if repaint:
        light = recolour(light, rng)
    if rng.random() < 0.1 * hardness:
        light = glare(light, rng)
    if face is not None and (lamp := rng.random()) < 0.37 * hardness:
        light = (mirrored_light if lamp < 0.22 * hardness else side_light)(light, share(face), rng)
    over = float(rng.uniform(1.3, 5.0)) if rng.random() < 0.12 * hardness else 1.0  # overexposed tops
    photo = develop(light, rng, over, hardness)
    # nearly as reading does with a dim die
    return brighten(photo) if rng.random() < 0.75 else photo


def photograph(
    crop: Crop, rng: np.random.Generator, repaint: bool = False, hardness: float = 1.0
) -> tuple[Pixels, Pixels | None, NDArray[np.float64]]:
    """Return a simulated photo of a crop, the mask of its top face, and the linear part (2 x 2) of the map.

    The photo is CROP_PIXELS² x 3, the mask MASK². The zoom and position of the map from the crop to
    the photo have errors like those of a detector's box. `repaint`: give the die other colours.
    """
    n = sensor_pixels(crop, rng)
    affine, zoom = _jitter(crop, n, rng)
    photo = photograph_by(crop, n, affine, zoom, rng, repaint, hardness)
    face = crop.mask
    if face is None:
        return photo, None, affine[:, :2]
    mask = cv2.warpAffine(face, affine * (CROP_PIXELS / n), (CROP_PIXELS, CROP_PIXELS))
    small = np.asarray(cv2.resize(mask, (MASK, MASK), interpolation=cv2.INTER_AREA), np.uint8)
    return photo, small, affine[:, :2]


def mapped_normal(normal: tuple[float, float], linear: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a plane's normal (components right and down) after the matrix `linear` maps its picture."""
    ahead = max(LEAST_AHEAD, 1 - normal[0] ** 2 - normal[1] ** 2) ** 0.5
    # depths change by the slope; a picture enlarged shows them enlarged
    slope = abs(np.linalg.det(linear)) ** 0.5 * np.linalg.inv(linear).T @ (np.array(normal) / ahead)
    return np.asarray(slope / (1 + slope @ slope) ** 0.5, np.float64)


def told_table(
    normal: tuple[float, float] | None, linear: NDArray[np.float64], rng: np.random.Generator
) -> tuple[float, float, float]:
    """Return the right and down components of the table's normal, with random errors, and the errors' spread.

    Return UNKNOWN_NORMAL if the normal is None, and otherwise with probability UNTOLD_SHARE. `linear`: 2 x 2
    map from the stored crop to the photo.
    """
    if normal is None or rng.random() < UNTOLD_SHARE:
        return UNKNOWN_NORMAL
    spread = float(np.exp(rng.uniform(*np.log(TOLD_SPREADS))))
    x, y = mapped_normal(normal, linear) + rng.normal(size=2) * spread
    return float(x), float(y), spread


def sensor_pixels(crop: Crop, rng: np.random.Generator) -> int:
    """Return a random side, in pixels, for a crop's photo, before it is enlarged to CROP_PIXELS."""
    return round(min(max(_sensor_width(crop, rng) * CROP_SCALE, 20), CROP_PIXELS))


def photograph_by(
    crop: Crop,
    n: int,
    affine: NDArray[np.float64],
    zoom: float,
    rng: np.random.Generator,
    repaint: bool,
    hardness: float = 1.0,
) -> Pixels:
    """Return a simulated photo of a crop, taken with n x n pixels and enlarged to CROP_PIXELS².

    `affine`: 2 x 3 map from the stored crop to the n x n pixels; `zoom`: its scale; `repaint`: give the die
    other colours; `hardness`: relative frequency of difficult conditions, such as glare and noise.
    """
    source = crop.pixels
    if zoom < 0.6:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.45 / zoom), np.uint8)
    pixels = np.asarray(
        cv2.warpAffine(source, affine, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
    if crop.rendered:
        photo = _developed(crop, pixels, affine, rng, repaint, hardness)
    else:
        grain = 1 / max(0.3, min(1.0, crop.width / LARGEST)) if n == CROP_PIXELS else 1.0
        photo = rephotograph(pixels, rng, grain)
    if n == CROP_PIXELS:
        return photo
    return np.asarray(cv2.resize(photo, (CROP_PIXELS, CROP_PIXELS), interpolation=cv2.INTER_LINEAR), np.uint8)


def worker_rng(seed: int) -> np.random.Generator:
    """Return a random generator for this worker process of a data loader; each process has its own."""
    worker = get_worker_info()
    return np.random.default_rng([seed, 0 if worker is None else worker.id])


def to_tensor(photos: list[Pixels]) -> Tensor:
    """Convert N photos, H x W x 3 in 8 bits, to a tensor N x 3 x H x W, 0 to 1."""
    return torch.from_numpy(np.stack(photos)).permute(0, 3, 1, 2).float().div_(255)


class CropBatches(IterableDataset[Batch]):
    """Endless batches of simulated photos of crops. Most show dice whose number of sides is in `sides`.

    Only dice with `sides[0]` sides have a value to learn.
    """

    def __init__(
        self, crops: list[Crop], size: int, seed: int, sides: tuple[int, ...], hardness: float = 1.0
    ) -> None:
        self.size, self.seed, self.sides, self.hardness = size, seed, sides, hardness
        real = [c for c in crops if not c.rendered and c.label.value]
        drawn = [[c for c in crops if c.rendered and c.label.sides == n] for n in (6, 8)]
        share = [0.5, 0.3] if len(sides) == 2 else [0.62, 0.18] if sides[0] == 6 else [0.1, 0.7]
        rest = 1 - REAL_SHARE if real and 6 in sides else 1.0
        pools = [
            (drawn[0], share[0] * rest),
            (drawn[1], share[1] * rest),
            (real if 6 in sides else [], REAL_SHARE),
            ([c for c in crops if c.label.sides == 0 and not c.distractor], 0.14 * rest),
            ([c for c in crops if c.distractor], 0.12 * rest),
            ([c for c in crops if c.label.is_stranger], STRANGER_SHARE * rest),
            ([c for c in crops if _is_hidden(c.label) and c.label.sides in sides], HIDDEN_SHARE * rest),
        ]
        self.pools = [(pool, share) for pool, share in pools if pool]
        self.tables = [c.label.table for c in crops if c.label.table is not None]

    def __iter__(self) -> Iterator[Batch]:
        rng = worker_rng(self.seed)
        shares = np.array([share for _, share in self.pools])
        while True:
            photos, targets, masks, tables = [], [], [], []
            for pick in rng.choice(len(self.pools), self.size, p=shares / shares.sum()):
                pool = self.pools[int(pick)][0]
                crop = pool[int(rng.integers(len(pool)))]
                repaint = (
                    crop.rendered and crop.label.sides > 0 and rng.random() < REPAINT_SHARE * self.hardness
                )
                photo, mask, linear = photograph(crop, rng, repaint, self.hardness)
                table = crop.label.table
                if table is None and crop.rendered and self.tables:  # or whoever is told one would see a die
                    table = self.tables[int(rng.integers(len(self.tables)))]
                tables.append(told_table(table, linear, rng))
                photos.append(photo)
                targets.append(self._targets(crop, repaint))
                masks.append(mask if mask is not None else np.zeros((MASK, MASK), np.uint8))
            yield {
                "photo": to_tensor(photos),
                "table": torch.tensor(tables, dtype=torch.float32),
                **{name: torch.tensor([target[name] for target in targets]) for name in targets[0]},
                "mask": torch.from_numpy(np.stack(masks)).float().div_(255)[:, None],
            }

    def _targets(self, crop: Crop, repainted: bool) -> dict[str, int | bool]:
        """Return a crop's training targets by name; -1: unknown. "known": True if the mask is learnt."""
        label = crop.label
        readable = label.value > 0 and label.top > 0.35
        state = 2 if _is_hidden(label) else 1 if label.tilt > FLAT_RADIANS else 0
        return {
            "value": label.value - 1 if readable and label.sides == self.sides[0] else -1,
            "kind": 0 if label.value == 0 else 1 if label.sides == 6 else 2,
            "colour": COLOUR_NAMES.index(label.colour) if label.colour and not repainted else -1,
            "state": state if crop.rendered and label.value else -1,
            "known": crop.has_mask and readable and label.sides in self.sides,
        }
