"""Aligns a sheet's plan (the positions of all that is printed) with its photo, although paper is never flat.

The edges of the plan's cells and boxes are drawn and matched, piece by piece, with the rectified photo. A
smooth displacement, a polynomial in x and y, is fitted to the pieces' shifts, and corrects the homography
that the markers give. The search narrows in rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from sheets.pad import Pad
from sheets.page import plan_sheet
from sheets.paper import Box, Layout, PageError
from sheets.plan import SheetPlan
from vision.frames.image import Image
from vision.geometry import F32, F64
from vision.scan.homography import Points, project
from vision.scan.raster import Print, blank_sheet

SHEET_WIDTH_PIXELS = 1100
"""Width in pixels of a rectified sheet with its margins, for any size of paper."""
ALIGNMENT_WIDTH_PIXELS = 640
"""Width in pixels of a rectified sheet with its margins while it is aligned."""
SHEET_MARGIN_MM = 3.0
"""Margin of a rectified sheet beyond its edges, in mm."""
ROUNDS = ((4.5, 2), (2.0, 3), (1.2, 3))
"""Rounds of the search: the largest shift of a piece in mm, and the degree of the fitted polynomial."""
FIRM_DISTANCE_MM = 0.7
"""A piece counts as in its place if it is less than this far from the fitted displacement, in mm."""
MIN_FLAT_LIKENESS = 0.75
"""If `Placement.likeness` is less than this, the sheet is also aligned as a bowed sheet."""
MAX_BOW_MM = 9.0
"""Largest displacement of a bowed sheet's middle that is tried, in mm."""
BOW_STEP_MM = 1.0
MIN_PIECE_CORRELATION = 0.2
"""A piece of the plan counts as found if its correlation with the photo exceeds this."""
MIN_PIECES = 8
"""Number of pieces of the plan that must be in the photo before a displacement is fitted."""
TERM_COUNT = 11
RIDGE = (0.003, 0.01, 0.01, 0.02, 0.02, 0.05, 0.05, 0.1, 0.03, 0.05, 0.05)
"""Ridge penalty on each term of the displacement's polynomial."""
MAX_TEMPLATES = 32
"""Cache size in templates, up to 1.2 MB each."""
GRID_PIXELS = 16
"""Spacing of the grid on which the smooth displacement is evaluated, in pixels."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The map from a sheet to the photo: a homography, and the bend of the paper."""

    homography: F64  # 3 x 3, mm on the flat sheet to pixels
    bend: F64  # TERM_COUNT x 2, factors of `_terms`; their sum in mm is added before the homography
    size: tuple[float, float]  # width and height of the sheet in mm
    likeness: float  # the share of the plan's pieces within the photo that are in their places
    firm: Points  # M x 2, the middles of these pieces, in mm

    def to_pixels(self, places: Points) -> Points:
        """Map points on the sheet (in mm, N x 2) to the photo (in pixels, N x 2)."""
        return project(self.homography, places + _terms(places, self.size, 3) @ self.bend)


def _terms(places: Points, size: tuple[float, float], degree: int) -> F64:
    """Return each term of the bend's polynomial at each of `places`: N x TERM_COUNT.

    `places`: points on the sheet in mm, N x 2. With `degree` 2, the last three terms are 0.
    """
    x, y = places[:, 0] / size[0] * 2 - 1, places[:, 1] / size[1] * 2 - 1
    one = np.ones_like(x)
    terms = [one, x, y, x * y, x * x, x * x * y, y * y, x * y * y]
    third = [x**3, x**3 * y, x**4]
    terms += third if degree >= 3 else [0 * one] * len(third)
    return np.stack(terms, 1)


@dataclass(frozen=True, slots=True)
class Template:
    """A picture of the plan's edges at `scale` pixels per mm, and the boxes of the pieces to match, in mm."""

    edges: F32
    scale: float
    pieces: tuple[Box, ...]


