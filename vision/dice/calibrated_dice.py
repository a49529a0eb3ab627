"""The six dice of one table as its camera sees them: their paints, and the colours that the reader gives
them.

They are terms of the same model (`vision.dice.evidence.as_known`): known paints in an unknown light, in place
of the paints of dice in general.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.scoring import Paints
from vision.dice.tone import Tone
from vision.reading import COLOUR_ORDER, COLOURS, Colour

F64 = NDArray[np.float64]

TONE_SPREAD: Tone = (0.25, 0.1, 0.1)
"""Scale by which a die's tone varies from roll to roll beside the shift that all dice share: shade, pips,
gloss."""
READER_EXPONENT = 0.7
"""Exponent on the reader's probabilities: the reader saw the same pixels as the tone."""
READER_TRUST = 0.85
"""Share of the reader's probabilities for a die that stays the same next time; the rest is spread evenly."""
NOWHERE = -99.0
"""The tone of a die that was not learnt, far from every real tone."""


@dataclass(frozen=True, slots=True)
class CalibratedDie:
    """One die of the set.

    `said`: the probabilities that the reader gives its colour, in COLOUR_ORDER. Its paint may differ from the
    name of its colour in the game: orange for yellow.
    """

    colour: Colour
    tone: Tone
    said: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CalibratedDice:
    """The dice of a table.

    `size`: width and height of the frames in pixels; `edges`: the longer side of the smallest and of the
    largest die's box in them; `ground`: tone of the whole frame.
    """

    size: tuple[int, int]
    edges: tuple[float, float]
    sides: int
    ground: Tone
    dice: tuple[CalibratedDie, ...]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that are known, in COLOUR_ORDER."""
        here = {die.colour for die in self.dice}
        return tuple(name for name in COLOUR_ORDER if name in here)

    @property
    def paints(self) -> Paints:
        """The paints of the five colours; one that is not known has the tone NOWHERE."""
        tones = [self._tone(colour) for colour in COLOURS]
        return Paints(np.array(tones, np.float64), np.tile(np.array(TONE_SPREAD), (len(COLOURS), 1)))

    def named(self, likely: F64) -> F64:
        """N x 6: the likelihood of the reader's answer for each colour of the set, and last for dice of other
        sets.

        `likely`: the probabilities that it gives, N x 6 in COLOUR_ORDER.
        """
        heard = likely**READER_EXPONENT
        return np.asarray(heard / heard.sum(1, keepdims=True) @ self.words.T, np.float64)

    @property
    def words(self) -> F64:
        """6 x 6: for each colour of the set, and last for dice of other sets, how often the reader gives each
        colour."""
        names = len(COLOUR_ORDER)
        said = [self._said(colour) for colour in COLOURS] + [np.eye(names)[-1]]
        return np.asarray(READER_TRUST * np.array(said) + (1 - READER_TRUST) / names, np.float64)

    def _tone(self, colour: Colour) -> F64:
        found = [die.tone for die in self.dice if die.colour == colour]
        return np.mean(found, 0) if found else np.full(3, NOWHERE)

    def _said(self, colour: Colour) -> F64:
        found = [die.said for die in self.dice if die.colour == colour]
        return np.mean(found, 0) if found else np.zeros(len(COLOUR_ORDER))
