"""Finds the sheets in a photo by their corner markers. Two of a sheet's four markers are enough.

A sheet's markers have four consecutive ids. Two sheets with the same ids are told apart by geometry. A
*layout* is a paper size and the number of sheets on a page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from sheets.marker import GROUPS
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import Box, Layout
from vision.frames.image import Image
from vision.geometry import F64, U8
from vision.scan.homography import Points, box_corners, project
from vision.scan.markers import (
    SEARCH_PIXELS,
    Marker,
    MarkerSearch,
    TooBusy,
    find_missed_marker,
    merge_markers,
    sharpen_corners,
)

LAYOUTS = "31245678"
"""The codes of all layouts, the usual ones first."""
MAX_FIT_ERROR_SIDES = 0.35
"""Largest RMS distance of markers from their places on a flat sheet, as a multiple of a marker's side."""
MAX_SIDE_RATIO = 4
"""Largest ratio between the sides of two markers of the same sheet."""
MAX_SAME_MARKERS = 4
"""Largest number of markers with the same id that are tried for one corner."""
MAX_COMBINATIONS = 700
"""Largest number of combinations of markers that are searched; four sheets with equal ids make 608."""
MAX_FLAT_ERROR_RATIO = 2.0
"""A linear fit is improved by NEWTON_STEPS only if its error is at most MAX_FIT_ERROR_SIDES times this."""
NEWTON_STEPS = 3
"""Number of Gauss-Newton steps by which the homography of the linear fit is improved."""
MAX_LEAST_ERROR_RATIO = 1.1
"""Markers may form a sheet if their error after NEWTON_STEPS is at most MAX_FIT_ERROR_SIDES times this."""
SOLVED_TOGETHER = 128
"""Number of combinations whose equations are solved at once, which takes some megabytes."""
RIDGE = 1e-9
"""Ridge penalty in the linear equations for homographies. It ensures that there is a solution."""
MISSED_REACH_SIDES, FAR_REACH_SIDES = 1.2, 4.0
"""A missed marker is searched for up to this distance from its expected place, in sides of the marker: the
first value if the sheet's other three markers are known, the second if only two are known."""
MIN_NEIGHBOUR_MARKERS = 3
"""A sheet above or below on the same page counts as found if at least this many of its markers are found."""
SAME_SHEET_SHARE = 0.3
"""A sheet expected above or below another is one found already if the distance between their centres is less
than this share of the expected sheet's longer side."""
MAX_SHEETS = 12
"""Largest number of sheets read in a photo; sheets with the most markers come first."""


class LayoutFit(NamedTuple):
    """The fit of markers to a sheet in one layout."""

    layout: str  # the code of the layout
    homography: F64  # 3 x 3, from mm on the sheet to pixels of the photo
    error: float  # RMS distance of the markers from the sheet, in pixels


@dataclass(frozen=True, slots=True)
class DetectedSheet:
    """A sheet that was found in a photo by its markers."""

    markers: tuple[Marker, ...]
    fits: tuple[LayoutFit, ...]  # one for each possible layout, the likeliest first

    @property
    def group(self) -> int:
        return self.markers[0].group

    def outline(self) -> Points:
        """Return the sheet's corners as its markers give them (in pixels, 4 x 2), clockwise from top left."""
        layout, homography, _ = self.fits[0]
        places = marker_places(layout)
        right, bottom = places[2].right, places[2].bottom + places[0].y
        return project(homography, np.array([(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)]))


