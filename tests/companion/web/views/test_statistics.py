"""Statistics, and the results sheet of a game."""

from __future__ import annotations

import re
from typing import Any

ROLL = "w4 w1 r3 y2 g6 b5"


def get(table: Any, address: str, status: int = 200) -> str:
    answer = table.client.get(address)
    assert answer.status_code == status, answer.text
    return str(answer.text)


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def finish(table: Any) -> None:
    """End the game by four misses of a player alone."""
    for _ in range(4):
        table.roll(ROLL)
        table.join("Ann").marks("-")
        table.join("Ann").marks("-")


def test_statistics_count_finished_games_and_say_how_few_throws_there_are(table: Any) -> None:
    assert "No game has been finished" in plain(get(table, "/statistics"))
    table.begin("Ann")
    finish(table)
    page = plain(get(table, "/statistics"))
    assert "Ann" in page and "\u221220" in page
    assert "too few" in page


def test_the_results_sheet_is_a_pdf(table: Any) -> None:
    import pypdfium2

    table.begin("Ann")
    finish(table)
    answer = table.client.get("/games/1/results.pdf")
    assert answer.status_code == 200 and answer.mimetype == "application/pdf"
    document = pypdfium2.PdfDocument(answer.data)
    text = document[0].get_textpage().get_text_bounded()
    assert "Ann" in text and "20" in text
    for page in (table.page(), get(table, "/games/1")):  # four misses: a minus sign, no hyphen
        assert "\u221220" in page and ">-20" not in page
    again = table.client.get("/games/1/results.pdf")
    assert again.data == answer.data, "the same game gives the same bytes"
