"""A photo of the whole set of dice, of which people confirm every die."""

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
    "Dice seen in the photo: {seen}. It must show all six and nothing else; lay them a little apart, go "
    "nearer if they look small, and take it again."
)
NOT_THE_SET = message(
    "The set has two white dice and one each of red, yellow, green and blue; correct the colours."
)


class WrongSet(BadInput):
    """The dice are not the six of the set; the message says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class DicePhoto:
    """A photo of the six dice. `name`: 16 hexadecimal digits; `image`: HxWx3, BGR; `dice`: in reading order;
    `turn`: angle in degrees, clockwise, by which it was turned to read them."""

    name: str
    image: Image
    dice: tuple[Die, ...]
    sides: int
    turn: Turn

    @classmethod
    def of_reading(cls, name: str, image: Image, reading: Reading, sides: int) -> "DicePhoto":
        """Return the photo with the dice that were seen in it. Raise WrongSet unless they are six."""
        seen = (*reading.dice, *(die for die in reading.ignored if die.sides == sides))
        if len(seen) != len(SET):
            raise WrongSet(NO_SET, seen=len(seen))
        dice = sorted(seen, key=lambda die: reading_order(die.box, image.shape[0]))
        return cls(name, image, tuple(dice), sides, reading.turn)

    @property
    def proposed_colours(self) -> tuple[Colour, ...]:
        """Return the likeliest colour of each die as far as the set has it; the surest dice choose first."""
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
        """Raise WrongSet unless the dice, each with colour and value, are those of the set."""
        if Counter(colour for colour, _ in truths) != Counter(SET):
            raise WrongSet(NOT_THE_SET)