@lru_cache(maxsize=MAX_TEMPLATES)
def edge_template(pad: Pad, plan: SheetPlan, outlines: bool) -> Template:
    """Return the template of an empty sheet, printed with fills or, to save ink, with `outlines` only."""
    width = plan.width + 2 * SHEET_MARGIN_MM
    scale, fine = ALIGNMENT_WIDTH_PIXELS / width, SHEET_WIDTH_PIXELS / width
    ink = "save" if outlines else "full"
    blank = blank_sheet(pad, layout_of(pad, plan), Print(ink, pastel=True), fine, SHEET_MARGIN_MM)
    size = ALIGNMENT_WIDTH_PIXELS, round((plan.height + 2 * SHEET_MARGIN_MM) * scale)
    canvas = cv2.resize(blank.min(2), size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    for box in (*plan.markers, plan.code, plan.secret):
        x0, y0 = (round((v + SHEET_MARGIN_MM) * scale) for v in (box.x, box.y))
        x1, y1 = (round((v + SHEET_MARGIN_MM) * scale) for v in (box.right, box.bottom))
        canvas[y0:y1, x0:x1] = 0.3
    return Template(edges_of(canvas, scale), scale, _pieces(plan))


@cache
def layout_of(pad: Pad, plan: SheetPlan) -> Layout:
    """Return the layout for which this plan of the pad is made. Raise PageError if there is none."""
    for code in "12345678":
        layout = Layout.parse(code)
        try:
            if plan_sheet(pad, layout) == plan:
                return layout
        except PageError:
            continue
    raise PageError("A plan of the pad {pad} was expected, but this one is of no page.", pad=pad.name)


def _pieces(plan: SheetPlan) -> tuple[Box, ...]:
    """Return the boxes of the pieces of the plan that are matched with the photo.

    A piece is a pair of cells or boxes, all penalties together, a field for points, or a marker.
    """
    pieces = []
    for row in plan.rows:
        height, pitch = row.plate.h + 2.4 * plan.scale, row.pitch
        top = row.plate.cy - height / 2
        cells = [*row.cells, row.lock]
        for i in range(0, len(cells) - 1, 2):
            middle = (cells[i].cx + cells[i + 1].cx) / 2
            pieces.append(Box(middle - 1.35 * pitch, top, 2.7 * pitch, height))
        pieces.append(Box(row.points.x - 2, top, row.points.w + 3, height))
    strips = [mechanism.strip.fields for mechanism in plan.mechanisms if mechanism.strip is not None]
    bands = [group for mechanism in plan.mechanisms for group in mechanism.groups if group.is_band]
    for boxes in (*strips, *([box for _, box in band.places] for band in bands)):
        for a, b in zip(boxes[::2], boxes[1::2], strict=False):
            pieces.append(Box(a.x - 1.5, a.y - 1.5, b.right - a.x + 3, a.h + 3))
    first, last = plan.misses[0], plan.misses[-1]
    top, height = first.y - 1.5, first.h + 3
    pieces.append(Box(first.x - 1.5, top, last.right - first.x + 3, height))
    pieces.append(Box(plan.miss_points.x - 1.5, top, plan.miss_points.w + 3, height))
    pieces.append(Box(plan.total.x - 2, top, plan.total.w + 3, height))
    pieces += [Box(m.x - 1.5, m.y - 1.5, m.w + 3, m.h + 3) for m in plan.markers]
    return tuple(pieces)


def edges_of(grey: F32, scale: float) -> F32:
    """Return the strength of edges, 0 to 1, in a grey image (H x W, 0 to 1), slightly blurred."""
    soft = cv2.GaussianBlur(grey, (0, 0), 0.25 * scale)
    dx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125 * scale)
    dy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125 * scale)
    strength = cv2.magnitude(dx, dy)
    return np.asarray(cv2.GaussianBlur(strength / (strength + 0.06), (0, 0), 0.3 * scale), np.float32)


