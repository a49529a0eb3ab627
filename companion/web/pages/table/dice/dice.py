"""The dice on the table, and the cards that correct them."""

from dataclasses import dataclass

from companion.rules import Roll
from companion.table.photo_match import colour_of, dice_of, values_of


@dataclass(frozen=True, slots=True)
class RolledDie:
    """One die of a roll. `key`: "w1", "w2" or its colour."""

    key: str
    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class DieCorrection:
    """The card that corrects the value or the colour of a die. `partners`: dice with which it may change
    places."""

    die: RolledDie
    partners: tuple[RolledDie, ...]


def rolled_dice(roll: Roll | int | None) -> tuple[RolledDie, ...]:
    """Return the dice of a roll, white ones first; none in the card game.

    >>> rolled_dice(Roll.parse("w4 w1"))[0]
    RolledDie(key='w1', colour='white', value=4)
    """
    if not isinstance(roll, Roll):
        return ()
    values = values_of(roll)
    return tuple(RolledDie(key, colour_of(key), values[key]) for key in dice_of(roll))


def present_corrections(dice: tuple[RolledDie, ...]) -> tuple[DieCorrection, ...]:
    """Return a card for each die."""
    return tuple(
        DieCorrection(die, tuple(other for other in dice if other.colour != die.colour)) for die in dice
    )
