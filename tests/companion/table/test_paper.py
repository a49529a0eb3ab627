"""Tests games on paper: rows that people announce, sheets that are read, and turns without taps."""

import pytest

from companion.rules import Game, Roll, Sheet
from companion.table.events import (
    DecisionMade,
    GameBegun,
    RollCorrected,
    RollTaken,
    RowClosed,
    RowReopened,
    SheetTakenOver,
)
from companion.table.paper import difference, row_of_die
from companion.table.timeline import apply
from sheets.pad import load_pad
from tests.companion.table.random_events import go_on, played, refused, table_after

BEGUN = GameBegun("classic", ("Ann", "Ben"))
ON_PAPER = GameBegun("classic", ("Ann", "Ben"), paper=True)
BONUS = GameBegun("bonus-a", ("Ann", "Ben"), paper=True)
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")


# -- rows -----------------------------------------------------------------------------------------------


def test_a_row_whose_closing_crossed_boxes_is_not_opened_again() -> None:
    assert refused(RowReopened("a"), BONUS, RowClosed("a")) == "bar"
    table = table_after(ON_PAPER, RowClosed("a"), RowReopened("a"))
    assert table.position.closed == () and "red" in table.dice_to_roll


def test_a_lock_on_a_sheet_is_not_opened_by_announcing_it() -> None:
    locked = (BEGUN, SheetTakenOver("Ann", "a2 a3 a4 a5 a6 a12 / - / - / -"))
    assert table_after(*locked).position.closed == ("a",)
    assert table_after(*locked).dice_to_roll == ("w1", "w2", "yellow", "green", "blue")
    assert refused(RowReopened("a"), *locked) == "row-locked"


def test_the_row_of_a_die_goes_by_the_colour_of_its_last_cell() -> None:
    game = Game("mixx-a", "mixx-a", ("Ann",))
    rows = {row_of_die(game, colour) for colour in ("red", "yellow", "green", "blue")}
    assert rows == {"a", "b", "c", "d"}


# -- turns that nobody tapped ---------------------------------------------------------------------------


def test_the_next_roll_is_the_next_turn_and_nobody_takes_a_miss() -> None:
    timeline = played(ON_PAPER)
    for turn, active in ((1, "Ann"), (2, "Ben"), (3, "Ann")):
        timeline = apply(timeline, ROLL)
        assert (timeline.present.position.turn, timeline.present.active) == (turn, active)
    assert [sheet.misses for sheet in timeline.present.position.sheets] == [0, 0]


def test_the_next_dice_close_the_row_that_was_locked_before_them() -> None:
    table = table_after(
        ON_PAPER,
        SheetTakenOver("Ann", "a2 a3 a4 a5 a6 / - / - / -"),
        RollTaken("w6 w6 r3 y2 g6 b5", "tapped"),
        DecisionMade("Ann", "a12"),
        RollTaken("w4 w1 y2 g6 b5", "tapped"),
    )
    assert table.position.closed == ("a",) and table.active == "Ben" and "red" not in table.dice_to_roll


def test_a_correction_keeps_the_rows_closed_that_were_announced_since() -> None:
    table = table_after(ON_PAPER, ROLL, RowClosed("d"), RollCorrected("w4 w2 r3 y2 g6 b5"))
    assert table.position.closed == ("d",) and table.position.roll == Roll.parse("w4 w2 r3 y2 g6 b5")


# -- sheets ---------------------------------------------------------------------------------------------


def test_a_sheet_taken_over_replaces_what_was_decided() -> None:
    decided = (ON_PAPER, ROLL, DecisionMade("Ann", "a5"))
    assert str(table_after(*decided).decision("Ann")) == "a5"
    table = table_after(*decided, SheetTakenOver("Ann", "- / b5 / - / -"))
    assert table.decision("Ann") is None and str(table.position.sheet("Ann")) == "- / b5 / - / -"
    table = table_after(*decided, SheetTakenOver("Ben", "- / b5 / - / -"))
    assert str(table.decision("Ann")) == "a5", "the other one's decision stands"


