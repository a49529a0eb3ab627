"""The overlay on a photo shows the colours and values of the dice, and doubts, at any size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import PixelBox
from vision.overlay import _SIGNS, doubtful, draw
from vision.reading import COLOURS, Colour, Die, Reading, State, Status


def die(
    box: PixelBox, value: int = 3, colour: Colour = "red", asked: bool = False, state: State = "flat"
) -> Die:
    return Die(colour, value, 6, 0.9, state, box, ((value, 0.9),), ((colour, 1.0),), asked)


def reading(*dice: Die, status: Status = "unsure", size: tuple[int, int] = (640, 480)) -> Reading:
    return Reading(size, status, dice)


def table(width: int = 640, height: int = 480) -> np.ndarray:
    return np.full((height, width, 3), (90, 120, 150), np.uint8)


def near(image: np.ndarray, colour: tuple[int, int, int]) -> int:
    """Return the number of pixels of about this colour."""
    return int((np.abs(image.astype(int) - colour).max(axis=2) < 8).sum())


def test_the_image_itself_is_left_alone() -> None:
    image = table()
    drawn = draw(image, reading(die((200, 150, 60, 60))))
    assert (image == table()).all()
    assert drawn.shape == image.shape
    assert drawn.dtype == np.uint8


def test_the_die_itself_stays_in_sight() -> None:
    drawn = draw(table(), reading(die((200, 150, 60, 60))))
    assert (drawn[165:195, 215:245] == table()[165:195, 215:245]).all()
    changed = np.argwhere((drawn != table()).any(axis=2))
    assert changed.min(axis=0).tolist() >= [110, 180]
    assert changed.max(axis=0).tolist() <= [225, 300]


def test_each_colour_is_drawn_in_its_own() -> None:
    drawn = {draw(table(), reading(die((200, 150, 60, 60), colour=colour))).tobytes() for colour in COLOURS}
    assert len(drawn) == len(COLOURS)


def test_each_value_has_its_own_sign() -> None:
    drawn = [draw(table(), reading(die((200, 150, 60, 60), value))).tobytes() for value in range(1, 7)]
    assert len(set(drawn)) == 6
    assert set(_SIGNS) == set("12345678?")


@pytest.mark.parametrize(
    ("given_die", "status", "expected"),
    [
        (die((0, 0, 60, 60)), "unsure", False),
        (die((0, 0, 60, 60), asked=True), "unsure", True),
        (die((0, 0, 60, 60), state="hidden"), "unsure", False),
        (die((0, 0, 60, 60), asked=True, state="cut"), "wrong-set", True),
        (die((0, 0, 60, 60), asked=True), "complete", False),
    ],
)
def test_doubt_of_a_die_depends_on_the_status(given_die: Die, status: Status, expected: bool) -> None:
    assert doubtful(given_die, reading(given_die, status=status)) is expected


def test_doubt_is_seen() -> None:
    sure = draw(table(), reading(die((200, 150, 60, 60))))
    unsure = draw(table(), reading(die((200, 150, 60, 60), asked=True)))
    frame = (slice(140, 220), slice(194, 206))  # the left side, away from the badge
    red = (52, 44, 214)
    assert 0.3 < near(unsure[frame], red) / near(sure[frame], red) < 0.8
    assert near(unsure[100:180, 230:320], red) > near(sure[100:180, 230:320], red) * 1.1


def test_ignored_dice_have_no_badge() -> None:
    other = die((400, 300, 60, 60), colour="other")
    drawn = draw(table(), Reading((640, 480), "complete", (), (other,)))
    changed = np.argwhere((drawn != table()).any(axis=2))
    assert len(changed)
    assert changed.min(axis=0).tolist() >= [292, 392]
    assert changed.max(axis=0).tolist() <= [368, 468]


def test_badges_do_not_cover_each_other() -> None:
    tight = [die((150 + 50 * i, 200, 48, 48), i + 1) for i in range(6)]
    apart = [die((20 + 105 * i, 200, 48, 48), i + 1) for i in range(6)]
    white = (255, 255, 255)
    assert near(draw(table(), reading(*tight)), white) > 0.95 * near(draw(table(), reading(*apart)), white)


@pytest.mark.parametrize("scale", [1, 3, 8])
def test_badges_grow_with_the_image(scale: int) -> None:
    width, height = 500 * scale, 375 * scale
    drawn = draw(table(width, height), reading(die((200 * scale, 150 * scale, 40 * scale, 40 * scale))))
    share = near(drawn, (52, 44, 214)) / (width * height)
    assert 0.0018 < share < 0.003


@given(
    st.lists(
        st.tuples(
            st.integers(-50, 200),
            st.integers(-50, 200),
            st.integers(1, 120),
            st.integers(1, 120),
            st.integers(1, 6),
            st.sampled_from(COLOURS),
            st.floats(0, 1),
        ),
        max_size=8,
    )
)
def test_any_boxes_can_be_drawn(
    dice: list[tuple[int, int, int, int, int, Colour, float]],
) -> None:
    seen = [die((x, y, w, h), value, colour, p) for x, y, w, h, value, colour, p in dice]
    drawn = draw(table(150, 120), reading(*seen))
    assert drawn.shape == (120, 150, 3)
    if dice:
        assert (drawn != table(150, 120)).any()
