"""`qwixx judge`: one mark on one sheet."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.cli.judge import command as judge_command
from sheets.errors import BadInput


def test_a_mark_is_judged_with_its_rule_and_what_is_legal_instead() -> None:
    arguments = ["--game", "classic", "--action", "colour", "--sheet", "a2 a3 a5 / b7 / - / d12 d11"]
    roll = ["--roll", "w4 w1 r3 y2 g6 b5"]
    refused = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d5"])
    assert refused.exit_code == 1
    assert refused.stdout.startswith(
        "Illegal: d5. The blue die shows 5 and the white dice 4 and 1: that makes 6 or 9"
    )
    assert "[colour-sum]" in refused.stdout
    assert refused.stdout.endswith("Legal instead:  -  a7  c10  c7  d9  d6\n")
    allowed = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d9"])
    assert (allowed.exit_code, allowed.stdout.splitlines()[0]) == (0, "Legal: d9.")
    as_json = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d5", "--json"])
    assert json.loads(as_json.stdout)["instead"] == ["-", "a7", "c10", "c7", "d9", "d6"]
    closed = CliRunner().invoke(judge_command, [*arguments, *roll, "--mark", "d9", "--closed", "blue"])
    assert "[die-removed]" in closed.stdout


def test_judge_knows_what_a_bonus_sheet_says() -> None:
    bar = ["--game", "bonus-a", "--action", "white", "--roll", "w5 w6", "--mark", "c11"]
    shown = CliRunner().invoke(judge_command, [*bar, "--sheet", "a3 a4 / - / - / - boxes 1"]).stdout
    assert shown.endswith("The sheet then: a3 a4 / b2 / c11 / - boxes 1 2\n")
    pairs = ["--game", "bonus-b", "--action", "white", "--roll", "w1 w2", "--mark", "a3"]
    shown = CliRunner().invoke(judge_command, [*pairs, "--sheet", "- / b3 / c5 / -"]).stdout
    assert shown.endswith("The sheet then: a3 / b3 / c5 / - earned no-misses\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--action", "white", "--sheet", "a2", "--roll", "w1 w1", "--mark", "a3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--mark", "a3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w7", "--mark", "a3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a13"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a3 b3"],
        ["--action", "number", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a3"],
        ["--game", "longo", "--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "a3"],
        ["--game", "cards", "--action", "number", "--sheet", "-/-/-/-", "--mark", "a3"],
        ["--action", "white", "--sheet", "a2 a3 a12/-/-/-", "--roll", "w1 w2", "--mark", "b3"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "b3", "--closed", "pink"],
        ["--action", "white", "--sheet", "-/-/-/-", "--roll", "w1 w2", "--mark", "b3", "--ruling", "x=y"],
        ["--game", "bonus-a", "--action", "white", "--sheet", "a3/-/-/-", "--roll", "w1 w2", "--mark", "b3"],
    ],
)
def test_judge_wants_a_clear_question(arguments: list[str]) -> None:
    problem = CliRunner().invoke(judge_command, arguments).exception
    assert isinstance(problem, BadInput)
    assert str(problem).endswith(".")
    assert "\n" not in str(problem)
