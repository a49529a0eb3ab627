"""Measures random games and lists of legal marks per second: `python -m tests.companion.rules.bench_rules`.

Two players choose uniformly among legal moves (with cards: hands of five from the deck), in one process of
pure Python. Each decision is listed and checked by the same rules that judge records.
"""

import random
import time

from companion.rules import Game, Position
from tests.companion.moment import FURTHER_GAMES, GAMES_AND_PADS, game_of, random_step

GAMES = 400


def games_a_second(game: Game, count: int = GAMES) -> tuple[float, float]:
    """Return whole games, and decisions, per second of processor time."""
    rng = random.Random(1)
    decisions = 0
    start = time.process_time()
    for _ in range(count):
        position = game.start()
        while position.end is None:
            decisions += position.phase != "roll"
            position = random_step(game, position, rng)
    seconds = time.process_time() - start
    return count / seconds, decisions / seconds


def listings_a_second(game: Game, count: int = 20_000) -> float:
    """Return how many lists of legal marks are made per second, in positions from random play."""
    rng = random.Random(2)
    asked: list[tuple[Position, str]] = []
    position = game.start()
    while len(asked) < 200:
        if position.phase in ("white", "colour", "number"):
            asked.append((position, game.waiting(position)[0]))
        position = game.start() if position.end else random_step(game, position, rng)
    start = time.process_time()
    for number in range(count):
        list(game.moves(*asked[number % len(asked)]))
    return count / (time.process_time() - start)


def main() -> None:
    """Print one line per game."""
    print(f"{'game':12} {'pad':12} {'games/s':>8} {'decisions/s':>12} {'listings/s':>11}")
    for name, pad in (*GAMES_AND_PADS, *FURTHER_GAMES):
        game = game_of(name, pad=pad)
        games, decisions = games_a_second(game)
        print(f"{name:12} {pad:12} {games:8.0f} {decisions:12.0f} {listings_a_second(game):11.0f}")


if __name__ == "__main__":
    main()
