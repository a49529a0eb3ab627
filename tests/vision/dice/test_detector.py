"""Where dice are: which scales are looked at, and which boxes are doubles of others."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import detector
from vision.dice.detector import STRIDE_PIXELS, detect
from vision.geometry import Box

F32 = NDArray[np.float32]


class Network:
    """A session that finds given boxes (in pixels of the picture) with given scores, at any scale.

    `sides`: the longer sides of the pictures that it was given, padding included.
    """

    def __init__(self, longer: int, found: dict[Box, float], only: int | None = None) -> None:
        self._longer, self._found, self._only = longer, found, only
        self.sides: list[int] = []

    def run(self, _: None, given: dict[str, F32]) -> list[F32]:
        height, width = given["image"].shape[2:]
        side = max(height, width)
        self.sides.append(side)
        maps = np.zeros((1, 6, height // STRIDE_PIXELS, width // STRIDE_PIXELS), np.float32)
        maps[:, 0] = -20
        for (x, y, w, h), score in self._found.items():
            if self._only not in (None, side):
                continue
            scale = side / self._longer / STRIDE_PIXELS
            across, down = (x + w / 2) * scale - 0.5, (y + h / 2) * scale - 0.5
            i, j = round(across), round(down)
            offset = (np.log(score / (1 - score)), across - i, down - j, np.log(w * scale), np.log(h * scale))
            maps[0, :5, j, i] = offset
        return [maps]


@pytest.mark.parametrize(
    ("picture", "width", "score", "sides"),
    [
        ((480, 640), 9.0, 0.9, [640, 320, 160]),  # small, but there is no more to see
        ((768, 1280), 40.0, 0.9, [640, 320, 160]),
        ((768, 1280), 24.0, 0.9, [640, 320, 160, 1280]),
        ((768, 1280), 40.0, 0.2, [640, 320, 160, 1280]),  # no die is likely
        ((1920, 2560), 120.0, 0.9, [640, 320, 160]),
        ((1920, 2560), 60.0, 0.9, [640, 320, 160, 1280]),
        ((1500, 2000), 24.0, 0.9, [640, 320, 160, 1280, 1856]),
        ((6000, 8000), 200.0, 0.2, [640, 320, 160, 1280, 1856]),  # no closer, whatever is seen
    ],
)
def test_a_large_picture_is_enlarged_if_its_dice_are_small(
    monkeypatch: pytest.MonkeyPatch, picture: tuple[int, int], width: float, score: float, sides: list[int]
) -> None:
    network = Network(max(picture), {(width, width, width, width): score})
    monkeypatch.setattr(detector, "session", lambda _: network)
    found = detect(np.full((*picture, 3), 240, np.uint8))
    assert network.sides == sides
    assert len(found) == 1
    assert found[0].score == pytest.approx(score, abs=1e-3)
    assert found[0].box == pytest.approx((width, width, width, width), abs=0.01)


def detected(monkeypatch: pytest.MonkeyPatch, found: dict[Box, float]) -> list[float]:
    monkeypatch.setattr(detector, "session", lambda _: Network(640, found, only=640))
    return [round(candidate.score, 2) for candidate in detect(np.full((480, 640, 3), 240, np.uint8))]


def test_part_of_a_die_is_no_second_die(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, behind = {(100.0, 100.0, 60.0, 60.0): 0.9}, {(135.0, 90.0, 60.0, 60.0): 0.6}
    shifted, lower = {(115.0, 105.0, 60.0, 60.0): 0.5}, {(104.0, 130.0, 50.0, 40.0): 0.4}
    assert detected(monkeypatch, lower | shifted | behind | whole) == [0.9, 0.6]


@pytest.mark.parametrize(("outer", "kept"), [(0.9, [0.9]), (0.6, [0.6, 0.4])])
def test_a_large_box_hides_a_small_one_only_if_it_is_surely_a_die(
    outer: float, kept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {(100.0, 100.0, 90.0, 80.0): outer, (105.0, 105.0, 35.0, 40.0): 0.4}
    assert detected(monkeypatch, found) == kept


def test_what_lies_across_two_dice_that_touch_is_no_third(monkeypatch: pytest.MonkeyPatch) -> None:
    two = {(100.0, 100.0, 60.0, 60.0): 0.9, (164.0, 100.0, 60.0, 60.0): 0.85}
    assert detected(monkeypatch, two | {(136.0, 108.0, 60.0, 60.0): 0.5}) == [0.9, 0.85]


def test_an_unlikely_centre_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert detected(monkeypatch, {(100.0, 100.0, 60.0, 60.0): 0.09}) == []
    assert detected(monkeypatch, {(100.0, 100.0, 60.0, 60.0): 0.12}) == [0.12]
