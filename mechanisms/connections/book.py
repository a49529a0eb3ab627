"""The rules of Connect 15, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "connect-one-five",
        message("One and five open a field"),
        ("connect-15",),
        message(
            "If two dice in the game show 1 and 5, every player may cross one field between two cells in "
            "that turn, in addition to their marks: in any row if both dice are white, else in a row "
            "whose die is one of the two. It is crossed before or after the number of action 1, by the "
            "active player also in action 2."
        ),
        message("White 1 and red 5: a field of the red row."),
    ),
    retold(
        "connect-left-to-right",
        message("Numbers and fields in one order"),
        ("connect-15",),
        message("Numbers and fields of a row are one sequence from left to right; what is skipped is lost."),
        message("The field between red 6 and 7 is crossed: red 6 is lost."),
    ),
    retold(
        "connect-not-for-lock",
        message("Fields and the lock"),
        ("connect-15",),
        message(
            "Fields do not count towards the five marks of a lock. They score as crosses of their row, and "
            "a closed row takes none."
        ),
        message("Four numbers and two fields in yellow: yellow 12 still lacks one mark."),
    ),
)
