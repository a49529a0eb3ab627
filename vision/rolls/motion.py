"""Detects motion from one frame to the next, and ignores changes of the light.

Reduced pictures are compared window by window. The best linear fit of one window to the other leaves a
residual: almost none for a shadow or a lamp, much more than the noise for a moving edge.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.image import Image, shrunk

RELIEF_PIXELS = 320
"""Longer side of the reduced picture, in pixels. Its pixels are called cells here."""
SURROUNDINGS_CELLS = 15
"""Side, in cells, of the square around a cell. The cell is compared with the mean of this square."""
WINDOW_CELLS = 7
"""Width and height of a compared window, in cells: about the size of a small die."""
DARK_LEVELS = 5
"""Added to a grey level before dividing by it, so that noise isn't amplified in the dark."""
SAMPLED_EVERY = 3
"""Step, across and down, between the cells from which the noise is estimated."""
BRIGHTNESS_STEPS = 8
"""Number of equally large groups of cells, from dark to bright, whose noise is estimated separately."""
MIN_NOISE = (0.55, 2.5)
"""Least noise, from rounding and compression, that is assumed for grey and colour, in levels of 0 to 255."""
MAX_NOISE = 8.0
"""Largest noise that is assumed, in levels of 0 to 255. A greater change of the whole picture is motion."""
MIN_CHANGE = 5.5
"""The change of a window counts as motion if it exceeds this multiple of the noise."""
MAX_BENT = 0.7
"""A residual of up to this share of the light's change (in grey levels) isn't motion. Fitted on throws."""
MIN_CHANGED_CELLS = 8
"""Least number of changed cells that counts as motion."""
NOISE_BYTES = 12
"""Added to levels of 0 to 255 before their logarithm is taken, so that noise isn't amplified in the dark."""
MIN_TINT_CHANGE = 0.2
"""A hand may cover a cell if a colour channel's natural logarithm changes by more than this."""
MIN_HAND_SHARE = 0.05
"""Least share of the picture that a hand covers, in one piece that reaches the border."""


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """A reduced picture and its local statistics, from which `moving` and `reaches_in` find changes."""

    cells: NDArray[np.float32]  # H x W x 2 float32: contrast to the surroundings, and red less blue
    light: NDArray[np.float32]  # H x W, the grey level of the surroundings
    means: NDArray[np.float32]  # H x W x 2, of the window around each cell
    variances: NDArray[np.float32]  # H x W x 2, of the window around each cell
    colours: NDArray[np.float32]  # H/4 x W/4 x 3 float32, logarithm of the light in each colour
    size: tuple[int, int]  # width and height of the picture itself


def relief(image: Image) -> Relief:
    """Reduce an image (H x W x 3 uint8, BGR) and compute its local statistics."""
    height, width = image.shape[:2]
    scale = min(1.0, RELIEF_PIXELS / max(height, width))
    small = shrunk(image, scale)
    smooth = cv2.GaussianBlur(small, (3, 3), 0)
    grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY).astype(np.float32)
    redder = smooth[..., 2].astype(np.float32) - smooth[..., 0]
    light = _mean_over(SURROUNDINGS_CELLS, grey)
    cells = np.asarray(np.dstack((grey - light, redder)) / (light + DARK_LEVELS)[..., None], np.float32)
    means = _mean_over(WINDOW_CELLS, cells)
    variances = np.maximum(_mean_over(WINDOW_CELLS, cells * cells) - means * means, np.float32(1e-9))
    colours = np.log(shrunk(small, 0.25).astype(np.float32) + NOISE_BYTES)
    return Relief(cells, light, means, variances, np.asarray(colours, np.float32), (width, height))


def moving(before: Relief, after: Relief) -> bool:
    """Return True if something moved between two pictures, or if their sizes differ."""
    if before.size != after.size:
        return True
    change = _changes(before, after)
    bent = (MAX_BENT * (after.light - before.light)) ** 2
    changed = change > MIN_CHANGE**2 * _noise(before.light, change) + bent[..., None]
    return int(np.count_nonzero(changed[..., 0] | changed[..., 1])) >= MIN_CHANGED_CELLS


def _changes(before: Relief, after: Relief) -> NDArray[np.float32]:
    """Return the residual variance of each window, H x W x 2 (contrast, colour), in grey levels squared."""
    shared = _mean_over(WINDOW_CELLS, before.cells * after.cells) - before.means * after.means
    explained = np.maximum(shared, 0) ** 2 / (before.variances * after.variances)
    larger = np.maximum(before.variances, after.variances)
    light = np.minimum(before.light, after.light) + DARK_LEVELS
    return np.asarray(larger * (1 - np.minimum(explained, 1)) * light[..., None] ** 2, np.float32)


def _noise(light: NDArray[np.float32], change: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the change that noise alone causes at each cell, H x W x 2, in grey levels squared.

    The noise is the median change of cells of similar brightness, since most of a picture does not move.
    """
    sampled = np.s_[::SAMPLED_EVERY, ::SAMPLED_EVERY]
    cells = np.dstack((light[sampled], change[sampled])).reshape(-1, 3)
    by_brightness = cells[np.argsort(cells[:, 0])]
    steps = [step for step in np.array_split(by_brightness, BRIGHTNESS_STEPS) if len(step)]
    middles, *medians = np.array([np.median(step, axis=0) for step in steps]).T
    by_level = [
        np.interp(np.arange(256), middles, np.clip(median, least**2, MAX_NOISE**2))
        for median, least in zip(medians, MIN_NOISE, strict=True)
    ]
    level = light.astype(np.uint8)
    table = np.stack(by_level, 1).astype(np.float32)[None]
    return np.asarray(cv2.LUT(cv2.merge((level, level)), table), np.float32)


def _mean_over(width: int, cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean over the window of `width` x `width` cells around each cell."""
    return np.asarray(cv2.blur(cells, (width, width), borderType=cv2.BORDER_REFLECT), np.float32)


def reaches_in(resting: Relief, now: Relief) -> bool:
    """Return True if something as large as a hand reaches over the border in `now`, but not in `resting`.

    A change of the light by the same factor everywhere is ignored.
    """
    if resting.size != now.size:
        return False
    difference = now.colours - resting.colours
    difference -= np.median(difference, axis=(0, 1))
    changed = (np.abs(difference).max(axis=2) > MIN_TINT_CHANGE).astype(np.uint8)
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    height, width = closed.shape
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
    return any(
        area >= MIN_HAND_SHARE * closed.size and (x == 0 or y == 0 or x + w == width or y + h == height)
        for x, y, w, h, area in stats[1:]
    )
