"""Recognises the pad of a sheet whose code cannot be read, by its layout, colours and numbers.

On the right pad, places of one colour look alike in colour, and places with one number in print.
"""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from sheets.pad import Pad, load_pad
from vision.geometry import F64, U8
from vision.scan.alignment import Placement
from vision.scan.cells import CELL_PIXELS

BUILDS = ("classic", "longo", "bonus-a", "bonus-b")
"""One pad for each way in which the cells of recognised pads are laid out."""
RIVALS = (
    *("big-points", "double-a", "double-b", "connected-a"),
    *("x-change", "lucky-15", "connect-15"),
)
"""One pad for each other layout of cells. A sheet that looks like one of these is not recognised."""
MIN_RIVAL_LEAD = 0.02
"""Lead that a build's likeness needs over that of every rival."""
MIN_BUILD_LIKENESS = 0.85
"""Likeness below which a sheet's build is not recognised."""
MIN_BUILD_LEAD = 0.12
"""Lead that a build's likeness needs over that of the next build."""
MIN_COLOUR_LEAD, MIN_NUMBER_LEAD = 0.08, 0.08
"""Lead that a pad needs in explaining colours (share of variance), and numbers (median correlation)."""
MIN_NUMBER_LIKENESS = 0.2
"""Least difference between the likeness of equal numbers and of different numbers."""
CLASSIC_CELLS = 44
"""Number of cells of the classic pad; they come first among its places."""


def pad_by_build(laid: Sequence[tuple[Pad, Placement]]) -> int | None:
    """Return the index of the aligned pad built like the sheet, or None if none is or two come close."""
    ranked = sorted(range(len(laid)), key=lambda i: -laid[i][1].likeness)
    best, placement = laid[ranked[0]]
    if placement.likeness < MIN_BUILD_LIKENESS:
        return None
    for i in ranked[1:]:
        pad, other = laid[i]
        if pad.name != best.name and other.likeness > placement.likeness - MIN_BUILD_LEAD:
            return None
    return ranked[0]


def pad_by_face(pictures: U8) -> Pad | None:
    """Return the pad in the pictures, among those built like the classic one, or None if two come close.

    `pictures`: as `vision.scan.cells.cell_pictures` cuts them.
    """
    cells = pictures[:CLASSIC_CELLS, ..., :3]
    colours = np.stack([_chroma(cell) for cell in cells])
    numbers = np.stack([_print(cell) for cell in cells])
    plain, mixed = (_explained_by_colour(colours, load_pad(name)) for name in ("classic", "mixx-a"))
    if abs(plain - mixed) < MIN_COLOUR_LEAD:
        return None
    scores = {name: _explained_by_number(numbers, load_pad(name)) for name in ("classic", "mixx-b")}
    first, second = sorted(scores, key=lambda name: -scores[name])
    if scores[first] < max(MIN_NUMBER_LIKENESS, scores[second] + MIN_NUMBER_LEAD):
        return None
    if mixed > plain:  # its numbers are those of the classic pad
        return load_pad("mixx-a") if first == "classic" else None
    return load_pad(first)


def _chroma(cell: U8) -> F64:
    """Return the colour of a place, with the band around it, as two differences from grey."""
    blue, green, red = cell.reshape(-1, 3).astype(np.float64).mean(0)
    return np.array([red - green, (red + green) / 2 - blue])


def _print(cell: U8) -> F64:
    """Return the middle of a place with its number, as a vector with mean 0 and length 1."""
    inner = slice(round(CELL_PIXELS * 0.31), round(CELL_PIXELS * 0.69))
    grey = cv2.GaussianBlur(cell.min(2).astype(np.float32), (0, 0), 1.0)[inner, inner]
    flat = grey.ravel().astype(np.float64)
    flat = flat - flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6))


def _explained_by_colour(colours: F64, pad: Pad) -> float:
    """Return the share of the colours' variance (N x 2) that the pad's colours explain."""
    total = ((colours - np.median(colours, 0)) ** 2).sum()
    names = np.array([cell.colour for cell in pad.cells])
    groups = (colours[names == name] for name in sorted(set(names)))
    rest = sum(((group - np.median(group, 0)) ** 2).sum() for group in groups)
    return float(1 - rest / max(total, 1e-6))


def _explained_by_number(numbers: F64, pad: Pad) -> float:
    """Return how much more alike the prints (N vectors) of equal numbers are than of different numbers."""
    likeness = numbers @ numbers.T
    cells = pad.cells
    same: list[float] = []
    other: list[float] = []
    for i, j in combinations(range(len(cells)), 2):
        (same if cells[i].number == cells[j].number else other).append(float(likeness[i, j]))
    return float(np.median(same) - np.median(other))
