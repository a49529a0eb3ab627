"""Dice for games that are played by the rules."""

import random

from companion.rules import Game, Position, Roll
from sheets.pad import COLOURS


def thrown(game: Game, position: Position, chance: random.Random) -> Roll:
    """Return the dice of a turn.

    All six are drawn, so that the next turn's are the same whichever have left.
    """
    first, second, *coloured = (chance.randint(1, game.pad.sides) for _ in range(2 + len(COLOURS)))
    left = game.dice_left(position)
    faces = {colour: face for colour, face in zip(COLOURS, coloured, strict=True) if colour in left}
    return Roll((first, second), **faces)
