"""The book's rules of the further official games, in our own words.

No leaflet of these pads was read as such: each rule comes from summaries or transcripts of the publisher's
rules, and where these differ a ruling answers.
"""

from __future__ import annotations

from companion.rulebook.rule import Rule, Source
from companion.rulebook.titles import TITLES
from sheets.language import message


def _rule(name: str, games: tuple[str, ...], statement: str, example: str) -> Rule:
    sources = tuple(Source(game) for game in games)
    return Rule(name, games, statement, sources, example, TITLES[name])


_DOUBLE = ("double-a", "double-b")

FURTHER_RULES = (
    _rule(
        "bp-neighbour",
        ("big-points",),
        message(
            "A round cell between two rows may be crossed only if its number was marked in one of these "
            "rows in an earlier action, and that number comes up: as the white sum for everyone, or for the "
            "active player as a white die plus the die of the row in which it was marked. It replaces a "
            "cell of a row."
        ),
        message(
            "Emma has yellow 3. White 1 and 2 make three: she may cross the round 3 between red and yellow."
        ),
    ),
    _rule(
        "bp-left-to-right",
        ("big-points",),
        message("In each row of round cells crosses go from left to right; round cells skipped are lost."),
        message("The round 5 between red and yellow is crossed: the round 3 left of it is lost."),
    ),
    _rule(
        "bp-not-for-lock",
        ("big-points",),
        message("Crosses in round cells do not count towards the five marks that a lock needs."),
        message("Red 2, 3, 4, 5 and two round cells beside red: red 12 still lacks one mark."),
    ),
    _rule(
        "bp-after-close",
        ("big-points",),
        message(
            "Rows of round cells never close. If a row beside them closes, only its die leaves; if both "
            "dice have left, only the white sum still crosses their cells."
        ),
        message("Green is closed. Max, who has green 10, crosses the round 10 with a white sum of ten."),
    ),
    _rule(
        "bp-score",
        ("big-points",),
        message(
            "At the end each crossed round cell counts as a cross in both rows beside it. A row scores "
            "fifteen crosses at most; the round cells score nothing of their own."
        ),
        message(
            "Four crosses in red, five in yellow, three round cells between: seven and eight, 28 and 36."
        ),
    ),
    _rule(
        "double-frontier",
        ("double-a",),
        message(
            "Every cell but the last of a row has a second field. Only the rightmost marked cell of a row "
            "may be crossed once more, and only once."
        ),
        message("Red 5 and red 7 are marked: red 7 may be crossed once more, red 5 may not."),
    ),
    _rule(
        "double-again",
        ("double-a",),
        message(
            "For a second cross the number must come up again: as the white sum, or for the active player "
            "as a white die plus the die of the row."
        ),
        message("White 2 and 3: red 5. Then red 3 with white 2 makes five again: the second cross."),
    ),
    _rule(
        "double-lock-seven",
        _DOUBLE,
        message(
            "The last cell of a row may be marked only with at least seven crosses in that row already; "
            "second crosses and double cells count as two."
        ),
        message("Red 2, 3 and 4 crossed twice each are six crosses: red 12 lacks one."),
    ),
    _rule(
        "double-cap",
        _DOUBLE,
        message("A row scores sixteen crosses at most, 136 points. A closed row takes no second cross."),
        message("Ten cells crossed twice, the last one and the lock are 22 crosses: 136 points."),
    ),
    _rule(
        "double-two",
        ("double-b",),
        message("Marking a double cell makes two crosses at once, by one mark."),
        message("White three: red 3 is a double cell and brings two crosses, green 3 brings one."),
    ),
    _rule(
        "steps-score",
        ("connected-a",),
        message(
            "A frame of eleven cells climbs over the sheet, one in each column. At the end its marked cells "
            "score like a fifth row, and in their own rows as well. A lock is no step."
        ),
        message("A whole yellow row on sheet A: 78 points, and its four steps 10 more."),
    ),
    _rule(
        "chain-forced",
        ("connected-b",),
        message(
            "Whoever marks a circled cell crosses its partner at once. There is no choice. If the partner "
            "is crossed already, nothing happens."
        ),
        message("On sheet A red 6 brings yellow 6."),
    ),
    _rule(
        "chain-exempt",
        ("connected-b",),
        message(
            "The forced cross obeys no rule of dice, order or closing: it is made left of other marks and "
            "in closed rows too. It counts as a mark of its row."
        ),
        message("Yellow 10 is marked; green 6 brings yellow 8 all the same."),
    ),
    _rule(
        "exchange",
        ("x-change",),
        message(
            "In action 1 every player may cross a field of their strip that shows the white sum, and mark "
            "the field's other number instead, in any row. One field an action, and none without its mark."
        ),
        message("White eight: Emma crosses the field 8/5 and marks red 5."),
    ),
    _rule(
        "exchange-left-to-right",
        ("x-change",),
        message("The fields of the strip are used from left to right; fields skipped are lost."),
        message("The sixth field, 8/6, is used: the first one, 8/5, is lost."),
    ),
    _rule(
        "lucky15-fifteen",
        ("lucky-15",),
        message(
            "If both white dice and one coloured die in the game add up to exactly fifteen, the active "
            "player may cross the next field of the track."
        ),
        message("White 5 and 6 and red 4 make fifteen."),
    ),
    _rule(
        "lucky15-instead",
        ("lucky-15",),
        message(
            "A cross on the track replaces both actions of the active player. The others have action 1 as "
            "always."
        ),
        message("Emma crosses the track; Max marks red 11 with the white sum; Emma has no action 2."),
    ),
    _rule(
        "lucky15-track",
        ("lucky-15",),
        message("Fields of the track are crossed from left to right. If none is free, none can be crossed."),
        message("All four fields are crossed: another fifteen brings nothing."),
    ),
    _rule(
        "lucky15-score",
        ("lucky-15",),
        message("At the end the value of the last crossed field of the track is added once."),
        message("Three fields are crossed: 18 points."),
    ),
    _rule(
        "connect-one-five",
        ("connect-15",),
        message(
            "If two dice in the game show 1 and 5, every player may cross one field between two cells in "
            "that turn, beside their marks: in any row if both dice are white, else in a row whose die is "
            "one of the two. It is crossed before or after the number of action 1, by the active player "
            "also in action 2."
        ),
        message("White 1 and red 5: a field of the red row."),
    ),
    _rule(
        "connect-left-to-right",
        ("connect-15",),
        message("Numbers and fields of a row are one sequence from left to right; what is skipped is lost."),
        message("The field between red 6 and 7 is crossed: red 6 is lost."),
    ),
    _rule(
        "connect-not-for-lock",
        ("connect-15",),
        message(
            "Fields do not count towards the five marks of a lock. They score as crosses of their row, and "
            "a closed row takes none."
        ),
        message("Four numbers and two fields in yellow: yellow 12 still lacks one mark."),
    ),
)
"""In the order of the games."""
