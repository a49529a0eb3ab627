"""The rules of X-Change, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "exchange",
        message("Exchanging the white sum"),
        ("x-change",),
        message(
            "In action 1 every player may cross a field of their strip that shows the white sum, and mark "
            "the field's other number instead, in any row. One field an action, and none without its mark."
        ),
        message("White eight: Emma crosses the field 8/5 and marks red 5."),
    ),
    retold(
        "exchange-left-to-right",
        message("The strip only to the right"),
        ("x-change",),
        message("The fields of the strip are used from left to right; fields skipped are lost."),
        message("The sixth field, 8/6, is used: the first one, 8/5, is lost."),
    ),
)
