"""Places of rendered sheets as the scanner cuts them out, each with its truth: what the network learns from.

`python -m vision.training.sheets.examples FOLDER --sheets 2000 --seed 1` writes one file for each 50 sheets.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS
from vision.scan.cells import cell_pictures
from vision.scan.rectification import PlacedSheet, place_sheets
from vision.training.sheets.hands import MARGIN_MM, Page, mark_sheet, random_hand
from vision.training.sheets.pages import SCALE, PrintedSheet, printed, printed_sheets
from vision.training.sheets.photographs import Pose, clutter, develop, lay, random_pose, table

A_FILE = 50
"""Sheets in one file."""
LOST = 1.5
"""A sheet whose places were found further off, in mm, teaches nothing."""
COVERED = (0.04, 0.3)
"""Shares of a place that something covers: below the first it is open, above the second it is hidden."""


@dataclass(frozen=True, slots=True)
class Example:
    """A photo, the sheet in it, which places are marked, and what share of each place something covers."""

    photo: NDArray[np.uint8]
    sheet: PrintedSheet
    pose: Pose
    marked: dict[str, bool]
    covered: NDArray[np.float64]


def examples(seed: int) -> Iterator[Example]:
    """Photos without end."""
    chance = np.random.default_rng(seed)
    for sheet in printed_sheets(chance):
        page = Page(printed(sheet.picture, chance), chance)
        marked = mark_sheet(page, sheet.plan, random_hand(chance))
        wide = int(np.exp(chance.uniform(np.log(620), np.log(1500))))
        ratio = sheet.plan.height / sheet.plan.width
        size = (wide, int(wide * min(1.0, ratio + 0.22)))
        scene = table(chance, size)
        tilt = float(np.clip(abs(chance.normal(0, 0.33)), 0, 0.85))
        curl = float(abs(chance.normal(0, 2.5))) if chance.random() < 0.75 else 0.0
        pose = random_pose(chance, sheet.plan, size, chance.uniform(0.8, 0.97), tilt, curl, turned=0.12)
        lay(scene, page.picture, pose, sheet.plan, chance)
        covers = np.zeros(scene.shape[:2], bool)
        if chance.random() < 0.35:
            n = int(chance.integers(1, 4))
            spots = chance.uniform(0.02, 0.98, (n, 2)) * (sheet.plan.width, sheet.plan.height)
            unit = 10.0 * wide / sheet.plan.width
            covers = clutter(scene, chance, pose.pixels(spots), unit)
        photo = develop(scene, chance)
        yield Example(photo, sheet, pose, marked, _covered(covers, sheet, pose))


def _covered(covers: NDArray[np.bool_], sheet: PrintedSheet, pose: Pose) -> NDArray[np.float64]:
    """For each place the share of it under clutter or outside the photo."""
    h, w = covers.shape
    u = (np.arange(8) + 0.5) / 8
    shares = []
    for box in sheet.plan.places.values():
        grid = np.stack(np.meshgrid(box.x + u * box.w, box.y + u * box.h), -1).reshape(-1, 2)
        x, y = np.floor(pose.pixels(grid)).astype(int).T
        outside = (x < 0) | (y < 0) | (x >= w) | (y >= h)
        shares.append(float((outside | covers[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)]).mean()))
    return np.array(shares)


def placed(example: Example) -> PlacedSheet | None:
    """The example's sheet as the scanner lays it, None where it does not find it within LOST mm."""
    own = () if example.sheet.face.code.game != "own" else (example.sheet.face.pad,)
    for sheet in place_sheets(example.photo, own):
        if sheet.plan is None or sheet.plan != example.sheet.plan:
            continue
        middles = np.array([(box.cx, box.cy) for box in sheet.plan.places.values()])
        truth, seen = example.pose.pixels(middles), sheet.in_photo(middles)
        a_mm = np.linalg.norm(example.pose.pixels(middles + np.array([1.0, 0.0])) - truth, axis=1)
        off = np.linalg.norm(truth - seen, axis=1) / a_mm
        if np.quantile(off, 0.9) < LOST:
            return sheet
    return None


@dataclass(frozen=True, slots=True)
class Straight:
    """A straightened sheet without a table around it: quicker to make than a whole photo."""

    picture: NDArray[np.uint8]
    sheet: PrintedSheet
    marked: dict[str, bool]
    covered: NDArray[np.float64]


def straight_examples(seed: int) -> Iterator[Straight]:
    """Straightened sheets without end: warped to a photo of nothing else and back, a little off as after
    aligning, so that blur, noise and compression are those of a photo."""
    chance = np.random.default_rng(seed)
    for sheet in printed_sheets(chance):
        page = Page(printed(sheet.picture, chance), chance)
        marked = mark_sheet(page, sheet.plan, random_hand(chance))
        covers = np.zeros(page.picture.shape[:2], bool)
        if chance.random() < 0.3:
            spots = chance.uniform(0.0, 1.0, (int(chance.integers(1, 3)), 2)) * page.picture.shape[1::-1]
            covers = clutter(page.picture, chance, spots, 10.0 * SCALE)
        yield _through_a_camera(page, sheet, marked, covers, chance)


