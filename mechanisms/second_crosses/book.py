"""The rules of Double A, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "double-frontier",
        message("A second cross at the front"),
        ("double-a",),
        message(
            "Every cell but the last of a row has a second field. Only the rightmost marked cell of a row "
            "may be crossed once more, and only once."
        ),
        message("Red 5 and red 7 are marked: red 7 may be crossed once more, red 5 may not."),
    ),
    retold(
        "double-again",
        message("The number must come up again"),
        ("double-a",),
        message(
            "For a second cross the number must come up again: as the white sum, or for the active player "
            "as a white die plus the die of the row."
        ),
        message(
            "White 2 and 3: red 5. In a later turn red 3 with white 2 makes five again: the second cross."
        ),
    ),
)
