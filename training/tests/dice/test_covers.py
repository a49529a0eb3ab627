"""Hands, rims and the picture's border hide parts of dice. Labels give the share that is still visible."""

import numpy as np
import pytest

from training.dice.covers import cover
from training.dice.random_scenes import random_scene


@pytest.mark.parametrize("seed", range(6))
def test_cover_leaves_no_more_of_a_die_than_there_was(seed: int) -> None:
    before = random_scene(seed, (320, 240), kind="row").picture
    after = cover(before, np.random.default_rng(seed), 40.0)
    was = {one.index: one for one in before.seen}
    height, width = after.owner.shape
    for one in after.seen:
        assert one.visible <= was[one.index].visible + 1e-9 and one.top <= was[one.index].top + 1e-9
        x, y, w, h = one.box
        assert min(x, y) >= 0 and x + w <= width and y + h <= height
        assert (after.owner[y : y + h, x : x + w] == one.index).any()


def test_covers_hide_something() -> None:
    scenes = [random_scene(seed, (320, 240), kind="row").picture for seed in range(8)]
    covered = [cover(scene, np.random.default_rng(seed), 40.0) for seed, scene in enumerate(scenes)]
    left = sum(one.visible for scene in covered for one in scene.seen)
    assert left < 0.95 * sum(one.visible for scene in scenes for one in scene.seen)


def test_pale_scenes_show_mostly_white_dice() -> None:
    made = [random_scene(seed, (320, 240), kind="pale") for seed in range(4)]
    colours = [placed.colour for scene in made for placed in scene.placed]
    assert colours.count("white") > len(colours) / 3
