"""Finds turning points: the turns that changed players' chances to win most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.analysis.replay import ReplayedTurn
from companion.rules import Game, Position

MAX_TURNING_POINTS = 3
"""Largest number of turning points of a game."""
MIN_CHANGE_OF_CHANCE = 0.1
"""A turn is a turning point if a player's chance to win (0 to 1) changes by at least this much."""


@dataclass(frozen=True, slots=True)
class TurnEffect:
    """The effect of a turn on the points and the chance to win of every player."""

    turn: ReplayedTurn
    chances: Mapping[str, tuple[float, float]]  # each player's chance to win before and after it, 0 to 1
    points: Mapping[str, tuple[int, int]]  # each player's points before and after it

    @property
    def largest_change(self) -> float:
        """Return the largest change of any player's chance to win."""
        return max((abs(after - before) for before, after in self.chances.values()), default=0.0)

    @property
    def gainer(self) -> str:
        """Return the player whose chance to win rose most."""
        return max(self.chances, key=lambda player: self.chances[player][1] - self.chances[player][0])


def turn_effects(turns: Sequence[ReplayedTurn]) -> tuple[TurnEffect, ...]:
    """Return the effect of every finished turn of two or more players, in order."""
    over = [turn for turn in turns if turn.after.phase in ("roll", "over") and len(turn.game.players) > 1]
    chances = _chances(over)
    effects = []
    for turn in over:
        before, after = chances[turn.game, turn.before], chances[turn.game, turn.after]
        old, new = turn.game.scores(turn.before), turn.game.scores(turn.after)
        both = [player for player in turn.game.players if player in before]
        chances_of = {player: (before[player], after[player]) for player in both}
        points = {player: (old[player].total, new[player].total) for player in both}
        effects.append(TurnEffect(turn, chances_of, points))
    return tuple(effects)


def _chances(turns: Sequence[ReplayedTurn]) -> dict[tuple[Game, Position], dict[str, float]]:
    """Return the players' chances to win before and after each turn, normalised to add up to 1."""
    from companion.advisor.evaluation import evaluate

    normalised: dict[tuple[Game, Position], dict[str, float]] = {}
    for game in dict.fromkeys(turn.game for turn in turns):
        of_game = [turn for turn in turns if turn.game == game]
        positions = list(dict.fromkeys(p for turn in of_game for p in (turn.before, turn.after)))
        asked = [(position, seat) for position in positions for seat in range(len(position.players))]
        wins = iter(evaluate(game, [position for position, _ in asked], [seat for _, seat in asked]))
        for position in positions:
            chances = {player: next(wins)[0] for player in position.players}
            whole = sum(chances.values()) or 1.0
            normalised[game, position] = {player: chance / whole for player, chance in chances.items()}
    return normalised


def turning_points(effects: Sequence[TurnEffect]) -> tuple[TurnEffect, ...]:
    """Return the turning points of a game, largest change first. `effects`: those of all its turns."""
    largest = sorted(effects, key=lambda effect: -effect.largest_change)[:MAX_TURNING_POINTS]
    return tuple(effect for effect in largest if effect.largest_change >= MIN_CHANGE_OF_CHANCE)
