"""Learn the value of boards of the Duel by self-play: `python -m training.advice.learn_duel`.

First the greedy player plays many games by the rules, and the value is fitted to how they ended. Then it
plays itself, a few turns at random, and is fitted again after each round. `--match N` learns nothing and
plays the value that ships against the greedy player, in pairs of games with the same dice and the seats
exchanged.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

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
    state_of,
)
from companion.rules import Game, Mark, Position, Sheet
from training.advice.match_figures import Share, share_of, wins
from training.advice.throws import thrown

GAME = Game("duel", "", ("Ann", "Ben"))
RIDGE = 300.0
"""Strength of the ridge penalty towards zero: the variance of leads over that of the weights. Chosen."""
EXPLORATION, FIRST_EXPLORATION = 0.05, 0.15
"""The share of random turns in self-play, and in the games of the greedy player. Chosen."""
FIRST_WEIGHT = 0.2
"""Weight of games of the greedy player relative to those of the value. Chosen."""
POINT_VALUE = 1e-4
"""Value of a point of the lead in chances to win; it decides between ends that win equally often. Chosen."""
GREEDY_SKIP = 0.25
"""Points that a skipped cell costs the greedy player. Fitted: the best of a grid from 0 to 2 against the
others."""


class Ends(NamedTuple):
    """The ends of a turn: the positions, (n, WIDTH) the boards as the player sees them who has moved, and
    (n,) the cells that the player skipped and whether the game is over."""

    positions: Sequence[Position]
    states: States
    skipped: npt.NDArray[np.int64]
    over: npt.NDArray[np.bool_]


Player = Callable[[Ends], Floats]
"""A player: the value of each end of the own turn."""


def ends_of_turn(position: Position) -> Ends:
    """All ends of a turn whose dice lie."""
    seat, player = position.seat, position.active
    found: list[tuple[Position, int]] = []
    for first in GAME.moves(position, player):
        middle, cost = GAME.decide(position, player, first), _skipped(position.sheets[seat], first)
        if middle.phase != "colour":
            found.append((middle, cost))
            continue
        for second in GAME.moves(middle, player):
            more = _skipped(middle.sheets[seat], second)
            found.append((GAME.decide(middle, player, second), cost + more))
    positions = [end for end, _ in found]
    states = np.array([state_of(end, seat) for end in positions], np.int8)
    over = np.array([end.end is not None for end in positions])
    return Ends(positions, states, np.array([cost for _, cost in found]), over)


def _skipped(sheet: Sheet, mark: Mark) -> int:
    """The cells that a stone skips, right of the player's own."""
    if not mark.cell:
        return 0
    spot = GAME.board.spot(mark.cell)
    return max(0, spot.index - sheet.rows[spot.row].bit_length())


def greedy(skip_cost: float) -> Player:
    """The greedy player: the lead now, less what skipped cells cost."""
    return lambda ends: np.asarray(leads(ends.states) - skip_cost * ends.skipped, np.float32)


def learned(value: DuelValue) -> Player:
    """The player who trusts a value; games that are over are known exactly."""

    def judged(ends: Ends) -> Floats:
        win, lead = value(ends.states)
        real = leads(ends.states)
        win = np.where(ends.over, (np.sign(real) + 1) / 2, win)
        return np.asarray(win + POINT_VALUE * np.where(ends.over, real, lead), np.float32)

    return judged


class Played(NamedTuple):
    """A game that is over: the lead of the first player, and after each turn the board as the player saw it
    who had moved, in turns from the first player on."""

    lead: int
    seen: States


def play_game(players: tuple[Player, Player], seed: int, exploration: float = 0.0) -> Played:
    """A game to its end; the same seed throws the same dice. `exploration`: the share of random turns."""
    dice, chance = random.Random(seed), random.Random(seed + 1)
    position, seen = GAME.start(), []
    while position.end is None:
        seat = position.seat
        ends = ends_of_turn(GAME.roll(position, thrown(GAME, position, dice)))
        chosen = int(players[seat](ends).argmax())
        if exploration and chance.random() < exploration:
            chosen = chance.randrange(len(ends.positions))
        position = ends.positions[chosen]
        seen.append(ends.states[chosen])
    first, second = (GAME.score(sheet).total for sheet in position.sheets)
    return Played(first - second, np.array(seen))


def match(one: Player, other: Player, pairs: int, seed: int) -> Share:
    """The share of wins of `one` in pairs of games with the same dice and the seats exchanged."""
    ahead = np.zeros((pairs, 2))
    for pair in range(pairs):
        ahead[pair, 0] = play_game((one, other), seed * 1_000_003 + 2 * pair).lead
        ahead[pair, 1] = -play_game((other, one), seed * 1_000_003 + 2 * pair).lead
    return share_of(wins(ahead, np.zeros_like(ahead)))


# -- learning --------------------------------------------------------------------------------------------


class Learner:
    """Ridge regression of what the lead still gains until the end, on features by stage."""

    def __init__(self) -> None:
        size = 2 * features(np.zeros((1, WIDTH), np.int8)).shape[1]
        self.square, self.product = np.zeros((size, size)), np.zeros(size)

    def add(self, games: Sequence[Played], weight: float) -> None:
        """Take in games, as much as `weight` says."""
        made = np.concatenate([game.seen for game in games])
        final = np.concatenate([game.lead * (-1) ** np.arange(len(game.seen)) for game in games])
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
        player = learned(learner.value()) if number else greedy(GREEDY_SKIP)
        exploration, weight = (EXPLORATION, 1.0) if number else (FIRST_EXPLORATION, FIRST_WEIGHT)
        begin = (given.seed * 1000 + number) * 1_000_003
        for game in range(given.games if number else given.first):
            learner.add([play_game((player, player), begin + 2 * game, exploration)], weight)
        np.savez(given.out, weights=learner.value().weights)
        share = match(learned(learner.value()), greedy(GREEDY_SKIP), 100, 9000 + number)
        print(
            f"round {number + 1:3} {time.monotonic() - start:6.0f} s: against greedy {share} %",
            flush=True,
        )


if __name__ == "__main__":
    main()
