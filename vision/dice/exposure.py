"""Brightens pictures of dim tables to the light of the pictures that the networks were trained on."""

import cv2
import numpy as np
from numpy.typing import NDArray

BRIGHT_QUANTILE = 0.98
"""Quantile of the brightness of a picture's pixels that is taken as the level of its bright parts."""
TARGET_BYTE = 235.0
"""Level, of 0 to 255, that the bright parts of a well-exposed picture reach."""
MIN_GAIN = 1.08
"""A picture is brightened only if it needs a larger factor than this."""
MAX_GAIN = 9.4
"""Largest factor by which a picture is brightened. A larger one would only amplify noise."""
SAMPLES_A_SIDE = 160
"""Approximate number of pixels that are sampled along the shorter side."""


def gain(image: NDArray[np.uint8]) -> float:
    """Return the factor by which a picture (H x W x 3) should be brightened, 1 if it is bright enough."""
    step = max(1, min(image.shape[:2]) // SAMPLES_A_SIDE)
    blue, green, red = np.moveaxis(image[::step, ::step], -1, 0)
    brightest = np.maximum(np.maximum(blue, green), red)
    levels = np.cumsum(np.bincount(brightest.ravel(), minlength=256))
    bright = float(np.searchsorted(levels, BRIGHT_QUANTILE * levels[-1]))
    wanted = min(MAX_GAIN, TARGET_BYTE / max(1.0, bright))
    return wanted if wanted > MIN_GAIN else 1.0


def brighten(image: NDArray[np.uint8], part: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Return the picture (H x W x 3), brightened if it is dim. If `part` is given, only that part decides."""
    times = gain(image if part is None else part)
    if times == 1:
        return image
    table = np.clip(np.arange(256) * times + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)
