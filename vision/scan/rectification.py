"""From a photo to straightened sheets that are known by their code: found, read, laid under their plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from sheets.order import pad_fingerprint
from sheets.pad import Pad, load_pad
from sheets.page import SheetPlan, plan_sheet
from sheets.paper import Box, Layout, PageError
from sheets.serial import SheetCode
from vision.frames.image import Image
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS, Placement, align, straighten
from vision.scan.cells import cell_pictures
from vision.scan.code import CODE_MODULES, MODULE_PIXELS, QUIET_MODULES, read_code
from vision.scan.code_search import ExpectedCode
from vision.scan.detector import (
    F64,
    SEARCH_PIXELS,
    DetectedSheet,
    Points,
    add_missed_markers,
    find_markers,
    find_page_neighbours,
    find_sheets,
    merge_markers,
    project,
    refit,
    sharpen_corners,
)
from vision.scan.pad_recognition import BUILDS, pad_by_build, pad_by_face

MIN_LIKENESS = 0.5
"""Likeness (`Placement.likeness`) below which the plan does not lie where the sheet is."""

MAX_SHEETS = 12
"""With so many sheets in a photo no more are looked for."""

FIRM_DISTANCE_CELLS = 2.3
"""A place is where the plan has it if a piece of the plan was found within this many cells of it."""


@dataclass(frozen=True, slots=True)
class PlacedSheet:
    """A sheet in a photo, laid under its plan.

    `pad`, `plan` and `placement` are None where it is not known what the sheet is. `placement` maps to pixels
    of `area`, the part of the photo around the sheet, perhaps made smaller; `to_photo` (3 x 3) maps those
    to pixels of the photo.
    """

    found: DetectedSheet
    code: SheetCode | None
    pad: Pad | None
    plan: SheetPlan | None
    placement: Placement | None
    area: Image
    to_photo: F64

    @property
    def scale(self) -> float:
        """Pixels a mm of the straightened sheet."""
        assert self.plan is not None
        return SHEET_WIDTH_PIXELS / (self.plan.width + 2 * SHEET_MARGIN_MM)

    def straight(self) -> Image:
        """The sheet, straightened, at `scale`."""
        assert self.plan is not None
        assert self.placement is not None
        return straighten(self.area, self.placement, self.plan, self.scale)

    def firm(self, box: Box) -> bool:
        """Whether the plan was found in the photo near this place of it."""
        assert self.plan is not None
        assert self.placement is not None
        far = np.hypot(*(self.placement.firm - (box.cx, box.cy)).T)
        return bool(len(far) and far.min() <= FIRM_DISTANCE_CELLS * self.plan.rows[0].pitch)

    def in_photo(self, places: Points) -> Points:
        """N x 2 mm on the sheet to N x 2 pixels of the photo."""
        assert self.placement is not None
        return project(self.to_photo, self.placement.pixels(places))


def sheets_in(image: Image) -> tuple[DetectedSheet, ...]:
    """The sheets whose markers are seen, each marker's corners as sharp as the photo allows."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    longer = max(grey.shape)
    markers = find_markers(grey, min(longer, SEARCH_PIXELS))
    sheets = [add_missed_markers(grey, found) for found in find_sheets(markers)]
    if not sheets or any(len(found.markers) < 3 for found in sheets):
        markers = merge_markers(markers, find_markers(grey, min(2 * longer, 2 * SEARCH_PIXELS), sharpen=True))
        sheets = [add_missed_markers(grey, found) for found in find_sheets(markers)]
    for found in sheets:  # those that are added are asked for their neighbours in turn
        if Layout.parse(found.fits[0][0]).per_page > 1 and len(sheets) < MAX_SHEETS:
            sheets += find_page_neighbours(grey, found, sheets)
    return tuple(
        refit(found, [sharpen_corners(grey, marker) for marker in found.markers]) for found in sheets
    )


def place_sheets(image: Image, pads: Iterable[Pad] = ()) -> Iterator[PlacedSheet]:
    """Each sheet in the photo, laid under its plan where code or looks tell what it is."""
    own = {pad_fingerprint(pad): pad for pad in pads}
    for found in sheets_in(image):
        yield _place(image, found, own)


def _place(image: Image, found: DetectedSheet, own: dict[str, Pad]) -> PlacedSheet:
    area, to_photo = _area(image, found)
    to_area = np.linalg.inv(to_photo)
    fits = [(layout, to_area @ homography) for layout, homography, _ in found.fits]
    expected = ExpectedCode(_plausible_layouts(fits, found), found.group, tuple(own))
    code = _code(area, fits, expected)
    if code is None:
        laid = [built for name in BUILDS for built in _laid(area, fits[:1], load_pad(name))]
        which = pad_by_build([(pad, placement) for pad, _, placement in laid]) if laid else None
        if which is None or laid[which][2].likeness < MIN_LIKENESS:
            return PlacedSheet(found, None, None, None, None, area, to_photo)
        pad, plan, placement = laid[which]
        code = _code_bent(area, plan, placement, expected)
        if code is None:
            return _with_pad_by_face(PlacedSheet(found, None, pad, plan, placement, area, to_photo), fits)
    known = own.get(code.fingerprint or "") if code.game == "own" else load_pad(code.game)
    homography = dict(fits).get(code.layout)
    if known is None or homography is None:
        return PlacedSheet(found, code, None, None, None, area, to_photo)
    laid = _laid(area, [(code.layout, homography)], known)
    if not laid or laid[0][2].likeness < MIN_LIKENESS:
        return PlacedSheet(found, code, None, None, None, area, to_photo)
    return PlacedSheet(found, code, known, laid[0][1], laid[0][2], area, to_photo)


