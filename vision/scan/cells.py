"""Cuts the cells out of a rectified sheet, the same way in training and in reading.

A *cell* is anything that can be marked, also a lock or a box. Each gives three pictures: the cell with a
margin; the same cell as if unmarked, made from the palest cells of its kind in the photo; and the unmarked
cell as drawn, in the photo's colours and blur.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.language import LANGUAGES
from sheets.pad import Pad
from sheets.paper import Box
from sheets.plan import SheetPlan
from vision.frames.image import Image
from vision.geometry import F32, F64
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS, layout_of
from vision.scan.raster import Print, blank_sheet

Indices = NDArray[np.intp]
Pixels = TypeVar("Pixels", NDArray[np.float32], NDArray[np.uint8])

CELL_PIXELS = 48
"""Width and height of a cell's picture, in pixels."""
SURROUND_SHARE = 0.3
"""Margin around a cell in its picture, on every side, as a share of the cell's width or height."""
CHANNELS = 9
"""Number of channels per cell: B, G and R of each of its three pictures."""
PAPER_BYTE = 225.0
"""Level, of 0 to 255, to which the paper is scaled in the pictures of cells."""
MAX_EMPTY_CELLS = 5
"""This many of the palest cells of one kind, but at most half (rounded up), are taken to be empty."""
BLUR_PIXELS = (0.0, 0.6, 1.0, 1.5, 2.2, 3.2)
"""Standard deviations, in pixels, of the blurs with which the unmarked cells are drawn to match the photo."""
MIN_PLATE_DARKNESS = 0.4
"""The bands behind the rows count as printed if their darkness exceeds this share of that in the drawing."""
MIN_PRINTED_COLOUR = 40.0
"""A drawn pixel counts as coloured if its channels differ by more than this, in levels of 0 to 255."""
GREY_SHARE = 0.12
"""A photo counts as grey if it shows less than this share of the printed colour."""
MIN_CONTRAST, MAX_CONTRAST = 0.4, 1.4
"""Range of the contrast of print in a photo, as a multiple of the drawing's contrast."""
MAX_SHIFT_PIXELS = 1.5
"""Largest shift of a cell's drawing in one round of fitting, in pixels across and down."""
NEIGHBOUR_REACH = (4.0, 0.4)
"""Spreads of the Gaussian weights of neighbouring cells: across in cell widths, down in cell heights."""
DISSENT_SHARE = 0.25
"""A result of `_agreed_shifts` may exceed the shifts of up to this (weighted) share of neighbours. Fitted."""
MIN_REPAIRED_BYTE = 16.0
"""A pixel is replaced by that of the unmarked cell if the mask `repaired` (0 to 255) exceeds this there."""
UNINKED_PERCENTILE = 78
"""This percentile of a cell's brightness, relative to the drawing, counts as its brightness without ink."""
MIN_LIGHT_RATIO, MAX_LIGHT_RATIO = 0.5, 1.7
"""Range of a cell's brightness as a multiple of its drawing's."""
MIN_WORD_DIFFERENCE = 12.0
"""A pixel belongs to a word if drawings in two languages differ there by more than this (0 to 255)."""
MAX_WORD_ERROR = 40.0
"""Cap on the error of a word's pixel, in levels of 0 to 255. Larger errors come from other ink."""
MAX_DRAWN = 56
"""Number of drawings of empty sheets in each cache; a sharp one takes 0.4 MB, a blurred one 1.6 MB."""


