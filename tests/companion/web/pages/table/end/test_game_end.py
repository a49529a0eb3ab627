"""The end of a game: who won, and what is still to be done."""

import pytest

from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.table.now import happening
from companion.web.pages.table.end.game_end import EndPanel, present_end
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import ANN, GUEST, ROLL, TABLE, play

OVER = (RowClosed("a"), RowClosed("b"))
BETTER = SheetTakenOver("Ben", "- / - / c12 / -")


def end_of(viewer: Viewer, *events: str | Event, **agreed: object) -> EndPanel:
    timeline = play(*events, **agreed)  # type: ignore[arg-type]
    end = present_end(timeline, happening(timeline.present), viewer)
    assert end is not None
    return end


def test_there_is_none_while_the_game_goes_on() -> None:
    timeline = play(ROLL)
    assert present_end(timeline, happening(timeline.present), TABLE) is None


def test_end_names_winner_and_reason() -> None:
    end = end_of(TABLE, ROLL, "Ann -", "Ben b5", "Ann -", *OVER)
    assert (end.winners, str(end.title)) == (("Ben",), "Ben wins")
    assert [str(each) for each in end.instruction] == ["The game ended in turn 2 with a second locked row."]
    assert [line.player for line in end.scores.lines] == ["Ben", "Ann"]
    assert end.plot is not None


def test_a_win_may_be_shared() -> None:
    end = end_of(TABLE, BETTER, SheetTakenOver("Ann", "a2 / - / - / -"), *OVER)
    assert (end.winners, str(end.title)) == (("Ann", "Ben"), "Ann & Ben share the win")


def test_a_fourth_miss_ends_it() -> None:
    end = end_of(TABLE, *4 * (ROLL, "Ann -", "Ann -"), players=("Ann",))
    assert str(end.title) == "Ann: \N{MINUS SIGN}20 points"
    assert [str(each) for each in end.instruction] == ["The game ended in turn 4 with a fourth penalty."]


def test_on_paper_nobody_has_won_before_the_sheets_are_read() -> None:
    events = ("w4 w1 r3 y2 g6 b5", *OVER)
    end = end_of(TABLE, *events, paper=True)
    assert (end.winners, end.unread, end.asks_for_sheets, end.plot) == ((), ("Ann", "Ben"), True, None)
    assert str(end.title) == "The game is over" and str(end.instruction[-1]).endswith("Ann, Ben.")
    half = end_of(TABLE, *events, BETTER, paper=True)
    assert (half.unread, [line.player for line in half.scores.lines]) == (("Ann",), ["Ben"])
    read = end_of(TABLE, *events, BETTER, SheetTakenOver("Ann", "- / - / - / -"), paper=True)
    assert (read.winners, read.unread, read.asks_for_sheets) == (("Ben",), (), False)


@pytest.mark.parametrize(("viewer", "may"), [(TABLE, True), (ANN, False), (GUEST, False)])
def test_only_the_table_begins_another(viewer: Viewer, may: bool) -> None:
    assert end_of(viewer, *OVER).may_repeat is may
    assert not end_of(viewer, *OVER, demo=True).may_repeat
