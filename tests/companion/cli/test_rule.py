"""`qwixx rule`: found by id or by words, as text or as objects."""

import json

from click.testing import CliRunner

from companion.book import RULES, RULINGS
from companion.cli.rule import command as rule
from sheets.errors import BadInput


def test_rules_as_objects() -> None:
    rows = [json.loads(line) for line in CliRunner().invoke(rule, ["--json"]).stdout.splitlines()]
    assert {"rule", "statement", "example", "sources", "games"} == set(rows[0])
    assert {"ruling", "question", "options", "default", "why", "games"} == set(rows[-1])
    assert rows[-1]["default"] in rows[-1]["options"]


def test_rules_are_found_by_what_they_speak_of() -> None:
    def found(*words: str) -> list[str]:
        lines = CliRunner().invoke(rule, ["--json", *words]).stdout.splitlines()
        return [row.get("rule") or row["ruling"] for row in map(json.loads, lines)]

    assert found("lock") == ["lock"]  # an id names one
    assert found("joker") == ["cards-jokers"] == found("JOKER", "colour")
    assert "weakest-closed" in found("lucky", "number") and "lucky" in found("lucky", "number")
    german = found("Würfel", "Schloss", "--language", "de")
    assert german[:2] == ["die-removed", "mixx-a-close"] and "cards-lock-own" in german
    whole = CliRunner().invoke(rule, ["lucky", "number"]).stdout
    assert CliRunner().invoke(rule, ["left-to-right"]).stdout.startswith("left-to-right  (all games)\n")
    assert CliRunner().invoke(rule, ["white-sum"]).stdout.startswith("white-sum  (all dice games)\n")
    assert whole.startswith("lucky  (longo)\n") and "\n\nweakest-closed  (longo)\n" in whole


def test_rule_command_prints_each_rule_and_ruling() -> None:
    listing = CliRunner().invoke(rule, []).stdout
    for name in [*RULES, *RULINGS]:
        assert name in listing
        assert CliRunner().invoke(rule, [name]).stdout.startswith(name)
    problem = CliRunner().invoke(rule, ["lock-needs-fife"]).exception
    assert isinstance(problem, BadInput)
    assert "lock-needs-five" in str(problem)


def test_a_rule_is_printed_with_its_name_and_sources_of_the_readers_language() -> None:
    german = CliRunner().invoke(rule, ["lock-needs-five", "--language", "de"]).stdout
    assert "Fünf Kreuze" in german and "Cerrando una fila" not in german and "Locking a row" not in german
    spanish = CliRunner().invoke(rule, ["lock-needs-five", "--language", "es"]).stdout
    assert "Cerrando una fila" in spanish and "Locking a row" not in spanish
