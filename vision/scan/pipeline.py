"""A photo of marked sheets into evidence, place by place.

Markers are found and joined into sheets (`sheet_finding`), the code tells what each is (`sheet_code`), the
plan is laid under it although paper bends (`vision.scan.alignment`), every place is cut out with its
neighbourhood and the empty places of its row (`vision.scan.cells`), and a small network says how likely it is
marked, by itself and beside the other places of its sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.pad import Pad
from sheets.serial import SheetCode
from vision.frames.image import Image
from vision.geometry import PixelBox
from vision.inference import F32, session
from vision.problem import Problem
from vision.scan import problems
from vision.scan.cells import cell_pictures
from vision.scan.detector import Points, box_corners, find_markers, looks_like_marker
from vision.scan.evidence import UNSEEN_LOG_ODDS, CellEvidence, ScannedSheet
from vision.scan.ink import FULL_INK_SHARE, ink_shares
from vision.scan.legibility import LOCATED_PRINT_SHARE, MIN_PRINT_SHARE, print_visibility
from vision.scan.rectification import PlacedSheet, place_sheets

__all__ = ["UNSEEN_LOG_ODDS", "CellEvidence", "ScannedSheet", "scan"]

MIN_OUTSIDE_SHARE = 0.15
"""The share of a place outside the photo from which it counts as hidden."""
SHIFT_PIXELS = ((0, 0), (1, 1), (-1, -1))
"""Pixels down and right by which a place's picture is moved for the network: three looks for one."""
UNDECIDED_LOG_ODDS = 0.5
"""Log-odds within which a place is held, either way, where something speaks against what its sheet says: not
sure, rather than surely empty or crossed. So with a place that is full of ink (`vision.scan.ink`), and with
one that looks otherwise by itself: a mark of another pen is not a rest of the sheet's own."""
MAX_EMPTY_LOG_ODDS, MIN_MARKED_LOG_ODDS = -1.5, 1.0
"""Log-odds that a place must have by itself, at most to be empty and at least to be marked for sure."""
MAX_LOG_ODDS = 14.0
"""Log-odds are held within this: no photo is surer than one in a million."""


def scan(image: Image, pads: Iterable[Pad] = ()) -> tuple[ScannedSheet, ...]:
    """The sheets in a photo, from the top left to the bottom right; () where there is none.

    `image`: H x W x 3 uint8, BGR, upright. `pads`: pads of the table's own that may lie there, besides those
    that come with the program. Nothing is raised for what a photo shows: `ScannedSheet.problems` tells.
    """
    seen = [_seen(image, placed) for placed in place_sheets(image, pads)] or _strangers(image)
    height = image.shape[0]
    return tuple(sorted(seen, key=lambda s: (int(4 * _middle(s)[1] / height), _middle(s)[0])))


