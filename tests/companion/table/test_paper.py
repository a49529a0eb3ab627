"""Marks on paper that nobody taps, and players who come and go: what becomes of the position."""

from __future__ import annotations

import pytest

from companion.analysis.replay import players_with_unread_sheet, winners
from companion.table.events import (
    Decided,
    Event,
    GameBegun,
    PlayerAdded,
    PlayerLeft,
    RollTaken,
    RowClosed,
    RowReopened,
    SheetTakenOver,
)
from companion.table.state import Table, TableError, fold

ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
THREE = ("Ann", "Ben", "Cleo")


def after(*events: Event) -> Table:
    table = fold(events)
    assert table is not None
    return table


def turns(count: int) -> list[Event]:
    """Turns of three players in which nobody marks anything."""
    events: list[Event] = []
    for number in range(count):
        active = THREE[number % 3]
        events += [ROLL, *(Decided(name, "-") for name in THREE), Decided(active, "-")]
    return events


@pytest.mark.parametrize(
    ("played", "leaves", "next_one"),
    [
        (0, "Ann", "Ben"),
        (0, "Cleo", "Ann"),
        (1, "Ann", "Ben"),
        (1, "Ben", "Cleo"),
        (2, "Ann", "Cleo"),
        (2, "Cleo", "Ann"),
    ],
)
def test_whose_turn_it_is_stays_when_another_leaves(played: int, leaves: str, next_one: str) -> None:
    table = after(GameBegun("classic", THREE), *turns(played), PlayerLeft(leaves))
    assert table.active == next_one and leaves not in table.game.players


def test_who_comes_late_finds_the_boxes_of_closed_colours_crossed() -> None:
    table = after(GameBegun("bonus-a", ("Ann", "Ben"), paper=True), RowClosed("a"), PlayerAdded("Cleo"))
    bars = [table.position.sheet(name).bar for name in ("Ann", "Ben", "Cleo")]
    assert bars[0] == bars[1] == bars[2] != 0, "two red boxes of the bar"
    fresh = after(GameBegun("bonus-a", ("Ann", "Ben"), paper=True), PlayerAdded("Cleo"))
    assert fresh.position.sheet("Cleo").bar == 0


def test_a_row_whose_closing_crossed_boxes_is_not_opened_again() -> None:
    with pytest.raises(TableError) as caught:
        after(GameBegun("bonus-a", ("Ann", "Ben"), paper=True), RowClosed("a"), RowReopened("a"))
    assert caught.value.code == "bar"
    table = after(GameBegun("classic", ("Ann", "Ben"), paper=True), RowClosed("a"), RowReopened("a"))
    assert table.position.closed == () and "red" in table.dice_to_roll


def test_a_sheet_taken_over_replaces_what_was_decided() -> None:
    begun = GameBegun("classic", ("Ann", "Ben"), paper=True)
    events: list[Event] = [begun, ROLL, Decided("Ann", "a5"), Decided("Ben", "b5")]
    assert str(after(*events[:3]).decision("Ann")) == "a5"
    table = after(*events[:3], SheetTakenOver("Ann", "- / b5 / - / -"))
    assert table.decision("Ann") is None and str(table.position.sheet("Ann")) == "- / b5 / - / -"
    table = after(*events[:3], SheetTakenOver("Ben", "- / b5 / - / -"))
    assert str(table.decision("Ann")) == "a5", "the other one's decision stands"


def test_the_next_dice_close_the_row_that_was_locked_before_them() -> None:
    begun = GameBegun("classic", ("Ann", "Ben"), paper=True)
    table = after(
        begun,
        SheetTakenOver("Ann", "a2 a3 a4 a5 a6 / - / - / -"),
        RollTaken("w6 w6 r3 y2 g6 b5", "tapped"),
        Decided("Ann", "a12"),
        RollTaken("w4 w1 y2 g6 b5", "tapped"),
    )
    assert table.position.closed == ("a",) and table.active == "Ben" and "red" not in table.dice_to_roll


def test_a_game_on_paper_has_no_winner_before_every_sheet_is_shown() -> None:
    ended: list[Event] = [
        GameBegun("classic", ("Ann", "Ben"), paper=True),
        SheetTakenOver("Ann", "a2 / - / - / -"),
        ROLL,
        RowClosed("a"),
        RowClosed("b"),
    ]
    table = after(*ended)
    assert table.position.phase == "over"
    assert players_with_unread_sheet(table) == ("Ann", "Ben") and winners(table) == (), (
        "what Ann showed is older than the roll"
    )
    more = (*ended, SheetTakenOver("Ann", "a2 / - / - / -"))
    assert players_with_unread_sheet(after(*more)) == ("Ben",) and winners(after(*more)) == ()
    all_shown = (*more, SheetTakenOver("Ben", "a2 a3 / - / - / -"))
    assert players_with_unread_sheet(after(*all_shown)) == () and winners(after(*all_shown)) == ("Ben",)
    tapped = after(GameBegun("classic", ("Ann", "Ben")), RowClosed("a"), RowClosed("b"))
    assert players_with_unread_sheet(tapped) == () and winners(tapped) == ("Ann", "Ben")
