"""Tops of dice show which dice lean, and the table's normal. Tops are squares, projected point by point."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.dice.candidate import Candidate
from vision.dice.normals import UNKNOWN_NORMAL, Normal, as_seen_along
from vision.dice.table_plane import (
    CAMERAS,
    SeenNormals,
    SeenTops,
    flat_tops,
    leaning_log_ratios,
    normals_below,
    shapes_of,
    tables_below,
)
from vision.geometry import F64

SPOTS = np.array([[-0.4, -0.2], [-0.1, 0.3], [0.0, 0.0], [0.2, -0.3], [0.35, 0.25], [0.45, -0.05]])
OTHERS = ~np.eye(len(SPOTS), dtype=bool)
LOWEST = 640
"""Index in CAMERAS of the first camera with an elevation of 46 degrees or more."""
Top = tuple[F64, F64]
"""Normal and shape of a die's top face, as `SeenTops` has them."""


def seen(camera: F64, spot: F64, turn: float = 0.0, lean: float = 0.0, towards: float = 0.0) -> Top:
    """Return normal and shape of a small square at `spot` as a pinhole camera sees it.

    The square is turned by `turn`, and leans by `lean` in the direction `towards`, all in radians.
    """
    elevation, focal, roll = camera
    right = np.array([math.cos(roll), math.sin(roll), 0])
    up = np.array([
        math.cos(elevation) * math.sin(roll), -math.cos(elevation) * math.cos(roll), -math.sin(elevation)
    ])  # fmt: skip
    away = np.cross(up, right)
    ray = np.array([*(spot / focal), 1.0])
    middle = ray * 10
    c, s = math.cos(towards), math.sin(towards)
    aside, axis = c * right + s * away, -s * right + c * away
    normal = math.cos(lean) * up + math.sin(lean) * aside
    across = np.cross(normal, axis)
    steps = np.linspace(-0.005, 0.005, 21)
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps))
    c, s = math.cos(turn), math.sin(turn)
    points = middle + np.outer(c * u - s * v, axis) + np.outer(s * u + c * v, across)
    shown = points[:, :2] / points[:, 2:]
    (wide, askew), (_, high) = np.cov(shown.T)
    shape = shapes_of(np.sqrt(wide), np.sqrt(high), askew / np.sqrt(wide * high))
    return as_seen_along(ray, normal), shape


def log_odds(tops: Sequence[Top], usual: NDArray[np.bool_] = OTHERS, spread: float = 0.05) -> F64:
    """Return the log odds that each top face at SPOTS leans.

    Row i of `usual` marks the faces used to judge face i. `spread`: standard deviation of the normal of
    `tops[2]`; the other normals have 0.05.
    """
    spreads = np.full(len(SPOTS), 0.05)
    spreads[2] = spread
    normals, shapes = (np.array(part) for part in zip(*tops, strict=True))
    return leaning_log_ratios(SeenTops(normals, spreads, SPOTS, shapes), usual)


directions = st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda v: np.linalg.norm(v) > 0.1)


@given(ray=st.tuples(st.floats(-0.9, 0.9), st.floats(-0.9, 0.9)), normal=directions, other=directions)
def test_a_camera_that_turns_keeps_angles(
    ray: tuple[float, float], normal: tuple[float, ...], other: tuple[float, ...]
) -> None:
    along = np.array([*ray, 1.0])
    a, b = (np.array(v) / np.linalg.norm(v) for v in (normal, other))
    turned = [np.array([*as_seen_along(along, v), v @ along / np.linalg.norm(along)]) for v in (a, b)]
    assert np.linalg.norm(turned, axis=1) == pytest.approx([1, 1], abs=1e-6)
    assert turned[0] @ turned[1] == pytest.approx(a @ b, abs=1e-6)
    assert as_seen_along(along, along) == pytest.approx([0, 0], abs=1e-6)


def test_a_flat_top_faces_up_more_if_the_camera_is_lower() -> None:
    (middle,) = flat_tops(np.zeros((1, 2)))[0]
    straight = CAMERAS[:, 2] == 0
    assert middle[straight] == pytest.approx(
        np.stack([np.zeros(straight.sum()), -np.cos(CAMERAS[straight, 0])], 1), abs=1e-9
    )


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
    normals, shapes = flat_tops(spot[None])
    elevation, focal, roll = CAMERAS[number]
    normal, shape = seen(CAMERAS[number], spot, turn)
    assert normal == pytest.approx(normals[0, number], abs=1e-9)
    beyond = y / focal * math.cos(roll) - x / focal * math.sin(roll) < -0.8 * math.tan(elevation)
    if not beyond:  # the horizon: no table is seen there
        assert shape == pytest.approx(shapes[0, number], abs=0.02)


@pytest.mark.parametrize("number", range(LOWEST, len(CAMERAS), 131))
@pytest.mark.parametrize("towards", [0.0, 1.5, 3.0, 4.5])
def test_the_others_tell_which_top_leans(number: int, towards: float) -> None:
    camera = CAMERAS[number]
    tops = [seen(camera, spot, 0.5 * i) for i, spot in enumerate(SPOTS)]
    assert log_odds(tops).max() < -3
    tops[2] = seen(camera, SPOTS[2], 1.0, 0.45, towards)
    odds = log_odds(tops)
    assert np.delete(odds, 2).max() < -2, "the table is told by the others"
    assert odds[2] > 1


