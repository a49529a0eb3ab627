"""A picture within the limits is looked at no closer than so far, whatever it shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sheet_scan.reading import read_sheets
from vision.dice import detector, pipeline
from vision.dice.assessment import CROWDED
from vision.dice.cuts import MAX_PIXELS as MAX_CUT_PIXELS
from vision.dice.detector import MAX_FOUND, MAX_LEVEL_PIXELS, PYRAMID_PIXELS, STRIDE_PIXELS, Candidate, detect
from vision.dice.pipeline import MAX_CANDIDATES, read
from vision.frames.image import MAX_PIXELS
from vision.geometry import overlap
from vision.inference import F32
from vision.scan import markers, problems
from vision.scan.pipeline import scan

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


class Dazzled(Blind):
    """Stands in for the network: sees a die in every second of its cells."""

    def run(self, given_names: None, given: dict[str, F32]) -> list[F32]:
        (maps,) = super().run(given_names, given)
        maps[:, 0, ::2, ::2] = np.linspace(0.5, 4, maps[0, 0, ::2, ::2].size).reshape(
            maps[0, 0, ::2, ::2].shape
        )
        maps[:, 1:3], maps[:, 3:5] = 0, np.log(12 / STRIDE_PIXELS)
        return [maps]


def test_a_picture_full_of_dice_is_bounded_in_both_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    dazzled, compared = Dazzled(), [0]

    def counted(*boxes: Any) -> Any:
        compared[0] += 1
        return overlap(*boxes)

    monkeypatch.setattr(detector, "session", lambda _: dazzled)
    monkeypatch.setattr(detector, "overlap", counted)
    assert len(detect(np.full((3000, 4000, 3), 240, np.uint8))) > MAX_CANDIDATES
    finest = max(dazzled.pixels)
    assert finest < 1.2 * MAX_LEVEL_PIXELS
    assert sum(dazzled.pixels) < ALL_LEVELS + 2 * MAX_CUT_PIXELS, "the second look, but for its edges"
    assert compared[0] < 2 * MAX_FOUND**2


def test_what_is_left_out_of_a_full_picture_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    many = [Candidate((10.0 * i, 10.0, 9.0, 9.0), 0.9) for i in range(MAX_CANDIDATES + 1)]
    monkeypatch.setattr(pipeline, "detect", lambda _: many)
    monkeypatch.setattr(pipeline, "classify", lambda _, found, **__: looked.append(len(found)) or [])
    image = np.full((480, 640, 3), 240, np.uint8)
    assert CROWDED in read(image).problems and CROWDED in read(image, any_dice=True).problems
    monkeypatch.setattr(pipeline, "detect", lambda _: many[:-1])
    assert CROWDED not in read(image).problems
    assert set(looked) == {MAX_CANDIDATES}


def squares(side: int, gap: int) -> np.ndarray:
    """Dark squares in rows on paper, as wide as `side` and so far apart, 1200 x 1600 pixels."""
    dark = [np.arange(length) % (side + gap) < side for length in (1200, 1600)]
    return cv2.merge([np.where(np.logical_and.outer(*dark), 30, 230).astype(np.uint8)] * 3)


def chequers(side: int) -> np.ndarray:
    fields = np.add.outer(np.arange(1200) // side, np.arange(1600) // side) % 2
    return cv2.merge([(30 + 200 * fields).astype(np.uint8)] * 3)


@pytest.mark.parametrize(
    "image",
    [
        chequers(8),
        chequers(20),
        squares(12, 12),
        np.random.default_rng(1).integers(0, 256, (3000, 4000, 3), np.uint8),
    ],
    ids=["small chequers", "chequers", "squares", "noise"],
)
def test_a_photo_full_of_what_may_be_markers_is_not_searched(
    image: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search compares every square with every other: minutes, where there are ten thousand."""
    real, searched = markers._detector(), []

    def search(picture: np.ndarray) -> Any:
        corners, ids, rejected = real.detectMarkers(picture)
        searched.append(len(corners) + len(rejected))
        return corners, ids, rejected

    monkeypatch.setattr(markers, "_detector", lambda: SimpleNamespace(detectMarkers=search))
    (seen,) = scan(image)
    assert seen.problems == (problems.TOO_BUSY,)
    assert sum(searched) <= 2 * markers.MAX_QUADS
    (reading,) = read_sheets(image)
    assert [problem.code for problem in reading.problems] == ["too-busy"]


def test_a_photo_with_fewer_squares_is_searched() -> None:
    assert scan(chequers(80)) == () and scan(squares(60, 60)) == ()
