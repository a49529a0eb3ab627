"""Laying a sheet's plan onto its photo: paper is never flat, so the homography of the markers is bent to fit.

The plan's edges (plates, cells, boxes) are drawn, looked for piece by piece in the straightened photo, and a
smooth displacement (a polynomial in x and y, of third degree along the rows) is fitted to where they were
found, outliers weighed down. Two rounds: a wide search, then a narrow one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.pad import Pad
from sheets.page import SheetPlan, plan_sheet
from sheets.paper import Box, Layout, PageError
from vision.frames.image import Image
from vision.scan.detector import F64, Points, project
from vision.scan.raster import blank_sheet

F32 = NDArray[np.float32]

SHEET_WIDTH_PIXELS = 1100
"""Width of a straightened sheet in pixels, whatever its paper."""
ALIGNMENT_WIDTH_PIXELS = 640
"""The same, while it is aligned."""
SHEET_MARGIN_MM = 3.0
"""Straightened with this margin, in mm."""
ROUNDS = ((4.5, 2), (2.0, 3), (1.2, 3))
"""For each round: how far pieces are searched, in mm; the degree of the displacement along the rows."""
FIRM_DISTANCE_MM = 0.7
"""A piece that was found within this many mm of where the fit has it is where it belongs."""
MIN_FLAT_LIKENESS = 0.75
"""Likeness below which the sheet may bow more than the first round reaches."""
MAX_BOW_MM = 9.0
"""How far the middle of a sheet is then looked for, in mm."""
MIN_PIECE_CORRELATION = 0.2
"""Correlation from which a piece counts as found."""
TERM_COUNT = 11
RIDGE = (0.003, 0.01, 0.01, 0.02, 0.02, 0.05, 0.05, 0.1, 0.03, 0.05, 0.05)
"""How much each term is held back (ridge): much where only a strong bend needs it."""


@dataclass(frozen=True, slots=True)
class Placement:
    """How a sheet lies in the photo.

    `homography`: mm on the flat sheet to pixels. `bend`: K x 2, factors of the terms of `_terms`: what to add
    to a place on the sheet, in mm, before it goes through the homography. `likeness`: the share of the
    plan's pieces, of those within the photo, that were found where they then lie, from 0 to 1.
    `firm`: M x 2, the middles of these pieces, in mm.
    """

    homography: F64
    bend: F64
    size: tuple[float, float]
    likeness: float
    firm: Points

    def pixels(self, places: Points) -> Points:
        """N x 2 places on the sheet, in mm, to N x 2 pixels of the photo."""
        moved = places + _terms(places, self.size, 3) @ self.bend
        return project(self.homography, moved)


def _terms(places: Points, size: tuple[float, float], degree: int) -> F64:
    """N x 2 places in mm to N x K terms: degree 3 along x, 2 along y; unused ones 0."""
    x, y = places[:, 0] / size[0] * 2 - 1, places[:, 1] / size[1] * 2 - 1
    one = np.ones_like(x)
    terms = [one, x, y, x * y, x * x, x * x * y, y * y, x * y * y]
    third = [x**3, x**3 * y, x**4]
    terms += third if degree >= 3 else [0 * one] * len(third)
    return np.stack(terms, 1)


@dataclass(frozen=True, slots=True)
class Template:
    """The plan's edges at `scale` pixels a mm, and the boxes of the pieces by which it is found, in mm."""

    edges: F32
    scale: float
    pieces: tuple[Box, ...]


