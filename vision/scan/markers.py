"""Finds the corner markers of sheets in a photo: a sheet has four (ArUco), with four consecutive ids."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.marker import GROUPS, MODULES, MarkerError, dark_modules, marker_group
from sheets.paper import Box
from vision.frames.image import Image
from vision.geometry import F64, U8
from vision.scan.homography import Points, pixels_to_mm, project

SEARCH_PIXELS = 1600
"""Longer side, in pixels, to which a photo is scaled for the first search."""
MIN_ENLARGEMENT = 1.3
"""A photo is enlarged only if the factor is greater than this."""
TEMPLATE_MODULE_PIXELS = 8
"""Side of a module (one black or white square of a marker) in a template, in pixels."""
DARK_BYTE, LIGHT_BYTE = 40, 235
"""Grey values (0 to 255) of ink and paper in a template."""
MIN_MISSED_CORRELATION = 0.62
"""A marker counts as found near its expected position if its correlation with its template exceeds this."""
MIN_LONE_CORRELATION = 0.8
"""If no sheet is found, a marker counts as found if its correlation with its template exceeds this."""
THRESHOLD_WINDOWS = (5, 25, 45)
"""Sizes of the windows of the adaptive threshold, in pixels."""
THRESHOLD_BYTES = 7
"""A pixel is ink if it is at least this much darker (0 to 255) than the mean of the window around it."""
PERIMETER_SHARES = (0.02, 1.0)
"""Minimum and maximum length of a marker's outline, as shares of the photo's longer side."""
OUTLINE_ACCURACY_SHARE = 0.06
"""Largest deviation of a marker's outline from a quadrilateral, as a share of the outline's length."""
MAX_EDGES = 4_000_000
"""A photo is not searched if the edges of its ink have more pixels than this, summed over THRESHOLD_WINDOWS.
The busiest tables have 2,000,000, and noise has 22,000,000."""
MAX_OUTLINES = 16_000
"""Largest number of outlines about as long as a marker's in a photo that is searched. Some have 12,000."""
MAX_QUADS = 3_000
"""A photo with more quadrilaterals than this is not searched, because each is compared with every other."""
MAX_MARKERS = 64
"""A photo with more markers than this is refused. It is enough for twelve sheets and some false markers."""
MAX_CORNER_SHIFT_SIDES = 0.15
"""A refinement is rejected if it moves a corner by this share of the marker's side or more."""


class TooBusy(Exception):
    """The photo holds so many possible markers that it is not searched."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A corner marker in a photo."""

    group: int  # its set of four, 0 to 11
    corner: int  # its corner of the sheet, 0 to 3
    corners: Points  # 4 x 2 pixels, clockwise from the marker's top left

    @property
    def side(self) -> float:
        """Return the mean length of the marker's four sides, in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, 0), axis=1).mean())

    @property
    def centre(self) -> Points:
        return np.asarray(self.corners.mean(0))


def find_markers(grey: U8, side: int = SEARCH_PIXELS, sharpen: bool = False) -> tuple[Marker, ...]:
    """Return every marker in a grey photo that may be on a sheet. Raise TooBusy if there are too many.

    `side`: length to which the photo's longer side is scaled, unless it is about as long already. `sharpen`:
    True to sharpen the scaled photo.
    """
    small, scale = _scaled(grey, side)
    if sharpen:
        soft = cv2.GaussianBlur(small, (0, 0), max(1.0, 1.5 * scale))
        small = np.asarray(cv2.addWeighted(small, 2.5, soft, -1.5, 0), np.uint8)
    _check_bounds(small)
    corners, ids, _ = _detector().detectMarkers(small)
    markers = []
    for quad, number in zip(corners, () if ids is None else ids.ravel(), strict=True):
        try:
            group, corner = marker_group(int(number))
        except MarkerError:
            continue
        if group < GROUPS:
            points = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5
            markers.append(Marker(group, corner, points))
    if len(markers) > MAX_MARKERS:
        raise TooBusy
    return tuple(markers)


class MarkerSearch:
    """Searches one photo (H x W x 3, BGR) for markers, and keeps the results for later calls."""

    def __init__(self, image: Image) -> None:
        self.grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        self._results: dict[tuple[int, bool], tuple[Marker, ...]] = {}

    def find(self, side: int = SEARCH_PIXELS, sharpen: bool = False) -> tuple[Marker, ...]:
        """Return every marker that may be on a sheet, from a cache if the same search was made before.

        `side`, `sharpen`: as for `find_markers`. Raise TooBusy if there are too many markers.
        """
        longer = max(self.grey.shape)
        key = longer if _is_close(side, longer) else side, sharpen
        if key not in self._results:
            self._results[key] = find_markers(self.grey, side, sharpen)
        return self._results[key]


def _is_close(side: int, longer: int) -> bool:
    """Return True if the scale `side` / `longer` is 1 to MIN_ENLARGEMENT, so that no scaling is needed."""
    return longer <= side <= MIN_ENLARGEMENT * longer


def _scaled(grey: U8, side: int) -> tuple[U8, float]:
    """Return the photo, scaled so that its longer side is about `side` pixels, and the scale factor."""
    longer = max(grey.shape)
    if _is_close(side, longer):
        return grey, 1.0
    scale = side / longer
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8), scale


def _check_bounds(small: U8) -> None:
    """Raise TooBusy if the photo has too many edges, outlines or quadrilaterals for OpenCV's detector."""
    how = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
    inks = [cv2.adaptiveThreshold(small, 255, *how, window, THRESHOLD_BYTES) for window in THRESHOLD_WINDOWS]
    if sum(map(_edges, inks)) > MAX_EDGES:
        raise TooBusy
    least, most = (share * max(small.shape) for share in PERIMETER_SHARES)
    outlines: list[NDArray[np.int32]] = []
    for ink in inks:
        contours, _ = cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        outlines += [np.asarray(outline, np.int32) for outline in contours if least <= len(outline) <= most]
    if len(outlines) > MAX_OUTLINES:
        raise TooBusy
    quads = 0
    for left, outline in zip(range(len(outlines), 0, -1), outlines, strict=True):
        if quads + left <= MAX_QUADS:
            return
        quads += len(cv2.approxPolyDP(outline, OUTLINE_ACCURACY_SHARE * len(outline), True)) == 4
    if quads > MAX_QUADS:
        raise TooBusy


