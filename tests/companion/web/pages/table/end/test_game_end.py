"""Everyone's points with their sums."""

from companion.rules import Game
from companion.table.events import SheetTakenOver
from companion.web.pages.table.end.game_end import present_scores
from tests.companion.moment import game_of
from tests.companion.web.pages.tables import play


def lines(*, winners: tuple[str, ...] = (), unread: tuple[str, ...] = ()) -> list[tuple[object, ...]]:
    table = play(
        SheetTakenOver("Ann", "a2 a3 / - / - / - misses 2"), SheetTakenOver("Ben", "a2 / b2 b3 / - / -")
    ).present
    scores = present_scores(table.game, table.position, winners, unread)
    return [
        (line.player, line.score.rows, line.score.misses, line.score.total, line.won) for line in scores.lines
    ]


def test_the_most_points_come_first() -> None:
    assert lines(winners=("Ben",)) == [
        ("Ben", (1, 3, 0, 0), 0, 4, True),
        ("Ann", (3, 0, 0, 0), -10, -7, False),
    ]


def test_a_player_whose_sheet_nobody_has_read_has_no_line() -> None:
    assert [line[0] for line in lines(unread=("Ben",))] == ["Ann"]


def test_only_some_pads_have_bonuses_that_score() -> None:
    def has_bonus(game: Game) -> bool:
        return present_scores(game, game.start(), ()).has_bonus

    assert has_bonus(game_of("bonus-b"))
    assert not has_bonus(game_of("classic")) and not has_bonus(game_of("bonus-a"))


def test_steps_and_the_track_have_a_column_of_their_own() -> None:
    sheets = {"Ann": "A", "Ben": "B"}
    for game, agreed, bonus in (
        ("connected-a", {"sheets": sheets}, True),
        ("lucky-15", {}, True),
        ("x-change", {}, False),
        ("connected-b", {"sheets": sheets}, False),
    ):
        table = play(game=game, **agreed).present  # type: ignore[arg-type]
        assert present_scores(table.game, table.position, ()).has_bonus is bonus, game
