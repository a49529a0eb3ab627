"""The dice on the table, and those that people tap in."""

from dataclasses import dataclass

from companion.rules import Roll
from companion.table.photo_match import colour_of, dice_of, values_of


@dataclass(frozen=True, slots=True)
class RolledDie:
    """One die of a roll."""

    key: str
    """"w1", "w2" or its colour."""
    value: int | None
    """None if people are to say it."""
    crop: str = ""
    """The address of its picture, if a photo shows it unclearly."""

    @property
    def colour(self) -> str:
        """Return its colour."""
        return colour_of(self.key)


def rolled_dice(roll: Roll | int | None) -> tuple[RolledDie, ...]:
    """Return the dice of a roll, white ones first; none in the card game.

    >>> rolled_dice(Roll.parse("w4 w1"))[0]
    RolledDie(key='w1', value=4, crop='')
    """
    if not isinstance(roll, Roll):
        return ()
    values = values_of(roll)
    return tuple(RolledDie(key, values[key]) for key in dice_of(roll))