def darkest_channel(image: Image) -> F32:
    """Make the paper of a rectified photo white, and return the darkest channel: H x W, 0 to 1."""
    small = cv2.resize(image, None, fx=1 / 10, fy=1 / 10, interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(small, np.ones((5, 5), np.uint8)).astype(np.float32)
    paper = np.maximum(np.asarray(cv2.GaussianBlur(paper, (0, 0), 4), np.float32), 16)
    light = cv2.resize(paper, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    blue, green, red = cv2.split(cv2.divide(image.astype(np.float32), light))
    return np.asarray(np.minimum(cv2.min(cv2.min(blue, green), red), 1.0), np.float32)


def rectify(image: Image, placement: Placement, plan: SheetPlan, scale: float) -> Image:
    """Return the sheet as seen from above, with SHEET_MARGIN_MM around it, at `scale` pixels per mm."""
    width = round((plan.width + 2 * SHEET_MARGIN_MM) * scale)
    height = round((plan.height + 2 * SHEET_MARGIN_MM) * scale)
    xs, ys = np.arange(0, width + GRID_PIXELS, GRID_PIXELS), np.arange(0, height + GRID_PIXELS, GRID_PIXELS)
    grid = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2).astype(np.float64)
    pixels = placement.to_pixels((grid + 0.5) / scale - SHEET_MARGIN_MM)
    coarse = pixels.reshape(len(ys), len(xs), 2).astype(np.float32)
    to_grid = np.array([[1 / GRID_PIXELS, 0, 0], [0, 1 / GRID_PIXELS, 0]], np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fine = cv2.warpAffine(coarse, to_grid, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    fine = np.clip(fine, -4, max(image.shape) + 4)
    seen = cv2.remap(image, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, np.uint8)


def align(image: Image, homography: F64, pad: Pad, plan: SheetPlan) -> Placement:
    """Return a sheet's placement in the photo, given the homography that its markers determine."""
    flat = Placement(homography, np.zeros((TERM_COUNT, 2)), (plan.width, plan.height), 0.0, np.zeros((0, 2)))
    templates = [edge_template(pad, plan, outlines) for outlines in (False, True)]
    placement = _settled(image, flat, templates, plan)
    if placement.likeness < MIN_FLAT_LIKENESS:
        bowed = _settled(image, _bowed(image, flat, templates, plan), templates, plan)
        placement = max(placement, bowed, key=lambda placed: placed.likeness)
    return placement


def _settled(image: Image, placement: Placement, templates: Sequence[Template], plan: SheetPlan) -> Placement:
    """Refine the placement in all ROUNDS. Stop early if fewer than MIN_PIECES pieces are in the photo.

    The template that fits best in the first round is used in all others.
    """
    for reach, degree in ROUNDS:
        seen = _edges_in(image, placement, plan, templates[0].scale)
        matches = [_match(seen, template, reach) for template in templates]
        best = int(np.argmax([np.clip(scores, 0, 1).sum() for *_, scores in matches]))
        templates = [templates[best]]
        places, shifts, scores = matches[best]
        pixels = placement.to_pixels(places)
        inside = ((pixels > 0) & (pixels < image.shape[1::-1])).all(1)
        if inside.sum() < MIN_PIECES:
            return placement
        scores = np.where(inside, scores, 0.0)
        bend, errors = _fitted_bend(places, shifts, scores, placement.size, degree)
        firm = (errors < FIRM_DISTANCE_MM) & (scores > MIN_PIECE_CORRELATION)
        likeness = float(firm[inside].mean())
        placement = replace(placement, bend=placement.bend + bend, likeness=likeness, firm=places[firm])
    return placement


def _edges_in(image: Image, placement: Placement, plan: SheetPlan, scale: float) -> F32:
    """Return the edges in the photo after it is rectified by this placement."""
    return edges_of(darkest_channel(rectify(image, placement, plan, scale)), scale)


def _bowed(image: Image, flat: Placement, templates: Sequence[Template], plan: SheetPlan) -> Placement:
    """Return `flat`, bowed across or down so that the edges in the photo fit one of the templates best."""
    seen = _edges_in(image, flat, plan, templates[0].scale)
    steps = np.arange(-MAX_BOW_MM, MAX_BOW_MM + 0.1, BOW_STEP_MM)
    best, bend = -np.inf, flat.bend
    for template in templates:
        maps = _correlations(seen, template, MAX_BOW_MM + 0.5)
        places = np.array([piece.place for piece in maps])
        x, y = places[:, 0] / plan.width * 2 - 1, places[:, 1] / plan.height * 2 - 1
        for bow, term in ((1 - x * x, 4), (1 - y * y, 6)):
            moves = zip(maps, bow * template.scale, strict=True)
            total = np.sum([piece.at(steps[:, None] * share, steps * share) for piece, share in moves], 0)
            i, j = np.unravel_index(int(np.argmax(total)), total.shape)
            if total[i, j] > best:
                best = total[i, j]
                bend = np.zeros_like(flat.bend)
                bend[0], bend[term] = (steps[i], steps[j]), (-steps[i], -steps[j])
    return replace(flat, bend=bend)


class _Correlations(NamedTuple):
    """The correlations of one piece of the template with the photo, for each displacement of the piece."""

    place: tuple[float, float]  # the middle of the piece, in mm
    values: F32  # down x across
    origin: tuple[int, int]  # x and y in `values` of zero displacement

    def at(self, dx: F64, dy: F64) -> F64:
        """Return the correlation for each displacement (dx, dy) in pixels, or 0 if it was not searched."""
        height, width = self.values.shape
        x, y = (np.rint(moved).astype(np.intp) + by for moved, by in zip((dx, dy), self.origin, strict=True))
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        there = self.values[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        return np.where(inside, np.maximum(there, 0), 0.0)


def _correlations(seen: F32, template: Template, reach: float) -> list[_Correlations]:
    """Return each piece's correlations with the photo's edges `seen`, for displacements up to `reach` mm."""
    scale, far = template.scale, round(reach * template.scale)
    height, width = template.edges.shape
    maps = []
    for piece in template.pieces:
        x0 = max(0, round((piece.x + SHEET_MARGIN_MM) * scale))
        y0 = max(0, round((piece.y + SHEET_MARGIN_MM) * scale))
        x1 = min(width, round((piece.right + SHEET_MARGIN_MM) * scale))
        y1 = min(height, round((piece.bottom + SHEET_MARGIN_MM) * scale))
        left, top = min(far, x0), min(far, y0)
        area = seen[y0 - top : min(height, y1 + far), x0 - left : min(width, x1 + far)]
        match = cv2.matchTemplate(area, template.edges[y0:y1, x0:x1], cv2.TM_CCOEFF_NORMED)
        place = ((x0 + x1) / 2 / scale - SHEET_MARGIN_MM, (y0 + y1) / 2 / scale - SHEET_MARGIN_MM)
        maps.append(_Correlations(place, np.asarray(match, np.float32), (left, top)))
    return maps


def _match(seen: F32, template: Template, reach: float) -> tuple[Points, Points, F64]:
    """Return each piece's middle, its best displacement, and the correlation there.

    Middles and displacements are N x 2, in mm.
    """
    maps = _correlations(seen, template, reach)
    shifts, scores = [], []
    for _, correlation, (left, top) in maps:
        _, score, _, (x, y) = cv2.minMaxLoc(correlation)
        dx, dy = _peak(correlation, x, y)
        shifts.append(((dx - left) / template.scale, (dy - top) / template.scale))
        scores.append(score)
    return np.array([piece.place for piece in maps]), np.array(shifts), np.array(scores)


def _peak(match: F32, x: int, y: int) -> tuple[float, float]:
    """Refine the position x, y of a maximum of `match` by parabolas through it and its neighbours."""
    dx = dy = 0.0
    if 0 < x < match.shape[1] - 1:
        a, b, c = match[y, x - 1 : x + 2].tolist()
        dx = 0.5 * (a - c) / min(-1e-6, a - 2 * b + c)
    if 0 < y < match.shape[0] - 1:
        a, b, c = match[y - 1 : y + 2, x].tolist()
        dy = 0.5 * (a - c) / min(-1e-6, a - 2 * b + c)
    return x - float(np.clip(dx, -1, 1)), y - float(np.clip(dy, -1, 1))


def _fitted_bend(
    places: Points, shifts: Points, scores: F64, size: tuple[float, float], degree: int
) -> tuple[F64, F64]:
    """Return the bend (TERM_COUNT x 2) that fits the pieces' shifts, and each piece's error in mm.

    Iteratively reweighted least squares are used, since outliers should count little.
    """
    terms = _terms(places, size, degree)
    trust = np.clip(scores - MIN_PIECE_CORRELATION, 0.0, 1) ** 2
    ridge = np.diag(RIDGE) * max(trust.sum(), 0.1) / 8
    weights, width = trust, 3.0
    factors, errors = np.zeros((TERM_COUNT, 2)), np.zeros(len(places))
    for _ in range(8):
        weighed = terms * weights[:, None]
        factors = np.linalg.solve(terms.T @ weighed + ridge, weighed.T @ shifts)
        errors = np.linalg.norm(terms @ factors - shifts, axis=1)
        width = max(0.3, width * 0.6)
        weights = trust / (1 + (errors / width) ** 2) ** 2
    return factors, errors
