"""A photo of the whole set of dice, in which people confirm every die."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheets.errors import BadInput
from sheets.language import message
from vision.dice.assignment import expected_dice
from vision.frames.image import Image
from vision.geometry import reading_order
from vision.reading import COLOUR_ORDER, Colour, Die, Reading, Turn

SET = expected_dice()
"""The colours of the six dice."""
NO_SET = message(
    "Dice seen in the photo: {seen}. It must show all six and nothing else; lay them a little apart, "
    "move closer if they look small, and take it again."
)
NOT_THE_SET = message(
    "The set has two white dice and one each of red, yellow, green and blue; correct the colours."
)


class WrongSet(BadInput):
    """The dice are not the six of a set; the message says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class DicePhoto:
    """A photo of the six dice of a set."""

    name: str
    """Random name: 16 hexadecimal digits."""
    image: Image
    """HxWx3, BGR."""
    dice: tuple[Die, ...]
    """The dice in reading order."""
    sides: int
    turn: Turn
    """Angle by which the image was turned for the reading, in degrees, clockwise."""

    @classmethod
    def of_reading(cls, name: str, image: Image, reading: Reading, sides: int) -> "DicePhoto":
        """Return the photo with the dice in its reading. Raise WrongSet unless there are six with that many
        `sides`."""
        seen = (*reading.dice, *(die for die in reading.ignored if die.sides == sides))
        if len(seen) != len(SET):
            raise WrongSet(NO_SET, seen=len(seen))
        dice = sorted(seen, key=lambda die: reading_order(die.box, image.shape[0]))
        return cls(name, image, tuple(dice), sides, reading.turn)

    @property
    def proposed_colours(self) -> tuple[Colour, ...]:
        """Return a colour for each die, so that together they are the set.

        Dice get their likeliest colour, the surest first, while the set has it left; the other dice share the
        rest.
        """
        left = Counter(SET)
        chosen: dict[int, Colour] = {}
        for index in sorted(range(len(self.dice)), key=lambda index: -self.dice[index].colours[0][1]):
            colour = self.dice[index].colour
            if left[colour] > 0:
                chosen[index] = colour
                left[colour] -= 1
        rest = iter(sorted(left.elements(), key=COLOUR_ORDER.index))
        return tuple(chosen[index] if index in chosen else next(rest) for index in range(len(self.dice)))

    def check(self, truths: Sequence[tuple[str, int]]) -> None:
        """Raise WrongSet unless the colours of `truths`, the colour and value of each die, are those of the
        set."""
        if Counter(colour for colour, _ in truths) != Counter(SET):
            raise WrongSet(NOT_THE_SET)
