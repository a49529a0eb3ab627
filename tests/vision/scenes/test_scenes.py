"""Rendered scenes: the truth that comes with them is the truth in the picture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.scenes.casting import HUES, body_colour, cast, lying, style
from vision.scenes.roll import PAINT, render_roll
from vision.scenes.scene import camera
from vision.scenes.solids import CUBE_NORMALS, OCTAHEDRON_NORMALS

SET = ("white", "white", "red", "yellow", "green", "blue")


def test_the_same_seed_draws_the_same_roll() -> None:
    dice = [(c, 3) for c in SET]
    one = render_roll(dice, 4)
    assert one.shape == (480, 640, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, render_roll(dice, 4))
    assert not np.array_equal(one, render_roll(dice, 5))
    assert render_roll(dice, 4, (320, 240)).shape == (240, 320, 3)


@pytest.mark.parametrize("dice", [[("pink", 1)], [("red", 7)], [("red", 0)], [("red", 1)] * 25])
def test_impossible_dice_are_refused(dice: list[tuple[str, int]]) -> None:
    with pytest.raises(ValueError, match=r"a die to draw|at most 24 dice"):
        render_roll(dice, 1)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 6))
def test_a_cube_shows_its_value_and_opposites_sum_to_seven(seed: int, value: int) -> None:
    rng = np.random.default_rng(seed)
    body = lying(rng, style(rng, "red"), value, 0, 0)
    assert body.faces[body.top()] == value
    assert [body.faces[i] + body.faces[i + 1] for i in (0, 2, 4)] == [7, 7, 7]
    assert sorted(body.faces) == [1, 2, 3, 4, 5, 6]
    assert np.allclose(body.axes @ body.axes.T, np.eye(3), atol=1e-5)
    assert np.isclose(np.linalg.det(body.axes), 1, atol=1e-5)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 8))
def test_an_octahedron_lies_on_a_face_and_opposites_sum_to_nine(seed: int, value: int) -> None:
    rng = np.random.default_rng(seed)
    body = lying(rng, style(rng, "blue", 8), value, 0, 0)
    assert body.faces[body.top()] == value
    assert [body.faces[i] + body.faces[i + 1] for i in (0, 2, 4, 6)] == [9, 9, 9, 9]
    assert np.isclose((body.axes[2] @ OCTAHEDRON_NORMALS.T).max(), 1, atol=1e-4)


def test_normals_come_in_opposite_pairs() -> None:
    for normals in (CUBE_NORMALS, OCTAHEDRON_NORMALS):
        assert np.allclose(normals[::2], -normals[1::2])
        assert np.allclose(np.linalg.norm(normals, axis=1), 1)


@settings(max_examples=40, deadline=None)
@given(st.floats(35, 89), st.floats(25, 50), st.floats(100, 540), st.floats(150, 400))
def test_a_pixel_of_the_table_projects_back(elevation: float, field: float, x: float, y: float) -> None:
    view = camera((640, 480), 50, elevation, field, 3.0)
    spot = view.on_table(x, y)
    assert spot is not None
    assert np.allclose(view.project(spot[None])[0], (x, y), atol=0.1)


@pytest.mark.parametrize("seed", range(6))
def test_labels_agree_with_the_picture(seed: int) -> None:
    made = cast(seed, (320, 240))
    owner = made.picture.owner
    for seen in made.picture.seen:
        rows, cols = np.nonzero(owner == seen.index)
        x, y, w, h = seen.box
        assert (x, y, x + w, y + h) == (cols.min(), rows.min(), cols.max() + 1, rows.max() + 1)
        assert 0 < seen.visible <= 1.001
        assert 0 <= seen.top <= 1.001
    assert np.isfinite(made.picture.image).all()
    assert not made.picture.top[owner < 0].any()


@given(st.integers(0, 10**9), st.sampled_from(sorted(HUES)))
def test_colours_have_their_hue(seed: int, name: str) -> None:
    paint = body_colour(np.random.default_rng(seed), name)  # type: ignore[arg-type]
    strongest = {"red": [2], "yellow": [2, 1], "green": [1], "blue": [0]}[name]
    assert int(np.argmax(paint)) in strongest
    assert set(PAINT) >= set(HUES)
