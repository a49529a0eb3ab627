"""The rules of Connected A, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "steps-score",
        message("The steps score as a fifth row"),
        ("connected-a",),
        message(
            "A frame of eleven cells climbs over the sheet, one in each column. At the end its marked cells "
            "score like a fifth row, and in their own rows as well. A lock is no step."
        ),
        message("A whole yellow row on sheet A: 78 points, and its four steps 10 more."),
    ),
)
