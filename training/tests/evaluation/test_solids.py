"""Meshes of dice are closed and of the right size, and their numerals are upright."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.evaluation import solids


def test_a_cube_is_as_large_as_its_edge_and_closed() -> None:
    mesh = solids.cube(16, 0.2, 1.74, [np.zeros((0, 2))] * 6, 0.18, 0.1)
    assert np.allclose(mesh.points.max(0), 8) and np.allclose(mesh.points.min(0), -8)
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    volume = float((np.cross(a, b) * c).sum() / 6)
    assert 0.85 * 16**3 < volume < 16**3  # every triangle looks outwards: the parts add up


def test_dents_lie_below_the_face_where_the_pips_are() -> None:
    dents = [np.array([[0.5, 0.0]]), *[np.zeros((0, 2))] * 5]
    mesh = solids.cube(2, 0.1, 1.74, dents, 0.2, 0.1)
    right, _ = solids.frame(np.array([0.0, 0.0, 1.0]))
    pip = mesh.points[np.hypot(*(mesh.points[:, :2] - 0.5 * right[:2]).T) < 0.03]
    assert pip[pip[:, 2] > 0][:, 2].max() < 0.92


def test_an_octahedron_has_eight_flat_faces_at_its_inradius() -> None:
    mesh = solids.octahedron(18, 0.1, [2] * 8)
    for face, octant in enumerate(solids.OCTANTS):
        normal = np.array(octant) / np.sqrt(3)
        points = mesh.points[np.unique(mesh.triangles[mesh.faces == face])]
        assert float((points @ normal).max()) == pytest.approx(18 / np.sqrt(6), rel=1e-6)
    a, b, c = (mesh.points[mesh.triangles[:, i]] for i in range(3))
    assert float((np.cross(a, b) * c).sum() / 6) > 0.8 * 18**3 * np.sqrt(2) / 3


@given(st.integers(0, 7), st.integers(0, 2))
def test_numerals_stand_upright_seen_from_outside(face: int, corner: int) -> None:
    normal = np.array(solids.OCTANTS[face]) / np.sqrt(3)
    right, up = solids.corner_frame(normal, corner)
    assert np.allclose(np.cross(right, up), normal)  # else digits would be mirrored
