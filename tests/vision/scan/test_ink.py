"""The quantity of ink: full places differ from empty, crossed and shaded ones."""

import cv2
import numpy as np
import pytest

from vision.scan.cells import CELL_PIXELS, SURROUND_SHARE
from vision.scan.ink import FULL_INK_SHARE, ink_shares, runs_through

LOW, HIGH = (
    round(CELL_PIXELS * SURROUND_SHARE / (1 + 2 * SURROUND_SHARE)),
    round(CELL_PIXELS * (1 - SURROUND_SHARE / (1 + 2 * SURROUND_SHARE))),
)


def place(light: float = 1.0) -> np.ndarray:
    """Return a place with a number, and its empty kin."""
    empty = np.full((CELL_PIXELS, CELL_PIXELS, 3), 225, np.uint8)
    cv2.rectangle(empty, (LOW, LOW), (HIGH, HIGH), (190, 190, 240), 1)
    own = empty.copy()
    cv2.putText(own, "8", (19, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 190), 2)
    return np.concatenate([(own * light).astype(np.uint8), empty], -1)


def zigzag(picture: np.ndarray, lines: int, ink: tuple[int, int, int]) -> np.ndarray:
    """Return the same with this many strokes to and fro."""
    own = picture[..., :3].copy()
    heights = np.linspace(LOW + 2, HIGH - 2, lines).round().astype(int)
    points = [(LOW + 1 if i % 2 else HIGH - 1, int(y)) for i, y in enumerate(heights)]
    cv2.polylines(own, [np.array(points)], False, ink, 1, cv2.LINE_AA)
    return np.concatenate([own, picture[..., 3:]], -1)


@pytest.mark.parametrize("light", [1.0, 0.75, 0.5])
def test_an_empty_place_has_no_ink_whatever_its_light(light: float) -> None:
    assert ink_shares(place(light)[None])[0] < 0.03  # OpenCV 4 draws the digit a little fatter than 5


@pytest.mark.parametrize("ink", [(60, 40, 30), (40, 40, 190), (110, 110, 110), (150, 60, 40)])
@pytest.mark.parametrize("light", [1.0, 0.6])
def test_a_filled_place_is_full(ink: tuple[int, int, int], light: float) -> None:
    dimmed = (int(ink[0] * light), int(ink[1] * light), int(ink[2] * light))
    assert ink_shares(zigzag(place(light), 12, dimmed)[None])[0] > FULL_INK_SHARE


def test_a_level_line_does_not_fill_a_place() -> None:
    picture = place()
    own = picture[..., :3].copy()
    cv2.line(own, (0, 25), (CELL_PIXELS, 23), (60, 40, 30), 2, cv2.LINE_AA)
    assert ink_shares(np.concatenate([own, picture[..., 3:]], -1)[None])[0] < FULL_INK_SHARE


def test_each_place_is_measured_by_itself() -> None:
    shares = ink_shares(np.stack([place(), zigzag(place(), 12, (60, 40, 30)), place()]))
    assert shares[1] > FULL_INK_SHARE > max(shares[0], shares[2])


def drawn_on(
    points: list[tuple[int, int]], width: int = 2, ink: tuple[int, int, int] = (60, 50, 45)
) -> np.ndarray:
    """Return a place with a line through these points of its picture."""
    own = place()[..., 3:].copy()
    cv2.polylines(own, [np.array(points)], False, ink, width, cv2.LINE_AA)
    return np.concatenate([own, place()[..., 3:]], -1)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(drawn_on([(12, 0), (20, 16), (24, 32), (22, 47)]), id="hair"),
        pytest.param(drawn_on([(0, 20), (24, 26), (47, 30)], 1), id="strike"),
        pytest.param(drawn_on([(47, 2), (41, 12), (37, 28), (36, 47)], 6, (170, 195, 205)), id="ring"),
    ],
)
def test_line_from_elsewhere_to_elsewhere_runs_through(picture: np.ndarray) -> None:
    assert runs_through(picture[None])[0]


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(place(), id="empty"),
        pytest.param(zigzag(place(), 6, (60, 40, 30)), id="scribble"),
        pytest.param(drawn_on([(14, 14), (34, 34), (24, 24), (14, 34), (34, 14)]), id="cross"),
        pytest.param(drawn_on([(2, 0), (45, 47), (24, 24), (2, 47), (45, 0)]), id="large cross"),
        pytest.param(drawn_on([(4, 20), (20, 44), (47, 0)]), id="tick"),
        pytest.param(drawn_on([(16, 36), (34, 12)]), id="slash"),
    ],
)
def test_mark_does_not_run_through(picture: np.ndarray) -> None:
    assert not runs_through(picture[None])[0]
