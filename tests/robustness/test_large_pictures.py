"""Large and crowded pictures: the work on one of them is bounded, whatever it shows."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sheet_scan.reading import read_sheets
from sheets.marker import GROUPS, dark_modules
from vision.dice import detector, pipeline
from vision.dice.assessment import CROWDED
from vision.dice.candidate import Candidate
from vision.dice.detector import detect
from vision.dice.detector_settings import SETTINGS
from vision.dice.pipeline import MAX_CANDIDATES, read
from vision.frames.image import MAX_LOOKED_AT_PIXELS, MAX_PIXELS
from vision.geometry import F32, Box, Boxes, Overlaps, overlaps
from vision.scan import code, code_search, markers, problems, rectification
from vision.scan import detector as scan_detector
from vision.scan.detector import (
    MAX_COMBINATIONS,
    MAX_SHEETS,
    DetectedSheet,
    LayoutFit,
    join_markers,
    marker_places,
)
from vision.scan.homography import box_corners, project
from vision.scan.markers import Marker, TooBusy
from vision.scan.pipeline import scan

ALL_LEVELS = SETTINGS.most_pixels * 2 + sum(side * side for side in SETTINGS.larger)
"""Upper limit of the pixels of all levels (sizes) of a picture: those in SETTINGS.larger and finer ones."""


class Blind:
    """Stands in for the network: finds nothing, and notes the number of pixels of each input."""

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
    assert max(blind.pixels) < 1.2 * SETTINGS.most_pixels, "but for the padding of its edges"
    assert sum(blind.pixels) < ALL_LEVELS


class SeesDiceEverywhere(Blind):
    """Stands in for the network: finds a die in every other cell, across and down."""

    def run(self, given_names: None, given: dict[str, F32]) -> list[F32]:
        (maps,) = super().run(given_names, given)
        maps[:, 0, ::2, ::2] = np.linspace(0.5, 4, maps[0, 0, ::2, ::2].size).reshape(
            maps[0, 0, ::2, ::2].shape
        )
        maps[:, 1:3], maps[:, 3:5] = 0, np.log(12 / SETTINGS.stride)
        return [maps]


def test_a_picture_full_of_dice_is_bounded_in_both_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    dazzled, compared = SeesDiceEverywhere(), [0]

    def counted(some: Boxes, others: Boxes) -> Overlaps:
        compared[0] += 1
        assert max(len(some), len(others)) <= SETTINGS.most_compared
        return overlaps(some, others)

    monkeypatch.setattr(detector, "session", lambda _: dazzled)
    monkeypatch.setattr(detector, "overlaps", counted)
    assert len(detect(np.full((3000, 4000, 3), 240, np.uint8))) > MAX_CANDIDATES
    finest = max(dazzled.pixels)
    assert finest < 1.2 * SETTINGS.most_pixels
    assert sum(dazzled.pixels) < ALL_LEVELS + 2 * SETTINGS.cut_pixels, "the second look, but for its edges"
    assert compared[0] == 2, "each with each at once in each look, not one by one"


class FixedSearch:
    """Stands in for the search for dice: finds the given candidates in one look."""

    def __init__(self, candidates: list[Candidate]) -> None:
        self.candidates = candidates

    def looks(self, any_dice: bool = False) -> Iterator[list[Candidate]]:
        yield self.candidates

    def faint(self, dice: Sequence[Box]) -> list[Candidate]:
        return []


def test_omissions_of_a_full_picture_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    many = [Candidate((10.0 * i, 10.0, 9.0, 9.0), 0.9) for i in range(MAX_CANDIDATES + 1)]
    monkeypatch.setattr(pipeline, "DieSearch", lambda _: FixedSearch(many))
    monkeypatch.setattr(
        pipeline, "classify", lambda _, candidates, **__: looked.append(len(candidates)) or []
    )
    image = np.full((480, 640, 3), 240, np.uint8)
    assert CROWDED in read(image).problems and CROWDED in read(image, any_dice=True).problems
    monkeypatch.setattr(pipeline, "DieSearch", lambda _: FixedSearch(many[:-1]))
    assert CROWDED not in read(image).problems
    assert set(looked) == {MAX_CANDIDATES}


def test_no_more_is_looked_at_than_so_many_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def look(image: np.ndarray, *_: Any) -> list[Candidate]:
        looked.append(image.shape[0] * image.shape[1])
        return []

    monkeypatch.setattr(pipeline, "DieSearch", lambda image: FixedSearch(look(image)))
    monkeypatch.setattr(rectification, "detect_sheets", look)
    monkeypatch.setattr(markers, "find_markers", look)
    image = np.full((6000, 8000, 3), 240, np.uint8)
    assert read(image).size == (8000, 6000) and read(image, any_dice=True).size == (8000, 6000)
    assert scan(image) == ()
    assert len(looked) == 5 and max(looked) <= MAX_LOOKED_AT_PIXELS


def squares(side: int, gap: int) -> np.ndarray:
    """Return rows of dark squares, `side` wide and `gap` apart, on 1200 x 1600 pixels of paper."""
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
    """Check that too many squares are refused; comparing ten thousand of them would take minutes."""
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


def test_a_photo_with_fewer_squares_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = markers.find_markers
    looks: list[tuple[Any, ...]] = []

    def look(grey: np.ndarray, *how: Any) -> Any:
        looks.append(how)
        return real(grey, *how)

    monkeypatch.setattr(markers, "find_markers", look)
    monkeypatch.setattr("vision.scan.pipeline._mirrored", lambda _: [])
    assert scan(chequers(80)) == () and scan(squares(60, 60)) == ()
    assert looks == 2 * [(1600, False), (3200, True)], "each once, also to tell that there is no lone corner"


def test_no_outline_is_followed_in_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that noise is refused before its hundreds of thousands of outlines are followed."""
    followed: list[int] = []
    monkeypatch.setattr(cv2, "findContours", lambda ink, *_: followed.append(ink.size) or ((), None))
    noise = np.random.default_rng(1).integers(0, 256, (6000, 8000), np.uint8)
    (seen,) = scan(cv2.merge([noise] * 3))
    assert seen.problems == (problems.TOO_BUSY,) and not followed


