"""The dice that are seen in one image."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sheets.language import Translate
from vision.geometry import PixelBox, scaled_box
from vision.problem import Problem

Colour = Literal["white", "red", "yellow", "green", "blue", "other"]
COLOURS: tuple[Colour, ...] = ("white", "red", "yellow", "green", "blue")
"""The colours of the six dice; anything else is `other`."""
COLOUR_ORDER: tuple[Colour, ...] = (*COLOURS, "other")
"""Colours in the order of the reader's outputs."""

State = Literal["flat", "cocked", "cut", "hidden"]
TOP_UNSEEN: frozenset[State] = frozenset({"cut", "hidden"})
"""States of a die whose top is not fully visible: its value may be that of a side."""
Status = Literal["complete", "unsure", "wrong-set"]
Kind = Literal["six", "eight", "any"]
"""The expected dice: a set with six sides, one with eight, or any."""
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
    """Values with their probabilities, best first, the first being `value`."""
    colours: tuple[tuple[Colour, float], ...]
    """Colours with their probabilities, best first, the first being `colour`."""
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
    """The dice in one image."""

    size: tuple[int, int]  # width, height of the upright image in pixels
    status: Status
    dice: tuple[Die, ...] = ()
    ignored: tuple[Die, ...] = ()
    problems: tuple[Problem, ...] = ()
    probability: float = 0.0  # that all dice of the roll are read correctly; 0 if one is missing or surplus
    turn: Turn = 0  # clockwise degrees by which the image was turned to read it
    kind: Kind = "six"  # the expected dice

    def __post_init__(self) -> None:
        if self.status == "complete" and not all(die.shows_top for die in self.dice):
            raise ValueError("a reading with a die that is cut or hidden is not complete")

    def in_size(self, size: tuple[int, int]) -> Reading:
        """Return the same reading for the image in this width and height."""
        dice, ignored = (
            tuple(replace(die, box=scaled_box(die.box, self.size, size)) for die in each)
            for each in (self.dice, self.ignored)
        )
        return replace(self, size=size, dice=dice, ignored=ignored)

    def to_json(self, image: str, _: Translate = str) -> dict[str, object]:
        """Return the object of `qwixx read --json` for the file named `image`; `_` translates sentences."""

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
