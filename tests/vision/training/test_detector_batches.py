"""Tiles for the detector: what they teach of dice that are too near."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.training.dataset import Label, LabelledImage

pytest.importorskip("torch", reason="torch comes with the training extra")
detector_batches = pytest.importorskip("vision.training.detector_batches")


@pytest.mark.parametrize("width", [120.0, 250.0])
def test_pips_of_a_die_that_is_too_near_are_taught_to_be_none(
    width: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    die = Label((100, 100, width, width), "white", 5, 6)
    item = LabelledImage(Path("near.jpg"), "felt", (die,))
    monkeypatch.setattr(detector_batches, "load_image", lambda _: np.full((480, 640, 3), 120, np.uint8))
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        _, maps = detector_batches.training_tile(item, rng)
        if (maps["heat"] == 1).any() or maps["weight"].all():
            continue
        held += 1
        # what is not judged is less than a quarter of the piece's cells of the die, never all of it
        assert (maps["weight"] == 0).sum() < 0.3 * (260 / 8) ** 2
    assert held > 0
