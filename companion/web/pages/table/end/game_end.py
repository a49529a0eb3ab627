"""The end of a game: the winners, the reason, everyone's points, and the points over the turns."""

from dataclasses import dataclass

from companion.analysis.replay import points_over_turns, replay_game
from companion.table.timeline import Timeline
from companion.web.layout.game.charts import Plot, points_plot
from companion.web.pages.table.end.scores import ScoreTable, present_scores
from companion.web.pages.table.hints.agreement import present_teams
from companion.web.pages.table.viewer import Viewer


@dataclass(frozen=True, slots=True)
class EndPanel:
    """The end of a game. `winners`: nobody while `unread` sheets are unknown. `alone`: the points of one who
    played alone, else None. `reason`: the rule that ended it. `may_repeat`: a new game begins here.

    `asks_for_sheets`: the sheets on paper have still to be photographed. `winning_teams`: if teams played.
    """

    turn: int
    reason: str
    winners: tuple[str, ...]
    unread: tuple[str, ...]
    alone: int | None
    scores: ScoreTable
    may_repeat: bool
    asks_for_sheets: bool
    plot: Plot | None
    winning_teams: tuple[tuple[str, ...], ...]


def present_end(timeline: Timeline, viewer: Viewer) -> EndPanel | None:
    """The end of the game on the table; None while it goes on."""
    table, position = timeline.present, timeline.present.position
    if position.end is None:
        return None
    won, unread = table.winners, table.unread_players
    alone = len(table.game.players) == 1 and bool(won)
    return EndPanel(
        turn=position.end.turn,
        reason=position.end.reason,
        winners=won,
        unread=unread,
        alone=table.game.scores(position)[won[0]].total if alone else None,
        scores=present_scores(table.game, position, won, unread),
        may_repeat=viewer.is_table and not table.demo,
        asks_for_sheets=bool(unread) and not table.demo,
        plot=None if unread else _points_plot(timeline),
        winning_teams=tuple(team.players for team in present_teams(table) if team.won),
    )


def _points_plot(timeline: Timeline) -> Plot | None:
    turns = replay_game(timeline)
    return points_plot(points_over_turns(turns), [turn.number for turn in turns])
