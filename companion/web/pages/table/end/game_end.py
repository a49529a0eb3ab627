"""The end of a game: the winners, the reason, everyone's points, and the points over the turns."""

from dataclasses import dataclass

from companion.analysis.replay import points_over_turns, replay_game
from companion.table.actions import Sentences, instruction, title
from companion.table.now import Now
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.layout.game.names import total_points, unread_sheets
from companion.web.pages.table.end.scores import ScoreTable, present_scores
from companion.web.pages.table.hints.agreement import present_teams
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, phrase


@dataclass(frozen=True, slots=True)
class EndPanel:
    """The end of a game. `winners`: nobody while `unread` sheets are unknown. `may_repeat`: a new game begins
    here. `asks_for_sheets`: the sheets on paper have still to be photographed.
    """

    title: Phrase
    instruction: Sentences
    winners: tuple[str, ...]
    unread: tuple[str, ...]
    scores: ScoreTable
    may_repeat: bool
    asks_for_sheets: bool
    plot: Plot | None


def present_end(timeline: Timeline, now: Now, viewer: Viewer) -> EndPanel | None:
    """Return the end of the game on the table, or None while it goes on."""
    table, position = timeline.present, timeline.present.position
    if position.end is None:
        return None
    won, unread = table.winners, table.unread_players
    return EndPanel(
        title=_title(table, now, viewer),
        instruction=(*instruction(now, viewer.person), *((unread_sheets(unread),) if unread else ())),
        winners=won,
        unread=unread,
        scores=present_scores(table.game, position, won, unread, table.computers),
        may_repeat=viewer.is_table and not table.demo,
        asks_for_sheets=bool(unread) and not table.demo,
        plot=None if unread else _points_plot(timeline),
    )


def _title(table: Table, now: Now, viewer: Viewer) -> Phrase:
    """Return who has won, or that the game is over while nobody knows."""
    won, teams = table.winners, [team.players for team in present_teams(table) if team.won]
    if not won:
        return title(now, viewer.person)
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


def _points_plot(timeline: Timeline) -> Plot | None:
    turns = replay_game(timeline)
    return points_plot(points_over_turns(turns), [turn.number for turn in turns])
