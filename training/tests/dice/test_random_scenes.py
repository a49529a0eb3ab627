"""The labels of random scenes agree with the pictures."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.dice.random_scenes import HUES, body_colour, random_scene
from vision.reading import Colour


@pytest.mark.parametrize("seed", range(6))
def test_labels_agree_with_the_picture(seed: int) -> None:
    made = random_scene(seed, (320, 240))
    owner = made.picture.owner
    for seen in made.picture.seen:
        rows, cols = np.nonzero(owner == seen.index)
        x, y, w, h = seen.box
        assert (x, y, x + w, y + h) == (cols.min(), rows.min(), cols.max() + 1, rows.max() + 1)
        assert 0 < seen.visible <= 1.001
        assert 0 <= seen.top <= 1.001
        placed = made.placed[seen.index]
        assert placed.body is seen.body
        assert placed.value == seen.body.faces[seen.body.top()]
    assert np.isfinite(made.picture.image).all()
    assert not made.picture.top[owner < 0].any()


@given(st.integers(0, 10**9), st.sampled_from([colour for colour in get_args(Colour) if colour in HUES]))
def test_colours_have_their_hue(seed: int, name: Colour) -> None:
    paint = body_colour(np.random.default_rng(seed), name)
    strongest = {"red": [2], "yellow": [2, 1], "green": [1], "blue": [0]}[name]
    assert int(np.argmax(paint)) in strongest


@pytest.mark.parametrize("seed", range(4))
def test_strangers_are_dice_without_a_value_and_the_rest_is_as_it_was(seed: int) -> None:
    strange = random_scene(seed, (160, 120), strangers=1.0).placed
    assert {(one.value, one.colour) for one in strange} <= {(0, "")}
    assert {one.sides for one in strange} <= {4, 10, 12, 20}
    ours = random_scene(seed, (160, 120)).placed
    assert {one.sides for one in ours} <= {0, 6}
    assert [one.sides == 0 for one in ours] == [one.value == 0 for one in ours]


def test_on_a_table_covered_with_sheets_many_dice_have_the_colour_of_what_they_lie_on() -> None:
    hidden = count = 0
    for seed in range(3):
        made = random_scene(seed, (160, 120), sides=8, kind="covered")
        assert np.isfinite(made.picture.image).all()
        for seen in made.picture.seen:
            placed = made.placed[seen.index]
            if placed.value:
                count += 1
                hidden += placed.colour in ("white", "red", "yellow", "green", "blue")
    assert count and hidden > count / 2