def _edges(ink: NDArray[Any]) -> int:
    """Return the number of pixels that differ from their right or lower neighbour."""
    return int(np.count_nonzero(ink[:, 1:] != ink[:, :-1]) + np.count_nonzero(ink[1:] != ink[:-1]))


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    first, second, *_, last = THRESHOLD_WINDOWS
    settings.adaptiveThreshWinSizeMin = first
    settings.adaptiveThreshWinSizeMax = last
    settings.adaptiveThreshWinSizeStep = second - first
    settings.adaptiveThreshConstant = THRESHOLD_BYTES
    settings.minMarkerPerimeterRate, settings.maxMarkerPerimeterRate = PERIMETER_SHARES
    settings.polygonalApproxAccuracyRate = OUTLINE_ACCURACY_SHARE
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    settings.relativeCornerRefinmentWinSize = 0.25
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25  # blur mixes neighbouring modules
    settings.errorCorrectionRate = 1.0  # false ones fit no sheet
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def merge_markers(some: Iterable[Marker], more: Iterable[Marker]) -> tuple[Marker, ...]:
    """Return the markers of two searches, without duplicates."""
    merged = list(some)
    for marker in more:
        centre, side = marker.centre, marker.side
        same = (m for m in merged if (m.group, m.corner) == (marker.group, marker.corner))
        if not any(np.linalg.norm(m.centre - centre) < side for m in same):
            merged.append(marker)
    return tuple(merged)


def sharpen_corners(grey: U8, marker: Marker) -> Marker:
    """Return the same marker with its corners refined in the full-size grey photo.

    The marker is returned unchanged if a corner is outside the photo or would move too far.
    """
    height, width = grey.shape
    if (marker.corners < 0).any() or (marker.corners > (width - 1, height - 1)).any():
        return marker
    half = int(np.clip(marker.side * 0.08, 2, 12))
    corners = marker.corners.astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    refined = cv2.cornerSubPix(grey, corners, (half, half), (-1, -1), stop).reshape(4, 2).astype(np.float64)
    moved = np.linalg.norm(refined - marker.corners, axis=1).max()
    if moved < MAX_CORNER_SHIFT_SIDES * marker.side:
        return Marker(marker.group, marker.corner, refined)
    return marker


@cache
def _template(marker_id: int) -> U8:
    """Return a picture of a marker with a light border of half a module, slightly blurred."""
    dark = (
        np.array(dark_modules(marker_id)).repeat(TEMPLATE_MODULE_PIXELS, 0).repeat(TEMPLATE_MODULE_PIXELS, 1)
    )
    light = np.where(dark, DARK_BYTE, LIGHT_BYTE).astype(np.uint8)
    framed = np.pad(light, TEMPLATE_MODULE_PIXELS // 2, constant_values=LIGHT_BYTE)
    return np.asarray(cv2.GaussianBlur(framed, (0, 0), TEMPLATE_MODULE_PIXELS * 0.3), np.uint8)


def _template_corners(x: float = 0, y: float = 0) -> Points:
    """Return the corners (in pixels, 4 x 2) of a marker whose template has its top left corner at x, y."""
    first = TEMPLATE_MODULE_PIXELS // 2 - 0.5
    last = first + MODULES * TEMPLATE_MODULE_PIXELS
    corners = np.array([(first, first), (last, first), (last, last), (first, last)])
    return np.asarray(corners + np.array([x, y]))


def find_missed_marker(
    grey: U8, homography: F64, box: Box, group: int, corner: int, reach: float
) -> Marker | None:
    """Return the marker near the position to which `homography` maps its `box` (in mm), or None if not found.

    `reach`: largest distance of the marker from this position, as a multiple of the marker's side.
    """
    margin = box.w * reach
    step = box.w / (MODULES * TEMPLATE_MODULE_PIXELS)
    side = round((box.w + 2 * margin) / step)
    to_photo = homography @ pixels_to_mm(box.x - margin, box.y - margin, step)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpPerspective(grey, to_photo, (side, side), flags=how, borderMode=cv2.BORDER_REPLICATE)
    match = cv2.matchTemplate(crop, _template(4 * group + corner), cv2.TM_CCOEFF_NORMED)
    _, score, _, (x, y) = cv2.minMaxLoc(match)
    if score <= MIN_MISSED_CORRELATION:
        return None
    return Marker(group, corner, project(to_photo, _template_corners(x, y)))


def looks_like_marker(grey: U8, marker: Marker) -> bool:
    """Return True if the photo at the marker's corners is similar to the marker's template."""
    template = _template(4 * marker.group + marker.corner)
    to_template = cv2.getPerspectiveTransform(
        marker.corners.astype(np.float32), _template_corners().astype(np.float32)
    )
    seen = cv2.warpPerspective(grey, to_template, template.shape, borderMode=cv2.BORDER_REPLICATE)
    match = cv2.matchTemplate(seen, template, cv2.TM_CCOEFF_NORMED)
    return float(match[0, 0]) > MIN_LONE_CORRELATION
