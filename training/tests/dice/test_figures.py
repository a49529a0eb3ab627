"""Statistics of readings: exact confidence intervals, wrong rolls, and the certainty of readings."""

from dataclasses import replace
from math import comb, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.dice import figures
from training.dice.readings import LabelledDie
from training.tests.dice.results import answer, die, roll


@given(st.integers(1, 60), st.data())
def test_the_interval_is_the_exact_one(of: int, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, of))
    low, high = figures.interval(wrong, of)

    def at_most(k: int, p: float) -> float:
        return sum(comb(of, i) * p**i * (1 - p) ** (of - i) for i in range(k + 1))

    assert low <= wrong / of <= high
    if wrong < of:
        assert at_most(wrong, high) == pytest.approx(0.025, abs=1e-6)
    if wrong:
        assert 1 - at_most(wrong - 1, low) == pytest.approx(0.025, abs=1e-6)


def test_no_fault_among_three_thousand_shows_one_in_a_thousand() -> None:
    assert figures.interval(0, 3000)[1] < 0.00123


def test_a_missed_die_is_a_wrong_one() -> None:
    assert not figures.is_wrong(roll([die(3, answer("red", 3))]))
    assert figures.is_wrong(roll([die(3, None)]))
    assert figures.is_wrong(roll([die(3, answer("red", 4))]))
    assert figures.is_wrong(roll([die(3, answer("blue", 3))]))
    assert figures.is_wrong(roll([die(3, answer("red", 3, sides=8))]))


def test_a_guest_is_no_fault_and_a_covered_top_makes_a_roll_unclear() -> None:
    guest = LabelledDie("other", 4, 6, 1.0, (0.0, 0.0, 30.0, 30.0), None)
    assert not figures.is_wrong(roll([die(3, answer("red", 3)), guest]))
    assert figures.are_tops_visible(roll([die(3, None), guest]))
    assert not figures.are_tops_visible(roll([die(3, None, top=0.7)]))


def test_a_die_read_beside_labelled_ones_is_no_fault_of_a_photo_but_one_read_where_none_is() -> None:
    read = (answer("red", 3),)
    photo = replace(roll([die(3, answer("red", 3))]), any_dice=True, extra=read)
    assert not figures.is_wrong(photo) and figures.is_wrong(replace(photo, any_dice=False))
    assert figures.is_wrong(replace(photo, dice=())) and not figures.is_wrong(
        replace(photo, dice=(), extra=())
    )


@given(st.lists(st.tuples(st.integers(0, 1000), st.booleans()), max_size=30, unique_by=lambda pair: pair[0]))
def test_rolls_count_as_right_until_a_surer_one_is_wrong(pairs: list[tuple[int, bool]]) -> None:
    some = [roll([die(3, answer("red", 4 if fault else 3, p / 1000))]) for p, fault in pairs]
    surest_fault = max((p for p, fault in pairs if fault), default=-1)
    assert figures.right_before_wrong(some) == sum(p > surest_fault for p, _ in pairs)


def test_the_cross_entropy_is_of_the_value_that_the_label_names() -> None:
    right, wrong = die(3, answer("red", 3, 0.9)), die(3, answer("red", 4, 0.9))
    assert figures.value_cross_entropy([roll([right])]) == pytest.approx(-log(0.9))
    assert figures.value_cross_entropy([roll([right, wrong])]) == pytest.approx(-(log(0.9) + log(0.02)) / 2)
    not_counted = [die(3, None), die(3, answer("red", 4, 0.9), top=0.5), die(3, answer("red", 3, sides=8))]
    assert figures.value_cross_entropy([roll([right, *not_counted])]) == pytest.approx(-log(0.9))
    assert figures.value_cross_entropy([]) == 0
    sure_and_wrong = die(3, answer("red", 4, 1.0))
    assert figures.value_cross_entropy([roll([sure_and_wrong])]) == pytest.approx(-log(0.001))
