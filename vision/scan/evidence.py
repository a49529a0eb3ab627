"""What was seen of one printed sheet in a photo, as frozen values. It knows places and ink, no rules."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sheets.pad import Pad
from sheets.serial import SheetCode
from vision.geometry import PixelBox
from vision.problem import Problem

UNSEEN_LOG_ODDS = 0.0
"""The log-odds of a place that the photo does not show: it says nothing."""


@dataclass(frozen=True, slots=True)
class CellEvidence:
    """What the photo says about one place of a sheet.

    `cell`: "a7", "lock a", "miss 2" or "box 5", as `sheets.page.SheetPlan.places` names it.
    `log_odds`: natural logarithm of the odds that the place is marked, of this place alone: below 0 empty,
    above 0 marked, UNSEEN_LOG_ODDS where it cannot be seen.
    `box`: x, y, width, height in pixels of the upright photo, around the place (within the photo).
    `hidden`: the place lies outside the photo, or something lies on it.
    """

    cell: str
    log_odds: float
    box: PixelBox
    hidden: bool = False

    @property
    def p(self) -> float:
        """The probability that the place is marked."""
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, self.log_odds))))


@dataclass(frozen=True, slots=True)
class ScannedSheet:
    """One sheet in a photo, or what looks like one.

    `code`: what the printed code says; None where it could not be read.
    `pad`: what the sheet is a sheet of; None where that is not known, and then `cells` is empty.
    `cells`: one for each of the plan's places, in the plan's order.
    `corners`: the sheet's four corners in the photo, clockwise from the sheet's top left, in pixels; they may
    lie outside the photo. `problems`: what stands between the photo and an answer
    (`vision.scan.problems`).
    """

    code: SheetCode | None
    pad: Pad | None
    cells: tuple[CellEvidence, ...]
    corners: tuple[tuple[float, float], ...]
    problems: tuple[Problem, ...] = ()

    def cell(self, name: str) -> CellEvidence:
        """The evidence of one place; KeyError where the sheet has none of this name."""
        for cell in self.cells:
            if cell.cell == name:
                return cell
        raise KeyError(name)
