"""Batches of crops of dice with known normals. A crop and its normal are turned and mirrored together."""

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset

from training.dice.crop_batches import (
    REPAINT_SHARE,
    Batch,
    misplaced,
    photograph_by,
    random_zoom,
    sensor_pixels,
    to_tensor,
    worker_rng,
)
from training.dice.crop_store import Crop, Pixels

EIGHT_SHARE, LEANING_SHARE = 0.4, 0.5
"""Shares of eight-sided dice and of leaning dice in a batch. If nearly all dice lay flat, the network would
learn to infer the normal from the surroundings of a die."""
LEAST_LEAN = 0.1
"""A die leans if the unit normals of its top and of its table are at least this far apart: about 6°."""
MAX_TURN = np.radians(15)
"""Largest angle, in radians, by which a crop is turned; turned further, a side could pass for the top."""
LEAST_VISIBLE, LEAST_TOP = 0.45, 0.35
"""Shares of a die and of its top face that must be visible for a crop to be used."""


class NormalBatches(IterableDataset[Batch]):
    """Endless batches of dice whose normals are known: `photo`, N x 3 x CROP_PIXELS², and `normal`, N x 2."""

    def __init__(self, crops: Sequence[Crop], size: int, seed: int) -> None:
        shares = {
            (sides, lean): of_sides * of_lean
            for sides, of_sides in ((6, 1 - EIGHT_SHARE), (8, EIGHT_SHARE))
            for lean, of_lean in ((False, 1 - LEANING_SHARE), (True, LEANING_SHARE))
        }
        pools: dict[tuple[int, bool], list[Crop]] = {kind: [] for kind in shares}
        for crop in filter(is_shown, crops):
            pools[crop.label.sides, leans(crop)].append(crop)
        self.pools = [pool for pool in pools.values() if pool]
        if not self.pools:
            raise ValueError("expected crops of dice whose normals are known, got none; render scenes first")
        held = np.array([shares[kind] for kind, pool in pools.items() if pool])
        self.shares = held / held.sum()
        self.size, self.seed = size, seed

    def __iter__(self) -> Iterator[Batch]:
        rng = worker_rng(self.seed)
        while True:
            photos, normals = [], []
            for _ in range(self.size):
                pool = self.pools[int(rng.choice(len(self.pools), p=self.shares))]
                photo, normal = photograph_turned(pool[int(rng.integers(len(pool)))], rng)
                photos.append(photo)
                normals.append(normal)
            yield {"photo": to_tensor(photos), "normal": torch.tensor(np.array(normals), dtype=torch.float32)}


def is_shown(crop: Crop) -> bool:
    """Return True if the crop shows enough of a die whose normal is known."""
    label = crop.label
    is_die = label.normal is not None and label.value > 0
    return is_die and label.visible >= LEAST_VISIBLE and label.top >= LEAST_TOP


def leans(crop: Crop) -> bool:
    """Return True if the crop shows a leaning die, whose top is not parallel to the table."""
    normal, table = crop.label.normal, crop.label.table
    if normal is None or table is None:
        return False
    return bool(np.hypot(normal[0] - table[0], normal[1] - table[1]) >= LEAST_LEAN)


def photograph_turned(crop: Crop, rng: np.random.Generator) -> tuple[Pixels, NDArray[np.float64]]:
    """Return a photo (CROP_PIXELS² x 3) of a turned, perhaps mirrored crop, and the die's normal."""
    n = sensor_pixels(crop, rng)
    angle = float(rng.uniform(-MAX_TURN, MAX_TURN))
    mirror = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]]) @ mirror
    zoom = random_zoom(n, rng)
    repaint = rng.random() < REPAINT_SHARE
    photo = photograph_by(crop, n, misplaced(turn * zoom, n, rng), zoom, rng, repaint)
    return photo, turn @ np.array(crop.label.normal)
