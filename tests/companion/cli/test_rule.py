"""Tests `qwixx rule`: finds rules by id or by words, and prints them as text or JSON."""

import json

from click.testing import CliRunner

from companion.book import RULES
from companion.cli.rule import command as rule
from companion.rulebook.rulings import RULINGS


def test_rules_as_objects() -> None:
    rows = [json.loads(line) for line in CliRunner().invoke(rule, ["--json"]).stdout.splitlines()]
    assert {"rule", "title", "statement", "example", "sources", "games"} == set(rows[0])
    assert {"ruling", "title", "question", "options", "reasons", "default", "why", "games"} == set(rows[-1])
    assert rows[-1]["default"] in rows[-1]["options"]


def test_a_question_is_answered_best_first_with_two_others() -> None:
    def ids(*words: str) -> list[str]:
        lines = CliRunner().invoke(rule, ["--json", *words]).stdout.splitlines()
        return [row.get("rule") or row["ruling"] for row in map(json.loads, lines)]

    assert ids("lock") == ["lock"]  # an id names one
    assert ids("JOKER", "colour")[0] == "cards-jokers"
    assert ids("lock-needs-fife")[0] == "lock-needs-five"
    assert ids("wie", "viele", "Kreuze", "für", "das", "Schloss", "--language", "de")[0] == "lock-needs-five"
    asked = ["may I cross the lock if somebody else closed the row"]
    assert len(ids(*asked)) == 3
    text = CliRunner().invoke(rule, asked).stdout
    assert text.startswith("lock  (all games)\n") and "\n\nOr did you mean:\n" in text
    assert CliRunner().invoke(rule, ["left-to-right"]).stdout.startswith("left-to-right  (all games)\n")
    assert CliRunner().invoke(rule, ["white-sum"]).stdout.startswith("white-sum  (all dice games)\n")


def test_words_that_no_rule_fits_get_the_nearest_and_the_referee() -> None:
    answer = CliRunner().invoke(rule, ["xyzzy", "qqq"])
    assert answer.exit_code == 0
    assert answer.stdout.startswith("No rule fits these words well. The nearest:\n")
    assert len(answer.stdout.splitlines()) == 7 and "`qwixx judge --help`" in answer.stdout


def test_a_ruling_shows_every_option_with_what_speaks_for_it() -> None:
    text = CliRunner().invoke(rule, ["end-in-action-1"]).stdout
    assert "stop (usual): No" in text and "finish-turn: Yes" in text and text.count("For it: ") == 2


def test_rule_command_prints_each_rule_and_ruling() -> None:
    listing = CliRunner().invoke(rule, []).stdout
    for name in [*RULES, *RULINGS]:
        assert name in listing
        assert CliRunner().invoke(rule, [name]).stdout.startswith(name)


def test_a_rule_is_printed_with_its_name_and_sources_of_the_readers_language() -> None:
    german = CliRunner().invoke(rule, ["lock-needs-five", "--language", "de"]).stdout
    assert "Fünf Kreuze" in german and "Cerrando una fila" not in german and "Locking a row" not in german
    spanish = CliRunner().invoke(rule, ["lock-needs-five", "--language", "es"]).stdout
    assert "Cerrando una fila" in spanish and "Locking a row" not in spanish
