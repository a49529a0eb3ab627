"""A computer player takes the best move, or errs as often as its level says."""

import random

import pytest

from companion.advisor import advise
from companion.advisor.computer import ERRORS, LEVELS, computer_choice
from companion.rules import PASS, Game, Roll
from companion.rules.house import Level
from tests.companion.moment import game_of

GAME = Game("classic", "classic", ("Ann", "Ben"))
POSITION = GAME.roll(GAME.start(), Roll.parse("w4 w1 r3 y2 g6 b5"))


def test_the_best_level_takes_the_best_move() -> None:
    best = advise(GAME, POSITION, ["Ben"])[0].best
    for seed in range(20):
        assert computer_choice(GAME, POSITION, "Ben", "best", random.Random(seed)) == best


@pytest.mark.parametrize("level", ["gentle", "good"])
def test_the_others_err_as_often_as_they_are_said_to(level: Level) -> None:
    best, next_best = advise(GAME, POSITION, ["Ben"])[0].options[:2]
    chance = random.Random(3)
    taken = [computer_choice(GAME, POSITION, "Ben", level, chance) for _ in range(600)]
    assert set(taken) == {best, next_best}
    share = taken.count(next_best) / len(taken)
    assert abs(share - ERRORS[level]) < 4 * (ERRORS[level] * (1 - ERRORS[level]) / len(taken)) ** 0.5


def test_the_levels_stand_from_the_weakest_to_the_best() -> None:
    assert [ERRORS[level] for level in LEVELS] == sorted(ERRORS.values(), reverse=True)
    assert LEVELS[-1] == "best" and ERRORS["best"] == 0


def test_it_holds_no_cards() -> None:
    game = game_of("cards", players=("Ann", "Ben"))
    number = game.roll(game.start(), 5)
    assert computer_choice(game, number, "Ben", "best", random.Random(1)).win is not None
    for player in game.players:
        number = game.decide(number, player, PASS)
    with pytest.raises(ValueError, match="no move for Ann"):
        computer_choice(game, number, "Ann", "best", random.Random(1))


def test_a_decided_player_does_not_decide_again() -> None:
    decided = GAME.decide(POSITION, "Ben", advise(GAME, POSITION, ["Ben"])[0].best.move)
    with pytest.raises(ValueError, match="no move for Ben"):
        computer_choice(GAME, decided, "Ben", "best", random.Random(1))
