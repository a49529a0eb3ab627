"""Measures the quantity of ink at a place: whether much more of it is dark than is printed there.

The network judges strokes; this module measures quantity. If the two disagree the place is doubtful: one
filled with ink is not empty, whatever its strokes look like.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.scan.cells import CELL_PIXELS, SURROUND_SHARE, darkest

MIN_DARKENING = 0.12
"""Darkening relative to the print, as a share in the channel that shows it most, from which a point
is inked."""
FULL_INK_SHARE = 0.45
"""Inked share of a place, its number left out, from which it is full."""

_EDGE: Final = SURROUND_SHARE / (1 + 2 * SURROUND_SHARE)
_ACROSS: Final = ((np.arange(CELL_PIXELS) + 0.5) / CELL_PIXELS - _EDGE) * (1 + 2 * SURROUND_SHARE)
_INNER: Final = (np.abs(_ACROSS - 0.5) < 0.4)[:, None] & (np.abs(_ACROSS - 0.5) < 0.4)[None, :]
_NUMBER: Final = (np.abs(_ACROSS - 0.5) < 0.25)[:, None] & (np.abs(_ACROSS - 0.5) < 0.36)[None, :]


def ink_shares(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """N: the share of each place, its number left out, that is darker than it is printed.

    `pictures`: as `vision.scan.cells.cell_pictures` cuts them. Light that differs between a place and its
    drawing is evened out by the brightest part of both.
    """
    own, drawn = pictures[..., :3].astype(np.float32), pictures[..., -3:].astype(np.float32)
    gain = np.clip(_paper(own) / np.maximum(_paper(drawn), 20.0), 0.3, 1.2)
    shown = np.asarray(own / np.maximum(drawn * gain, 12.0), np.float32)
    darkness = 1 - darkest(shown)
    share: NDArray[np.float32] = (darkness[:, _INNER & ~_NUMBER] > MIN_DARKENING).mean(1, dtype=np.float32)
    return share


def _paper(places: NDArray[np.float32]) -> NDArray[np.float32]:
    """The bright part of each place and channel, N x 1 x 1 x 3."""
    return np.asarray(np.percentile(places[:, _INNER], 92, axis=1), np.float32)[:, None, None, :]
