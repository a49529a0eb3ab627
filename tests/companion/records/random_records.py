"""Random records of every game. Most marks are sensible, so that rows get locked; some are illegal."""

import random
from collections.abc import Callable
from dataclasses import replace

from companion.rules import (
    FURTHER_VARIANTS,
    PASS,
    RULING_OPTIONS,
    VARIANTS,
    Card,
    Game,
    Mark,
    Play,
    Roll,
    Rulings,
    full_deck,
)
from companion.rules.position import Position
from companion.rules.variants import variant_of
from sheets.pad import COLOURS, load_pad, pad_data, parse_pad

NAMES = ["Ann", "Bo", "Çelik", "D/~e", "Eve", "Flo"]


def random_rulings(rng: random.Random) -> Rulings:
    """Return random options for some of the rulings, even for those that a game does not use."""
    return Rulings.of(
        {ruling: rng.choice(options) for ruling, options in RULING_OPTIONS.items() if rng.random() < 0.6}
    )


def random_game(rng: random.Random, name: str | None = None) -> Game:
    """Return a game of the variant `name` (default: one of VARIANTS) with random pad, players and rulings."""
    name = name or rng.choice(list(VARIANTS))
    variant = variant_of(name)
    pad = load_pad(rng.choice(variant.pads))
    players = rng.sample(NAMES, rng.choice([1, 2, 2, 2, 3, 3, 4, 5, 6]))
    lucky = {p: tuple(rng.sample(range(4, 15), 2)) for p in players} if variant.lucky else None
    sheets = None
    if pad.letters:
        sheets = {player: rng.choice(pad.letters) for player in players}
    elif variant.sheets and rng.random() < 0.6:
        sheets = {player: rng.choice(variant.sheets) for player in players if rng.random() < 0.6}
    jokers = variant.cards and rng.random() < 0.5
    return Game(name, pad, players, lucky, random_rulings(rng), jokers, sheets=sheets)


def mixed_game(rng: random.Random) -> tuple[Game, list[str]]:
    """Return a game on a custom pad that mixes special cells, and the games that they come from."""
    names = rng.sample([name for name in FURTHER_VARIANTS if name != "double-b"], rng.randint(2, 5))
    names = ["double-b" if name == "double-a" and rng.random() < 0.5 else name for name in names]
    layout = pad_data(load_pad("classic")) | {"name": "ours", "lock-needs": rng.choice([5, 7])}
    for name in names:
        pad = load_pad(name)
        layout |= {key: pad_data(pad)[key] for key in pad.mechanisms}
    players = rng.sample(NAMES, rng.choice([1, 2, 3]))
    pad = parse_pad(layout)
    sheets = {player: rng.choice(pad.letters) for player in players} if pad.letters else None
    return Game("classic", pad, players, None, random_rulings(rng), sheets=sheets), names


def top_of(game: Game, rng: random.Random) -> dict:
    record = {"format": "qwixx-record/1", "game": game.name, "players": list(game.players)}
    if game.has_own_pad:
        record["layout"] = pad_data(game.pad)
    if game.variant.cards and (game.pad.name != "classic" or rng.random() < 0.5):
        record["pad"] = game.pad.name
    if game.jokers or (game.variant.cards and rng.random() < 0.3):
        record["jokers"] = game.jokers
    if game.lucky is not None:
        record["lucky"] = {player: list(pair) for player, pair in game.lucky.items()}
    if game.rulings.differing or rng.random() < 0.2:
        record["rulings"] = game.rulings.differing
    if game.sheets is not None:
        record["sheets"] = dict(game.sheets)
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
    """Return the roll as in a record's JSON: {"white": [4, 1], "red": 3, ...}, without removed dice."""
    dice: dict = {"white": list(roll.white)}
    return dice | {c: v for c, v in zip(COLOURS, roll.coloured, strict=True) if v is not None}


def with_turns(record: dict, game: Game, rng: random.Random, wild: float, random_turn: Callable) -> tuple:
    """Return the record with turns, and the position after them.

    The game is played to its end, cut off (perhaps within a turn), or continued after the end. `wild`: share
    of arbitrary marks.
    """
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
    """Return the position after the legal parts of `mark`. If `last`, ignore a mark with an illegal part."""
    moves = game.moves(position, player)
    kept: Mark | None = None
    refused = False
    for part in mark.parts:
        together = part if kept is None else kept.followed_by(part)
        if moves.refusal(together) is None:
            kept = together
        else:
            refused = True
    if refused and last:
        return position
    return game.decide(position, player, kept or PASS)


def anything(game: Game, rng: random.Random, near: list[str] | None = None) -> Mark:
    """Return a random mark, legal or not, that a record of this game may hold; often on a cell of `near`."""
    part = game.pad.part
    cell = rng.choice(near if near and rng.random() < 0.6 else list(game.board.by_name))
    options = [Mark(cell)] * 3
    if game.name in VARIANTS and not game.has_own_pad:
        letters = "".join(rng.choices("abcd", k=rng.choice([0, 0, 0, 1, 2])))
        options = [Mark(cell, game.variant.lucky and rng.random() < 0.4, letters)]
    if part("second-crosses") or part("double-cells"):
        options += [Mark(cell, sign="+")] * 3
    if part("exchange") and cell[1:] not in ("2", "12"):
        options += [Mark(cell, sign="x")] * 3
    if part("track"):
        options.append(Mark("15"))
    for row in part("bonus-rows") or ():
        options += [Mark(f"{row.name}{rng.choice(row.numbers)}")] * 2
    fields = part("connections") or ()
    for field in rng.sample(fields, min(2, len(fields))):
        parts = [Mark(field.name), Mark(cell)]
        one, other = parts if rng.random() < 0.5 else parts[::-1]
        options += [Mark(field.name), one.followed_by(other)]
    return rng.choice(options)


