"""Finds the sheets in a photo, identifies each by its code or its looks, and aligns a plan with it.

A *plan* (`sheets.plan`) gives the position of everything that is printed on the sheets of a pad, in mm."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.order import INK_CHOICES, pad_fingerprint
from sheets.pad import Pad, load_pad
from sheets.page import plan_sheet
from sheets.paper import Box, Layout, PageError
from sheets.plan import SheetPlan
from sheets.serial import SheetCode
from vision.frames.image import Image, bounded
from vision.geometry import F64
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS, Placement, align, layout_of, rectify
from vision.scan.cells import cell_pictures
from vision.scan.code import CROP_PIXELS, MODULE_PIXELS, QUIET_MODULES, read_code, read_secret
from vision.scan.code_search import MAX_SEARCHES, ExpectedCode, Tries
from vision.scan.detector import MAX_SHEETS, DetectedSheet, LayoutFit, detect_sheets
from vision.scan.homography import Points, pixels_to_mm, project
from vision.scan.lines import line_mask, unprinted
from vision.scan.markers import MarkerSearch, TooBusy
from vision.scan.pad_recognition import ARRANGEMENTS, MIN_RIVAL_LEAD, RIVALS, pad_by_arrangement, pad_by_face
from vision.scan.qr_code import CODE_MODULES
from vision.scan.raster import Print, blank_sheet

MIN_LIKENESS = 0.5
"""A plan fits a sheet if its likeness (`Placement.likeness`) to the sheet is at least this."""
FIRM_DISTANCE_CELLS = 2.3
"""A cell counts as aligned if a matched piece of the plan is at most this far away, in widths of a cell."""
AREA_MARGIN_MM = 12.0
"""Margin that is cut out of the photo around each sheet, in mm."""
MAX_RELATIVE_WIDTH = 1.25
"""Largest width of a sheet, as a multiple of SHEET_WIDTH_PIXELS; the photo of a wider one is scaled down."""
MIN_REDUCTION = 0.8
"""A photo is scaled down only by factors below this; a smaller change is not worth the effort."""
INPAINT_PIXELS = 3
"""Radius, in pixels, of the surroundings from which `cv2.inpaint` fills in a fold or streak."""
MAX_SHEETS_BY_LOOKS = 4
"""Largest number of sheets in a photo that are identified by looks, that is, compared with eleven plans."""
MAX_LAYOUTS_TRIED = 4
"""Number of likeliest layouts of a page in which the code is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoArea:
    """The part of a photo around a sheet, scaled down if it has many more pixels than needed."""

    image: Image
    to_photo: F64  # 3 x 3, from pixels of `image` to those of the photo

    @property
    def grey(self) -> NDArray[np.uint8]:
        return np.asarray(cv2.cvtColor(self.image, cv2.COLOR_BGR2GRAY), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class LaidPlan:
    """The plan of a pad, aligned with a sheet in a photo."""

    pad: Pad
    plan: SheetPlan
    placement: Placement
    area: PhotoArea

    @property
    def scale(self) -> float:
        """Return the scale of the rectified sheet in pixels per mm."""
        return SHEET_WIDTH_PIXELS / (self.plan.width + 2 * SHEET_MARGIN_MM)

    def rectified(self) -> Image:
        """Return the sheet as if seen from above, at `scale`."""
        return rectify(self.area.image, self.placement, self.plan, self.scale)

    def cell_pictures(self) -> NDArray[np.uint8]:
        """Return the pictures of all cells (`vision.scan.cells`), with folds and streaks removed."""
        sheet = self.rectified()
        mask = line_mask(sheet, _unprinted(self.pad, self.plan, self.scale), self.scale)
        if not mask.any():
            return cell_pictures(sheet, self.pad, self.plan, self.scale)
        sheet = np.asarray(cv2.inpaint(sheet, mask, INPAINT_PIXELS, cv2.INPAINT_TELEA), np.uint8)
        return cell_pictures(sheet, self.pad, self.plan, self.scale, mask)

    def is_firm(self, box: Box) -> bool:
        """Return True if `box` (in mm) is near a piece of the plan that was found where it should be."""
        distances = np.hypot(*(self.placement.firm - (box.cx, box.cy)).T)
        return bool(len(distances) and distances.min() <= FIRM_DISTANCE_CELLS * self.plan.rows[0].pitch)

    def in_photo(self, places: Points) -> Points:
        """Map points on the sheet (in mm, N x 2) to the photo (in pixels, N x 2)."""
        return project(self.area.to_photo, self.placement.to_pixels(places))

    def outline(self) -> Points:
        """Return the sheet's corners (in pixels of the photo, 4 x 2), clockwise from its top left."""
        width, height = self.plan.width, self.plan.height
        return self.in_photo(np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedSheet:
    """A sheet that was found in a photo, and identified if possible."""

    detected: DetectedSheet
    code: SheetCode | None  # None if it cannot be read
    laid: LaidPlan | None  # None if its pad is unknown or the plan does not fit
    surplus: bool = False  # True for a sheet beyond those that are read

    def secret(self) -> str | None:
        """Return the sheet's secret (`sheets.secret`), or None if it can't be read or no plan was aligned."""
        return read_secret(_code_crop(self.laid, self.laid.plan.secret)) if self.laid else None

    def outline(self) -> Points:
        """Return the sheet's corners (in pixels of the photo, 4 x 2), clockwise from its top left."""
        return self.laid.outline() if self.laid else self.detected.outline()


@lru_cache(maxsize=16)
def _unprinted(pad: Pad, plan: SheetPlan, scale: float) -> NDArray[np.bool_]:
    """Return a mask, H x W: True where a rectified sheet has no print, whichever of INK_CHOICES was used."""
    layout = layout_of(pad, plan)
    blanks = [blank_sheet(pad, layout, Print(ink), scale, SHEET_MARGIN_MM) for ink in INK_CHOICES]
    return unprinted(blanks, scale, SHEET_MARGIN_MM)


def place_sheets(
    image: Image, pads: Iterable[Pad] = (), search: MarkerSearch | None = None
) -> Iterator[PlacedSheet]:
    """Yield each sheet in the photo (H x W x 3, BGR), aligned with its plan if its pad is known.

    `pads`: custom pads that may occur; `search`: as for `detect_sheets`. If there are more than MAX_SHEETS
    sheets, one more is yielded, with `surplus` set. Raise TooBusy like `detect_sheets`.
    """
    own = {pad_fingerprint(pad): pad for pad in pads}
    searches, by_looks = Tries(MAX_SEARCHES), Tries(MAX_SHEETS_BY_LOOKS)
    for at, detected in enumerate(detect_sheets(image, search)):
        if at == MAX_SHEETS:
            yield PlacedSheet(detected, None, None, surplus=True)
            return
        yield _place(image, detected, own, searches, by_looks)


@dataclass(frozen=True, slots=True)
class HeldSheet:
    """The code of a sheet in a photo, and its secret (`sheets.secret`), which is "" if unknown."""

    code: SheetCode
    secret: str = ""


def held_sheets(image: Image, pads: Iterable[Pad] = ()) -> tuple[HeldSheet, ...]:
    """Return the sheets with readable codes in a photo (H x W x 3 uint8, BGR, upright), in any order.

    `pads`: custom pads that may occur; a secret is read only if the sheet's pad is known. Return () if there
    are no such sheets, or if the photo is too busy to be searched.
    """
    near = bounded(image)
    try:
        placed = tuple(place_sheets(near, pads, MarkerSearch(near)))
    except TooBusy:
        return ()
    return tuple(HeldSheet(each.code, each.secret() or "") for each in placed if each.code is not None)


def _place(
    image: Image, detected: DetectedSheet, own: dict[str, Pad], searches: Tries, by_looks: Tries
) -> PlacedSheet:
    area = _area(image, detected)
    to_area = np.linalg.inv(area.to_photo)
    fits = [fit._replace(homography=to_area @ fit.homography) for fit in detected.fits]
    endings = tuple(mark + letter for mark, pad in own.items() for letter in pad.letters or ("",))
    most = 1.5 * min(fit.error for fit in fits) + 1.0
    layouts = tuple(fit.layout for fit in fits if fit.error <= most)
    expected = ExpectedCode(layouts, detected.group, endings, searches)
    code = _read_flat_code(area, fits, expected)
    if code is None:
        laid = _laid_by_arrangement(area, fits[0]) if by_looks.take() else None
        if laid is None:  # this sheet fits none of our plans, so the rest may not either
            by_looks.left = 0
            return PlacedSheet(detected, None, None)
        code = read_code(_code_crop(laid, laid.plan.code), expected)
        if code is None:
            return PlacedSheet(detected, None, _with_pad_by_face(laid, fits))
    return PlacedSheet(detected, code, _laid_by_code(area, fits, code, own))


def _area(image: Image, detected: DetectedSheet) -> PhotoArea:
    """Return the part of the photo around a sheet, scaled down if it has many more pixels than needed."""
    layout, homography, _ = detected.fits[0]
    plan, m = plan_sheet(load_pad("classic"), Layout.parse(layout)), AREA_MARGIN_MM
    right, bottom = plan.width + m, plan.height + m
    corners = project(homography, np.array([(-m, -m), (right, -m), (right, bottom), (-m, bottom)]))
    height, width = image.shape[:2]
    x0, y0 = np.clip(np.floor(corners.min(0)), 0, (width - 2, height - 2)).astype(int)
    x1, y1 = np.clip(np.ceil(corners.max(0)), (x0 + 2, y0 + 2), (width, height)).astype(int)
    area = image[y0:y1, x0:x1]
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    finest = float(max(sides[::2].max() / (plan.width + 2 * m), sides[1::2].max() / (plan.height + 2 * m)))
    factor = MAX_RELATIVE_WIDTH * SHEET_WIDTH_PIXELS / plan.width / finest
    fx = fy = 1.0
    if factor < MIN_REDUCTION:
        area = np.asarray(
            cv2.resize(area, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        fx, fy = area.shape[1] / (x1 - x0), area.shape[0] / (y1 - y0)
    to_photo = np.array([[1 / fx, 0, x0 + 0.5 / fx - 0.5], [0, 1 / fy, y0 + 0.5 / fy - 0.5], [0, 0, 1]])
    return PhotoArea(area, to_photo)


# -- identified by its code ----------------------------------------------------------------------------------


def _code_to_mm(code: Box) -> F64:
    """Return the 3 x 3 map from pixels of the crop around a code to mm. `code`: the box of the code in mm."""
    module = code.w / CODE_MODULES
    quiet = QUIET_MODULES * module
    return pixels_to_mm(code.x - quiet, code.y - quiet, module / MODULE_PIXELS)


def _read_flat_code(area: PhotoArea, fits: Sequence[LayoutFit], expected: ExpectedCode) -> SheetCode | None:
    """Return the sheet's code, or None if it can't be read.

    Try the likeliest layouts in turn: read the code at its place in the layout, as if the sheet were flat.
    """
    grey = area.grey
    for layout, homography, _ in fits[:MAX_LAYOUTS_TRIED]:
        to_area = homography @ _code_to_mm(plan_sheet(load_pad("classic"), Layout.parse(layout)).code)
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        crop = cv2.warpPerspective(
            grey, to_area, (CROP_PIXELS, CROP_PIXELS), flags=how, borderMode=cv2.BORDER_REPLICATE
        )
        alone = replace(expected, layouts=(layout,)) if layout in expected.layouts else None
        code = read_code(np.asarray(crop, np.uint8), alone)
        if code is not None:
            return code
    return None


def _code_crop(laid: LaidPlan, code: Box) -> NDArray[np.uint8]:
    """Return a crop around the box `code` of an aligned sheet, in the form that `read_code` takes."""
    grid = np.stack(np.meshgrid(np.arange(CROP_PIXELS), np.arange(CROP_PIXELS)), -1).reshape(-1, 2)
    places = project(_code_to_mm(code), grid.astype(np.float64))
    pixels = laid.placement.to_pixels(places).astype(np.float32).reshape(CROP_PIXELS, CROP_PIXELS, 2)
    crop = cv2.remap(
        laid.area.grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def _laid_by_code(
    area: PhotoArea, fits: Sequence[LayoutFit], code: SheetCode, own: dict[str, Pad]
) -> LaidPlan | None:
    """Return the aligned plan of the code's pad, or None if the pad is unknown or its plan does not fit."""
    pad = _pad_of(code, own)
    fit = next((fit for fit in fits if fit.layout == code.layout), None)
    laid = _laid(area, fit, pad) if pad is not None and fit is not None else None
    return laid if laid is not None and laid.placement.likeness >= MIN_LIKENESS else None


def _pad_of(code: SheetCode, own: dict[str, Pad]) -> Pad | None:
    """Return the pad for the code's game and sheet letter, or None if the game or the letter is unknown."""
    pad = own.get(code.fingerprint or "") if code.game == "own" else load_pad(code.game)
    if pad is None or (code.letter or "") not in (pad.letters or ("",)):
        return None
    return pad.on_sheet(code.letter) if code.letter else pad


# -- identified by its looks ---------------------------------------------------------------------------------


def _laid_by_arrangement(area: PhotoArea, fit: LayoutFit) -> LaidPlan | None:
    """Return the aligned plan of a pad with the sheet's arrangement of cells, or None if that is unclear."""
    tried = [laid for name in ARRANGEMENTS if (laid := _laid(area, fit, load_pad(name))) is not None]
    which = pad_by_arrangement([(laid.pad, laid.placement) for laid in tried]) if tried else None
    if which is None or tried[which].placement.likeness < MIN_LIKENESS:
        return None
    further = (pad.on_sheet(pad.letters[0]) if pad.letters else pad for pad in map(load_pad, RIVALS))
    rivals = [laid.placement for pad in further if (laid := _laid(area, fit, pad)) is not None]
    least = tried[which].placement.likeness - MIN_RIVAL_LEAD
    return None if any(rival.likeness > least for rival in rivals) else tried[which]


def _with_pad_by_face(laid: LaidPlan, fits: Sequence[LayoutFit]) -> LaidPlan | None:
    """Return `laid` with the pad that the cells' colours and numbers identify, or None if they don't.

    Return `laid` unchanged if its arrangement of cells is not the classic one.
    """
    if laid.pad.name != "classic":
        return laid
    pad = pad_by_face(laid.cell_pictures())
    if pad is None:
        return None
    layouts = (Layout.parse(fit.layout) for fit in fits)
    layout = next(layout for layout in layouts if plan_sheet(laid.pad, layout) == laid.plan)
    return replace(laid, pad=pad, plan=plan_sheet(pad, layout))


def _laid(area: PhotoArea, fit: LayoutFit, pad: Pad) -> LaidPlan | None:
    """Align the pad's plan with the sheet; return None if the pad can't be printed in this layout."""
    try:
        plan = plan_sheet(pad, Layout.parse(fit.layout))
    except PageError:
        return None
    return LaidPlan(pad, plan, align(area.image, fit.homography, pad, plan), area)
