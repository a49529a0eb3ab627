"""The same dice pushed about are one throw; other faces or places are another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.watched import EDGE, FIRST, Lying, die
from vision.reading import Die
from vision.throws import thrown


def dice_of(lying: Sequence[Lying]) -> list[Die]:
    return [die(*each) for each in lying]


@given(
    st.floats(-np.pi, np.pi),
    st.integers(-60, 60),
    st.integers(-60, 60),
    st.permutations(range(6)),
)
def test_turned_and_pushed_dice_are_the_same_throw(angle: float, dx: int, dy: int, order: list[int]) -> None:
    turn = complex(np.cos(angle), np.sin(angle))
    places = [turn * complex(x - 320, y - 200) for _, _, x, y in FIRST]
    after = [
        (c, v, round(320 + dx + place.real), round(200 + dy + place.imag))
        for (c, v, _, _), place in zip(FIRST, places, strict=True)
    ]
    assert not thrown(dice_of(FIRST), [dice_of(after)[i] for i in order])


@pytest.mark.parametrize("factor", [0.6, 1.5])
def test_the_same_faces_nearer_or_farther_apart_are_another_throw(factor: float) -> None:
    after = [(c, v, round(320 + factor * (x - 320)), round(200 + factor * (y - 200))) for c, v, x, y in FIRST]
    assert thrown(dice_of(FIRST), dice_of(after))


def test_the_same_faces_of_which_one_lies_elsewhere_are_another_throw() -> None:
    """All have moved, five of them together: nobody pushes dice like that."""
    after = [(c, v, x + 60, y + 30) for c, v, x, y in FIRST]
    assert not thrown(dice_of(FIRST), dice_of(after))
    colour, value, x, y = after[2]
    after[2] = (colour, value, x - 4 * EDGE, y + 3 * EDGE)
    assert thrown(dice_of(FIRST), dice_of(after))


@given(st.integers(0, 5), st.integers(1, 6))
def test_any_face_that_changed_is_another_throw(which: int, value: int) -> None:
    after = list(FIRST)
    colour, old, x, y = after[which]
    after[which] = (colour, value, x, y)
    assert thrown(dice_of(FIRST), dice_of(after)) == (value != old)
