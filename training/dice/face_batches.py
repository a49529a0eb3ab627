"""Batches of rectified top faces: drawn from above, and cut from scenes by their true masks."""

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import IterableDataset

from training.dice.augmentation import glare, recolour
from training.dice.crop_batches import to_tensor, worker_rng
from training.dice.crop_store import Crop
from training.dice.faces import AROUND, PATCH, Faces
from training.dice.photo import develop
from training.dice.scenes import DECODED
from vision.dice.crops import FACE_MARGIN, FACE_PIXELS

Batch = dict[str, Tensor]
Matrix = NDArray[np.float64]
DRAWN_SHARE = 0.6
"""Share of faces that are drawn from above, not cut from scenes."""
NUMERAL_DOUBT, PIP_DOUBT = 0.35, 0.02
"""Label smoothing: share of a target's probability that is spread over all values, for numerals on six-sided
dice, and for all other faces."""


def _rectifying_map(mask: NDArray[np.uint8], triangle: bool) -> Matrix:
    """Return the 2 x 3 map from a rectified face's coordinates, -1 to 1, to pixels of the mask of this face.

    The map is the one that `networks.rectifying_grid` and, for triangles, `networks.upright_turn` use.
    """
    m = cv2.moments(mask)
    area = max(m["m00"], 1e-6)
    cov = np.array([[m["mu20"], m["mu11"]], [m["mu11"], m["mu02"]]]) / area + np.eye(2) * 0.3
    values, axes = np.linalg.eigh(cov)
    root = axes @ np.diag(np.sqrt(values)) @ axes.T
    if triangle:
        y, x = np.nonzero(mask > 127)
        u, v = np.linalg.inv(root) @ np.stack([x - m["m10"] / area, y - m["m01"] / area])
        turn = np.angle(((u + 1j * v) ** 3).mean()) / 3 + np.pi / 2
        root = root @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    root = root * FACE_MARGIN * 3**0.5
    return np.hstack([root, [[m["m10"] / area], [m["m01"] / area]]])


def rectified_faces(crops: list[Crop], sides: int) -> Faces:
    """Return the top faces of rendered dice, rectified by their true masks, without hidden and tiny ones."""
    pixels, values = [], []
    for crop in crops:
        if not crop.has_mask or crop.label.sides != sides or crop.label.top < 0.85 or crop.width < 24:
            continue
        mask = crop.mask
        if mask is None or (mask > 127).sum() < 80:
            continue
        m = _rectifying_map(mask, sides == 8)
        step = 2 * AROUND / PATCH
        place = np.array([[step, 0, step / 2 - AROUND], [0, step, step / 2 - AROUND], [0, 0, 1]])
        pixels.append(_sampled(crop.pixels, m @ place, PATCH))
        values.append(crop.label.value)
    n = len(pixels)
    stacked = np.stack(pixels) if n else np.zeros((0, PATCH, PATCH, 3), np.uint8)
    return Faces(stacked, np.array(values, np.int64), np.zeros(n, np.bool_), sides)


def _sampled(source: NDArray[np.uint8], to_source: Matrix, size: int) -> NDArray[np.uint8]:
    """Return a picture of size x size pixels, sampled from `source`.

    `to_source`: 2 x 3 map from coordinates in the result to those in `source`; in both, (0, 0) is the centre
    of the top left pixel.
    """
    return np.asarray(
        cv2.warpAffine(
            source,
            to_source,
            (size, size),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def photograph(
    patch: NDArray[np.uint8],
    rng: np.random.Generator,
    mirror: bool,
    six_sided: bool = True,
    hardness: float = 1.0,
) -> NDArray[np.uint8]:
    """Return a simulated photo of a face, FACE_PIXELS² x 3, turned at random.

    Its rectification has errors, like the reader's. `mirror`: True to mirror the photo half of the time;
    `six_sided`: True for a six-sided die; `hardness`: relative frequency of difficult conditions.
    """
    # pixels across on the sensor: a numeral needs more than pips
    n = int(np.exp(rng.uniform(np.log(12 if six_sided else 22), np.log(48 if six_sided else 60))))
    rough = 2.5 if rng.random() < 0.2 else 1.0
    angle = rng.uniform(0, 2 * np.pi)
    if not six_sided:  # a corner looks up, but nobody knows which of the three
        angle = rng.integers(3) * 2 * np.pi / 3 + rng.normal() * 0.1 * rough
    c, s = np.cos(angle), np.sin(angle)
    zoom, wide = np.exp(rng.normal() * 0.06 * rough), np.exp(rng.normal() * 0.07 * rough)
    flip = -1.0 if mirror and rng.random() < 0.5 else 1.0
    right, down = rng.normal(size=2) * 0.06 * rough
    skew = np.array([[zoom * wide * flip, right], [down, zoom / wide]])
    # from the photo's pixels to the patch's
    shrink = PATCH / (AROUND * n)
    m = np.array([[c, -s], [s, c]]) @ skew * shrink
    off = rng.normal(size=2) * 0.05 * rough / AROUND * PATCH / 2
    move = np.full(2, (PATCH - 1) / 2) + off - m @ np.full(2, (n - 1) / 2)
    source = patch
    if shrink > 1.6:
        source = np.asarray(cv2.GaussianBlur(patch, (0, 0), 0.4 * shrink), np.uint8)
    light = DECODED[_sampled(source, np.hstack([m, move[:, None]]), n)]
    if rng.random() < 0.2 * hardness:
        light = recolour(light, rng)
    if rng.random() < 0.08 * hardness:
        light = glare(light, rng)
    photo = develop(light, rng, hardness=hardness)
    return np.asarray(cv2.resize(photo, (FACE_PIXELS, FACE_PIXELS), interpolation=cv2.INTER_LINEAR), np.uint8)


class FaceBatches(IterableDataset[Batch]):
    """Endless batches of top faces: DRAWN_SHARE of them are drawn from above, the rest cut from scenes.

    The targets of numerals on six-sided dice are so smooth that the network never becomes sure of them.
    """

    def __init__(self, drawn: Faces, cut: Faces, size: int, seed: int, hardness: float = 1.0) -> None:
        self.drawn, self.cut, self.size, self.seed, self.hardness = drawn, cut, size, seed, hardness
        self.drawn_share = DRAWN_SHARE if len(cut.values) else 1.0

    def __iter__(self) -> Iterator[Batch]:
        rng = worker_rng(self.seed)
        sides = self.drawn.sides
        while True:
            photos = []
            targets = np.zeros((self.size, sides), np.float32)
            for at in range(self.size):
                pool = self.drawn if rng.random() < self.drawn_share else self.cut
                pick = int(rng.integers(len(pool.values)))
                six_sided = sides == 6
                mirror = six_sided and not pool.numbered[pick]
                photos.append(photograph(pool.pixels[pick], rng, mirror, six_sided, self.hardness))
                doubt = NUMERAL_DOUBT if pool.numbered[pick] else PIP_DOUBT
                targets[at] = doubt / sides
                targets[at, pool.values[pick] - 1] += 1 - doubt
            yield {"face": to_tensor(photos), "target": torch.from_numpy(targets)}
