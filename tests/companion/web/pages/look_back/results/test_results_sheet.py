"""A game as its printed results sheet says it."""

from datetime import date

import pytest

from companion.rules import Game, Sheet
from companion.web.pages.look_back.results.share import crossed_besides, written_date
from sheets.language import translator

BESIDES = [
    ("double-a", "a5 / - / - / -", "", ""),
    (
        "double-a",
        "a5 / b7 / - / - seconds a5 b7",
        "red twice 5; yellow twice 7",
        "Rot doppelt 5; Gelb doppelt 7",
    ),
    (
        "big-points",
        "- / - / - / - cells ab5 ab7 cd9",
        "red/yellow 5 7; green/blue 9",
        "Rot/Gelb 5 7; Grün/Blau 9",
    ),
    ("connect-15", "- / - / - / - fields a3-4 a6-7 d5-4", "red 3-4 6-7; blue 5-4", "Rot 3-4 6-7; Blau 5-4"),
    ("x-change", "- / - / - / - exchanged 1 6", "exchanged 8/5 8/6", "getauscht 8/5 8/6"),
    ("lucky-15", "- / - / - / - track 2", "fifteen 5 11", "fünfzehn 5 11"),
]


@pytest.mark.parametrize(("game", "text", "english", "german"), BESIDES)
def test_crosses_outside_cells_are_named(game: str, text: str, english: str, german: str) -> None:
    sheet = Sheet.parse(text, Game(game, game, ("Ann",)).pad)
    assert crossed_besides(sheet, str) == english
    assert crossed_besides(sheet, translator("de")) == german


def test_a_plain_sheet_has_nothing_besides() -> None:
    assert crossed_besides(Sheet.parse("a5 / - / - / -", Game("classic", "classic", ("Ann",)).pad), str) == ""


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "3 March 2026"), ("de", "3. März 2026"), ("es", "3 de marzo de 2026")],
)
def test_a_date_is_written_as_the_language_does(language: str, written: str) -> None:
    assert written_date(date(2026, 3, 3), translator(language)) == written
