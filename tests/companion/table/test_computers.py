"""Players that the program plays: where they may sit, and what one undo takes back with theirs."""

import pytest

from companion.table.events import (
    Decided,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    PlayerRenamed,
    RollTaken,
    TableError,
    Undone,
    from_json,
    to_json,
)
from companion.table.timeline import Timeline, fold

ROLL = "w4 w1 r3 y2 g6 b5"
BEGUN = GameBegun("classic", ("Ann", "Computer"), computers={"Computer": "gentle"}, pretend=True)


def played(*events: object, begun: GameBegun = BEGUN) -> Timeline:
    timeline = fold([begun, *events])  # type: ignore[list-item]
    assert timeline is not None
    return timeline


def test_the_computers_are_told_from_people() -> None:
    table = played().present
    assert table.people == ("Ann",) and table.computers == {"Computer": "gentle"} and table.pretends
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
        played(PlayerRenamed("Computer", "Ben"))
    with pytest.raises(TableError, match="name of their own"):
        played(PlayerRenamed("Ann", "computer"))
    with pytest.raises(TableError, match="name of their own"):
        played(PlayerLeft("Computer"), PlayerAdded("Computer"))
    assert played(PlayerRenamed("Ann", "Anna")).present.people == ("Anna",)


def test_the_last_person_cannot_leave_a_table_of_computers() -> None:
    with pytest.raises(TableError, match="last player"):
        played(PlayerLeft("Ann"))
    alone = played(PlayerLeft("Computer")).present
    assert alone.game.players == ("Ann",) and not alone.computers


def test_one_undo_takes_back_what_a_person_did_and_what_the_computer_did_since() -> None:
    assert played().undo_steps == 0, "nothing has happened"
    thrown = RollTaken(ROLL, "thrown")
    assert played(thrown).undo_steps == 1, "Ann threw"
    assert played(thrown, Decided("Computer", "-")).undo_steps == 2
    assert played(thrown, Decided("Computer", "-"), Decided("Ann", "a5")).undo_steps == 1
    first = GameBegun("classic", ("Computer", "Ann"), computers={"Computer": "good"}, pretend=True)
    assert played(thrown, Decided("Computer", "b5"), begun=first).undo_steps == 0, "people have done nothing"
    tapped = RollTaken(ROLL, "tapped")
    assert played(tapped, Decided("Computer", "b5"), begun=first).undo_steps == 2, "people rolled for it"
    undone = played(thrown, Decided("Computer", "-"), Decided("Ann", "a5"), Undone(1))
    assert undone.undo_steps == 2
