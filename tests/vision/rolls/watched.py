"""Pictures of dice on a table for tests of `Settler`, with a reader that knows which dice are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from sheets.language import Phrase
from vision.frames.image import Image
from vision.frames.source import Frame
from vision.problem import Problem
from vision.reading import Colour, Die, Reading
from vision.rolls.settler import Event, Settler

RATE = 15
PAINT = {
    "white": (230, 235, 235),
    "red": (40, 30, 200),
    "yellow": (30, 200, 240),
    "green": (60, 150, 40),
    "blue": (190, 90, 30),
}
PlacedDie = tuple[Colour, int, int, int]
"""Colour and value of a die, and x and y of its centre in pixels."""
FIRST: tuple[PlacedDie, ...] = (
    ("white", 5, 100, 90),
    ("white", 1, 190, 240),
    ("red", 3, 280, 100),
    ("yellow", 2, 360, 280),
    ("green", 6, 470, 130),
    ("blue", 4, 540, 330),
)
SECOND: tuple[PlacedDie, ...] = (
    ("white", 2, 500, 90),
    ("white", 6, 120, 300),
    ("red", 1, 320, 330),
    ("yellow", 4, 230, 150),
    ("green", 3, 400, 200),
    ("blue", 5, 90, 120),
)
EDGE = 44


def die(colour: Colour, value: int, x: int, y: int, p: float = 0.98, other: int | None = None) -> Die:
    second = other or (value % 6 + 1)
    return Die(
        colour=colour,
        value=value,
        sides=6,
        confidence=p,
        state="flat",
        box=(x - EDGE // 2, y - EDGE // 2, EDGE, EDGE),
        alternatives=((value, p), (second, 1 - p)),
        colours=((colour, 1.0),),
    )


def reading(dice: Sequence[PlacedDie], p: float = 0.98) -> Reading:
    seen = tuple(die(*lying, p=p) for lying in dice)
    if len(dice) != 6:
        return Reading(
            (640, 400), "wrong-set", seen, problems=(Problem("missing", Phrase("Dice are missing.")),)
        )
    return Reading((640, 400), "complete" if p > 0.9 else "unsure", seen, probability=p)


@dataclass
class WatchedTable:
    """A table drawn from above, watched by a settler at 15 frames per second."""

    settler: Settler = field(default_factory=Settler)
    dice: tuple[PlacedDie, ...] = ()
    hidden: bool = False
    p: float = 0.98
    light: float = 1.0
    reads: int = 0
    misread: list[tuple[PlacedDie, ...]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    _number: int = 0
    _rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def __post_init__(self) -> None:
        grain = self._rng.normal(120, 18, (50, 80, 1)).astype(np.float32)
        self._wood = np.repeat(cv2.resize(grain, (640, 400))[:, :, None], 3, axis=2)
        self._noise = self._rng.normal(0, 2.5, (460, 740, 3)).astype(np.float32)

    @property
    def seconds(self) -> float:
        return self._number / RATE

    @property
    def rolls(self) -> list[Event]:
        return [event for event in self.events if event.kind == "roll"]

    @property
    def states(self) -> list[str]:
        return [event.state for event in self.events if event.kind == "state"]

    def picture(self, dice: Sequence[PlacedDie], hand: int | None, shadow: int | None) -> Image:
        image = self._wood.copy()
        for colour, value, x, y in dice:
            half = EDGE // 2
            cv2.rectangle(image, (x - half, y - half), (x + half, y + half), PAINT[colour], -1)
            for i in range(value):
                cv2.circle(image, (x - 12 + 12 * (i % 3), y - 8 + 16 * (i // 3)), 4, (20, 20, 20), -1)
        if shadow is not None:
            dark = np.zeros((400, 640, 1), np.float32)
            cv2.rectangle(dark, (shadow, 0), (shadow + 200, 400), 1.0, -1)
            image *= 1 - 0.45 * cv2.blur(dark, (81, 81))[:, :, None]
        if hand is not None:
            cv2.ellipse(image, (hand, 400), (110, 260), 0, 0, 360, (120, 150, 200), -1)
        x, y = self._rng.integers((0, 0), (100, 60))
        return np.clip(image * np.float32(self.light) + self._noise[y : y + 400, x : x + 640], 0, 255).astype(
            np.uint8
        )

    def read(self, image: Image) -> Reading:
        assert image.shape == (400, 640, 3)
        self.reads += 1
        dice = self.misread[self.reads % len(self.misread)] if self.misread else self.dice
        return Reading((640, 400), "wrong-set") if self.hidden else reading(dice, self.p)

    def frame(
        self, dice: Sequence[PlacedDie] | None = None, hand: int | None = None, shadow: int | None = None
    ) -> None:
        self.show(self.picture(self.dice if dice is None else dice, hand, shadow))

    def show(self, image: Image) -> None:
        self._number += 1
        event = self.settler.see(Frame(image, self._number, self.seconds), self.read)
        if event is not None:
            self.events.append(event)

    def rest(self, seconds: float) -> None:
        for _ in range(round(seconds * RATE)):
            self.frame()

    def roll(self, dice: tuple[PlacedDie, ...], seconds: float = 0.7) -> None:
        """Let the dice move about and come to rest as `dice`."""
        for _ in range(round(seconds * RATE)):
            places = self._rng.integers((60, 60), (580, 340), (len(dice), 2))
            self.frame([(d[0], d[1], int(x), int(y)) for d, (x, y) in zip(dice, places, strict=True)])
        self.dice = dice

    def reach_in(self, then: tuple[PlacedDie, ...] | None = None) -> None:
        """Let a hand come in and go. It replaces the dice with `then`, if given."""
        for x in (-90, 0, 90, 180, 260, 300):
            self.frame(hand=x)
        if then is not None:
            self.dice = then
        for x in (290, 250, 180, 90, 0, -90):
            self.frame(hand=x)
