"""Options of the commands: the language and its default, and the names of the games."""

from pathlib import Path

import pytest

from companion.cli import run
from companion.cli.options import GAMES, system_language
from companion.rules import ALL_VARIANTS
from sheets.errors import BadInput
from sheets.language import LANGUAGES


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE", "QWIXX_LANGUAGE": "ES"}, "es"),
        ({"LANG": "de_DE", "QWIXX_LANGUAGE": ""}, "de"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_systems(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language


def test_a_language_that_there_is_not_is_one_sentence() -> None:
    with pytest.raises(BadInput, match=r"^QWIXX_LANGUAGE: expected en, es or de, but found 'klingon'\.$"):
        system_language({"QWIXX_LANGUAGE": "klingon"})


def test_every_verb_speaks_the_language_of_the_environment(
    fixtures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that the output of every verb differs between the languages."""
    record = str(fixtures / "records" / "mixx-b-open.json")
    disputed = str(fixtures / "records" / "classic-disputed.json")
    for words in (["rule", "miss"], ["advise", record], ["replay", disputed]):
        said = {}
        for language in LANGUAGES:
            monkeypatch.setenv("QWIXX_LANGUAGE", language)
            assert run(words) in (0, 1)
            said[language] = capsys.readouterr().out
        assert all(said.values()) and len(set(said.values())) == len(LANGUAGES), words


def test_the_games_are_those_of_the_rules() -> None:
    assert sorted(GAMES) == sorted(ALL_VARIANTS)