def cell_pictures(
    sheet: Image, pad: Pad, plan: SheetPlan, scale: float, repaired: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """Return pictures of all cells, in the order of the plan: N x CELL_PIXELS x CELL_PIXELS x CHANNELS.

    `sheet`: rectified at `scale` pixels per mm by `vision.scan.alignment.rectify`. `repaired`: H x W, 255
    where the paper is unknown, as under a fold; there, cells are shown as if unmarked.
    """
    own = np.stack([_cut(sheet, box, scale) for box in plan.places.values()])
    kinds = _kinds(plan)
    palest = [kind[_palest(own[kind])] for kind in kinds]
    for kind, empty in zip(kinds, palest, strict=True):
        paper = np.percentile(_median(own[empty]).reshape(-1, 3), 80, axis=0)
        own[kind] *= PAPER_BYTE / np.maximum(paper, 12.0)
    drawn = _Drawing(own, np.concatenate(palest), pad, plan).fitted()
    own /= _light(own, drawn)
    unmarked = np.empty_like(own)
    for kind, empty in zip(kinds, palest, strict=True):
        unmarked[kind] = _median(own[empty]) + drawn[kind] - _median(drawn[empty])
    if repaired is not None:
        mask = np.repeat(repaired[..., None], 3, -1)
        cut = np.stack([_cut(mask, box, scale) for box in plan.places.values()])
        own = np.where(cut > MIN_REPAIRED_BYTE, unmarked, own)
    pictures = np.concatenate([own, unmarked, drawn], -1)
    return np.asarray(np.clip(pictures, 0, 255), np.uint8)


def _kinds(plan: SheetPlan) -> list[Indices]:
    """Return the indices of the plan's cells, one array per kind, for example one for all locks."""
    kinds = [[f"{row.letter}{number}" for number in row.numbers] for row in plan.rows]
    kinds.append([f"lock {row.letter}" for row in plan.rows])
    kinds.append([f"miss {n}" for n in range(1, len(plan.misses) + 1)])
    first = 1
    for mechanism in plan.mechanisms:
        count = 0 if mechanism.strip is None else len(mechanism.strip.fields)
        kinds.append([f"box {first + n}" for n in range(count)])
        first += count
    for mechanism in plan.mechanisms:
        kinds += [[name for name, _ in group.places] for group in mechanism.groups]
    index = {name: i for i, name in enumerate(plan.places)}
    return [np.array([index[name] for name in kind]) for kind in kinds if kind]


def _cut(sheet: Image, box: Box, scale: float) -> F32:
    """Return the picture of one cell with its margin, CELL_PIXELS x CELL_PIXELS x 3."""
    w, h = box.w * (1 + 2 * SURROUND_SHARE), box.h * (1 + 2 * SURROUND_SHARE)
    fx, fy = CELL_PIXELS / (w * scale), CELL_PIXELS / (h * scale)
    x0, y0 = (box.cx - w / 2 + SHEET_MARGIN_MM) * scale, (box.cy - h / 2 + SHEET_MARGIN_MM) * scale
    # reduced by averaging: first to the pixel grid, then by area
    a, b = max(0, int(x0)), max(0, int(y0))
    area = sheet[b : int(np.ceil(y0 + h * scale)) + 1, a : int(np.ceil(x0 + w * scale)) + 1]
    if min(fx, fy) < 0.7:
        area = np.asarray(cv2.GaussianBlur(area, (0, 0), 0.35 / fx, sigmaY=0.35 / fy), np.uint8)
    to_cell = np.array([[fx, 0, -(x0 - a) * fx], [0, fy, -(y0 - b) * fy]])
    to_cell[:, 2] += (to_cell[0, 0] - 1) / 2, (to_cell[1, 1] - 1) / 2
    size = (CELL_PIXELS, CELL_PIXELS)
    seen = cv2.warpAffine(area, to_cell, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _palest(own: F32) -> Indices:
    """Return the indices of the cells that are most likely empty: with little ink and usual surroundings.

    `own`: the pictures of one kind of cell. The surroundings count because a thumb on a cell hides its ink.
    """
    edge = round(CELL_PIXELS * SURROUND_SHARE / (1 + 2 * SURROUND_SHARE))
    inner = slice(edge + 3, -(edge + 3))
    middle = darkest(own[:, inner, inner])
    light = np.maximum(np.percentile(middle.reshape(len(own), -1), 90, axis=1), 8.0)[:, None, None]
    ink = np.maximum(0.0, 0.88 - middle / light).mean((1, 2))
    around = own / np.percentile(own.reshape(len(own), -1, 3), 90, axis=1)[:, None, None].clip(8.0)
    unusual = np.abs(around - _median(around))
    unusual[:, edge:-edge, edge:-edge] = 0
    count = max(1, min(len(own), (len(own) + 1) // 2, MAX_EMPTY_CELLS))
    return np.argsort(ink + 2.0 * unusual.mean((1, 2, 3)), kind="stable")[:count]


def darkest(pictures: Pixels) -> Pixels:
    """Return the darkest of three channels, like `pictures.min(-1)` but many times faster."""
    blue, green, red = (pictures[..., i] for i in range(3))
    return np.minimum(np.minimum(blue, green), red)


def _grey(pictures: F32) -> F32:
    """Return the mean of three channels, like `pictures.mean(-1)` but many times faster."""
    blue, green, red = (pictures[..., i] for i in range(3))
    return np.asarray((blue + green + red) / np.float32(3))


def _median(pictures: F32) -> F32:
    """Return the median of N pictures, pixel by pixel, like `np.median` but faster for few pictures."""
    ordered = np.sort(pictures, axis=0)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return np.asarray((low + high) / np.float32(2))


def _light(own: F32, drawn: F32) -> F32:
    """Return each cell's brightness as a multiple of its drawing's, N x 1 x 1 x 1."""
    seen, asked = (cells[:, 1::2, ::2, 1].reshape(len(own), -1) for cells in (own, drawn))
    light = np.percentile(seen / np.maximum(asked, 40.0), UNINKED_PERCENTILE, axis=1)
    return np.asarray(np.clip(light, MIN_LIGHT_RATIO, MAX_LIGHT_RATIO), np.float32)[:, None, None, None]


# -- the drawing, as the photo would show it -----------------------------------------------------------------


class _Drawing:
    """Draws a sheet's cells, unmarked, as the photo would show them. It is fitted to the `empty` cells."""

    def __init__(self, own: F32, empty: Indices, pad: Pad, plan: SheetPlan) -> None:
        self._own, self._empty = own, empty
        self._plan, self._blank = plan, _blank_sheet_of(pad, plan)
        self._seen = _profile(own[empty])
        self._grey = self._is_grey()
        self._shifts: F64 = np.zeros((len(own), 2))

    def fitted(self) -> F32:
        """Return the unmarked cells, drawn with the print options, blur, colours and shifts of the photo."""
        ink = self._ink()
        ways = [Print(ink, blind, pastel=pastel) for pastel in (False, True) for blind in (False, True)]
        how = max(ways, key=lambda how: self._likeness(how, 1.0))
        blank = self._drawn(how, 1.0)
        for _ in range(2):
            self._shifts = self._shifts + self._further_shifts(blank)
        blur = max(BLUR_PIXELS, key=lambda blur: self._likeness(how, blur))
        blank = self._drawn(how._replace(language=self._language(ink, how.pastel)), blur)
        self._shifts = self._shifts + self._further_shifts(blank)
        return self._coloured(blank)

    def _drawn(self, how: Print, blur: float) -> F32:
        drawn = _blank_cells(self._blank, how, blur)
        if not self._grey:
            return drawn
        luma = drawn @ np.array([0.114, 0.587, 0.299], np.float32)  # ITU-R BT.601, as scanners make greys
        return np.repeat(luma[..., None], 3, -1)

    def _is_grey(self) -> bool:
        """Return True if the photo shows the print without its colours, as a grey copy does."""
        printed = np.ptp(_blank_cells(self._blank, Print("save"), 1.0)[self._empty], axis=-1)
        coloured = printed > MIN_PRINTED_COLOUR
        if not coloured.any():
            return False
        shown = np.ptp(self._own[self._empty], axis=-1)
        return float(shown[coloured].mean()) < GREY_SHARE * float(printed[coloured].mean())

    def _ink(self) -> str:
        """Return "full" if the bands behind the rows are printed in colour, "save" if only outlines are."""
        filled, outlined = (
            darkest(self._drawn(Print(ink, pastel=True), 1.0)[self._empty]) for ink in ("full", "save")
        )
        plates = outlined - filled  # large at the bands, if there are any
        shown = (plates * (outlined - darkest(self._own[self._empty]))).sum()
        return "full" if float(shown / max(float((plates**2).sum()), 1.0)) > MIN_PLATE_DARKNESS else "save"

    def _likeness(self, how: Print, blur: float) -> float:
        """Return the mean correlation of photo and drawing over the empty cells."""
        blank = self._drawn(how, blur)[self._empty]
        return float((self._seen * _profile(_moved(blank, self._shifts[self._empty]))).sum(1).mean())

    def _language(self, ink: str, pastel: bool) -> str:
        """Return the likeliest language of the words printed in cells, or "en" if no cell has words."""
        worded, written = _words(self._blank, ink, pastel)
        if not len(worded):
            return "en"
        drawn = [self._drawn(Print(ink, language=language, pastel=pastel), 1.0) for language in LANGUAGES]
        empty = self._empty
        tint = _Tint.between(_moved(drawn[0][empty], self._shifts[empty]), self._own[empty])
        errors = []
        for blank in drawn:
            words = tint.applied(_moved(blank[worded], self._shifts[worded]))
            error = (words - self._own[worded]).mean(-1)
            errors.append(float(np.minimum(np.abs(error[written]), MAX_WORD_ERROR).mean()))
        return list(LANGUAGES)[int(np.argmin(errors))]

    def _coloured(self, blank: F32) -> F32:
        """Return the drawing, moved to match the photo, in the photo's colours."""
        moved = _moved(blank, self._shifts)
        return _Tint.between(moved[self._empty], self._own[self._empty]).applied(moved)

    def _further_shifts(self, blank: F32) -> F64:
        """Return the further shift (in pixels, N x 2) that each cell's drawing needs to match the photo."""
        return _smooth_shifts(self._own, self._coloured(blank), self._plan)


class _Tint(NamedTuple):
    """A map from the colours of the drawing to those of the photo, linear in each of three channels."""

    mean: F32  # of the drawing
    slope: F32
    level: F32  # of the photo at that mean

    @classmethod
    def between(cls, drawn: F32, photo: F32) -> _Tint:
        """Fit and return the map from `drawn` to `photo`, pictures (N x H x W x 3) of the same cells."""
        asked, seen = (np.moveaxis(cells[:, 1::2, ::2], -1, 0).reshape(3, -1) for cells in (drawn, photo))
        mean = asked.mean(1)
        asked = asked - mean[:, None]
        level = np.median(seen - asked, axis=1)
        slope = (asked * (seen - seen.mean(1)[:, None])).mean(1) / np.maximum((asked**2).mean(1), 1.0)
        return cls(mean, np.clip(slope, MIN_CONTRAST, MAX_CONTRAST), level)

    def applied(self, drawn: F32) -> F32:
        """Return the drawing in the photo's colours."""
        seen = drawn - self.mean
        seen *= self.slope
        seen += self.level
        return np.asarray(seen, np.float32)


def _smooth_shifts(own: F32, drawn: F32, plan: SheetPlan) -> F64:
    """Return the shift (in pixels, N x 2) of each cell in the photo from its drawing.

    Each cell's own shift is found by the method of Lucas and Kanade (1981). A polynomial is fitted robustly
    to these shifts. Residuals on which neighbouring cells agree are added. The sum is clipped.
    """
    shifts, trust = _local_shifts(own, drawn)
    boxes = list(plan.places.values())
    x = np.array([box.cx for box in boxes]) / plan.width * 2 - 1
    y = np.array([box.cy for box in boxes]) / plan.height * 2 - 1
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, x**3], 1)
    weights, fitted = trust, np.zeros_like(shifts)
    for _ in range(5):
        weighed = terms * weights[:, None]
        factors = np.linalg.solve(terms.T @ weighed + 0.5 * np.eye(6), weighed.T @ shifts)
        fitted = terms @ factors
        weights = trust / (1 + ((shifts - fitted) ** 2).sum(1) / 0.3**2)
    fitted += _agreed_shifts(shifts - fitted, trust, boxes)
    return np.clip(fitted, -MAX_SHIFT_PIXELS, MAX_SHIFT_PIXELS)


def _agreed_shifts(shifts: F64, trust: F64, boxes: Sequence[Box]) -> F64:
    """Return, for each cell, the shift on which its neighbours agree, N x 2.

    Along each axis, this is the largest shift that all neighbours except a share DISSENT_SHARE reach, or 0 if
    they disagree on the direction. Neighbours are weighted by distance and `trust`.
    """
    middles = np.array([(box.cx, box.cy) for box in boxes])
    usual_size = np.median([(box.w, box.h) for box in boxes], axis=0)
    away = (middles[:, None] - middles) / (usual_size * NEIGHBOUR_REACH)
    weights = np.exp(-0.5 * (away**2).sum(2)) * trust
    agreed = np.empty_like(shifts)
    for axis, along in enumerate(shifts.T):
        order = np.argsort(along)
        rank = np.cumsum(weights[:, order], axis=1) / weights.sum(1)[:, None]
        low, high = (along[order[(rank >= q).argmax(1)]] for q in (DISSENT_SHARE, 1 - DISSENT_SHARE))
        agreed[:, axis] = np.maximum(low, 0) + np.minimum(high, 0)
    return agreed


def _local_shifts(own: F32, drawn: F32) -> tuple[F64, F64]:
    """Return each cell's shift from `drawn`, found without its neighbours, and the weights of the shifts.

    The shifts are N x 2, in pixels to the right and down. The N weights have mean 1.
    """
    seen, asked = _grey(own), _grey(drawn)
    dy, dx = (np.asarray(gradient) for gradient in np.gradient(asked, axis=(1, 2)))
    off = asked - seen
    weight = 1 / (1 + (off / 18.0) ** 2) ** 2
    xx, yy, xy = ((weight * a * b).sum((1, 2)) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    ex, ey = ((weight * a * off).sum((1, 2)) for a in (dx, dy))
    determinant = np.maximum(xx * yy - xy * xy, 1.0)
    shifts = np.stack([(yy * ex - xy * ey) / determinant, (xx * ey - xy * ex) / determinant], 1)
    trust = np.minimum(xx, yy).astype(np.float64)
    limited = np.clip(shifts.astype(np.float64), -MAX_SHIFT_PIXELS, MAX_SHIFT_PIXELS)
    return limited, trust / max(float(trust.mean()), 1e-6)


def _moved(pictures: F32, shifts: F64) -> F32:
    """Return N pictures, each moved right and down by its row of `shifts` (N x 2, in pixels)."""
    out = np.empty_like(pictures)
    size = pictures.shape[2:0:-1]
    for i, (x, y) in enumerate(shifts):
        place = np.array([[1, 0, x], [0, 1, y]])
        cv2.warpAffine(pictures[i], place, size, out[i], borderMode=cv2.BORDER_REPLICATE)
    return out


def _profile(pictures: F32) -> F32:
    """Return a vector for each of N pictures: its darkest channel, with mean 0 and length 1."""
    flat = darkest(pictures).reshape(len(pictures), -1)
    flat = flat - flat.mean(1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-3), np.float32)


class _BlankSheet:
    """An empty sheet of a pad and plan. It is compared by identity, which makes it a fast key for caches."""

    def __init__(self, pad: Pad, plan: SheetPlan) -> None:
        self.pad, self.plan = pad, plan
        self.layout = layout_of(pad, plan)


@lru_cache(maxsize=16)
def _blank_sheet_of(pad: Pad, plan: SheetPlan) -> _BlankSheet:
    return _BlankSheet(pad, plan)


@lru_cache(maxsize=16)
def _words(blank: _BlankSheet, ink: str, pastel: bool) -> tuple[Indices, NDArray[np.bool_]]:
    """Return the indices of the cells with words, and masks of the pixels that differ between languages."""
    drawn = [_blank_cells(blank, Print(ink, language=language, pastel=pastel), 1.0) for language in LANGUAGES]
    differ = np.ptp(np.stack(drawn), axis=0).max(-1) > MIN_WORD_DIFFERENCE
    worded = np.flatnonzero(differ.any((1, 2)))
    return worded, differ[worded]


@lru_cache(maxsize=MAX_DRAWN)
def _blank_cells(blank: _BlankSheet, how: Print, blur: float) -> F32:
    """Return all cells of an empty sheet as drawn, N x 48 x 48 x 3, with the paper at PAPER_BYTE."""
    sharp = _sharp_cells(blank, how).astype(np.float32) * np.float32(PAPER_BYTE / 255)
    if not blur:
        return sharp
    return np.stack([np.asarray(cv2.GaussianBlur(one, (0, 0), blur), np.float32) for one in sharp])


@lru_cache(maxsize=MAX_DRAWN)
def _sharp_cells(blank: _BlankSheet, how: Print) -> NDArray[np.uint8]:
    """Return all cells of an empty sheet as drawn, N x 48 x 48 x 3, not blurred, with the paper at 255."""
    scale = SHEET_WIDTH_PIXELS / (blank.plan.width + 2 * SHEET_MARGIN_MM)
    sheet = blank_sheet(blank.pad, blank.layout, how, scale, SHEET_MARGIN_MM)
    return np.stack([_cut(sheet, box, scale) for box in blank.plan.places.values()]).astype(np.uint8)
