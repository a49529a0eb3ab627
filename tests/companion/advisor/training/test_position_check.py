"""What the judge says of one table, beside what playing on gives."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from companion.advisor.evaluation import evaluate
from companion.advisor.training.position_check import check, main, table_of

AHEAD = "a2 a3 a4 a5 a6 a7 a8 a9 / b2 b3 b4 b5 b6 b7 / c12 c11 c10 c9 c8 / d12 d11 d10 d9"


def test_rows_locked_on_a_sheet_are_closed_for_all() -> None:
    game, position = table_of("classic", ["a2 a3 a4 a5 a6 a12 / - / - / -", "- / b2 / - / -"], closed="d")
    assert position.closed == ("a", "d")
    assert set(game.dice_left(position)) == {"yellow", "green"}
    assert (position.seat, position.phase) == (0, "roll")


def test_shares_of_all_add_up_and_the_judge_is_asked_for_each_seat() -> None:
    game, position = table_of("classic", [AHEAD, "- / - / - / - misses 3"])
    first, second = check(game, position, 20, seed=1)
    assert first.won + second.won == pytest.approx(1)
    assert first.won > 0.9
    told = evaluate(game, [position] * 2, [0, 1])
    assert (first.judged, second.judged) == (told[0].win, told[1].win)


def test_the_first_throws_next() -> None:
    three = "- / - / - / - misses 3"
    game, position = table_of("classic", [three, AHEAD])
    assert [one.won for one in check(game, position, 10, seed=2)] == [0, 1]
    game, position = table_of("classic", ["a2 / - / - / -"] * 2)
    same = check(game, position, 30, seed=3)
    assert 0.2 < same[0].won < 0.8
    assert same[0].half == pytest.approx(same[1].half)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([AHEAD], "A table has two to five sheets, not 1."),
        ([AHEAD, AHEAD, "--closed", "x"], "Closed rows are letters of abcd, not x."),
        ([AHEAD, "a99 / - / - / -"], "a99"),
    ],
)
def test_bad_tables_get_one_sentence(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_it_prints_a_line_for_each_player() -> None:
    result = CliRunner().invoke(main, [AHEAD, "- / - / - / - misses 3", "--times", "8"])
    assert [line.split(":")[0] for line in result.output.splitlines()] == ["A", "B"]
    assert "judged" in result.output
