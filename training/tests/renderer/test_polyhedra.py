"""Polyhedra of dice that are not cubes: their faces and corners, how they lie, and how rays hit them."""

from dataclasses import replace

import numpy as np
import pytest

from training.renderer.colours import linear
from training.renderer.dice import Style, lying
from training.renderer.lighting import Surroundings
from training.renderer.polyhedra import POLYHEDRA
from training.renderer.tracing import trace

CORNERS = {4: (4, 3), 8: (6, 3), 10: (12, 4), 12: (20, 5), 20: (12, 3)}
"""By number of faces: the number of corners of the solid, and of each face."""
STYLE = Style(linear((40, 40, 200)), linear((250, 250, 250)), rounding=0.03)
GREY = np.full(3, 0.5, np.float32)
DARK = Surroundings(GREY, GREY, GREY, ())


@pytest.mark.parametrize("sides", POLYHEDRA)
def test_a_solid_has_its_faces_and_corners(sides: int) -> None:
    solid = POLYHEDRA[sides]
    corners, of_each_face = CORNERS[sides]
    assert len(solid.normals) == sides and len(solid.corners) == corners
    on_face = np.isclose(solid.corners @ solid.normals.T, solid.inradius, atol=1e-4)
    assert (on_face.sum(0) == of_each_face).all()


@pytest.mark.parametrize("sides", [sides for sides in POLYHEDRA if sides != 8])
@pytest.mark.parametrize("seed", range(4))
def test_a_stranger_lies_on_a_face(sides: int, seed: int) -> None:
    body = lying(np.random.default_rng(seed), replace(STYLE, sides=sides), 1, 2.0, 3.0)
    heights = (POLYHEDRA[sides].corners @ body.axes.T * body.half + body.centre)[:, 2]
    assert heights.min() == pytest.approx(0, abs=1e-4)
    assert np.isclose(heights, 0, atol=1e-3).sum() == CORNERS[sides][1]
    assert sorted(body.faces) == list(range(1, sides + 1))


@pytest.mark.parametrize("sides", POLYHEDRA)
def test_rays_meet_the_faces_where_they_lie(sides: int) -> None:
    """A ray along the normal of a face hits this face in its middle, at the inradius from the centre."""
    body = lying(np.random.default_rng(1), replace(STYLE, sides=sides), 1, 0, 0, edge=2.0)
    body = replace(body, faces=(0,) * sides)
    solid = POLYHEDRA[sides]
    for index, normal in enumerate(solid.normals):
        away = (body.axes @ normal).astype(np.float32)
        seen = trace(body, body.centre + away * 5, -away[None], DARK, 0.01)
        assert seen.hit.all() and seen.face.tolist() == [index]
        # rounded edges draw the faces in a little
        assert seen.depth[0] == pytest.approx(5 - solid.inradius, abs=0.03)
