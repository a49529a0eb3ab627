"""Statistics, and the results sheet of a game."""

from typing import Any

from tests.companion.web.pages.pages import ROLL, get


def finish(table: Any) -> None:
    """End the game by four misses of a player alone."""
    for _ in range(4):
        table.roll(ROLL)
        table.join("Ann").marks("-")
        table.join("Ann").marks("-")


def finish_two(table: Any, loser: str, winner: str) -> None:
    """Let `loser` lose a game by four penalties, with `winner` passing."""
    table.begin(loser, winner)
    for turn in range(7):
        table.roll(ROLL)
        active = (loser, winner)[turn % 2]
        mark = "a5" if turn == 0 else "-"
        table.join(winner).marks(mark if turn == 0 else "-")
        table.join(loser).marks("-")
        table.join(active).marks("-")


def test_two_who_played_each_other_are_two_people(table: Any) -> None:
    finish_two(table, "Ann", "Ben")
    refused = table.post("/statistics/merge", name="Ann", into="Ben").get_json()["error"]
    assert refused["code"] == "two-people" and "Ann and Ben have played against each other" in refused["text"]
    assert table.post("/statistics/merge", name="Nobody", into="Ben").get_json()["error"]["code"] == "nobody"


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
