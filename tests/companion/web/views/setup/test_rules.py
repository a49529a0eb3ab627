"""The rules page."""

from typing import Any


def test_what_was_agreed_where_the_books_are_silent_stands_with_the_rules(table: Any) -> None:
    question, spent, kept = "Is the box used up?", "Yes: the box is crossed", "No: the box stays free"
    table.begin("Ann", "Ben", game="bonus-a")
    page = table.client.get("/rules").text
    assert question in page and spent in page and kept not in page and "agreed at this table" not in page
    table.ok("/begin", player=["Ann"], first="1", game="bonus-a", **{"ruling-bonus-blocked": "kept"})
    page = table.client.get("/rules").text
    assert kept in page and spent not in page and page.count("agreed at this table") == 1
    table.begin("Ann", "Ben", game="classic")
    assert question not in table.client.get("/rules").text


def test_a_game_is_shown_in_pictures_before_its_rules(table: Any) -> None:
    page = table.client.get("/rules/longo").text
    assert page.index("How to play, in two minutes") < page.index("The rules, one by one")
    assert page.count('class="lesson-row"') >= 10 and "lucky numbers" in page
    assert "Six crosses before a last cell" in page and ">lock-needs-six<" not in page
    table.begin("Ann", "Ben", game="bonus-a")
    assert "Framed cells give a bonus" in table.client.get("/rules").text


def test_a_rule_has_a_name_a_picture_and_its_statute_in_each_language(table: Any) -> None:
    page = table.client.get("/rules/lock-needs-five").text
    assert "<h1>Five crosses before the last cell</h1>" in page
    assert page.index('class="lesson-row"') < page.index("The rule itself")
    table.client.post("/language", data={"language": "de"})
    page = table.client.get("/rules/lock-needs-five").text
    assert "<h1>Fünf Kreuze" in page
    assert "Cerrando una fila" not in page and "Qwixx (NSV)" in page
    table.client.post("/language", data={"language": "es"})
    assert "Cerrando una fila" in table.client.get("/rules/lock-needs-five").text


def test_a_refusal_names_its_rule_in_words(table: Any) -> None:
    table.begin("Ann", "Ben")
    table.roll("w4 w1 r3 y2 g6 b5")
    refused = table.post("/mark", player="Ann", mark="a9").get_json()["error"]
    assert refused["rule"] == "white-sum" and refused["rule_name"] == "The white sum, for everyone"
