"""The rules of Bonus A, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import quoted
from sheets.language import message

MECHANISM = (
    quoted(
        "bonus-bar",
        message("The bonus bar"),
        ("bonus-a",),
        message(
            "Marking a bonus cell crosses at once the first free box of your own bar, from left to right,"
            " and you mark at once the next cell of the row of that box's colour. It cannot be declined. "
            "If no box is free, nothing happens."
        ),
        "bonus: Variante A",
        message("Tim marks green 11, a bonus cell; his first free box is red, and he marks red 5, his next."),
    ),
    quoted(
        "bonus-chain",
        message("One bonus leads to the next"),
        ("bonus-a",),
        message(
            "If the cell that a bonus marks is a bonus cell too, the chain goes on, one after the other: "
            "boxes are taken in the order in which bonus cells were marked."
        ),
        "bonus: Variante A",
        message("Red 9: the box is blue, so blue 5, a bonus cell: the next box is yellow, so yellow 10."),
    ),
    quoted(
        "bonus-closed-colour",
        message("Boxes of a closed colour"),
        ("bonus-a",),
        message(
            "When a colour closes, everyone crosses the boxes of that colour that are still free, unused;"
            " later bonuses skip them. The player who locks it does so at once."
        ),
        "bonus: Variante A",
        message("Maria closes yellow: everyone crosses their free yellow boxes."),
    ),
    quoted(
        "bonus-lock",
        message("A bonus may lock a row"),
        ("bonus-a", "bonus-b"),
        message(
            "A bonus cross may lock a row and so end the game; the five marks that a lock needs, and "
            "closed rows, hold for it as for any mark."
        ),
        "bonus: Variante A; bonus: Variante B",
        message("Five marks in red up to red 11: a red box marks red 12 and locks red."),
    ),
)
