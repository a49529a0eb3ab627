"""The Duel, compiled: the same marks and the same boards as the rules, and advice that rests on it."""

from __future__ import annotations

import random

import numpy as np

from companion.advisor.duel_value import (
    WIDTH,
    DuelValue,
    duel_value,
    evaluate_boards,
    features,
    leads,
    state_of,
)
from companion.advisor.evaluation import rests_on_outlook
from companion.advisor.ranking import advise
from companion.advisor.training.duel_engine import GREEDY_SKIP, MOST_ENDS, ends_of_turn, is_over, lead
from companion.advisor.training.learn_duel import Games, Learner, greedy, learned, match
from companion.rules import Game, Position, Roll

GAME = Game("duel", "", ("E", "M"))


def throw(chance: random.Random) -> list[int]:
    return [chance.randint(1, 6) for _ in range(6)]


def after_turn(position: Position, dice: list[int]) -> set[tuple[int, ...]]:
    """Every board to which the rules lead by the end of the turn, as its player sees it."""
    white, (red, yellow, green, blue) = (dice[0], dice[1]), dice[2:]
    rolled = GAME.roll(position, Roll(white, red, yellow, green, blue))
    found = set()
    for first in GAME.moves(rolled, rolled.active):
        middle = GAME.decide(rolled, rolled.active, first)
        if middle.phase != "colour":
            found.add(tuple(state_of(middle, position.seat)))
            continue
        for second in GAME.moves(middle, middle.active):
            found.add(tuple(state_of(GAME.decide(middle, middle.active, second), position.seat)))
    return found


def test_the_engine_leads_where_the_rules_lead(full_counts: bool) -> None:
    towers = locks = 0
    for seed in range(60 if full_counts else 6):
        chance, position = random.Random(seed), GAME.start()
        while position.end is None:
            dice, state = throw(chance), np.array(state_of(position, position.seat), np.int8)
            ends, skipped = np.empty((MOST_ENDS, WIDTH), np.int8), np.empty(MOST_ENDS, np.int64)
            count = ends_of_turn(state, np.array(dice), np.empty(WIDTH, np.int8), ends, skipped)
            assert {tuple(end) for end in ends[:count].tolist()} == after_turn(position, dice)
            seat, turn = position.seat, position.turn
            position = GAME.roll(position, Roll((dice[0], dice[1]), *dice[2:]))
            while position.turn == turn and position.end is None:
                moves = list(GAME.moves(position, position.active))
                position = GAME.decide(
                    position, position.active, min(moves[1:] or moves, key=lambda _: chance.random())
                )
            state = np.array(state_of(position, seat), np.int8)
            scores = [GAME.score(sheet).total for sheet in position.sheets]
            assert lead(state) == leads(state[None])[0] == scores[seat] - scores[1 - seat]
            assert is_over(state) == (position.end is not None)
            towers, locks = towers + bool(np.abs(state[:48]).max() > 1), locks + len(position.closed)
    assert towers and (locks or not full_counts)


def test_who_learnt_from_games_of_the_greedy_player_sees_who_leads() -> None:
    games, learner = Games(40, 1), Learner()
    games.play((greedy(GREEDY_SKIP), greedy(GREEDY_SKIP)), 0.2)
    learner.add(games, 1.0)
    ahead, behind = np.zeros((2, WIDTH), np.int8)
    ahead[:6], behind[:6] = 1, -1
    (win, lose), _ = learner.value()(np.stack([ahead, behind]))
    assert win > 0.6 and lose < 0.4


def test_a_match_is_even_between_equals_and_dice_are_shared() -> None:
    assert match(greedy(1.0), greedy(1.0), 20, 3) == (0.5, 0.0)


def test_the_player_who_learnt_chooses_by_the_value() -> None:
    ends = np.zeros((3, WIDTH), np.int8)
    ends[1, 0], ends[2, 0] = 1, -1
    value = DuelValue(np.zeros((2, features(ends).shape[1]), np.float32))
    assert learned(value)(ends, np.zeros(3, np.int64), np.array([3])).tolist() == [1]


def test_advice_for_the_duel_is_not_rough_and_takes_a_tower_for_what_it_is() -> None:
    assert not rests_on_outlook(GAME)
    position = GAME.roll(GAME.start(), Roll((1, 1), 6, 6, 6, 6))
    (advice,) = advise(GAME, position)
    assert advice.options is not None and not advice.is_rough
    assert str(advice.options[0].move) in ("a2", "b2"), "the first cell of a row skips nothing"
    assert str(advice.options[-1].move) in ("c2", "d2", "-")


def test_both_seats_see_the_same_chances() -> None:
    position = GAME.start()
    (win, lose), (ahead, behind) = evaluate_boards([position, position], [0, 1])
    assert abs(win + lose - 1) < 1e-6 and abs(ahead + behind) < 1e-4
    assert duel_value() is duel_value()
