"""Random records of every game: mostly sensible play, so that rows lock, with illegal marks strewn in."""

import random
from collections.abc import Callable

from companion.rules import PASS, RULING_OPTIONS, VARIANTS, Card, Game, Mark, Play, Roll, Rulings, full_deck
from companion.rules.position import Position
from sheets.pad import COLOURS

NAMES = ["Ann", "Bo", "Çelik", "D/~e", "Eve", "Flo"]


def random_game(rng: random.Random, name: str | None = None) -> Game:
    name = name or rng.choice(list(VARIANTS))
    variant = VARIANTS[name]
    players = rng.sample(NAMES, rng.choice([1, 2, 2, 2, 3, 3, 4, 5, 6]))
    lucky = {p: tuple(rng.sample(range(4, 15), 2)) for p in players} if variant.lucky else None
    chosen = {ruling: rng.choice(options) for ruling, options in RULING_OPTIONS.items() if rng.random() < 0.4}
    pad = rng.choice(variant.pads)
    return Game(name, pad, players, lucky, Rulings.of(chosen), jokers=variant.cards and rng.random() < 0.5)


def top_of(game: Game, rng: random.Random) -> dict:
    record = {"format": "qwixx-record/1", "game": game.name, "players": list(game.players)}
    if game.variant.cards and (game.pad.name != "classic" or rng.random() < 0.5):
        record["pad"] = game.pad.name
    if game.jokers or (game.variant.cards and rng.random() < 0.3):
        record["jokers"] = game.jokers
    if game.lucky is not None:
        record["lucky"] = {player: list(pair) for player, pair in game.lucky.items()}
    if game.rulings.differing or rng.random() < 0.2:
        record["rulings"] = game.rulings.differing
    return record


def random_roll(game, position, rng):
    if game.variant.cards:
        return rng.randint(2, 12)
    sides = game.pad.sides
    left = game.dice_left(position)
    dice = {}
    for colour in COLOURS:
        keep = 0.99 if colour in left else 0.3
        if rng.random() < keep:
            dice[colour] = rng.randint(1, sides)
    return Roll((rng.randint(1, sides), rng.randint(1, sides)), **dice)


def dice_of(roll: Roll) -> dict:
    """The dice as a record has them."""
    dice: dict = {"white": list(roll.white)}
    return dice | {c: v for c, v in zip(COLOURS, roll.coloured, strict=True) if v is not None}


def with_turns(record: dict, game: Game, rng: random.Random, wild: float, random_turn: Callable) -> tuple:
    """The record with turns, and the position after them: to its end or cut off, perhaps with an open turn,
    perhaps going on after the end. `wild`: how often a player marks just anything."""
    length, after = rng.choice([0, 3, 10, 60, 60, 60, 60]), rng.choice([0, 0, 1, 2])
    stays_open = rng.random() < 0.5
    position = game.start()
    turns: list[dict] = []
    while len(turns) < length and (not position.end or (after := after - 1) >= 0):
        last = stays_open and (len(turns) + 1 == length or rng.random() < 0.03)
        turn, position = random_turn(game, position, rng, wild, last, len(turns))
        turns.append(turn)
        if last:
            break
    return record | {"turns": turns}, position


def decided(game: Game, position: Position, player: str, mark: Mark, last: bool) -> Position:
    """The position once a player has decided, as a referee sees it: refused parts left out."""
    moves = game.moves(position, player)
    kept: Mark | None = None
    refused = False
    for count, part in enumerate(mark.parts, 1):
        together = part if kept is None else kept.followed_by(part)
        if (moves.refuse_number(mark.parts[:count]) or moves.refusal(together)) is None:
            kept = together
        else:
            refused = True
    if refused and last:
        return position
    return game.decide(position, player, kept or PASS)


def skips(moves, mark):
    """Cells that the mark leaves behind."""
    if not mark.cell:
        return 2
    spot = moves.view.board.by_name[mark.cell]
    if spot.bonus:
        return -1
    return spot.index - moves.sheet.rows[spot.row].bit_length()


def choose(game, position, player, rng, wild):
    """A mark: mostly the one that skips least, at times any legal one, at times any at all."""
    moves = game.moves(position, player)
    if rng.random() < wild:
        cell = rng.choice(list(game.board.by_name))
        near = [s.name for s, _ in moves.view.candidates.spots()]
        if near and rng.random() < 0.6:
            cell = rng.choice(near)
        letters = "".join(rng.choices("abcd", k=rng.choice([0, 0, 0, 1, 2])))
        return Mark(cell, game.variant.lucky and rng.random() < 0.4, letters)
    legal = list(moves)
    if not legal:
        return PASS
    mark = rng.choice(legal)
    if rng.random() < 0.85:
        mark = min(legal, key=lambda m: skips(moves, m) + rng.random() * 0.9)
    if mark.cell and rng.random() < (0.6 if mark.choices else 0.1):
        letters = "".join(rng.choices("abcd", k=rng.choice([0, 1, 2])))
        mark = Mark(mark.cell, mark.lucky, letters)
    return mark


