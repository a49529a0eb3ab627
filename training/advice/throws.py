"""Rolls the dice for games that `companion.rules` referees."""

import random

from companion.rules import Game, Position, Roll
from sheets.pad import COLOURS


def thrown(game: Game, position: Position, chance: random.Random) -> Roll:
    """Return a roll of the dice that are still in the game.

    Six random numbers are drawn in any case, so that later rolls don't depend on which dice were removed.
    """
    first, second, *coloured = (chance.randint(1, game.pad.sides) for _ in range(2 + len(COLOURS)))
    left = game.dice_left(position)
    faces = {colour: face for colour, face in zip(COLOURS, coloured, strict=True) if colour in left}
    return Roll((first, second), **faces)
