"""Positions late in a game in which decisions touch: a row can be locked, or the game can end."""

import random

from companion.rules import Game, Position
from tests.companion.moment import moment

NUMBERS = {"a": range(2, 12), "b": range(2, 12), "c": range(12, 2, -1), "d": range(12, 2, -1)}
"""The numbers of a classic row before its last cell."""


def late_position(game: Game, rng: random.Random) -> Position:
    """Return a white action on classic rows: mostly a roll of two or twelve, and many rows ready for it."""
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
