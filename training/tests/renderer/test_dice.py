"""Rendered dice: the upper face shows the value, and opposite faces have the right sum."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from training.renderer.colours import linear
from training.renderer.dice import CUBE_NORMALS, Style, lying
from training.renderer.polyhedra import POLYHEDRA

STYLE = Style(linear((40, 40, 200)), linear((250, 250, 250)))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 6))
def test_a_cube_shows_its_value_and_opposites_sum_to_seven(seed: int, value: int) -> None:
    rng = np.random.default_rng(seed)
    body = lying(rng, STYLE, value, 0, 0)
    assert body.faces[body.top()] == value
    assert [body.faces[i] + body.faces[i + 1] for i in (0, 2, 4)] == [7, 7, 7]
    assert sorted(body.faces) == [1, 2, 3, 4, 5, 6]
    assert np.allclose(body.axes @ body.axes.T, np.eye(3), atol=1e-5)
    assert np.isclose(np.linalg.det(body.axes), 1, atol=1e-5)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 8))
def test_an_octahedron_lies_on_a_face_and_opposites_sum_to_nine(seed: int, value: int) -> None:
    rng = np.random.default_rng(seed)
    body = lying(rng, replace(STYLE, sides=8), value, 0, 0)
    assert body.faces[body.top()] == value
    assert [body.faces[i] + body.faces[i + 1] for i in (0, 2, 4, 6)] == [9, 9, 9, 9]
    assert np.isclose((body.axes[2] @ POLYHEDRA[8].normals.T).max(), 1, atol=1e-4)


def test_normals_come_in_opposite_pairs() -> None:
    for normals in (CUBE_NORMALS, *(solid.normals for solid in POLYHEDRA.values() if solid.paired)):
        assert np.allclose(normals[::2], -normals[1::2])
        assert np.allclose(np.linalg.norm(normals, axis=1), 1)
