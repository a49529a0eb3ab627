"""Everyone's points with their sums, as on paper."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.rules import Game, Position, Score
from sheets.pad import Row


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's points."""

    player: str
    score: Score
    won: bool
    computer: bool
    """True for a player that the program plays."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The points of all players whose sheets are known, the most first. `rows`: of the pad, as the heads of
    columns. `has_bonus`: bonuses score on this pad."""

    rows: tuple[Row, ...]
    has_bonus: bool
    lines: tuple[ScoreLine, ...]


def present_scores(
    game: Game,
    position: Position,
    winners: Collection[str],
    unread: Collection[str] = (),
    computers: Collection[str] = (),
) -> ScoreTable:
    """Return the points in `position`. `unread`: players with unread sheets, who have no line."""
    lines = [
        ScoreLine(player, score, player in winners, player in computers)
        for player, score in game.scores(position).items()
        if player not in unread
    ]
    lines.sort(key=lambda line: -line.score.total)
    has_bonus = any(each.score for rules in game.sheet_rules for each in rules.own.all)
    return ScoreTable(game.pad.rows, has_bonus, tuple(lines))
