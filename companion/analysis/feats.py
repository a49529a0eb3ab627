"""Feats: extraordinary results of a game, a record of the table or a comeback of the winner."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.analysis.evenings import Result

MIN_COMEBACK_POINTS = 15
"""The smallest distance to the leader, in points, from which a win counts as a comeback: smaller ones happen
in most games.
"""
MIN_EARLIER_RESULTS = 3
"""Earlier results that a record must beat: with fewer, almost every early game would set one."""


@dataclass(frozen=True, slots=True)
class Comeback:
    """A win of a player who trailed the leader."""

    player: str
    behind: int  # the deficit in points
    turn: int  # after which turn, from 1


@dataclass(frozen=True, slots=True)
class BestResult:
    """More points than ever before in this kind of game."""

    player: str
    points: int
    before: int  # the best until then
    of_table: bool  # True if it is the best at the table, False if only this player's


def comeback(points: Mapping[str, Sequence[int]], winners: Collection[str]) -> Comeback | None:
    """Return the comeback of the only winner, or None.

    `points`: everyone's before the first turn and after each one.
    """
    if len(winners) != 1 or len(points) < 2:
        return None
    (winner,) = winners
    if winner not in points:
        return None
    behind = [max(line[turn] for line in points.values()) - own for turn, own in enumerate(points[winner])]
    most = max(behind)
    return Comeback(winner, most, behind.index(most)) if most >= MIN_COMEBACK_POINTS else None


def best_results(result: Result, earlier: Sequence[Result]) -> tuple[BestResult, ...]:
    """Return the records that a game has set: the table's, if broken, else those of its players."""
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
