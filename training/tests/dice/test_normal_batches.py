"""Batches for the network that estimates the normals of the top faces of dice. Skipped without torch."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.dice.dataset import Label

torch = pytest.importorskip("torch", reason="torch is in training/requirements/train.txt")
batches = pytest.importorskip("training.dice.normal_batches")
crop_batches = pytest.importorskip("training.dice.crop_batches")
losses = pytest.importorskip("training.dice.losses")

LABEL = Label((10, 10, 40, 40), "red", 3, 6, normal=(0.6, 0.0))


def crop(label: Label = LABEL) -> object:
    """Return a dark crop with a light patch on the right, the direction of its labelled normal."""
    pixels = np.full((crop_batches.STORED,) * 2 + (3,), 40, np.uint8)
    pixels[58:70, 80:92] = 230
    return crop_batches.Crop.of(pixels, label, True, 64.0)


def test_a_normal_turns_and_mirrors_with_its_crop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "REPAINT_SHARE", 0)  # a repainted patch may be darker than what is around it
    rng = np.random.default_rng(4)
    off, sides = [], set()
    for _ in range(21):
        photo, normal = batches.photograph_turned(crop(), rng)
        y, x = np.unravel_index(
            cv2.GaussianBlur(photo.astype(np.float32).mean(2), (0, 0), 4).argmax(), (96, 96)
        )
        assert np.linalg.norm(normal) == pytest.approx(0.6)
        seen, due = complex(x - 48, y - 48), complex(*normal)
        off.append(abs(np.angle(seen / due)))
        sides.add(bool(normal[0] > 0))
    assert np.median(off) < 0.25, "the patch lies where the normal points; a photo may be dim or have glare"
    assert sides == {True, False}, "half of them are mirrored"


def test_only_dice_whose_tops_show_are_learnt_from() -> None:
    for unlike in (replace(LABEL, normal=None), replace(LABEL, top=0.2), replace(LABEL, value=0)):
        assert not batches.is_shown(crop(unlike))
    made = batches.NormalBatches([crop(), crop(replace(LABEL, top=0.1))], 4, 1)
    assert [len(pool) for pool in made.pools] == [1]
    batch = next(iter(made))
    assert batch["photo"].shape == (4, 3, 96, 96) and batch["normal"].shape == (4, 2)
    with pytest.raises(ValueError, match="render scenes first"):
        batches.NormalBatches([], 4, 1)


def test_half_of_a_batch_leans_however_few_dice_do(monkeypatch: pytest.MonkeyPatch) -> None:
    flat, leaning = (replace(LABEL, table=(x, 0.0)) for x in (0.59, 0.2))
    eight = replace(leaning, sides=8)
    made = batches.NormalBatches([*(crop(flat) for _ in range(9)), crop(leaning), crop(eight)], 400, 1)
    drawn: list[object] = []

    def photograph(one: object, rng: object) -> tuple[object, tuple[float, float]]:
        drawn.append(one)
        return np.zeros((96, 96, 3), np.uint8), (0.0, 0.0)

    monkeypatch.setattr(batches, "photograph_turned", photograph)
    next(iter(made))
    labels = [one.label for one in drawn]  # type: ignore[attr-defined]
    # of the four kinds of dice flat eight-sided ones are absent: the others share what is left
    due = {(6, False): 0.3, (6, True): 0.3, (8, True): 0.2}
    for (sides, leans), share in due.items():
        drawn_so = sum(label.sides == sides and (label is not flat) == leans for label in labels)
        assert drawn_so / 400 == pytest.approx(share / 0.8, abs=0.07)


def test_a_larger_error_that_is_admitted_costs_less() -> None:
    class Said(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, x: float, log_spread: float) -> None:
            super().__init__()
            self.said = torch.tensor([[x, 0.0, log_spread]])

        def forward(self, _: object) -> object:
            return self.said

    batch = {"photo": torch.zeros(1, 3, 96, 96), "normal": torch.zeros(1, 2)}
    near, far, admitted = (
        float(losses.normals_loss(Said(*said), batch)[0]) for said in ((0.05, -3.0), (0.6, -3.0), (0.6, -0.5))
    )
    assert near < admitted < far
