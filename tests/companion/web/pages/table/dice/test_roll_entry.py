"""The form for a roll: what a photo left open, what may be closed, whether dice were rolled again."""

import pytest

from companion.table.events import RowClosed
from companion.table.now import happening
from companion.table.timeline import Timeline
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.dice.roll_entry import (
    NextThrow,
    RollEntry,
    missing_dice,
    photo_problems,
    present_reroll,
    present_roll_entry,
)
from companion.web.session.drafts import RerollQuestion
from tests.companion.web.pages.tables import ROLL, photo_of, play, seen


def form_of(timeline: Timeline, camera: CameraState, *, may_lock: bool = True) -> RollEntry | None:
    table = timeline.present
    return present_roll_entry(table, happening(table), camera, may_lock=may_lock, may_throw=True)


def entry_of(timeline: Timeline, *, may_lock: bool = True, **camera: bool) -> RollEntry:
    state = CameraState("looking", **camera) if camera else CameraState()
    entry = form_of(timeline, state, may_lock=may_lock)
    assert entry is not None
    return entry


def test_every_die_is_open_without_a_photo() -> None:
    entry = entry_of(play())
    assert [die.key for die in entry.open] == ["w1", "w2", "red", "yellow", "green", "blue"]
    assert not any(die.doubtful for die in entry.open)
    assert (entry.certain, entry.completes_photo, entry.next_throw) == ((), False, None)


def test_no_form_when_the_dice_are_there() -> None:
    assert form_of(play(ROLL), CameraState()) is None
    assert form_of(play(game="cards"), CameraState()) is None


def test_on_paper_the_next_roll_may_come_at_any_time() -> None:
    assert entry_of(play(ROLL, paper=True)).next_throw == NextThrow("Ben", 6)
    assert entry_of(play(paper=True)).next_throw is None


def test_dice_of_closed_rows_are_not_asked_for() -> None:
    assert "red" not in [die.key for die in entry_of(play(RowClosed("a"))).open]


def test_a_photo_leaves_open_what_it_shows_badly() -> None:
    entry = entry_of(play(seen("w4 w1 r3? y2 g6")))
    assert {die.key: die.value for die in entry.certain} == {"w1": 4, "w2": 1, "yellow": 2, "green": 6}
    red, blue = entry.open
    assert (red.key, red.doubtful, red.crop) == ("red", True, "/photos/0123456789abcdef/2.jpg")
    assert (blue.key, blue.doubtful, blue.crop) == ("blue", True, "")


def test_surplus_dice_are_asked_about() -> None:
    entry = entry_of(play(seen("w4 w1 r3 r5 y2 g6 b5")))
    assert [die.key for die in entry.open] == ["red"]


@pytest.mark.parametrize(
    ("dice", "values"),
    [
        ("w4 w1 r3 y2 g6", [{"seen": 5, "all": 6, "missing": ("blue",)}]),
        ("w4 w1 r3? y2 g6 b5?", [{"dice": ("red", "blue")}]),
        ("w4 w1 r3 r3 y2 g6 b5", [{"count": 1}]),
        (
            "w4 w1 r3? y2 g6 p1",
            [{"seen": 5, "all": 6, "missing": ("blue",)}, {"count": 1}, {"dice": ("red",)}],
        ),
        ("w4 w1 r3 y2 g6 b5", [{}]),
    ],
)
def test_problems_say_what_the_photo_lacks(dice: str, values: list[dict[str, object]]) -> None:
    assert [problem.values for problem in photo_problems(play(seen(dice)).present)] == values


def test_no_problem_without_a_photo() -> None:
    assert photo_problems(play().present) == ()


@pytest.mark.parametrize(
    ("dice", "missing"),
    [
        ("w4 w1 r3 y2 g6", ["d"]),
        ("w4 w1 g6 b5", ["a", "b"]),
        ("w4 w1 r3 y2 g6 b5", []),
        ("w4 r3 y2 g6 b5", []),
        ("w4 w1 r3 y2 g6?", []),
        ("w4 w1 r3 y2 g6 p5", []),
    ],
)
def test_a_missing_die_may_belong_to_a_closed_row(dice: str, missing: list[str]) -> None:
    assert [die.row for die in missing_dice(play(seen(dice)).present)] == missing


def test_only_the_table_is_asked_whether_a_row_is_closed() -> None:
    photo = play(seen("w4 w1 r3 y2 g6"))
    assert [die.row for die in entry_of(photo).missing] == ["d"]
    assert entry_of(photo, may_lock=False).missing == ()


def test_the_camera_offers_what_it_can_do() -> None:
    assert entry_of(play(), can_look=True).may_look and not entry_of(play()).may_look


def test_dice_that_changed_are_asked_about_with_their_picture() -> None:
    table = play(ROLL).present
    now = "w4 w1 r5 y2 g6 b5"
    reroll = present_reroll(RerollQuestion(1, 1, ROLL, now, photo_of(now)), table)
    assert reroll is not None
    assert reroll.changes == (("red", 3, 5),)
    assert (reroll.colour, reroll.crop) == ("red", "/photos/0123456789abcdef/2.jpg")
    assert present_reroll(RerollQuestion(1, 1, ROLL, ROLL, photo_of(ROLL)), table) is None
    assert present_reroll(None, table) is None
