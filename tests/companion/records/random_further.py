"""Random records of the further official games: sensible play, so that rows lock, with illegal marks."""

import random

from companion.rulebook.rulings import RULINGS
from companion.rules import FURTHER_VARIANTS, PASS, Game, Mark, Rulings
from sheets.pad import load_pad, pad_data, parse_pad
from sheets.serial import LETTERED_GAMES
from tests.companion.records.random_records import NAMES, decided, dice_of, random_roll, with_turns

LETTERS = "ABCDE"
WITH_CHARACTERS = ("mike-counts", "cross-which", "miss-often")
"""Rulings that say nothing where nobody has a character."""


def random_further_game(rng: random.Random, name: str, characters: bool = False) -> Game:
    """A game with rulings by chance. `characters`: also those that say something of characters."""
    players = rng.sample(NAMES, rng.choice([1, 2, 2, 3, 3, 5]))
    sheets = None
    if name in LETTERED_GAMES:
        sheets = {player: rng.choice(LETTERS) for player in players}
    elif name.startswith("double") and rng.random() < 0.6:
        some = rng.sample(players, rng.randint(0, len(players)))
        sheets = {player: rng.choice(["double-a", "double-b"]) for player in some}
    chosen = {
        ruling.id: rng.choice(ruling.options)[0]
        for ruling in RULINGS.values()
        if name in ruling.games and (characters or ruling.id not in WITH_CHARACTERS) and rng.random() < 0.5
    }
    return Game(name, "", players, None, Rulings.of(chosen), sheets=sheets)


def mixed_game(rng: random.Random) -> tuple[Game, list[str]]:
    """A game on a pad of a table's own with the special cells of several games, and these, in its order."""
    names = rng.sample([name for name in FURTHER_VARIANTS if name != "double-b"], rng.randint(2, 5))
    names = ["double-b" if name == "double-a" and rng.random() < 0.5 else name for name in names]
    layout = pad_data(load_pad("classic")) | {"name": "ours", "lock-needs": rng.choice([5, 7])}
    for name in names:
        pad = load_pad(name)
        layout |= {key: pad_data(pad)[key] for key in pad.mechanisms}
    players = rng.sample(NAMES, rng.choice([1, 2, 3]))
    pad = parse_pad(layout)
    sheets = {player: rng.choice(LETTERS) for player in players} if pad.letters else None
    chosen = {ruling.id: rng.choice(ruling.options)[0] for ruling in RULINGS.values() if rng.random() < 0.4}
    return Game("classic", pad, players, None, Rulings.of(chosen), sheets=sheets), names


def random_mixed_record(rng: random.Random) -> tuple[dict, list[str]]:
    """A record on such a pad, and the games whose special cells it mixes."""
    game, names = mixed_game(rng)
    return _record_of(game, rng), names


def anything(game: Game, rng: random.Random, near: list[str] | None = None) -> Mark:
    """Any mark that a record of this game may hold, often of a cell that is `near`: that the dice offer."""
    part = game.pad.part
    cell = rng.choice(near if near and rng.random() < 0.6 else list(game.board.by_name))
    found = [Mark(cell)] * 3
    if part("second-crosses") or part("double-cells"):
        found += [Mark(cell, sign="+")] * 3
    if part("exchange") and cell[1:] not in ("2", "12"):
        found += [Mark(cell, sign="x")] * 3
    if part("track"):
        found.append(Mark("15"))
    if part("path"):
        figure = Mark(f"f{rng.randint(1, 5)}")
        found += [figure, Mark(cell).followed_by(figure), figure.followed_by(Mark(cell))]
    for row in part("bonus-rows") or ():
        found += [Mark(f"{row.name}{rng.choice(row.numbers)}")] * 2
    fields = part("connections") or ()
    for field in rng.sample(fields, min(2, len(fields))):
        parts = [Mark(field.name), Mark(cell)]
        one, other = parts if rng.random() < 0.5 else parts[::-1]
        found += [Mark(field.name), one.followed_by(other)]
    return rng.choice(found)


def choose(game: Game, position, player: str, rng: random.Random, wild: float) -> Mark:
    """A mark: mostly one that skips little or a special one, at times any at all."""
    moves = game.moves(position, player)
    if rng.random() < wild:
        return anything(game, rng, [spot.name for spot, _ in moves.view.candidates.spots()])
    legal = list(moves)
    if not legal:
        return PASS
    sheet = position.before[position.players.index(player)]

    def skips(mark: Mark) -> float:
        if not mark.cell:
            return 2.5
        cell = next((part for part in mark.parts if part.form in ("", "exchange")), None)
        if cell is not None:
            spot = game.board.by_name[cell.cell]
            return spot.index - sheet.rows[spot.row].bit_length() + (mark.then is not None) * -0.5
        return -0.5

    return (
        min(legal, key=lambda mark: skips(mark) + rng.random()) if rng.random() < 0.85 else rng.choice(legal)
    )


def random_further_record(rng: random.Random, name: str) -> dict:
    """A record as JSON: to its end or cut off, perhaps with an open turn, perhaps going on after the end."""
    return _record_of(random_further_game(rng, name), rng)


def _record_of(game: Game, rng: random.Random) -> dict:
    record: dict = {"format": "qwixx-record/1", "game": game.name, "players": list(game.players)}
    if game.has_own_pad:
        record["layout"] = pad_data(game.pad)
    if game.sheets is not None:
        record["sheets"] = dict(game.sheets)
    if game.rulings.differing:
        record["rulings"] = game.rulings.differing
    return with_turns(record, game, rng, rng.choice([0.0, 0.05, 0.1, 0.4]), _turn)[0]


def _turn(game: Game, position, rng: random.Random, wild: float, last: bool, played: int) -> tuple:
    roll = random_roll(game, position, rng)
    turn: dict = {"dice": dice_of(roll)} | ({"open": True} if last else {})
    over = position.end is not None
    if not over:
        position = game.roll(position, roll)
    first: dict[str, str] = {}
    absent = 0.3 if last and rng.random() < 0.5 else 0.0
    for player in game.players:
        if rng.random() < absent:
            continue
        mark = anything(game, rng) if over else choose(game, position, player, rng, wild)
        if mark.cell or last or rng.random() < 0.5:
            first[player] = str(mark)
        position = position if over else decided(game, position, player, mark, last)
    if first or rng.random() < 0.8:
        turn["white"] = first
    if (over or position.phase != "colour" or last) and rng.random() < 0.6:
        return turn, position
    active = game.players[played % len(game.players)]
    in_action = position.phase == "colour"
    mark = choose(game, position, active, rng, wild) if in_action else anything(game, rng)
    if mark.cell or last or rng.random() < 0.5:
        turn["colour"] = str(mark)
    return turn, decided(game, position, active, mark, last) if in_action else position
