"""Turns a photo of marked sheets into evidence for each *cell*, which may also be a lock or a box.

Sheets are found, and their plans are aligned with the bent paper (`rectification`). Every cell is cut out
(`cells`). A small network gives the probability that the cell is marked.
"""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.pad import Pad
from vision.frames.image import Image, bounded
from vision.geometry import F32, PixelBox, Point
from vision.inference import session
from vision.scan import problems
from vision.scan.evidence import UNSEEN_LOG_ODDS, CellEvidence, ScannedSheet
from vision.scan.homography import Points, box_corners
from vision.scan.ink import (
    FULL_INK_SHARE,
    LOCATED_PRINT_SHARE,
    MIN_PRINT_SHARE,
    ink_shares,
    print_visibility,
    runs_through,
)
from vision.scan.markers import MarkerSearch, TooBusy, looks_like_marker
from vision.scan.rectification import LaidPlan, PlacedSheet, place_sheets

MIN_OUTSIDE_SHARE = 0.15
"""A cell counts as hidden if more than this share of it is outside the photo."""
SHIFT_PIXELS = ((0, 0), (1, 1), (-1, -1))
"""Shifts of a cell's picture, in pixels down and right, over which the network's answers are averaged."""
UNDECIDED_LOG_ODDS = 0.5
"""Cap on the absolute log odds of a cell if its ink, or its picture judged alone, contradicts them."""
MAX_EMPTY_LOG_ODDS, MIN_MARKED_LOG_ODDS = -1.5, 1.0
"""Limits for the log odds of a cell judged alone: above the first, the cell isn't read as surely empty; below
the second, it isn't read as surely marked."""
MAX_LOG_ODDS = 14.0
"""Cap on the absolute log odds: about a million to one."""
MIRRORED_PIXELS = 1600
"""Longer side to which a photo without sheets is reduced to look for mirrored sheets."""
FOREIGN_CODE_PIXELS = 1000
"""Longer side to which a photo without sheets is reduced to look for other programs' QR codes."""
BANDS = 4
"""Sheets are sorted by this many horizontal bands of the photo, and from left to right in each band."""


def scan(image: Image, pads: Iterable[Pad] = ()) -> tuple[ScannedSheet, ...]:
    """Return the sheets in a photo, from the top left to the bottom right.

    `image`: H x W x 3 uint8, BGR, upright. `pads`: custom pads that may occur. No photo raises an error;
    problems are listed in `ScannedSheet.problems`. If no sheet is found, return one entry whose problem
    states a likely reason, such as a mirrored sheet, or () if nothing hints at a sheet.
    """
    near = bounded(image)
    sheets = _sheets(near, pads)
    if near is not image:
        sheets = [sheet.in_size(near.shape[1::-1], image.shape[1::-1]) for sheet in sheets]
    height = image.shape[0]

    def order(sheet: ScannedSheet) -> tuple[int, float]:
        xs, ys = zip(*sheet.corners, strict=True)
        return int(BANDS * (sum(ys) / len(ys)) / height), sum(xs) / len(xs)

    return tuple(sorted(sheets, key=order))


def _sheets(image: Image, pads: Iterable[Pad]) -> list[ScannedSheet]:
    """Return the results of `scan` for a photo that is not too large, in any order."""
    search = MarkerSearch(image)
    try:
        sheets = [_scanned(image, placed) for placed in place_sheets(image, pads, search)]
        return sheets or _mirrored(image) or _unplaced(search)
    except TooBusy:
        height, width = (float(side) for side in image.shape[:2])
        outline = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return [ScannedSheet(None, None, (), outline, (problems.TOO_BUSY,))]


