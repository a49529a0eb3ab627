"""Known dice as terms of the model: their paints, and what the reader calls them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.known_dice import READER_EXPONENT, READER_TRUST, TONE_SPREAD, KnownDice
from vision.joint.scoring import Paints
from vision.reading import COLOUR_ORDER, COLOURS

F64 = NDArray[np.float64]

NOWHERE = -99.0
"""The tone of a die that was not learnt: no die has it."""


def paints_of(known: KnownDice) -> Paints:
    """The paints of the five colours; no tone is like one that is not known."""
    tones = []
    for colour in COLOURS:
        found = [die.tone for die in known.dice if die.colour == colour]
        tones.append(np.mean(found, 0) if found else np.full(3, NOWHERE))
    return Paints(np.array(tones, np.float64), np.tile(np.array(TONE_SPREAD), (len(COLOURS), 1)))


def words_of(known: KnownDice) -> F64:
    """6 x 6: for each colour of the set, and last for strangers, how often the reader says each."""
    names = len(COLOUR_ORDER)
    said = []
    for colour in COLOURS:
        found = [die.said for die in known.dice if die.colour == colour]
        said.append(np.mean(found, 0) if found else np.zeros(names))
    said.append(np.eye(names)[-1])
    return np.asarray(READER_TRUST * np.array(said) + (1 - READER_TRUST) / names, np.float64)


def named(known: KnownDice, likely: F64) -> F64:
    """N x 6: how likely the reader says what it says of each colour of the set, and last of strangers.

    `likely`: the probabilities that it gives, N x 6 in COLOUR_ORDER.
    """
    heard = likely**READER_EXPONENT
    return np.asarray(heard / heard.sum(1, keepdims=True) @ words_of(known).T, np.float64)
