"""Statistics: a die's fairness in words, who won how often, and two names of one person."""

from typing import Any

from companion.analysis.evenings import Result, Streak, evenings
from companion.analysis.fairness import fairness
from companion.analysis.replay import replay_game
from companion.analysis.statistics import FinishedGame
from companion.web.pages.look_back.results.statistics import (
    dice_by_sides,
    fairness_text,
    how_often,
    people_of,
    wins_bar,
    wins_plot,
)
from tests.companion.web.pages.look_back.results.test_share import finish
from tests.companion.web.pages.pages import error
from tests.companion.web.pages.tables import pass_turn, play


def test_a_chance_as_a_number_of_times() -> None:
    said = [str(how_often(chance)) for chance in (1.0, 0.37, 0.015, 0.0005, 0.0)]
    assert said[:3] == ["nearly always", "37 times in 100", "2 times in 100"]
    assert said[3:] == ["one time in 2,000", "one time in 1,000,000"]


def test_an_even_and_an_odd_die_are_told_apart() -> None:
    even, odd = (fairness({"red": faces})[0] for faces in (20 * [1, 2, 3, 4, 5, 6], 120 * [6]))
    assert "nothing unusual" in str(fairness_text(even)) and "That is unusual" in str(fairness_text(odd))


CLASSIC = FinishedGame("classic", 6, ("Ann", "Ben"), replay_game(play(*pass_turn())))


def dice(*games: FinishedGame) -> list[tuple[int, list[str]]]:
    """Return (sides, names of dice) for each group of dice that are tested together."""
    return [(sides, [die.die for die in tested]) for sides, tested in dice_by_sides(games)]


def test_dice_of_each_size_are_tested_together() -> None:
    turns = replay_game(play("w8 w7 r1 y2 g3 b4", game="longo", lucky={"Ann": (5, 10), "Ben": (6, 13)}))
    longo = FinishedGame("longo", 8, ("Ann", "Ben"), turns)
    kinds = ["white", "red", "yellow", "green", "blue"]
    assert dice(*100 * [CLASSIC, longo]) == [(6, kinds), (8, kinds)]


def test_nothing_is_said_of_a_die_before_a_hundred_throws() -> None:
    assert dice(*49 * [CLASSIC]) == []
    assert dice(*50 * [CLASSIC]) == [(6, ["white"])], "two at a time"


DAY = 86_400.0
RESULTS = [
    Result(1, "classic", 20 * DAY, {"Ann": 80, "Ben": 70}),
    Result(2, "classic", 20 * DAY + 3600, {"Ann": 60, "Ben": 60}),
    Result(3, "longo", 27 * DAY, {"Ann": 60, "Ben": 90}),
    Result(4, "classic", 27 * DAY + 3600, {"Ann": 44}),
]


def test_people_are_listed_by_wins_with_their_streaks() -> None:
    assert people_of(RESULTS) == [
        ("Ann", 4, 1.5, Streak("Ann", 2, 0)),
        ("Ben", 3, 1.5, Streak("Ben", 2, 2)),
    ]


def test_wins_are_counted_game_by_game_and_an_evening_is_a_bar_of_them() -> None:
    shown = evenings(RESULTS)
    plot = wins_plot(shown)
    assert plot is not None
    assert {line.player: line.points for line in plot.lines} == {"Ann": (0, 1, 2, 2), "Ben": (0, 0, 1, 2)}
    newest, oldest = (list(wins_bar(evening, plot)) for evening in shown)
    assert (newest, oldest) == ([(1, 0.0, 100.0)], [(0, 0.0, 75.0), (1, 75.0, 25.0)])
    assert wins_plot(evenings(RESULTS[:1])) is None and wins_plot(()) is None


def test_two_who_played_each_other_are_two_people(table: Any) -> None:
    finish(table, "Ann", "Ben")
    refused = error(table.post("/statistics/merge", name="Ann", into="Ben"))
    assert refused["code"] == "two-people" and "Ann and Ben have played against each other" in refused["text"]
    assert error(table.post("/statistics/merge", name="Nobody", into="Ben"))["code"] == "nobody"
