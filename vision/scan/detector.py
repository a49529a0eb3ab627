"""Where the sheets lie in a photo: corner markers, joined four by four (or three, when a thumb lies on one).

A sheet's markers carry four ids in a row, so those that belong together are known by their ids; where two
sheets carry the same ids, geometry tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.marker import GROUPS, MODULES, MarkerError, dark_modules, marker_group
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import Box, Layout

F64 = NDArray[np.float64]
Points = NDArray[np.float64]
"""N x 2: x, y."""

SEARCH_PIXELS = 1600
"""Markers are first looked for with the photo's longer side at this many pixels."""
TEMPLATE_MODULE_PIXELS = 8
"""Pixels a module while a missed marker is looked for."""
MIN_MISSED_CORRELATION = 0.62
"""Correlation from which something is taken for the marker that should be there."""
MIN_LONE_CORRELATION = 0.8
"""The same where nothing else speaks for it."""
MAX_FIT_ERROR_SIDES = 0.35
"""How far, in sides of a marker, markers of one sheet may lie from a flat sheet (root mean square)."""


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker seen: which set of four (0 to 11), which corner of the sheet (0 to 3), its own four corners.

    `corners`: 4 x 2 pixels, clockwise from the marker's top left.
    """

    group: int
    corner: int
    corners: Points

    @property
    def side(self) -> float:
        """Mean length of its four sides, in pixels."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, 0), axis=1).mean())

    @property
    def centre(self) -> Points:
        return np.asarray(self.corners.mean(0))


@dataclass(frozen=True, slots=True)
class DetectedSheet:
    """Markers that lie as on one sheet.

    `fits`: for each layout, the likeliest first, its code, the homography (3 x 3) from mm on the sheet to
    pixels of the photo, and how far the markers lie from it, in pixels (root mean square).
    """

    markers: tuple[Marker, ...]
    fits: tuple[tuple[str, F64, float], ...]

    @property
    def group(self) -> int:
        return self.markers[0].group

    def outline(self) -> Points:
        """The sheet's corners, 4 x 2 pixels, clockwise from its top left, as far as the markers tell."""
        layout, homography, _ = self.fits[0]
        places = marker_places(layout)
        right, bottom = places[2].right, places[2].bottom + places[0].y
        return project(homography, np.array([(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)]))


@cache
def marker_places(layout: str) -> tuple[Box, Box, Box, Box]:
    """The markers of every sheet printed in the layout of this code, in mm on the sheet."""
    return plan_sheet(load_pad("classic"), Layout.parse(layout)).markers


@cache
def _layouts() -> tuple[str, ...]:
    return tuple("31245678")


def box_corners(box: Box) -> Points:
    """4 x 2 mm, clockwise from the top left."""
    return np.array([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)])


def project(homography: F64, points: Points) -> Points:
    """N x 2 points through a homography."""
    flat = np.c_[points, np.ones(len(points))] @ homography.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 45
    settings.adaptiveThreshWinSizeStep = 20
    settings.minMarkerPerimeterRate = 0.02
    settings.maxMarkerPerimeterRate = 1.0
    settings.polygonalApproxAccuracyRate = 0.06
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 4
    settings.relativeCornerRefinmentWinSize = 0.25
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25  # blur mixes neighbouring modules
    settings.errorCorrectionRate = 1.0  # false ones do not fit a sheet
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def find_markers(
    grey: NDArray[np.uint8], side: int = SEARCH_PIXELS, sharpen: bool = False
) -> tuple[Marker, ...]:
    """Every marker in a grey photo that may be one of ours; it is looked for with the photo's longer side at
    `side` pixels, or at its own size where that is not far off."""
    scale = side / max(grey.shape)
    small = grey
    if scale < 1:
        small = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    elif scale > 1.3:
        small = np.asarray(
            cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8
        )
    else:
        scale = 1.0
    if sharpen:
        soft = cv2.GaussianBlur(small, (0, 0), max(1.0, 1.5 * scale))
        small = np.asarray(cv2.addWeighted(small, 2.5, soft, -1.5, 0), np.uint8)
    corners, ids, _ = _detector().detectMarkers(small)
    found = []
    for quad, number in zip(corners, () if ids is None else ids.ravel(), strict=True):
        try:
            group, corner = marker_group(int(number))
        except MarkerError:
            continue
        if group >= GROUPS:
            continue
        points = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5
        found.append(Marker(group, corner, points))
    return tuple(found)