def genuine_markers(copies: int, pitch: int, side: int = 60) -> tuple[Marker, ...]:
    """Return copies of each of our markers, side by side, as if seen in a photo."""
    square = side * np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    ids = [(group, corner) for group in range(GROUPS) for corner in range(4)] * copies
    return tuple(
        Marker(group, corner, square + pitch * np.array([i % 16, i // 16]))
        for i, (group, corner) in enumerate(ids)
    )


def test_a_photo_full_of_our_own_markers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    fitted: list[bool] = []
    real_errors, real_fit = scan_detector._flat_errors_in_sides, scan_detector._fit

    def errors(combinations: Any, steps: int = 0) -> Any:
        if not steps:
            compared.extend(len(chosen) for chosen in combinations)
        return real_errors(combinations, steps)

    def fit(chosen: tuple[Marker, ...]) -> Any:
        fit = real_fit(chosen)
        fitted.append(fit is not None)
        return fit

    monkeypatch.setattr(scan_detector, "_flat_errors_in_sides", errors)
    monkeypatch.setattr(scan_detector, "_fit", fit)
    many = genuine_markers(copies=10, pitch=130)
    with pytest.raises(TooBusy):
        join_markers(many)
    assert not compared and not fitted
    alike = tuple(marker for marker in many if marker.group == 0)
    join_markers(alike)
    assert 100 < len(compared) <= MAX_COMBINATIONS
    assert len(fitted) < 10, "what is nearly of one sheet is not fitted closely"
    compared.clear()
    join_markers(genuine_markers(copies=1, pitch=130))
    assert len(compared) == GROUPS * 11, "one sheet of each kind is no reason to leave them"


def marker_picture(count: int) -> np.ndarray:
    """Return a picture of our markers on paper, all different if there are enough, 1200 x 1600 pixels."""
    paper = np.full((1200, 1600), 235, np.uint8)
    for at in range(count):
        dark = np.array(dark_modules(at % (4 * GROUPS))).repeat(12, 0).repeat(12, 1)
        x, y = 40 + 130 * (at % 12), 40 + 140 * (at // 12)
        paper[y : y + len(dark), x : x + len(dark)] = np.where(dark, 40, 235)
    return cv2.merge([paper] * 3)


def test_more_of_our_markers_than_sheets_can_have_are_not_searched_for_sheets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    joined: list[int] = []
    monkeypatch.setattr(
        scan_detector, "join_markers", lambda all_markers: joined.append(len(list(all_markers))) or ()
    )
    monkeypatch.setattr("vision.scan.pipeline._mirrored", lambda _: [])
    scan(marker_picture(markers.MAX_MARKERS - 1))
    assert joined == [markers.MAX_MARKERS - 1], "the closer look shows nothing new to join"
    joined.clear()
    (seen,) = scan(marker_picture(markers.MAX_MARKERS + 20))
    assert seen.problems == (problems.TOO_BUSY,) and not joined


def fake_sheets(count: int) -> tuple[DetectedSheet, ...]:
    """Return detected sheets, one above the other on empty paper, each with four corner markers."""
    sheets = []
    for at in range(count):
        to_photo = np.array([[2.0, 0, 100], [0, 2.0, 60.0 * at], [0, 0, 1]])
        seen = [project(to_photo, box_corners(box)) for box in marker_places("3")]
        corners = tuple(Marker(at % GROUPS, corner, points) for corner, points in enumerate(seen))
        sheets.append(DetectedSheet(corners, (LayoutFit("3", to_photo, 0.1),)))
    return tuple(sheets)


def test_a_photo_full_of_sheets_that_say_nothing_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a photo full of sheets with unreadable codes takes a bounded number of searches."""
    searched, laid = [], []
    monkeypatch.setattr(code_search, "_best", lambda *_: searched.append(1) or ("", 0, 0))
    monkeypatch.setattr(rectification, "detect_sheets", lambda *_: fake_sheets(100))
    monkeypatch.setattr(rectification, "_laid_by_arrangement", lambda *_: laid.append(1))
    rng = np.random.default_rng(0)
    levels = [(level, 0) for level in ("Q", "M", "L", "Q", "Q", "M", "L", "Q")]
    monkeypatch.setattr(code, "_likely_formats", lambda _: levels)
    monkeypatch.setattr(code, "_place", lambda _: np.array([[6.0, 0, 48], [0, 6.0, 48]]))
    seen = scan(rng.integers(0, 256, (3000, 1000, 3), np.uint8))
    assert 0 < len(searched) <= code_search.MAX_SEARCHES
    assert len(laid) == 1, "what is like none of our sheets ends it"
    assert [sheet.problems for sheet in seen].count((problems.UNKNOWN_SHEET,)) == MAX_SHEETS
    assert [sheet.problems for sheet in seen].count((problems.TOO_MANY,)) == 1
    assert len(seen) == MAX_SHEETS + 1


def test_a_pattern_that_is_too_much_for_the_search_of_codes_is_no_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that an error that OpenCV 5 raises for some patterns counts as no code."""

    def fail(_: np.ndarray) -> Any:
        raise cv2.error("convexHull: Assertion failed")

    monkeypatch.setattr(cv2, "QRCodeDetector", lambda: SimpleNamespace(detect=fail))
    assert scan(np.full((480, 640, 3), 240, np.uint8)) == ()