def _strangers(image: Image) -> list[ScannedSheet]:
    """What else a photo without our sheets shows: one corner of a sheet, or somebody else's square code."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = [marker for marker in find_markers(grey) if looks_like_marker(grey, marker)]
    if found:
        return [ScannedSheet(None, None, (), _points(found[0].corners), (problems.ONE_CORNER,))]
    scale = min(1.0, 1000 / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    seen, corners = cv2.QRCodeDetector().detect(small)
    if seen:
        outline = _points(np.asarray(corners, np.float64).reshape(4, 2) / scale)
        return [ScannedSheet(None, None, (), outline, (problems.FOREIGN_CODE,))]
    return []


def _points(points: Points) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points)


def _middle(sheet: ScannedSheet) -> tuple[float, float]:
    xs, ys = zip(*sheet.corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def log_odds(pictures: NDArray[np.uint8]) -> F32:
    """N x 2: log-odds that a place is marked, and that something lies on it.

    `pictures`: all places of a sheet as `cell_pictures` cuts them. The mean of the answers to each picture
    moved by SHIFT_PIXELS.
    """
    batch = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) * np.float32(1 / 255)
    network = session("marks")
    answers = [network.run(None, {"pictures": np.roll(batch, shift, (2, 3))}) for shift in SHIFT_PIXELS]
    beside, alone = (np.stack(parts).mean(0) for parts in zip(*answers, strict=True))
    beside[:, 0] = _agreed(beside[:, 0], alone)
    return np.asarray(beside, np.float32)


def _agreed(beside: F32, alone: F32) -> F32:
    """What a place's sheet says of it, held within UNDECIDED_LOG_ODDS where the place itself does not say
    so."""
    low = np.where(alone > MAX_EMPTY_LOG_ODDS, -UNDECIDED_LOG_ODDS, -np.inf)
    high = np.where(alone < MIN_MARKED_LOG_ODDS, UNDECIDED_LOG_ODDS, np.inf)
    return np.asarray(np.clip(beside, low, high), np.float32)


def _seen(image: Image, placed: PlacedSheet) -> ScannedSheet:
    corners = _corners(placed)
    if placed.pad is None or placed.plan is None or placed.placement is None:
        return ScannedSheet(placed.code, None, (), corners, (_unknown(placed.code),))
    pictures = cell_pictures(placed.straight(), placed.pad, placed.plan, placed.scale)
    answers = log_odds(pictures)
    alike = np.array([not name.startswith(("lock", "box")) for name in placed.plan.places])
    full = alike & (
        ink_shares(pictures) > FULL_INK_SHARE
    )  # locks and boxes differ in colour and art from their kin
    answers[full, 0] = np.maximum(answers[full, 0], -UNDECIDED_LOG_ODDS)
    size = image.shape[1], image.shape[0]
    cells, outside, covered = [], [], []
    seen = zip(placed.plan.places.items(), answers, *print_visibility(pictures), strict=True)
    for (name, box), (marked, cover), shown, found in seen:
        outline = placed.in_photo(box_corners(box))
        frame, share = _frame(outline, size)
        upon = cover > 0 or shown < MIN_PRINT_SHARE or (found < LOCATED_PRINT_SHARE and not placed.firm(box))
        if share > MIN_OUTSIDE_SHARE:
            outside.append(name)
        elif upon:
            covered.append(name)
        hidden = share > MIN_OUTSIDE_SHARE or upon
        odds = UNSEEN_LOG_ODDS if hidden else float(np.clip(marked, -MAX_LOG_ODDS, MAX_LOG_ODDS))
        cells.append(CellEvidence(name, odds, frame, hidden))
    return ScannedSheet(
        placed.code,
        placed.pad,
        tuple(cells),
        corners,
        tuple(_problems(placed.code, placed.pad, outside, covered)),
    )


def _frame(outline: Points, size: tuple[int, int]) -> tuple[PixelBox, float]:
    """The box around a place, within the photo, and what share of the place lies outside the photo."""
    low, high = np.floor(outline.min(0)), np.ceil(outline.max(0))
    inner_low = np.clip(low, 0, (size[0] - 1, size[1] - 1))
    inner_high = np.clip(high, inner_low + 1, size)
    whole = float(np.prod(high - low))
    inside = float(np.prod(np.clip(np.minimum(high, size) - np.maximum(low, 0), 0, None)))
    x, y = (int(v) for v in inner_low)
    w, h = (int(v) for v in inner_high - inner_low)
    return (x, y, w, h), 1 - inside / max(whole, 1.0)


def _corners(placed: PlacedSheet) -> tuple[tuple[float, float], ...]:
    """The sheet's corners in the photo, clockwise from its top left."""
    if placed.plan is not None and placed.placement is not None:
        plan = placed.plan
        outline = np.array([(0.0, 0.0), (plan.width, 0.0), (plan.width, plan.height), (0.0, plan.height)])
        points = placed.in_photo(outline)
    else:
        points = placed.found.outline()
    return _points(points)


def _unknown(code: SheetCode | None) -> Problem:
    """Why nothing can be read of a sheet."""
    if code is None:
        return problems.UNKNOWN_SHEET
    return problems.unknown_pad(code) if code.game == "own" else problems.too_small(code)


def _problems(code: SheetCode | None, pad: Pad, outside: list[str], covered: list[str]) -> Iterator[Problem]:
    """What is in the way of a sheet that is read all the same."""
    if code is None:
        yield problems.pad_by_looks(pad)
    if outside:
        yield problems.cut_off(pad, outside)
    if covered:
        yield problems.covered(pad, covered)
