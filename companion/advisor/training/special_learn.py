"""Learn the network of a game with special cells by self-play: `python -m
companion.advisor.training.special_learn big-points --minutes 10`.

In each round the network plays itself or the greedy player, and learns from what each seat saw after each
turn: TD(lambda), the value one turn later mixed with the outcome. In the first rounds the greedy player
plays. A training that was stopped goes on where it was (build/special-NAME.npz). It takes numba.
"""

from __future__ import annotations

import time
from pathlib import Path

import click
import numpy as np

from companion.advisor.training.special_match import Field, Player, field_of, greedy, match, play
from companion.advisor.training.special_network import (
    Learner,
    learn,
    load_learner,
    new_learner,
    new_network,
    save_learner,
)
from companion.advisor.training.special_play import GREEDY, LEARNED, Samples
from sheets.pad import FURTHER_PADS

ROOT = Path(__file__).parents[3]
ROUND_SAMPLES = 24_000
"""So many samples, about, make a round."""
SEATINGS = (
    (2, False),
    (2, False),
    (2, True),
    (3, False),
    (2, False),
    (2, True),
    (4, False),
    (2, False),
    (5, True),
)
"""How many players sit at the tables of successive rounds, and whether all but one are greedy ones."""
WARM_UP_ROUNDS = 24
"""Rounds that the greedy player plays at first: its games cost a fifth of the network's."""
GREEDY_NOISE = 0.7
"""What is added to the values of its moves, so that more is seen (standard deviation, in crosses)."""
TD_LAMBDA = 0.35
EXPLORATION_NOISE = 0.02
KEPT_ROUNDS = 6
OLD_ROUNDS = 3
"""For each new round so many old ones are learnt again."""
FIRST_RATE, LAST_RATE = 2e-3, 1e-4
REPORT_SECONDS = 60
"""Seconds of processor time between two matches with the greedy player."""
SAVED_ROUNDS = 8
"""After so many rounds it is saved."""
REPORT_GAMES, REPORT_SEED = 600, 99


def round_samples(field: Field, learner: Learner, number: int, seed: int, rival: Player) -> Samples:
    """The samples of one round."""
    seats, against_greedy = SEATINGS[number % len(SEATINGS)]
    is_warm_up = number < WARM_UP_ROUNDS
    own = rival if is_warm_up else Player(LEARNED, rival.weights, learner.smooth)
    players, recorded = [own] * seats, [True] * seats
    if is_warm_up:
        players = [Player(GREEDY, rival.weights)] * seats
    elif against_greedy:
        recorded = [seat == number // len(SEATINGS) % seats for seat in range(seats)]
        players = [own if is_recorded else rival for is_recorded in recorded]
    samples = Samples.empty(ROUND_SAMPLES + 400 * seats)
    games = max(1, ROUND_SAMPLES // (28 * sum(recorded)))
    _, written = play(
        field,
        players,
        games,
        1000 * seed + number,
        GREEDY_NOISE if is_warm_up else EXPLORATION_NOISE,
        TD_LAMBDA,
        samples,
        recorded,
    )
    return samples.first(written)


def share_against_greedy(field: Field, learner: Learner, rival: Player, games: int, seed: int) -> float:
    """The share of the wins of two-player games."""
    player = Player(LEARNED, rival.weights, learner.smooth)
    return float(match(field, player, rival, 2, games, seed).mean())


def train(name: str, minutes: float, seed: int, folder: Path) -> None:
    """Learn for so many minutes of processor time; prints and saves as it goes."""
    field, rival = field_of(name), greedy(name)
    learner = new_learner(new_network(field.tables, seed))
    path = folder / f"special-{name}.npz"
    state = {"round": 0.0, "spent": 0.0}
    if path.is_file():
        state |= load_learner(learner, path)
    folder.mkdir(parents=True, exist_ok=True)
    begun, reported = time.process_time() - state["spent"], state["spent"]
    number = int(state["round"])
    kept: list[Samples] = []
    while (spent := time.process_time() - begun) < 60 * minutes:
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (spent / 60 / minutes)
        new = round_samples(field, learner, number, seed, rival)
        rng = np.random.default_rng((seed, number))
        old = [kept[i] for i in rng.permutation(len(kept))[:OLD_ROUNDS]]
        losses = [learn(learner, part, rng.permutation(len(part.seats)), rate) for part in (*old, new)]
        kept = [*kept, new][-KEPT_ROUNDS:]
        number += 1
        if number % SAVED_ROUNDS == 0:
            save_learner(learner, path, round=number, spent=spent)
        if spent - reported > REPORT_SECONDS:
            share = share_against_greedy(field, learner, rival, REPORT_GAMES, REPORT_SEED)
            click.echo(
                f"{name:12} round {number:4}  {spent / 60:5.1f} minutes  loss {losses[-1]:.4f}  "
                f"wins against greedy {share:.3f}"
            )
            reported = spent
    share = share_against_greedy(field, learner, rival, 4 * REPORT_GAMES, REPORT_SEED + 1)
    save_learner(learner, path, round=number, spent=60 * minutes)
    click.echo(f"{name:12} round {number:4}  done  wins against greedy {share:.3f}")


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(FURTHER_PADS))
@click.option("--minutes", default=8.0, show_default=True, help="Of processor time for each game.")
@click.option("--seed", default=1, show_default=True)
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Where it is kept.")
def main(games: tuple[str, ...], minutes: float, seed: int, folder: Path) -> None:
    """Learn the networks of GAMES (by default all of them)."""
    for name in games or FURTHER_PADS:
        train(name, minutes, seed, folder)


if __name__ == "__main__":
    main()
