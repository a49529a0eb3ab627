"""Advice that knows the player's own power: the dice, gaps, a third cross, a miss that is worth sparing."""

import random
from dataclasses import replace

import pytest

from companion.advisor import KEEP, DiceChange, advise
from companion.advisor.dice_change import _Worth, best_dice_to_throw
from companion.advisor.spared_miss import points_in_hand
from companion.rules import Game, House, Mark, Position, Roll, Rulings
from companion.web.session.computer_players import computer_event
from tests.companion.moment import moment, random_step

FULL = "a2 a3 a4 a5 a6 a7 / b2 b3 b4 b5 b6 b7 / c12 c11 c10 c9 c8 / d12 d11 d10 d9"


def game_with(character: str, players: tuple[str, ...] = ("Eva", "Max"), **rulings: str) -> Game:
    return Game(
        "classic", "", players, rulings=Rulings(**rulings), house=House(characters={"Eva": character})
    )


def asked(game: Game, roll: str, *sheets: str) -> Position:
    return game.ask_about_dice(moment(game, "white", roll, *sheets))


def test_of_dice_that_fit_nothing_some_are_thrown_again() -> None:
    game = game_with("double-dutch")
    position = asked(game, "w1 w1 r1 y1 g6 b6", FULL, FULL)
    best = advise(game, position)[0].best
    assert isinstance(best.move, DiceChange) and str(best.move) == "re-roll" and best.move.dice
    assert "throwing again" in str(best.why).lower() and "adds about" in str(best.why)


def test_white_dice_that_lock_a_row_stay() -> None:
    game = game_with("double-dutch")
    lock = "a2 a3 a4 a5 a6 a7 a8 a9 / - / - / -"
    best = advise(game, asked(game, "w6 w6 r1 y1 g6 b6", lock, FULL))[0].best
    assert best.move == KEEP or not {"w1", "w2"} & set(best.move.dice)


def test_the_mean_over_all_faces_is_that_of_throwing_each() -> None:
    """Every face of two dice, one by one, against the mean that is worked out by levels."""
    game = game_with("double-dutch")
    position = moment(game, "white", "w2 w5 r3 y5 g3 b6", "a2 a5 / b4 / c11 / d9", "a3 / - / - / -")
    worth, roll = _Worth(game, position), position.roll
    assert isinstance(roll, Roll)
    by_hand = [
        worth.of((first, 5), (3, 5, 3, blue)) for first in range(1, 7) for blue in range(1, 7)
    ]  # fmt: skip
    assert worth.expected(roll, (0,), (3,)) == pytest.approx(sum(by_hand) / 36)
    dice, points = best_dice_to_throw(game, position)
    assert dice and points >= worth.expected(roll, (0,), (3,)) - worth.of((2, 5), (3, 5, 3, 6)) - 1e-9


def test_a_die_is_turned_where_the_sum_then_fits() -> None:
    game = game_with("tina-turner")
    six = "a2 a3 a4 a5 a6 / b2 b3 b4 b5 b6 / c12 c11 c10 c9 c8 / d12 d11 d10 d9 d8"
    found = advise(game, asked(game, "w4 w4 r1 y3 g1 b1", six, "- / - / - / -"))[0].options or ()
    assert {str(option.move) for option in found} == {"keep", "white 4", "yellow 3"}
    assert str(found[0].move) == "white 4", "a seven fits every row"
    assert str(found[0].why).startswith("Turning white 4 adds about")


def test_the_lists_of_advice_and_of_moves_name_the_same() -> None:
    game = game_with("tina-turner")
    position = moment(game, "white", "w2 w5 r3 y5 g4 b6")
    named = {str(option.move) for option in advise(game, position, ["Eva"])[0].options or ()}
    assert named == {*map(str, game.moves(position, "Eva")), "red 3", "green 4"}
    assert not any(isinstance(o.move, DiceChange) for o in advise(game, position, ["Max"])[0].options or ())
    kept = game.keep_dice(game.ask_about_dice(position))
    assert not any(isinstance(o.move, DiceChange) for o in advise(game, kept, ["Eva"])[0].options or ())


def test_a_gap_is_filled_and_a_third_cross_made_where_they_cost_nothing() -> None:
    gap = game_with("magic-mike")
    position = moment(gap, "white", "w1 w4 r1 y6 g6 b1", "a4 a6 / b9 / c3 / d3", active_marked=False)
    assert advise(gap, position, ["Eva"])[0].best.move == Mark.parse("a5")
    third = game_with("chris-cross")
    position = moment(third, "colour", "w1 w2 r1 y1 g6 b6", "- / - / - / -", active_marked=True)
    best = advise(third, position)[0].best.move
    assert isinstance(best, Mark) and best.then is not None


def test_a_miss_that_may_be_spared_once_is_spared_late_rather_than_early() -> None:
    once, always = (game_with("miss-take", miss_often=option) for option in ("once", "always"))
    early = "- / - / - / -"
    assert points_in_hand(once, moment(once, "instead", "w1 w1 r1"), 0) > 10
    assert points_in_hand(always, moment(always, "instead", "w1 w1 r1"), 0) == 0
    for game, spares in ((once, False), (always, True)):
        best = advise(game, moment(game, "instead", "w1 w1 r1 y1 g1 b1", early, early))[0].best.move
        assert bool(isinstance(best, Mark) and best.cell) == spares, game.rulings.miss_often
    late = "a2 a3 a4 a5 a6 a7 / b2 b3 b4 b5 b6 b7 b8 b9 b10 / c12 / d12 misses 3"
    best = advise(once, moment(once, "instead", "w1 w1 r1 y1 g1 b1", late, FULL))[0].best.move
    assert isinstance(best, Mark) and best.cell


@pytest.mark.parametrize(
    "character", ["double-dutch", "tina-turner", "magic-mike", "chris-cross", "miss-take"]
)
def test_every_moment_of_a_game_gets_advice(character: str) -> None:
    rng = random.Random(3)
    game = Game("classic", "", ("Eva", "Max"), house=House(characters={"Eva": character, "Max": character}))
    position = game.start()
    for _ in range(24):
        position = random_step(game, position, rng)
        if position.phase != "roll" and position.end is None:
            found = advise(game, position)
            assert [each.player for each in found] == list(game.waiting(position))
            assert all(each.options for each in found)


def test_the_computer_answers_about_the_dice_and_in_place_of_a_miss() -> None:
    from companion.table.events import DiceKept, DiceThrownAgain, GameBegun, RollTaken
    from tests.companion.table.random_events import table_after

    begun = GameBegun(
        "classic",
        ("Eva", "Max"),
        characters={"Eva": "double-dutch"},
        computers={"Eva": "best"},
        pretend=True,
    )
    table = table_after(begun, RollTaken("w1 w1 r6 y6 g1 b1", "thrown"))
    event = computer_event(table)
    assert isinstance(event, DiceKept | DiceThrownAgain)
    waiting = table_after(begun, RollTaken("w1 w1 r6 y6 g1 b1", "thrown"), DiceThrownAgain(("blue",)))
    again = computer_event(waiting)
    assert isinstance(again, RollTaken) and again.roll.startswith("w1 w1 r6 y6 g1 b")


def test_the_position_says_once_that_the_dice_are_settled() -> None:
    game = game_with("double-dutch")
    kept = game.keep_dice(asked(game, "w2 w5 r3 y5 g3 b6"))
    assert game.dice_changes(kept) == ()
    assert game.dice_changes(replace(kept, first_roll=None)) == ("re-roll",)
