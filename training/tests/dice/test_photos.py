"""Readings of photos of real dice that were not used in training."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from training.dice.dataset import held_out_photos
from vision import read
from vision.frames.image import load

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"


@pytest.mark.photos
@pytest.mark.skipif(
    not PHOTOS.exists(), reason="the real photos are not beside this checkout (../shared/photos)"
)
@pytest.mark.parametrize(("name", "values", "colours"), [("tray", 0.9, 0.95), ("webcam", 0.9, 0.95)])
def test_real_photos_that_training_never_saw(
    name: str,
    values: float,
    colours: float,
    right: Callable[[str, int], tuple[float, float]],
    full_counts: bool,
) -> None:
    share, hue = right(name, 40 if full_counts else 10)
    assert share >= values
    assert hue >= colours


@pytest.fixture
def right() -> Callable[[str, int], tuple[float, float]]:
    """Return a function that reads the first N held-out photos of a set, given its name and N.

    The function returns the share of dice with the right value, and the share with the right colour.
    """

    def count(name: str, most: int) -> tuple[float, float]:
        rows = [
            json.loads(line) for line in (PHOTOS / "labels.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        held = {item.path for item in held_out_photos(PHOTOS)[name]}
        total = good = coloured = hues = 0
        for row in [r for r in rows if PHOTOS / r["image"] in held][:most]:
            dice = list(read(load(PHOTOS / row["image"]), any_dice=True).dice)
            for label in row["dice"]:
                x, y, w, h = label["box"]
                near = [d for d in dice if _inside((x + w / 2, y + h / 2), d.box)]
                total += 1
                scored = label["colour"] is not None and not label.get("doubtful_colour")
                coloured += scored
                if near:
                    dice.remove(near[0])
                    good += near[0].value == label["value"]
                    hues += scored and near[0].colour == label["colour"]
        return good / total, hues / max(1, coloured)

    return count


def _inside(point: tuple[float, float], box: tuple[int, int, int, int]) -> bool:
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]
