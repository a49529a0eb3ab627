"""Matches the dice in a photo with the dice of a roll, and corrects both."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from companion.rules import Roll
from companion.table.events import Photo
from sheets.pad import COLOURS

WHITE_DICE = ("w1", "w2")
"""Names of the white dice. A coloured die is named by its colour."""


def colour_of(die: str) -> str:
    """Return the colour of the die "w1", "w2", "red" and so on."""
    return "white" if die in WHITE_DICE else die


def dice_of(roll: Roll) -> tuple[str, ...]:
    """Return the names of the dice in a roll: "w1", "w2" and colours."""
    return (*WHITE_DICE, *(colour for colour in COLOURS if getattr(roll, colour) is not None))


def values_of(roll: Roll) -> dict[str, int]:
    """Return the value of each die in a roll, by the die's name."""
    values = dict(zip(WHITE_DICE, roll.white, strict=True))
    return values | {colour: getattr(roll, colour) for colour in dice_of(roll)[2:]}


def roll_of(values: Mapping[str, int]) -> Roll:
    """Return the roll in which each die shows its value. Raise KeyError if a white die is missing."""
    coloured = {die: value for die, value in values.items() if die not in WHITE_DICE}
    return Roll((values["w1"], values["w2"]), **coloured)


def changed_dice(old: Roll, new: Roll) -> tuple[tuple[str, int, int], ...]:
    """Return (colour, old value, new value) for each die that differs; swapped white dice don't differ.

    >>> changed_dice(Roll.parse("w4 w1 r3"), Roll.parse("w1 w4 r5"))
    (('red', 3, 5),)
    >>> changed_dice(Roll.parse("w4 w1 r3"), Roll.parse("w1 w6 r3"))
    (('white', 4, 6),)
    """
    before, after = list(old.white), list(new.white)
    for value in old.white:
        if value in after:
            before.remove(value)
            after.remove(value)
    changed = [("white", was, now) for was, now in zip(before, after, strict=True)]
    for colour in COLOURS:
        was, now = getattr(old, colour), getattr(new, colour)
        if was is not None and now is not None and was != now:
            changed.append((colour, was, now))
    return tuple(changed)


def match_dice(photo: Photo | None, dice: Iterable[str]) -> dict[str, int]:
    """Return the index in `photo.dice` of each die found in the photo, by the die's name.

    `dice`: names of the dice to find ("w1", "red").
    """
    indices: dict[str, int] = {}
    wanted = tuple(dice)
    for index, die in enumerate(photo.dice if photo else ()):
        keys = WHITE_DICE if die.colour == "white" else (die.colour,)
        key = next((key for key in keys if key in wanted and key not in indices), None)
        if key is not None:
            indices[key] = index
    return indices


def complete_photo(photo: Photo | None, values: Mapping[str, int]) -> Photo | None:
    """Return `photo` with its dice set to `values`, without doubts, or None if there is no photo."""
    if photo is None:
        return None
    dice = list(photo.dice)
    for die, index in match_dice(photo, values).items():
        dice[index] = msgspec.structs.replace(dice[index], value=values[die], doubtful=False)
    return msgspec.structs.replace(photo, dice=tuple(dice))


def photo_truths(photo: Photo, dice: Iterable[str]) -> dict[int, tuple[str, int]]:
    """Return (colour, value) of each of the `dice` in a completed photo, by index in `photo.dice`, for
    training.

    If the photo shows more dice of a colour than `dice` contains, leave out all dice of that colour.
    """
    where = match_dice(photo, dice)
    shown = Counter(die.colour for die in photo.dice)
    due = Counter(photo.dice[index].colour for index in where.values())
    return {
        index: (die.colour, die.value)
        for index, die in enumerate(photo.dice)
        if index in where.values() and shown[die.colour] == due[die.colour]
    }


def correct_die(roll: Roll, photo: Photo | None, die: str, value: int) -> tuple[Roll, Photo | None]:
    """Return the roll and the photo with `die` showing `value`. Raise ValueError for an unknown die."""
    values = values_of(roll)
    if die not in values:
        raise ValueError(f"there is no die {die}")
    values[die] = value
    return roll_of(values), complete_photo(photo, values)


def swap_dice(roll: Roll, photo: Photo | None, die: str, other: str) -> tuple[Roll, Photo | None]:
    """Return roll and photo with the colours of two dice swapped. Raise ValueError for an unknown die."""
    values = values_of(roll)
    if die not in values or other not in values:
        raise ValueError(f"there is no die {die} or {other}")
    values[die], values[other] = values[other], values[die]
    if photo is None:
        return roll_of(values), None
    where, dice = match_dice(photo, values), list(photo.dice)
    for old, new in ((die, other), (other, die)):
        if old in where:
            seen = photo.dice[where[old]]
            dice[where[old]] = msgspec.structs.replace(seen, colour=colour_of(new), doubtful=False)
    photo = msgspec.structs.replace(photo, dice=tuple(dice))
    roll = roll_of(values)
    whites = [photo.dice[index].value for key, index in match_dice(photo, WHITE_DICE).items()]
    if len(whites) == 2:  # their order in the photo may have changed
        roll = replace(roll, white=(whites[0], whites[1]))
    return roll, photo
