"""Tests that refusals and numbers are in the language of the device that asks."""

from typing import Any

import pytest
from flask import render_template_string

from companion.web.pages.look_back.results.statistics import how_often
from sheets.language import translator


@pytest.mark.parametrize(
    ("language", "refused", "decimal", "thousands"),
    [
        ("en", "a.txt is a text file, not a photo that can be read;", "12.5", "2,000"),
        ("es", "a.txt es un archivo de texto, no una foto que se pueda leer;", "12,5", "2.000"),
        ("de", "a.txt ist eine Textdatei, kein Foto, das sich lesen lässt;", "12,5", "2.000"),
    ],
)
def test_a_refusal_and_numbers_are_in_the_language_of_the_device(
    table: Any, language: str, refused: str, decimal: str, thousands: str
) -> None:
    table.begin("Ann").client.set_cookie("language", language)
    answer = table.photo(b"milk, eggs", "a.txt")
    assert answer.status_code == 422 and answer.get_json()["error"]["text"].startswith(refused)
    with table.app.test_request_context("/", headers={"Cookie": f"language={language}"}):
        assert render_template_string('{{ "%.1f"|format(12.5)|decimal }}') == decimal
    assert f" {thousands} " in how_often(1 / 2000).in_language(translator(language)) + " "
