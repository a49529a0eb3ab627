"""Teams: players who play together. A team's points are the sum or the mean of its players' points."""

from dataclasses import dataclass
from fractions import Fraction

from companion.table.events import GameBegun, TableError
from companion.table.state import Table
from sheets.language import message

MIN_TEAMS = 2


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team and its present points. `won`: True if the game is over and no team has more."""

    players: tuple[str, ...]
    points: Fraction
    won: bool


def check_teams(event: GameBegun) -> None:
    """Raise TableError unless there are no teams, or at least two and every player is in exactly one."""
    if not event.teams:
        return
    members = [name for team in event.teams for name in team]
    if len(event.teams) < MIN_TEAMS or sorted(members) != sorted(event.players) or not all(event.teams):
        raise TableError(
            "teams", message("Either put every player into one of at least two teams, or nobody into any.")
        )


def standings(table: Table) -> tuple[TeamStanding, ...]:
    """Return the teams in their order; () if there are none. Players who left do not count."""
    scores = table.game.scores(table.position)
    teams = [tuple(name for name in team if name in scores) for team in table.begun.teams]
    points_of_teams: list[tuple[tuple[str, ...], Fraction]] = []
    for team in teams:
        if team:
            total = Fraction(sum(scores[name].total for name in team))
            points_of_teams.append((team, total / len(team) if table.begun.team_score == "mean" else total))
    best = max((points for _, points in points_of_teams), default=Fraction(0))
    over = table.position.end is not None and not table.unread_players
    return tuple(TeamStanding(team, points, over and points == best) for team, points in points_of_teams)


def ranked_teams(table: Table) -> tuple[TeamStanding, ...]:
    """Return the teams, most points first; () if there are none or sheets on paper are unread."""
    if table.unread_players:
        return ()
    return tuple(sorted(standings(table), key=lambda standing: -standing.points))
