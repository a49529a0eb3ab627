"""The white dice as a colour chart: in the light of a lamp a yellow die may look orange to the reader, and
beside a white one it is still yellow.

The reader sees one die and what lies close around it; this looks at two dice at once. It says nothing of
dice that are sure, and takes nothing for yellow that is not: orange, amber and brown dice have more red in
them, or less light.
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
"""Probability of white from which a die serves as the chart."""
MIN_DOUBT_PROBABILITY = 0.02
"""Probability of yellow, or of another set's colour, below which a die is not asked about."""
YELLOW_LIKELIHOOD_RATIO = 12.0
"""How many times likelier a tone within these is of a yellow die than of another set's."""
BRIGHTNESS_RANGE, REDNESS_RANGE, BLUENESS_RANGE = (-0.9, 1.0), (-0.1, 0.75), (-4.0, -0.7)
"""The tones of a yellow die less those of a white one, as logarithms: of 249 rendered ones in doubt 222 lie
within. An orange paint, sRGB (237, 107, 18), lies at a redness of 1.7, amber, (255, 160, 0), at 1.0."""


def correct_yellow_by_white(
    image: NDArray[np.uint8], predictions: Sequence[DiePrediction]
) -> list[DiePrediction]:
    """The looks, those of dice that are yellow beside the white ones said to be so more surely."""
    between = [YELLOW, OTHER]
    doubtful = [
        i
        for i, prediction in enumerate(predictions)
        if prediction.probability > thresholds.POSSIBLE_DIE_PROBABILITY
        and prediction.colours[between].min() > np.log(MIN_DOUBT_PROBABILITY)
    ]
    whites = [
        k
        for k in predictions
        if np.exp(k.colours[WHITE]) > WHITE_PROBABILITY and k.probability > WHITE_PROBABILITY
    ]
    corrected = list(predictions)
    if not doubtful or not whites:
        return corrected
    chart = np.mean([tone_of(image, k.candidate.box) for k in whites], 0)
    for i in doubtful:
        beside = tone_of(image, predictions[i].candidate.box) - chart
        bounds = (BRIGHTNESS_RANGE, REDNESS_RANGE, BLUENESS_RANGE)
        if all(low < tone < high for tone, (low, high) in zip(beside, bounds, strict=True)):
            colours = predictions[i].colours.copy()
            colours[OTHER] -= np.log(YELLOW_LIKELIHOOD_RATIO)
            colours -= np.logaddexp.reduce(colours)
            corrected[i] = replace(predictions[i], colours=colours)
    return corrected
