"""Averages pictures of one still table, so that the sensor's noise averages out."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.image import Image, bounded

MAX_PICTURES = 30
"""Number of pictures after which the oldest fade: more would remove little noise, and the light changes."""


class MeanPicture:
    """The running mean of pictures of one size in which nothing moves."""

    def __init__(self) -> None:
        self._mean: NDArray[np.float32] | None = None
        self._count = 0

    def add(self, image: Image) -> None:
        """Add one more picture, HxWx3 uint8, of the same size."""
        image = bounded(image)
        self._count += 1
        if self._mean is None:
            self._mean = image.astype(np.float32)
        else:
            cv2.accumulateWeighted(image, self._mean, 1 / min(self._count, MAX_PICTURES))

    def image(self) -> Image:
        """Return the mean, HxWx3 uint8. Raise ValueError before the first picture."""
        if self._mean is None:
            raise ValueError("expected pictures to take the mean of, got none; add one first")
        return np.asarray(np.rint(self._mean), np.uint8)
