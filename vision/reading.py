"""The result of reading the dice in one image."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sheets.language import Translate
from vision.geometry import PixelBox, scaled_box
from vision.problem import Problem

Colour = Literal["white", "red", "yellow", "green", "blue", "other"]
COLOURS: tuple[Colour, ...] = ("white", "red", "yellow", "green", "blue")
"""The colours of the game's dice; any other die is `other`."""
COLOUR_ORDER: tuple[Colour, ...] = (*COLOURS, "other")
"""Colours in the order of the outputs of the networks that read dice."""

State = Literal["flat", "cocked", "cut", "hidden"]
TOP_UNSEEN: frozenset[State] = frozenset({"cut", "hidden"})
"""States in which the top of a die is not fully visible, so its value may be that of a side face."""
Status = Literal["complete", "unsure", "wrong-set"]
Kind = Literal["six", "eight", "any"]
"""The dice that are expected in an image: a set of six-sided dice, a set of eight-sided dice, or any dice."""
Turn = Literal[0, 90, 180, 270]
"""An angle in degrees, clockwise."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die in an image."""

    colour: Colour
    value: int
    sides: int
    confidence: float  # the probability that colour and value are both right, 0 to 1
    state: State
    box: PixelBox  # around its visible part
    alternatives: tuple[tuple[int, float], ...]
    """Possible values with their probabilities, likeliest first; the first is `value`."""
    colours: tuple[tuple[Colour, float], ...]
    """Possible colours with their probabilities: `colour` first, then the others, likeliest first."""
    doubtful: bool = False  # True if a person should check it

    @property
    def shows_top(self) -> bool:
        return self.state not in TOP_UNSEEN

    def __post_init__(self) -> None:
        if not 1 <= self.value <= self.sides:
            raise ValueError(f"a die of {self.sides} sides shows 1 to {self.sides}, not {self.value}")
        if not 0 <= self.confidence <= 1:
            raise ValueError(f"a confidence lies between 0 and 1, not at {self.confidence}")
        if not self.alternatives or self.alternatives[0][0] != self.value:
            raise ValueError(f"the first alternative must be the value {self.value}: {self.alternatives}")


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading the dice in one image."""

    size: tuple[int, int]  # width, height of the upright image in pixels
    status: Status
    dice: tuple[Die, ...] = ()
    ignored: tuple[Die, ...] = ()  # dice that do not belong to the expected set
    problems: tuple[Problem, ...] = ()
    probability: float = 0.0  # that all dice are read correctly; 0 if a die is missing or surplus
    turn: Turn = 0  # clockwise degrees by which the reader turned the image before it read the dice
    kind: Kind = "six"  # the expected dice

    def __post_init__(self) -> None:
        if self.status == "complete" and not all(die.shows_top for die in self.dice):
            raise ValueError("a reading with a die that is cut or hidden is not complete")

    def in_size(self, size: tuple[int, int]) -> Reading:
        """Return the same reading for the image after it is resized to `size` (width, height)."""
        dice, ignored = (
            tuple(replace(die, box=scaled_box(die.box, self.size, size)) for die in each)
            for each in (self.dice, self.ignored)
        )
        return replace(self, size=size, dice=dice, ignored=ignored)

    def to_json(self, image: str, _: Translate = str) -> dict[str, object]:
        """Return the object that `qwixx read --json` prints for the file `image`; `_` translates texts."""

        def die(d: Die) -> dict[str, object]:
            return {
                "colour": d.colour,
                "value": d.value,
                "sides": d.sides,
                "confidence": round(d.confidence, 4),
                "state": d.state,
                "box": list(d.box),
                "alternatives": [[value, round(p, 4)] for value, p in d.alternatives],
            }

        return {
            "image": image,
            "status": self.status,
            "dice": [die(d) for d in self.dice],
            "ignored": [die(d) for d in self.ignored],
            "problems": [problem.to_json(_) for problem in self.problems],
        }
