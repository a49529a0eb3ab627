"""Statistics: how a die's fairness is put."""

import pytest

from companion.analysis.fairness import fairness
from companion.analysis.replay import replay_game
from companion.analysis.statistics import FinishedGame
from companion.web.pages.look_back.statistics.statistics import (
    fairness_text,
    how_often,
    present_statistics,
)
from tests.companion.web.pages.tables import pass_turn, play


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (1.0, "nearly always"),
        (0.37, "37 times in 100"),
        (0.015, "2 times in 100"),
        (0.0005, "once in 2,000 times"),
        (0.0, "once in 1,000,000 times"),
    ],
)
def test_a_chance_as_a_number_of_times(chance: float, said: str) -> None:
    assert str(how_often(chance)) == said


def test_an_even_and_an_odd_die_are_told_apart() -> None:
    even, odd = (fairness({"red": faces})[0] for faces in (20 * [1, 2, 3, 4, 5, 6], 120 * [6]))
    assert fairness_text(even).text != fairness_text(odd).text
    assert [each.odd for each in (even, odd)] == [False, True]


def test_dice_of_each_size_are_tested_together() -> None:
    classic = replay_game(play(*pass_turn()))
    longo = replay_game(play("w8 w7 r1 y2 g3 b4", game="longo", lucky={"Ann": (5, 10), "Ben": (6, 13)}))
    games = [
        FinishedGame("classic", 6, ("Ann", "Ben"), classic),
        FinishedGame("longo", 8, ("Ann", "Ben"), longo),
    ]
    page = present_statistics(games[:1], 100 * games, {})
    assert page.count == 1
    assert [(family.sides, len(family.dice)) for family in page.dice] == [(6, 5), (8, 5)]
    assert {line.player for line in page.players} == {"Ann", "Ben"}


def test_nothing_is_said_of_a_die_before_a_hundred_throws() -> None:
    game = FinishedGame("classic", 6, ("Ann", "Ben"), replay_game(play(*pass_turn())))
    assert present_statistics([], 49 * [game], {}).dice == ()
    (family,) = present_statistics([], 50 * [game], {}).dice
    assert [die.chart.die for die in family.dice] == ["white"], "two at a time"


def test_names_of_one_person_share_a_line_and_its_evenings() -> None:
    turns = replay_game(play(*pass_turn()))
    games = [FinishedGame("classic", 6, ("Ann", "Ben"), turns, number, 1e9) for number in (1, 2)]
    page = present_statistics(games, games, {"Ben": "Benny"})
    assert {line.player: line.games for line in page.lines} == {"Ann": 2, "Benny": 2}
    assert {line.player for line in page.players} == {"Ann", "Benny"}
    assert [len(evening.games) for evening in page.evenings] == [2]
    assert page.names == ("Ann", "Benny") and page.same_as == {"Ben": "Benny"}


def test_nothing_is_said_of_no_games() -> None:
    page = present_statistics([], [], {})
    assert (page.count, page.players, page.games, page.dice) == (0, (), (), ())
