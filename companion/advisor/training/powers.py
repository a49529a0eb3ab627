"""Measure what the power of each character is worth with its advice: `python -m
companion.advisor.training.powers`.

Two players take the best move of the advice of the table page. One has a character and uses it as the advice
says; the other has none, or (`--naive`) has the same and uses it as soon as it may. Both play the same dice
from both seats.
"""

import random
from dataclasses import replace

import click
import numpy as np

from companion.advisor.advice import KEEP, DiceChange
from companion.advisor.dice_change import WHITE_DICE, with_turned_die
from companion.advisor.ranking import advise
from companion.advisor.training.match_figures import HEADINGS, columns
from companion.advisor.training.throws import thrown
from companion.rules import PASS, Decision, Game, House, Position, Roll, Rulings
from companion.rules.characters import CHARACTERS, RE_ROLL
from companion.rules.position import Phase
from sheets.pad import COLOURS, PADS

NAMES = ("Ann", "Ben")
"""Ann has the character."""
LINE = "{:14} {:8} {}"
"""Character, rival, figures of the match."""


class Throws:
    """The dice of one deal, the same for each turn however the game went before it."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def roll(self, game: Game, position: Position, again: bool = False) -> Roll:
        """The dice of this turn, or those of a second throw."""
        return thrown(game, position, random.Random(f"{self._seed} {position.turn} {again}"))


def play_game(game: Game, naive: str, seed: int) -> dict[str, int]:
    """The points of both players of one game. `naive`: who uses the power as soon as it may, or ""."""
    throws = Throws(seed)
    position = game.start()
    while position.end is None:
        if position.phase == "roll":
            position = game.ask_about_dice(game.roll(position, throws.roll(game, position)))
            continue
        player = game.waiting(position)[0]
        move = naive_choice(game, position) if player == naive else None
        if move is None:
            options = advise(game, position, [player])[0].options
            assert options, "who is to decide has an option"
            move = options[0].move
        if isinstance(move, DiceChange):
            position = _changed(game, position, move, throws)
        else:
            position = game.decide(position, player, move)
    return {name: score.total for name, score in game.scores(position).items()}


def naive_choice(game: Game, position: Position) -> Decision | DiceChange | None:
    """What somebody does with the power who does not weigh it: throws all dice again if no cross fits, turns
    the first die that shows a 3 or a 4 if no cross fits, and turns the first miss. None for other decisions.
    """
    if position.phase == "dice":
        phases: tuple[Phase, ...] = ("white", "colour")
        actions = (replace(position, phase=phase) for phase in phases)
        if any(mark.cell for each in actions for mark in game.moves(each, position.active)):
            return KEEP
        name = game.dice_changes(position)[0]
        return DiceChange(name, (*WHITE_DICE, *game.dice_left(position)) if name == RE_ROLL else ())
    if position.phase == "instead":
        options = advise(game, position, [position.active])[0].options or ()
        return next((o.move for o in options if o.move != PASS and not isinstance(o.move, DiceChange)), PASS)
    return None


def _changed(game: Game, position: Position, change: DiceChange, throws: Throws) -> Position:
    """The position once the dice are kept, turned or thrown again."""
    if change == KEEP:
        return game.keep_dice(position)
    if change.name != RE_ROLL:
        return with_turned_die(position, change.name)
    first, second = position.roll, throws.roll(game, position, again=True)
    assert isinstance(first, Roll)
    white = [(second if f"w{i + 1}" in change.dice else first).white[i] for i in (0, 1)]
    coloured = {c: getattr(second if c in change.dice else first, c) for c in COLOURS}
    return position.with_roll("white", Roll((white[0], white[1]), **coloured), first)


def match(name: str, character: str, naive: bool, rulings: Rulings, deals: int) -> str:
    """A line of the table: `deals` deals, each played from both seats."""
    characters = dict.fromkeys(NAMES if naive else NAMES[:1], character)
    lucky = dict.fromkeys(NAMES, (5, 10)) if name == "longo" else None
    found = np.zeros((deals, 2, 2))
    for seat, players in enumerate((NAMES, NAMES[::-1])):
        game = Game(name, name, players, lucky, rulings, house=House(characters=characters))
        for deal in range(deals):
            points = play_game(game, NAMES[1] if naive else "", 7919 * deal)
            found[deal, seat] = [points[each] for each in NAMES]
    return LINE.format(character, "naive" if naive else "none", columns(found[..., 0], found[..., 1]))


@click.command()
@click.argument("characters", nargs=-1, type=click.Choice(list(CHARACTERS)))
@click.option("--game", default="classic", type=click.Choice(PADS), show_default=True)
@click.option("--naive", is_flag=True, help="Against the same character used as soon as it may.")
@click.option("--once", is_flag=True, help="A miss may be turned once a game (ruling miss-often).")
@click.option("--deals", default=500, show_default=True, help="Dice of each line, played from both seats.")
def main(characters: tuple[str, ...], game: str, naive: bool, once: bool, deals: int) -> None:
    """Print how often each of CHARACTERS wins with the advice, and with what points."""
    rulings = Rulings(miss_often="once") if once else Rulings()
    click.echo(LINE.format("character", "against", HEADINGS))
    for character in characters or tuple(CHARACTERS):
        click.echo(match(game, character, naive, rulings, deals))


if __name__ == "__main__":
    main()
