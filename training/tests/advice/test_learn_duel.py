"""The Duel learnt by the rules: what a board says of a position, who chooses how, and advice that rests on
it."""

import random

import numpy as np

from companion.advisor.duel_value import (
    OWN_MISSES,
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
from companion.rules import Roll
from training.advice.learn_duel import (
    GAME,
    GREEDY_SKIP,
    Ends,
    Learner,
    ends_of_turn,
    greedy,
    learned,
    match,
    play_game,
)


def test_a_board_says_who_leads_and_each_end_is_one_that_the_rules_allow() -> None:
    chance, towers = random.Random(2), 0
    for _ in range(4):
        position = GAME.start()
        while position.end is None:
            seat, dice = position.seat, [chance.randint(1, 6) for _ in range(6)]
            left = GAME.dice_left(position)
            coloured = {
                c: n for c, n in zip(("red", "yellow", "green", "blue"), dice[2:], strict=True) if c in left
            }
            rolled = GAME.roll(position, Roll((dice[0], dice[1]), **coloured))
            ends = ends_of_turn(rolled)
            for end, over, lead in zip(ends.positions, ends.over, leads(ends.states), strict=True):
                scores = [GAME.score(sheet).total for sheet in end.sheets]
                assert lead == scores[seat] - scores[1 - seat] and over == (end.end is not None)
                assert end.end is not None or (end.seat, end.turn) == (1 - seat, position.turn + 1)
            position = ends.positions[chance.randrange(len(ends.positions))]
            towers += bool(np.abs(np.array(state_of(position, seat))[:48]).max() > 1)
    assert towers


def test_a_stone_far_to_the_right_skips_cells() -> None:
    ends = ends_of_turn(GAME.roll(GAME.start(), Roll((1, 4), 6, 6, 6, 6)))
    by_board = dict(zip(map(tuple, ends.states.tolist()), ends.skipped.tolist(), strict=True))
    red_five, miss = np.zeros((2, WIDTH), int)
    red_five[3], miss[OWN_MISSES] = 1, 1
    assert by_board[tuple(red_five.tolist())] == 3 and by_board[tuple(miss.tolist())] == 0


def test_who_learnt_from_games_of_the_greedy_player_sees_who_leads() -> None:
    learner, player = Learner(), greedy(GREEDY_SKIP)
    learner.add([play_game((player, player), seed, 0.2) for seed in range(0, 80, 2)], 1.0)
    ahead, behind = np.zeros((2, WIDTH), np.int8)
    ahead[:6], behind[:6] = 1, -1
    (win, lose), _ = learner.value()(np.stack([ahead, behind]))
    assert win > 0.6 and lose < 0.4


def test_a_match_is_even_between_equals_and_dice_are_shared() -> None:
    assert match(greedy(1.0), greedy(1.0), 10, 3) == (0.5, 0.0)


def test_the_player_who_learnt_chooses_by_the_value_and_knows_what_is_over() -> None:
    states = np.zeros((3, WIDTH), np.int8)
    states[1, 0], states[2, 0] = 1, -1
    value = DuelValue(np.zeros((2, features(states).shape[1]), np.float32))
    ends = Ends((), states, np.zeros(3, np.int64), np.array([False, False, False]))
    assert learned(value)(ends).argmax() == 1
    assert learned(value)(ends._replace(over=np.array([False, True, True])))[1:].round().tolist() == [1, 0]


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
