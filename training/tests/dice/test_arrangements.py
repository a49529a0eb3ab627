"""Kinds of training scenes with hard arrangements of dice: rows, heaps, and a single large die."""

import numpy as np
import pytest

from training.dice import arrangements
from training.dice.random_scenes import random_scene
from vision.geometry import gaps

SIZE = (320, 240)


@pytest.mark.parametrize("kind", ["row", "heap"])
@pytest.mark.parametrize("sides", [6, 8])
def test_dice_of_a_row_or_heap_lie_against_each_other_under_a_low_camera(
    kind: arrangements.SceneKind, sides: int
) -> None:
    seen = 0
    for seed in range(3):
        made = random_scene(seed, SIZE, sides, kind=kind)
        centres = np.array([one.body.centre for one in made.placed])
        apart = np.linalg.norm(centres[:, None] - centres[None], axis=-1) + 9 * np.eye(len(centres))
        assert apart.min(0).max() < 1.45 and apart.min() > 0.95
        boxes = np.array([one.box for one in made.picture.seen], np.float64).reshape(-1, 4)
        seen += int((gaps(boxes) + 99 * np.eye(len(boxes))).min() < 4) if len(boxes) > 1 else 0
    assert seen >= 2


def test_cubes_of_a_row_have_their_sides_along_it() -> None:
    made = random_scene(4, SIZE, kind="row").placed
    cubes = [one.body for one in made if one.body.style.sides == 6]
    first, *others = (float(np.arctan2(body.axes[1, 0], body.axes[0, 0])) for body in cubes)
    assert len(others) > 1
    for turn in others:
        quarter = (turn - first) % (np.pi / 2)
        assert min(quarter, np.pi / 2 - quarter) < 0.02


def test_one_large_die_fills_the_picture() -> None:
    widths = []
    for seed in range(4):
        (seen,) = random_scene(seed, SIZE, kind="large").picture.seen
        widths.append(max(seen.box[2:]))
    assert min(widths) > 0.25 * SIZE[0]


def test_a_heap_has_no_two_dice_in_one_place() -> None:
    spots = np.array(arrangements.heap(np.random.default_rng(1), 8))
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=-1) + 9 * np.eye(len(spots))
    assert len(spots) == 8 and apart.min() > 1
