"""The end of a game on the page: everyone's points and their sums."""

import pytest

from companion.table.events import SheetTakenOver
from companion.web.pages.table.end.game_end import present_scores
from tests.companion.web.pages.tables import play


def test_the_most_points_come_first_and_unread_sheets_have_no_line() -> None:
    sheets = (
        SheetTakenOver("Ann", "a2 a3 / - / - / - misses 2"),
        SheetTakenOver("Ben", "a2 / b2 b3 / - / -"),
    )
    table = play(*sheets).present
    lines = present_scores(table.game, table.position, ("Ben",)).lines
    assert [
        (line.player, line.score.rows, line.score.misses, line.score.total, line.won) for line in lines
    ] == [
        ("Ben", (1, 3, 0, 0), 0, 4, True),
        ("Ann", (3, 0, 0, 0), -10, -7, False),
    ]
    lines = present_scores(table.game, table.position, (), ("Ben",)).lines
    assert [line.player for line in lines] == ["Ann"]


@pytest.mark.parametrize(
    ("game", "lettered", "bonus"),
    [
        ("bonus-b", False, True),
        ("classic", False, False),
        ("connected-a", True, True),
        ("connected-b", True, False),
    ],
)
def test_only_some_pads_have_a_column_for_bonuses(game: str, lettered: bool, bonus: bool) -> None:
    table = play(game=game, **({"sheets": {"Ann": "A", "Ben": "B"}} if lettered else {})).present
    assert present_scores(table.game, table.position, ()).has_bonus is bonus
