"""The whole page: which panels are there for whom; and, once, its wording."""

from dataclasses import replace
from typing import Any

import pytest

from companion.table.events import Event, PlayerLeft, RowClosed, Undone
from companion.table.timeline import Timeline
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.table_page import (
    Departure,
    PlayerCount,
    TablePage,
    action_key,
    present_table,
)
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import (
    ANN,
    FIVE_RED,
    GUEST,
    ROLL,
    TABLE,
    pass_turn,
    photographed,
    play,
    seen,
)

WATCHED = CameraState("rolling", can_look=True)
OVER = (RowClosed("a"), RowClosed("b"))


def page_of(timeline: Timeline, viewer: Viewer = TABLE, camera: CameraState = WATCHED) -> TablePage:
    return present_table(timeline, 7, 3, camera, viewer)


def test_the_open_action_is_named_so_that_a_late_tap_is_refused() -> None:
    assert action_key(play().present) == "1-roll"
    assert action_key(play(ROLL).present) == "1-white"
    assert action_key(play(ROLL, "Ann -", "Ben -").present) == "1-colour"


def test_a_turn_or_the_end() -> None:
    running, over = page_of(play(ROLL)), page_of(play(*OVER))
    assert (running.turn is None, running.end is None) == (False, True)
    assert (over.turn is None, over.end is None) == (True, False)


def test_the_cameras_picture_is_shown_while_dice_are_due() -> None:
    assert page_of(play()).camera == "The dice are rolling"
    assert page_of(play(), camera=CameraState()).camera == ""
    assert page_of(play(ROLL)).camera == ""
    assert page_of(play(seen("w4 w1 r3"))).camera == "", "the photo that has to be completed is shown instead"
    assert page_of(play(*OVER)).camera == ""


def test_on_paper_the_camera_goes_on_watching() -> None:
    page = page_of(play(photographed(ROLL), paper=True))
    assert page.camera and page.photo is None
    assert page_of(play(photographed(ROLL), paper=True), camera=CameraState()).photo is not None


@pytest.mark.parametrize(("viewer", "takes"), [(TABLE, True), (ANN, True), (GUEST, False)])
def test_sheet_photos_are_for_the_table_and_players(viewer: Viewer, takes: bool) -> None:
    assert page_of(play(), viewer).takes_sheet_photos is takes
    assert not page_of(play(demo=True), viewer).takes_sheet_photos


def test_a_number_of_players_that_the_book_does_not_foresee() -> None:
    six = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
    assert page_of(play(players=six)).unforeseen == PlayerCount(2, 5, 6)
    assert page_of(play(players=six, demo=True)).unforeseen is None
    assert page_of(play()).unforeseen is None


def test_departures_are_listed() -> None:
    assert page_of(play(PlayerLeft("Ben"))).departures == (Departure("Ben", 0),)


def test_undo_is_offered_to_the_table() -> None:
    timeline = play(ROLL, "Ann a5", Undone())
    assert page_of(timeline).steps.undo is not None and page_of(timeline).steps.redo is not None
    assert page_of(timeline, ANN).steps.undo is None


def said(*events: str | Event, **agreed: object) -> list[str]:
    return [str(sentence) for sentence in page_of(play(*events, **agreed)).speech.sentences]  # type: ignore[arg-type]


def test_outcome_is_said_before_the_next_step() -> None:
    assert said(*pass_turn()) == ["Ann takes a penalty."]
    locked = said(*FIVE_RED, "w6 w6 r6 y2 g6 b5", "Ann -", "Ben a12")
    assert locked == ["Ben locked the red row.", "Red is closed: take the red die away."]
    turns = {page_of(play(*pass_turn()[:n])).speech.turn for n in range(1, 5)}
    assert len(turns) == 1, "the browser says only what is new in a turn"


def test_doubts_of_a_photo_are_asked_aloud() -> None:
    assert said(seen("w4 w1 r3? y2 g6 b5")) == ["Please have a look."]
    assert len(said(seen("w4 w1 y2 g6"))) == 2


@pytest.mark.parametrize("later", [(ROLL,), (seen("w4 w1 r3"),)], ids=["roll", "photo"])
def test_another_roll_is_said_from_the_beginning(later: tuple[str | Event, ...]) -> None:
    assert page_of(play()).speech.turn != page_of(play(*later)).speech.turn


def test_a_guide_is_there_for_devices_that_want_it() -> None:
    wants = replace(TABLE, explains=True)
    assert page_of(play()).guide is None and page_of(play(demo=True), wants).guide is None
    for timeline, rule in (
        (play(), "white-sum"),
        (play(ROLL, "Ann -", "Ben -"), "colour-sum"),
        (play(game="cards"), "cards-draw"),
        (play(*OVER), "score-table"),
    ):
        guide = page_of(timeline, wants).guide
        assert guide is not None and guide.rule == rule


def test_the_special_cells_of_each_different_pad_are_explained() -> None:
    def explained(**agreed: Any) -> str:
        guide = page_of(play(ROLL, **agreed), replace(TABLE, explains=True)).guide
        assert guide is not None
        return " ".join(map(str, guide.texts))

    both = explained(game="double-a", sheets={"Ben": "double-b"})
    assert "may be crossed again when its number comes again." in both
    assert "takes two crosses at once." in both
    assert explained(game="lucky-15").count("make 15") == 1
