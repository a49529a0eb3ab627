"""Training crops show dice or other objects. Random changes keep their labels and normals right."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from training.dice.dataset import Label, LabelledImage

pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
crop_batches = pytest.importorskip("training.dice.crop_batches")


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


@pytest.mark.parametrize("angle", [0.0, 0.3, -0.2])
def test_a_normal_turns_and_mirrors_with_its_picture_and_zoom_does_not_move_it(angle: float) -> None:
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]]) @ np.diag([-1.0, 1.0])
    normal = (0.2, -0.5)
    assert crop_batches.mapped_normal(normal, 0.7 * turn) == pytest.approx(turn @ normal)


def test_a_flatter_top_is_tilted_further() -> None:
    """Compressing the picture of a top face vertically gives the face seen at a lower angle."""
    slanted = crop_batches.mapped_normal((0.0, -0.6), np.diag([1.0, 0.5]))
    assert slanted[0] == 0 and slanted[1] < -0.6
    cosine = np.sqrt(1 - slanted[1] ** 2)
    assert 0.8 * 0.5 < cosine < 0.8, "half as high, and as deep"


def test_readers_are_told_how_the_table_faces_with_an_error_that_they_are_told_too() -> None:
    rng = np.random.default_rng(1)
    told = np.array([crop_batches.told_table((0.1, -0.5), np.eye(2), rng) for _ in range(4000)])
    unknown = (told == (0, 0, 1)).all(1)
    assert unknown.mean() == pytest.approx(crop_batches.UNTOLD_SHARE, abs=0.03)
    known = told[~unknown]
    errors = (known[:, :2] - (0.1, -0.5)) / known[:, 2:]
    assert errors.std(0) == pytest.approx([1, 1], abs=0.05)
    assert known[:, 2].min() >= crop_batches.TOLD_SPREADS[0] and known[:, 2].max() <= 0.25
    assert crop_batches.told_table(None, np.eye(2), rng) == (0, 0, 1)


def test_known_tables_are_as_frequent_without_dice() -> None:
    box, pixels = (4.0, 4.0, 40.0, 40.0), np.full((crop_batches.STORED,) * 2 + (3,), 90, np.uint8)
    die, thing = Label(box, "red", 3, 6, table=(0.1, -0.5)), Label(box, "", 0, 0)
    crops = [crop_batches.Crop.of(pixels, label, True, 40.0) for label in (die, thing)]
    batch = next(iter(crop_batches.CropBatches(crops, 400, 1, (6,))))
    known, dice = batch["table"][:, 2] < 1, batch["kind"] == 1
    share = 1 - crop_batches.UNTOLD_SHARE
    assert float(known[dice].float().mean()) == pytest.approx(share, abs=0.1)
    assert float(known[~dice].float().mean()) == pytest.approx(share, abs=0.15)


def test_a_die_whose_top_is_covered_is_learnt_as_one_of_which_no_value_is_known() -> None:
    box, pixels = (4.0, 4.0, 40.0, 40.0), np.full((crop_batches.STORED,) * 2 + (3,), 90, np.uint8)
    whole = Label(box, "red", 3, 6)
    labels = (whole, Label(box, "red", 4, 6, top=0.1), Label(box, "red", 5, 6, top=0.6))
    item = LabelledImage(Path("one.jpg"), "rendered", labels)
    crops = list(crop_batches._die_crops(item, np.full((60, 60, 3), 90, np.uint8)))
    crops += [crop_batches.Crop.of(pixels, replace(whole, tilt=0.3, top=0.5), True, 40.0)]
    batches = crop_batches.CropBatches(crops, 200, 1, (6,))
    batch = next(iter(batches))
    seen = {(int(state), int(value)) for state, value in zip(batch["state"], batch["value"], strict=True)}
    assert seen == {(0, 2), (2, -1), (2, 4), (1, 2)}
    assert set(batch["kind"].tolist()) == {1}
    assert crop_batches.HIDDEN_SHARE in [share for _, share in batches.pools]


def test_easy_photos_have_no_other_lamps_tables_or_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = np.random.default_rng(2).integers(60, 120, (crop_batches.STORED,) * 2 + (3,)).astype(np.uint8)
    mask = np.full(pixels.shape[:2], 255, np.uint8)
    die = Label((4.0, 4.0, 40.0, 40.0), "red", 3, 6)
    crops = [crop_batches.Crop.of(pixels, die, True, 40.0, mask, mask)]
    changes = ("recolour", "glare", "mirrored_light", "side_light", "replace_background")
    made = set[str]()

    def noted(name: str) -> Callable[..., object]:
        def change(light: object, *_: object) -> object:
            made.add(name)
            return light

        return change

    for name in changes:
        monkeypatch.setattr(crop_batches, name, noted(name))
    next(iter(crop_batches.CropBatches(crops, 200, 1, (6,), hardness=0.0)))
    assert not made
    next(iter(crop_batches.CropBatches(crops, 200, 1, (6,))))
    assert made == set(changes)
