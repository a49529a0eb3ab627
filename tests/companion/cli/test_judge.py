"""`qwixx judge` judges one mark on one sheet."""

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


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "classic", "--action", "white", "--roll", "w4 w1 r3 y2 g6 b5", "--mark", "b9"],
        ["--game", "cards", "--action", "play", "--play", "green 11, green 9", "--mark", "c2"],
    ],
)
def test_long_answers_keep_their_lines(arguments: list[str]) -> None:
    """A line feed inside a line would be printed as a replacement character."""
    shown = CliRunner().invoke(judge_command, [*arguments, "--sheet", "- / - / - / -"])
    assert shown.exit_code == 1
    assert "\ufffd" not in shown.stdout and len(shown.stdout.splitlines()) > 3


def test_judge_knows_what_a_bonus_sheet_says() -> None:
    bar = ["--game", "bonus-a", "--action", "white", "--roll", "w5 w6", "--mark", "c11"]
    shown = CliRunner().invoke(judge_command, [*bar, "--sheet", "a3 a4 / - / - / - boxes 1"]).stdout
    assert shown.endswith("The sheet after that: a3 a4 / b2 / c11 / - boxes 1 2\n")
    pairs = ["--game", "bonus-b", "--action", "white", "--roll", "w1 w2", "--mark", "a3"]
    shown = CliRunner().invoke(judge_command, [*pairs, "--sheet", "- / b3 / c5 / -"]).stdout
    assert shown.endswith("The sheet after that: a3 / b3 / c5 / - earned no-misses\n")


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


def judged(*arguments: str) -> str:
    return CliRunner().invoke(judge_command, arguments).stdout


def test_judge_knows_the_further_games() -> None:
    pair = ("--game", "connect-15", "--action", "white", "--roll", "w1 w5 r2 y3 g4 b6", "--sheet")
    assert judged(*pair, "-/-/-/-", "--mark", "a3-4 a6").splitlines() == [
        "Legal: a3-4 a6.",
        "The sheet after that: a6 / - / - / - fields a3-4",
    ]
    assert "[left-to-right]" in judged(*pair, "-/-/-/- fields a6-7", "--mark", "a6")
    chain = ("--game", "connected-b", "--action", "white", "--roll", "w3 w3", "--sheet", "-/-/-/-")
    assert "a6 / b6 / - / - forced b6" in judged(*chain, "--letter", "A", "--mark", "a6")
    assert judged(*chain, "--letter", "B", "--mark", "a6").endswith("a6 / - / - / -\n")
    twice = ("--game", "double-a", "--action", "colour", "--roll", "w2 w3 r3 y1 g1 b1", "--mark", "a5+")
    assert "[double-again]" in judged(*twice, "--sheet", "a5/-/-/-", "--first", "a5")
    sooner = ("--ruling", "rolled-again=later-action")
    assert "seconds a5" in judged(*twice, *sooner, "--sheet", "a5/-/-/-", "--first", "a5")
    instead = ("--game", "lucky-15", "--action", "colour", "--roll", "w5 w6 r4 y1 g1 b1", "--mark", "b7")
    assert "[lucky15-instead]" in judged(*instead, "--sheet", "-/-/-/- track 1", "--first", "15")


@pytest.mark.parametrize(
    ("game", "sheet", "said"),
    [
        ("x-change", "-/-/-/- boxes 1", "After its rows a sheet of x-change says misses or exchanged, each"),
        ("big-points", "-/-/-/- cells ac5", "each with what is crossed; but here it says 'ac5'."),
        ("double-a", "a5/-/-/- seconds a6", "On this sheet a6 cannot be crossed a second time or by a chain"),
        ("double-a", "a2 a3 a12/-/-/- seconds a2 a3", "Row a of this sheet is locked with fewer than 7"),
        ("connected-a", "-/-/-/-", "--letter: expected the letter of your sheet"),
        ("classic", "-/-/-/- track 1", "After its rows a sheet of classic says misses, each with what is"),
    ],
)
def test_a_sheet_that_does_not_fit_its_pad_gets_one_sentence(game: str, sheet: str, said: str) -> None:
    arguments = ["--game", game, "--action", "white", "--roll", "w1 w2", "--sheet", sheet, "--mark", "b3"]
    problem = CliRunner().invoke(judge_command, arguments).exception
    assert isinstance(problem, BadInput) and said in str(problem)


def test_a_longo_sheet_with_both_last_cells_of_a_row_is_refused() -> None:
    sheet = ("--sheet", "a2 a3 a4 a5 a6 a7 a15 a16/-/-/-", "--lucky", "6,11")
    arguments = ["--game", "longo", "--action", "white", "--roll", "w1 w2", *sheet, "--mark", "b3"]
    problem = CliRunner().invoke(judge_command, arguments).exception
    assert "Both last cells of row a are marked on this sheet" in str(problem)