def test_both_the_normal_and_the_shape_tell_that_a_top_leans() -> None:
    camera = CAMERAS[LOWEST]
    tops = [seen(camera, spot) for spot in SPOTS]
    flat, leaning = tops[2], seen(camera, SPOTS[2], 0.0, 0.45, 1.5)
    either = []
    for tops[2] in (flat, (leaning[0], flat[1]), (flat[0], leaning[1]), leaning):
        either.append(log_odds(tops)[2])
    assert either[0] < min(either[1:3]) and max(either[1:3]) < either[3]


def test_an_unsure_normal_is_little_evidence() -> None:
    camera = CAMERAS[LOWEST]
    tops = [seen(camera, spot) for spot in SPOTS]
    tops[2] = seen(camera, SPOTS[2], 0.0, 0.45)[0], tops[2][1]
    assert log_odds(tops)[2] > 0 > log_odds(tops, spread=1.0)[2]


def test_a_top_is_judged_only_by_the_dice_that_count() -> None:
    camera = CAMERAS[LOWEST]
    tops = [seen(camera, spot, 0.4) for spot in SPOTS]
    tops[5] = np.array([0.6, 0.6]), np.array([1.4, -0.6])
    usual = np.zeros((6, 6), bool)
    usual[:, :5] = ~np.eye(6, 5, dtype=bool)
    odds = log_odds(tops, usual)
    assert odds[:5].max() < -2 and odds[5] > 4


def below(tops: Sequence[F64], telling: Sequence[int], spread: float = 0.05) -> tuple[F64, float]:
    """Return the table's normal below the first of SPOTS, and its error.

    `telling`: indices of the tops from which the normal is estimated.
    """
    seen = SeenNormals(np.array(tops), np.full(len(tops), spread), SPOTS)
    (normal,), (error,) = normals_below(SPOTS[:1], seen, np.isin(np.arange(len(tops)), telling)[None])
    return normal, float(error)


@pytest.mark.parametrize("number", range(LOWEST, len(CAMERAS), 131))
def test_the_other_tops_tell_how_the_table_faces_below_a_die(number: int) -> None:
    tops = [seen(CAMERAS[number], spot)[0] for spot in SPOTS]
    tops[0] = np.array([0.5, 0.5])
    normal, error = below(tops, [1, 2, 3, 4, 5])
    true = seen(CAMERAS[number], SPOTS[0])[0]
    assert normal == pytest.approx(true, abs=0.06) and np.abs(normal - true).max() < 3 * error
    tops[3] = np.array([0.5, 0.5])
    assert below(tops, [1, 2, 3, 4, 5])[0] == pytest.approx(true, abs=0.12), "one of them may lean"


def test_more_tops_make_the_table_surer() -> None:
    tops = [seen(CAMERAS[LOWEST], spot)[0] for spot in SPOTS]
    errors = [below(tops, range(1, 1 + n))[1] for n in (0, 1, 2, 5)]
    assert errors == sorted(errors, reverse=True) and errors[0] > 0.2 and errors[-1] < 0.05
    assert below(tops, [1, 2], spread=0.4)[1] > below(tops, [1, 2])[1]


SIZE = (640, 480)
FLAT = Normal(0.0, -0.4, 0.05)
"""Normal of a top face parallel to the table, in the middle of the picture, at a camera elevation of 66°."""


def at(x: float, y: float = 220.0) -> Candidate:
    return Candidate((x, y, 40.0, 40.0), 0.9)


ROW = [at(240.0), at(290.0), at(340.0), at(390.0)]


def test_the_tops_of_the_others_tell_not_its_own() -> None:
    tops = dict.fromkeys(ROW, FLAT) | {ROW[1]: Normal(0.1, 0.6, 0.02)}
    table = tables_below(ROW, tops, SIZE)[1]
    assert (table.x, table.y) == pytest.approx((0.0, -0.4), abs=0.08) and table.spread < 0.1
    beside = tables_below([Candidate((292.0, 212.0, 40.0, 40.0), 0.2)], tops, SIZE)[0]
    assert beside == pytest.approx(table, abs=0.03), "a further crop of the same die"


def test_too_few_dice_tell_nothing_of_the_table() -> None:
    few = dict.fromkeys(ROW[:2], FLAT)
    assert tables_below(ROW[:2], few, SIZE) == [UNKNOWN_NORMAL] * 2
    told = tables_below(ROW[:3], few, SIZE)
    assert told[:2] == [UNKNOWN_NORMAL] * 2 and told[2].spread < 0.3
    assert tables_below([], few, SIZE) == []
    assert tables_below(ROW[:1], {}, SIZE) == [UNKNOWN_NORMAL]


def test_dice_that_the_border_cuts_tell_nothing() -> None:
    cut = [at(0.0), at(600.0), at(300.0, 440.0)]
    assert tables_below(ROW[:1], dict.fromkeys(cut, FLAT), SIZE) == [UNKNOWN_NORMAL]


def test_the_table_is_told_where_the_die_lies() -> None:
    """Relative to the line of sight, the table's normal differs between the left and right of a picture."""
    tops = {at(60.0 + 130 * i): Normal(-0.25 + 0.125 * i, -0.4, 0.04) for i in range(5)}
    left, right = tables_below([at(90.0), at(550.0)], tops, SIZE)
    assert left.x < -0.1 and right.x > 0.1
    assert np.isclose(left.x, -right.x, atol=0.08)
