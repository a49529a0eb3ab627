"""Crops in files: they are loaded as they were saved, and take little space."""

from pathlib import Path

import numpy as np

from training.dice.crop_store import Crop, load_crops, save_crops
from training.dice.dataset import Label


def crop(rng: np.random.Generator, masked: bool) -> Crop:
    pixels = np.full((128, 128, 3), rng.integers(20, 200, 3), np.uint8)
    label = Label((3.0, 4.0, 50.0, 40.0), "red", 5, 6, 0.9, 0.8, 0.1, 2, normal=(0.1, -0.4))
    mask = np.where(np.arange(128)[:, None] > np.arange(128), 255, 0).astype(np.uint8)
    return Crop.of(pixels, label, True, 50.0, mask if masked else None, mask if masked else None)


def test_crops_come_back_from_their_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    given = [crop(rng, masked) for masked in (True, False, True)]
    save_crops(tmp_path / "a.crops.npz", given)
    back = load_crops(tmp_path / "a.crops.npz")
    assert [one.label for one in back] == [one.label for one in given]
    assert [one.has_mask for one in back] == [True, False, True]
    for one, other in zip(back, given, strict=True):
        assert np.abs(one.pixels.astype(int) - other.pixels.astype(int)).max() <= 2
        if one.mask is not None and other.mask is not None:
            assert (one.mask == other.mask).all() and one.solid is not None
    assert not list(tmp_path.glob("*.part"))


def test_a_kept_crop_is_a_fraction_of_its_pixels(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    save_crops(tmp_path / "a.crops.npz", [crop(rng, True) for _ in range(20)])
    assert (tmp_path / "a.crops.npz").stat().st_size < 20 * 128 * 128 * 5 / 8
