"""The training data: places (boxes) of rendered sheets, cut out as by the scanner, with the truth."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.plan import SheetPlan
from training.sheets.camera import F32, F64, U8, clutter, develop, projected, random_homography
from training.sheets.hands import WrittenSheet, random_hand
from training.sheets.marks import mark_sheet
from training.sheets.pages import MARGIN_MM, SCALE, PrintedSheet, printed, printed_sheets
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS
from vision.scan.cells import cell_pictures

SHEETS_PER_FILE = 50
COVERED = (0.04, 0.3)
"""A place counts as open if at most the first share of it is covered, as hidden if more than the second."""
GRID_PIXELS = 16
"""Spacing in pixels of the grid points that are mapped to the photo. Other points are interpolated."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A rectified photo of a sheet, with the truth about its N places (boxes)."""

    picture: U8
    sheet: PrintedSheet
    marked: dict[str, bool]  # by the name of the place
    covered: F64  # N, share of each place that something covers

    @property
    def places(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_], F64]:
        """Return, for N places, the pictures that the scanner cuts out, the marks, and the covered shares."""
        plan = self.sheet.plan
        pictures = cell_pictures(self.picture, self.sheet.face.pad, plan, _scale(plan))
        return pictures, np.array(list(self.marked.values())), self.covered


def examples(seed: int) -> Iterator[Example]:
    """Yield an endless series of random sheets, each as a rectified photo of the sheet.

    They have the blur, noise and compression of a photo, and a small error of alignment.
    """
    chance = np.random.default_rng(seed)
    for sheet in printed_sheets(chance):
        written = WrittenSheet(printed(sheet.picture, chance), chance)
        marked = mark_sheet(written, sheet.plan, random_hand(chance))
        covers = np.zeros(written.picture.shape[:2], bool)
        if chance.random() < 0.3:
            spots = chance.uniform(0.0, 1.0, (int(chance.integers(1, 3)), 2)) * written.picture.shape[1::-1]
            covers = clutter(written.picture, chance, spots, 10.0 * SCALE)
        photo, to_photo = _photograph(written.picture, sheet.plan, chance)
        picture = _straightened(photo, to_photo, sheet.plan, chance)
        yield Example(picture, sheet, marked, _covered_shares(sheet.plan, covers))


def _scale(plan: SheetPlan) -> float:
    """Return the pixels per mm of a rectified sheet."""
    return SHEET_WIDTH_PIXELS / (plan.width + 2 * SHEET_MARGIN_MM)


def _photograph(page: F32, plan: SheetPlan, chance: np.random.Generator) -> tuple[U8, F64]:
    """Return a simulated photo of a sheet without a table, and the 3 x 3 map from mm to its pixels."""
    width = float(np.exp(chance.uniform(np.log(430), np.log(1300))))
    tilt = float(np.clip(abs(chance.normal(0, 0.35)), 0, 0.85))
    turned = 0.15 if chance.random() < 0.7 else 3.0
    # drawn and not used, so that a seed still gives the sheets of the published network
    _ = chance.uniform() if chance.random() < 0.4 else chance.normal()
    homography = random_homography(chance, plan, int(width), tilt, chance.normal(0, turned))
    margin, right, bottom = SHEET_MARGIN_MM, plan.width + SHEET_MARGIN_MM, plan.height + SHEET_MARGIN_MM
    corners = np.array([(-margin, -margin), (right, -margin), (right, bottom), (-margin, bottom)])
    low = np.floor(projected(homography, corners).min(0)) - 2
    high = np.ceil(projected(homography, corners).max(0)) + 2
    to_photo = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ homography
    to_page = np.array([[SCALE, 0, MARGIN_MM * SCALE - 0.5], [0, SCALE, -0.5], [0, 0, 1]])
    shrink = SCALE / (width / plan.width)
    if shrink > 1.9:
        page = np.asarray(cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        to_page = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]]) @ to_page
        shrink /= 2
    if shrink > 1.15:
        page = np.asarray(cv2.GaussianBlur(page, (0, 0), 0.42 * shrink), np.float32)
    size, to_pixels = (int(high[0] - low[0]), int(high[1] - low[1])), to_photo @ np.linalg.inv(to_page)
    scene = cv2.warpPerspective(
        page, to_pixels, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return develop(np.asarray(scene, np.float32), chance), to_photo


def _straightened(photo: U8, to_photo: F64, plan: SheetPlan, chance: np.random.Generator) -> U8:
    """Return the photo, rectified with a random error like that of the scanner's alignment."""
    scale, step = _scale(plan), GRID_PIXELS
    height = round((plan.height + 2 * SHEET_MARGIN_MM) * scale)
    gx, gy = np.meshgrid(np.arange(0, SHEET_WIDTH_PIXELS + step, step), np.arange(0, height + step, step))
    grid = (np.stack([gx, gy], -1).reshape(-1, 2) + 0.5) / scale - SHEET_MARGIN_MM
    off = float(np.exp(chance.normal(np.log(0.12), 0.6)))
    phase, wave = chance.uniform(0, 6.3, (2, 2)), chance.normal(0, 1, (2, 2)) / 60
    grid = grid + off * (chance.normal(0, 1, 2) + np.sin(grid @ wave + phase[0]))
    pixels = projected(to_photo, grid).astype(np.float32).reshape(*gx.shape, 2)
    between = np.array([[1 / step, 0, 0], [0, 1 / step, 0]], np.float32)
    maps = cv2.warpAffine(
        pixels,
        between,
        (SHEET_WIDTH_PIXELS, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    picture = cv2.remap(photo, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)


def _covered_shares(plan: SheetPlan, covers: NDArray[np.bool_]) -> F64:
    """Return the share of each place that clutter covers. `covers`: H x W, True for covered pixels."""
    shares = []
    for box in plan.places.values():
        x0, y0 = max(0, round((box.x + MARGIN_MM) * SCALE)), max(0, round(box.y * SCALE))
        x1, y1 = round((box.right + MARGIN_MM) * SCALE), round(box.bottom * SCALE)
        shares.append(float(covers[y0:y1, x0:x1].mean()))
    return np.array(shares)


def write(folder: Path, sheets: int, seed: int) -> None:
    """Write the places of `sheets` random sheets to files of SHEETS_PER_FILE sheets; keep existing files.

    A smaller number of sheets is split evenly between two files, one of which is held out. Each file has its
    own seed, so that an interrupted run resumes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    each = min(SHEETS_PER_FILE, sheets // 2)
    for number in range(sheets // each):
        path = folder / f"{seed:04d}-{number:04d}.npz"
        if path.exists():
            continue
        made = islice(examples(seed * 10_000 + number), each)
        pictures, marked, covered = zip(*(example.places for example in made), strict=True)
        sheet = [np.full(len(one), number * each + i) for i, one in enumerate(marked)]
        half = path.with_suffix(".half.npz")
        np.savez(
            half,
            pictures=np.concatenate(pictures),
            marked=np.concatenate(marked),
            covered=np.concatenate(covered).astype(np.float32),
            sheet=np.concatenate(sheet),
        )
        half.replace(path)
        print(f"{number + 1} files of {sheets // each}, {sum(map(len, marked))} places", flush=True)
