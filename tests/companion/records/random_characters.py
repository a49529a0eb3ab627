"""Random records of games with characters: mostly sensible play, with illegal marks and dice strewn in."""

import random
from dataclasses import replace

from companion.rules import FURTHER_VARIANTS, PASS, VARIANTS, Game, House, Mark, Roll
from companion.rules.characters import CHARACTERS
from tests.companion.records import random_further
from tests.companion.records.random_records import (
    choose,
    decided,
    dice_of,
    random_game,
    random_roll,
    top_of,
    with_turns,
)

GAMES = [name for name, variant in VARIANTS.items() if not variant.cards]
FURTHER_GAMES = [*FURTHER_VARIANTS, "on-board"]


def with_characters(game: Game, rng: random.Random) -> Game:
    """The same game; most players have a character."""
    chosen = {name: rng.choice(list(CHARACTERS)) for name in game.players if rng.random() < 0.8}
    house = House(characters=chosen)
    return Game(game.name, game.pad, game.players, game.lucky, game.rulings, house=house, sheets=game.sheets)


def changed(roll: Roll, sides: int, key: str | None, rng: random.Random) -> Roll:
    """What the dice were before they became `roll`: by the character's power, or somehow."""
    if key == "tina-turner" and rng.random() < 0.8:
        values = [*roll.white, *roll.coloured]
        there = [i for i, value in enumerate(values) if value in (3, 4)]
        if there:
            at = rng.choice(there)
            values[at] = 7 - (values[at] or 0)
        return Roll((values[0] or 1, values[1] or 1), *values[2:])
    again = [
        rng.randint(1, sides) if rng.random() < 0.4 else value for value in (*roll.white, *roll.coloured)
    ]
    if rng.random() < 0.9:
        pairs = zip(again[2:], roll.coloured, strict=True)
        again[2:] = [None if old is None and rng.random() < 0.9 else new for new, old in pairs]
    return Roll((again[0] or 1, again[1] or 1), *again[2:])


def random_character_record(rng: random.Random, name: str | None = None) -> dict:
    """A record as JSON: to its end or cut off, perhaps with an open turn, perhaps going on after the end."""
    name = name or rng.choice(GAMES)
    if name in FURTHER_GAMES:
        game = with_characters(random_further.random_further_game(rng, name, characters=True), rng)
    else:
        game = with_characters(random_game(rng, name), rng)
    record = top_of(game, rng) | ({"sheets": dict(game.sheets)} if game.sheets is not None else {})
    if game.house.characters or rng.random() < 0.5:
        record["characters"] = dict(game.house.characters)
    return with_turns(record, game, rng, rng.choice([0.0, 0.05, 0.1, 0.3]), _turn)[0]


def _turn(game: Game, position, rng: random.Random, wild: float, last: bool, played: int) -> tuple:
    roll = random_roll(game, position, rng)
    active = game.players[played % len(game.players)]
    key = game.house.characters.get(active)
    turn: dict = {"dice": dice_of(roll)} | ({"open": True} if last else {})
    over = position.end is not None
    first_roll = None
    if rng.random() < (0.5 if key in ("double-dutch", "tina-turner") else wild / 3):
        first_roll = changed(roll, game.pad.sides, key, rng)
        turn["first_dice"] = dice_of(first_roll)
    if not over:
        if first_roll is not None and game.refuse_change(position, first_roll, roll):
            first_roll = None
        position = game.roll(position, roll, first_roll)
    first: dict[str, str] = {}
    absent = rng.choice([0.0, 0.0, 0.3, 1.0]) if last else 0.0
    for player in game.players:
        if rng.random() < absent:
            continue
        mark = _any(game, rng) if over else _chosen(game, position, player, rng, wild)
        if mark.cell or last or rng.random() < 0.5:
            first[player] = str(mark)
        position = position if over else decided(game, position, player, mark, last)
    if first or rng.random() < 0.8:
        turn["white"] = first
    if (over or position.phase != "colour" or last) and rng.random() < 0.6:
        return turn, position
    mark = _second(game, position, active, rng, wild) if position.phase == "colour" else _any(game, rng)
    in_action = position.phase == "colour"
    if mark.cell or last or rng.random() < 0.5:
        turn["colour"] = str(mark)
        position = decided(game, position, active, mark, last) if in_action else position
    elif in_action and not last:
        position = game.decide(position, active, PASS)
    return _with_instead(game, position, rng, wild, turn, active, in_action)


def _with_instead(game: Game, position, rng, wild, turn, active, in_action) -> tuple:
    if not in_action or position.phase != "instead":
        if rng.random() < wild / 2:
            turn["instead"] = str(_any(game, rng))
        return turn, position
    mark = PASS if rng.random() < 0.2 else replace(_chosen(game, position, active, rng, wild), lucky=False)
    mark = _any(game, rng) if mark.form or mark.then else mark
    if mark.cell or rng.random() < 0.5:
        turn["instead"] = str(mark)
    elif turn.get("open"):
        return turn, position
    return turn, decided(game, position, active, mark, bool(turn.get("open")))


def _any(game: Game, rng: random.Random) -> Mark:
    return Mark(rng.choice(list(game.board.by_name)))


def _chosen(game: Game, position, player: str, rng: random.Random, wild: float) -> Mark:
    """A mark of any form that the game has."""
    chosen = random_further.choose if game.name in FURTHER_GAMES else choose
    return chosen(game, position, player, rng, wild)


def _second(game: Game, position, active: str, rng: random.Random, wild: float) -> Mark:
    """A mark of action 2: of one who may cross two cells mostly two, else at times."""
    moves = game.moves(position, active)
    listed = list(moves)
    pairs = [mark for mark in listed if mark.then]
    if pairs and rng.random() < 0.6:
        return rng.choice(pairs)
    mark = _chosen(game, position, active, rng, wild)
    near = [spot.name for spot, _ in moves.view.candidates.spots()] or list(game.board.by_name)
    again = 0.4 if pairs else max(wild, 0.05)
    while mark.cell and len(mark.parts) < 4 and rng.random() < again:
        mark = mark.followed_by(Mark(rng.choice(near)))
    return mark
