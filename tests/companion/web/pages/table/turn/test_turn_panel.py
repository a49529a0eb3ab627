"""The open turn: what may be done on which device."""

from dataclasses import replace

import pytest

from companion.table.events import Event, RollCorrected
from companion.web.camera.camera_state import CameraState
from companion.web.pages.table.turn.turn_panel import TurnPanel, WaitingFor, present_turn, reserved_turns
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import RerollQuestion
from tests.companion.web.pages.tables import ANN, BEN, GUEST, ROLL, TABLE, photo_of, play, seen

THREE = ("Ann", "Ben", "Cleo")


def panel(viewer: Viewer, *events: str | Event, **agreed: object) -> TurnPanel:
    timeline = play(*events, **agreed)  # type: ignore[arg-type]
    return present_turn(timeline.present, viewer, CameraState())


def test_dice_are_corrected_and_tapped_in_by_those_who_play() -> None:
    for viewer, may in ((TABLE, True), (ANN, True), (GUEST, False)):
        rolled, before = panel(viewer, ROLL), panel(viewer)
        assert rolled.may_correct is bool(rolled.corrections) is may
        assert (before.entry is not None) is may
        assert len(rolled.dice) == 6, "everyone sees the dice"


def test_pretend_dice_are_thrown_by_whoever_throws() -> None:
    def may_throw(viewer: Viewer) -> bool:
        return panel(viewer, pretend=True).entry is not None

    assert may_throw(ANN) and may_throw(TABLE) and not may_throw(BEN), "Ann throws"


def test_nothing_is_tapped_in_a_demo() -> None:
    turn = panel(TABLE, ROLL, demo=True)
    assert (turn.may_correct, turn.corrections, turn.entry, turn.waiting, turn.passes_for) == (
        False,
        (),
        None,
        None,
        0,
    )


def test_the_sums_matter_in_the_second_action() -> None:
    assert panel(TABLE, ROLL).sums == ()
    assert len(panel(TABLE, ROLL, "Ann -", "Ben -").sums) == 4
    assert len(panel(TABLE, ROLL, paper=True).sums) == 4, "on paper at once"


def test_the_white_sum_is_large_on_the_tables_screen_only() -> None:
    assert [panel(viewer, ROLL).large_sum for viewer in (TABLE, ANN, GUEST)] == [5, 0, 0]
    assert panel(TABLE, ROLL, "Ann -", "Ben -").large_sum == 0


def test_who_has_yet_to_choose() -> None:
    others = ("Ann", "Cleo")
    assert panel(TABLE, ROLL, players=THREE).waiting == WaitingFor(False, THREE, THREE)
    assert panel(BEN, ROLL, players=THREE).waiting == WaitingFor(True, others, others)
    assert panel(BEN, ROLL, "Ann -", "Cleo -", players=THREE).waiting == WaitingFor(True, (), others)
    assert panel(BEN, ROLL, "Ben -", players=THREE).waiting == WaitingFor(False, others, others)
    assert panel(TABLE, ROLL, "Ann -", "Ben -").waiting is None, "only the active player: the title says so"
    assert panel(TABLE, ROLL, paper=True).waiting is None


def test_the_table_passes_for_the_others_if_there_are_several() -> None:
    assert panel(TABLE, ROLL, players=THREE).passes_for == 2
    assert panel(ANN, ROLL, players=THREE).passes_for == 0
    assert panel(TABLE, ROLL, "Ben -", players=THREE).passes_for == 0
    assert panel(TABLE, ROLL).passes_for == 0
    assert panel(replace(TABLE, guests=("Ben",)), ROLL, players=THREE).passes_for == 0


def test_a_correction_names_the_marks_that_it_took_back() -> None:
    turn = panel(TABLE, ROLL, "Ann a5", RollCorrected("w4 w2 r3 y2 g6 b5"))
    assert [str(mark) for mark in turn.lost_marks] == ["Ann: red 5"]
    assert panel(TABLE, ROLL, "Ann a5").lost_marks == ()


def test_a_photo_that_has_to_be_completed() -> None:
    turn = panel(TABLE, seen("w4 w1 r3? y2 g6 b5"))
    assert turn.reads_photo and len(turn.problems) == 1
    watching = panel(GUEST, seen("w4 w1 r3? y2 g6 b5"))
    assert watching.entry is None and len(watching.problems) == 1


def test_in_the_card_game_the_number_is_tapped() -> None:
    assert panel(TABLE, game="cards").asks_number
    assert not panel(GUEST, game="cards").asks_number
    assert not panel(TABLE, "5", game="cards").asks_number
    assert panel(TABLE, "5", game="cards").number == 5
    assert panel(TABLE, game="cards").entry is None


def test_cards_are_played_on_the_active_players_device() -> None:
    events = ("5", "Ann -", "Ben -")
    shown = [panel(viewer, *events, game="cards").plays_cards for viewer in (TABLE, ANN, BEN, GUEST)]
    assert shown == [True, True, False, False]


def test_whether_the_active_player_has_marked() -> None:
    assert not panel(TABLE, ROLL, "Ann -", "Ben -").has_marked
    assert panel(TABLE, ROLL, "Ann a5", "Ben -").has_marked


@pytest.mark.parametrize(("viewer", "asked"), [(TABLE, True), (ANN, True), (GUEST, False)])
def test_who_is_asked_whether_a_die_was_rolled_again(viewer: Viewer, asked: bool) -> None:
    now = "w4 w1 r5 y2 g6 b5"
    camera = CameraState(reroll_question=RerollQuestion(1, 1, ROLL, now, photo_of(now)))
    assert (present_turn(play(ROLL).present, viewer, camera).reroll is not None) is asked


def test_room_is_kept_for_the_longest_text_of_every_action() -> None:
    timeline = play(ROLL, players=("Ann", "Bartholomew"))
    turn = present_turn(timeline.present, ANN, CameraState())
    reserved = reserved_turns(turn, timeline.present)
    assert [each.action for each in reserved] == ["roll", "white", "colour"]
    assert {each.active for each in reserved} == {"Bartholomew"}
    cards = play("5", game="cards").present
    reserved = reserved_turns(present_turn(cards, ANN, CameraState()), cards)
    assert [each.action for each in reserved] == ["roll", "number", "play"]
