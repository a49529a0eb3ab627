"""What crosses are worth: the table that lies under every row of a pad."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Game, row_points


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What so many crosses in a row score. `points`: for 1 cross, 2 crosses, and so on, the lock counted too.

    `bonuses`: the kinds of bonus whose two cells the pad carries. `has_bar`: the pad has a bonus bar.
    `has_lucky_numbers`: every sheet has its lucky numbers.
    """

    points: tuple[int, ...]
    bonuses: tuple[str, ...]
    has_bar: bool
    has_lucky_numbers: bool


def present_points_table(game: Game) -> PointsTable:
    """The table of a game, up to the most crosses that a row can have (rules.md: score-table)."""
    most = max(len(row) for row in game.pad.rows) + 1
    return PointsTable(
        tuple(row_points(count) for count in range(1, most + 1)),
        tuple(kind for kind, _cells in game.pad.pairs),
        bool(game.pad.bar),
        bool(game.lucky),
    )
