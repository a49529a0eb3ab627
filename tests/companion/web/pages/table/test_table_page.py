"""The table's page: what it shows, and to which devices."""

from dataclasses import replace
from typing import Any

import pytest

from companion.table.events import Event, EventsUndone, PlayerLeft, RowClosed, SheetTakenOver
from companion.table.timeline import Timeline
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.table_page import TablePage
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import RerollQuestion
from tests.companion.web.pages.tables import (
    ANN,
    BEN,
    FIVE_RED,
    GUEST,
    ROLL,
    TABLE,
    pass_turn,
    photo_of,
    photographed,
    play,
    seen,
)

WATCHED = CameraState("rolling", can_look=True)
OVER = (RowClosed("a"), RowClosed("b"))
THREE = ("Ann", "Ben", "Cleo")


def page_of(timeline: Timeline, viewer: Viewer = TABLE, camera: CameraState = WATCHED) -> TablePage:
    return TablePage(timeline, 7, 3, camera, viewer)


def test_cameras_picture_is_shown_while_dice_are_due() -> None:
    assert page_of(play()).camera_caption == "The dice are rolling"
    assert page_of(play(), camera=CameraState()).camera_caption == ""
    for events in ((ROLL,), (seen("w4 w1 r3"),), OVER):
        assert page_of(play(*events)).camera_caption == ""


def test_on_paper_the_camera_goes_on_watching() -> None:
    page = page_of(play(photographed(ROLL), paper=True))
    assert page.camera_caption and page.photo is None
    assert page_of(play(photographed(ROLL), paper=True), camera=CameraState()).photo is not None


@pytest.mark.parametrize(("viewer", "may"), [(TABLE, True), (ANN, True), (GUEST, False)])
def test_whoever_plays_says_what_the_dice_show(viewer: Viewer, may: bool) -> None:
    assert page_of(play(), viewer).may_enter is may
    assert page_of(play(), viewer).asks_roll is may
    assert page_of(play(), viewer).takes_sheet_photos is may
    assert page_of(play(game="cards"), viewer).asks_number is may
    now = "w4 w1 r5 y2 g6 b5"
    camera = CameraState(reroll_question=RerollQuestion(1, 1, ROLL, now, photo_of(now)))
    assert (page_of(play(ROLL), viewer, camera).reroll is not None) is may
    assert len(page_of(play(ROLL), viewer).dice) == 6, "everyone sees the dice"
    demo = page_of(play(ROLL, demo=True), viewer)
    assert not (demo.may_enter or demo.asks_roll or demo.passes_for or demo.undo or demo.takes_sheet_photos)


def test_no_roll_is_asked_for_when_the_dice_are_there() -> None:
    assert not page_of(play(ROLL)).asks_roll and page_of(play(ROLL, paper=True)).asks_roll
    assert not page_of(play(game="cards")).asks_roll and not page_of(play("5", game="cards")).asks_number
    throws = [page_of(play(pretend=True), viewer).asks_roll for viewer in (TABLE, ANN, BEN)]
    assert throws == [True, True, False], "Ann throws"


def test_table_passes_for_the_others_if_there_are_several() -> None:
    def passes_for(viewer: Viewer, *steps: str, **agreed: Any) -> int:
        return page_of(play(*steps, **({"players": THREE} | agreed)), viewer).passes_for

    assert passes_for(TABLE, ROLL) == 2 and passes_for(ANN, ROLL) == 0
    assert passes_for(TABLE, ROLL, "Ben -") == passes_for(TABLE, ROLL, players=THREE[:2]) == 0
    for steps in ((), ("Ben -",)):
        seated = passes_for(
            replace(TABLE, players_with_device=("Ben",)), ROLL, *steps, players=(*THREE, "Dora")
        )
        assert seated == 0, "Ben holds a phone"
    assert passes_for(replace(TABLE, players_with_device=("Ann",)), ROLL) == 2
    assert passes_for(TABLE, "5", game="cards") == 2


