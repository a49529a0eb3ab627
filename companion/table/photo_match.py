"""Matches the dice of a photo with those of a roll, and corrects both."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from companion.rules import Roll
from companion.table.events import Photo, SeenDie
from sheets.pad import COLOURS

WHITE_DICE = ("w1", "w2")
"""Names of the white dice; other dice are named by their colour."""


def colour_of(die: str) -> str:
    """Return the colour of the die called "w1", "w2", "red" and so on."""
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
    """Return the roll in which each die shows its value. Raise KeyError if a white die is missing.

    >>> str(roll_of({"red": 3, "w2": 1, "w1": 4}))
    'w4 w1 r3'
    """
    coloured = {die: value for die, value in values.items() if die not in WHITE_DICE}
    return Roll((values["w1"], values["w2"]), **coloured)


def changed_dice(old: Roll, new: Roll) -> tuple[tuple[str, int, int], ...]:
    """Return the dice with different values in two rolls: colour, old and new value.

    White dice look alike, so they are compared as a pair. Dice that one of the rolls lacks are left out.

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
    """Return the index in `photo` of each of these dice ("w1", "w2", colours); white dice are taken in the
    photo's order.

    Dice that the photo lacks, and dice in the photo that aren't in `dice`, are left out.
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
    """Return `photo` with the dice set to these values, which people have confirmed; None if there is no
    photo."""
    if photo is None:
        return None
    said = {index: values[key] for key, index in match_dice(photo, values).items()}
    return _with(
        photo, {i: msgspec.structs.replace(photo.dice[i], value=v, doubtful=False) for i, v in said.items()}
    )


def photo_truths(photo: Photo, dice: Iterable[str]) -> dict[int, tuple[str, int]]:
    """Return the colour and value of dice in a completed photo, by their index.

    If the photo shows more dice of a colour than `dice` has, those are left out, because it is unknown which
    is which.
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
    """Return the roll and the photo with `die` showing `value`. Raise ValueError if there is no such die.

    >>> str(correct_die(Roll.parse("w4 w1 r3"), None, "w2", 6)[0])
    'w4 w6 r3'
    """
    values = values_of(roll)
    if die not in values:
        raise ValueError(f"there is no die {die}")
    values[die] = value
    return roll_of(values), complete_photo(photo, values)


def swap_dice(roll: Roll, photo: Photo | None, die: str, other: str) -> tuple[Roll, Photo | None]:
    """Return the roll and the photo with the colours of two dice swapped, because each was taken for the
    other.

    Raise ValueError if there is no such die.

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
