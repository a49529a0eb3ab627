"""The camera of the second renderer: points of the table and pixels are mapped to each other."""

import numpy as np
import pytest

from training.evaluation.rolls import random_view


def test_a_pixel_shows_the_point_that_is_projected_onto_it() -> None:
    view = random_view(np.random.default_rng(3), 6, 16.0)
    point = view.on_table((123.0, 321.0), 8.0)
    assert point[2] == pytest.approx(8.0)
    assert np.allclose(view.project(point[None]), [[123.0, 321.0]])
