"""Training crops of dice and of other things."""

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


def test_dice_of_other_games_are_learnt_as_no_dice_of_ours_and_never_mirrored() -> None:
    box = (4.0, 4.0, 40.0, 40.0)
    pixels = np.full((crop_batches.STORED,) * 2 + (3,), 90, np.uint8)
    crops = [
        crop_batches.Crop.of(pixels, label, True, 40.0)
        for label in (Label(box, "", 0, 10), Label(box, "", 0, 0))
    ]
    batches = crop_batches.CropBatches(crops, 8, 1, (6,))
    shares = {pool[0].label.sides: share for pool, share in batches.pools}
    assert shares[10] == pytest.approx(crop_batches.STRANGER_SHARE)
    assert set(next(iter(batches))["kind"].tolist()) == {0}
    turned = [crop_batches._jitter(crops[0], 96, np.random.default_rng(seed))[0] for seed in range(20)]
    assert all(np.linalg.det(affine[:, :2]) > 0 for affine in turned)
