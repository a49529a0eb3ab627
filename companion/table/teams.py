"""The points and the ranking of teams."""

from dataclasses import dataclass
from fractions import Fraction

from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team and the team's points."""

    players: tuple[str, ...]
    points: Fraction
    won: bool  # True if the game is over and no team has more points


def standings(table: Table) -> tuple[TeamStanding, ...]:
    """Return the teams with their points, in the order of the setup, without players who left."""
    scores = table.game.scores(table.position)
    points_of_teams: list[tuple[tuple[str, ...], Fraction]] = []
    for members in table.begun.teams:
        if team := tuple(name for name in members if name in scores):
            total = Fraction(sum(scores[name].total for name in team))
            points_of_teams.append((team, total / len(team) if table.begun.team_score == "mean" else total))
    best = max((points for _, points in points_of_teams), default=Fraction(0))
    over = table.position.end is not None and not table.unread_players
    return tuple(TeamStanding(team, points, over and points == best) for team, points in points_of_teams)


def ranked_teams(table: Table) -> tuple[TeamStanding, ...]:
    """Return the teams, most points first, or () while a player's sheet of paper is unread."""
    if table.unread_players:
        return ()
    return tuple(sorted(standings(table), key=lambda standing: -standing.points))
