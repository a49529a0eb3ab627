"""The whole page: which panels are there for whom; and, once, its wording."""

import re
from typing import Any

import pytest

from companion.table.events import Event, PlayerLeft, RowClosed, Undone
from companion.table.timeline import Timeline
from companion.web.camera.camera_state import CameraState
from companion.web.pages.table.table_page import (
    Departure,
    PlayerCount,
    TablePage,
    action_key,
    present_table,
)
from companion.web.pages.table.viewer import Viewer
from sheets.language import translator
from tests.companion.web.pages.tables import ANN, GUEST, ROLL, TABLE, photographed, play, seen

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
def test_who_photographs_sheets(viewer: Viewer, takes: bool) -> None:
    assert page_of(play(), viewer).takes_sheet_photos is takes
    assert not page_of(play(demo=True), viewer).takes_sheet_photos


def test_a_number_of_players_that_the_book_does_not_foresee() -> None:
    six = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
    assert page_of(play(players=six)).unforeseen == PlayerCount(2, 5, 6)
    assert page_of(play(players=six, demo=True)).unforeseen is None
    assert page_of(play()).unforeseen is None


def test_who_left() -> None:
    assert page_of(play(PlayerLeft("Ben"))).departures == (Departure("Ben", 0),)


def test_undo_is_offered_to_the_table() -> None:
    timeline = play(ROLL, "Ann a5", Undone())
    assert page_of(timeline).steps.undo is not None and page_of(timeline).steps.redo is not None
    assert page_of(timeline, ANN).steps.undo is None


def words(app: Any, language: str, *events: str | Event) -> str:
    """The text that a reader of the rendered page reads."""
    template = app.jinja_env.get_template("pages/table/main.html")
    html = template.render(page=page_of(play(*events), TABLE, CameraState()), _=translator(language), base="")
    html = re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#39;", "'").split())


def test_the_wording(app: Any) -> None:
    """The one test that holds the page to its words."""
    assert words(app, "en", ROLL, "Ann a5").startswith(
        "White sum: 5. Everyone may cross one 5, in any row where it stands out. 5. "
        "Turn 1 · Ann throws Action 1 of 2 White dice make 5 "
        "Everyone may cross one 5, in any row where it stands out. 5 "
        "white white die shows 4; tap to correct it white white die shows 1; tap to correct it "
        "red red die shows 3; tap to correct it yellow yellow die shows 2; tap to correct it "
        "green green die shows 6; tap to correct it blue blue die shows 5; tap to correct it "
        "Still to choose: Ben Undo: Ann, red 5 "
        "Photograph the sheets Send the photo "
        "Ask the referee Does this end the game? Who may still mark? Does this count as a miss? "
    )
    assert words(app, "de", ROLL).startswith("Weiße Summe: 5. ")
    assert words(app, "es", ROLL).startswith("Suma blanca: 5. ")
