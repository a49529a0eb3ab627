"""What a table says of itself: its dice, its players, who has won."""

from companion.table.events import Decided, GameBegun, RollTaken, RowClosed, SheetTakenOver
from tests.companion.table.random_events import table_after

BEGUN = GameBegun("classic", ("Ann", "Ben"))
ON_PAPER = GameBegun("classic", ("Ann", "Ben"), paper=True)
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
SIX = ("w1", "w2", "red", "yellow", "green", "blue")


def test_the_dice_that_are_rolled_are_those_whose_rows_are_open() -> None:
    assert table_after(BEGUN).dice_to_roll == SIX and table_after(BEGUN).dice_rolled == ()
    assert table_after(BEGUN, ROLL).dice_rolled == SIX
    assert table_after(BEGUN, RowClosed("b")).dice_to_roll == ("w1", "w2", "red", "green", "blue")
    cards = table_after(GameBegun("cards", ("Ann",)), RollTaken("7", "tapped"))
    assert cards.dice_to_roll == cards.dice_rolled == ()


def test_a_decision_is_known_while_its_action_is_open() -> None:
    table = table_after(BEGUN, ROLL, Decided("Ben", "b5"))
    assert str(table.decision("Ben")) == "b5"
    assert table.decision("Ann") is None and table.decision("Zoe") is None
    assert table_after(BEGUN, ROLL, Decided("Ben", "b5"), Decided("Ann", "-")).decision("Ben") is None


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
