"""Loads the weights of the model that decides which candidate is which die, from `models/scoring.toml`.

`python -m training.dice.fit` writes this file.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from vision.geometry import F64
from vision.reading import Kind

TERMS = (
    "die",  # constant of every die
    "detector",  # log odds of a die by the detector
    "reader",  # log odds of a die by the reader
    "countable",  # log odds of the likeliest value: a die can be read
    "small",  # if a set is expected, how small it is in pixels, as a logarithm
    "spare",  # constant of a spare die: of this kind, but not expected
    "surplus",  # for a spare die, the probability that its colour is an expected one
    "other kind",  # constant of a die of the other kind
    "other set",  # constant of a die of another set, of this kind and of no colour of the game
    "present",  # constant of an expected die
    "kind",  # log-probability of the kind
    "reader beyond",  # for dice of any kind, log odds of the reader beyond "reader"
    "kinds apart",  # for dice of any kind, log odds of the likelier number of sides against the other
    "colour",  # log-probability of the colour
    "paint",  # log likelihood ratio of the colour by its tone (`vision.dice.light`)
    "smaller",  # if a set is expected, its squared difference from the other dice (`vision.dice.outliers`)
    "shift",
    "outline",
    "top",
    "size",
)
"""The weighted terms of a candidate's log score in one role, for example as the red die."""
VALUE_TERMS = ("constant", "unlike", "small", "hidden", "cocked", "detector", "border", "doubt")
"""Terms of the log odds that a value was read from something other than the top face."""
MOST_SURE = 1 - 1e-6
"""Cap on the model's probability of a whole roll, before calibration."""


@dataclass(frozen=True, slots=True, eq=False)
class Scoring:
    """The weights of the model for one kind of dice, or for dice of any kind."""

    terms: F64  # the weight of each of TERMS
    overlap: float  # the weight of `Evidence.overlaps`
    sharpness: float  # exponent on the reader's probabilities of a value
    misread: F64  # the weight of each of VALUE_TERMS
    colour: tuple[float, float]
    """Used if no set is expected: an exponent for the probabilities of a die's colours, and a number to add
    to the log-probability of the colour `other`."""
    kind: tuple[float, float]  # if no set is expected: factor and constant of the log odds of eight sides
    whole: tuple[float, float]  # constant and slope that calibrate the model's log odds of a whole roll
    sure: float  # the probability from which a whole roll is complete

    def calibrated_probability(self, log_probability: float) -> float:
        """Convert the model's log-probability that a whole roll is right to a calibrated probability."""
        if log_probability == -np.inf:
            return 0.0
        p = min(float(np.exp(log_probability)), MOST_SURE)
        odds = self.whole[0] + self.whole[1] * float(np.log(p) - np.log1p(-p))
        return 1 / (1 + float(np.exp(-odds)))


@dataclass(frozen=True, slots=True, eq=False)
class Paints:
    """The usual tone (`vision.dice.tone`) of dice of each colour."""

    tones: F64  # 5 x 3 in COLOUR_ORDER
    spreads: F64  # 5 x 3, their standard deviations


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files("models").joinpath("scoring.toml").read_text("utf-8"))


def kind_of(sides: int | None) -> Kind:
    """Return the kind of dice with this number of sides, or "any" if `sides` is None."""
    return "any" if sides is None else "eight" if sides == 8 else "six"


@cache
def scoring(kind: Kind) -> Scoring:
    """Return the weights of the scoring model for this kind of dice."""
    row = _file()[kind]
    return Scoring(
        np.array([row["terms"][name] for name in TERMS], np.float64),
        row["overlap"],
        row["sharpness"],
        np.array([row["misread"][name] for name in VALUE_TERMS], np.float64),
        (row["colour"]["exponent"], row["colour"]["other"]),
        (row["sides"]["factor"], row["sides"]["constant"]),
        (row["whole"]["constant"], row["whole"]["slope"]),
        row["sure"],
    )


def fitted_on() -> str:
    """Return a text that says how many pictures of each kind the weights were fitted on."""
    return str(_file()["fitted_on"])


@cache
def most_lean() -> float:
    """Return the threshold for leaning: a die leans if its `vision.dice.leaning.leans` is above this."""
    return float(_file()["leans"])


@cache
def paints() -> Paints:
    """Return the usual tone of dice of each colour."""
    row = _file()["paints"]
    return Paints(np.array(row["tones"], np.float64), np.array(row["spreads"], np.float64))
