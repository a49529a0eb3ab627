"""The open turn: what may be done on which device."""

from dataclasses import replace

import pytest

from companion.table.events import Event
from companion.table.now import happening
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.turn.turn_panel import TurnPanel, present_turn
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import RerollQuestion
from tests.companion.web.pages.tables import ANN, BEN, GUEST, ROLL, TABLE, photo_of, play, seen

THREE = ("Ann", "Ben", "Cleo")


def panel(viewer: Viewer, *events: str | Event, **agreed: object) -> TurnPanel:
    table = play(*events, **agreed).present  # type: ignore[arg-type]
    return present_turn(table, happening(table), viewer, CameraState())


def test_dice_are_corrected_and_tapped_in_by_those_who_play() -> None:
    for viewer, may in ((TABLE, True), (ANN, True), (GUEST, False)):
        rolled, before = panel(viewer, ROLL), panel(viewer)
        assert bool(rolled.corrections) is may
        assert (before.entry is not None) is may
        assert len(rolled.dice) == 6, "everyone sees the dice"


def test_pretend_dice_are_thrown_by_whoever_throws() -> None:
    def may_throw(viewer: Viewer) -> bool:
        return panel(viewer, pretend=True).entry is not None

    assert may_throw(ANN) and may_throw(TABLE) and not may_throw(BEN), "Ann throws"


def test_nothing_is_tapped_in_a_demo() -> None:
    turn = panel(TABLE, ROLL, demo=True)
    assert (turn.corrections, turn.entry, turn.waiting, turn.passes_for) == ((), None, None, 0)


def test_the_white_sum_is_large_on_the_tables_screen_only() -> None:
    assert [panel(viewer, ROLL).white_sum for viewer in (TABLE, ANN, GUEST)] == [5, 5, 5]
    assert panel(TABLE, ROLL, "Ann -", "Ben -").white_sum == 0


def test_the_table_passes_for_the_others_if_there_are_several() -> None:
    assert panel(TABLE, ROLL, players=THREE).passes_for == 2
    assert panel(ANN, ROLL, players=THREE).passes_for == 0
    assert panel(TABLE, ROLL, "Ben -", players=THREE).passes_for == 0
    assert panel(TABLE, ROLL).passes_for == 0
    for steps in ((), ("Ben -",)):
        seated = panel(replace(TABLE, guests=("Ben",)), ROLL, *steps, players=(*THREE, "Dora"))
        assert seated.passes_for == 0, "Ben holds a phone"
    assert panel(replace(TABLE, guests=("Ann",)), ROLL, players=THREE).passes_for == 2
    assert panel(TABLE, "5", game="cards", players=THREE).passes_for == 2


def test_a_photo_that_has_to_be_completed() -> None:
    turn = panel(TABLE, seen("w4 w1 r3? y2 g6 b5"))
    assert len(turn.problems) == 1
    watching = panel(GUEST, seen("w4 w1 r3? y2 g6 b5"))
    assert watching.entry is None and len(watching.problems) == 1


def test_in_the_card_game_the_number_is_tapped() -> None:
    assert panel(TABLE, game="cards").asks_number
    assert not panel(GUEST, game="cards").asks_number
    assert not panel(TABLE, "5", game="cards").asks_number
    assert panel(TABLE, "5", game="cards").number == 5
    assert panel(TABLE, game="cards").entry is None


@pytest.mark.parametrize(("viewer", "asked"), [(TABLE, True), (ANN, True), (GUEST, False)])
def test_question_of_a_second_roll_goes_to_those_who_may_answer(viewer: Viewer, asked: bool) -> None:
    now = "w4 w1 r5 y2 g6 b5"
    camera = CameraState(reroll_question=RerollQuestion(1, 1, ROLL, now, photo_of(now)))
    table = play(ROLL).present
    assert (present_turn(table, happening(table), viewer, camera).reroll is not None) is asked
