"""The rules of Longo's lucky numbers, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import quoted
from sheets.language import message

MECHANISM = (
    quoted(
        "lucky",
        message("Lucky numbers"),
        ("longo",),
        message(
            "If the white sum in action 1 is one of your own sheet's lucky numbers, you may, instead of "
            "marking that number, mark the next cell of the row in which you have the fewest marks: the "
            "one right of your last mark there, or the first of an empty row. If rows tie, you choose. "
            "Every other rule holds for that cell. You may do this every time."
        ),
        "longo: Cómo jugar",
        message("White 5 and 1. Laura, whose lucky numbers are 6 and 11, marks green 16 instead of a six."),
    ),
)
