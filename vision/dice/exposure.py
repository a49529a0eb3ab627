"""Pictures of dim tables, made as light as those that the networks learnt from."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

BRIGHT_QUANTILE = 0.98
"""So much of a picture is darker than its light parts."""
TARGET_BYTE = 235.0
"""What the light parts of a well exposed picture reach, of 255."""
MAX_GAIN = 9.4
"""Beyond that there is only noise to be made lighter."""
SAMPLES_A_SIDE = 160
"""Rows and columns that are looked at, about."""


def gain(image: NDArray[np.uint8]) -> float:
    """How many times lighter the picture (H x W x 3) should be: 1 where it is light enough."""
    step = max(1, min(image.shape[:2]) // SAMPLES_A_SIDE)
    blue, green, red = np.moveaxis(image[::step, ::step], -1, 0)
    brightest = np.maximum(np.maximum(blue, green), red)
    levels = np.cumsum(np.bincount(brightest.ravel(), minlength=256))
    light = float(np.searchsorted(levels, BRIGHT_QUANTILE * levels[-1]))
    wanted = min(MAX_GAIN, TARGET_BYTE / max(1.0, light))
    return wanted if wanted > 1.08 else 1.0


def brighten(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture, lighter where it is dim; itself where it is not."""
    times = gain(image)
    if times == 1:
        return image
    table = np.clip(np.arange(256) * times + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)
