"""The parts of a picture that get a second look: groups of dice alike in size, with room, at one size."""

from __future__ import annotations

import pytest

from vision.dice import cuts as made
from vision.dice.cuts import DIE_PIXELS, MAX_PIXELS, MAX_SCALE, Cut
from vision.geometry import Box

SIZE = (640, 480)


def square(x: float, y: float, side: float = 20.0) -> Box:
    return (x, y, side, side)


def cuts(boxes: list[Box], size: tuple[int, int], scale: float) -> list[Cut]:
    """The cuts where every box calls for one."""
    return made.cuts(boxes, size, scale, len(boxes))


def test_only_what_was_found_well_calls_for_a_cut_but_what_lies_beside_it_joins() -> None:
    boxes = [square(300, 200), square(60, 60), square(330, 204)]
    (cut,) = made.cuts(boxes, SIZE, 1.0, 1)
    assert [cut.holds(box) for box in boxes] == [True, False, True]


def test_dice_that_lie_together_share_a_cut_with_room_around_them() -> None:
    (cut,) = cuts([square(300, 200), square(322, 204), square(310, 230)], SIZE, 1.0)
    assert (cut.left, cut.top) == (270, 170)
    assert (cut.right, cut.bottom) == (373, 281)
    assert cut.scale == pytest.approx(DIE_PIXELS / 20)


def test_dice_far_apart_get_a_cut_each() -> None:
    boxes = [square(60, 60), square(560, 400)]
    found = cuts(boxes, SIZE, 1.0)
    assert [[cut.holds(box) for box in boxes] for cut in found] == [[True, False], [False, True]]


def test_dice_of_two_sizes_are_scaled_each_to_the_same_width() -> None:
    found = cuts([square(100, 100, 18.0), square(300, 100, 40.0)], SIZE, 1.0)
    assert [round(cut.scale, 2) for cut in found] == [round(DIE_PIXELS / 18, 2), round(DIE_PIXELS / 40, 2)]


def test_a_die_beside_a_larger_one_is_cut_with_the_larger_one_whole() -> None:
    small, large = square(200, 200, 18.0), square(235, 190, 60.0)
    (cut,) = cuts([small, large], SIZE, 1.0)
    assert cut.holds(small) and cut.holds(large)
    assert cut.scale == pytest.approx(DIE_PIXELS / 18)


@pytest.mark.parametrize(("side", "scale", "count"), [(43.0, 1.0, 1), (45.0, 1.0, 0), (60.0, 0.5, 1)])
def test_dice_that_the_first_look_saw_large_get_no_cut(side: float, scale: float, count: int) -> None:
    assert len(cuts([square(200, 200, side)], SIZE, scale)) == count


def test_a_speck_is_enlarged_so_far_only() -> None:
    (cut,) = cuts([square(200, 200, 9.0)], SIZE, 1.0)
    assert cut.scale == MAX_SCALE


def test_a_cut_ends_at_the_border_of_the_picture() -> None:
    (cut,) = cuts([square(2, 450)], SIZE, 1.0)
    assert (cut.left, cut.bottom) == (0, 480)
    assert cut.holds(square(0, 459))


def test_many_small_dice_do_not_cost_more_than_two_first_looks() -> None:
    boxes = [square(30 + 150 * column, 30 + 110 * row, 12.0) for row in range(4) for column in range(4)]
    found = cuts(boxes, SIZE, 1.0)
    assert 2 < len(found) < len(boxes)
    assert sum(cut.pixels for cut in found) <= MAX_PIXELS
    assert found[0].holds(boxes[0])  # the likeliest first


def test_what_an_edge_may_slice_is_not_held() -> None:
    cut = Cut(100, 100, 200, 200, 2.0, SIZE)
    assert cut.holds(square(110, 110))
    assert not cut.holds(square(101, 110))
    assert not cut.holds(square(110, 179))
