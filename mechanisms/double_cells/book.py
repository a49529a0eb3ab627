"""The rules of Double B, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "double-two",
        message("Double cells"),
        ("double-b",),
        message("Marking a double cell makes two crosses at once."),
        message("White three: red 3 is a double cell and brings two crosses, green 3 brings one."),
    ),
)
