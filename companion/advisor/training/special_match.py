"""Matches of the players of games with special cells: who wins how often, on the same dice in every seat."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.special_tables import SIZE, PadTables, pads_of, tables
from companion.advisor.training.special_network import HIDDEN
from companion.advisor.training.special_play import (
    GREEDY,
    Network,
    Samples,
    make_room,
    play_games,
)
from sheets.pad import load_pad

Weights = tuple[float, float, float, float]
WEIGHTS = ("progress", "misses", "concentration", "skipped")
START: Weights = (2.0, 3.0, 0.3, 0.3)
"""Weights of a greedy player that is not evolved yet."""


class Field(NamedTuple):
    """A game to play on: its tables, and what the greedy player expects of the cells of each row."""

    name: str
    tables: PadTables
    progress: npt.NDArray[np.float64]


class Player(NamedTuple):
    """GREEDY with weights, or LEARNED with a network."""

    kind: int
    weights: Weights
    network: Network | None = None


class Played(NamedTuple):
    """`points` (games, players), `turns` (games,)."""

    points: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """(games, players): 1 for the winner, shared by those who tie."""
        best = self.points == self.points.max(1, keepdims=True)
        return np.asarray(best / best.sum(1, keepdims=True), np.float64)


@cache
def field_of(name: str) -> Field:
    """The game of that name."""
    pad = load_pad(name)
    found = tables(pads_of(pad))
    plain = grid(load_pad("classic"))
    chance = plain.white_chances()[found.number_at] + plain.colour_chances()[found.number_at] / 2
    progress = np.zeros((4, SIZE + 1))
    progress[:, :SIZE] = np.cumsum(chance[:, ::-1], axis=1)[:, ::-1]
    return Field(name, found, progress)


@cache
def _no_network() -> Network:
    """A network that is never asked, for players without one."""
    one, two = HIDDEN
    shapes = ((1, one), (1, one), (one,), (one, two), (two,), (two, 2), (2,))
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


def play(
    field: Field,
    players: list[Player],
    games: int,
    seed: int,
    noise: float = 0.0,
    td_lambda: float = 0.0,
    samples: Samples | None = None,
    recorded: list[bool] | None = None,
) -> tuple[Played, int]:
    """Play games; the same seed throws the same dice, whoever plays. Gives also how many samples there are.

    `samples`: what the `recorded` seats see is written there, as long as there is room.
    """
    count = len(players)
    points, turns = np.zeros((games, count), np.int64), np.zeros(games, np.int64)
    written = play_games(
        field.tables,
        np.array([player.kind for player in players]),
        field.progress,
        np.array([player.weights for player in players], np.float32),
        tuple(player.network or _no_network() for player in players),
        games,
        seed,
        noise,
        td_lambda,
        np.array(recorded or [False] * count),
        samples or Samples.empty(1),
        make_room(*HIDDEN),
        points,
        turns,
    )
    return Played(points, turns), written


def match(
    field: Field, player: Player, rival: Player, seats: int, games: int, seed: int
) -> npt.NDArray[np.float64]:
    """(games // seats, seats): one player's share of the win among rivals, in each seat on the same dice."""
    found = []
    for seat in range(seats):
        players = [rival] * seats
        players[seat] = player
        found.append(play(field, players, max(1, games // seats), seed)[0].shares[:, seat])
    return np.stack(found, axis=1)


def greedy(name: str) -> Player:
    """The evolved greedy player of a game; START where none was evolved."""
    data = tomllib.loads(resources.files("models").joinpath("greedy.toml").read_text("utf-8"))
    if name not in data:
        return Player(GREEDY, START)
    progress, misses, concentration, skipped = (float(data[name][weight]) for weight in WEIGHTS)
    return Player(GREEDY, (progress, misses, concentration, skipped))
