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
from vision.dice.assignment import NAMES
from vision.dice.classifier import Look
from vision.dice.known_dice import tone_of

WHITE, YELLOW, OTHER = (NAMES.index(name) for name in ("white", "yellow", "other"))
SURELY_WHITE = 0.95
"""Probability of white from which a die serves as the chart."""
HARDLY = 0.02
"""Probability of yellow, or of another set's colour, below which a die is not asked about."""
TELLING = 12.0
"""How many times likelier a tone within these is of a yellow die than of another set's."""
LIGHT, REDNESS, BLUENESS = (-0.9, 1.0), (-0.1, 0.75), (-4.0, -0.7)
"""The tones of a yellow die less those of a white one, as logarithms: of 249 rendered ones in doubt 222 lie
within. An orange paint, sRGB (237, 107, 18), lies at a redness of 1.7, amber, (255, 160, 0), at 1.0."""


def told_by_white(image: NDArray[np.uint8], looks: Sequence[Look]) -> list[Look]:
    """The looks, those of dice that are yellow beside the white ones said to be so more surely."""
    between = [YELLOW, OTHER]
    doubtful = [
        i
        for i, look in enumerate(looks)
        if look.chance > thresholds.PERHAPS and look.colours[between].min() > np.log(HARDLY)
    ]
    whites = [k for k in looks if np.exp(k.colours[WHITE]) > SURELY_WHITE and k.chance > SURELY_WHITE]
    told = list(looks)
    if not doubtful or not whites:
        return told
    chart = np.mean([tone_of(image, k.candidate.box) for k in whites], 0)
    for i in doubtful:
        beside = tone_of(image, looks[i].candidate.box) - chart
        bounds = (LIGHT, REDNESS, BLUENESS)
        if all(low < tone < high for tone, (low, high) in zip(beside, bounds, strict=True)):
            colours = looks[i].colours.copy()
            colours[OTHER] -= np.log(TELLING)
            colours -= np.logaddexp.reduce(colours)
            told[i] = replace(looks[i], colours=colours)
    return told
