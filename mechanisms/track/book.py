"""The rules of Lucky 15, in our own words."""

from __future__ import annotations

from companion.rulebook.rule import retold
from sheets.language import message

MECHANISM = (
    retold(
        "lucky15-fifteen",
        message("Fifteen with three dice"),
        ("lucky-15",),
        message(
            "If both white dice and one coloured die in the game add up to exactly fifteen, the active "
            "player may cross the next field of the track."
        ),
        message("White 5 and 6 and red 4 make fifteen."),
    ),
    retold(
        "lucky15-instead",
        message("Fifteen instead of both actions"),
        ("lucky-15",),
        message(
            "A cross on the track replaces both actions of the active player. The others have action 1 as "
            "always."
        ),
        message("Emma crosses the track; Max marks red 11 with the white sum; Emma has no action 2."),
    ),
    retold(
        "lucky15-track",
        message("The track of fifteen"),
        ("lucky-15",),
        message("Fields of the track are crossed from left to right. If none is free, none can be crossed."),
        message("All four fields are crossed: another fifteen brings nothing."),
    ),
    retold(
        "lucky15-score",
        message("Points for the track"),
        ("lucky-15",),
        message("At the end the value of the last crossed field of the track is added once."),
        message("Three fields are crossed: 18 points."),
    ),
)