@cache
def marker_places(layout: str) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the markers in the layout with this code, in mm on the sheet."""
    return plan_sheet(load_pad("classic"), Layout.parse(layout)).markers


def detect_sheets(image: Image, search: MarkerSearch | None = None) -> tuple[DetectedSheet, ...]:
    """Return the sheets whose markers are seen in a photo (H x W x 3, BGR).

    `search`: the marker search of this photo, if the caller shares it. The markers' corners are refined for
    the first MAX_SHEETS sheets. Raise TooBusy if too many markers or combinations of markers are possible.
    """
    search = search or MarkerSearch(image)
    grey = search.grey
    longer = max(grey.shape)
    markers = search.find(min(longer, SEARCH_PIXELS))
    sheets = _joined(grey, markers)
    if not sheets or any(len(sheet.markers) < 3 for sheet in sheets):
        try:
            closer = search.find(min(2 * longer, 2 * SEARCH_PIXELS), sharpen=True)
            merged = merge_markers(markers, closer)
        except TooBusy:
            if not sheets:
                raise
        else:
            if len(merged) > len(markers):
                sheets = _joined(grey, merged)
    for sheet in sheets:  # added neighbours are asked for their own neighbours in turn
        if Layout.parse(sheet.fits[0].layout).per_page > 1 and len(sheets) < MAX_SHEETS:
            sheets += find_page_neighbours(grey, sheet, sheets)
    return tuple(
        (_fit(tuple(sharpen_corners(grey, marker) for marker in sheet.markers)) or sheet)
        if at < MAX_SHEETS
        else sheet
        for at, sheet in enumerate(sheets)
    )


def _joined(grey: U8, markers: Iterable[Marker]) -> list[DetectedSheet]:
    """Join markers into sheets, and complete the sheets with markers that the search missed."""
    return [
        _with_missed_markers(grey, sheet) if at < MAX_SHEETS else sheet
        for at, sheet in enumerate(join_markers(markers))
    ]


def join_markers(markers: Iterable[Marker]) -> tuple[DetectedSheet, ...]:
    """Join markers into sheets of two markers or more, without using a marker twice.

    Sheets of four markers are formed first, then sheets of three and of two, the best fits first. Raise
    TooBusy for more than MAX_COMBINATIONS combinations of markers.
    """
    by_group: dict[int, list[Marker]] = {}
    for marker in markers:
        by_group.setdefault(marker.group, []).append(marker)
    combinations = [chosen for members in by_group.values() for chosen in _marker_combinations(members)]
    if len(combinations) > MAX_COMBINATIONS:
        raise TooBusy
    taken: set[int] = set()
    sheets: list[DetectedSheet] = []
    for count in (4, 3, 2):
        left = [
            chosen
            for chosen in combinations
            if len(chosen) == count and not any(id(marker) in taken for marker in chosen)
        ]
        for chosen in _likeliest(left):
            if any(id(marker) in taken for marker in chosen):
                continue
            fitted = _fit(chosen)
            if fitted is not None:
                taken |= {id(marker) for marker in fitted.markers}
                sheets.append(fitted)
    return tuple(sheets)


def _likeliest(combinations: Sequence[tuple[Marker, ...]]) -> list[tuple[Marker, ...]]:
    """Return the combinations of markers that may be on a flat sheet, the best fit first."""
    errors = _flat_errors_in_sides(combinations)
    near = [i for i, error in enumerate(errors) if error <= MAX_FLAT_ERROR_RATIO * MAX_FIT_ERROR_SIDES]
    least = _flat_errors_in_sides([combinations[i] for i in near], NEWTON_STEPS)
    ranked = [
        (errors[i], i)
        for i, error in zip(near, least, strict=True)
        if error <= MAX_LEAST_ERROR_RATIO * MAX_FIT_ERROR_SIDES
    ]
    return [combinations[i] for _, i in sorted(ranked)]


def find_page_neighbours(
    grey: U8, sheet: DetectedSheet, others: Iterable[DetectedSheet]
) -> list[DetectedSheet]:
    """Return sheets above and below this sheet on the same uncut page that are not yet in `others`.

    Sheets on a page have consecutive groups of marker ids, or every second group if the page has a back.
    """
    layout, homography, _ = sheet.fits[0]
    height = plan_sheet(load_pad("classic"), Layout.parse(layout)).height
    known = [np.mean(other.outline(), 0) for other in others]
    neighbours = []
    for side in (-1, 1):
        moved = homography @ np.array([[1, 0, 0], [0, 1, side * height], [0, 0, 1.0]])
        for step in (1, 2):
            group = (sheet.group + side * step) % GROUPS
            first = Marker(group, 0, project(moved, box_corners(marker_places(layout)[0])))
            expected = DetectedSheet((first,), (LayoutFit(layout, moved, 0.0),))
            outline = expected.outline()
            middle = np.mean(outline, 0)
            reach = SAME_SHEET_SHARE * float(np.ptp(outline, axis=0).max())
            if any(np.linalg.norm(middle - other) < reach for other in known):
                break
            markers = _missed_markers(grey, expected, range(4), MISSED_REACH_SIDES)
            neighbour = _fit(markers) if len(markers) >= MIN_NEIGHBOUR_MARKERS else None
            if neighbour is not None:
                neighbours.append(neighbour)
                known.append(middle)
                break
    return neighbours


def _with_missed_markers(grey: U8, sheet: DetectedSheet) -> DetectedSheet:
    """Return the sheet with the markers that were missed, if they are found near their predicted places."""
    if len(sheet.markers) == 4:
        return sheet
    missed = sorted({0, 1, 2, 3} - {marker.corner for marker in sheet.markers})
    reach = MISSED_REACH_SIDES if len(sheet.markers) == 3 else FAR_REACH_SIDES
    added = _missed_markers(grey, sheet, missed, reach)
    return (_fit((*sheet.markers, *added)) or sheet) if added else sheet


def _missed_markers(
    grey: U8, sheet: DetectedSheet, corners: Iterable[int], reach: float
) -> tuple[Marker, ...]:
    """Return the markers found at these `corners`, at most `reach` marker sides from the expected places."""
    layout, homography, _ = sheet.fits[0]
    boxes = marker_places(layout)
    tried = (
        find_missed_marker(grey, homography, boxes[corner], sheet.group, corner, reach) for corner in corners
    )
    return tuple(marker for marker in tried if marker is not None)


def _marker_combinations(members: Sequence[Marker]) -> Iterator[tuple[Marker, ...]]:
    """Yield every combination of two or more markers with at most one marker for each corner."""
    options = ([None, *[m for m in members if m.corner == at][:MAX_SAME_MARKERS]] for at in range(4))
    for choice in product(*options):
        chosen = tuple(marker for marker in choice if marker is not None)
        if len(chosen) >= 2:
            yield chosen


def _flat_errors_in_sides(combinations: Sequence[tuple[Marker, ...]], steps: int = 0) -> list[float]:
    """Return each combination's RMS distance from a flat sheet, as a multiple of a marker's side.

    `steps`: as for `_flat_errors`. The distance is infinite if the markers differ too much in size.
    """
    markers = {id(marker): marker for chosen in combinations for marker in chosen}
    sides = {key: marker.side for key, marker in markers.items()}
    errors = [np.inf] * len(combinations)
    for count in (2, 3, 4):
        alike = []
        for at, chosen in enumerate(combinations):
            own = [sides[id(marker)] for marker in chosen]
            if len(chosen) == count and max(own) <= MAX_SIDE_RATIO * min(own):
                alike.append(at)
        for begin in range(0, len(alike), SOLVED_TOGETHER):
            together = alike[begin : begin + SOLVED_TOGETHER]
            missed = _flat_errors([combinations[at] for at in together], steps).min(1)
            for at, error in zip(together, missed, strict=True):
                errors[at] = float(error / np.mean([sides[id(marker)] for marker in combinations[at]]))
    return errors


def _fit(chosen: tuple[Marker, ...]) -> DetectedSheet | None:
    """Return the sheet with these markers, or None if they fit no flat sheet."""
    sides = [marker.side for marker in chosen]
    if max(sides) > MAX_SIDE_RATIO * min(sides):
        return None
    seen = np.concatenate([marker.corners for marker in chosen])
    corners = [marker.corner for marker in chosen]
    most = MAX_FIT_ERROR_SIDES * float(np.mean(sides))
    fits = []
    for layout, flat_error in zip(LAYOUTS, _flat_errors([chosen])[0], strict=True):
        if flat_error > MAX_FLAT_ERROR_RATIO * most:
            continue
        places, flat = marker_places(layout), _flat_corners(layout)[corners].reshape(-1, 2)
        answer, _ = cv2.findHomography(flat, seen, 0)
        if answer is None or not np.isfinite(answer).all():
            continue
        homography = np.asarray(answer, np.float64)
        error = float(np.sqrt(((project(homography, flat) - seen) ** 2).sum(1).mean()))
        if error <= most and _faces_camera(homography, places):
            fits.append(LayoutFit(layout, homography, error))
    fits.sort(key=lambda fit: fit.error)
    return DetectedSheet(chosen, tuple(fits)) if fits else None


@cache
def _flat_corners(layout: str) -> Points:
    """Return the corners of the markers in this layout (in mm, 4 x 4 x 2)."""
    return np.stack([box_corners(box) for box in marker_places(layout)])


@cache
def _all_flat_corners() -> F64:
    """Return the markers' corners in all LAYOUTS, 8 x 4 x 4 x 2.

    In each layout, they are scaled to mean 0 and standard deviation 1.
    """
    corners = np.stack([_flat_corners(layout) for layout in LAYOUTS])
    moved = corners - corners.mean((1, 2), keepdims=True)
    return np.asarray(moved / moved.std((1, 2, 3), keepdims=True))


def _flat_errors(combinations: Sequence[tuple[Marker, ...]], steps: int = 0) -> F64:
    """Return the RMS distance, in pixels, of each combination from a flat sheet of each layout (N x 8).

    All combinations have equally many markers. Homographies are solved linearly, then improved by `steps`
    Gauss-Newton steps.
    """
    seen = np.array([np.concatenate([marker.corners for marker in chosen]) for chosen in combinations])
    corners = np.array([[marker.corner for marker in chosen] for chosen in combinations])
    flat = _all_flat_corners()[:, corners].swapaxes(0, 1)
    flat = flat.reshape(len(combinations), len(LAYOUTS), -1, 2)
    moved = seen - seen.mean(1, keepdims=True)
    scale = moved.std((1, 2), keepdims=True)
    scale[scale == 0] = 1.0
    wanted = np.broadcast_to((moved / scale)[:, None], flat.shape)
    factors = _solved(flat, wanted, wanted)
    missed = wanted - _mapped(flat, factors)[0]
    least = _lengths(missed)
    for _ in range(steps):
        mapped, depth = _mapped(flat, factors)
        factors = factors + _solved(flat, mapped, wanted - mapped, 1 / depth)
        least = np.minimum(least, _lengths(wanted - _mapped(flat, factors)[0]))
    return np.asarray(scale[..., 0] * least)


def _solved(flat: F64, seen: F64, wanted: F64, weights: F64 | float = 1.0) -> F64:
    """Return homographies that map `flat` to `wanted`, or a Gauss-Newton step, by weighted least squares.

    The result has the first eight entries of each homography (N combinations x 8 layouts x 8). For a step,
    `wanted` has the remaining errors and `seen` the points that `flat` is mapped to so far; otherwise both
    are the same. Points are N x 8 x P x 2, weights N x 8 x P.
    """
    (x, y), (u, v) = np.moveaxis(flat, -1, 0), np.moveaxis(seen, -1, 0)
    one, nought = np.ones_like(x), np.zeros_like(x)
    across = np.stack([x, y, one, nought, nought, nought, -u * x, -u * y], -1)
    down = np.stack([nought, nought, nought, x, y, one, -v * x, -v * y], -1)
    shares = np.asarray(weights)[..., None]
    equations = np.concatenate([shares * across, shares * down], 2)
    turned = equations.swapaxes(2, 3)
    held = turned @ equations + RIDGE * np.eye(8)
    both = np.concatenate([wanted[..., 0], wanted[..., 1]], 2)
    return np.asarray(np.linalg.solve(held, turned @ both[..., None])[..., 0])


def _mapped(flat: F64, factors: F64) -> tuple[F64, F64]:
    """Map points `flat` (N x 8 x P x 2) by homographies, and return the mapped points and their depths.

    `factors`: the first eight entries of each homography (N combinations x 8 layouts x 8); the ninth is 1.
    """
    homographies = np.concatenate([factors, np.ones_like(factors[..., :1])], 2)
    homographies = homographies.reshape(*factors.shape[:2], 3, 3)
    ahead = np.concatenate([flat, np.ones_like(flat[..., :1])], -1) @ homographies.swapaxes(2, 3)
    return ahead[..., :2] / ahead[..., 2:], ahead[..., 2]


def _lengths(missed: F64) -> F64:
    """Return the RMS length of the P vectors of each combination and layout: N x 8 x P x 2 gives N x 8."""
    return np.asarray(np.sqrt((missed**2).sum(-1).mean(-1)))


def _faces_camera(homography: F64, places: tuple[Box, Box, Box, Box]) -> bool:
    """Return True if the sheet's outline is convex and seen from the front."""
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
