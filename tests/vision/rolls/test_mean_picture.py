"""Tests that dice at rest are read in the mean of their frames, without a trace of what lay there before."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.vision.rolls.watched import FIRST, SECOND, WatchedTable
from vision.frames.image import Image
from vision.reading import Reading
from vision.rolls.settler import MAX_PICTURES, MeanPicture


@dataclass
class KeepingTable(WatchedTable):
    """A table that keeps the pictures that are read, and is never sure of them."""

    p: float = 0.7
    pictures: list[Image] = field(default_factory=list)

    def read(self, image: Image) -> Reading:
        self.pictures.append(image)
        return super().read(image)

    def noise(self, image: Image) -> float:
        """Return the standard deviation, in levels, of a picture from one without noise."""
        noise, self._noise = self._noise, np.zeros_like(self._noise)
        clean = self.picture(self.dice, None, None)
        self._noise = noise
        return float(np.std(image.astype(np.float32) - clean))


def test_noise_fades_while_dice_lie_still() -> None:
    table = KeepingTable()
    table.roll(FIRST)
    table.rest(3)
    assert table.noise(table.picture(FIRST, None, None)) > 2
    assert table.noise(table.pictures[0]) < 1.5
    assert table.noise(table.pictures[-1]) < 1.0
    (doubt,) = [event for event in table.events if event.kind == "unsure"]
    assert any(doubt.frame.image is picture for picture in table.pictures)


def test_a_new_throw_leaves_no_trace_of_the_one_before() -> None:
    table = KeepingTable()
    table.roll(FIRST)
    table.rest(1)
    table.roll(SECOND)
    table.pictures.clear()
    table.rest(1)
    assert max(map(table.noise, table.pictures)) < 1.5


def test_new_pictures_outweigh_old_ones() -> None:
    dark, light = (np.full((64, 64, 3), level, np.uint8) for level in (40, 80))
    mean = MeanPicture()
    for _ in range(10 * MAX_PICTURES):
        mean.add(dark)
    for _ in range(3 * MAX_PICTURES):
        mean.add(light)
    assert 76 <= mean.image().min() <= mean.image().max() <= 80


def test_no_picture_has_no_mean() -> None:
    with pytest.raises(ValueError, match="got none"):
        MeanPicture().image()