@cache
def edge_template(pad: Pad, plan: SheetPlan, outlines: bool) -> Template:
    """What `edges_of` sees of an empty sheet, printed with fills or (to save ink) with outlines only."""
    scale, fine = (
        pixels / (plan.width + 2 * SHEET_MARGIN_MM) for pixels in (ALIGNMENT_WIDTH_PIXELS, SHEET_WIDTH_PIXELS)
    )
    blank = blank_sheet(
        pad, layout_of(pad, plan), "save" if outlines else "full", False, fine, SHEET_MARGIN_MM
    )
    size = ALIGNMENT_WIDTH_PIXELS, round((plan.height + 2 * SHEET_MARGIN_MM) * scale)
    canvas = cv2.resize(blank.min(2), size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    for box in (*plan.markers, plan.code):
        x0, y0 = (round((v + SHEET_MARGIN_MM) * scale) for v in (box.x, box.y))
        x1, y1 = (round((v + SHEET_MARGIN_MM) * scale) for v in (box.right, box.bottom))
        canvas[y0:y1, x0:x1] = 0.3
    return Template(edges_of(canvas, scale), scale, _pieces(plan))


@cache
def layout_of(pad: Pad, plan: SheetPlan) -> Layout:
    """The layout that this plan of the pad is made for; PageError for a plan of no page."""
    for code in "12345678":
        layout = Layout.parse(code)
        try:
            if plan_sheet(pad, layout) == plan:
                return layout
        except PageError:
            continue
    raise PageError("A plan of the pad {pad} was expected, but this one is of no page.", pad=pad.name)


def _pieces(plan: SheetPlan) -> tuple[Box, ...]:
    """Windows with enough in them to be found: two cells wide in every row, and the boxes below."""
    pieces = []
    for row in plan.rows:
        h, pitch = row.plate.h + 2.4 * plan.scale, row.pitch
        boxes = [*row.cells, row.lock]
        for i in range(0, len(boxes) - 1, 2):
            middle = (boxes[i].cx + boxes[i + 1].cx) / 2
            pieces.append(Box(middle - 1.35 * pitch, row.plate.cy - h / 2, 2.7 * pitch, h))
        points = row.points
        pieces.append(Box(points.x - 2, row.plate.cy - h / 2, points.w + 3, h))
    for i in range(0, len(plan.bar) - 1, 2):
        a, b = plan.bar[i], plan.bar[i + 1]
        pieces.append(Box(a.x - 1.5, a.y - 1.5, b.right - a.x + 3, a.h + 3))
    first, last = plan.misses[0], plan.misses[-1]
    pieces.append(Box(first.x - 1.5, first.y - 1.5, last.right - first.x + 3, first.h + 3))
    pieces.append(Box(plan.miss_points.x - 1.5, first.y - 1.5, plan.miss_points.w + 3, first.h + 3))
    pieces.append(Box(plan.total.x - 2, first.y - 1.5, plan.total.w + 3, first.h + 3))
    pieces += [Box(m.x - 1.5, m.y - 1.5, m.w + 3, m.h + 3) for m in plan.markers]
    return tuple(pieces)


def edges_of(grey: F32, scale: float) -> F32:
    """The strength of edges in a grey image from 0 to 1, blurred a little, strong ones held down."""
    soft = cv2.GaussianBlur(grey, (0, 0), 0.25 * scale)
    dx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125 * scale)
    dy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125 * scale)
    strength = cv2.magnitude(dx, dy)
    return np.asarray(cv2.GaussianBlur(strength / (strength + 0.06), (0, 0), 0.3 * scale), np.float32)


