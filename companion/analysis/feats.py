"""Finds feats in a finished game: a comeback by the winner, and record scores."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.analysis.evenings import Result

MIN_COMEBACK_POINTS = 15
"""A win is a comeback if the winner was once at least this many points behind."""
MIN_EARLIER_RESULTS = 3
"""A score can be a record only if there are at least this many earlier scores to beat."""


@dataclass(frozen=True, slots=True)
class Comeback:
    """The win of a player who was once far behind."""

    player: str
    behind: int  # largest gap to the leader, in points
    turn: int  # the turn after which the gap was largest, from 1


@dataclass(frozen=True, slots=True)
class BestResult:
    """A record score: the best so far of all players, or of this player, in a kind of game."""

    player: str
    points: int
    before: int  # the best score before
    of_table: bool  # True for a record of all players, False for the player's own


def comeback(points: Mapping[str, Sequence[int]], winners: Collection[str]) -> Comeback | None:
    """Return the winner's comeback, or None if there was none or several players share the win.

    `points`: every player's points before the first turn and after each turn.
    """
    winner = next(iter(winners), "")
    if len(winners) != 1 or len(points) < 2 or winner not in points:
        return None
    behind = [max(line[turn] for line in points.values()) - own for turn, own in enumerate(points[winner])]
    most = max(behind)
    return Comeback(winner, most, behind.index(most)) if most >= MIN_COMEBACK_POINTS else None


def best_results(result: Result, earlier: Sequence[Result]) -> tuple[BestResult, ...]:
    """Return the new best score of all players if `result` sets one, otherwise any new personal bests.

    `earlier`: the results of earlier games.
    """
    same = [each for each in earlier if each.game == result.game]
    known = [points for each in same for points in each.points.values()]
    if not result.points:
        return ()
    best = max(result.points, key=lambda player: result.points[player])
    if len(known) >= MIN_EARLIER_RESULTS and result.points[best] > max(known):
        return (BestResult(best, result.points[best], max(known), of_table=True),)
    bests = []
    for player, points in result.points.items():
        own = [each.points[player] for each in same if player in each.points]
        if len(own) >= MIN_EARLIER_RESULTS and points > max(own):
            bests.append(BestResult(player, points, max(own), of_table=False))
    return tuple(bests)
