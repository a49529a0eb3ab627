"""Sentences in a language: values filled in, numbers, lists."""

from sheets.language import translator


def test_an_unknown_language_stays_english() -> None:
    assert translator("xx")("a sentence that nobody wrote") == "a sentence that nobody wrote"
