"""The numbers on dice with eight sides, as ink: drawn with OpenCV's strokes, without a typeface."""

from functools import cache

import cv2
import numpy as np

from training.renderer.colours import F32

SIDES = 8
SIZE = 96
"""Side, in pixels, of the square picture of a number."""
_FINE = 2 * SIZE
_THICK = 20
_HEIGHT = 0.62
"""Height of a number, as a share of the side of its picture."""


@cache
def number_glyphs() -> F32:
    """Return the numbers 1 to 8 as ink, 8 x SIZE x SIZE, 0 to 1; the six has a stroke below."""
    return np.stack([_glyph(value) for value in range(1, SIDES + 1)])


def _glyph(value: int) -> F32:
    patch = np.zeros((_FINE, _FINE), np.uint8)
    scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_SIMPLEX, round(_FINE * _HEIGHT), _THICK)
    cv2.putText(
        patch,
        str(value),
        (30, round(_FINE * 0.78)),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        255,
        _THICK,
        cv2.LINE_AA,
    )
    columns, rows = np.nonzero(patch.max(0))[0], np.nonzero(patch.max(1))[0]
    middle = _FINE / 2 - np.array([columns[0] + columns[-1], rows[0] + rows[-1]]) / 2
    shift = np.array([[1.0, 0.0, middle[0]], [0.0, 1.0, middle[1]]])
    patch = np.asarray(cv2.warpAffine(patch, shift, (_FINE, _FINE)), np.uint8)
    if value == 6:
        foot = round(_FINE * (0.5 + _HEIGHT / 2 + 0.11))
        cv2.line(patch, (round(_FINE * 0.32), foot), (round(_FINE * 0.68), foot), 255, 12, cv2.LINE_AA)
    small = cv2.resize(patch, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)
