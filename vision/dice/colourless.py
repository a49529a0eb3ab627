"""Detects pictures without colour: from a camera at night, a filter or a grey scan."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames.image import Image, size_of

SMALL_PIXELS = 240
"""Longer side to which the picture is first reduced, so that noise averages out."""
MOST_COLOURED_SHARE = 0.002
"""Share of the pixels that may be coloured in a grey picture, as edges are after compression."""
LEAST_COLOUR = 0.02
"""Difference of a pixel's channels, as a share of the brightness of bright pixels, from which it is coloured.
Of 370 photos and rolls, the least coloured one (white dice on grey paper) has 0.048."""
DARK_LEVELS = 4
"""Added to the brightness of bright pixels, so that rounding in a black picture isn't a colour."""


def is_colourless(image: Image) -> bool:
    """Return True if a picture (H x W x 3, BGR) is grey."""
    width, height = size_of(image)
    scale = min(1.0, SMALL_PIXELS / max(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    bright = float(np.quantile(small.max(2), 0.95)) + DARK_LEVELS
    coloured = float(np.quantile(small.max(2) - small.min(2), 1 - MOST_COLOURED_SHARE))
    return coloured < LEAST_COLOUR * bright
