"""A camera above the table maps points of the table to pixels, and pixels back to these points."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from training.renderer.camera import Camera


@settings(max_examples=40, deadline=None)
@given(st.floats(35, 89), st.floats(25, 50), st.floats(100, 540), st.floats(150, 400))
def test_a_pixel_of_the_table_projects_back(elevation: float, field: float, x: float, y: float) -> None:
    view = Camera.above_table((640, 480), 50, elevation, field, 3.0)
    spot = view.on_table(x, y)
    assert spot is not None
    assert np.allclose(view.project(spot[None])[0], (x, y), atol=0.1)


def test_above_the_horizon_lies_no_table() -> None:
    assert Camera.above_table((640, 480), 50, 10, 60).on_table(320, 0) is None


def test_a_die_in_the_middle_is_as_wide_as_asked_for() -> None:
    view = Camera.above_table((640, 480), 50, 70, 40)
    left, right = view.project(np.array([[-0.5, 0, 0], [0.5, 0, 0]], np.float32))
    assert np.isclose(np.hypot(*(right - left)), 50, rtol=0.01)
