"""The rules of On Board, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "board-third-action",
        message("The figure moves in a third action"),
        ("on-board",),
        message(
            "After both actions the active player may move their figure along the path that all share. "
            "Every figure begins before its first field. A move alone does not spare the miss; a cross "
            "that it brings does."
        ),
        message("Blue 7 in action 2, then the figure two fields on."),
    ),
    retold(
        "board-free-fields",
        message("One to five free fields"),
        ("on-board",),
        message(
            "A figure moves one to five free fields ahead. Fields on which other figures stand are passed "
            "and not counted, so two figures never stand on one field."
        ),
        message("Another figure stands on field 2: from field 1, one step leads to field 3."),
    ),
    retold(
        "board-cross",
        message("What a field asks for"),
        ("on-board",),
        message(
            "A field has a colour and a number. Whoever reaches it must cross that number in that row at "
            "once, as order, closed rows and locks allow, whatever the dice show, unless it is crossed "
            "already. If neither is possible, the field cannot be reached."
        ),
        message(
            "The field shows red 5, and red 7 is crossed: without a cross in red 5 it cannot be reached."
        ),
    ),
    retold(
        "board-points",
        message("Points of the path"),
        ("on-board",),
        message("At the end each player scores the field on which their figure stands, up to 20 points."),
        message("The figure stands on the last field: 20 points."),
    ),
    retold(
        "end-figures",
        message("Two figures at the end of the path"),
        ("on-board",),
        message(
            "The game ends at once when two figures stand on the last five fields of the path (ruling "
            "board-end), and as in every game with a second closed row or a fourth miss."
        ),
        message("One figure on field 37, another reaches field 38 of 40: the game ends."),
    ),
)
