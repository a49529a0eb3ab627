"""What crosses are worth."""

from __future__ import annotations

from companion.web.presenters.points_table import present_points_table
from tests.companion.web.presenters.tables import play


def test_every_number_of_crosses_has_its_points() -> None:
    table = present_points_table(play().present.game)
    assert table.points == (1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert (table.bonuses, table.has_bar, table.has_lucky_numbers) == ((), False, False)


def test_a_longer_row_has_more() -> None:
    lucky = {"Ann": (5, 10), "Ben": (6, 13)}
    table = present_points_table(play(game="longo", lucky=lucky).present.game)
    assert table.points[-1] == 136 and table.has_lucky_numbers


def test_the_signs_of_a_pad_are_explained() -> None:
    bonuses = present_points_table(play(game="bonus-b").present.game).bonuses
    assert bonuses == ("two-weakest", "each-row", "double-weakest", "13", "no-misses")
    assert present_points_table(play(game="bonus-a").present.game).has_bar
