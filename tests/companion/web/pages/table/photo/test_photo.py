"""The photo of a roll: it is shown during its turn, and dice on it can be corrected."""

import pytest

from companion.table.now import current_situation
from companion.table.timeline import Timeline
from companion.web.pages.table.photo.photo import PhotoPanel, table_photo
from tests.companion.web.pages.tables import ROLL, photo_of, photographed, play, seen


def photo(timeline: Timeline, *, may_correct: bool = True) -> PhotoPanel | None:
    return table_photo(timeline.present, current_situation(timeline.present), may_correct=may_correct)


def test_photo_belongs_to_its_turn() -> None:
    assert photo(play(ROLL)) is photo(play()) is None
    assert photo(play(photographed(ROLL), "Ann -", "Ben -", "Ann -")) is None


@pytest.mark.parametrize("may_correct", [True, False])
def test_a_die_on_the_photo_opens_its_correction(may_correct: bool) -> None:
    panel = photo(play(photographed(ROLL)), may_correct=may_correct)
    assert panel is not None
    cards = [f"fix-{die}" for die in ("w1", "w2", "red", "yellow", "green", "blue")]
    assert [die.opens for die in panel.dice] == cards
    assert ("tap" in panel.caption) is may_correct


def test_a_photo_to_be_completed_opens_nothing() -> None:
    panel = photo(play(seen("w4 w1 r3? y2 g6")))
    assert panel is not None
    assert {drawn.opens for drawn in panel.dice} == {""}


def test_frame_surrounds_the_die_within_the_photo() -> None:
    panel = PhotoPanel(photo_of(ROLL), "")
    for drawn in panel.dice:
        x, y, width, height = drawn.die.box
        left, top, across, down = drawn.frame
        assert left < x and top < y and left + across > x + width and top + down > y + height
        assert panel.badge <= drawn.badge[0] <= 640 - panel.badge
        assert panel.badge <= drawn.badge[1] <= 480 - panel.badge


def test_a_colour_that_no_die_here_has_is_drawn_white_and_named_as_it_is() -> None:
    (drawn,) = PhotoPanel(photo_of("p3"), "").dice
    assert (drawn.colour, str(drawn.name)) == ("white", "pink 3")
