"""The padlocks: who sees them, and how they stand."""

import pytest

from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.web.pages.table.table_page import present_padlocks
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import ANN, GUEST, ROLL, TABLE, play

LOCKED = SheetTakenOver("Ann", "a2 a3 a4 a5 a6 a12 / - / - / -")


def test_each_row_says_whether_and_why_it_is_closed() -> None:
    def states(*events: Event) -> list[tuple[str, str]]:
        return [
            (lock.state, lock.owner) for lock in present_padlocks(play(*events, paper=True).present, TABLE)
        ]

    assert states(LOCKED) == [("locked", "Ann"), ("open", ""), ("open", ""), ("open", "")]
    assert states(RowClosed("b")) == [("open", ""), ("said", ""), ("open", ""), ("open", "")]


def test_a_row_is_said_to_be_closed_in_the_middle_of_a_turn_too() -> None:
    locks = present_padlocks(play(ROLL, RowClosed("c"), paper=True).present, TABLE)
    assert [lock.state for lock in locks] == ["open", "open", "said", "open"]


@pytest.mark.parametrize("viewer", [ANN, GUEST])
def test_only_the_table_has_padlocks(viewer: Viewer) -> None:
    assert present_padlocks(play(paper=True).present, viewer) == ()


def test_there_are_none_where_marks_are_tapped_with_cards_and_after_the_end() -> None:
    assert present_padlocks(play().present, TABLE) == present_padlocks(play(demo=True).present, TABLE) == ()
    assert present_padlocks(play(game="cards", paper=True).present, TABLE) == ()
    over = play(RowClosed("a"), RowClosed("b"), paper=True)
    assert present_padlocks(over.present, TABLE) == ()
