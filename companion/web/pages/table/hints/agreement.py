"""The settings of a table in addition to the rulebook: house rules, teams and their points, the turn
clock."""

from dataclasses import dataclass
from fractions import Fraction

from companion.rules import House
from companion.table.state import Table
from companion.table.teams import standings
from companion.web.layout.game.names import points
from sheets.language import Phrase, phrase


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team: who plays in it, its points as people write them, and whether it has won."""

    players: tuple[str, ...]
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class Agreement:
    """`house`: the house rules, a sentence each. `teams`: the most points first. `by_mean`: points of a team
    are the mean of its players'. `clock`: seconds that a turn should take; 0 without a clock."""

    house: tuple[Phrase, ...]
    teams: tuple[TeamLine, ...]
    by_mean: bool
    clock: int


def present_agreement(table: Table) -> Agreement:
    """Return the settings of the game on the table in addition to the rulebook."""
    return Agreement(
        house_sentences(table.game.house),
        present_teams(table),
        table.begun.team_score == "mean",
        0 if table.demo or table.position.end is not None else table.begun.clock,
    )


def house_sentences(house: House) -> tuple[Phrase, ...]:
    """Return the house rules, one sentence each; they are never called rules of the book."""
    found: list[Phrase] = []
    if house.no_miss:
        found.append(phrase("House rule: no penalties for {players}.", players=", ".join(house.no_miss)))
    if house.rounds is not None:
        found.append(phrase("House rule: the game ends after round {rounds}.", rounds=house.rounds))
    return tuple(found)


def present_teams(table: Table) -> tuple[TeamLine, ...]:
    """Return the teams, the most points first; none without teams or while sheets on paper are unknown."""
    if table.unread_players:
        return ()
    ranked = sorted(standings(table), key=lambda standing: -standing.points)
    return tuple(TeamLine(each.players, _formatted(each.points), each.won) for each in ranked)


def _formatted(number: Fraction) -> str:
    """Format points with one decimal place if they are not whole."""
    return points(int(number) if number.denominator == 1 else f"{float(number):.1f}")
