"""Evaluation: the value of a position at the end of a turn for one player, by the best estimate available.

Games that are over are evaluated exactly. All others by the network of the pad, if one was trained for this
pad and so many players; alone on the classic pad by the exact solution; any other table by `heuristic`.
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
    """The chance to win (1 for one alone), and the margin: the lead at the end, or alone the final score."""

    win: float
    margin: float


MAX_CERTAINTY = 0.999
"""Largest chance of a position that is still being played."""


def evaluate(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """Evaluate each position from its seat; positions are between turns or over.

    With two players, what one seat gains the other loses: chances add up to 1, margins to 0.
    """
    asked = list(zip(positions, seats, strict=True))
    open_ = [(position, seat) for position, seat in asked if position.end is None]
    evaluations = iter(_evaluate_open(game, [position for position, _ in open_], [seat for _, seat in open_]))
    return [
        next(evaluations) if position.end is None else final_evaluation(game, position, seat)
        for position, seat in asked
    ]


def _evaluate_open(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """Evaluate games that are still being played."""
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
    """Return True if only the rough outlook can evaluate this table, because nothing was trained for it."""
    trained = is_solved(game) or is_valued(game)
    return not trained and value_network(game) is None


def at_most_certain(win: float) -> float:
    """Limit the chance to win an unfinished game to MAX_CERTAINTY."""
    return min(max(win, 1 - MAX_CERTAINTY), MAX_CERTAINTY)


def spread_of(turns: float) -> float:
    """Return the standard deviation, in points, of the change of totals over this many remaining turns."""
    return 1.0 + 2.2 * sqrt(turns)


def estimate(totals: Array, turns: float, seat: int) -> Evaluation:
    """Evaluate for one seat from the totals that players may expect, this many turns from the end."""
    own = float(totals[seat])
    if len(totals) == 1:
        return Evaluation(1.0, own)
    others = [float(total) for other, total in enumerate(totals) if other != seat]
    spread = spread_of(turns)
    win = 1 / (1 + sum(exp(min((total - own) / spread, 50.0)) for total in others))
    return Evaluation(at_most_certain(win), own - max(others))


def final_evaluation(game: Game, position: Position, seat: int) -> Evaluation:
    """Evaluate a finished game; all who have the highest total share the win."""
    totals = [game.score(sheet).total for sheet in position.sheets]
    own = totals[seat]
    if len(totals) == 1:
        return Evaluation(1.0, float(own))
    best = max(total for other, total in enumerate(totals) if other != seat)
    win = 0.0 if own < best else 1.0 if own > best else 1 / totals.count(own)
    return Evaluation(win, float(own - best))
