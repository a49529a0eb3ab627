"""Verdicts in words: what they report, and one game of each kind word for word."""

import json

from companion.records.reading import read_record
from companion.records.referee import judge
from companion.records.verdict_text import verdict_lines
from sheets.language import translator
from tests.companion.records.examples import DICE, LONGO, Json, cards, classic


def printed(record: Json, language: str = "en") -> list[str]:
    """Return the lines of a verdict, without colours."""
    verdict = judge(read_record(json.dumps(record)))
    lines = verdict_lines(verdict, translator(language))
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def test_a_verdict_word_for_word() -> None:
    lines = printed(LONGO)
    assert lines[:14] == [
        "Qwixx Longo · Emma, Max, Laura",
        "  weakest-closed: next-weakest",
        "",
        "Turn 1 · Emma  w5 w1 r3 y2 g7 b8",
        "  everyone: Emma b6, Max a7, Laura c16*",
        "  Emma alone: d13",
        "  ✗ Max, a7: illegal. The white dice show 5 + 1 = 6, so red 7 is not the white sum. [white-sum]",
        "",
        "Emma",
        "  a   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16   lock    0 →   0",
        "  b  ·   ·   ·   ·   [6]  7   8   9  10  11  12  13  14  15  16   lock    1 →   1",
        "  c  16  15  14  13  12  11  10   9   8   7   6   5   4   3   2   lock    0 →   0",
        "  d  ·   ·   ·  [13] 12  11  10   9   8   7   6   5   4   3   2   lock    1 →   1",
        "    penalties 0 → 0   total 2",
    ]
    assert lines[-2:] == ["Not finished. As it stands: Emma 2, Max 0, Laura 1.", "One mark is illegal."]


def test_rows_that_close_dice_that_leave_and_misses_are_reported() -> None:
    five = [{"dice": {"white": [1, n], "red": 1}, "white": {"Ann": f"a{n + 1}"}} for n in range(1, 6)]
    lines = printed(classic(*five, {"dice": {"white": [6, 6], "red": 1}, "white": {"Ann": "a12"}}))
    assert "  → Closed: the red row." in lines and "  → The red die leaves the game." in lines
    assert sum("takes a penalty" in line for line in lines) == 3
    assert any("[lock]" in line for line in lines) and any("-closed-" in line for line in lines)


def test_the_end_names_its_reason_and_the_winner() -> None:
    lines = printed(classic(*[{"dice": DICE}] * 7))
    assert "  → The game ends: a fourth penalty. [end-misses]" in lines
    assert lines[-2:] == ["Bob wins. Ann -20, Bob -15.", "Every mark is legal."]


def test_a_play_of_cards_and_an_open_turn() -> None:
    turn = {"number": 4, "number_marks": {"Bob": "a4"}, "play": ["red 5"], "marks": ["a5"]}
    lines = printed(cards(turn, {"number": 7, "open": True}))
    assert "Turn 1 · Ann  number 4" in lines and "  Ann plays red 5: a5" in lines
    assert "Turn 2 · Bob  number 7 · open" in lines


def test_a_verdict_in_another_language_has_the_same_lines() -> None:
    english, german = printed(LONGO), printed(LONGO, "de")
    assert len(english) == len(german) and english != german
    assert [line for line in german if "[white-sum]" in line]


def test_crosses_beside_the_cells_are_told_and_counted() -> None:
    dice = {"white": [5, 6], "red": 4, "yellow": 1, "green": 1, "blue": 1}
    lines = printed(classic({"dice": dice, "white": {"Ann": "15", "Bob": "a11"}}, game="lucky-15"))
    assert "    besides: track 1" in lines
    assert "    penalties 0 → 0   beside the rows 5   total 5" in lines
    dice = {"white": [1, 2], "red": 1, "yellow": 1, "green": 1, "blue": 1}
    lines = printed(classic({"dice": dice, "white": {"Ann": "a3"}}, game="double-b"))
    assert next(line for line in lines if line.startswith("  a ")).endswith("lock    2 →   3")
