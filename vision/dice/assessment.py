"""Turns an assignment of candidates to dice into a reading: the dice, and the problems of the roll."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sheets.language import Phrase, message, phrase
from vision.dice.assignment import AssignedDie, Assignment
from vision.dice.classifier import STATES, DiePrediction, tops_of
from vision.dice.leaning import leans
from vision.dice.scoring import kind_of, most_lean
from vision.geometry import touches_border, whole_pixels
from vision.problem import Problem
from vision.reading import COLOUR_ORDER, Colour, Die, Reading, State, Status

DIE_NAMES: dict[Colour, str] = {
    "white": message("white die"),
    "red": message("red die"),
    "yellow": message("yellow die"),
    "green": message("green die"),
    "blue": message("blue die"),
    "other": message("die"),
}
"""The name of a die of each colour, for use in sentences."""
CROWDED = Problem(
    "crowded",
    phrase("Too many things here look like dice; take away what is not a die, or move closer."),
)
"""The problem of a picture with so many candidates that some likely dice were not read."""
NO_COLOUR = Problem(
    "no-colour",
    phrase(
        "This picture shows no colour, so the dice cannot be told apart; switch night mode or the filter "
        "off, and a lamp on."
    ),
)
"""The only problem reported for a grey picture; any other would follow from it."""
MIN_NAMED_PROBABILITY = 0.05
"""Values less probable than this are left out of a question about a die, except the likeliest two."""
MIN_USUAL_DICE = 4
"""Minimum number of dice to know their usual size; with fewer, a die at the border counts as cut off."""
MIN_VISIBLE_SHARE = 0.85
"""A die at the border counts as cut off if its width or height is below this share of the usual one."""
FACE_EXTENT_DEVIATIONS = 1.0
"""A die counts as cut off if the middle of its top face is nearer to the border than this many standard
deviations of the face's points. At this distance, about four fifths of the face are in the picture."""


def choices(die: Die) -> str:
    """Return the two or three values that a die may show, likeliest first, for example "5 / 3"."""
    likely = [str(value) for value, p in die.alternatives if p >= MIN_NAMED_PROBABILITY][:3]
    if len(likely) < 2:
        likely = [str(value) for value, _ in die.alternatives[:2]]
    return " / ".join(likely)


def doubt(die: Die) -> Problem:
    """Return the problem of a doubtful die: it is cut off or hidden, or its value or colour is unsure."""
    said: dict[str, object] = {"die": (DIE_NAMES[die.colour],), "choices": choices(die)}
    value, colour = die.alternatives[0][1], die.colours[0][1]
    if die.state == "cut":
        text = phrase(
            "The {die} is cut off by the edge of the picture; move the camera or the die.", die=said["die"]
        )
        return Problem("cut", text)
    if die.state == "hidden":
        return Problem(
            "hidden", phrase("The top of the {die} is partly covered; does it show {choices}?", **said)
        )
    if value <= min(colour, die.confidence / (value * colour)):
        text = phrase("I am not sure about the {die}: {choices}?", **said)
        if die.sides == 8:
            text = phrase(
                "I am not sure about the {die}: {choices}? Hold the camera more directly above.", **said
            )
        return Problem("value-doubtful", text)
    if colour <= die.confidence / (value * colour):
        return _colour_doubt(die)
    text = phrase("I am not sure that I see the {die} right; does it show {choices}?", **said)
    return Problem("die-doubtful", text)


def _colour_doubt(die: Die) -> Problem:
    """Return the problem of a die of doubtful colour. It names the likeliest two colours, but not `other`."""
    colours = [die.colour, next((c for c, _ in die.colours if c != die.colour), die.colour)]
    colour, other = sorted(colours, key=lambda c: c == "other")
    said: dict[str, object] = {"value": die.value, "colour": (colour,)}
    text = phrase("I am not sure about the colour of the die that shows {value}: perhaps {colour}.", **said)
    if other != "other":
        text = phrase(
            "I am not sure about the colour of the die that shows {value}: {colour} or {other}?",
            **said,
            other=(other,),
        )
    return Problem("colour-doubtful", text)


def _missing(
    seen: Sequence[Die], missing: Sequence[Colour], places: Sequence[Colour], sides: int | None
) -> Problem:
    text = message("I see {seen} of the {all} dice: {dice}; missing: {missing}.")
    if sides == 8:
        text = message("I see {seen} of the {all} eight-sided dice: {dice}; missing: {missing}.")
    dice = tuple(d.colour for d in seen) or (message("none"),)
    return Problem(
        "missing",
        Phrase(text, {"seen": len(seen), "all": len(places), "missing": tuple(missing), "dice": dice}),
    )


def _other_sides(sides: int | None, count: int) -> Problem:
    text = message("Dice with another number of sides: {count}; this game is played with six-sided dice.")
    if sides == 8:
        text = message(
            "Dice with another number of sides: {count}; this game is played with eight-sided dice."
        )
    return Problem("other-sides", Phrase(text, {"count": count}))


def _surplus(dice: Sequence[Die], surplus: Sequence[Die], places: Sequence[Colour]) -> list[Problem]:
    """Return one problem for each colour that has too many dice."""
    problems = []
    for colour in dict.fromkeys(d.colour for d in surplus):
        count = sum(1 for d in dice if d.colour == colour)
        due = list(places).count(colour)
        text = message("I see {count} {colour} dice where {due} are expected; take {more} away.")
        if due == 0:
            text = message("I see a {die}, which has left the game; take it away.")
        elif due == 1:
            text = message("I see {count} {colour} dice where {due} is expected; take {more} away.")
        values: dict[str, object] = {"count": count, "due": due, "more": count - due}
        problems.append(
            Problem("too-many", Phrase(text, values | {"colour": (colour,), "die": (DIE_NAMES[colour],)}))
        )
    return problems


