"""A die counts as leaning if its top face is unusual and it is near another die."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.leaning import APART, MIN_OTHERS, REACH, Tops, leans

SIZE = (640, 480)
SIDE = 40.0
LEANING = 2
"""Index of the die whose top differs from the others' tops in shape and direction."""


def row(gap: float, count: int = 6, left: float = 60.0) -> Tops:
    """Return the tops of `count` dice in a row from x = `left` in pixels; the top of die LEANING is tilted.

    `gap`: the gap between die LEANING and the next die, as a multiple of a die's side.
    """
    at = left + 90.0 * np.arange(count)
    at[LEANING + 1 :] += (1 + gap) * SIDE - 90.0
    boxes = np.stack([at, np.full(count, 200.0), np.full(count, SIDE), np.full(count, SIDE)], 1)
    normals = np.tile([0.0, -0.5], (count, 1))
    normals[LEANING] = 0.35, -0.4
    spreads, skews = np.tile([0.19, 0.16], (count, 1)), np.zeros(count)
    spreads[LEANING], skews[LEANING] = (0.16, 0.17), 0.3
    return Tops(boxes, normals, np.full(count, 0.05), spreads, skews)


@pytest.mark.parametrize("gap", [0.0, 0.9 * REACH])
def test_a_die_leans_only_against_something(gap: float) -> None:
    beside, alone = (leans(row(distance), SIZE)[LEANING] for distance in (gap, REACH + 0.1))
    assert beside - alone == pytest.approx(APART, abs=0.3)
    assert alone > 0, "a top that differs very much counts even so"


def test_a_die_at_the_border_is_not_judged() -> None:
    cut = row(0.1, left=60.0 - 2 * 90 - 60)
    assert cut.boxes[LEANING, 0] <= 0
    assert leans(cut, SIZE)[LEANING] == -np.inf
    whole = row(0.1)
    boxes = whole.boxes.copy()
    boxes[:2, 1] = 0.0  # these do not tell either
    assert leans(replace(whole, boxes=boxes), SIZE)[LEANING] > 3
    boxes[3:5, 1] = 0.0
    assert np.isneginf(leans(replace(whole, boxes=boxes), SIZE)).all(), "one die is left to tell"


def test_few_dice_do_not_tell() -> None:
    assert leans(row(0.1, MIN_OTHERS + 1), SIZE)[LEANING] > 2
    assert np.isneginf(leans(row(0.1, MIN_OTHERS), SIZE)).all()
    nothing = Tops(np.zeros((0, 4)), np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)), np.zeros(0))
    assert leans(nothing, SIZE).shape == (0,)
