"""Types for the evidence in a photo that the cells of a sheet, including locks and boxes, are marked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sheets.pad import Pad
from sheets.serial import SheetCode
from vision.geometry import PixelBox, Point, scaled_box
from vision.problem import Problem

UNSEEN_LOG_ODDS = 0.0
"""Log odds of a cell that the photo does not show: no evidence either way."""


@dataclass(frozen=True, slots=True)
class CellEvidence:
    """The evidence in a photo that one cell of a sheet (or a lock or box) is marked."""

    cell: str  # as `sheets.page.SheetPlan.places` names it: "a7", "lock a", "miss 2", "box 5"
    log_odds: float  # natural log odds of a mark: below 0 empty, above 0 marked
    box: PixelBox  # around the cell, within the photo
    hidden: bool = False  # True if the cell is outside the photo or covered


@dataclass(frozen=True, slots=True)
class ScannedSheet:
    """One sheet in a photo, or a part of a photo that may show a sheet, but cannot be read."""

    code: SheetCode | None  # the printed code, None if unreadable
    pad: Pad | None  # None if unknown or not aligned with the photo; then `cells` is empty
    cells: tuple[CellEvidence, ...]  # one for each of the plan's cells, locks and boxes, in its order
    corners: tuple[Point, ...]  # in the photo, clockwise from the sheet's top left; may be outside the photo
    problems: tuple[Problem, ...] = ()  # why the sheet is not read in full (`vision.scan.problems`)

    def in_size(self, old: tuple[int, int], new: tuple[int, int]) -> ScannedSheet:
        """Return the same sheet after its photo is resized from `old` to `new` (width, height)."""
        corners = tuple((x * new[0] / old[0], y * new[1] / old[1]) for x, y in self.corners)
        cells = tuple(replace(cell, box=scaled_box(cell.box, old, new)) for cell in self.cells)
        return replace(self, cells=cells, corners=corners)

    def cell(self, name: str) -> CellEvidence:
        """Return the evidence for a cell, lock or box. Raise KeyError if the sheet has none of this name."""
        return {cell.cell: cell for cell in self.cells}[name]
