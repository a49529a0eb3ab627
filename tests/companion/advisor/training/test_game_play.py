"""Compiled games of greedy players are those of the simulator in NumPy, decision for decision."""

from __future__ import annotations

import numpy as np
import pytest

from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import grid
from companion.advisor.simulator import LUCKY_PAIRS, play
from companion.advisor.training import game_play
from companion.advisor.training.dice_stream import begin_stream, draw, throw
from companion.advisor.training.game_play import greedy_player, play_games
from sheets.pad import PADS, load_pad

SHY = (0.5, 0.5, 0.1, 3.0)
"""Weights of a greedy player that would rather take a miss than skip."""
TURNS = 400


class Stream:
    """The dice of one compiled game, as the simulator in NumPy asks for random numbers."""

    def __init__(self, seed: int, number: int, sides: int) -> None:
        self.state, self.sides = np.zeros(1, np.int64), sides
        begin_stream(self.state, seed, number)

    def integers(self, low: int, high: int, size: object, dtype: object = None) -> np.ndarray:
        if low == 0:
            return np.array([draw(self.state) * high >> 32])
        dice = np.zeros(6, np.int64)
        throw(self.state, self.sides, dice)
        return dice[:, None]


@pytest.mark.parametrize("name", PADS)
def test_the_same_dice_give_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pad, games = load_pad(name), 6
    table = grid(pad)
    for players, weights in ((2, (None, SHY)), (3, (None, None, SHY))):
        compiled = [greedy_player(pad, own) for own in weights]
        points, turns = play_games(pad, compiled, games, 5)
        for number in range(games):
            stream = Stream(5, number, pad.sides)
            monkeypatch.setattr(np.random, "default_rng", lambda _seed, stream=stream: stream)
            other = play(table, [GreedyPlayer(table, own) for own in weights], 1, 5)
            monkeypatch.undo()
            assert other.points[0].tolist() == points[number].tolist()
            assert other.turns[0] == turns[number]
        assert points.shape == (games, players)


def test_lucky_numbers_are_those_of_printed_sheets() -> None:
    assert [tuple(pair) for pair in game_play.PAIRS.tolist()] == list(LUCKY_PAIRS)