def _with_pad_by_face(placed: PlacedSheet, fits: list[tuple[str, F64]]) -> PlacedSheet:
    """A sheet without a code, its pad told by its face; without a pad where that cannot be told."""
    assert placed.pad is not None
    assert placed.plan is not None
    if placed.pad.name != "classic":
        return placed
    pad = pad_by_face(cell_pictures(placed.straight(), placed.pad, placed.plan, placed.scale))
    if pad is None:
        return replace(placed, pad=None, plan=None, placement=None)
    layouts = (Layout.parse(layout) for layout, _ in fits)
    layout = next(layout for layout in layouts if plan_sheet(placed.pad, layout) == placed.plan)
    return replace(placed, pad=pad, plan=plan_sheet(pad, layout))


def _laid(area: Image, fits: list[tuple[str, F64]], pad: Pad) -> list[tuple[Pad, SheetPlan, Placement]]:
    """The pad's plan laid under the sheet, in each layout in which it can be printed."""
    laid = []
    for layout, homography in fits:
        try:
            plan = plan_sheet(pad, Layout.parse(layout))
        except PageError:
            continue
        laid.append((pad, plan, align(area, homography, pad, plan)))
    return laid


def _area(image: Image, found: DetectedSheet) -> tuple[Image, F64]:
    """The part of the photo around a sheet, made smaller where it is much sharper than needed, and the map
    (3 x 3) from its pixels to the photo's."""
    layout, homography, _ = found.fits[0]
    plan = plan_sheet(load_pad("classic"), Layout.parse(layout))
    m = 12.0
    outline = np.array(
        [(-m, -m), (plan.width + m, -m), (plan.width + m, plan.height + m), (-m, plan.height + m)]
    )
    corners = project(homography, outline)
    height, width = image.shape[:2]
    x0, y0 = np.clip(np.floor(corners.min(0)), 0, (width - 2, height - 2)).astype(int)
    x1, y1 = np.clip(np.ceil(corners.max(0)), (x0 + 2, y0 + 2), (width, height)).astype(int)
    area = image[y0:y1, x0:x1]
    along = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    finest = float(max(along[::2].max() / (plan.width + 2 * m), along[1::2].max() / (plan.height + 2 * m)))
    wanted = 1.25 * SHEET_WIDTH_PIXELS / plan.width
    factor = min(1.0, wanted / finest)
    if factor < 0.8:
        area = np.asarray(
            cv2.resize(area, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        fx, fy = area.shape[1] / (x1 - x0), area.shape[0] / (y1 - y0)
    else:
        fx = fy = 1.0
    to_photo = np.array([[1 / fx, 0, x0 + 0.5 / fx - 0.5], [0, 1 / fy, y0 + 0.5 / fy - 0.5], [0, 0, 1]])
    return area, to_photo


def _code(area: Image, fits: list[tuple[str, F64]], expected: ExpectedCode) -> SheetCode | None:
    """The code, looked for where each layout has it."""
    grey = np.asarray(cv2.cvtColor(area, cv2.COLOR_BGR2GRAY), np.uint8)
    for layout, homography in fits[:4]:
        plan = plan_sheet(load_pad("classic"), Layout.parse(layout))
        to_mm = _crop_to_mm(plan)
        crop = cv2.warpPerspective(
            grey, homography @ to_mm, ((CODE_MODULES + 2 * QUIET_MODULES) * MODULE_PIXELS,) * 2,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        alone = ExpectedCode((layout,), expected.group, expected.fingerprints)
        code = read_code(np.asarray(crop, np.uint8), alone if layout in expected.layouts else None)
        if code is not None:
            return code
    return None


def _plausible_layouts(fits: list[tuple[str, F64]], found: DetectedSheet) -> tuple[str, ...]:
    """The layouts that fit the markers hardly worse than the best one."""
    offs = {layout: off for layout, _, off in found.fits}
    best = min(offs.values())
    return tuple(layout for layout, _ in fits if offs[layout] <= 1.5 * best + 1.0)


def _crop_to_mm(plan: SheetPlan) -> F64:
    step = plan.code_module / MODULE_PIXELS
    x, y = plan.code.x - QUIET_MODULES * plan.code_module, plan.code.y - QUIET_MODULES * plan.code_module
    return np.array([[step, 0, x + step / 2], [0, step, y + step / 2], [0, 0, 1]])


def _code_bent(
    area: Image, plan: SheetPlan, placement: Placement, expected: ExpectedCode
) -> SheetCode | None:
    """The code where a bent sheet has it."""
    side = (CODE_MODULES + 2 * QUIET_MODULES) * MODULE_PIXELS
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2)
    places = project(_crop_to_mm(plan), grid.astype(np.float64))
    pixels = placement.pixels(places).astype(np.float32).reshape(side, side, 2)
    grey = cv2.cvtColor(area, cv2.COLOR_BGR2GRAY)
    crop = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return read_code(np.asarray(crop, np.uint8), expected)
