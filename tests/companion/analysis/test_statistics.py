"""Statistics over several games agree with the games: points, wins, penalties, turns and faces of dice."""

import pytest

from companion.analysis.replay import replay_game
from companion.analysis.statistics import FinishedGame, faces_by_die, game_statistics, player_statistics
from tests.companion.analysis.games import random_game


def test_statistics_count_what_was_played() -> None:
    timelines = [random_game(seed, "classic") for seed in (1, 2, 3)]
    tables = [timeline.present for timeline in timelines]
    games = [FinishedGame("classic", 6, ("Ann", "Ben"), replay_game(timeline)) for timeline in timelines]
    players = {line.player: line for line in player_statistics(games)}
    totals = [table.game.scores(table.position)["Ann"].total for table in tables]
    assert players["Ann"].games == 3 and players["Ann"].average == pytest.approx(sum(totals) / 3)
    assert players["Ann"].best == max(totals)
    assert sum(line.won for line in players.values()) == pytest.approx(3)
    misses = sum(table.position.sheet("Ben").misses for table in tables)
    assert players["Ben"].misses == pytest.approx(misses / 3)
    (classic,) = game_statistics(games)
    assert classic.games == 3
    assert classic.turns == pytest.approx(sum(len(table.turns) for table in tables) / 3)


def test_the_white_dice_are_counted_together() -> None:
    timeline = random_game(1, "classic")
    faces = faces_by_die(replay_game(timeline))
    assert len(faces["white"]) == 2 * len(timeline.present.turns)
    assert 0 < len(faces["red"]) <= len(timeline.present.turns)
