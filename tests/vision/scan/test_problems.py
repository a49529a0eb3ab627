"""Every problem with a photo of sheets has a code, and its sentence says what is known about the sheet."""

import pytest

from sheets.pad import load_pad
from sheets.serial import SheetCode
from vision.problem import Problem
from vision.scan import problems

CODE = SheetCode.parse("QXP3K7Q2-03.9F3A")
CLASSIC = load_pad("classic")
FIVE = ("a2", "lock a", "miss 1", "a3", "a4")


@pytest.mark.parametrize(
    ("problem", "code", "words"),
    [
        (problems.MIRRORED, "mirrored", "is mirrored"),
        (problems.ONE_CORNER, "cut-off", "only one corner"),
        (problems.FOREIGN_CODE, "not-ours", "take a photo from closer up"),
        (problems.UNKNOWN_SHEET, "code-unread", "covered or blurred"),
        (problems.pad_by_looks(CLASSIC), "code-unread", CLASSIC.title),
        (problems.unknown_pad(CODE), "unknown-pad", "9F3A"),
        (problems.too_small(CODE), "too-small", "K7Q2-03"),
        (problems.cut_off(CLASSIC, ("a2", "lock d")), "cut-off", "(red 2, lock of the blue row)"),
        (problems.covered(CLASSIC, FIVE[:4]), "covered", "(red 2, lock of the red row, penalty 1, red 3)"),
        (problems.covered(CLASSIC, FIVE), "covered", "penalty 1 and 2 more)"),
    ],
)
def test_each_problem_has_its_code_and_says_what_is_known(problem: Problem, code: str, words: str) -> None:
    assert problem.to_json()["code"] == code
    assert words in str(problem)