def pale(image: Image) -> F32:
    """The darkest channel of a straightened photo after its paper was made white: where colour is, it is low.

    H x W x 3 uint8 in, H x W from 0 to 1 out.
    """
    small = cv2.resize(image, None, fx=1 / 10, fy=1 / 10, interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(small, np.ones((5, 5), np.uint8)).astype(np.float32)
    paper = np.maximum(np.asarray(cv2.GaussianBlur(paper, (0, 0), 4), np.float32), 16)
    light = cv2.resize(paper, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    blue, green, red = cv2.split(cv2.divide(image.astype(np.float32), light))
    return np.asarray(np.minimum(cv2.min(cv2.min(blue, green), red), 1.0), np.float32)


def straighten(image: Image, placement: Placement, plan: SheetPlan, scale: float) -> Image:
    """The sheet with SHEET_MARGIN_MM mm around, at `scale` pixels a mm, from the photo."""
    width, height = (
        round((plan.width + 2 * SHEET_MARGIN_MM) * scale),
        round((plan.height + 2 * SHEET_MARGIN_MM) * scale),
    )
    # the displacement is smooth: work it out on a coarse grid
    step = 16
    xs = np.arange(0, width + step, step)
    ys = np.arange(0, height + step, step)
    grid = np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2).astype(np.float64)
    pixels = (
        placement.pixels((grid + 0.5) / scale - SHEET_MARGIN_MM)
        .reshape(len(ys), len(xs), 2)
        .astype(np.float32)
    )
    across = np.array([[1 / step, 0, 0], [0, 1 / step, 0]], np.float32)
    fine = cv2.warpAffine(
        pixels, across, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    fine = np.clip(fine, -4, max(image.shape) + 4)
    return np.asarray(
        cv2.remap(image, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT),
        np.uint8,
    )


def align(image: Image, homography: F64, pad: Pad, plan: SheetPlan) -> Placement:
    """How a sheet of this pad lies in the photo, from the homography of its markers."""
    flat = Placement(homography, np.zeros((TERM_COUNT, 2)), (plan.width, plan.height), 0.0, np.zeros((0, 2)))
    templates = tuple(edge_template(pad, plan, outlines) for outlines in (False, True))
    placement = _settled(image, flat, templates, plan)
    if placement.likeness < MIN_FLAT_LIKENESS:
        bowed = _settled(image, _bowed(image, flat, templates, plan), templates, plan)
        placement = max(placement, bowed, key=lambda placed: placed.likeness)
    return placement


def _settled(
    image: Image, placement: Placement, templates: tuple[Template, ...], plan: SheetPlan
) -> Placement:
    """The placement after all rounds."""
    for reach, degree in ROUNDS:
        scale = templates[0].scale
        seen = edges_of(pale(straighten(image, placement, plan, scale)), scale)
        tries = [_match(seen, template, reach) for template in templates]
        best = int(np.argmax([np.clip(scores, 0, 1).sum() for _, _, scores in tries]))
        templates = (templates[best],)
        places, shifts, scores = tries[best]
        inside = _inside(placement.pixels(places), image)
        if inside.sum() < 8:
            return placement
        scores = np.where(inside, scores, 0.0)
        moved, off = _fitted(places, shifts, scores, placement.size, degree)
        firm = (off < FIRM_DISTANCE_MM) & (scores > MIN_PIECE_CORRELATION)
        placement = replace(
            placement,
            bend=placement.bend + moved,
            likeness=float(firm[inside].mean()),
            firm=places[firm],
        )
    return placement


def _bowed(image: Image, flat: Placement, templates: tuple[Template, ...], plan: SheetPlan) -> Placement:
    """The sheet with its middle moved, as when it bows up between its sides or between top and bottom: of
    all moves that are tried the one under which most of the plan's edges are found."""
    scale = templates[0].scale
    seen = edges_of(pale(straighten(image, flat, plan, scale)), scale)
    steps = np.arange(-MAX_BOW_MM, MAX_BOW_MM + 0.1, 1.0)
    best, bend = -np.inf, flat.bend
    for template in templates:
        places, maps = _maps(seen, template, MAX_BOW_MM + 0.5)
        x, y = places[:, 0] / plan.width * 2 - 1, places[:, 1] / plan.height * 2 - 1
        for bow, term in ((1 - x * x, 4), (1 - y * y, 6)):
            for dx in steps:
                for dy in steps:
                    total = sum(
                        _at(found, origin, dx * b * scale, dy * b * scale)
                        for (found, origin), b in zip(maps, bow, strict=True)
                    )
                    if total > best:
                        best = total
                        bend = np.zeros_like(flat.bend)
                        bend[0], bend[term] = (dx, dy), (-dx, -dy)
    return replace(flat, bend=bend)


def _at(found: F32, origin: tuple[int, int], dx: float, dy: float) -> float:
    """The correlation at a displacement in pixels, 0 where it was not looked for."""
    x, y = origin[0] + round(dx), origin[1] + round(dy)
    inside = 0 <= x < found.shape[1] and 0 <= y < found.shape[0]
    return max(0.0, float(found[y, x])) if inside else 0.0


def _inside(pixels: Points, image: Image) -> NDArray[np.bool_]:
    height, width = image.shape[:2]
    return np.asarray((pixels > 0).all(1) & (pixels[:, 0] < width) & (pixels[:, 1] < height))


def _maps(seen: F32, template: Template, reach: float) -> tuple[Points, list[tuple[F32, tuple[int, int]]]]:
    """For each piece its middle in mm, its correlations at every displacement within `reach` mm, and where
    among these it is not displaced (column, row)."""
    scale, far = template.scale, round(reach * template.scale)
    height, width = template.edges.shape
    places, maps = [], []
    for piece in template.pieces:
        x0, y0 = (
            max(0, round((piece.x + SHEET_MARGIN_MM) * scale)),
            max(0, round((piece.y + SHEET_MARGIN_MM) * scale)),
        )
        x1 = min(width, round((piece.right + SHEET_MARGIN_MM) * scale))
        y1 = min(height, round((piece.bottom + SHEET_MARGIN_MM) * scale))
        left, top = min(far, x0), min(far, y0)
        area = seen[y0 - top : min(height, y1 + far), x0 - left : min(width, x1 + far)]
        found = cv2.matchTemplate(area, template.edges[y0:y1, x0:x1], cv2.TM_CCOEFF_NORMED)
        places.append(((x0 + x1) / 2 / scale - SHEET_MARGIN_MM, (y0 + y1) / 2 / scale - SHEET_MARGIN_MM))
        maps.append((np.asarray(found, np.float32), (left, top)))
    return np.array(places), maps


def _match(seen: F32, template: Template, reach: float) -> tuple[Points, Points, F64]:
    """Where each piece was found: its middle in mm, its displacement in mm, its correlation."""
    places, maps = _maps(seen, template, reach)
    shifts, scores = [], []
    for found, (left, top) in maps:
        _, score, _, (x, y) = cv2.minMaxLoc(found)
        dx, dy = _peak(found, x, y)
        shifts.append(((dx - left) / template.scale, (dy - top) / template.scale))
        scores.append(score)
    return places, np.array(shifts), np.array(scores)


def _peak(match: NDArray[np.float32], x: int, y: int) -> tuple[float, float]:
    """The top of the parabolas through a maximum and its neighbours."""
    dx = dy = 0.0
    if 0 < x < match.shape[1] - 1:
        a, b, c = (float(match[y, x + i]) for i in (-1, 0, 1))
        dx = 0.5 * (a - c) / min(-1e-6, a - 2 * b + c)
    if 0 < y < match.shape[0] - 1:
        a, b, c = (float(match[y + i, x]) for i in (-1, 0, 1))
        dy = 0.5 * (a - c) / min(-1e-6, a - 2 * b + c)
    return x - float(np.clip(dx, -1, 1)), y - float(np.clip(dy, -1, 1))


def _fitted(
    places: Points, shifts: Points, scores: F64, size: tuple[float, float], degree: int
) -> tuple[F64, F64]:
    """Factors of the displacement that fits where pieces were found, what lies far off counting little; and
    how far each piece was found from there, in mm."""
    terms = _terms(places, size, degree)
    sure = np.clip(scores - 0.2, 0.0, 1) ** 2
    calm = np.diag(RIDGE) * max(sure.sum(), 0.1) / 8
    weights = sure
    factors = np.zeros((TERM_COUNT, 2))
    off = np.zeros(len(places))
    width = 3.0
    for _ in range(8):
        weighed = terms * weights[:, None]
        factors = np.linalg.solve(terms.T @ weighed + calm, weighed.T @ shifts)
        off = np.linalg.norm(terms @ factors - shifts, axis=1)
        width = max(0.3, width * 0.6)
        weights = sure / (1 + (off / width) ** 2) ** 2
    return factors, off
