"""The rules of Big Points, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "bp-neighbour",
        message("A round cell beside a mark"),
        ("big-points",),
        message(
            "A round cell between two rows may be crossed only if its number was marked in one of these "
            "rows in an earlier action, and that number comes up: as the white sum for everyone, or for the "
            "active player as a white die plus the die of the row in which it was marked. It replaces a "
            "cell of a row."
        ),
        message(
            "Emma has yellow 3. White 1 and 2 make three: she may cross the round 3 between red and yellow."
        ),
    ),
    retold(
        "bp-left-to-right",
        message("Round cells only to the right"),
        ("big-points",),
        message("In each row of round cells crosses go from left to right; round cells skipped are lost."),
        message("The round 5 between red and yellow is crossed: the round 3 left of it is lost."),
    ),
    retold(
        "bp-not-for-lock",
        message("Round cells and the lock"),
        ("big-points",),
        message("Crosses in round cells do not count towards the five marks that a lock needs."),
        message("Red 2, 3, 4, 5 and two round cells beside red: red 12 still lacks one mark."),
    ),
    retold(
        "bp-after-close",
        message("Round cells never close"),
        ("big-points",),
        message(
            "Rows of round cells never close. If a row beside them closes, only its die leaves; if both "
            "dice have left, only the white sum still crosses their cells."
        ),
        message("Green is closed. Max, who has green 10, crosses the round 10 with a white sum of ten."),
    ),
    retold(
        "bp-score",
        message("Round cells count twice"),
        ("big-points",),
        message(
            "At the end each crossed round cell counts as a cross in both rows beside it. A row scores "
            "fifteen crosses at most; the round cells score nothing of their own."
        ),
        message(
            "Four crosses in red, five in yellow, three round cells between: seven and eight, 28 and 36."
        ),
    ),
)
