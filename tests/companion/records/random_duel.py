"""Random records of the Duel: sensible play, so that rows lock and stones run out, with illegal marks."""

import random

from companion.rules import PASS, Game, Mark, Moves, Rulings
from companion.rules.position import Position
from tests.companion.records.random_records import NAMES, dice_of, random_roll, with_turns


def duel(rng: random.Random) -> Game:
    """A game of two, at times under the other ruling."""
    agreed = {"duel-misses": "alone"} if rng.random() < 0.4 else {}
    return Game("duel", "", rng.sample(NAMES, 2), None, Rulings.of(agreed))


def choose(game: Game, moves: Moves, rng: random.Random, wild: float) -> Mark:
    """A mark: mostly one that skips little, stays on the own tower or takes a stone; at times any at all."""
    if rng.random() < wild:
        near = [spot.name for spot, _ in moves.view.candidates.spots()]
        return Mark(rng.choice(near if near and rng.random() < 0.7 else list(game.board.by_name)))
    legal = list(moves)
    if not legal or rng.random() < 0.15:
        return rng.choice(legal or [PASS])

    def skips(mark: Mark) -> float:
        if not mark.cell:
            return 3.5
        spot = game.board.by_name[mark.cell]
        return spot.index - moves.sheet.rows[spot.row].bit_length() + 2 * rng.random()

    return min(legal, key=skips)


def random_duel_record(rng: random.Random) -> dict:
    """A record as JSON: to its end or cut off, perhaps with an open turn, perhaps going on after the end."""
    game = duel(rng)
    record: dict = {"format": "qwixx-record/1", "game": "duel", "players": list(game.players)}
    if game.rulings.differing:
        record["rulings"] = game.rulings.differing
    return with_turns(record, game, rng, rng.choice([0.0, 0.05, 0.1, 0.4]), _turn)[0]


def _turn(
    game: Game, position: Position, rng: random.Random, wild: float, last: bool, played: int
) -> tuple[dict, Position]:
    roll = random_roll(game, position, rng)
    turn: dict = {"dice": dice_of(roll)} | ({"open": True} if last else {})
    active, other = game.players[played % 2], game.players[(played + 1) % 2]
    over = position.end is not None
    if not over:
        position = game.roll(position, roll)
    if rng.random() < wild / 2 or rng.random() < 0.05:
        turn["white"] = {other: rng.choice(["-", str(rng.choice(list(game.board.by_name)))])}
    for action in ("white", "colour"):
        if last and rng.random() < 0.3 and not over:
            return turn, position
        moves = game.moves(position, active)
        mark = choose(game, moves, rng, wild)
        if mark.cell or last or rng.random() < 0.5:
            if action == "white":
                turn.setdefault("white", {})[active] = str(mark)
            elif over or position.phase == "over" or position.phase == "colour" or rng.random() < wild:
                turn["colour"] = str(mark)
        if position.phase == action:
            legal = moves.refusal(mark) is None
            if legal or not last:
                position = game.decide(position, active, mark if legal else PASS)
    return turn, position
