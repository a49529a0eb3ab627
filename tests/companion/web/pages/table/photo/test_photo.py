"""The photo of a roll: which one matters, and what can be corrected on it."""

import pytest

from companion.web.pages.table.photo.photo import present_photo, table_photo
from tests.companion.web.pages.tables import ROLL, photo_of, photographed, play, seen


def test_there_is_no_photo_of_a_tapped_roll() -> None:
    assert table_photo(play(ROLL).present, may_correct=True) is None
    assert table_photo(play().present, may_correct=True) is None


@pytest.mark.parametrize("may_correct", [True, False])
def test_a_die_on_the_photo_opens_its_correction(may_correct: bool) -> None:
    photo = table_photo(play(photographed(ROLL)).present, may_correct=may_correct)
    assert photo is not None and photo.finished
    assert [die.opens for die in photo.dice] == [
        "fix-w1",
        "fix-w2",
        "fix-red",
        "fix-yellow",
        "fix-green",
        "fix-blue",
    ]
    assert ("tap" in photo.caption) is may_correct


def test_a_photo_to_be_completed_opens_nothing() -> None:
    photo = table_photo(play(seen("w4 w1 r3? y2 g6")).present, may_correct=True)
    assert photo is not None and not photo.finished
    assert [(die.colour, die.value, die.doubtful, die.opens) for die in photo.dice[:3]] == [
        ("white", 4, False, ""),
        ("white", 1, False, ""),
        ("red", 3, True, ""),
    ]


def test_the_photo_goes_with_its_turn() -> None:
    after = play(photographed(ROLL), "Ann -", "Ben -", "Ann -")
    assert table_photo(after.present, may_correct=True) is None


def test_a_photo_stays_in_front_during_the_demo() -> None:
    photo = table_photo(play(photographed(ROLL), demo=True).present, may_correct=False)
    assert photo is not None and not photo.finished


def test_frame_surrounds_the_die_within_the_photo() -> None:
    panel = present_photo(photo_of(ROLL), "")
    for die, drawn in zip(photo_of(ROLL).dice, panel.dice, strict=True):
        x, y, width, height = die.box
        assert drawn.x < x and drawn.y < y
        assert drawn.x + drawn.width > x + width and drawn.y + drawn.height > y + height
        assert panel.badge <= drawn.badge_x <= panel.width - panel.badge
        assert panel.badge <= drawn.badge_y <= panel.height - panel.badge


def test_a_colour_that_no_die_here_has_is_drawn_white_and_named_as_it_is() -> None:
    panel = present_photo(photo_of("p3"), "")
    assert panel.dice[0].colour == "white"
    assert str(panel.names[0]) == "pink 3"
