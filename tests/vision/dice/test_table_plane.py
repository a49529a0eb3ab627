"""How tops that lie flat look to one camera, held against squares that are projected point by point."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.dice.table_plane import CAMERAS, differences_from_flat, flat_shapes, shapes

F64 = NDArray[np.float64]
SPOTS = np.array([[-0.4, -0.2], [-0.1, 0.3], [0.0, 0.0], [0.2, -0.3], [0.35, 0.25], [0.45, -0.05]])


def seen(camera: F64, spot: F64, turn: float, lean: float = 0.0, towards: float = 0.0) -> F64:
    """The shape of a small square on the table that shows at `spot`, turned by `turn`, by its points: each is
    projected by a pinhole camera. It leans by `lean` over an axis of its plane."""
    elevation, focal, roll = camera
    right = np.array([math.cos(roll), math.sin(roll), 0])
    up = np.array([
        math.cos(elevation) * math.sin(roll), -math.cos(elevation) * math.cos(roll), -math.sin(elevation)
    ])  # fmt: skip
    away = np.cross(up, right)
    ray = np.array([*(spot / focal), 1.0])
    middle = ray * 10 / ray[2]
    c, s = math.cos(towards), math.sin(towards)
    axis, across = c * right + s * away, -s * right + c * away
    across = math.cos(lean) * across + math.sin(lean) * up
    steps = np.linspace(-0.005, 0.005, 21)
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    c, s = math.cos(turn), math.sin(turn)
    points = middle + np.outer(c * u - s * v, axis) + np.outer(s * u + c * v, across)
    shown = points[:, :2] / points[:, 2:]
    (wide, askew), (_, high) = np.cov(shown.T)
    return shapes(np.sqrt(wide), np.sqrt(high), askew / np.sqrt(wide * high))


@given(
    number=st.integers(0, len(CAMERAS) - 1),
    turn=st.floats(0, 3),
    x=st.floats(-0.5, 0.5),
    y=st.floats(-0.4, 0.4),
)
def test_a_flat_top_looks_as_the_camera_says_whichever_way_it_is_turned(
    number: int, turn: float, x: float, y: float
) -> None:
    spot = np.array([x, y])
    due = flat_shapes(spot[None])[number, 0]
    elevation, focal, roll = CAMERAS[number]
    beyond = y / focal * math.cos(roll) - x / focal * math.sin(roll) < -0.8 * math.tan(elevation)
    if not beyond:  # the horizon: no table is seen there
        assert seen(CAMERAS[number], spot, turn) == pytest.approx(due, abs=0.02)


@pytest.mark.parametrize("number", range(212, len(CAMERAS), 61))
def test_the_others_tell_which_top_leans(number: int) -> None:
    camera = CAMERAS[number]
    others = ~np.eye(len(SPOTS), dtype=bool)
    flat = np.array([seen(camera, spot, 0.5 * i) for i, spot in enumerate(SPOTS)])
    assert differences_from_flat(flat, SPOTS, others).max() < 1
    for towards in (1.5, 2.0, 2.5):  # straight towards a steep camera or away from it, one may look flat
        leaning = flat.copy()
        leaning[2] = seen(camera, SPOTS[2], 1.0, 0.6, towards)
        found = differences_from_flat(leaning, SPOTS, others)
        assert np.delete(found, 2).max() < 1.5, "the camera is told by the others"
        assert found[2] > 2.4


def test_a_top_is_not_judged_by_those_that_do_not_count() -> None:
    camera = CAMERAS[300]
    tops = np.array([seen(camera, spot, 0.4) for spot in SPOTS])
    tops[5] = (1.4, -0.6)
    usual = np.zeros((6, 6), bool)
    usual[:, :5] = ~np.eye(6, 5, dtype=bool)
    found = differences_from_flat(tops, SPOTS, usual)
    assert found[:5].max() < 1.5 and found[5] > 6
