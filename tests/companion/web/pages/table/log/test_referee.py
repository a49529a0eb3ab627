"""Ask the referee: each question is answered from the state, with its rule and its cells."""

from dataclasses import replace

from companion.web.camera.watcher import CameraState
from companion.web.pages.table.log.referee import RefereeAnswer, referee_answer
from companion.web.pages.table.table_page import TablePage
from companion.web.session.drafts import RefereeQuestion
from tests.companion.web.conftest import Actor
from tests.companion.web.pages.tables import ANN, GUEST, TABLE, play


def answer(table: Actor, kind: str, player: str = "", cell: str = "") -> RefereeAnswer:
    session = table.server.session
    assert session.timeline is not None
    asked = RefereeQuestion(kind, session.game, session.number, player, cell)
    return referee_answer(session.timeline, asked)


def choose(table: Actor, marks: str) -> None:
    """Mark for players: "Ann a7, Max -"."""
    for each in marks.split(", "):
        player, mark = each.split()
        table.join(player).marks(mark)


def said(reply: RefereeAnswer) -> str:
    return " ".join(sentence.in_language(str) for sentence in reply.sentences)


def test_a_cell_is_refused_with_its_rule_and_the_last_cross_is_lit(table: Actor) -> None:
    table.begin("Ann", "Max").roll("w4 w3 r3 y2 g6 b5")
    choose(table, "Ann a7, Max -, Ann -")
    table.roll("w4 w1 r3 y2 g6 b5")
    reply = answer(table, "cross", "Ann", "a5")
    assert reply.rule == "left-to-right" and reply.lit == {("Ann", "a5"), ("Ann", "a7")}
    reply = answer(table, "cross", "Max", "a9")
    assert reply.rule == "white-sum" and "4 + 1 = 5" in said(reply)
    reply = answer(table, "cross", "Max", "a5")
    assert reply.rule == "white-sum" and said(reply) == "You may: red 5 can be crossed now."


def test_answer_lights_cells_that_may_be_crossed(table: Actor) -> None:
    table.begin("Ann", "Max")
    assert said(answer(table, "who")) == "Nobody until Ann has thrown; then everybody."
    table.roll("w4 w1 r3 y2 g6 b5")
    choose(table, "Ann -")
    reply = answer(table, "who")
    assert said(reply) == "Max may still mark."
    assert reply.lit == {("Max", cell) for cell in ("a5", "b5", "c5", "d5")}
    choose(table, "Max -")
    assert answer(table, "who").rule == "colour-sum"


def test_a_miss_is_taken_by_the_active_player_alone_and_only_for_nothing(table: Actor) -> None:
    table.begin("Ann", "Max").roll("w4 w1 r3 y2 g6 b5")
    assert said(answer(table, "miss")).startswith("Only if Ann crosses nothing in either action.")
    choose(table, "Ann a5")
    reply = answer(table, "miss")
    assert said(reply).startswith("No: Ann has crossed something") and reply.rule == "miss"


def test_the_second_closed_row_ends_the_game_and_spares_the_miss(table: Actor) -> None:
    table.begin("Ann", "Max").roll("w4 w1 r3 y2 g6 b5")
    assert said(answer(table, "end")) == "No: no row is closed. Two closed rows end the game."
    table.ok("/lock", row="c")
    assert said(answer(table, "end")).startswith("No: one row is closed.")
    table.ok("/lock", row="d")
    reply = answer(table, "end")
    assert said(reply).startswith("Yes: 2 rows are closed.") and reply.rule == "end-two-rows"
    assert answer(table, "miss").rule == "end-in-action-1"


def test_cards_are_answered_by_the_rules_of_cards(table: Actor) -> None:
    table.begin("Ann", "Max", game="cards").ok("/roll", turned="5")
    assert answer(table, "end").rule == "cards-end" and answer(table, "miss").rule == "cards-miss"
    assert answer(table, "who").rule == "cards-number"
    choose(table, "Ann -, Max -")
    assert answer(table, "who").rule == "cards-play"
    assert said(answer(table, "cross", "Ann", "a5")).startswith("In this step only Ann marks")


def test_questions_are_asked_on_devices_that_play_if_marks_are_known() -> None:
    for viewer, players in ((TABLE, ("Ann", "Ben")), (ANN, ("Ann",)), (GUEST, ())):
        for paper in (False, True):
            asking = replace(viewer, asked=RefereeQuestion("who", 1, 1))
            page = TablePage(play(paper=paper), 1, 1, CameraState(), asking)
            assert page.referee_players == (() if paper else players)
            assert (page.answer is None) is paper, "everyone sees the answer"


# -- asking it --------------------------------------------------------------------------------------------


def test_an_answer_stays_until_it_is_put_away_or_something_happens(table: Actor) -> None:
    table.begin("Ann", "Max").roll("w4 w1 r3 y2 g6 b5")
    assert "Max, Ann" not in table.page()
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
    for asked in ({"question": "cross", "player": "Zoe", "cell": "a5"}, {"question": "why"}):
        assert table.post("/referee", **asked).get_json()["error"]["code"] == "question"
    assert table.post("/referee", question="cross", player="Ann", cell="z9").status_code == 422