def test_a_sheet_with_four_misses_ends_the_game() -> None:
    table = table_after(ON_PAPER, ROLL, SheetTakenOver("Ben", "- / b5 b6 / - / - misses 4"))
    assert table.position.end is not None and table.position.end.reason == "end-misses"
    assert table.game.scores(table.position)["Ben"].total == 3 - 20


def test_a_sheet_is_taken_over_between_turns_or_after_the_end() -> None:
    assert refused(SheetTakenOver("Ann", "a5 / - / - / -"), BEGUN, ROLL) == "in-a-turn"
    over = played(BEGUN, RowClosed("a"), RowClosed("d"))
    after = go_on(over, SheetTakenOver("Ben", "a2 / - / - / -")).present
    assert after.position.end == over.present.position.end
    assert after.game.scores(after.position)["Ben"].total == 1
    assert refused(SheetTakenOver("Cleo", "a2 / - / - / -"), BEGUN) == "player"


def test_the_difference_of_two_sheets_names_cells_boxes_misses_and_points() -> None:
    game = Game("classic", "classic", ("Ann",))
    old = Sheet.parse("a2 a3 / - / - / -", load_pad("classic"))
    new = Sheet.parse("a2 a5 / b2 / - / - misses 1", load_pad("classic"))
    changed = difference(game, old, new)
    assert changed and changed.added == ("a5", "b2") and changed.removed == ("a3",)
    assert changed.misses == (0, 1) and changed.total == (3, -1)
    assert not difference(game, old, old)


@pytest.mark.parametrize(
    ("name", "old", "new", "added"),
    [
        ("double-a", "a5 / - / - / -", "a5 / - / - / - seconds a5", ("a5+",)),
        ("big-points", "a5 / - / - / -", "a5 / - / - / - cells ab5", ("ab5",)),
        ("x-change", "- / - / - / -", "a5 / - / - / - exchanged 1 6", ("a5", "box 1", "box 6")),
        ("lucky-15", "- / - / - / - track 1", "- / - / - / - track 3", ("box 2", "box 3")),
        ("connect-15", "- / - / - / -", "a6 / - / - / - fields a3-4", ("a6", "a3-4")),
    ],
)
def test_the_difference_names_special_cells(name: str, old: str, new: str, added: tuple[str, ...]) -> None:
    game = Game(name, name, ("Ann",))
    before, after = (Sheet.parse(text, game.pad) for text in (old, new))
    assert difference(game, before, after).added == difference(game, after, before).removed == added
    assert difference(game, after, before).added == ()


def test_a_sheet_is_taken_over_onto_the_pad_of_its_player() -> None:
    begun = GameBegun("double-a", ("Ann", "Ben"), paper=True, sheets={"Ben": "double-b"})
    table = table_after(
        begun, SheetTakenOver("Ben", "a3 / - / - / -"), SheetTakenOver("Ann", "a3 / - / - / -")
    )
    totals = {name: score.total for name, score in table.game.scores(table.position).items()}
    assert totals == {"Ann": 1, "Ben": 3}, "a3 is a double cell on Ben's pad"


# -- winners ---------------------------------------------------------------------------------------------


def test_where_marks_are_tapped_every_sheet_is_known() -> None:
    over = table_after(BEGUN, RowClosed("a"), RowClosed("b"))
    assert over.unread_players == () and over.winners == ("Ann", "Ben")
    assert table_after(BEGUN, RowClosed("a")).winners == ()


def test_a_game_on_paper_has_no_winner_before_every_sheet_is_read() -> None:
    old = SheetTakenOver("Ann", "a2 / - / - / -")  # of before the last roll
    ended = (ON_PAPER, old, ROLL, RowClosed("a"), RowClosed("b"))
    assert table_after(*ended).position.phase == "over"
    assert table_after(*ended).unread_players == ("Ann", "Ben") and table_after(*ended).winners == ()
    one = table_after(*ended, SheetTakenOver("Ann", "a2 / - / - / -"))
    assert one.unread_players == ("Ben",) and one.winners == ()
    both = table_after(
        *ended, SheetTakenOver("Ann", "a2 / - / - / -"), SheetTakenOver("Ben", "a2 a3 / - / - / -")
    )
    assert both.unread_players == () and both.winners == ("Ben",)
