"""Learn the value of boards of the Duel by self-play: `python -m companion.advisor.training.learn_duel`.

First the greedy player plays many games, and the value is fitted to how they ended. Then it plays itself, a
few turns at random, and is fitted again after each round. `--match N` learns nothing and plays the value that
ships against the greedy player, in pairs of games with the same dice and the seats exchanged.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.advisor.duel_value import (
    PATH,
    WIDTH,
    DuelValue,
    Floats,
    States,
    duel_value,
    features,
    leads,
    shares,
)
from companion.advisor.training.duel_engine import (
    GREEDY_SKIP,
    MOST_ENDS,
    Whole,
    all_ends,
    greedy_choices,
    turn_boards,
)
from companion.advisor.training.match_figures import Share, share_of, wins

RIDGE = 300.0
"""Strength of the ridge penalty towards zero: the variance of leads over that of the weights. Chosen."""
EXPLORATION, FIRST_EXPLORATION = 0.05, 0.15
"""The share of random turns in self-play, and in the games of the greedy player. Chosen."""
FIRST_WEIGHT = 0.2
"""Weight of games of the greedy player relative to those of the value. Chosen."""
POINT_VALUE = 1e-4
"""Value of a point of the lead in chances to win; it decides between ends that win equally often. Chosen."""

Player = Callable[[States, Whole, Whole], Whole]
"""From the ends of the turns of many games, (m, WIDTH), the cells skipped and the number of ends of each game
the number of the end that each chooses, within its own."""


def greedy(skip_cost: float) -> Player:
    """The greedy player: the lead now, less what skipped cells cost."""

    def choose(ends: States, skipped: Whole, counts: Whole) -> Whole:
        found = np.empty(len(counts), np.int64)
        greedy_choices(ends, skipped, counts, skip_cost, found)
        return found

    return choose


def learned(value: DuelValue) -> Player:
    """The player who trusts a network; games that are over are known exactly."""

    def choose(ends: States, _: Whole, counts: Whole) -> Whole:
        return _best_of(judged(value, ends), counts)

    return choose


def judged(value: DuelValue, ends: States) -> Floats:
    """(m,) what each end is worth to the player who moved: the chance to win and a little of the lead."""
    win, lead = value(ends)
    over = np.zeros(len(ends), np.int64)
    turn_boards(ends.copy(), over)
    real = leads(ends)
    win = np.where(over == 1, (np.sign(real) + 1) / 2, win)
    lead = np.where(over == 1, real, lead)
    return np.asarray(win + POINT_VALUE * lead, np.float32)


def _best_of(values: Floats, counts: Whole) -> Whole:
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    found = np.empty(len(counts), np.int64)
    for n, (start, count) in enumerate(zip(starts, counts, strict=True)):
        found[n] = int(values[start : start + count].argmax())
    return found


class Games:
    """Many games at once. `states`: as the player sees them whose turn it is; `seat`: who that is."""

    def __init__(self, count: int, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.states = np.zeros((count, WIDTH), np.int8)
        self.playing = np.arange(count)
        self.seat = 0
        self.leads = np.zeros(count, np.int64)
        """The final lead of the first player."""
        self.seen: list[tuple[npt.NDArray[np.intp], States, npt.NDArray[np.bool_]]] = []
        """After each turn the games still played, their boards as the player sees them who has moved, and
        which are over."""

    def turn(self, choose: Player, dice: Whole, exploration: float = 0.0) -> None:
        """One turn of every game that is still played."""
        room = len(self.playing) * MOST_ENDS
        ends, skipped = np.empty((room, WIDTH), np.int8), np.empty(room, np.int64)
        counts = np.empty(len(self.playing), np.int64)
        middle = np.empty(WIDTH, np.int8)
        total = all_ends(self.states[self.playing], dice[self.playing], middle, ends, skipped, counts)
        chosen = choose(ends[:total], skipped[:total], counts)
        if exploration:
            random = self.chance.random(len(counts)) < exploration
            chosen = np.where(random, self.chance.integers(0, counts), chosen)
        made = ends[np.concatenate([[0], np.cumsum(counts)[:-1]]) + chosen]
        others, ends_game = made.copy(), np.zeros(len(made), np.int64)
        turn_boards(others, ends_game)
        over = ends_game == 1
        self.seen.append((self.playing, made, over))
        ended = self.playing[over]
        self.leads[ended] = leads(made[over]) * (1 if self.seat == 0 else -1)
        self.states[self.playing] = others
        self.playing = self.playing[~over]
        self.seat = 1 - self.seat

    def play(self, players: tuple[Player, Player], exploration: float = 0.0) -> None:
        """Play all games to their end."""
        while len(self.playing):
            dice = self.chance.integers(1, 7, (len(self.states), 6))
            self.turn(players[self.seat], dice, exploration)


def match(one: Player, other: Player, pairs: int, seed: int) -> Share:
    """The share of wins of `one` in pairs of games with the same dice and the seats exchanged."""
    ahead = np.zeros((pairs, 2))
    for seat in (0, 1):
        games = Games(pairs, seed)
        games.play((one, other) if seat == 0 else (other, one))
        ahead[:, seat] = games.leads * (1 if seat == 0 else -1)
    return share_of(wins(ahead, np.zeros_like(ahead)))


# -- learning --------------------------------------------------------------------------------------------


class Learner:
    """Ridge regression of what the lead still gains until the end, on features by stage."""

    def __init__(self) -> None:
        size = 2 * features(np.zeros((1, WIDTH), np.int8)).shape[1]
        self.square, self.product = np.zeros((size, size)), np.zeros(size)

    def add(self, games: Games, weight: float) -> None:
        """Take in games, as much as `weight` says."""
        for number, (playing, made, _) in enumerate(games.seen):
            final = games.leads[playing] * (1 if number % 2 == 0 else -1)
            staged = (features(made)[:, None] * shares(made)[:, :, None]).reshape(len(made), -1)
            self.square += weight * (staged.T @ staged)
            self.product += weight * (staged.T @ (final - leads(made)))

    def value(self) -> DuelValue:
        """The value learnt so far."""
        size = len(self.product)
        found = np.linalg.solve(self.square + RIDGE * np.eye(size), self.product)
        return DuelValue(found.reshape(2, -1).astype(np.float32))


def main() -> None:
    """Learn the value, or measure the one that ships."""
    parser = argparse.ArgumentParser(description="Learn the value of boards of the Duel by self-play.")
    parser.add_argument("--out", type=Path, default=PATH, help="where the weights go")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--first", type=int, default=20_000, help="games of the greedy player at first")
    parser.add_argument("--games", type=int, default=4000, help="games a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match", type=int, default=0, help="learn nothing; so many games against greedy")
    parser.add_argument("--skip", action="store_true", help="compare what a skipped cell costs")
    given = parser.parse_args()
    if given.skip:
        for cost in np.arange(0, 2.01, 0.25):
            share = match(greedy(cost), greedy(GREEDY_SKIP), 1000, given.seed)
            print(f"skip cost {cost:.2f}: {share} %", flush=True)
        return
    if given.match:
        share = match(learned(duel_value()), greedy(GREEDY_SKIP), given.match // 2, given.seed)
        print(f"{given.match} games against greedy: {share} %")
        return
    learner, start = Learner(), time.monotonic()
    for number in range(given.rounds):
        games = Games(given.games if number else given.first, given.seed * 1000 + number)
        player = learned(learner.value()) if number else greedy(GREEDY_SKIP)
        games.play((player, player), EXPLORATION if number else FIRST_EXPLORATION)
        learner.add(games, 1.0 if number else FIRST_WEIGHT)
        np.savez(given.out, weights=learner.value().weights)
        share = match(learned(learner.value()), greedy(GREEDY_SKIP), 100, 9000 + number)
        print(
            f"round {number + 1:3} {time.monotonic() - start:6.0f} s: against greedy {share} %",
            flush=True,
        )


if __name__ == "__main__":
    main()
