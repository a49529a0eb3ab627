"""Cutting a roll's picture crops the leftmost die, covering it hides the lowest, and readings are counted."""

from pathlib import Path

import numpy as np

from training.dice.readings import load_labels
from training.evaluation.views import covered, cut, measure
from vision.frames.image import load

ROLLS = Path(__file__).parents[3] / "fixtures" / "evaluation"


def test_the_leftmost_die_is_cut_and_the_lowest_covered() -> None:
    row = load_labels(ROLLS)[0]
    image = load(ROLLS / row["image"])
    x, _, width, _ = min((die["box"] for die in row["dice"]), key=lambda box: box[0])
    assert cut(image, row, 0.5).shape[1] == image.shape[1] - round(x + width / 2)
    x, y, width, height = max((die["box"] for die in row["dice"]), key=lambda box: box[1] + box[3])
    changed = (covered(image, row) != image).any(2)
    assert changed[round(y + 0.6 * height), round(x + width / 2)]
    assert not changed[: round(y), :].any(), "a finger comes from below"


def test_a_roll_is_complete_however_it_is_turned_and_not_when_a_die_is_cut() -> None:
    counts = measure(ROLLS, 1)
    assert counts["upright", "complete"] == counts["turned by 180°", "complete"] == 1
    assert counts["cut, 65% of a die outside", "complete"] == 0
    assert sum(number for (_, what), number in counts.items() if what == "wrong") == 0
    assert np.isclose(counts["upright", "rolls"], 1)
