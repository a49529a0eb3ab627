"""Recognises the pad of a sheet whose code cannot be read, by the arrangement of cells, colours and numbers.

If a pad is the right one, cells to which it gives the same colour or the same number look alike in the photo.
"""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from sheets.pad import Pad, load_pad
from vision.geometry import F64, U8
from vision.scan.alignment import Placement
from vision.scan.cells import CELL_PIXELS

ARRANGEMENTS = ("classic", "longo", "bonus-a", "bonus-b")
"""One pad for each arrangement of cells that can be recognised."""
RIVALS = (
    *("big-points", "double-a", "double-b", "connected-a"),
    *("x-change", "lucky-15", "connect-15"),
)
"""One pad for each other arrangement of cells. A sheet that looks like one of these is not recognised."""
MIN_RIVAL_LEAD = 0.02
"""The likeness (`Placement.likeness`) of a recognised pad must exceed that of each of RIVALS by this."""
MIN_ARRANGEMENT_LIKENESS = 0.85
"""A pad is recognised by its arrangement of cells if its likeness (`Placement.likeness`) is at least this."""
MIN_ARRANGEMENT_LEAD = 0.12
"""The likeness of a recognised pad must exceed that of each pad with another arrangement of cells by this."""
MIN_COLOUR_LEAD, MIN_NUMBER_LEAD = 0.08, 0.08
"""The better of two pads is chosen if its score by colour, or by number, exceeds the other's by this."""
MIN_NUMBER_LIKENESS = 0.2
"""A pad is recognised if its score by number (`_explained_by_number`) is at least this."""
CLASSIC_CELLS = 44
"""Number of cells of the classic pad. In its plan, they come before locks and penalties."""


def pad_by_arrangement(laid: Sequence[tuple[Pad, Placement]]) -> int | None:
    """Return the index of the pad with the sheet's arrangement of cells, or None if no pad is clearly best.

    `laid`: pads, each with the placement of its plan on the sheet.
    """
    ranked = sorted(range(len(laid)), key=lambda i: -laid[i][1].likeness)
    best, placement = laid[ranked[0]]
    if placement.likeness < MIN_ARRANGEMENT_LIKENESS:
        return None
    for i in ranked[1:]:
        pad, other = laid[i]
        if pad.name != best.name and other.likeness > placement.likeness - MIN_ARRANGEMENT_LEAD:
            return None
    return ranked[0]


def pad_by_face(pictures: U8) -> Pad | None:
    """Return the pad of a sheet with the classic arrangement of cells, or None if that is unclear.

    Colours and numbers decide. `pictures`: all cells, as returned by `vision.scan.cells.cell_pictures`.
    """
    cells = pictures[:CLASSIC_CELLS, ..., :3]
    colours = np.stack([_chroma(cell) for cell in cells])
    numbers = np.stack([_number_vector(cell) for cell in cells])
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
    """Return the mean colour of a cell's picture: red minus green, and the mean of both minus blue."""
    blue, green, red = cell.reshape(-1, 3).astype(np.float64).mean(0)
    return np.array([red - green, (red + green) / 2 - blue])


def _number_vector(cell: U8) -> F64:
    """Return the middle of a cell's picture, which shows the number, as a unit vector with mean 0."""
    inner = slice(round(CELL_PIXELS * 0.31), round(CELL_PIXELS * 0.69))
    grey = cv2.GaussianBlur(cell.min(2).astype(np.float32), (0, 0), 1.0)[inner, inner]
    flat = grey.ravel().astype(np.float64)
    flat = flat - flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6))


def _explained_by_colour(colours: F64, pad: Pad) -> float:
    """Return the share of the variance of the cells' `colours` (N x 2) that the pad's colours explain."""
    total = ((colours - np.median(colours, 0)) ** 2).sum()
    names = np.array([cell.colour for cell in pad.cells])
    groups = (colours[names == name] for name in sorted(set(names)))
    rest = sum(((group - np.median(group, 0)) ** 2).sum() for group in groups)
    return float(1 - rest / max(total, 1e-6))


def _explained_by_number(numbers: F64, pad: Pad) -> float:
    """Return the median correlation of pairs of cells with equal numbers, minus that of all other pairs.

    `numbers`: for each cell, a vector from `_number_vector`.
    """
    likeness = numbers @ numbers.T
    cells = pad.cells
    same: list[float] = []
    other: list[float] = []
    for i, j in combinations(range(len(cells)), 2):
        (same if cells[i].number == cells[j].number else other).append(float(likeness[i, j]))
    return float(np.median(same) - np.median(other))
