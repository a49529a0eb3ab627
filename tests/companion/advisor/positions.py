"""Positions for tests of the advice: from random games, or late in a game."""

import random
from collections.abc import Iterator

from companion.advisor import Advice, advise
from companion.rules import Game, Position, full_deck
from tests.companion.moment import moment, random_step

NUMBERS = {"a": range(2, 12), "b": range(2, 12), "c": range(12, 2, -1), "d": range(12, 2, -1)}
"""The numbers of a classic row before its last cell."""


def late_position(game: Game, rng: random.Random) -> Position:
    """Return a random late position in action 1 on classic rows. Often, several rows can be locked."""
    high = rng.random() < 0.5
    lockable = "ab" if high else "cd"
    closed = rng.choice(["", "cd" if high else "ab"])
    closed = rng.choice(closed) if closed else ""

    def sheet() -> str:
        rows = []
        for row, numbers in NUMBERS.items():
            ready = row in lockable and rng.random() < 0.6
            count = rng.randint(5, 9) if ready else rng.randint(0, 4)
            places = sorted(rng.sample(range(10), count))
            rows.append(" ".join(f"{row}{numbers[place]}" for place in places) or "-")
        misses = rng.choice([0, 0, 1, 1, 2, 3])
        return " / ".join(rows) + (f" misses {misses}" if misses else "")

    white = "w6 w6" if high else "w1 w1"
    if rng.random() < 0.2:
        white = f"w{rng.randint(1, 6)} w{rng.randint(1, 6)}"
    dice = " ".join(
        f"{d}{rng.randint(1, 6)}" for d, row in zip("rygb", "abcd", strict=True) if row not in closed
    )
    sheets = [sheet() for _ in game.players]
    seat = rng.randrange(len(game.players))
    return moment(game, "white", f"{white} {dice}", *sheets, closed=closed, seat=seat)


def random_positions(game: Game, rng: random.Random, share: float = 0.3) -> Iterator[Position]:
    """Yield positions with open decisions from endless random games, each with the probability `share`."""
    position = game.start()
    while True:
        position = game.start() if position.end else random_step(game, position, rng)
        if not position.end and position.phase != "roll" and rng.random() < share:
            yield position


def checked_advice(game: Game, position: Position, rng: random.Random) -> tuple[Advice, ...]:
    """Return the advice on a position, which must list exactly the legal moves, best first."""
    hand = rng.sample(full_deck(game.jokers), 5) if position.phase == "play" else None
    given = advise(game, position, hand=hand)
    assert [advice.player for advice in given] == list(game.waiting(position))
    for advice in given:
        player, options = advice.player, advice.options
        legal = game.plays(position, player, hand) if hand else game.moves(position, player)
        assert sorted(str(option.move) for option in options) == sorted(map(str, legal))
        values = [(option.win or 0, option.margin) for option in options]
        assert values == sorted(values, reverse=True)
        alone = len(game.players) == 1
        assert all(option.win is None if alone else 0 <= option.win <= 1 for option in options)
    return given
