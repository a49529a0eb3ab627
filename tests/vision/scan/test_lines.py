"""Folds and streaks run from edge to edge; lines of a pen do not."""

import cv2
import numpy as np
import pytest

from sheets.pad import load_pad
from sheets.page import plan_sheet
from tests.vision.scan.desk import A4
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS, layout_of
from vision.scan.lines import line_mask, unprinted
from vision.scan.raster import Print, blank_sheet

PAD = load_pad("classic")
PLAN = plan_sheet(PAD, A4)
SCALE = SHEET_WIDTH_PIXELS / (PLAN.width + 2 * SHEET_MARGIN_MM)
BLANK = blank_sheet(PAD, layout_of(PAD, PLAN), Print("full"), SCALE, SHEET_MARGIN_MM)
FREE = unprinted([BLANK], SCALE, SHEET_MARGIN_MM)
HEIGHT, WIDTH = BLANK.shape[:2]


def mask_of(sheet: np.ndarray) -> np.ndarray:
    noise = np.random.default_rng(5).normal(0, 3, sheet.shape)
    return line_mask(np.clip(sheet + noise, 0, 255).astype(np.uint8), FREE, SCALE) > 0


def fold(sheet: np.ndarray, x: float, depth: float, width: float) -> np.ndarray:
    """Return the sheet with an upright fold at `x`: darker by the share `depth`, with shade to its right."""
    off = np.arange(WIDTH) - x
    shade = 1 - depth * np.exp(-((off / width) ** 2)) - 0.05 * (off > 0) * np.exp(-off / 40)
    return sheet * shade[None, :, None]


@pytest.mark.parametrize(("depth", "width"), [(0.15, 2.0), (0.25, 3.0), (0.5, 1.5), (0.2, 4.5)])
@pytest.mark.parametrize("x", [300, 548, 862])
def test_fold_is_found_where_it_lies(x: int, depth: float, width: float) -> None:
    columns = np.flatnonzero(mask_of(fold(BLANK, x, depth, width)).any(0))
    assert columns.min() <= x - 1 and x + 1 <= columns.max()
    assert x - 14 < columns.min() and columns.max() < x + 14


@pytest.mark.parametrize("thick", [1, 2])
@pytest.mark.parametrize(
    ("start", "end"), [((0, 480), (WIDTH, 470)), ((0, 255), (WIDTH, 255)), ((230, 0), (246, HEIGHT))]
)
def test_streak_is_found_in_both_directions(start: tuple[int, int], end: tuple[int, int], thick: int) -> None:
    streak = cv2.line(np.zeros((HEIGHT, WIDTH), np.uint8), start, end, 1, thick) > 0
    sheet = BLANK.copy()
    sheet[streak] = 90
    mask = mask_of(sheet)
    assert mask[streak].mean() > 0.97
    assert mask.sum() < 14 * max(HEIGHT, WIDTH)


def test_folded_in_four_is_two_lines() -> None:
    folded = cv2.line(fold(BLANK, 540, 0.3, 2.5).astype(np.uint8), (0, 479), (WIDTH, 479), (150, 150, 150), 3)
    mask = mask_of(folded)
    assert mask[:, 540].all() and mask[479].all()
    assert not mask[100:400, 100:400].any()


def test_empty_sheet_has_no_line() -> None:
    assert not mask_of(BLANK).any()


def test_marks_in_one_column_of_every_row_are_no_line() -> None:
    marked = BLANK.copy()
    for row in PLAN.rows:
        box = PLAN.box(f"{row.letter}{row.numbers[4]}")
        x, y = (round((v + SHEET_MARGIN_MM) * SCALE) for v in (box.cx, box.y))
        cv2.line(marked, (x, y - 6), (x, y + round(box.h * SCALE) + 6), (90, 40, 40), 2)
    assert not mask_of(marked).any()


def test_row_struck_out_is_no_line() -> None:
    struck = BLANK.copy()
    row = PLAN.rows[1]
    first, last = PLAN.box(f"{row.letter}{row.numbers[0]}"), PLAN.box(f"lock {row.letter}")
    start, end = (
        (round((box.cx + SHEET_MARGIN_MM) * SCALE), round((box.cy + SHEET_MARGIN_MM) * SCALE))
        for box in (first, last)
    )
    cv2.line(struck, start, end, (90, 40, 40), 2)
    assert not mask_of(struck).any()
