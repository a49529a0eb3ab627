"""An amendment of an earlier turn reports what it changes, or is refused with the rule that it breaks."""

from typing import Any

from companion.table.events import TurnAmended
from companion.table.state import Table
from companion.table.timeline import amend
from companion.web.pages.look_back.turns.amendment import change_of_end, changes
from tests.companion.web.pages.pages import two_turns
from tests.companion.web.pages.tables import ROLL, play


def amended(
    event: TurnAmended, *events: str, players: tuple[str, ...] = ("Ann", "Ben")
) -> tuple[Table, Table]:
    """Return the table before the amendment and after it."""
    timeline = play(*events, players=players)
    after, _lost = amend(timeline, event)
    return timeline.present, after.present


def test_another_mark_changes_points_and_penalties() -> None:
    before, after = amended(TurnAmended(1, "white", "-", "Ann"), ROLL, "Ann a5", "Ben b5", "Ann -")
    assert list(changes(before, after)) == [("Ann", (1, -5), (0, 1)), ("Ben", (1, 1), (0, 0))]
    assert change_of_end(before, after) is None


def test_a_game_is_over_by_it_or_goes_on() -> None:
    def said(event: TurnAmended, *events: str) -> str:
        before, after = amended(event, *events, players=("Ann",))
        return str(change_of_end(before, after))

    misses = 4 * (ROLL, "Ann -", "Ann -")
    marked = (ROLL, "Ann a5", "Ann -", *misses[:-3])
    assert said(TurnAmended(1, "white", "a5", "Ann"), *misses) == "The game will not be over; it will go on."
    assert said(TurnAmended(1, "white", "-", "Ann"), *marked) == "The game will be over."


def test_an_amendment_that_the_rules_forbid_names_the_rule(table: Any) -> None:
    two_turns(table)
    answer = table.post("/amend", turn=1, action="white", player="Ann", mark="a9")
    assert answer.status_code == 409 and answer.get_json()["error"]["rule"] == "white-sum"
    for wrong in (
        {"turn": "x"},
        {"turn": 1, "action": "dance"},
        {"turn": 1, "action": "white", "player": "Ann", "mark": "??"},
    ):
        assert table.post("/amend", **wrong).status_code == 422