def said(*events: str | Event, **agreed: object) -> list[str]:
    return [str(sentence) for sentence in page_of(play(*events, **agreed)).speech]  # type: ignore[arg-type]


def test_results_of_a_turn_are_said_before_what_happens_now() -> None:
    assert said(*pass_turn()) == ["Ann takes a penalty."]
    locked = said(*FIVE_RED, "w6 w6 r6 y2 g6 b5", "Ann -", "Ben a12")
    assert locked == ["Ben locked the red row.", "Red is closed: take the red die away."]
    turns = {page_of(play(*pass_turn()[:n])).speech_key for n in range(1, 5)}
    assert len(turns) == 1, "the browser says only what is new in a turn"
    others = {page_of(play(*events)).speech_key for events in ((), (seen("w4 w1 r3"),))}
    assert len(others | turns) == 3


def test_questions_of_a_photo_are_asked_aloud() -> None:
    assert said(seen("w4 w1 r3? y2 g6 b5")) == ["Please have a look."]
    missing = seen("w4 w1 y2 g6 b5")
    assert said(missing) == ["The red die is missing. Is the red row closed?"]
    assert len(said(seen("w4 w1 y2 g6"))) == 2
    assert [row.letter for row, _question in page_of(play(missing)).rows_in_question] == ["a"]
    assert page_of(play(missing), ANN).rows_in_question == (), "only the table's screen closes rows"


def test_a_lucky_number_is_told_to_screen_readers() -> None:
    page = page_of(play(ROLL, game="longo", lucky={"Ann": (5, 10), "Ben": (6, 13)}))
    assert "Ann: 5 is your lucky number: your weakest" in " ".join(map(str, page.announcement))


def test_guide_is_there_for_devices_that_want_it_and_explains_each_different_pad() -> None:
    def guide(*events: str | Event, explains: bool = True, **agreed: Any) -> str:
        page = page_of(play(*events, **agreed), replace(TABLE, explains=explains))
        return " ".join(map(str, page.guide))

    assert not guide(explains=False) and not guide(demo=True)
    assert guide() and guide(ROLL, "Ann -", "Ben -") and guide(game="cards") and guide(*OVER)
    both = guide(ROLL, game="double-a", sheets={"Ben": "double-b"})
    assert "may be crossed again" in both and "takes two crosses at once." in both
    assert guide(ROLL, game="lucky-15").count("make 15") == 1


def test_agreements_that_the_book_does_not_know_are_shown() -> None:
    page = page_of(play(ROLL, no_miss=("Ben",), rounds=12, clock=60))
    rules = " ".join(map(str, page.house_rules))
    assert "no penalties for Ben" in rules and "after round 12" in rules and page.clock == 60
    assert page_of(play(clock=60)).clock == page_of(play(ROLL, clock=60, demo=True)).clock == 0
    six = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
    assert "for 2 to 5 players; you are 6" in str(page_of(play(players=six)).unforeseen)
    assert page_of(play(players=six, demo=True)).unforeseen is None
    assert page_of(play(PlayerLeft("Cleo"), players=THREE)).unforeseen is None


def test_undo_and_redo_are_offered_to_the_table() -> None:
    timeline = play(ROLL, "Ann a5", EventsUndone())
    assert (str(page_of(timeline).undo), str(page_of(timeline).redo)) == ("dice", "Ann, red 5")
    for viewer in (ANN, GUEST):
        assert page_of(timeline, viewer).undo is None and page_of(timeline, viewer).redo is None


