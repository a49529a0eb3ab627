"""The effect of each turn on the chances to win, and the turning points of a game."""

import pytest

from companion.analysis.replay import points_over_turns, replay_game
from companion.analysis.turning_points import turn_effects, turning_points
from companion.table.events import DecisionMade, GameBegun, RollTaken
from tests.companion.analysis.games import random_game
from tests.companion.table.random_events import played


def test_chances_add_up_and_the_last_turn_ends_with_the_winner() -> None:
    timeline = random_game(5, "classic")
    table, effects = timeline.present, turn_effects(replay_game(timeline))
    assert len(effects) == len(table.turns)
    for effect in effects:
        assert sum(before for before, _ in effect.chances.values()) == pytest.approx(1)
        assert sum(after for _, after in effect.chances.values()) == pytest.approx(1)
        assert effect.chances[effect.gainer][1] >= effect.chances[effect.gainer][0]
    winners = table.winners
    assert all(effects[-1].chances[winner][1] == pytest.approx(1 / len(winners)) for winner in winners)


def test_turning_points_are_the_largest_changes_and_at_least_a_tenth() -> None:
    effects = turn_effects(replay_game(random_game(5, "classic")))
    largest = sorted((effect.largest_change for effect in effects), reverse=True)
    points = turning_points(effects)
    assert [effect.largest_change for effect in points] == [size for size in largest[:3] if size >= 0.1]
    assert 0 < len(points) <= 3


def test_for_a_player_alone_no_turn_decides_anything() -> None:
    timeline = played(
        GameBegun("classic", ("Ann",)),
        RollTaken("w4 w1 r3 y2 g6 b5", "tapped"),
        DecisionMade("Ann", "a5"),
        DecisionMade("Ann", "-"),
    )
    assert turn_effects(replay_game(timeline)) == ()
    assert points_over_turns(replay_game(timeline)) == {"Ann": (0, 1)}
