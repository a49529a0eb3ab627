"""Measures the computer's levels of play against each other: `make bench-advice`, which runs `python -m
training.advice.levels`.

Two levels play with the same dice from both seats. They move like the computer players of the web page.
"""

import random
from itertools import combinations

import click
import numpy as np

from companion.advisor.computer import LEVELS, computer_choice
from companion.rules import Game, Position, Roll
from companion.rules.house import Level
from sheets.pad import PADS
from training.advice.match_figures import HEADINGS, columns

NAMES = ("Ann", "Ben")
LINE = "{:12} {:8} {:8} {}"
"""The format of a line of the table: game, level, rival's level, and the results of their match."""


def play_levels(game: Game, levels: tuple[Level, Level], seed: int) -> tuple[int, int]:
    """Play one game between two levels and return both scores; the first level starts.

    `seed` determines the dice and the levels' deliberate mistakes.
    """
    dice, chance = random.Random(seed), random.Random(seed + 1)
    position = game.start()
    while position.end is None:
        if position.phase == "roll":
            position = game.roll(position, _thrown(game, position, dice))
            continue
        player = game.waiting(position)[0]
        level = levels[game.players.index(player)]
        move = computer_choice(game, position, player, level, chance).move
        position = game.decide(position, player, move)
    scores = game.scores(position)
    first, second = (scores[name].total for name in game.players)
    return first, second


def _thrown(game: Game, position: Position, dice: random.Random) -> Roll:
    left = game.dice_left(position)
    words = [f"{letter}{dice.randint(1, game.pad.sides)}" for letter in ("w", "w", *(c[0] for c in left))]
    return Roll.parse(" ".join(words))


def match(name: str, level: Level, rival: Level, deals: int) -> str:
    """Play a match of two levels and return its line of the table.

    `deals`: number of seeds for the dice. Each seed is played twice, with the seats swapped.
    """
    lucky = dict.fromkeys(NAMES, (5, 10)) if name == "longo" else None
    game = Game(name, name, NAMES, lucky)
    own, other = [], []
    for deal in range(deals):
        ahead, behind = play_levels(game, (level, rival), 7919 * deal)
        theirs, ours = play_levels(game, (rival, level), 7919 * deal)
        own.append((ahead, ours))
        other.append((behind, theirs))
    return LINE.format(name, level, rival, columns(np.array(own, float), np.array(other, float)))


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(PADS))
@click.option("--deals", default=500, show_default=True, help="Dice of each line, played from both seats.")
def main(names: tuple[str, ...], deals: int) -> None:
    """Print how often each level wins against each weaker one in the games NAMES, and with what points."""
    click.echo(LINE.format("game", "level", "against", HEADINGS))
    for name in names or ("classic",):
        for rival, level in combinations(LEVELS, 2):
            click.echo(match(name, level, rival, deals))


if __name__ == "__main__":
    main()
