"""`qwixx rule`: every rule and ruling by its id."""

from __future__ import annotations

from click.testing import CliRunner

from companion.cli.rule import command as rule_command
from companion.rulebook.book import RULES, RULINGS
from sheets.errors import BadInput


def test_rule_command_prints_each_rule_and_ruling() -> None:
    listing = CliRunner().invoke(rule_command, []).stdout
    for name in [*RULES, *RULINGS]:
        assert name in listing
        assert CliRunner().invoke(rule_command, [name]).stdout.startswith(name)
    problem = CliRunner().invoke(rule_command, ["lock-needs-fife"]).exception
    assert isinstance(problem, BadInput)
    assert "lock-needs-five" in str(problem)
