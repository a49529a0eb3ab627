"""The summary of a game: its winner, its decisive turns, and points."""

from companion.analysis.replay import replay_game
from companion.analysis.turning_points import TurnEffect
from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.table.to_record import record_of
from companion.web.pages.look_back.archive import ArchivedGame
from companion.web.pages.look_back.results.share import present_results
from companion.web.pages.look_back.summary import crosses, decisive_turns, gain, plot_of, scores_of
from tests.companion.web.pages.tables import ROLL, pass_turn, play

OVER = (RowClosed("a"), RowClosed("b"))
PLAYED = (ROLL, "Ann -", "Ben b5", "Ann -", *OVER)


def archived(*events: str | Event, **agreed: object) -> ArchivedGame:
    timeline = play(*events, **agreed)  # type: ignore[arg-type]
    table = timeline.present
    return ArchivedGame("/games/1", replay_game(timeline), record_of(table), table)


def scores(game: ArchivedGame) -> list[tuple[str, bool]]:
    """Return the players with known points, best first, and whether they won."""
    return [(line.player, line.won) for line in scores_of(game).lines]


def test_a_finished_game_has_a_winner_and_turns_that_decided_it() -> None:
    game = archived(*PLAYED)
    assert scores(game) == [("Ben", True), ("Ann", False)]
    (effect,) = decisive_turns(game)
    assert str(gain(effect)) == "Ben took the lead: 1 to -5 against Ann."
    assert list(map(str, crosses(effect))) == ["Ben: yellow 5", "Ann takes a penalty"]


def test_a_game_that_goes_on_or_was_ended_by_a_house_rule_has_no_turn_that_decided_it() -> None:
    game = archived(*pass_turn())
    assert decisive_turns(game) == () and not any(won for _, won in scores(game))
    assert plot_of(game, ()) is not None
    over = archived(*pass_turn(), ROLL, "Ben b5", "Ann -", "Ben -", rounds=1)
    assert over.position.end is not None and decisive_turns(over) == ()


def test_on_paper_nothing_decided_it_and_unread_sheets_have_no_points() -> None:
    game = archived(ROLL, *OVER, SheetTakenOver("Ben", "a5 / - / - / -"), paper=True)
    assert (game.unread, plot_of(game, ()), decisive_turns(game)) == (("Ann",), None, ())
    assert scores(game) == [("Ben", False)]


def test_a_turning_point_is_said_in_points_that_a_child_understands() -> None:
    def said(points: dict[str, tuple[int, int]]) -> str:
        turn = replay_game(play(*pass_turn()))[0]
        effect = TurnEffect(turn, {"Ann": (0.5, 0.8), "Ben": (0.5, 0.2)}, points)
        return str(gain(effect))

    assert said({"Ann": (3, 9), "Ben": (6, 6)}) == "Ann took the lead: 9 to 6 against Ben."
    assert said({"Ann": (7, 9), "Ben": (6, 3)}) == "Ann pulled away: 9 to 3 against Ben."
    assert said({"Ann": (1, 6), "Ben": (6, 6)}) == "Ann gained on Ben: 6 to 6."


def test_the_results_sheet_has_the_same_points_in_the_readers_language() -> None:
    result = present_results(archived(*PLAYED), "de")
    points = [(each.player, each.total, each.won) for each in result.results]
    assert points == [("Ben", 1, True), ("Ann", -5, False)]
    assert result.title == "Ben gewinnt" and len(result.notes) == 1
