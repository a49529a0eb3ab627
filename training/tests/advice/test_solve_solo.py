"""The solver of the one-player game, compared with the rules, and games played with its solution."""

import numpy as np
import pytest

from companion.advisor.row_states import CLOSED, row_numbers, row_state
from companion.rules import Sheet
from tests.companion.advisor.solo_by_rules import GAME, worked_out
from training.advice.solve_solo import Solver, play, row_steps


def test_the_solver_agrees_with_the_rules_to_the_last_digit() -> None:
    # Only yellow 12 can be marked, and that ends the game: nothing that is not yet solved is looked up.
    sheet = Sheet.parse("a2 a3 a4 a5 a6 a12 / b2 b3 b4 b5 b6 b7 b11 / c3 / d3 misses 3", GAME.pad)
    a, b, c, d = (row_state(bits) for bits in sheet.rows)
    values = Solver()._layer(np.array([a * 57 + b]), np.array([c * 57 + d]))
    assert values[0, 3] == pytest.approx(worked_out(sheet, 0b1, 0b1), abs=1e-5)


def test_games_played_by_it_come_near_the_optimum() -> None:
    assert 111 < play(500, seed=3).mean() < 120  # the standard error is 1.2


@pytest.mark.long
def test_twenty_thousand_games_alone_average_at_least_99_per_cent_of_the_optimum() -> None:
    assert play(20_000, seed=5).mean() >= 114.3


def test_a_lock_takes_five_crosses_and_gives_their_points() -> None:
    states = row_numbers()[:56]
    step, gain = row_steps()
    lock = states.index((5, 5))
    assert (step[lock, 10], gain[lock, 10]) == (CLOSED, 13)
    assert gain[states.index((5, 4)), 10] < 0, "four crosses do not suffice"
