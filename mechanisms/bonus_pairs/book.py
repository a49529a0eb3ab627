"""The rules of Bonus B, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import quoted
from sheets.language import message

MECHANISM = (
    quoted(
        "bonus-two-weakest",
        message("Bonus: two in the weakest row"),
        ("bonus-b",),
        message(
            "When both cells of this bonus are marked, mark at once the next two cells of the row in "
            "which you have the fewest marks; if rows tie, you choose one of them. What cannot be marked "
            "there is lost."
        ),
        "bonus: Variante B",
        message("Yellow 11 and green 9 are marked and blue is empty: blue 12 and 11 are marked at once."),
    ),
    quoted(
        "bonus-each-row",
        message("Bonus: one in each row"),
        ("bonus-b",),
        message(
            "When both cells of this bonus are marked, mark at once the next cell of every row, from the "
            "top row to the bottom one. What cannot be marked is lost."
        ),
        "bonus: Variante B",
        message("Yellow 7 and blue 7 are marked: one more cell in red, yellow, green and blue."),
    ),
    quoted(
        "bonus-double-weakest",
        message("Bonus: the weakest row twice"),
        ("bonus-b",),
        message(
            "With both cells of this bonus marked, the row with the fewest marks scores twice at the "
            "end; if rows tie, only one of them does."
        ),
        "bonus: Variante B",
        message("Rows of 5, 7, 8 and 3 marks: the 6 points of the last count twice."),
    ),
    quoted(
        "bonus-13",
        message("Bonus: thirteen points"),
        ("bonus-b",),
        message("With both cells of this bonus marked, 13 points are added at the end."),
        "bonus: Variante B",
        message("Red 6 and blue 4 are marked: 13 more points."),
    ),
    quoted(
        "bonus-no-misses",
        message("Bonus: misses are free"),
        ("bonus-b",),
        message(
            "With both cells of this bonus marked, misses cost nothing at the end. A fourth miss still "
            "ends the game."
        ),
        "bonus: Variante B",
        message("Yellow 3 and green 5 are marked: Sarah's three misses take nothing away."),
    ),
)
