"""Evidence: which die of a photo is which die of the roll, and how a correction changes both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from companion.rules import Roll
from companion.table.events import Photo, SeenDie
from sheets.pad import COLOURS

WHITES = ("w1", "w2")
"""The two white dice; every other die is called by its colour."""


def colour_of(die: str) -> str:
    """The colour of the die "w1", "w2" or "red" …"""
    return "white" if die in WHITES else die


def slots_of(roll: Roll) -> tuple[str, ...]:
    """The dice of a roll: "w1", "w2" and its colours.

    >>> slots_of(Roll.parse("w4 w1 r3"))
    ('w1', 'w2', 'red')
    """
    return (*WHITES, *(colour for colour in COLOURS if getattr(roll, colour) is not None))


def values_of(roll: Roll) -> dict[str, int]:
    """What each die of a roll shows."""
    values = dict(zip(WHITES, roll.white, strict=True))
    return values | {colour: getattr(roll, colour) for colour in slots_of(roll)[2:]}


def roll_of(values: Mapping[str, int]) -> Roll:
    """The roll in which each die shows its value; KeyError where a white one is missing.

    >>> str(roll_of({"red": 3, "w2": 1, "w1": 4}))
    'w4 w1 r3'
    """
    coloured = {die: value for die, value in values.items() if die not in WHITES}
    return Roll((values["w1"], values["w2"]), **coloured)


def changed(old: Roll, new: Roll) -> tuple[tuple[str, int, int], ...]:
    """The dice that show something else: of each its colour, what it showed and what it shows.

    White dice have no names, so they are compared as a pair. A die that one of the rolls lacks is left out.

    >>> changed(Roll.parse("w4 w1 r3"), Roll.parse("w1 w4 r5"))
    (('red', 3, 5),)
    >>> changed(Roll.parse("w4 w1 r3"), Roll.parse("w1 w6 r3"))
    (('white', 4, 6),)
    """
    before, after = list(old.white), list(new.white)
    for value in old.white:
        if value in after:
            before.remove(value)
            after.remove(value)
    found = [("white", was, now) for was, now in zip(before, after, strict=True)]
    for colour in COLOURS:
        was, now = getattr(old, colour), getattr(new, colour)
        if was is not None and now is not None and was != now:
            found.append((colour, was, now))
    return tuple(found)


def matched(photo: Photo | None, slots: Iterable[str]) -> dict[str, int]:
    """For each slot the index of its die in `photo`; white ones in the order of the photo.

    A slot without a die, and a die without a slot, are left out.
    """
    found: dict[str, int] = {}
    wanted = tuple(slots)
    for index, die in enumerate(photo.dice if photo else ()):
        keys = WHITES if die.colour == "white" else (die.colour,)
        key = next((key for key in keys if key in wanted and key not in found), None)
        if key is not None:
            found[key] = index
    return found


def completed(photo: Photo | None, values: Mapping[str, int]) -> Photo | None:
    """`photo` with each die showing what people say that it shows."""
    if photo is None:
        return None
    said = {index: values[key] for key, index in matched(photo, values).items()}
    return _with(
        photo, {i: msgspec.structs.replace(photo.dice[i], value=v, doubtful=False) for i, v in said.items()}
    )


def _with(photo: Photo, changed: Mapping[int, SeenDie]) -> Photo:
    dice = tuple(changed.get(index, die) for index, die in enumerate(photo.dice))
    return msgspec.structs.replace(photo, dice=dice)


def with_value(roll: Roll, photo: Photo | None, die: str, value: int) -> tuple[Roll, Photo | None]:
    """Roll and photo with `die` showing `value`. ValueError for a die that is not there.

    >>> str(with_value(Roll.parse("w4 w1 r3"), None, "w2", 6)[0])
    'w4 w6 r3'
    """
    values = values_of(roll)
    if die not in values:
        raise ValueError(f"there is no die {die}")
    values[die] = value
    return roll_of(values), completed(photo, values)


def swapped(roll: Roll, photo: Photo | None, die: str, other: str) -> tuple[Roll, Photo | None]:
    """Roll and photo with the colours of two dice changed over: each was taken for the other.

    ValueError for a die that is not there.

    >>> str(swapped(Roll.parse("w4 w1 r3 b6"), None, "red", "blue")[0])
    'w4 w1 r6 b3'
    """
    values = values_of(roll)
    if die not in values or other not in values:
        raise ValueError(f"there is no die {die} or {other}")
    values[die], values[other] = values[other], values[die]
    if photo is None:
        return roll_of(values), None
    where = matched(photo, values)
    pairs = ((die, other), (other, die))
    photo = _with(
        photo,
        {
            where[old]: msgspec.structs.replace(photo.dice[where[old]], colour=colour_of(new), doubtful=False)
            for old, new in pairs
            if old in where
        },
    )
    roll = roll_of(values)
    whites = [photo.dice[index].value for key, index in matched(photo, WHITES).items()]
    if len(whites) == 2:  # their order in the photo may have changed
        roll = replace(roll, white=(whites[0], whites[1]))
    return roll, photo
