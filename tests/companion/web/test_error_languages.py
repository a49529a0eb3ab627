"""What the page refuses, and how it writes numbers, in the language of the device that asks."""

from typing import Any

import pytest
from flask import render_template_string

from companion.web.pages.look_back.results.statistics import how_often
from sheets.language import translator


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "a.txt is a text file, not a photo that can be read; give a photo as JPEG or PNG."),
        ("es", "a.txt es un archivo de texto, no una foto que se pueda leer; da una foto en JPEG o PNG."),
        (
            "de",
            "a.txt ist eine Textdatei, kein Foto, das sich lesen lässt; gib ein Foto als JPEG oder PNG an.",
        ),
    ],
)
def test_refused_photo_is_explained_in_the_language_of_the_device(
    table: Any, language: str, sentence: str
) -> None:
    table.begin("Ann").client.set_cookie("language", language)
    answer = table.photo(b"milk, eggs", "a.txt")
    assert answer.status_code == 422 and answer.get_json()["error"]["text"] == sentence


@pytest.mark.parametrize(("language", "written"), [("en", "12.5"), ("es", "12,5"), ("de", "12,5")])
def test_a_page_has_the_decimal_mark_of_the_device(app: Any, language: str, written: str) -> None:
    with app.test_request_context("/", headers={"Cookie": f"language={language}"}):
        assert render_template_string('{{ "%.1f"|format(12.5)|decimal }}') == written


@pytest.mark.parametrize(("language", "written"), [("en", "2,000"), ("es", "2.000"), ("de", "2.000")])
def test_thousands_are_set_apart_as_the_language_does(language: str, written: str) -> None:
    assert f" {written} " in how_often(1 / 2000).in_language(translator(language)) + " "