def skipped(game: Game, sheet, mark: Mark) -> float:
    """Return a mark's cost: the number of cells that it skips, less for special crosses; 2 for a pass."""
    if not mark.cell:
        return 2.0
    cell = next((part for part in mark.parts if part.form in ("", "exchange")), None)
    if cell is None:
        return -0.5
    spot = game.board.by_name[cell.cell]
    return (
        -1 if spot.bonus else spot.index - sheet.rows[spot.row].bit_length() - 0.5 * (mark.then is not None)
    )


def choose(game: Game, position: Position, player: str, rng: random.Random, wild: float) -> Mark:
    """Return a mark: usually a legal one that skips few cells; with probability `wild`, any mark."""
    moves = game.moves(position, player)
    if rng.random() < wild:
        return anything(game, rng, [spot.name for spot, _ in moves.view.candidates.spots()])
    legal = list(moves)
    if not legal:
        return PASS
    mark = rng.choice(legal)
    if rng.random() < 0.85:
        mark = min(legal, key=lambda each: skipped(game, moves.sheet, each) + rng.random() * 0.9)
    if game.pad.part("bonus-pairs") and mark.cell and rng.random() < (0.6 if mark.choices else 0.1):
        mark = replace(mark, choices="".join(rng.choices("abcd", k=rng.choice([0, 1, 2]))))
    return mark


def choose_play(game, position, rng, wild):
    """Return a play from a random hand; with probability `wild`, one of arbitrary cards and marks."""
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
    """Return a random record as JSON: perhaps cut off (even within a turn) or continued after the end."""
    return record_of(random_game(rng, name), rng)


def random_mixed_record(rng: random.Random) -> tuple[dict, list[str]]:
    """Return a record on a custom pad, and the games whose special cells it mixes."""
    game, names = mixed_game(rng)
    return record_of(game, rng), names


def record_of(game: Game, rng: random.Random) -> dict:
    record, position = with_turns(
        top_of(game, rng), game, rng, rng.choice([0.0, 0.05, 0.1, 0.4]), random_turn
    )
    if rng.random() < 0.3:
        who = rng.choice(game.players)
        total = game.score(position.sheet(who)).total
        record["claims"] = {who: {"total": rng.choice([total, total + 1]), "misses": rng.randint(0, 4)}}
    return record


def random_turn(game, position, rng, wild, last, played):
    """Return a turn as JSON, and the position after it.

    `last`: True to mark the turn as open; `played`: number of turns before it.
    """
    cards = game.variant.cards
    roll = random_roll(game, position, rng)
    active = game.players[played % len(game.players)]
    turn: dict = {"number": roll} if cards else {"dice": dice_of(roll)}
    if last:
        turn["open"] = True
    over = position.end is not None
    if not over:
        position = game.roll(position, roll)
    first: dict[str, str] = {}
    absent = rng.choice([0.0, 0.0, 0.3, 1.0]) if last else 0.0
    for player in game.players:
        if rng.random() < absent:
            continue
        mark = anything(game, rng) if over else choose(game, position, player, rng, wild)
        if mark.cell or last or rng.random() < 0.5:
            first[player] = str(mark)
        position = position if over else decided(game, position, player, mark, last)
    if first or rng.random() < 0.8:
        turn["number_marks" if cards else "white"] = first
    if (over or position.phase not in ("colour", "play") or last) and rng.random() < 0.6:
        return turn, position
    if cards:
        return turn, _second_play(game, position, rng, wild, turn)
    return turn, _second_mark(game, position, rng, wild, turn, active)


def _second_mark(game, position, rng, wild, turn, active):
    """Write a mark of action 2 to the JSON of `turn`, and return the position after the mark."""
    last = bool(turn.get("open"))
    in_action = position.phase == "colour"
    mark = _for_action_2(game, position, active, rng, wild) if in_action else anything(game, rng)
    if mark.cell or last or rng.random() < 0.5:
        turn["colour"] = str(mark)
    return decided(game, position, active, mark, last) if in_action else position


def _for_action_2(game: Game, position: Position, active: str, rng: random.Random, wild: float) -> Mark:
    """Return a mark of the active player: most often one for both a cell and a field, if any is legal."""
    pairs = [mark for mark in game.moves(position, active) if mark.then]
    if pairs and rng.random() < 0.6:
        return rng.choice(pairs)
    return choose(game, position, active, rng, wild)


def _second_play(game, position, rng, wild, turn):
    play = choose_play(game, position, rng, wild if position.phase == "play" else 1.0)
    turn["play"] = [str(card) for card in play.cards]
    if play.marks or rng.random() < 0.5:
        turn["marks"] = [str(mark) for mark in play.marks]
    if position.phase != "play":
        return position
    judged = game.plays(position, position.active).judge(play)
    if judged.cards_refusal:
        return position if turn.get("open") else game.forfeit(position)
    return game.decide(position, position.active, judged.made)
