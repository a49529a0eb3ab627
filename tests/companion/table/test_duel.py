"""The Duel at the table: who decides, undo, and what does not go with one board for two."""

import pytest

from companion.rules import Illegal
from companion.table.events import (
    Decided,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    RollTaken,
    SheetTakenOver,
    TableError,
    Undone,
)
from companion.table.timeline import Timeline, apply
from tests.companion.table.random_events import played

BEGUN = GameBegun("duel", ("Ann", "Ben"))
ROLL = RollTaken("w2 w3 r6 y6 g6 b6", "tapped")
ANN_LAYS = (ROLL, Decided("Ann", "a5"), Decided("Ann", "-"))


def sheets(timeline: Timeline) -> list[str]:
    return list(map(str, timeline.present.position.sheets))


def test_the_action_ends_with_the_active_players_decision_alone() -> None:
    timeline = played(BEGUN, ROLL)
    assert timeline.present.game.waiting(timeline.present.position) == ("Ann",)
    with pytest.raises(Illegal, match="duel-active"):
        apply(timeline, Decided("Ben", "a5"))
    assert played(BEGUN, *ANN_LAYS).present.position.active == "Ben"


def test_undo_gives_a_stone_back_that_was_taken() -> None:
    timeline = played(BEGUN, *ANN_LAYS, ROLL, Decided("Ben", "a5"))
    assert sheets(timeline) == ["- / - / - / -", "a5 / - / - / -"]
    assert sheets(apply(timeline, Undone(1))) == ["a5 / - / - / -", "- / - / - / -"]


def test_nobody_joins_or_leaves_a_board_for_two() -> None:
    for event in (PlayerAdded("Cleo"), PlayerLeft("Ben")):
        with pytest.raises(TableError, match="This board is for 2 players"):
            apply(played(BEGUN, *ANN_LAYS), event)


def test_stones_taken_over_from_paper_leave_no_other_stone_beneath() -> None:
    timeline = played(BEGUN, *ANN_LAYS, SheetTakenOver("Ben", "a5 a7 / - / - / - towers a7"))
    assert sheets(timeline) == ["- / - / - / -", "a5 a7 / - / - / - towers a7"]
