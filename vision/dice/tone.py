"""The white dice as a colour chart: under a lamp a yellow die may look orange, but not beside a white one.

The reader sees one die and what lies close to it; this compares two dice. It leaves sure dice alone. Orange,
amber and brown dice stay what they are: they have more red in them, or less light.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice import thresholds
from vision.dice.assignment import COLOUR_ORDER
from vision.dice.classifier import DiePrediction
from vision.dice.known_dice import tone_of

WHITE, YELLOW, OTHER = (COLOUR_ORDER.index(name) for name in ("white", "yellow", "other"))
WHITE_PROBABILITY = 0.95
"""Probability of being white, and of being a die, from which a die serves as the chart."""
MIN_DOUBT_PROBABILITY = 0.02
"""A die with less probability of being yellow, or of being `other`, is not in doubt."""
YELLOW_LIKELIHOOD_RATIO = 12.0
"""How many times likelier a tone within the ranges below is from a yellow die than from another set's."""
BRIGHTNESS_RANGE, REDNESS_RANGE, BLUENESS_RANGE = (-0.9, 1.0), (-0.1, 0.75), (-4.0, -0.7)
"""Where the tone of a yellow die less that of a white one lies, as logarithms. Orange, sRGB (237, 107, 18),
has a redness of 1.7, amber, (255, 160, 0), of 1.0."""


def correct_yellow_by_white(
    image: NDArray[np.uint8], predictions: Sequence[DiePrediction]
) -> list[DiePrediction]:
    """The predictions; those of dice that are yellow beside the white ones lean towards yellow."""
    corrected = list(predictions)
    doubtful = [i for i, prediction in enumerate(predictions) if _may_be_yellow(prediction)]
    whites = [
        prediction
        for prediction in predictions
        if np.exp(prediction.colours[WHITE]) > WHITE_PROBABILITY
        and prediction.probability > WHITE_PROBABILITY
    ]
    if not doubtful or not whites:
        return corrected
    chart = np.mean([tone_of(image, prediction.candidate.box) for prediction in whites], 0)
    for i in doubtful:
        difference = tone_of(image, predictions[i].candidate.box) - chart
        ranges = (BRIGHTNESS_RANGE, REDNESS_RANGE, BLUENESS_RANGE)
        if all(low < tone < high for tone, (low, high) in zip(difference, ranges, strict=True)):
            colours = predictions[i].colours.copy()
            colours[OTHER] -= np.log(YELLOW_LIKELIHOOD_RATIO)
            colours -= np.logaddexp.reduce(colours)
            corrected[i] = replace(predictions[i], colours=colours)
    return corrected


def _may_be_yellow(prediction: DiePrediction) -> bool:
    """Whether it may be a die, and the reader wavers between yellow and another set's colour."""
    least = prediction.colours[[YELLOW, OTHER]].min()
    return bool(
        prediction.probability > thresholds.POSSIBLE_DIE_PROBABILITY and least > np.log(MIN_DOUBT_PROBABILITY)
    )
