"""Learns the value of card-game positions by self-play: `python -m training.advice.learn_card_value`.

In each round, both players decide by the value learnt so far, which is then fitted to the final leads.
Observations are kept in files, so a stopped run can continue. Each round prints the share of wins against a
greedy player.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.advisor.card_value import (
    LEAD_UNIT_POINTS,
    PATH,
    SIDE_WIDTH,
    WIDTH,
    CardValue,
    Floats,
    Integers,
    card_value,
    features,
    shares,
    stage_of,
)
from companion.advisor.heuristic import prospects
from companion.advisor.row_states import CLOSED, row_numbers
from companion.rules import Game
from training.advice.card_games import ByValue, CardPlayer, FinishedGame, greedy, play_game
from training.advice.match_figures import Share, share_of, wins

RIDGE = 700.0
"""Weight of the ridge penalty on deviations from `first_guess`."""
TURNS_LEFT = (18.0, 8.0, 2.0)
"""Assumed number of turns left at the beginning, in the middle and near the end of a game."""
EXPLORATION = 0.06
"""Share of random decisions in self-play."""


def samples(games: Sequence[FinishedGame]) -> tuple[Integers, Floats]:
    """Return the observations of all games, (n, OBSERVED), and each observer's final lead in points, (n,)."""
    seen, leads = [], []
    for game in games:
        lead = game.points[0] - game.points[1]
        for seat, observation in game.seen:
            seen.append(observation)
            leads.append(-lead if seat else lead)
    return np.array(seen, np.int64), np.array(leads, np.float32)


def first_guess() -> Floats:
    """Return the weights before learning, (3, WIDTH), by stage of the game.

    With them, the value is the current lead plus the prospects of the own rows minus the opponent's.
    """
    game = Game("cards", "classic", ("one", "other"))
    table = prospects(game.board, 2, 0, True)
    weights = np.zeros((3, WIDTH), np.float32)
    for part, turns in enumerate(TURNS_LEFT):
        points = [table.row(0, cell, count, turns) for cell, count in row_numbers()[:CLOSED]]
        weights[part, :CLOSED] = points
        weights[part, SIDE_WIDTH : SIDE_WIDTH + CLOSED] = [-each for each in points]
    weights[:, 2 * SIDE_WIDTH] = LEAD_UNIT_POINTS
    return weights


def mirrored() -> Floats:
    """Return a basis, (WIDTH, WIDTH - SIDE_WIDTH), of weights that value the two sheets oppositely."""
    basis = np.zeros((WIDTH, WIDTH - SIDE_WIDTH), np.float32)
    for state in range(SIDE_WIDTH):
        basis[state, state], basis[SIDE_WIDTH + state, state] = 1, -1
    for rest in range(2 * SIDE_WIDTH, WIDTH):
        basis[rest, rest - SIDE_WIDTH] = 1
    return basis


class Learner:
    """Ridge regression of the final lead on features, with weights for three stages of the game.

    The penalty pulls the weights towards `first_guess`.
    """

    def __init__(self) -> None:
        self.guess, self.basis = first_guess(), mirrored()
        size = 3 * self.basis.shape[1]
        self.square, self.product = np.zeros((size, size)), np.zeros(size)

    def add(self, observed: Integers, leads: Floats) -> None:
        """Add the samples of a round: observations and final leads in points."""
        part, seen = shares(stage_of(observed)), features(observed)
        error = leads - ((seen @ self.guess.T) * part).sum(axis=1)
        staged = ((seen @ self.basis)[:, None] * part[:, :, None]).reshape(len(observed), -1)
        self.square = self.square + staged.T @ staged
        self.product = self.product + staged.T @ error

    def value(self) -> CardValue:
        """Return the value learnt so far."""
        size = len(self.product)
        found = np.linalg.solve(self.square + RIDGE * np.eye(size), self.product).reshape(3, -1)
        return CardValue((self.guess + found @ self.basis.T).astype(np.float32))


def duel(one: CardPlayer, other: CardPlayer, pairs: int, seed: int) -> Share:
    """Return the share of wins of `one`. Each pair of games has the same cards and swapped seats."""
    points = np.zeros((2, pairs, 2))
    for pair in range(pairs):
        for seat, players in enumerate(((one, other), (other, one))):
            found = play_game(players, seed * 1_000_003 + pair).points
            points[:, pair, seat] = found[seat], found[1 - seat]
    return share_of(wins(*points))


def self_play(value: CardValue, games: int, seed: int) -> tuple[Integers, Floats]:
    """Play `games` games in which both players decide by `value`; return their samples as `samples` does."""
    player = ByValue(value, EXPLORATION, seed)
    return samples([play_game((player, player), seed * 1_000_003 + game) for game in range(games)])


def main() -> None:
    """Learn the value of positions, or with --duel measure how well the published weights play."""
    parser = argparse.ArgumentParser(description="Learn the value of card-game positions by self-play.")
    parser.add_argument("--out", type=Path, default=PATH, help="where the weights go")
    parser.add_argument("--seen", type=Path, default=Path("build/cards"), help="a folder for what was seen")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=300, help="games a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duel", type=int, default=0, help="learn nothing; so many games against greedy")
    given = parser.parse_args()
    if given.duel:
        share = duel(ByValue(card_value()), greedy, given.duel // 2, given.seed)
        print(f"{given.duel} games against greedy: {share} %")
        return
    given.seen.mkdir(parents=True, exist_ok=True)
    learner = Learner()
    start = time.time()
    for number in range(given.rounds):
        kept = given.seen / f"{number}.npz"
        if not kept.is_file():
            seen, leads = self_play(learner.value(), given.games, given.seed + number)
            np.savez_compressed(kept, seen=seen.astype(np.int16), leads=leads.astype(np.int16))
        with np.load(kept) as file:
            learner.add(file["seen"].astype(np.int64), file["leads"].astype(np.float32))
        np.savez(given.out, weights=learner.value().weights)
        share = duel(ByValue(learner.value()), greedy, given.games // 4, number)
        print(
            f"round {number:3} {time.time() - start:6.0f} s: against greedy {share} %",
            flush=True,
        )


if __name__ == "__main__":
    main()