def _through_a_camera(
    page: Page,
    sheet: PrintedSheet,
    marked: dict[str, bool],
    covers: NDArray[np.bool_],
    chance: np.random.Generator,
) -> Straight:
    plan = sheet.plan
    scale = SHEET_WIDTH_PIXELS / (plan.width + 2 * SHEET_MARGIN_MM)
    wide = float(np.exp(chance.uniform(np.log(430), np.log(1300))))
    tilt = float(np.clip(abs(chance.normal(0, 0.35)), 0, 0.85))
    pose = random_pose(
        chance, plan, (int(wide), int(wide)), 1.0, tilt, 0.0, turned=0.15 if chance.random() < 0.7 else 3.0
    )
    flat = np.delete(pose.camera, 2, 1)
    corners = np.array(
        [
            (-SHEET_MARGIN_MM, -SHEET_MARGIN_MM),
            (plan.width + SHEET_MARGIN_MM, -SHEET_MARGIN_MM),
            (plan.width + SHEET_MARGIN_MM, plan.height + SHEET_MARGIN_MM),
            (-SHEET_MARGIN_MM, plan.height + SHEET_MARGIN_MM),
        ]
    )
    low = np.floor(pose.pixels(corners).min(0)) - 2
    high = np.ceil(pose.pixels(corners).max(0)) + 2
    to_photo = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ flat
    size = tuple(int(v) for v in high - low)
    to_page = np.array([[SCALE, 0, MARGIN_MM * SCALE - 0.5], [0, SCALE, -0.5], [0, 0, 1]])
    shrink = SCALE / (wide / plan.width)
    source = page.picture
    if shrink > 1.9:
        source = np.asarray(
            cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32
        )
        to_page = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]]) @ to_page
        shrink /= 2
    if shrink > 1.15:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.42 * shrink), np.float32)
    scene = cv2.warpPerspective(
        source,
        to_photo @ np.linalg.inv(to_page),
        size,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    photo = develop(np.asarray(scene, np.float32), chance)
    # back again, as far off as aligning leaves it
    height = round((plan.height + 2 * SHEET_MARGIN_MM) * scale)
    step = 16
    gx, gy = np.meshgrid(np.arange(0, SHEET_WIDTH_PIXELS + step, step), np.arange(0, height + step, step))
    grid = (np.stack([gx, gy], -1).reshape(-1, 2) + 0.5) / scale - SHEET_MARGIN_MM
    off = float(np.exp(chance.normal(np.log(0.12), 0.6)))
    phase, wave = chance.uniform(0, 6.3, (2, 2)), chance.normal(0, 1, (2, 2)) / 60
    grid = grid + off * (chance.normal(0, 1, 2) + np.sin(grid @ wave + phase[0]))
    full = np.c_[grid, np.ones(len(grid))] @ to_photo.T
    pixels = (full[:, :2] / full[:, 2:]).astype(np.float32).reshape(*gx.shape, 2)
    fine = cv2.warpAffine(
        pixels, np.array([[1 / step, 0, 0], [0, 1 / step, 0]], np.float32), (SHEET_WIDTH_PIXELS, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    straight = cv2.remap(photo, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shares = []
    for box in plan.places.values():
        x0, y0 = max(0, round((box.x + MARGIN_MM) * SCALE)), max(0, round(box.y * SCALE))
        x1, y1 = round((box.right + MARGIN_MM) * SCALE), round(box.bottom * SCALE)
        shares.append(float(covers[y0:y1, x0:x1].mean()))
    return Straight(np.asarray(straight, np.uint8), sheet, marked, np.array(shares))


def write(folder: Path, sheets: int, seed: int, photos: bool = False) -> None:
    """Files of A_FILE sheets each, `sheets` in all; those that are there already are kept.

    `photos`: whole photos, found and laid by the scanner; else straightened sheets without a table. Each
    file's seed is its own, so that a run that was cut off goes on where it was.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(sheets // A_FILE):
        path = folder / f"{seed:04d}-{number:04d}.npz"
        if path.exists():
            continue
        own_seed = seed * 10_000 + number
        found = list(islice(_from_photos(own_seed) if photos else _from_straight(own_seed), A_FILE))
        pictures, marked, covered = zip(*found, strict=True)
        sheet = [np.full(len(one), number * A_FILE + i) for i, one in enumerate(marked)]
        half = path.with_suffix(".half.npz")
        np.savez(
            half,
            pictures=np.concatenate(pictures),
            marked=np.concatenate(marked),
            covered=np.concatenate(covered).astype(np.float32),
            sheet=np.concatenate(sheet),
        )
        half.replace(path)
        print(f"{number + 1} files of {sheets // A_FILE}, {sum(map(len, marked))} places", flush=True)


Cells = tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.float64]]


def _from_photos(seed: int) -> Iterator[Cells]:
    for example in examples(seed):
        sheet = placed(example)
        if sheet is not None and sheet.plan is not None:
            pictures = cell_pictures(sheet.straight(), example.sheet.face.pad, sheet.plan, sheet.scale)
            yield pictures, np.array(list(example.marked.values())), example.covered


def _from_straight(seed: int) -> Iterator[Cells]:
    for example in straight_examples(seed):
        plan = example.sheet.plan
        scale = SHEET_WIDTH_PIXELS / (plan.width + 2 * SHEET_MARGIN_MM)
        pictures = cell_pictures(example.picture, example.sheet.face.pad, plan, scale)
        yield pictures, np.array(list(example.marked.values())), example.covered


def main() -> None:
    """Write examples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sheets", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--photos", action="store_true", help="whole photos, found and laid by the scanner")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    write(options.folder, options.sheets, options.seed, options.photos)


if __name__ == "__main__":
    main()
