"""In a computed equilibrium, no player gains by deviating alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from companion.advisor.equilibrium import solve_joint_game, solve_matrix_game

PAYOFFS = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=5),
    elements=st.integers(-4, 4).map(float),
)


def test_a_game_of_three_signs_is_played_by_chance() -> None:
    x, y = solve_matrix_game(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert x == pytest.approx([1 / 3] * 3)
    assert y == pytest.approx([1 / 3] * 3)


@given(PAYOFFS)
def test_deviating_alone_gains_nothing_in_a_matrix_game(payoffs: np.ndarray) -> None:
    x, y = solve_matrix_game(payoffs)
    value = x @ payoffs @ y
    assert x.sum() == pytest.approx(1) and y.sum() == pytest.approx(1)
    assert x.min() > -1e-6 and y.min() > -1e-6
    assert (payoffs @ y).max() <= value + 1e-6
    assert (x @ payoffs).min() >= value - 1e-6


def test_three_players_settle_on_the_likelier_of_two_equilibria() -> None:
    # Everyone wins if all choose alike; twice as much, or once, by what they choose.
    payoff = np.zeros((2, 2, 2))
    payoff[0, 0, 0], payoff[1, 1, 1] = 2.0, 1.0
    for likely in (0, 1):
        expected = [np.array([0.9, 0.1][:: 1 - 2 * likely])] * 3
        weights = solve_joint_game([payoff] * 3, expected)
        assert [int(w.argmax()) for w in weights] == [likely] * 3
        assert all(w.max() == 1 for w in weights)


def test_three_players_without_a_sure_equilibrium_come_close_to_one() -> None:
    # The first two play pennies against each other, the third looks on.
    pennies = np.array([[1.0, -1], [-1, 1]])[:, :, None]
    weights = solve_joint_game([pennies, -pennies, np.zeros((2, 2, 1))], [np.ones(2) / 2] * 2 + [np.ones(1)])
    assert weights[0] == pytest.approx([0.5, 0.5], abs=0.05)
    assert weights[1] == pytest.approx([0.5, 0.5], abs=0.05)
