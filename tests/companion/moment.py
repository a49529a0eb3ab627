"""Builds positions and games for tests in one or two lines of code."""

import random
from dataclasses import replace

from companion.rules import (
    ALL_VARIANTS,
    FURTHER_VARIANTS,
    VARIANTS,
    Game,
    Mark,
    Play,
    Position,
    Roll,
    Rulings,
    Sheet,
    full_deck,
)
from sheets.pad import COLOURS, ROW_LETTERS, load_pad

LUCKY = (5, 10)


def game_of(
    name: str, players=("Ann", "Bob"), pad: str = "", jokers=False, lucky=None, **rulings: str
) -> Game:
    """Return a game. `rulings`: options by ruling. On a lettered pad, players get sheets A, B, …"""
    if ALL_VARIANTS[name].lucky and lucky is None:
        lucky = dict.fromkeys(players, LUCKY)
    letters = load_pad(pad or ALL_VARIANTS[name].pads[0]).letters
    sheets = dict(zip(players, letters * len(players), strict=False)) if letters else None
    agreed = Rulings.of({key.replace("_", "-"): option for key, option in rulings.items()})
    return Game(name, pad, players, lucky, agreed, jokers, sheets=sheets)


def moment(
    game: Game,
    phase: str,
    roll: str | int,
    *sheets: str,
    closed: str = "",
    seat: int = 0,
    active_marked: bool = False,
) -> Position:
    """Return a position in mid-turn. `sheets`: in the players' order; missing ones are empty."""
    made = [Sheet.parse(text, pad) for text, pad in zip(sheets, game.pads, strict=False)]
    made += [Sheet.empty(pad) for pad in game.pads[len(made) :]]
    closed_mask = sum(1 << ROW_LETTERS.index(letter) for letter in closed)
    removed_mask = 0
    for letter in closed:
        removed_mask |= 1 << COLOURS.index(game.pad.row(letter).cells[-1].colour)
    thrown = Roll.parse(roll) if isinstance(roll, str) else roll
    return replace(
        game.start(),
        sheets=tuple(made),
        before=tuple(made),
        closed_mask=closed_mask,
        removed_mask=removed_mask,
        seat=seat,
        turn=7,
        phase=phase,
        roll=thrown,
        active_marked=active_marked,
    )


def after(game: Game, position: Position, **decisions: str) -> Position:
    """Return the position after these decisions; all other players who have to decide then pass."""
    phase = position.phase
    for player, text in decisions.items():
        decision = Play.parse(text) if ":" in text else Mark.parse(text)
        position = game.decide(position, player, decision)
    while position.phase == phase and phase != "play" and game.waiting(position):
        position = game.decide(position, game.waiting(position)[0], Mark())
    return position


def why(game: Game, position: Position, player: str, text: str) -> str | None:
    """Return the id of the rule that `text`, a mark or play, breaks, or None if it is legal."""
    if ":" in text:
        refusal = game.plays(position, player).refusal(Play.parse(text))
    else:
        refusal = game.moves(position, player).refusal(Mark.parse(text))
    return refusal and refusal.rule


def legal(game: Game, position: Position, player: str) -> str:
    """Return all legal marks in one line."""
    return " ".join(str(mark) for mark in game.moves(position, player))


def throw(game: Game, position: Position, rng: random.Random) -> Roll | int:
    """Throw the remaining dice fairly, or draw a number of the card game."""
    if game.variant.cards:
        return rng.randint(2, 12)
    sides = game.pad.sides
    white = (rng.randint(1, sides), rng.randint(1, sides))
    return Roll(white, **{colour: rng.randint(1, sides) for colour in game.dice_left(position)})


def random_step(game: Game, position: Position, rng: random.Random) -> Position:
    """Return the position after a roll, or a random legal decision of the next player who is to decide."""
    if position.phase == "roll":
        return game.roll(position, throw(game, position, rng))
    player = game.waiting(position)[0]
    if position.phase == "play":
        hand = rng.sample(full_deck(game.jokers), 5)
        return game.decide(position, player, rng.choice(list(game.plays(position, player, hand))))
    return game.decide(position, player, rng.choice(list(game.moves(position, player))))


GAMES_AND_PADS = [(name, pad) for name, variant in VARIANTS.items() for pad in variant.pads]
"""Each game of VARIANTS, once with each of its pads."""

FURTHER_GAMES = [(name, variant.pads[0]) for name, variant in FURTHER_VARIANTS.items()]
"""Each game of FURTHER_VARIANTS, with its first pad."""
