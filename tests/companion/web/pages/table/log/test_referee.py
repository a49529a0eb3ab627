"""Questions to the referee: the answers follow from the game, each with its rule and its cells."""

from dataclasses import replace

import pytest

from companion.table.events import Event, RowClosed
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.log.referee import RefereeAnswer, referee_answer
from companion.web.pages.table.table_page import TablePage
from companion.web.session.drafts import RefereeQuestion
from tests.companion.web.conftest import Actor
from tests.companion.web.pages.tables import ANN, GUEST, ROLL, TABLE, play

SEVEN = ("w1 w2 r6 y2 g6 b5", "Ann a3", "Ben -", "Ann a7")
PASSED = (ROLL, "Ann -", "Ben -")


def answer(kind: str, *events: str | Event, of: str = "", cell: str = "", **agreed: str) -> RefereeAnswer:
    return referee_answer(play(*events, **agreed), RefereeQuestion(kind, 1, 1, of, cell))


def said(reply: RefereeAnswer) -> str:
    return " ".join(sentence.in_language(str) for sentence in reply.sentences)


@pytest.mark.parametrize(
    ("kind", "events", "sentence", "rule"),
    [
        ("who", (), "Nobody until Ann has thrown; then everybody.", "white-sum"),
        ("who", (ROLL, "Ann -"), "Ben may still mark.", "white-sum"),
        ("who", PASSED, "Ann may still mark.", "colour-sum"),
        ("miss", (ROLL,), "Only if Ann crosses nothing in either action.", "miss"),
        ("miss", (ROLL, "Ann a5"), "No: Ann has crossed something", "miss"),
        (
            "miss",
            (ROLL, RowClosed("c"), RowClosed("d")),
            "No: the game ends with this action",
            "end-in-action-1",
        ),
        ("end", (ROLL,), "No: no row is closed. Two closed rows end the game.", "end-two-rows"),
        ("end", (ROLL, RowClosed("c")), "No: one row is closed.", "end-two-rows"),
        ("end", (ROLL, RowClosed("c"), RowClosed("d")), "Yes: 2 rows are closed.", "end-two-rows"),
    ],
)
def test_questions_are_answered_from_the_game(
    kind: str, events: tuple[str | Event, ...], sentence: str, rule: str
) -> None:
    reply = answer(kind, *events)
    assert said(reply).startswith(sentence) and reply.rule == rule


@pytest.mark.parametrize(
    ("kind", "events", "rule"),
    [
        ("end", ("5",), "cards-end"),
        ("miss", ("5",), "cards-miss"),
        ("who", ("5",), "cards-number"),
        ("who", ("5", "Ann -", "Ben -"), "cards-play"),
    ],
)
def test_cards_are_answered_by_the_rules_of_cards(kind: str, events: tuple[str, ...], rule: str) -> None:
    assert answer(kind, *events, game="cards").rule == rule


def test_a_cell_is_refused_with_its_rule_and_the_last_cross_is_lit() -> None:
    reply = answer("cross", *SEVEN, ROLL, of="Ann", cell="a5")
    assert reply.rule == "left-to-right" and reply.lit == {("Ann", "a5"), ("Ann", "a7")}
    reply = answer("cross", *SEVEN, ROLL, of="Ben", cell="a9")
    assert reply.rule == "white-sum" and "4 + 1 = 5" in said(reply)
    reply = answer("cross", *SEVEN, ROLL, of="Ben", cell="a5")
    assert reply.rule == "white-sum" and said(reply) == "You may: red 5 can be crossed now."


def test_answer_lights_cells_that_may_be_crossed() -> None:
    assert answer("who", ROLL, "Ann -").lit == {("Ben", cell) for cell in ("a5", "b5", "c5", "d5")}
    assert not answer("who", "5", "Ann -", "Ben -", game="cards").lit, "cards are tapped, not cells"


def test_questions_are_asked_on_devices_that_play_if_marks_are_known() -> None:
    for viewer, players in ((TABLE, ("Ann", "Ben")), (ANN, ("Ann",)), (GUEST, ())):
        for paper in (False, True):
            asking = replace(viewer, asked=RefereeQuestion("who", 1, 1))
            page = TablePage(play(paper=paper), 1, 1, CameraState(), asking)
            assert page.referee_players == (() if paper else players)
            assert (page.answer is None) is paper, "everyone sees the answer"


def test_an_answer_stays_until_it_is_put_away_or_something_happens(table: Actor) -> None:
    table.begin("Ann", "Max").roll(ROLL)
    table.ok("/referee", question="who")
    assert "Ann, Max may still mark." in table.page() and 'id="referee-answer"' in table.page()
    table.ok("/referee", question="")
    assert 'id="referee-answer"' not in table.page()
    table.ok("/referee", question="cross", player="Max", cell="a9")
    assert "Max: why may I not cross red 9?" in table.page()
    table.join("Max").marks("-")
    assert 'id="referee-answer"' not in table.page()


def test_bad_question_is_refused(table: Actor) -> None:
    assert table.post("/referee", question="who").get_json()["error"]["code"] == "no-game"
    table.begin("Ann", "Max")
    for cell in (("Zoe", "a5"), ("Ann", "z9")):
        answer = table.post("/referee", question="cross", player=cell[0], cell=cell[1])
        assert answer.get_json()["error"]["code"] == "question"
    assert table.post("/referee", question="why").status_code == 422
    table.ok("/begin", player=["Ann", "Ben"], first="1", paper="on")
    assert table.post("/referee", question="who").get_json()["error"]["code"] == "paper"
