"""The rules page: the rules, the rulings, and answers to questions."""

from typing import Any

import pytest

from companion.book import RULES
from companion.rulebook.questions import QUESTIONS
from companion.rulebook.rulings import RULINGS
from companion.rules import ALL_VARIANTS
from tests.companion.web.conftest import ROLL, Actor


def test_rulings_appear_with_the_rules(table: Any) -> None:
    question, spent, kept = "Is the box used up?", "Yes: the box is crossed", "No: the box stays free"
    table.begin("Ann", "Ben", game="bonus-a")
    page = table.client.get("/rules").text
    assert question in page and spent in page and kept not in page and "agreed at this table" not in page
    table.begin("Ann", game="bonus-a", **{"ruling-bonus-blocked": "kept"})
    page = table.client.get("/rules").text
    assert kept in page and spent not in page and page.count("agreed at this table") == 1
    table.begin("Ann", "Ben", game="classic")
    assert question not in table.client.get("/rules").text


def test_a_rule_has_a_name_a_picture_and_its_sources_in_each_language(table: Any) -> None:
    page = table.client.get("/rules/lock-needs-five").text
    assert page.index("<h1>Five crosses before") < page.index('class="lesson-row"')
    for language, source in (("de", "Qwixx (NSV)"), ("es", "Cerrando una fila")):
        table.client.post("/language", data={"language": language})
        page = table.client.get("/rules/lock-needs-five").text
        assert source in page


def test_a_refusal_names_its_rule_in_words(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    refused = table.post("/mark", player="Ann", mark="a9").get_json()["error"]
    assert refused["rule"] == "white-sum" and refused["rule_name"] == "The white sum, for everyone"


@pytest.mark.parametrize("name", [*RULES, *RULINGS, *ALL_VARIANTS])
def test_every_id_in_an_address_leads_somewhere(table: Actor, name: str) -> None:
    assert table.client.get(f"/rules/{name}").status_code == 200


def test_a_ruling_shows_every_answer_its_reasons_and_what_holds_here(table: Actor) -> None:
    table.begin("Ann", "Max", **{"ruling-end-in-action-1": "finish-turn"})
    page = table.client.get("/rules/end-in-action-1").text
    for option, meaning in RULINGS["end-in-action-1"].options:
        assert meaning in page and RULINGS["end-in-action-1"].reason(option) in page
    assert page.index("usual") < page.index("Yes: rows close") < page.index("applies at this table")


def test_a_question_gets_the_best_answer_and_two_others(table: Actor) -> None:
    page = table.client.get("/ask", query_string={"q": "do I get a penalty"}).text
    assert "Nothing crossed: a penalty" in page.partition("Or did you mean:")[0]
    assert page.partition("Or did you mean:")[2].count('href="/rules/') == 2, "two others"
    assert 'value="do I get a penalty"' in page


def test_a_question_is_answered_for_the_game_on_the_table(table: Actor) -> None:
    asked = {"q": "how many crosses to lock"}
    assert "lock-needs-five" in table.client.get("/ask", query_string=asked).text.partition("others")[0]
    table.begin("Ann", "Max", game="longo")
    assert "lock-needs-six" in table.client.get("/ask", query_string=asked).text.partition("others")[0]


def test_words_without_a_meaning_and_unknown_ids_get_the_nearest_rules(table: Actor) -> None:
    page = table.client.get("/ask", query_string={"q": "<i>xyzzy</i>"}).text
    assert "No rule fits these words well" in page and page.count("<li><a href") == 5
    assert "<i>xyzzy" not in page
    missing = table.client.get("/rules/lock-needs-fife")
    assert missing.status_code == 404 and 'href="/rules/lock-needs-five"' in missing.text
    assert "How to play" in table.client.get("/ask").text


def test_the_questions_that_people_ask_lead_to_their_rules(table: Actor) -> None:
    assert 'href="/questions"' in table.client.get("/rules").text
    table.client.post("/language", data={"language": "de"})
    page = table.client.get("/questions").text
    assert "Zwei von uns" in page and page.count('class="asked-question"') == len(QUESTIONS)
    assert 'href="/rules/shared-lock"' in page
