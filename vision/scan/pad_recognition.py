"""Which pad a sheet is of when its code cannot be read: by its build, its colours and its numbers.

Pads that are built alike (classic, Mixx A, Mixx B) are told apart without knowing any typeface: on the right
pad, places of one colour look alike in colour, and places with one number look alike in print. Nothing is
said where two pads come close.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.pad import Pad, load_pad
from vision.scan.alignment import Placement
from vision.scan.cells import CELL_PIXELS

BUILDS = ("classic", "longo", "bonus-a", "bonus-b")
"""A pad for each way in which the pads that come with the program are laid out."""
MIN_BUILD_LIKENESS = 0.85
"""Likeness that a sheet's build needs when nothing else says what it is."""
MIN_BUILD_LEAD = 0.12
"""By how much the likeness of a build must exceed that of the next."""
MIN_COLOUR_LEAD = 0.08
MIN_NUMBER_LEAD = 0.08
"""By how much a pad must explain colours (share of their variance) or numbers (mean correlation) better."""
MIN_NUMBER_LIKENESS = 0.2
"""How much more alike equal numbers must be than others."""


def pad_by_build(laid: Sequence[tuple[Pad, Placement]]) -> int | None:
    """Which of some pads, laid under one sheet, it is built as; None where two come close."""
    ranked = sorted(range(len(laid)), key=lambda i: -laid[i][1].likeness)
    first = laid[ranked[0]]
    if first[1].likeness < MIN_BUILD_LIKENESS:
        return None
    for other in ranked[1:]:
        pad, placement = laid[other]
        if pad.name != first[0].name and placement.likeness > first[1].likeness - MIN_BUILD_LEAD:
            return None
    return ranked[0]


def pad_by_face(pictures: NDArray[np.uint8]) -> Pad | None:
    """Which of the pads built like the classic one the pictures (`vision.scan.cells.cell_pictures`) are
    of."""
    cells = [pictures[i, ..., :3] for i in range(44)]
    colours = np.stack([_chroma(cell) for cell in cells])
    numbers = np.stack([_print(cell) for cell in cells])
    plain, mixed = (_explained(colours, load_pad(name)) for name in ("classic", "mixx-a"))
    if abs(plain - mixed) < MIN_COLOUR_LEAD:
        return None
    scores = {name: _consistent(numbers, load_pad(name)) for name in ("classic", "mixx-b")}
    first, second = sorted(scores, key=lambda name: -scores[name])
    if scores[first] < max(MIN_NUMBER_LIKENESS, scores[second] + MIN_NUMBER_LEAD):
        return None
    if mixed > plain:  # its numbers stand as on the classic pad
        return load_pad("mixx-a") if first == "classic" else None
    return load_pad(first)


def _chroma(cell: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How a place and the band around it differ from grey: two numbers."""
    blue, green, red = cell.reshape(-1, 3).astype(np.float64).mean(0)
    return np.array([red - green, (red + green) / 2 - blue])


def _print(cell: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The middle of a place, where its number stands, with mean 0 and length 1."""
    a, b = round(CELL_PIXELS * 0.31), round(CELL_PIXELS * 0.69)
    grey = cv2.GaussianBlur(cell.min(2).astype(np.float32), (0, 0), 1.0)[a:b, a:b]
    flat = grey.ravel().astype(np.float64)
    flat = flat - flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6))


def _explained(colours: NDArray[np.float64], pad: Pad) -> float:
    """The share of the colours' variance that the pad's colours explain."""
    total = ((colours - np.median(colours, 0)) ** 2).sum()
    names = np.array([cell.colour for cell in pad.cells])
    rest = sum(
        ((colours[names == name] - np.median(colours[names == name], 0)) ** 2).sum() for name in set(names)
    )
    return float(1 - rest / max(total, 1e-6))


def _consistent(numbers: NDArray[np.float64], pad: Pad) -> float:
    """How much more alike places with the same number are than places with different ones."""
    likeness = numbers @ numbers.T
    cells = pad.cells
    same: list[float] = []
    other: list[float] = []
    for i, j in combinations(range(len(cells)), 2):
        (same if cells[i].number == cells[j].number else other).append(float(likeness[i, j]))
    return float(np.median(same) - np.median(other))
