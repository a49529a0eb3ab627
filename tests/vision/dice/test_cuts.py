"""The part of a picture that gets a closer look: all dice of a roll, with room, at one size."""

import pytest

from vision.dice.detector import cut_around
from vision.dice.detector_settings import SETTINGS
from vision.geometry import Box

SIZE = (640, 480)


def square(x: float, y: float, side: float = 20.0) -> Box:
    return (x, y, side, side)


def test_dice_share_a_cut_with_room_around_them() -> None:
    cut = cut_around([square(300, 200), square(322, 204), square(310, 230)], SIZE)
    assert (cut.left, cut.top) == (270, 170)
    assert (cut.right, cut.bottom) == (373, 281)
    assert cut.scale == pytest.approx(SETTINGS.cut_side / 20)


def test_the_median_die_has_the_size_that_the_network_sees_best() -> None:
    cut = cut_around([square(100, 100, 30.0), square(160, 100, 40.0), square(220, 100, 50.0)], SIZE)
    assert cut.scale == pytest.approx(SETTINGS.cut_side / 40)
    large = cut_around([square(100, 100, 160.0)], SIZE)
    assert large.scale == pytest.approx(SETTINGS.cut_side / 160)


def test_a_speck_is_enlarged_so_far_only() -> None:
    assert cut_around([square(200, 200, 9.0)], SIZE).scale == SETTINGS.cut_scale


def test_a_cut_ends_at_the_border_of_the_picture() -> None:
    cut = cut_around([square(2, 450)], SIZE)
    assert (cut.left, cut.bottom) == (0, 480)


def test_dice_far_apart_cost_no_more_than_two_first_looks() -> None:
    cut = cut_around([square(10, 10), square(600, 440)], SIZE)
    assert cut.pixels == pytest.approx(SETTINGS.cut_pixels)
