"""Dice with other faces or in other positions are a new throw; dice that were only pushed are not."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.rolls.watched import EDGE, FIRST, PlacedDie, die
from vision.reading import Die
from vision.rolls.throws import thrown


def dice_of(lying: Sequence[PlacedDie]) -> list[Die]:
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


def test_one_die_moved_differently_makes_another_throw() -> None:
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


def test_the_first_dice_on_a_table_are_a_throw_and_none_are_none() -> None:
    assert thrown([], dice_of(FIRST))
    assert not thrown(dice_of(FIRST), [])
    assert not thrown([], [])


def moved(count: int, by: float = 1.0) -> list[Die]:
    """Return FIRST with this many dice moved by `by` widths, each in another direction."""
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 0), (0, 1)]
    return dice_of(
        [
            (c, v, x + round(by * EDGE * dx * (i < count)), y + round(by * EDGE * dy * (i < count)))
            for i, ((c, v, x, y), (dx, dy)) in enumerate(zip(FIRST, ways, strict=True))
        ]
    )


@pytest.mark.parametrize(("count", "again"), [(0, False), (3, False), (4, True), (6, True)])
def test_up_to_half_of_the_dice_may_be_nudged(count: int, again: bool) -> None:
    assert thrown(dice_of(FIRST), moved(count, 2.0)) == again


def test_lifted_dice_were_thrown_unless_they_lie_as_before() -> None:
    """Check that dice that were out of sight are not a new throw if they are at their old positions."""
    assert thrown(dice_of(FIRST), moved(1, 2.0), lifted=True)
    assert not thrown(dice_of(FIRST), dice_of(FIRST), lifted=True)


def test_resting_dice_are_no_throw_while_others_are_lifted() -> None:
    assert not thrown(dice_of(FIRST), dice_of(FIRST[:4]))
    assert not thrown(dice_of(FIRST), dice_of(FIRST[2:3]), lifted=True)
    assert thrown(dice_of(FIRST), dice_of([*FIRST[:3], ("yellow", 5, 360, 280)]))


def test_one_place_holds_one_die() -> None:
    two = [("white", 3, 100, 100), ("white", 3, 300, 300)]
    near = [("white", 3, 100, 100), ("white", 3, 108, 100)]
    assert thrown(dice_of(two), dice_of(near), lifted=True)


def test_two_dice_alike_are_paired_so_that_they_moved_least() -> None:
    pair = [("white", 2, 100, 90), ("white", 2, 400, 300), *FIRST[2:]]
    pushed = [("white", 2, 430, 300), ("white", 2, 130, 90), *((c, v, x + 30, y) for c, v, x, y in FIRST[2:])]
    assert not thrown(dice_of(pair), dice_of(pushed))


def test_two_dice_cannot_show_that_they_moved_together() -> None:
    shift = [(c, v, x + 2 * EDGE, y + EDGE) for c, v, x, y in FIRST]
    assert not thrown(dice_of(FIRST[:3]), dice_of(shift[:3]))
    assert thrown(dice_of(FIRST[:2]), dice_of(shift[:2]))