def _mirrored(image: Image) -> list[ScannedSheet]:
    """Return one entry with the problem MIRRORED if the mirrored photo shows a readable code, else []."""
    width, scale = image.shape[1], min(1.0, MIRRORED_PIXELS / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for placed in place_sheets(np.ascontiguousarray(np.asarray(small, np.uint8)[:, ::-1])):
        if placed.code is not None:
            corners = tuple((width - x, y) for x, y in _points(placed.outline() / scale))
            return [ScannedSheet(None, None, (), corners, (problems.MIRRORED,))]
    return []


def _unplaced(search: MarkerSearch) -> list[ScannedSheet]:
    """Return one entry with a problem if a photo without sheets shows a marker or a QR code, otherwise []."""
    grey = search.grey
    for marker in search.find():
        if looks_like_marker(grey, marker):
            return [ScannedSheet(None, None, (), _points(marker.corners), (problems.ONE_CORNER,))]
    scale = min(1.0, FOREIGN_CODE_PIXELS / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    try:
        is_code, corners = cv2.QRCodeDetector().detect(small)
    except cv2.error:  # OpenCV's geometry fails on some patterns
        return []
    if is_code:
        outline = _points(np.asarray(corners, np.float64).reshape(4, 2) / scale)
        return [ScannedSheet(None, None, (), outline, (problems.FOREIGN_CODE,))]
    return []


def _points(points: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)


def _scanned(image: Image, placed: PlacedSheet) -> ScannedSheet:
    corners, code = _points(placed.outline()), placed.code
    if placed.surplus:
        return ScannedSheet(None, None, (), corners, (problems.TOO_MANY,))
    if placed.laid is None:
        problem = problems.UNKNOWN_SHEET
        if code is not None:
            problem = problems.unknown_pad(code) if code.game == "own" else problems.too_small(code)
        return ScannedSheet(code, None, (), corners, (problem,))
    cells, outside, covered = _evidence(image, placed.laid)
    pad = placed.laid.pad
    partly = [problems.pad_by_looks(pad)] if code is None else []
    partly += [problems.cut_off(pad, outside)] if outside else []
    partly += [problems.covered(pad, covered)] if covered else []
    return ScannedSheet(code, pad, cells, corners, tuple(partly))


def _evidence(image: Image, laid: LaidPlan) -> tuple[tuple[CellEvidence, ...], list[str], list[str]]:
    """Return the evidence for each cell, the names of cells outside the photo, and those of covered cells."""
    pictures = laid.cell_pictures()
    marked, something_on_it = log_odds(pictures).T
    # not of locks and boxes, whose print differs within their kind
    measured = np.array([not name.startswith(("lock", "box")) for name in laid.plan.places])
    full = measured & (ink_shares(pictures) > FULL_INK_SHARE)
    marked = np.where(full, np.maximum(marked, -UNDECIDED_LOG_ODDS), marked)
    claimed = np.flatnonzero(marked > UNDECIDED_LOG_ODDS)
    passed = claimed[runs_through(pictures[claimed])]
    marked[passed] = UNDECIDED_LOG_ODDS
    visible, located = print_visibility(pictures)
    size = image.shape[1], image.shape[0]
    cells, outside, covered = [], [], []
    corners = np.concatenate([box_corners(box) for box in laid.plan.places.values()])
    outlines = laid.in_photo(corners).reshape(-1, 4, 2)
    for i, (name, box) in enumerate(laid.plan.places.items()):
        frame, share_outside = _frame(outlines[i], size)
        misplaced = located[i] < LOCATED_PRINT_SHARE and not laid.is_firm(box)
        if share_outside > MIN_OUTSIDE_SHARE:
            outside.append(name)
        elif something_on_it[i] > 0 or visible[i] < MIN_PRINT_SHARE or misplaced:
            covered.append(name)
        else:
            odds = float(np.clip(marked[i], -MAX_LOG_ODDS, MAX_LOG_ODDS))
            cells.append(CellEvidence(name, odds, frame))
            continue
        cells.append(CellEvidence(name, UNSEEN_LOG_ODDS, frame, hidden=True))
    return tuple(cells), outside, covered


def log_odds(pictures: NDArray[np.uint8]) -> F32:
    """Return two log odds for each cell (N x 2): that it is marked, and that something covers it.

    `pictures`: all cells of a sheet, from `vision.scan.cells.cell_pictures`. The network judges each cell
    twice: alone, and together with all others. If the two answers disagree, the cell is undecided.
    """
    batch = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) * np.float32(1 / 255)
    network = session("marks")
    answers = [network.run(None, {"pictures": np.roll(batch, shift, (2, 3))}) for shift in SHIFT_PIXELS]
    together, alone = (np.stack(parts).mean(0) for parts in zip(*answers, strict=True))
    least = np.where(alone > MAX_EMPTY_LOG_ODDS, -UNDECIDED_LOG_ODDS, -np.inf)
    most = np.where(alone < MIN_MARKED_LOG_ODDS, UNDECIDED_LOG_ODDS, np.inf)
    together[:, 0] = np.clip(together[:, 0], least, most)
    return np.asarray(together, np.float32)


def _frame(outline: Points, size: tuple[int, int]) -> tuple[PixelBox, float]:
    """Return the box around a cell's `outline`, clipped to the photo, and the share that was clipped off."""
    low, high = np.floor(outline.min(0)), np.ceil(outline.max(0))
    inner_low = np.clip(low, 0, (size[0] - 1, size[1] - 1))
    inner_high = np.clip(high, inner_low + 1, size)
    whole = float(np.prod(high - low))
    inside = float(np.prod(np.clip(np.minimum(high, size) - np.maximum(low, 0), 0, None)))
    x, y = (int(v) for v in inner_low)
    w, h = (int(v) for v in inner_high - inner_low)
    return (x, y, w, h), 1 - inside / max(whole, 1.0)
