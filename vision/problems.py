"""What stands between a picture and a roll, one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from vision import calibration
from vision.reading import Colour, Die, Problem


def _list(words: Sequence[str]) -> str:
    return ", ".join(words)


def _where(die: Die) -> str:
    return "die" if die.colour == "other" else f"{die.colour} die"


def _choices(die: Die) -> str:
    """The values it may be, the likeliest first."""
    likely = [str(value) for value, p in die.alternatives if p > 0.08][:3] or [str(die.value)]
    if len(likely) == 1:
        likely = [str(value) for value, _ in die.alternatives[:2]]
    return " or ".join(likely)


def _doubts(die: Die) -> list[Problem]:
    if die.state == "cut":
        return [
            Problem(
                "cut", f"The {_where(die)} is cut off by the edge of the picture; move the camera or the die."
            )
        ]
    if die.confidence >= calibration.sure(die.sides, die.state):
        return []
    if die.state == "hidden":
        return [
            Problem(
                "hidden",
                f"The top of the {_where(die)} is partly covered; I take it for a {die.value}, please check.",
            )
        ]
    found = []
    if die.alternatives[0][1] < calibration.SURE_VALUE:
        steep = " Hold the camera more from above." if die.sides == 8 else ""
        text = f"I am not sure about the {_where(die)}: {_choices(die)}?{steep}"
        found.append(Problem("value-doubtful", text))
    if die.colours[0][1] < calibration.SURE_COLOUR:
        other = next((c for c, _ in die.colours[1:]), die.colour)
        if die.colour == "other":
            text = f"I am not sure about the colour of a die that shows {die.value}: perhaps {other}."
        else:
            text = (
                f"I am not sure about the colour of the die that shows {die.value}: {die.colour} or {other}?"
            )
        found.append(Problem("colour-doubtful", text))
    if not found:
        found.append(
            Problem(
                "die-doubtful",
                f"I am not sure that I see the {_where(die)} right; I take it for a {die.value}.",
            )
        )
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
    seen = [d for d in dice if d not in surplus]
    kind = "eight-sided dice" if sides == 8 else "dice"
    if not dice:
        text = (
            "I see no dice in this picture." if sides != 8 else "I see no eight-sided dice in this picture."
        )
        found.append(Problem("no-dice", text))
    elif missing:
        listed = _list([d.colour for d in seen]) or "none"
        text = f"I see {len(seen)} of the {len(places)} {kind}: {listed}; missing: {_list(missing)}."
        found.append(Problem("missing", text))
    if missing and strangers:
        text = f"I also see {strangers} with another number of sides; this game is played with {kind}."
        found.append(Problem("other-sides", text.replace("with dice.", "with six-sided dice.")))
    for colour in dict.fromkeys(d.colour for d in surplus):
        count = sum(1 for d in dice if d.colour == colour)
        due = list(places).count(colour)
        if due == 0:
            text = f"I see a {colour} die, which has left the game; take it away."
        else:
            verb = "is" if due == 1 else "are"
            text = f"I see {count} {colour} dice where {due} {verb} expected; take {count - due} away."
        found.append(Problem("too-many", text))
    for die in dice:
        found += _doubts(die)
    if faint:
        what = "something that may be a die" if faint == 1 else f"{faint} things that may be dice"
        found.append(Problem("perhaps-a-die", f"I also see {what}; look whether a die is hidden or blurred."))
    return tuple(found)
