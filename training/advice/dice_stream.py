"""Random dice for compiled games.

Each game has its own stream of random numbers, so that other players can play it with the same dice.
"""

import numpy as np
import numpy.typing as npt

from training.advice.compiled import compiled

Whole = npt.NDArray[np.int64]


@compiled
def draw(state: Whole) -> int:
    """Return the next 32-bit random number and advance `state` (xorshift; Marsaglia, 2003)."""
    x = state[0]
    x ^= x << 13 & 0xFFFFFFFF
    x ^= x >> 17
    x ^= x << 5 & 0xFFFFFFFF
    state[0] = x
    return int(x)


@compiled
def begin_stream(state: Whole, seed: int, number: int) -> None:
    """Set `state`, of one element, to the start of the random stream of game `number`."""
    x = (seed * 2654435761 + number * 40503 * 65537 + 12345) & 0xFFFFFFFF
    state[0] = x if x else 88172645
    for _ in range(12):
        draw(state)


@compiled
def throw(state: Whole, sides: int, dice: Whole) -> None:
    """Fill `dice` with random values from 1 to `sides`."""
    for die in range(len(dice)):
        dice[die] = 1 + (draw(state) * sides >> 32)
