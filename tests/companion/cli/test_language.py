"""The last `--language` on a command line sets the language of all output, including click's messages."""

import pytest

from companion.cli.language import click_in_language, requested_language


def test_the_last_language_asked_for_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert requested_language([]) == "en"
    assert requested_language(["rule", "--language=es", "--language", "de", "miss"]) == "de"
    assert requested_language(["rule", "--", "--language", "de"]) == "en", "that is a word to look for"
    assert requested_language(["rule", "--language"]) == "en"
    assert requested_language(["rule", "--language", "klingon"]) == "en"
    monkeypatch.setenv("QWIXX_LANGUAGE", "es")
    assert requested_language(["rule"]) == "es" and requested_language(["rule", "--language", "de"]) == "de"


def test_language_of_click_is_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    import gettext
    import os

    for before in (None, "fr"):
        if before is None:
            monkeypatch.delenv("LANGUAGE", raising=False)
        else:
            monkeypatch.setenv("LANGUAGE", before)
        with click_in_language("de"):
            assert gettext.gettext("Missing option") == "Es fehlt die Option"
        assert gettext.gettext("Missing option") == "Missing option"
        assert os.environ.get("LANGUAGE") == before
