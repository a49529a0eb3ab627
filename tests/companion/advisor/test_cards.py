"""Advice in the card game: how it plays a hand, and which choices it prefers."""

import random
from dataclasses import replace

import pytest

from companion.advisor import advise
from companion.advisor.card_value import markings, observed_hand
from companion.advisor.cards import cards_left
from companion.advisor.row_states import CLOSED, row_numbers, row_state
from companion.rules import Card, Game, Play, Position, Sheet
from sheets.pad import COLOURS
from tests.companion.moment import game_of, moment

GAME = game_of("cards")


def bits_of(state: int, rng: random.Random) -> int:
    """Return a random row, as bits, in this state, which fixes the last cross and the number of crosses."""
    cell, count = row_numbers()[state]
    if state == CLOSED:
        return 0b10000011111
    if not count:
        return 0
    return 1 << cell - 1 | sum(1 << place for place in rng.sample(range(cell - 1), count - 1))


def card(row: int, place: int) -> Card:
    cell = GAME.pad.rows[row].cells[place]
    return Card(cell.number, cell.colour)


@pytest.mark.parametrize("seed", range(40))
def test_reading_of_a_hand_marks_as_the_rules_allow(seed: int) -> None:
    rng = random.Random(seed)
    states = [rng.randrange(56) for _ in range(4)]
    if rng.random() < 0.5:
        states[rng.randrange(4)] = CLOSED
    sheet = Sheet(GAME.pad, tuple(bits_of(state, rng) for state in states))
    assert [row_state(row) for row in sheet.rows] == states
    dealt = rng.sample([(row, place) for row in range(4) for place in range(11)], 5)
    position = moment(GAME, "play", 5, str(sheet), active_marked=True)
    plays = GAME.plays(position, "Ann", [card(*one) for one in dealt])
    expected: dict[tuple, set] = {}
    now = GAME.score(sheet).total
    for play in plays:
        after = plays.result(play)
        row = COLOURS.index(play.cards[0].colour)
        key = (row, frozenset(c.number for c in play.cards))
        marked = (row_state(after.rows[row]), GAME.score(after).total - now)
        expected.setdefault(key, set()).add(marked)
    for (row, numbers), results in expected.items():
        places = tuple(sorted(n - 2 if row < 2 else 12 - n for n in numbers))
        assert {(state, gained) for state, gained, _ in markings(states[row], places)} == results


def test_hand_is_observed_row_by_row() -> None:
    rows = (row_state(0b1), 0, 0, 0)
    # Red 3 is next, red 5 skips two, yellow 2 is next, red 2 is gone.
    assert observed_hand(rows, [(0, 1), (0, 3), (1, 0), (0, 0)]) == (1, 2, 0, 1, 1, 4, 4)
    assert observed_hand(rows, None) == (0, 0, 0, 0, 0, 0, 0)


def best(position: Position, hand: str, game: Game = GAME) -> str:
    cards = [Card.parse(text) for text in hand.split(", ")]
    return str(advise(game, position, hand=cards)[0].best.move)


def test_two_cells_side_by_side_are_better_than_one() -> None:
    position = moment(GAME, "play", 5, "a2 / - / - / -", active_marked=True)
    assert best(position, "red 3, red 4, blue 2, green 2, yellow 12") == "red 3, red 4: a3 a4"


@pytest.mark.parametrize("pad", ["classic", "mixx-a", "mixx-b"])
def test_a_second_lock_that_wins_is_played_and_one_that_loses_is_not(pad: str) -> None:
    game = game_of("cards", pad=pad)
    last = game.pad.rows[1].cells[-1]
    hand = [Card(last.number, last.colour), Card(2, "red"), Card(7, "blue")]
    rows = (0b10000011111, 0b0000011111, 0, 0)
    for theirs, wins in (((0b11, 0, 0, 0), True), ((0b1111111111, 0b1111111111, 0b1111, 0), False)):
        position = moment(game, "play", 5, active_marked=True)
        sheets = (Sheet(game.pad, rows), Sheet(game.pad, theirs))
        position = replace(position, sheets=sheets, before=sheets)
        options = advise(game, position, hand=hand)[0].options
        locks = [option for option in options if str(last) in [str(mark) for mark in option.move.marks]]
        assert locks and all(option.win == (1.0 if wins else 0.0) for option in locks)
        assert (options[0] in locks) == wins


def test_the_active_player_marks_the_number_with_the_cards_in_mind() -> None:
    # With red 6 and red 7 in hand the number 5 belongs in red; with yellow 6 and 7 in yellow.
    position = moment(GAME, "number", 5, "a2 a3 a4 / b2 b3 b4 / - / -", "- / - / - / -")
    for colour, cell in (("red", "a5"), ("yellow", "b5")):
        hand = [Card(6, colour), Card(7, colour), Card(8, colour)]
        assert str(advise(GAME, position, ["Ann"], hand)[0].best.move) == cell


def test_jokers_and_other_pads_are_weighed_too() -> None:
    game = game_of("cards", pad="mixx-a", jokers=True)
    position = moment(game, "play", 5)
    hand = [Card.parse(text) for text in ("joker 9", "joker 2", "red 5")]
    options = advise(game, position, hand=hand)[0].options
    assert {str(option.move) for option in options} == {str(p) for p in game.plays(position, "Ann", hand)}


def test_played_cards_leave_the_hand() -> None:
    hand = [Card.parse(text) for text in ("joker 9", "red 9", "red 5")]
    assert cards_left(hand, Play.parse("joker 9 as red: a9")) == (Card(9, "red"), Card(5, "red"))
