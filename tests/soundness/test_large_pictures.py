"""A picture within the limits is looked at no closer than so far, whatever it shows."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice import detector
from vision.dice.detector import MAX_LEVEL_PIXELS, PYRAMID_PIXELS, detect
from vision.frames.image import MAX_PIXELS
from vision.inference import F32

ALL_LEVELS = MAX_LEVEL_PIXELS * 2 + sum(side * side for side in PYRAMID_PIXELS)
"""Each finer level has four times as many pixels as the one before, so all together are not many more."""


class Blind:
    """Stands in for the network: sees nothing, and counts what it is shown."""

    def __init__(self) -> None:
        self.pixels: list[int] = []

    def run(self, _: None, given: dict[str, F32]) -> list[F32]:
        height, width = given["image"].shape[2:]
        self.pixels.append(height * width)
        return [np.full((1, 6, height // 8, width // 8), -20, np.float32)]


@pytest.mark.parametrize("size", [(6000, 8000), (8000, 6000), (763, 65_500), (5000, 10_000), (3000, 4000)])
def test_a_large_picture_without_dice_is_bounded(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert size[0] * size[1] <= MAX_PIXELS
    blind = Blind()
    monkeypatch.setattr(detector, "session", lambda _: blind)
    assert detect(np.full((*size, 3), 240, np.uint8)) == []
    assert max(blind.pixels) < 1.2 * MAX_LEVEL_PIXELS, "but for the padding of its edges"
    assert sum(blind.pixels) < ALL_LEVELS
