"""The end of a game: the winners, the reason, everyone's points, and the points over the turns."""

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
    """Return who has won a game that is over, or that it is over while nobody knows."""
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
    """Return why the game is over, and which sheets on paper are still to be photographed."""
    unread = table.unread_players
    return (*instruction(now, person), *((unread_sheets(unread),) if unread else ()))


def course(timeline: Timeline) -> Plot | None:
    """Return the points over the turns of a game that is over; None while sheets on paper are unknown."""
    if timeline.present.unread_players:
        return None
    turns = replay_game(timeline)
    return points_plot(points_over_turns(turns), [turn.number for turn in turns])


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
