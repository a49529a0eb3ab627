"""Evaluates positions between turns for one player, by the best available method.

The methods are a neural network (`value`), the exact solution for a single player (`solo`) and, if neither
applies, the rough estimate of `heuristic`.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from companion.advisor.card_value import has_card_value
from companion.advisor.heuristic import Array, ScoreCache, expected_scores
from companion.advisor.solo import is_solved, points_to_come
from companion.advisor.value import value_network
from companion.rules import Game, Position


class Evaluation(NamedTuple):
    """The value of a position for a player."""

    win: float  # the chance to win, 0 to 1; 1 for a single player
    margin: float  # the final lead over the best opponent, or a single player's score


MAX_CERTAINTY = 0.999
"""The largest chance to win in an unfinished game; the smallest is 1 minus this."""


def evaluate(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """Return the evaluation of each position (between turns or finished) for the seat at the same index.

    With two players, the chances of both seats add up to 1, and their margins add up to 0.
    """
    asked = list(zip(positions, seats, strict=True))
    open_ = [(position, seat) for position, seat in asked if position.end is None]
    evaluations = iter(_evaluate_open(game, [position for position, _ in open_], [seat for _, seat in open_]))
    return [
        next(evaluations) if position.end is None else final_evaluation(game, position, seat)
        for position, seat in asked
    ]


def _evaluate_open(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    if not positions:
        return []
    if is_solved(game):
        left = points_to_come([position.sheets[0] for position in positions])
        scores = [game.score(position.sheets[0]).total for position in positions]
        return [Evaluation(1.0, score + float(points)) for score, points in zip(scores, left, strict=True)]
    network = value_network(game)
    if network is None:
        cache: ScoreCache = {}
        return [
            estimate(*expected_scores(game, position, cache), seat)
            for position, seat in zip(positions, seats, strict=True)
        ]
    opposed = len(game.players) == 2  # then the mean over both seats is taken
    both = [*seats, *(1 - seat for seat in seats)] if opposed else seats
    wins, margins = network(game, [*positions, *positions] if opposed else positions, both)
    evaluations = list(map(Evaluation, wins.tolist(), margins.tolist()))
    if opposed:
        evaluations = [
            Evaluation((own.win + 1 - rival.win) / 2, (own.margin - rival.margin) / 2)
            for own, rival in zip(evaluations[: len(positions)], evaluations[len(positions) :], strict=True)
        ]
    return [Evaluation(at_most_certain(win), margin) for win, margin in evaluations]


def needs_heuristic(game: Game) -> bool:
    """Return True if no trained function or exact solution fits `game`, so that only `heuristic` is left."""
    return not (is_solved(game) or has_card_value(game) or value_network(game))


def at_most_certain(win: float) -> float:
    """Limit the chance to win an unfinished game: at least 1 - MAX_CERTAINTY, at most MAX_CERTAINTY."""
    return min(max(win, 1 - MAX_CERTAINTY), MAX_CERTAINTY)


def estimate(totals: Array, turns: float, seat: int) -> Evaluation:
    """Return the evaluation of an unfinished game for a seat.

    `totals`: expected final scores (players,). `turns`: turns to go.
    """
    own = float(totals[seat])
    if len(totals) == 1:
        return Evaluation(1.0, own)
    others = [float(total) for other, total in enumerate(totals) if other != seat]
    spread = 1.0 + 2.2 * sqrt(turns)  # standard deviation of the change of totals, in points
    win = 1 / (1 + sum(exp(min((total - own) / spread, 50.0)) for total in others))
    return Evaluation(at_most_certain(win), own - max(others))


def final_evaluation(game: Game, position: Position, seat: int) -> Evaluation:
    """Return the evaluation of a finished game for a seat. Players who tie for first place share the win."""
    totals = [game.score(sheet).total for sheet in position.sheets]
    own = totals[seat]
    if len(totals) == 1:
        return Evaluation(1.0, float(own))
    best = max(total for other, total in enumerate(totals) if other != seat)
    win = 0.0 if own < best else 1.0 if own > best else 1 / totals.count(own)
    return Evaluation(win, float(own - best))