def merge_markers(some: Iterable[Marker], more: Iterable[Marker]) -> tuple[Marker, ...]:
    """The markers of two searches, each once."""
    found = list(some)
    for marker in more:
        same = (m for m in found if (m.group, m.corner) == (marker.group, marker.corner))
        if not any(np.linalg.norm(m.centre - marker.centre) < marker.side for m in same):
            found.append(marker)
    return tuple(found)


def sharpen_corners(grey: NDArray[np.uint8], marker: Marker) -> Marker:
    """The same marker with corners found again in the photo at its full size."""
    height, width = grey.shape
    if (marker.corners < 0).any() or (marker.corners > (width - 1, height - 1)).any():
        return marker
    half = int(np.clip(marker.side * 0.08, 2, 12))
    corners = marker.corners.astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    refined = cv2.cornerSubPix(grey, corners, (half, half), (-1, -1), stop).reshape(4, 2).astype(np.float64)
    moved = np.linalg.norm(refined - marker.corners, axis=1).max()
    return Marker(marker.group, marker.corner, refined) if moved < 0.15 * marker.side else marker


@cache
def _marker_template(marker_id: int) -> NDArray[np.uint8]:
    """A marker with a light border of half a module, TEMPLATE_MODULE_PIXELS pixels a module."""
    dark = np.array(dark_modules(marker_id))
    light = np.where(
        np.kron(dark, np.ones((TEMPLATE_MODULE_PIXELS, TEMPLATE_MODULE_PIXELS), bool)), 40, 235
    ).astype(np.uint8)
    framed = np.pad(light, TEMPLATE_MODULE_PIXELS // 2, constant_values=235)
    return np.asarray(cv2.GaussianBlur(framed, (0, 0), TEMPLATE_MODULE_PIXELS * 0.3), np.uint8)


def add_missed_markers(grey: NDArray[np.uint8], found: DetectedSheet) -> DetectedSheet:
    """The same sheet with markers that were missed, looked for where the others say they are."""
    if len(found.markers) == 4:
        return found
    missed = {0, 1, 2, 3} - {marker.corner for marker in found.markers}
    added = _missed_markers(grey, found, missed, 1.2 if len(found.markers) == 3 else 4.0)
    more = _fit((*found.markers, *added)) if added else None
    return more or found


def _missed_markers(
    grey: NDArray[np.uint8], found: DetectedSheet, corners: set[int], far: float
) -> list[Marker]:
    """Those markers of a sheet that are where its homography says, give or take `far` of their sides."""
    layout, homography, _ = found.fits[0]
    added = []
    for corner in sorted(corners):
        box = marker_places(layout)[corner]
        step = box.w / (MODULES * TEMPLATE_MODULE_PIXELS)
        reach = box.w * far
        side = round((box.w + 2 * reach) / step)
        to_mm = np.array(
            [[step, 0, box.x - reach + step / 2], [0, step, box.y - reach + step / 2], [0, 0, 1]]
        )
        crop = cv2.warpPerspective(
            grey, homography @ to_mm, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        match = cv2.matchTemplate(crop, _marker_template(4 * found.group + corner), cv2.TM_CCOEFF_NORMED)
        _, score, _, (x, y) = cv2.minMaxLoc(match)
        if score > MIN_MISSED_CORRELATION:
            start = np.array([x + TEMPLATE_MODULE_PIXELS // 2 - 0.5, y + TEMPLATE_MODULE_PIXELS // 2 - 0.5])
            width = MODULES * TEMPLATE_MODULE_PIXELS
            square = start + np.array([(0, 0), (width, 0), (width, width), (0, width)])
            added.append(Marker(found.group, corner, project(homography @ to_mm, square)))
    return added


def find_page_neighbours(
    grey: NDArray[np.uint8], found: DetectedSheet, others: Iterable[DetectedSheet]
) -> list[DetectedSheet]:
    """Sheets above and below on the same uncut page that were missed, looked for where the page has them.

    Their markers are the sets of four next to this sheet's, or next but one where a page has a back.
    """
    layout, homography, _ = found.fits[0]
    apart = plan_sheet(load_pad("classic"), Layout.parse(layout)).height
    known = [np.mean(other.outline(), 0) for other in others]
    mates = []
    for side in (-1, 1):
        moved = homography @ np.array([[1, 0, 0], [0, 1, side * apart], [0, 0, 1.0]])
        for step in (1, 2):
            corners = project(moved, box_corners(marker_places(layout)[0]))
            ghost = Marker((found.group + side * step) % GROUPS, 0, corners)
            start = DetectedSheet((ghost,), ((layout, moved, 0.0),))
            middle = np.mean(start.outline(), 0)
            reach = 0.3 * float(np.ptp(start.outline(), axis=0).max())
            if any(np.linalg.norm(middle - other) < reach for other in known):
                break
            seen = _missed_markers(grey, start, {0, 1, 2, 3}, 1.2)
            mate = _fit(tuple(seen)) if len(seen) >= 3 else None
            if mate is not None:
                mates.append(mate)
                known.append(middle)
                break
    return mates


def looks_like_marker(grey: NDArray[np.uint8], marker: Marker) -> bool:
    """Whether a marker looks, module by module, like the one that it is taken for."""
    side = (MODULES + 1) * TEMPLATE_MODULE_PIXELS
    edge = TEMPLATE_MODULE_PIXELS // 2 - 0.5
    far = edge + MODULES * TEMPLATE_MODULE_PIXELS
    square = np.array([(edge, edge), (far, edge), (far, far), (edge, far)], np.float32)
    to_portrait = cv2.getPerspectiveTransform(marker.corners.astype(np.float32), square)
    seen = cv2.warpPerspective(grey, to_portrait, (side, side), borderMode=cv2.BORDER_REPLICATE)
    match = cv2.matchTemplate(seen, _marker_template(4 * marker.group + marker.corner), cv2.TM_CCOEFF_NORMED)
    return float(match[0, 0]) > MIN_LONE_CORRELATION


def find_sheets(markers: Iterable[Marker]) -> tuple[DetectedSheet, ...]:
    """Markers joined into sheets, each marker in one at most; sheets with fewer than two markers left out.

    Four markers are taken before three, three before two, and those that fit a flat sheet best first.
    """
    candidates = []
    by_group: dict[int, list[Marker]] = {}
    for marker in markers:
        by_group.setdefault(marker.group, []).append(marker)
    for members in by_group.values():
        candidates += [
            found for chosen in _marker_combinations(members) if (found := _fit(chosen)) is not None
        ]
    candidates.sort(key=lambda found: (-len(found.markers), found.fits[0][2] / _side(found)))
    taken: set[int] = set()
    sheets = []
    for found in candidates:
        if not any(id(marker) in taken for marker in found.markers):
            taken |= {id(marker) for marker in found.markers}
            sheets.append(found)
    return tuple(sheets)


def refit(found: DetectedSheet, markers: Iterable[Marker]) -> DetectedSheet:
    """The same sheet from the same markers, their corners known better."""
    return _fit(tuple(markers)) or found


def _side(found: DetectedSheet) -> float:
    return float(np.mean([marker.side for marker in found.markers]))


def _marker_combinations(members: list[Marker]) -> Iterator[tuple[Marker, ...]]:
    """Every choice of at most one marker for each corner, two or more in all."""
    options = [[None, *(m for m in members if m.corner == corner)] for corner in range(4)]
    for option in options:
        del option[5:]  # five sheets with the same ids: never more in honest photos
    for choice in product(*options):
        chosen = tuple(marker for marker in choice if marker is not None)
        if len(chosen) >= 2:
            yield chosen


def _fit(chosen: tuple[Marker, ...]) -> DetectedSheet | None:
    """These markers as a sheet, None where no flat sheet looks like it."""
    sides = [marker.side for marker in chosen]
    if max(sides) > 4 * min(sides):
        return None
    seen = np.concatenate([marker.corners for marker in chosen])
    fits = []
    for layout in _layouts():
        places = marker_places(layout)
        flat = np.concatenate([box_corners(places[marker.corner]) for marker in chosen])
        answer, _ = cv2.findHomography(flat, seen, 0)
        if answer is None or not np.isfinite(answer).all():
            continue
        homography = np.asarray(answer, np.float64)
        off = float(np.sqrt(((project(homography, flat) - seen) ** 2).sum(1).mean()))
        if off <= MAX_FIT_ERROR_SIDES * float(np.mean(sides)) and _upright(homography, places):
            fits.append((layout, homography, off))
    fits.sort(key=lambda fit: fit[2])
    return DetectedSheet(chosen, tuple(fits)) if fits else None


def _upright(homography: F64, places: tuple[Box, Box, Box, Box]) -> bool:
    """Whether the sheet's outline is seen from the front, and convex."""
    outline = np.array(
        [
            (places[0].x, places[0].y),
            (places[1].right, places[1].y),
            (places[2].right, places[2].bottom),
            (places[3].x, places[3].bottom),
        ]
    )
    depth = np.c_[outline, np.ones(4)] @ homography[2]
    if (depth * depth[0] <= 0).any():
        return False
    corners = project(homography, outline)
    edges = np.roll(corners, -1, 0) - corners
    ahead = np.roll(edges, -1, 0)
    return bool((edges[:, 0] * ahead[:, 1] - edges[:, 1] * ahead[:, 0] > 0).all())
