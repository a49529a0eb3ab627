"""Players that the program plays: where they may sit, and how one undo also takes back what they did."""

import pytest

from companion.table.events import (
    DecisionMade,
    Event,
    EventsUndone,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    PlayerRenamed,
    RollTaken,
    TableError,
    from_json,
    to_json,
)
from companion.table.timeline import Timeline, fold
from tests.companion.table.random_events import played

ROLL = "w4 w1 r3 y2 g6 b5"
BEGUN = GameBegun("classic", ("Ann", "Computer"), computers={"Computer": "gentle"}, pretend=True)


def after(*events: Event, begun: GameBegun = BEGUN) -> Timeline:
    return played(begun, *events)


def test_the_computers_are_told_from_people() -> None:
    table = after().present
    assert (
        table.people == ("Ann",) and table.computers == {"Computer": "gentle"} and table.throws_virtual_dice
    )
    assert from_json(to_json(BEGUN)) == BEGUN


@pytest.mark.parametrize(
    ("begun", "why"),
    [
        (GameBegun("classic", ("Ann",), computers={"Ben": "best"}), "nobody plays"),
        (GameBegun("classic", ("Ann",), computers={"Ann": "best"}), "at least one name"),
        (GameBegun("cards", ("Ann", "Ben"), computers={"Ben": "best"}), "holds no cards"),
        (GameBegun("classic", ("Ann", "Ben"), computers={"Ben": "best"}, paper=True), "no paper"),
    ],
)
def test_where_the_computer_cannot_play(begun: GameBegun, why: str) -> None:
    with pytest.raises(TableError, match=why) as raised:
        fold([begun])
    assert raised.value.code == "computers"


def test_a_level_that_is_none_is_no_event() -> None:
    with pytest.raises(ValueError, match="computers"):
        from_json(to_json(BEGUN).replace("gentle", "cheating"))


def test_the_computer_is_never_taken_for_a_person() -> None:
    with pytest.raises(TableError, match="keeps its name"):
        after(PlayerRenamed("Computer", "Ben"))
    with pytest.raises(TableError, match="name of their own"):
        after(PlayerRenamed("Ann", "computer"))
    with pytest.raises(TableError, match="name of their own"):
        after(PlayerLeft("Computer"), PlayerAdded("Computer"))
    assert after(PlayerRenamed("Ann", "Anna")).present.people == ("Anna",)


def test_the_last_person_cannot_leave_a_table_of_computers() -> None:
    with pytest.raises(TableError, match="last player"):
        after(PlayerLeft("Ann"))
    alone = after(PlayerLeft("Computer")).present
    assert alone.game.players == ("Ann",) and not alone.computers


def test_one_undo_takes_back_what_a_person_did_and_what_the_computer_did_since() -> None:
    assert after().undo_steps == 0, "nothing has happened"
    thrown = RollTaken(ROLL, "thrown")
    assert after(thrown).undo_steps == 1, "Ann threw"
    assert after(thrown, DecisionMade("Computer", "-")).undo_steps == 2
    assert after(thrown, DecisionMade("Computer", "-"), DecisionMade("Ann", "a5")).undo_steps == 1
    first = GameBegun("classic", ("Computer", "Ann"), computers={"Computer": "good"}, pretend=True)
    assert after(thrown, DecisionMade("Computer", "b5"), begun=first).undo_steps == 0, (
        "people have done nothing"
    )
    tapped = RollTaken(ROLL, "tapped")
    assert after(tapped, DecisionMade("Computer", "b5"), begun=first).undo_steps == 2, "people rolled for it"
    undone = after(thrown, DecisionMade("Computer", "-"), DecisionMade("Ann", "a5"), EventsUndone(1))
    assert undone.undo_steps == 2
