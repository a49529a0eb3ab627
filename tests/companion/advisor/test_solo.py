"""Solo advice on the classic pad: the shipped solution agrees with small cases solved by the rules."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from companion.advisor import advise
from companion.advisor.row_states import CLOSED, row_numbers, row_state
from companion.advisor.solo import pair_number, points_to_come, solution
from companion.rules import Sheet
from tests.companion.advisor.solo_by_rules import GAME, worked_out
from tests.companion.moment import moment

MODELS = Path(__file__).parents[3] / "models"

CASES = [
    # One row of yellow left, the others at an end: 11 marked with too few crosses for the lock.
    ("a11 / b2 b3 b4 b5 b6 b7 b8 b9 b10 / c3 / d3 misses 3", 0, 0),
    ("a2 a11 / b2 b3 b4 b5 b6 b7 b9 / c3 / d3 misses 3", 0, 0),
    ("a11 / b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 / c3 / d3 misses 2", 0, 0),
    ("a11 / b11 / c12 c11 c10 c9 c8 c5 / d3 misses 3", 0, 0),
    ("a2 a3 a4 a5 a6 a12 / b2 b3 b4 b5 b6 b9 / c3 / d3 misses 3", 0b1, 0b1),
    ("a2 a3 a4 a5 a6 a12 / b11 / c12 c11 c10 c9 c8 c4 / d3 misses 2", 0b1, 0b1),
]


@pytest.mark.parametrize(("text", "closed_mask", "removed_mask"), CASES)
def test_small_cases_worked_out_by_the_rules(text: str, closed_mask: int, removed_mask: int) -> None:
    sheet = Sheet.parse(text, GAME.pad)
    assert float(points_to_come([sheet])[0]) == pytest.approx(
        worked_out(sheet, closed_mask, removed_mask), abs=0.2
    )


def test_alone_the_best_player_starts_with_115_points_to_come() -> None:
    # The published optimum of the game alone is 115.48.
    assert float(points_to_come([Sheet(GAME.pad)])[0]) == pytest.approx(115.483, abs=0.1)


def test_the_rows_of_a_colour_pair_may_be_swapped() -> None:
    one = Sheet.parse("a2 a3 / b5 / c9 / - misses 1", GAME.pad)
    two = Sheet.parse("a5 / b2 b3 / - / d9 misses 1", GAME.pad)
    # Green and blue run down: with every die upside down, 2 3 and 5 there are 12 11 and 9.
    three = Sheet.parse("a5 / - / c12 c11 / d9 misses 1", GAME.pad)
    values = points_to_come([one, two, three])
    assert values[0] == values[1]
    assert values[2] == pytest.approx(values[0], abs=0.1)


def test_row_states_are_numbered_without_gaps() -> None:
    states = row_numbers()[:56]
    assert [row_state((1 << cell) - 1 >> (cell - count) << (cell - count)) for cell, count in states] == list(
        range(56)
    )
    assert row_state(0b10000011111) == CLOSED
    assert sorted({pair_number(a, b) for a in range(57) for b in range(57)}) == list(range(1653))


def test_alone_the_margin_is_score_and_what_is_still_to_come() -> None:
    position = moment(GAME, "colour", "w6 w6 r6 y6 g6 b6", "a2 / - / - / -", active_marked=True)
    options = advise(GAME, position)[0].options
    assert str(options[0].move) in ("c12", "d12")
    sheet = Sheet.parse("a2 / - / c12 / -", GAME.pad)
    assert options[0].margin == pytest.approx(2 + float(points_to_come([sheet])[0]), abs=0.006)


def test_the_file_is_the_one_that_was_measured() -> None:
    made = tomllib.loads((MODELS / "MODELS.toml").read_text(encoding="utf-8"))
    for table in made["table"]:
        data = (MODELS / table["file"]).read_bytes()
        if table["file"].endswith(".toml"):
            data = data.replace(b"\r\n", b"\n")  # as text may be checked out elsewhere
        assert hashlib.sha256(data).hexdigest() == table["sha256"]
        assert len(data) < 3_000_000
    shipped = {path.name for path in [*MODELS.glob("*.npz"), MODELS / "greedy.toml"]}
    assert {table["file"] for table in made["table"]} == shipped
    assert solution()[0].shape == (4, 1653, 32)
