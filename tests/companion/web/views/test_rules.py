"""The rules page."""

from __future__ import annotations

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
