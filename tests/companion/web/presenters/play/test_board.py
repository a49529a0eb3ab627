"""One board for two on the page: whose stones lie where, who may tap, and what each player has."""

from companion.analysis.replay import replay_game
from companion.table.events import Decided, GameBegun, RollTaken
from companion.web.presenters.lookback.played_turn import present_step
from companion.web.presenters.play.first_game import present_explanation
from companion.web.presenters.play.sheet import PlayerSheet, present_sheets
from companion.web.presenters.play.viewer import Viewer
from companion.web.presenters.play.visible_sheet import SheetCell
from tests.companion.table.random_events import played

ROLL = RollTaken("w2 w3 r6 y6 g6 b6", "tapped")
BEGUN = GameBegun("duel", ("Ann", "Ben"))
EVENTS = (
    *(
        BEGUN,
        ROLL,
        Decided("Ann", "a5"),
        Decided("Ann", "-"),
        ROLL,
        Decided("Ben", "b5"),
        Decided("Ben", "-"),
    ),
    *(ROLL, Decided("Ann", "a5"), Decided("Ann", "-"), ROLL),
)
"""Ann has a tower on red 5, Ben a stone on yellow 5; it is Ben's turn."""
TABLE = Viewer("table")


def board(viewer: Viewer = TABLE, *more: Decided) -> PlayerSheet:
    (found,) = present_sheets(played(*EVENTS, *more), viewer)
    return found


def cell(name: str, sheet: PlayerSheet) -> SheetCell:
    return next(cell for row in sheet.rows for cell in row.cells if cell.name == name)


def test_both_players_see_one_board_with_the_stones_of_both() -> None:
    sheet = board()
    assert sheet.player == "Ben" and sheet.active
    assert cell("a5", sheet).signs.stones == (0, 0)
    assert cell("b5", sheet).signs.stones == (1,)
    assert [str(words) for words in cell("a5", sheet).signs.words] == ["light stones: 2"]
    assert [row.shared_points for row in sheet.rows] == [(3, 0), (0, 1), (0, 0), (0, 0)]


def test_a_tower_of_the_other_cannot_be_tapped_and_ones_own_stone_can() -> None:
    sheet = board()
    assert cell("a5", sheet).state == "marked"
    assert cell("b5", sheet).state == "again"
    assert cell("c5", sheet).state == "legal"


def test_only_the_active_players_phone_taps_and_the_board_is_everybodys_own() -> None:
    ben, ann = board(Viewer("player", "Ben")), board(Viewer("player", "Ann"))
    assert ben.tappable and ben.mine
    assert not ann.tappable and ann.mine


def test_what_each_player_has_stands_below_the_board() -> None:
    ann, ben = board(TABLE, Decided("Ben", "-"), Decided("Ben", "-")).beside.part("stones")
    assert (ann.player, ann.left, ann.misses, ann.total) == ("Ann", 20, 0, 3)
    assert (ben.player, ben.left, ben.misses, ben.total) == ("Ben", 20, 1, 1 - 5)


def test_looking_back_shows_one_board() -> None:
    turns = replay_game(played(*EVENTS[:-1]))
    step = present_step(turns, turns[-1], "")
    (sheet,) = step.sheets
    stones = {cell.name: cell.signs.stones for row in sheet.rows for cell in row.cells if cell.signs.stones}
    assert stones == {"a5": (0, 0), "b5": (1,)}


def test_a_first_game_is_explained_by_the_steps_of_its_lesson() -> None:
    viewer = Viewer("table", explains=True)
    told = present_explanation(played(*EVENTS).present, viewer)
    assert told is not None and "Only you lay stones in your turn" in str(told.texts[0])
