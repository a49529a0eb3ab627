"""On Board on the page: the figure moves by a tap, alone or together with a cross of action 2."""

from __future__ import annotations

from companion.web.presenters.setup.lesson import lesson
from tests.companion.web.conftest import Actor


def test_the_figure_moves_alone_or_with_a_cross_and_the_page_shows_where_it_stands(table: Actor) -> None:
    table.begin("Ann", "Ben", game="on-board")
    table.roll("w1 w2 r1 y1 g6 b6")
    assert "Your figure stands before the path" in table.page() and "Move the figure" not in table.page()
    for player in ("Ann", "Ben"):
        table.join(player).marks("-")
    page = table.page()
    assert "Your figure may move, after your cross or without one" in page and "Move the figure" in page
    assert "and the figure one field on" in page, "a cell asks whether the figure moves too"
    assert table.join("Ann").marks("d7 f2").sheet == "- / - / c12 / d7 path 2"
    page = table.page()
    assert "the figure stands here" in page
    assert "blue 7 and the figure 2 fields on" in page or "the figure 2 fields on" in page


def test_the_lesson_and_the_rules_tell_of_the_path(table: Actor) -> None:
    assert [step.title for step in lesson("on-board")].count("Third: your figure") == 1
    table.begin("Ann", "Ben", game="on-board")
    page = table.client.get("/rules").text
    assert "What a field asks for" in page
    told = table.client.get("/rules/board-cross").text
    assert "cross that number in that row" in told