def _possible_dice(count: int) -> Problem:
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
    """Return the problems of a reading, the most serious first.

    `surplus`: dice beyond the expected set; `missing`: colours of missing dice; `places`: colours of all
    expected dice; `possible`: number of other boxes that may show dice; `sides`: number of sides of the
    expected dice, or None if no set is expected; `other_sides`: number of dice with other numbers of sides.
    """
    problems: list[Problem] = []
    if not dice:
        text = phrase("I see no dice in this picture.")
        if sides == 8:
            text = phrase("I see no eight-sided dice in this picture.")
        problems.append(Problem("no-dice", text))
    elif missing:
        problems.append(_missing([d for d in dice if d not in surplus], missing, places, sides))
    if missing and other_sides:
        problems.append(_other_sides(sides, other_sides))
    problems += _surplus(dice, surplus, places)
    for die in dice:
        if die.state == "cocked":
            text = phrase(
                "The {die} leans ({choices}?); lay it flat or throw it again.",
                die=(DIE_NAMES[die.colour],),
                choices=choices(die),
            )
            problems.append(Problem("cocked", text))
        elif die.doubtful:
            problems.append(doubt(die))
    if possible:
        problems.append(_possible_dice(possible))
    return tuple(problems)


def assess(
    assignment: Assignment,
    size: tuple[int, int],
    places: Sequence[Colour],
    sides: int | None,
    crowded: bool = False,
    flat: float | None = None,
) -> Reading:
    """Return the reading of an assignment in a picture of `size` (width, height).

    `places`, `sides`: colours and number of sides of the expected dice, or empty and None if no set is
    expected; `crowded`: True if likely dice were left out; `flat`: the largest result of `leans` for a flat
    die, by default the fitted value.
    """
    usual = _usual_box(assignment.dice)
    ours = (*assignment.dice, *assignment.spare)
    flat = most_lean() if flat is None else flat
    leaning = leans(tops_of([each.prediction for each in ours]), size)
    made = {
        each: _die(each, size, usual, each in assignment.unsure, lean > flat)
        for each, lean in zip(ours, leaning, strict=True)
    }
    dice = tuple(made.values())
    surplus = tuple(made[each] for each in assignment.spare)
    others = (*assignment.other_kind, *assignment.other_set)
    ignored = tuple(_die(each, size, usual, False, False) for each in others)
    perhaps = tuple(_die(each, size, usual, False, False) for each in assignment.perhaps)
    if not assignment.missing and not assignment.spare:
        # the set is full: a thing may only belong to it if its top is hidden and a stray die took its place
        perhaps = tuple(die for die in (*ignored, *perhaps) if not die.shows_top)
    problems = describe(
        dice,
        surplus,
        assignment.missing,
        places,
        assignment.possible + len(perhaps),
        sides,
        len(assignment.other_kind),
    )
    if crowded:
        problems += (CROWDED,)
    status: Status = "unsure" if problems else "complete"
    if assignment.missing or assignment.spare:
        status = "wrong-set"
    return Reading(size, status, dice, ignored, problems, assignment.probability, kind=kind_of(sides))


def without_colour(reading: Reading) -> Reading:
    """Return the reading of a picture without colours: every die is doubtful, the problem is NO_COLOUR."""
    dice = tuple(replace(die, doubtful=True) for die in reading.dice)
    return replace(reading, status="unsure", dice=dice, problems=(NO_COLOUR,), probability=0.0)


def _usual_box(dice: Sequence[AssignedDie]) -> tuple[float, float]:
    """Return the median width and height of the dice, or infinities for fewer than MIN_USUAL_DICE."""
    if len(dice) < MIN_USUAL_DICE:
        return (float("inf"), float("inf"))
    wide, tall = np.median([die.prediction.candidate.box[2:] for die in dice], 0)
    return float(wide), float(tall)


def _is_whole(prediction: DiePrediction, usual: tuple[float, float], size: tuple[int, int]) -> bool:
    """Return True if a die at the border has about the `usual` size and shows most of its top face."""
    _, _, w, h = prediction.candidate.box
    if w < MIN_VISIBLE_SHARE * usual[0] or h < MIN_VISIBLE_SHARE * usual[1]:
        return False
    side = max(w, h)
    for middle, at, reach, end in zip(
        prediction.candidate.centre, prediction.face_offset, prediction.face_spread, size, strict=True
    ):
        there = middle + at * side
        if min(there, end - there) < FACE_EXTENT_DEVIATIONS * reach * side:
            return False
    return True


def _die(
    assigned: AssignedDie, size: tuple[int, int], usual: tuple[float, float], unsure: bool, cocked: bool
) -> Die:
    prediction = assigned.prediction
    state: State = "cocked" if cocked else STATES[int(prediction.states.argmax())]
    box = prediction.candidate.box
    if touches_border(box, size) and not _is_whole(prediction, usual, size):
        state = "cut"
    colours = sorted(zip(COLOUR_ORDER, map(float, assigned.colours), strict=True), key=lambda pair: -pair[1])
    values = sorted(enumerate(map(float, assigned.values), 1), key=lambda pair: -pair[1])
    return Die(
        colour=assigned.colour,
        value=assigned.value,
        sides=assigned.sides,
        confidence=float(np.clip(assigned.confidence, 0, 1)),
        state=state,
        box=whole_pixels(box, size),
        alternatives=tuple(values),
        colours=tuple(sorted(colours, key=lambda pair: pair[0] != assigned.colour)),
        doubtful=unsure or state != "flat",
    )
