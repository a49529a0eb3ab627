"""The network that estimates the normals of the top faces of dice, on dice outside its training."""

import numpy as np
import pytest

from training.dice.photo import develop
from training.dice.random_scenes import random_scene
from training.dice.scenes import HELD_OUT, label_of_seen
from training.renderer.lighting import uneven_light
from vision.dice.crops import CROP_PIXELS, CROP_SCALE, cut
from vision.dice.normals import find_normals

MAX_MEDIAN_ERROR = 0.12
"""Largest median error allowed, as the sine of an angle (about seven degrees)."""


@pytest.mark.parametrize("sides", [6, 8])
def test_normals_are_near_the_truth_of_scenes_never_learnt_from(sides: int) -> None:
    errors, far = [], []
    for seed in range(HELD_OUT + 500, HELD_OUT + 505):
        made = random_scene(seed, sides=sides, kind="leaning")
        rng = np.random.default_rng(seed)
        photo = develop(made.picture.image * uneven_light((640, 480), rng, 0.2), rng)
        labels = [label_of_seen(seen, made.placed[seen.index], made.view) for seen in made.picture.seen]
        shown = [row for row in labels if row["value"] and row["visible"] > 0.9 and min(row["box"][2:]) > 24]
        crops = []
        for row in shown:
            x, y, w, h = row["box"]
            crops.append(cut(photo, (x + w / 2, y + h / 2), CROP_SCALE * max(w, h), CROP_PIXELS))
        for row, normal in zip(shown, find_normals(crops), strict=True):
            errors.append(float(np.hypot(*np.subtract(normal[:2], row["normal"]))))
            far.append(errors[-1] > 5 * normal.spread)
    assert len(errors) > 15
    assert np.median(errors) < MAX_MEDIAN_ERROR
    assert np.mean(far) < 0.1, "it says how far off it may be"
