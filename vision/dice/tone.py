"""Measures the *tone* of a die: its colour as three logarithms. In other light, all tones shift equally."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.image import Image
from vision.geometry import F64, Box

Tone = tuple[float, float, float]
"""Natural logarithms of brightness, red / green and blue / green, all of linear light."""

LINEAR_LIGHT = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
"""Linear light, 0 to 1, of each byte value, with a gamma of 2.2."""
SAMPLED_SHARE = 0.76
"""Share of the width, and of the height, of a die's box that is sampled, in the middle of the box."""
PATCH_PIXELS = 32
"""Side in pixels to which the sampled part of a box is scaled."""
_DISC = np.hypot(*(np.mgrid[0:PATCH_PIXELS, 0:PATCH_PIXELS] + 0.5 - PATCH_PIXELS / 2)) < PATCH_PIXELS / 2
"""Mask of a disc in the scaled picture of a die. The pixels outside the disc are ignored."""
CHROMA_QUANTILES = (0.5, 0.95)
"""Only pixels between these quantiles of colourfulness determine the colour. Stronger colours are noise."""
NOISE_LIGHT = 0.02
"""Added to linear light before taking the logarithm, because darker values are mostly noise."""


def tones_of_light(light: NDArray[np.float32]) -> F64:
    """Return the tones, N x 3, of N pixels in linear light (N x 3, BGR)."""
    log = np.log(light.astype(np.float64) + NOISE_LIGHT)
    return np.stack([log @ [0.1, 0.6, 0.3], log[:, 2] - log[:, 1], log[:, 0] - log[:, 1]], -1)


def tone_of(image: Image, box: Box) -> Tone:
    """Return the tone of a die's body, from the middle of its box.

    The brightness is the median of all pixels there. The colour is the median of the more colourful pixels,
    because pips and gloss are less colourful than a coloured die.
    """
    x, y, w, h = box
    x0, x1 = x + w * (1 - SAMPLED_SHARE) / 2, x + w * (1 + SAMPLED_SHARE) / 2
    y0, y1 = y + h * (1 - SAMPLED_SHARE) / 2, y + h * (1 + SAMPLED_SHARE) / 2
    height, width = image.shape[:2]
    left, right = int(np.clip(x0, 0, width - 1)), int(np.clip(x1, 1, width))
    top, bottom = int(np.clip(y0, 0, height - 1)), int(np.clip(y1, 1, height))
    light = cv2.LUT(image[top : max(bottom, top + 1), left : max(right, left + 1)], LINEAR_LIGHT)
    patch = cv2.resize(light, (PATCH_PIXELS, PATCH_PIXELS), interpolation=cv2.INTER_AREA)
    tones = tones_of_light(np.asarray(patch, np.float32)[_DISC])
    strength = np.hypot(tones[:, 1], tones[:, 2])
    low, high = np.quantile(strength, CHROMA_QUANTILES)
    middle = np.median(tones[(strength >= low) & (strength <= high)], 0)
    middle[0] = np.median(tones[:, 0])
    return (float(middle[0]), float(middle[1]), float(middle[2]))
