"""The rule of the invented game."""

from companion.rulebook.rule import Rule

MECHANISM = (
    Rule(
        id="middle-brings",
        games=(),
        statement="A cross at an arrow brings the next cell of the row below at once, if it is open.",
        sources=(),
        example="Red 7 is crossed: yellow 2 is crossed too.",
        title="Down from the middle",
    ),
)
