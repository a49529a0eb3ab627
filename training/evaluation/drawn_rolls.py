"""Measures rolls of six dice by the renderer that training uses, with seeds that training never uses.

`python -m training.evaluation.drawn_rolls 100` draws 100, reads them, and counts the right ones.
"""

import sys

import numpy as np

from training.dice.fixtures import SET, RollPhoto
from training.dice.scenes import HELD_OUT
from training.dice.tabletops import CLUTTER, MATERIALS
from vision import read


def measure(count: int) -> str:
    """Number of rolls that are read as complete, and of wrong ones among these. Places, light, tables and
    dice are random."""
    complete = wrong = 0
    for seed in range(HELD_OUT, HELD_OUT + count):
        rng = np.random.default_rng(seed)
        dice = [(colour, int(v)) for colour, v in zip(SET, rng.integers(1, 7, 6), strict=True)]
        clutter = tuple(str(kind) for kind in rng.choice(tuple(CLUTTER), int(rng.integers(0, 3))))
        edge, elevation = float(np.exp(rng.uniform(np.log(24), np.log(75)))), float(rng.uniform(45, 90))
        material = tuple(MATERIALS)[int(rng.integers(len(MATERIALS)))]
        photo, _ = RollPhoto(dice, edge, elevation, material, clutter).draw(seed)
        reading = read(photo)
        if reading.status == "complete":
            complete += 1
            wrong += sorted((d.colour, d.value) for d in reading.dice) != sorted(dice)
    return f"{count} rolls of six: {complete} complete, {wrong} of these wrong"


if __name__ == "__main__":
    print(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
