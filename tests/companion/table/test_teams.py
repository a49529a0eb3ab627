"""Teams: the sum or the mean of their players' points, and who has won."""

from fractions import Fraction

import pytest

from companion.table.events import GameBegun, PlayerLeft, TableError
from companion.table.reducer import begin
from companion.table.teams import standings
from tests.companion.table.random_events import table_after, turn

ROLL = "w4 w1 r3 y2 g6 b5"
THREE = ("Ann", "Ben", "Cleo")
TEAMS = (("Ann",), ("Ben", "Cleo"))


@pytest.mark.parametrize(("score", "points"), [("sum", [1, 2]), ("mean", [1, 1])])
def test_points_of_teams(score: str, points: list[int]) -> None:
    begun = GameBegun("classic", THREE, teams=TEAMS, team_score=score)  # type: ignore[arg-type]
    table = table_after(begun, *turn(ROLL, "Ann a5", "Ben b5", "Cleo c5"))
    assert [standing.points for standing in standings(table)] == points
    assert not any(standing.won for standing in standings(table)), "the game goes on"


def test_the_team_that_leads_at_the_end_has_won() -> None:
    begun = GameBegun("classic", THREE, teams=TEAMS, team_score="mean", rounds=1)
    first = turn(ROLL, "Ann a5", "Ben b5", "Cleo -", "Ann -")
    rest = [turn(ROLL, "Ann -", "Ben -", "Cleo -", f"{player} -") for player in ("Ben", "Cleo")]
    table = table_after(begun, *first, *rest[0], *rest[1])
    assert table.position.end is not None and table.position.end.reason == "house-rounds"
    ann, others = standings(table)
    assert (ann.points, ann.won) == (Fraction(1), True)
    assert (others.points, others.won) == (Fraction(-9, 2), False)


def test_departed_player_counts_no_more() -> None:
    table = table_after(GameBegun("classic", THREE, teams=TEAMS), PlayerLeft("Ann"))
    assert [standing.players for standing in standings(table)] == [("Ben", "Cleo")]


@pytest.mark.parametrize(
    "teams", [(THREE,), (("Ann",), ("Ben",)), (("Ann", "Ben"), ("Ben", "Cleo")), (THREE, ())]
)
def test_everybody_plays_in_one_team_of_several(teams: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(TableError, match="at least two teams"):
        begin(GameBegun("classic", THREE, teams=teams))
