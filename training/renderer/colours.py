"""Colours as linear light, blue first (BGR), 0 to 1."""

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
RNG = np.random.Generator


def linear(bgr: tuple[float, float, float] | F32) -> F32:
    """Return the linear light of an sRGB colour given as 0 to 255, by the usual power of 2.2."""
    return np.asarray((np.asarray(bgr, np.float32) / 255.0) ** 2.2, np.float32)


def hsv(hue: float, saturation: float, value: float) -> F32:
    """Return the linear light of a hue in degrees, saturation and value 0 to 1."""
    pixel = np.array([[[hue % 360, saturation, value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] ** 2.2, np.float32)


def smoothstep(x: F32) -> F32:
    """Return 0 below 0, 1 above 1, and between them a smooth rise."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)