def choose_play(game, position, rng, wild):
    """A play from a random hand; at times with cards or marks that do not fit."""
    deck = full_deck(game.jokers)
    hand = rng.sample(deck, 5)
    if rng.random() < wild:
        pool = [c for card in full_deck(jokers=True) for c in card.named()]
        colour = rng.choice(COLOURS)
        if rng.random() < 0.8:
            pool = [card for card in pool if card.colour == colour]
        cards = [rng.choice(pool) for _ in range(rng.choice([0, 1, 2, 3, 3, 3, 4]))]
        if cards and rng.random() < 0.7:
            cards = list(dict.fromkeys(cards))
        cells = [s.name for s in game.board.by_name.values() if _fits(s, cards) or rng.random() < 0.03]
        marks = [Mark(rng.choice(cells)) for _ in range(rng.choice([0, 1, 2, 3, 4]))] if cells else []
        if rng.random() < 0.5:
            marks = [Mark(cell) for cell in cells]
        if rng.random() < 0.7:
            marks.sort(key=lambda m: (m.cell[0], game.board.by_name[m.cell].index))
        return Play(tuple(cards), tuple(marks))
    plays = list(game.plays(position, position.active, hand))
    if rng.random() < 0.8:
        return max(plays, key=lambda p: len(p.marks) * 2 - _gaps(game, position, p) + rng.random() * 0.5)
    return rng.choice(plays)


def _fits(spot, cards: list[Card]) -> bool:
    return any(card.number == spot.number and card.colour == spot.cell.colour for card in cards)


def _gaps(game, position, play):
    if not play.marks:
        return 0
    spot = game.board.by_name[play.marks[0].cell]
    return spot.index - position.before[position.seat].rows[spot.row].bit_length()


def random_record(rng: random.Random, name: str | None = None) -> dict:
    """A record as JSON: to its end or cut off, perhaps with an open turn, perhaps going on after the end."""
    game = random_game(rng, name)
    record = top_of(game, rng)
    record, position = with_turns(record, game, rng, rng.choice([0.0, 0.05, 0.1, 0.3]), random_turn)
    if rng.random() < 0.3:
        who = rng.choice(game.players)
        total = game.score(position.sheet(who)).total
        record["claims"] = {who: {"total": rng.choice([total, total + 1]), "misses": rng.randint(0, 4)}}
    return record


def random_turn(game, position, rng, wild, last, played):
    """One turn as JSON, and the position after what is legal in it."""
    cards = game.variant.cards
    roll = random_roll(game, position, rng)
    turn: dict = {"open": True} if last else {}
    if cards:
        turn["number"] = roll
    else:
        turn["dice"] = dice_of(roll)
    over = position.end is not None
    if not over:
        position = game.roll(position, roll)
    first: dict[str, str] = {}
    absent = 0.3 if last and rng.random() < 0.6 else 0.0
    for player in game.players:
        if rng.random() < absent:
            continue
        if over:
            mark = Mark(rng.choice(list(game.board.by_name))) if rng.random() < 0.4 else PASS
        else:
            mark = choose(game, position, player, rng, wild)
        if mark.cell or last or rng.random() < 0.5:
            first[player] = str(mark)
        legal = not over and game.moves(position, player).refusal(mark) is None
        if not over and (legal or not last):
            position = game.decide(position, player, mark if legal else PASS)
    if first or rng.random() < 0.8:
        turn["number_marks" if cards else "white"] = first
    active = game.players[played % len(game.players)]
    waiting = position.phase in ("white", "number")
    if (waiting or over or position.end or last) and rng.random() < 0.6:
        return turn, position
    if cards:
        position = _second_play(game, position, rng, wild, turn)
    else:
        position = _second_mark(game, position, rng, wild, turn, active)
    return turn, position


def _second_mark(game, position, rng, wild, turn, active):
    if position.phase == "colour":
        mark = choose(game, position, active, rng, wild)
    else:
        mark = Mark(rng.choice(list(game.board.by_name)))
    if mark.cell or turn.get("open") or rng.random() < 0.5:
        turn["colour"] = str(mark)
    if position.phase != "colour":
        return position
    legal = game.moves(position, active).refusal(mark) is None
    if not legal and turn.get("open"):
        return position
    return game.decide(position, active, mark if legal else PASS)


def _second_play(game, position, rng, wild, turn):
    play = choose_play(game, position, rng, wild if position.phase == "play" else 1.0)
    turn["play"] = [str(card) for card in play.cards]
    if play.marks or rng.random() < 0.5:
        turn["marks"] = [str(mark) for mark in play.marks]
    if position.phase != "play":
        return position
    judged = game.plays(position, position.active).judge(play)
    if judged.whole:
        return position if turn.get("open") else game.forfeit(position)
    return game.decide(position, position.active, judged.made)
