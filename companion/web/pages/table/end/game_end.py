"""The end of a game: winners, reason, scores, chart of points."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.analysis.replay import points_over_turns, replay_game
from companion.rules import Game, Position, Score
from companion.table.actions import Sentences, instruction, title
from companion.table.now import Now, Person
from companion.table.state import Table
from companion.table.teams import ranked_teams
from companion.table.timeline import Timeline
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import total_points, unread_sheets
from sheets.language import Phrase, phrase
from sheets.pad import Row


def end_title(table: Table, now: Now, person: Person) -> Phrase:
    """Return who has won, or a solo player's points.

    If paper sheets are unread, return only that the game is over.
    """
    won, teams = table.winners, [team.players for team in ranked_teams(table) if team.won]
    if not won:
        return title(now, person)
    if len(teams) == 1:
        return phrase("The team {players} wins", players=" & ".join(teams[0]))
    if teams:
        return phrase("The teams share the win")
    if len(table.game.players) == 1:
        total = table.game.scores(table.position)[won[0]].total
        return Phrase("{player}: {points}", {"player": won[0], "points": total_points(total)})
    if len(won) == 1:
        return phrase("{player} wins", player=won[0])
    return phrase("{players} share the win", players=" & ".join(won))


def end_instruction(table: Table, now: Now, person: Person) -> Sentences:
    """Return why the game is over, and which paper sheets are unread."""
    unread = table.unread_players
    return (*instruction(now, person), *((unread_sheets(unread),) if unread else ()))


def course(timeline: Timeline) -> Plot | None:
    """Return a chart of points over the turns, or None if paper sheets are unread or no turn is finished."""
    if timeline.present.unread_players:
        return None
    turns = replay_game(timeline)
    return points_plot(points_over_turns(turns), [turn.number for turn in turns])


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's line in the table of scores."""

    player: str
    score: Score
    won: bool
    computer: bool


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of all players whose sheets are known."""

    rows: tuple[Row, ...]  # the rows of the pad, which head the columns
    has_bonus: bool  # True if the pad has a column for bonus points
    lines: tuple[ScoreLine, ...]  # highest total first


def present_scores(
    game: Game,
    position: Position,
    winners: Collection[str],
    unread: Collection[str] = (),
    computers: Collection[str] = (),
) -> ScoreTable:
    """Return the scores in `position` of all players except those in `unread`."""
    lines = [
        ScoreLine(player, score, player in winners, player in computers)
        for player, score in game.scores(position).items()
        if player not in unread
    ]
    lines.sort(key=lambda line: -line.score.total)
    has_bonus = any(each.score for rules in game.sheet_rules for each in rules.own.all)
    return ScoreTable(game.pad.rows, has_bonus, tuple(lines))
