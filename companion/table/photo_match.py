"""Matching the dice of a photo with those of the roll, and correcting both."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from companion.rules import Roll
from companion.table.events import Photo, SeenDie
from sheets.pad import COLOURS

WHITE_DICE = ("w1", "w2")
"""The two white dice; every other die is called by its colour."""


def colour_of(die: str) -> str:
    """Return the colour of a die called "w1", "w2", "red" and so on."""
    return "white" if die in WHITE_DICE else die


def dice_of(roll: Roll) -> tuple[str, ...]:
    """Return the dice of a roll: "w1", "w2" and its colours.

    >>> dice_of(Roll.parse("w4 w1 r3"))
    ('w1', 'w2', 'red')
    """
    return (*WHITE_DICE, *(colour for colour in COLOURS if getattr(roll, colour) is not None))


def values_of(roll: Roll) -> dict[str, int]:
    """Return the value of each die of a roll."""
    values = dict(zip(WHITE_DICE, roll.white, strict=True))
    return values | {colour: getattr(roll, colour) for colour in dice_of(roll)[2:]}


def roll_of(values: Mapping[str, int]) -> Roll:
    """Return the roll in which each die shows its value. Raise KeyError if a white one is missing.

    >>> str(roll_of({"red": 3, "w2": 1, "w1": 4}))
    'w4 w1 r3'
    """
    coloured = {die: value for die, value in values.items() if die not in WHITE_DICE}
    return Roll((values["w1"], values["w2"]), **coloured)


def changed_dice(old: Roll, new: Roll) -> tuple[tuple[str, int, int], ...]:
    """Return the dice that show something else: colour, old and new value.

    White dice have no names, so they are compared as a pair. A die that one of the rolls lacks is left out.

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
    found = [("white", was, now) for was, now in zip(before, after, strict=True)]
    for colour in COLOURS:
        was, now = getattr(old, colour), getattr(new, colour)
        if was is not None and now is not None and was != now:
            found.append((colour, was, now))
    return tuple(found)


def match_dice(photo: Photo | None, dice: Iterable[str]) -> dict[str, int]:
    """Return the index in `photo` of each of these dice ("w1", "w2", colours); white ones in its order.

    A die that the photo lacks, and one in the photo that was not asked for, are left out.
    """
    found: dict[str, int] = {}
    wanted = tuple(dice)
    for index, die in enumerate(photo.dice if photo else ()):
        keys = WHITE_DICE if die.colour == "white" else (die.colour,)
        key = next((key for key in keys if key in wanted and key not in found), None)
        if key is not None:
            found[key] = index
    return found


def complete_photo(photo: Photo | None, values: Mapping[str, int]) -> Photo | None:
    """Return `photo` with each die showing the value that people say."""
    if photo is None:
        return None
    said = {index: values[key] for key, index in match_dice(photo, values).items()}
    return _with(
        photo, {i: msgspec.structs.replace(photo.dice[i], value=v, doubtful=False) for i, v in said.items()}
    )


def photo_truths(photo: Photo, dice: Iterable[str]) -> dict[int, tuple[str, int]]:
    """Return colour and value of each die of a completed photo, by its index, as far as people told them.

    If the photo shows more dice of a colour than these, it is unknown which is which.
    """
    where = match_dice(photo, dice)
    shown = Counter(die.colour for die in photo.dice)
    due = Counter(photo.dice[index].colour for index in where.values())
    return {
        index: (die.colour, die.value)
        for index, die in enumerate(photo.dice)
        if index in where.values() and shown[die.colour] == due[die.colour]
    }


def _with(photo: Photo, replaced: Mapping[int, SeenDie]) -> Photo:
    dice = tuple(replaced.get(index, die) for index, die in enumerate(photo.dice))
    return msgspec.structs.replace(photo, dice=dice)


def correct_die(roll: Roll, photo: Photo | None, die: str, value: int) -> tuple[Roll, Photo | None]:
    """Roll and photo with `die` showing `value`. ValueError for a die that is not there.

    >>> str(correct_die(Roll.parse("w4 w1 r3"), None, "w2", 6)[0])
    'w4 w6 r3'
    """
    values = values_of(roll)
    if die not in values:
        raise ValueError(f"there is no die {die}")
    values[die] = value
    return roll_of(values), complete_photo(photo, values)


def swap_dice(roll: Roll, photo: Photo | None, die: str, other: str) -> tuple[Roll, Photo | None]:
    """Roll and photo with the colours of two dice changed over: each was taken for the other.

    ValueError for a die that is not there.

    >>> str(swap_dice(Roll.parse("w4 w1 r3 b6"), None, "red", "blue")[0])
    'w4 w1 r6 b3'
    """
    values = values_of(roll)
    if die not in values or other not in values:
        raise ValueError(f"there is no die {die} or {other}")
    values[die], values[other] = values[other], values[die]
    if photo is None:
        return roll_of(values), None
    where = match_dice(photo, values)
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
    whites = [photo.dice[index].value for key, index in match_dice(photo, WHITE_DICE).items()]
    if len(whites) == 2:  # their order in the photo may have changed
        roll = replace(roll, white=(whites[0], whites[1]))
    return roll, photo
