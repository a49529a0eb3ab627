"""The dice of compiled games, which are fair and can be repeated."""

import numpy as np
import pytest

from training.advice.dice_stream import begin_stream, throw


def thrown(seed: int, number: int, throws: int, sides: int = 6) -> list[list[int]]:
    state, dice, rolls = np.zeros(1, np.int64), np.zeros(6, np.int64), []
    begin_stream(state, seed, number)
    for _ in range(throws):
        throw(state, sides, dice)
        rolls.append(dice.tolist())
    return rolls


@pytest.mark.parametrize(("sides", "most"), [(6, 20.5), (8, 24.3)])  # chi square at 0.001
def test_dice_are_fair(sides: int, most: float) -> None:
    values = np.array([thrown(3, game, 40, sides) for game in range(50)])
    assert values.min() == 1 and values.max() == sides
    for die in range(6):
        expected = 2000 / sides
        counts = np.bincount(values[..., die].ravel(), minlength=sides + 1)[1:]
        assert ((counts - expected) ** 2 / expected).sum() < most + 6, die


def test_a_game_has_dice_of_its_own() -> None:
    assert thrown(3, 4, 20) == thrown(3, 4, 20)
    assert thrown(3, 4, 20) != thrown(3, 5, 20) != thrown(4, 5, 20)