def test_teams_stand_in_the_order_of_their_points_and_one_wins() -> None:
    teams = {"teams": (("Ann",), ("Ben",)), "rounds": 1}
    page = page_of(play(ROLL, "Ann -", "Ben b5", **teams))
    assert [(team.players, points) for team, points in page.teams] == [(("Ben",), "1"), (("Ann",), "0")]
    mean = {"players": THREE, "teams": (("Ann", "Ben"), ("Cleo",)), "team_score": "mean"}
    page = page_of(play(ROLL, "Ann a5", "Ben -", "Cleo -", **mean))
    assert [points for _team, points in page.teams] == ["0.5", "0"]
    over = page_of(play(*pass_turn(), ROLL, "Ann a5", "Ben -", "Ben -", **teams))
    assert str(over.title) == "The team Ann wins" and "house rule" in str(over.instruction[0])


def test_padlocks_say_whether_and_why_each_row_is_closed() -> None:
    def states(*events: str | Event) -> list[tuple[str, str]]:
        return [(lock.state, lock.owner) for lock in page_of(play(*events, paper=True)).padlocks]

    locked = SheetTakenOver("Ann", "a2 a3 a4 a5 a6 a12 / - / - / -")
    assert states(locked) == [("locked", "Ann"), ("open", ""), ("open", ""), ("open", "")]
    for events in ((RowClosed("b"),), (ROLL, RowClosed("b"))):
        assert states(*events) == [("open", ""), ("said", ""), ("open", ""), ("open", "")]
    assert page_of(play(paper=True), ANN).padlocks == page_of(play()).padlocks == ()
    assert page_of(play(game="cards", paper=True)).padlocks == page_of(play(*OVER, paper=True)).padlocks == ()


BETTER = SheetTakenOver("Ben", "- / - / c12 / -")


def ended(*events: str | Event, **agreed: object) -> tuple[str, str]:
    """Return the title and the instruction on the table's page after `events` that end a game."""
    page = page_of(play(*events, **agreed))  # type: ignore[arg-type]
    assert page.is_over
    return str(page.title), " ".join(map(str, page.instruction))


def test_title_says_who_has_won_and_why_it_is_over() -> None:
    title, why = ended(ROLL, "Ann -", "Ben b5", "Ann -", *OVER)
    assert title == "Ben wins" and why == "The game ended in turn 2 with a second locked row."
    shared = ended(BETTER, SheetTakenOver("Ann", "a2 / - / - / -"), *OVER)
    assert shared[0] == "Ann & Ben share the win"
    alone = ended(*4 * (ROLL, "Ann -", "Ann -"), players=("Ann",))
    assert alone == ("Ann: \N{MINUS SIGN}20 points", "The game ended in turn 4 with a fourth penalty.")


def test_on_paper_nobody_has_won_before_the_sheets_are_read() -> None:
    events = (ROLL, *OVER)
    assert not page_of(play(ROLL, paper=True)).asks_for_sheets
    title, instruction = ended(*events, paper=True)
    assert title == "The game is over" and instruction.endswith("Ann, Ben.")
    page = page_of(play(*events, paper=True))
    assert page.asks_for_sheets and page.course is None and page.scores.lines == ()
    half = page_of(play(*events, BETTER, paper=True))
    assert half.asks_for_sheets and [line.player for line in half.scores.lines] == ["Ben"]
    read = page_of(play(*events, BETTER, SheetTakenOver("Ann", "- / - / - / -"), paper=True))
    assert not read.asks_for_sheets and str(read.title) == "Ben wins"


def test_points_and_signs_and_special_cells_of_each_pad_are_explained() -> None:
    page = page_of(play())
    assert page.crosses_worth == (1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)
    assert (page.signs, page.special_points) == ((), ())
    assert page_of(play(game="double-a")).crosses_worth[-1] == 136
    signs = ("two-weakest", "each-row", "double-weakest", "13", "no-misses")
    assert page_of(play(game="bonus-b")).signs == signs
    assert "next box of the bar" in str(page_of(play(game="bonus-a")).special_points[0])
    assert len(page_of(play(game="double-a", sheets={"Ben": "double-b"})).special_points) == 2
    sheets = {"Ann": "A", "Ben": "B"}
    assert len(page_of(play(game="connected-a", sheets=sheets)).special_points) == 1
