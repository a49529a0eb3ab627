"""Crops to learn from, of dice and of what is none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.training.dataset import Label, LabelledImage

pytest.importorskip("torch", reason="torch comes with the training extra")
crop_batches = pytest.importorskip("vision.training.crop_batches")


def test_between_two_dice_that_touch_lies_no_third() -> None:
    dice = (Label((100, 100, 40, 40), "red", 1, 6), Label((141, 100, 40, 40), "blue", 2, 6))
    item = LabelledImage(Path("two.jpg"), "rendered", dice)
    image = np.full((300, 300, 3), 90, np.uint8)
    made = crop_batches.partial_dice(item, image, np.random.default_rng(1))
    assert [crop.label.value for crop in made] == [0]
    x, y, side, _ = made[0].label.box
    assert abs(x + side / 2 - 140.5) < 1 and abs(y + side / 2 - 120) < 1 and side > 60
