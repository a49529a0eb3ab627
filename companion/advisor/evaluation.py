"""Evaluation: the value of a position at the end of a turn for one player, by the best available estimate.

Finished games are evaluated exactly. Others are evaluated by the network for this pad and number of players;
for a single player on the classic pad by the exact solution; and if neither applies by `heuristic`.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from companion.advisor.card_value import is_valued
from companion.advisor.heuristic import Array, ScoreCache, expected_scores
from companion.advisor.solo import is_solved, points_to_come
from companion.advisor.value import value_network
from companion.rules import Game, Position


class Evaluation(NamedTuple):
    """The chance to win (1 for a single player), and the margin: the final lead, or a single player's
    score."""

    win: float
    margin: float


MAX_CERTAINTY = 0.999
"""Largest chance to win in an unfinished game; the smallest is 1 minus this."""


def evaluate(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """Evaluate each position from its seat. Positions must be between turns, or finished.

    With two players the evaluations from both seats add up: to 1 for chances, to 0 for margins.
    """
    asked = list(zip(positions, seats, strict=True))
    open_ = [(position, seat) for position, seat in asked if position.end is None]
    evaluations = iter(_evaluate_open(game, [position for position, _ in open_], [seat for _, seat in open_]))
    return [
        next(evaluations) if position.end is None else final_evaluation(game, position, seat)
        for position, seat in asked
    ]


def _evaluate_open(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """Evaluate unfinished games."""
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
    opposed = len(game.players) == 2  # the network sees the same table from both seats, so the mean is taken
    both = [*seats, *(1 - seat for seat in seats)] if opposed else seats
    wins, margins = network(game, [*positions, *positions] if opposed else positions, both)
    evaluations = list(map(Evaluation, wins.tolist(), margins.tolist()))
    if opposed:
        evaluations = [
            Evaluation((own.win + 1 - rival.win) / 2, (own.margin - rival.margin) / 2)
            for own, rival in zip(evaluations[: len(positions)], evaluations[len(positions) :], strict=True)
        ]
    return [Evaluation(at_most_certain(win), margin) for win, margin in evaluations]


def rests_on_outlook(game: Game) -> bool:
    """Return True if only `heuristic` can evaluate this game, because nothing was trained for it."""
    trained = is_solved(game) or is_valued(game)
    return not trained and value_network(game) is None


def at_most_certain(win: float) -> float:
    """Limit an unfinished game's chance to win to between 1 - MAX_CERTAINTY and MAX_CERTAINTY."""
    return min(max(win, 1 - MAX_CERTAINTY), MAX_CERTAINTY)


def spread_of(turns: float) -> float:
    """Return the standard deviation, in points, of the change of totals over this many remaining turns."""
    return 1.0 + 2.2 * sqrt(turns)


def estimate(totals: Array, turns: float, seat: int) -> Evaluation:
    """Return a seat's evaluation from all players' expected final totals, with this many turns to go."""
    own = float(totals[seat])
    if len(totals) == 1:
        return Evaluation(1.0, own)
    others = [float(total) for other, total in enumerate(totals) if other != seat]
    spread = spread_of(turns)
    win = 1 / (1 + sum(exp(min((total - own) / spread, 50.0)) for total in others))
    return Evaluation(at_most_certain(win), own - max(others))


def final_evaluation(game: Game, position: Position, seat: int) -> Evaluation:
    """Evaluate a finished game for a seat; players with the same highest total share the win."""
    totals = [game.score(sheet).total for sheet in position.sheets]
    own = totals[seat]
    if len(totals) == 1:
        return Evaluation(1.0, float(own))
    best = max(total for other, total in enumerate(totals) if other != seat)
    win = 0.0 if own < best else 1.0 if own > best else 1 / totals.count(own)
    return Evaluation(win, float(own - best))
