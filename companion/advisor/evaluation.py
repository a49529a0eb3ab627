"""Worth: what a position at the end of a turn is worth to one player, by the best judge there is.

Games that are over are judged exactly. Else the network of the pad, where one was trained for this pad and so
many players; alone on the classic pad the exact solution; for any other table the rough outlook of `future`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from companion.advisor.encoding import encode_positions, known_pad
from companion.advisor.heuristic import Array, Known, expected
from companion.advisor.solo import is_solved, points_to_come
from companion.advisor.value import network
from companion.rules import Game, Position

Evaluation = tuple[float, float]
MAX_CERTAINTY = 0.999
"""No position that is still being played is judged more certain than this."""


def evaluate(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """The chance to win (1 for one alone) and the margin (alone: the final score) of each position, seen from
    its seat. Positions are between turns or over."""
    out: list[Evaluation] = [(0.0, 0.0)] * len(positions)
    still = []
    for number, (position, seat) in enumerate(zip(positions, seats, strict=True)):
        if position.end is None:
            still.append(number)
        else:
            out[number] = final(game, position, seat)
    if still:
        asked, views = [positions[n] for n in still], [seats[n] for n in still]
        for number, worth in zip(still, _judged(game, asked, views), strict=True):
            out[number] = worth
    return out


def _judged(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
    """The worth of games that are still being played."""
    if is_solved(game):
        left = points_to_come([position.sheets[0] for position in positions])
        scores = [game.score(position.sheets[0]).total for position in positions]
        return [(1.0, score + float(points)) for score, points in zip(scores, left, strict=True)]
    pad = known_pad(game)
    judge = None if pad is None else network(pad, len(game.players))
    if judge is None:
        known: Known = {}
        return [
            chance(*expected(game, position, known), seat)
            for position, seat in zip(positions, seats, strict=True)
        ]
    wins, margins = judge(encode_positions(game, positions, seats))
    if len(game.players) == 1:
        return [(1.0, float(margin)) for margin in margins]
    sure = [min(max(float(win), 1 - MAX_CERTAINTY), MAX_CERTAINTY) for win in wins]
    return [(win, float(margin)) for win, margin in zip(sure, margins, strict=True)]


def chance(totals: Array, turns: float, seat: int) -> Evaluation:
    """The worth to one seat where players may expect these totals, so many turns from the end."""
    own = float(totals[seat])
    if len(totals) == 1:
        return 1.0, own
    others = [float(total) for other, total in enumerate(totals) if other != seat]
    spread = 1.0 + 2.2 * turns**0.5
    win = 1 / (1 + sum(exp(min((total - own) / spread, 50.0)) for total in others))
    return min(max(win, 1 - MAX_CERTAINTY), MAX_CERTAINTY), own - max(others)


def final(game: Game, position: Position, seat: int) -> Evaluation:
    """The worth of a game that is over: a win shared by all who have the highest total."""
    totals = [game.score(sheet).total for sheet in position.sheets]
    own = totals[seat]
    if len(totals) == 1:
        return 1.0, float(own)
    best = max(total for other, total in enumerate(totals) if other != seat)
    win = 0.0 if own < best else 1.0 if own > best else 1 / totals.count(own)
    return win, float(own - best)
