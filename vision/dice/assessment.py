"""What stands between a picture and a roll, one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from sheets.language import Phrase, message, phrase
from vision.dice import thresholds
from vision.problem import Problem
from vision.reading import Colour, Die

DIE_NAMES: dict[Colour, str] = {
    "white": message("white die"),
    "red": message("red die"),
    "yellow": message("yellow die"),
    "green": message("green die"),
    "blue": message("blue die"),
    "other": message("die"),
}
"""What a sentence calls a die."""
DICE_CHANGED = Problem(
    "dice-changed",
    phrase(
        "The dice do not look as they did when they were learnt; if the light or the dice have changed, "
        "learn them again."
    ),
)
"""Added to other problems when the dice differ from those that were enrolled."""
CROWDED = Problem(
    "crowded",
    phrase(
        "There is more here that looks like dice than I look at; take away what is none, or look from nearer."
    ),
)
"""Added where things that may well be dice were left out."""
MIN_NAMED_PROBABILITY = 0.05
"""From this on a value is named among those that a doubtful die may show."""


def choices(die: Die) -> str:
    """The values that it may show, the likeliest first: two or three of them."""
    likely = [str(value) for value, p in die.alternatives if p >= MIN_NAMED_PROBABILITY][:3]
    if len(likely) < 2:
        likely = [str(value) for value, _ in die.alternatives[:2]]
    return " / ".join(likely)


def _doubts(die: Die) -> list[Problem]:
    """Why this die is doubtful; () when its confidence suffices."""
    name, shown = (DIE_NAMES[die.colour],), choices(die)
    if die.state == "cut":
        text = phrase(
            "The {die} is cut off by the edge of the picture; move the camera or the die.", die=name
        )
        return [Problem("cut", text)]
    if die.state == "cocked":
        text = phrase("The {die} leans ({choices}?); lay it flat or throw it again.", die=name, choices=shown)
        return [Problem("cocked", text)]
    if die.confidence >= thresholds.sure_confidence(die.sides, die.state):
        return []
    if die.state == "hidden":
        text = phrase(
            "The top of the {die} is partly covered; does it show {choices}?", die=name, choices=shown
        )
        return [Problem("hidden", text)]
    found = []
    if die.alternatives[0][1] < thresholds.SURE_VALUE_PROBABILITY:
        text = phrase("I am not sure about the {die}: {choices}?", die=name, choices=shown)
        if die.sides == 8:
            text = phrase(
                "I am not sure about the {die}: {choices}? Hold the camera more from above.",
                die=name,
                choices=shown,
            )
        found.append(Problem("value-doubtful", text))
    if die.colours[0][1] < thresholds.SURE_COLOUR_PROBABILITY:
        found.append(colour_doubt(die))
    if not found:
        text = phrase(
            "I am not sure that I see the {die} right; does it show {choices}?", die=name, choices=shown
        )
        found.append(Problem("die-doubtful", text))
    return found


def colour_doubt(die: Die) -> Problem:
    """Which two colours the die may have; a colour of another set is not named."""
    colour: Colour = die.colour
    other: Colour = next((c for c, _ in die.colours if c != die.colour), die.colour)
    if colour == "other":
        colour, other = other, colour
    if other == "other":
        return Problem(
            "colour-doubtful",
            phrase(
                "I am not sure about the colour of the die that shows {value}: perhaps {colour}.",
                value=die.value,
                colour=(colour,),
            ),
        )
    return Problem(
        "colour-doubtful",
        phrase(
            "I am not sure about the colour of the die that shows {value}: {colour} or {other}?",
            value=die.value,
            colour=(colour,),
            other=(other,),
        ),
    )


def missing_dice(
    seen: Sequence[Die], missing: Sequence[Colour], places: Sequence[Colour], sides: int | None
) -> Problem:
    """Which places of the set are empty, and what is seen."""
    text = message("I see {seen} of the {all} dice: {dice}; missing: {missing}.")
    if sides == 8:
        text = message("I see {seen} of the {all} eight-sided dice: {dice}; missing: {missing}.")
    dice = tuple(d.colour for d in seen) or (message("none"),)
    return Problem(
        "missing",
        Phrase(text, {"seen": len(seen), "all": len(places), "missing": tuple(missing), "dice": dice}),
    )


def dice_of_other_sides(sides: int | None, count: int) -> Problem:
    """That dice of the other kind lie there; `sides`: of those that are expected."""
    text = message(
        "I also see {count} with another number of sides; this game is played with six-sided dice."
    )
    if sides == 8:
        text = message(
            "I also see {count} with another number of sides; this game is played with eight-sided dice."
        )
    return Problem("other-sides", Phrase(text, {"count": count}))


def surplus_dice(dice: Sequence[Die], surplus: Sequence[Die], places: Sequence[Colour]) -> list[Problem]:
    """One problem for each colour of which there are too many dice."""
    found = []
    for colour in dict.fromkeys(d.colour for d in surplus):
        count = sum(1 for d in dice if d.colour == colour)
        due = list(places).count(colour)
        text = message("I see {count} {colour} dice where {due} are expected; take {more} away.")
        if due == 0:
            text = message("I see a {die}, which has left the game; take it away.")
        elif due == 1:
            text = message("I see {count} {colour} dice where {due} is expected; take {more} away.")
        values: dict[str, object] = {"count": count, "due": due, "more": count - due}
        found.append(
            Problem("too-many", Phrase(text, values | {"colour": (colour,), "die": (DIE_NAMES[colour],)}))
        )
    return found


def possible_dice(count: int) -> Problem:
    """That so many other things may be dice."""
    text = phrase("I also see something that may be a die; check whether a die is hidden or blurred.")
    if count > 1:
        text = phrase(
            "I also see {count} things that may be dice; check whether a die is hidden or blurred.",
            count=count,
        )
    return Problem("perhaps-a-die", text)


def describe(
    dice: Sequence[Die],
    surplus: Sequence[Die],
    missing: Sequence[Colour],
    places: Sequence[Colour],
    possible: int,
    sides: int | None,
    other_sides: int = 0,
) -> tuple[Problem, ...]:
    """The problems of a reading, the gravest first.

    `surplus`: those of `dice` that have no place in the set; `missing`: places that are empty; `places`: the
    set; `possible`: how many things may be a die; `sides`: of the expected dice, None if any will do;
    `other_sides`: how many dice have another number of sides.
    """
    found: list[Problem] = []
    if not dice:
        text = phrase("I see no dice in this picture.")
        if sides == 8:
            text = phrase("I see no eight-sided dice in this picture.")
        found.append(Problem("no-dice", text))
    elif missing:
        found.append(missing_dice([d for d in dice if d not in surplus], missing, places, sides))
    if missing and other_sides:
        found.append(dice_of_other_sides(sides, other_sides))
    found += surplus_dice(dice, surplus, places)
    for die in dice:
        found += _doubts(die)
    if possible:
        found.append(possible_dice(possible))
    return tuple(found)
