"""What crosses are worth."""

from companion.web.pages.table.table_page import present_points_table
from tests.companion.web.pages.tables import play


def test_every_number_of_crosses_has_its_points() -> None:
    table = present_points_table(play().present.game)
    assert table.points == (1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert (table.signs, table.adds) == ((), ())


def test_a_longer_row_has_more() -> None:
    lucky = {"Ann": (5, 10), "Ben": (6, 13)}
    table = present_points_table(play(game="longo", lucky=lucky).present.game)
    assert table.points[-1] == 120 and "lucky numbers" in str(table.adds[0])


def test_the_signs_of_a_pad_are_explained() -> None:
    bonuses = present_points_table(play(game="bonus-b").present.game).signs
    assert bonuses == ("two-weakest", "each-row", "double-weakest", "13", "no-misses")
    assert "next box of the bar" in str(present_points_table(play(game="bonus-a").present.game).adds[0])


def test_special_cells_add_to_the_table_and_say_what_they_score() -> None:
    longest = {"big-points": 120, "double-a": 136, "double-b": 136, "connect-15": 120, "x-change": 78}
    for game, points in longest.items():
        assert present_points_table(play(game=game).present.game).points[-1] == points, game
    mixed = present_points_table(play(game="double-a", sheets={"Ben": "double-b"}).present.game)
    assert [str(text) for text in mixed.adds] == [
        "Second crosses count like any other; more than sixteen in a row score nothing.",
        "A cell with two fields counts as two crosses.",
    ]
    sheets = {"Ann": "A", "Ben": "B"}
    assert len(present_points_table(play(game="connected-a", sheets=sheets).present.game).adds) == 1
    assert present_points_table(play().present.game).adds == ()
