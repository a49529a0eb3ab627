"""The rules of Connected B, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "chain-forced",
        message("One cell brings the other"),
        ("connected-b",),
        message(
            "Whoever marks a circled cell crosses its partner at once. There is no choice. If the partner "
            "is crossed already, nothing happens."
        ),
        message("On sheet A red 6 brings yellow 6."),
    ),
    retold(
        "chain-exempt",
        message("The forced cross obeys no rule"),
        ("connected-b",),
        message(
            "The forced cross obeys no rule of dice, order or closing: it is made left of other marks and "
            "in closed rows too. It counts as a mark of its row."
        ),
        message("Yellow 10 is marked; green 6 brings yellow 8 all the same."),
    ),
)
