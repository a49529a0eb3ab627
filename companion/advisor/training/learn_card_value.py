"""Learn the value of card-game positions by self-play:
`python -m companion.advisor.training.learn_card_value`.

In each round both players choose by the value learnt so far (card_simulator.py); the value is then fitted to
how the games ended. What the players saw is kept in files, so a stopped run can go on. Each round prints how
often the value wins against the greedy player.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np

from companion.advisor.card_value import (
    LEAD,
    PATH,
    WIDTH,
    CardValue,
    Floats,
    Integers,
    card_value,
    features,
    row_numbers,
    shares,
    stage_of,
)
from companion.advisor.heuristic import prospects
from companion.advisor.solo import CLOSED
from companion.advisor.training.card_simulator import CardGame, Greed, Play
from companion.rules import Game

RIDGE = 700.0
"""How strongly weights are drawn towards the first guess: the noise of leads over how far off it may be."""
TURNS_LEFT = (18.0, 8.0, 2.0)
"""Turns of the table that are left at the beginning, in the middle and near the end."""


def samples(tables: list[CardGame]) -> tuple[Integers, Floats]:
    """(n, 20) what was seen and (n,) by how much that player was ahead in the end."""
    seen, leads = [], []
    for table in tables:
        lead = table.sides[0].points - table.sides[1].points
        for seat, view in table.seen:
            seen.append(view)
            leads.append(-lead if seat else lead)
    return np.array(seen, np.int64), np.array(leads, np.float32)


def first_guess() -> Floats:
    """(3, WIDTH) weights before anything is learnt: the lead, and the prospects of each row by itself."""
    game = Game("cards", "classic", ("one", "other"))
    table = prospects(game.board, 2, 0, True)
    weights = np.zeros((3, WIDTH), np.float32)
    for part, turns in enumerate(TURNS_LEFT):
        worth = [table.row(0, cell, count, turns) for cell, count in row_numbers()[:CLOSED]]
        weights[part, :CLOSED] = worth
        weights[part, 62 : 62 + CLOSED] = [-points for points in worth]
    weights[:, 124] = LEAD
    return weights


def mirrored() -> Floats:
    """(WIDTH, 77) what is learnt: a state is worth to one player what it costs the other."""
    basis = np.zeros((WIDTH, WIDTH - 62), np.float32)
    for state in range(62):
        basis[state, state], basis[62 + state, state] = 1, -1
    for rest in range(124, WIDTH):
        basis[rest, rest - 62] = 1
    return basis


class Learner:
    """Ridge regression of the final lead on features by stage, drawn towards the first guess."""

    def __init__(self) -> None:
        self.guess, self.basis = first_guess(), mirrored()
        size = 3 * self.basis.shape[1]
        self.square, self.product = np.zeros((size, size)), np.zeros(size)

    def add(self, seen: Integers, leads: Floats) -> None:
        """Take in a round."""
        part, told = shares(stage_of(seen)), features(seen)
        wrong = leads - ((told @ self.guess.T) * part).sum(axis=1)
        staged = ((told @ self.basis)[:, None] * part[:, :, None]).reshape(len(seen), -1)
        self.square = self.square + staged.T @ staged
        self.product = self.product + staged.T @ wrong

    def value(self) -> CardValue:
        """What was learnt so far."""
        size = len(self.product)
        found = np.linalg.solve(self.square + RIDGE * np.eye(size), self.product).reshape(3, -1)
        return CardValue((self.guess + found @ self.basis.T).astype(np.float32))


def duel(
    one: CardValue | None, other: CardValue | None, pairs: int, seed: int, greed: Greed
) -> tuple[float, float]:
    """The share of wins of `one` in pairs of games with the seats exchanged, and half its 95 % interval."""
    deals = [seed * 1_000_003 + n // 2 for n in range(2 * pairs)]
    play = Play(
        2 * pairs,
        lambda n: (one, other) if n % 2 == 0 else (other, one),
        random.Random(seed),
        greed=greed,
        deals=deals,
    )
    play.run()
    wins = np.zeros(2 * pairs)
    for n, table in enumerate(play.tables):
        lead = table.sides[n % 2].points - table.sides[1 - n % 2].points
        wins[n] = (lead > 0) + 0.5 * (lead == 0)
    means = wins.reshape(pairs, 2).mean(axis=1)
    return float(means.mean()), float(1.96 * means.std() / pairs**0.5)


def main() -> None:
    """Learn, and write the weights."""
    parser = argparse.ArgumentParser(description="Learn the value of card-game positions by self-play.")
    parser.add_argument("--out", type=Path, default=PATH, help="where the weights go")
    parser.add_argument("--seen", type=Path, default=Path("build/cards"), help="a folder for what was seen")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=300, help="games a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duel", type=int, default=0, help="learn nothing; so many games against greedy")
    given = parser.parse_args()
    if given.duel:
        share, half = duel(card_value(), None, given.duel // 2, given.seed, Greed())
        print(f"{given.duel} games against greedy: {100 * share:.1f} % ± {100 * half:.1f}")
        return
    given.seen.mkdir(parents=True, exist_ok=True)
    learner = Learner()
    start = time.time()
    for number in range(given.rounds):
        kept = given.seen / f"{number}.npz"
        if not kept.is_file():
            value = learner.value()
            players = (value, value)
            play = Play(given.games, lambda _, both=players: both, random.Random(given.seed + number), 0.06)  # type: ignore[misc]
            play.run()
            seen, leads = samples(play.tables)
            np.savez_compressed(kept, seen=seen.astype(np.int16), leads=leads.astype(np.int16))
        with np.load(kept) as file:
            learner.add(file["seen"].astype(np.int64), file["leads"].astype(np.float32))
        np.savez(given.out, weights=learner.value().weights)
        share, half = duel(learner.value(), None, given.games // 4, number, Greed())
        print(
            f"round {number:3} {time.time() - start:6.0f} s: against greedy "
            f"{100 * share:.1f} % ± {100 * half:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
