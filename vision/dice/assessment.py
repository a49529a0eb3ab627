"""What stands between a picture and a roll, one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from sheets.language import message
from vision.dice import thresholds
from vision.reading import Colour, Die, Problem

DICE: dict[Colour, str] = {
    "white": message("white die"),
    "red": message("red die"),
    "yellow": message("yellow die"),
    "green": message("green die"),
    "blue": message("blue die"),
    "other": message("die"),
}
"""How a die is named in a sentence."""
CHANGED = Problem(
    "dice-changed",
    message(
        "The dice do not look as they did when they were learnt; if the light or the dice have changed, "
        "learn them again."
    ),
)
"""Said besides what is doubtful."""
LIKELY = 0.05
"""Probability from which a value is named among those that a doubtful die may show."""


def choices(die: Die) -> str:
    """The values that it may show, the likeliest first: two or three of them."""
    likely = [str(value) for value, p in die.alternatives if p >= LIKELY][:3]
    if len(likely) < 2:
        likely = [str(value) for value, _ in die.alternatives[:2]]
    return " / ".join(likely)


def _doubts(die: Die) -> list[Problem]:
    name = (DICE[die.colour],)
    if die.state == "cut":
        text = message("The {die} is cut off by the edge of the picture; move the camera or the die.")
        return [Problem("cut", text, {"die": name})]
    if die.state == "cocked":
        text = message("The {die} leans ({choices}?); lay it flat or throw it again.")
        return [Problem("cocked", text, {"die": name, "choices": choices(die)})]
    if die.confidence >= thresholds.sure_confidence(die.sides, die.state):
        return []
    if die.state == "hidden":
        text = message("The top of the {die} is partly covered; does it show {choices}?")
        return [Problem("hidden", text, {"die": name, "choices": choices(die)})]
    found = []
    if die.alternatives[0][1] < thresholds.SURE_VALUE_PROBABILITY:
        text = message("I am not sure about the {die}: {choices}?")
        if die.sides == 8:
            text = message("I am not sure about the {die}: {choices}? Hold the camera more from above.")
        found.append(Problem("value-doubtful", text, {"die": name, "choices": choices(die)}))
    if die.colours[0][1] < thresholds.SURE_COLOUR_PROBABILITY:
        other = next((c for c, _ in die.colours if c != die.colour), die.colour)
        first, second = (other, None) if die.colour == "other" else (die.colour, other)
        text = message("I am not sure about the colour of the die that shows {value}: {colour} or {other}?")
        if second is None or second == "other":
            text = message("I am not sure about the colour of the die that shows {value}: perhaps {colour}.")
        values: dict[str, str | int | tuple[str, ...]] = {
            "value": die.value, "colour": (first,), "other": (second or first,),
        }  # fmt: skip
        found.append(Problem("colour-doubtful", text, values))
    if not found:
        text = message("I am not sure that I see the {die} right; does it show {choices}?")
        found.append(Problem("die-doubtful", text, {"die": name, "choices": choices(die)}))
    return found


def _missing(
    seen: Sequence[Die], missing: Sequence[Colour], places: Sequence[Colour], sides: int | None
) -> Problem:
    text = message("I see {seen} of the {all} dice: {dice}; missing: {missing}.")
    if sides == 8:
        text = message("I see {seen} of the {all} eight-sided dice: {dice}; missing: {missing}.")
    return Problem("missing", text, {
        "seen": len(seen), "all": len(places), "missing": tuple(missing),
        "dice": tuple(d.colour for d in seen) or (message("none"),),
    })  # fmt: skip


def _strangers(sides: int | None, count: int) -> Problem:
    text = message(
        "I also see {count} with another number of sides; this game is played with six-sided dice."
    )
    if sides == 8:
        text = message(
            "I also see {count} with another number of sides; this game is played with eight-sided dice."
        )
    return Problem("other-sides", text, {"count": count})


def _surplus(dice: Sequence[Die], surplus: Sequence[Die], places: Sequence[Colour]) -> list[Problem]:
    found = []
    for colour in dict.fromkeys(d.colour for d in surplus):
        count = sum(1 for d in dice if d.colour == colour)
        due = list(places).count(colour)
        values: dict[str, str | int | tuple[str, ...]] = {
            "count": count, "due": due, "more": count - due, "colour": (colour,), "die": (DICE[colour],),
        }  # fmt: skip
        text = message("I see {count} {colour} dice where {due} are expected; take {more} away.")
        if due == 0:
            text = message("I see a {die}, which has left the game; take it away.")
        elif due == 1:
            text = message("I see {count} {colour} dice where {due} is expected; take {more} away.")
        found.append(Problem("too-many", text, values))
    return found


def describe(
    dice: Sequence[Die], surplus: Sequence[Die], missing: Sequence[Colour], places: Sequence[Colour],
    faint: int, sides: int | None, strangers: int = 0,
) -> tuple[Problem, ...]:  # fmt: skip
    """Sentences about a reading, the gravest first.

    `surplus`: those of `dice` that have no place in the set; `missing`: places that are empty; `places`: the
    set; `faint`: how many places may hold a die; `sides`: of the dice expected, None where any dice will do;
    `strangers`: how many dice with another number of sides were seen.
    """
    found: list[Problem] = []
    if not dice:
        text = message("I see no dice in this picture.")
        if sides == 8:
            text = message("I see no eight-sided dice in this picture.")
        found.append(Problem("no-dice", text))
    elif missing:
        found.append(_missing([d for d in dice if d not in surplus], missing, places, sides))
    if missing and strangers:
        found.append(_strangers(sides, strangers))
    found += _surplus(dice, surplus, places)
    for die in dice:
        found += _doubts(die)
    if faint == 1:
        text = message("I also see something that may be a die; look whether a die is hidden or blurred.")
        found.append(Problem("perhaps-a-die", text))
    elif faint:
        text = message("I also see {count} things that may be dice; look whether a die is hidden or blurred.")
        found.append(Problem("perhaps-a-die", text, {"count": faint}))
    return tuple(found)
