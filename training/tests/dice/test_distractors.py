"""Solid objects that are not dice: their shadows, and the positions that are returned for them."""

from collections.abc import Callable

import numpy as np
import pytest

from training.dice.distractors import (
    Prism,
    Square,
    draw_prisms,
    keyboard,
    loose_pieces,
    rounded_rectangle,
    stacks_of_coins,
)


def test_objects_on_a_table_throw_a_shadow_and_rise_up_the_picture() -> None:
    canvas = np.full((300, 300, 3), 0.8, np.float32)
    base = rounded_rectangle(60, 60, 0.1, 0.0, np.array([150.0, 180.0]))
    tone = np.array([0.2, 0.5, 0.6], np.float32)
    draw_prisms(canvas, [Prism(base, 1.0, 40.0, tone)], np.random.default_rng(4))
    assert np.allclose(canvas[140, 150], tone, atol=1e-3), "the top, lifted by 40 pixels"
    wall = canvas[200, 150]
    assert wall.max() < 0.6 and wall[0] / wall[2] == pytest.approx(1 / 3, abs=0.02), "the wall that faces us"
    around = canvas.copy()
    around[100:225, 110:190] = 0.8
    assert around.min() < 0.75, "its shadow"
    assert np.allclose(canvas[5, 5], 0.8, atol=0.02)


@pytest.mark.parametrize("thing", [keyboard, loose_pieces, stacks_of_coins])
def test_solid_things_lie_where_they_are_said_to(thing: Callable[..., list[Square]]) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        canvas = np.full((1024, 1024, 3), 0.5, np.float32)
        spots = thing(canvas, rng, 60.0)
        assert spots
        for x, y, wide in spots:
            assert 0 < x < 1024 and 0 < y < 1024 and 15 < wide < 400
            patch = canvas[
                max(0, int(y - wide / 2)) : int(y + wide / 2), max(0, int(x - wide / 2)) : int(x + wide / 2)
            ]
            assert patch.std() > 0.004
