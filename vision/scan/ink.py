"""Measures ink and visible print in each cell, lock and box, to check the network's answers."""

from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32, U8
from vision.scan.cells import CELL_PIXELS, SURROUND_SHARE, darkest

MIN_PRINT_SHARE = 0.17
"""A cell counts as hidden if less than this share of its print is visible."""
LOCATED_PRINT_SHARE = 0.4
"""A cell counts as well aligned if at least this share of its printed edges is visible along both axes."""
Indices = NDArray[np.signedinteger]

MIN_DARKENING = 0.12
"""A pixel counts as ink if it is darker than the unmarked drawing by more than this share in some channel."""
FULL_INK_SHARE = 0.45
"""A cell counts as filled if more than this share of it, outside the printed number, is inked."""
MIN_PASSAGE_PIXELS = 12
"""Least number of inked pixels of a line across a cell."""
MIN_PASSAGE_SHARE = 0.85
"""A cell's ink counts as a line across the cell only if the line has at least this share of the ink."""
MIN_PRINT_EDGE = 40
"""A pixel of the drawing counts as print if it differs from a neighbour by at least this (0 to 255)."""
MAX_PASSAGE_WIDTH = 10
"""Largest width of a line across a cell, in pixels of the cell's picture."""
MAX_DETOUR_PIXELS = 4
"""A pixel belongs to a line if the path through it, from end to end, is at most this many pixels longer than
the shortest path."""
MIN_CHORD_PIXELS = CELL_PIXELS / 2
"""Least distance between the ends of a line across a cell, in pixels of the cell's picture."""
MAX_WINDING = 1.2
"""Largest length of a line, as a multiple of the distance between its ends. Tick marks exceed it."""

_EDGE: Final = SURROUND_SHARE / (1 + 2 * SURROUND_SHARE)
_ACROSS: Final = ((np.arange(CELL_PIXELS) + 0.5) / CELL_PIXELS - _EDGE) * (1 + 2 * SURROUND_SHARE)
_INNER: Final = (np.abs(_ACROSS - 0.5) < 0.4)[:, None] & (np.abs(_ACROSS - 0.5) < 0.4)[None, :]
_NUMBER: Final = (np.abs(_ACROSS - 0.5) < 0.25)[:, None] & (np.abs(_ACROSS - 0.5) < 0.36)[None, :]
_CELL: Final = (np.abs(_ACROSS - 0.5) < 0.5)[:, None] & (np.abs(_ACROSS - 0.5) < 0.5)[None, :]


def ink_shares(pictures: U8) -> F32:
    """Return the share of each cell's area, outside its printed number, that is covered with ink.

    `pictures`: as returned by `vision.scan.cells.cell_pictures`.
    """
    share: F32 = (_darkness(pictures)[:, _INNER & ~_NUMBER] > MIN_DARKENING).mean(1, dtype=np.float32)
    return share


def _darkness(pictures: U8) -> F32:
    """Return by what share each pixel is darker than in the drawing of the unmarked cell, N x H x W.

    The drawing is first adjusted to the brightness of the paper in the picture.
    """
    own, drawn = pictures[..., :3].astype(np.float32), pictures[..., -3:].astype(np.float32)
    gain = np.clip(_paper(own) / np.maximum(_paper(drawn), 20.0), 0.3, 1.2)
    return 1 - darkest(np.asarray(own / np.maximum(drawn * gain, 12.0), np.float32))


def _paper(cells: F32) -> F32:
    """Return the brightness of each cell's paper by channel, N x 1 x 1 x 3, from 0 to 255."""
    return np.asarray(np.percentile(cells[:, _INNER], 92, axis=1), np.float32)[:, None, None, :]


def runs_through(pictures: U8) -> NDArray[np.bool_]:
    """Return a mask of the cells whose ink is one line from border to border of the picture, like a hair.

    `pictures`: as returned by `vision.scan.cells.cell_pictures`.
    """
    return np.array([_is_passage(picture) for picture in pictures], np.bool_)


def _is_passage(picture: U8) -> bool:
    """Return True if a cell's ink is a single line from border to border of its picture."""
    dark = _darkness(picture[None])[0] > MIN_DARKENING
    ink = cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    edges = cv2.morphologyEx(picture[..., -3:], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(-1)
    plain = _CELL & (edges < MIN_PRINT_EDGE)  # near print the drawing may be a little off
    _, labels = cv2.connectedComponents(ink, connectivity=8)
    counts = np.bincount(labels[plain & (ink > 0)], minlength=1)
    least = MIN_PASSAGE_SHARE * counts.sum()
    if counts.max() < max(MIN_PASSAGE_PIXELS, least):
        return False
    line = (labels == counts.argmax()).astype(np.uint8)
    ends = _ends(line)
    from_end = [_distances(line, end) for end in ends]
    for one, other in combinations(range(len(ends)), 2):
        length = float(from_end[one][ends[other]].min())
        chord = np.hypot(*(np.mean(ends[one], 1) - np.mean(ends[other], 1)))
        way = from_end[one] + from_end[other]
        on_way = (line > 0) & (way <= length + MAX_DETOUR_PIXELS)
        width = on_way.sum() / max(length, 1.0)
        is_line = chord > MIN_CHORD_PIXELS and length <= MAX_WINDING * chord and width <= MAX_PASSAGE_WIDTH
        if is_line and (on_way & plain).sum() >= least:
            return True
    return False


def _ends(line: U8) -> list[tuple[Indices, ...]]:
    """Return, for each stretch of the picture's border that the line crosses, the line's pixels there."""
    border = np.zeros_like(line)
    border[:2], border[-2:], border[:, :2], border[:, -2:] = 1, 1, 1, 1
    count, labels = cv2.connectedComponents(line * border, connectivity=8)
    return [np.nonzero(labels == label) for label in range(1, count)]


def _distances(line: U8, start: tuple[Indices, ...]) -> F32:
    """Return the number of steps along the line from the pixels `start` to each pixel; inf if unreachable."""
    steps = np.full(line.shape, np.inf, np.float32)
    reached = np.zeros_like(line)
    reached[start] = 1
    for step in range(line.size):
        new = (reached > 0) & np.isinf(steps)
        if not new.any():
            break
        steps[new] = step
        reached = np.asarray(cv2.dilate(reached, np.ones((3, 3), np.uint8)) * line, np.uint8)
    return steps


def print_visibility(pictures: U8) -> tuple[F32, F32]:
    """Return how much of each cell's printed edges is visible: along both axes, and along the worse axis.

    Both are arrays of N shares from 1 to -1 (the edges with dark and light swapped). Edges are weighted by
    the square of their strength. `pictures`: as returned by `vision.scan.cells.cell_pictures`.
    """
    own, drawn = (darkest(picture).astype(np.float32) for picture in (pictures[..., :3], pictures[..., 6:]))
    seen, asked = [], []
    for axis in (1, 2):
        edges, printed = (np.asarray(np.gradient(picture, axis=axis)) for picture in (own, drawn))
        asked.append((printed**2).sum((1, 2)) + 1e-3)
        seen.append(np.clip(edges * printed, -(printed**2), printed**2).sum((1, 2)))
    whole = (seen[0] + seen[1]) / (asked[0] + asked[1])
    return whole, np.minimum(seen[0] / asked[0], seen[1] / asked[1])
