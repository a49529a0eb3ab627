"""The value of a character's power to cross a cell in place of a miss once a game."""

from statistics import fmean

from companion.advisor.evaluation import Evaluation, at_most_certain, spread_of
from companion.advisor.heuristic import turns_left
from companion.rules import Game, Position

MISS_CHANCE = 0.16
"""Chance that a player's own turn ends without a cross; measured over 150 games of the rough outlook against
itself on the classic pad."""
LATE_POINTS = 18.0
"""Points that a cross in place of a miss adds to a sheet, on average over the same misses, mostly late
ones."""


def points_in_hand(game: Game, position: Position, seat: int) -> float:
    """Points that the unused power of a player is worth: the gain times the chance that a miss is still to
    come."""
    if game.rulings.miss_often != "once" or not game.characters[seat].may_turn_miss(position.sheets[seat]):
        return 0.0
    own_turns = turns_left(game, position) / len(game.players)
    return LATE_POINTS * float(1 - (1 - MISS_CHANCE) ** own_turns)


def with_powers(game: Game, position: Position, seat: int, found: Evaluation) -> Evaluation:
    """An evaluation with the unused powers of all players, which no network includes."""
    if position.end is not None or game.rulings.miss_often != "once" or not game.house.characters:
        return found
    held = [points_in_hand(game, position, each) for each in range(len(game.players))]
    points = held.pop(seat) - (fmean(held) if held else 0.0)
    if len(game.players) == 1 or not points:
        return Evaluation(found.win, found.margin + points)
    slope = found.win * (1 - found.win) / spread_of(turns_left(game, position))
    return Evaluation(at_most_certain(found.win + slope * points), found.margin + points)
