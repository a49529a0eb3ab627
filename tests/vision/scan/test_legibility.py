"""How much of the print a place shows: ink leaves most of it, a note none."""

import cv2
import numpy as np
import pytest

from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from vision.frames.image import Image
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS
from vision.scan.cells import cell_pictures
from vision.scan.ink import LOCATED_PRINT_SHARE, MIN_PRINT_SHARE, print_visibility
from vision.scan.raster import Print, blank_sheet

LAYOUT = Layout(PAPERS["a4"], 3)
KINDS = ("classic", "longo", "bonus-a")
"""A pad for each way in which rows are built."""


def shown(name: str, straight: Image, part: int = 0) -> dict[str, float]:
    pad = load_pad(name)
    plan = plan_sheet(pad, LAYOUT)
    scale = SHEET_WIDTH_PIXELS / (plan.width + 2 * SHEET_MARGIN_MM)
    shares = print_visibility(cell_pictures(straight, pad, plan, scale))[part]
    return dict(zip(plan.places, shares.tolist(), strict=True))


def sheet(name: str, ink: str = "full") -> tuple[Image, float]:
    pad = load_pad(name)
    scale = SHEET_WIDTH_PIXELS / (plan_sheet(pad, LAYOUT).width + 2 * SHEET_MARGIN_MM)
    return blank_sheet(pad, LAYOUT, Print(ink), scale, SHEET_MARGIN_MM).copy(), scale


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("ink", ["full", "save"])
def test_an_empty_sheet_shows_its_print(name: str, ink: str) -> None:
    straight, _ = sheet(name, ink)
    assert min(shown(name, straight).values()) > 0.8


@pytest.mark.parametrize("name", KINDS)
def test_a_note_with_handwriting_shows_none_of_it(name: str) -> None:
    straight, scale = sheet(name)
    plan = plan_sheet(load_pad(name), LAYOUT)
    under = [f"{row.letter}{n}" for row in plan.rows[:2] for n in row.numbers[2:7]]
    boxes = [plan.box(place) for place in under]
    x0, x1 = (
        round((f(b.cx for b in boxes) + SHEET_MARGIN_MM + d) * scale) for f, d in ((min, -14), (max, 14))
    )
    y0, y1 = (
        round((f(b.cy for b in boxes) + SHEET_MARGIN_MM + d) * scale) for f, d in ((min, -13), (max, 13))
    )
    straight[y0:y1, x0:x1] = (120, 235, 245)
    for y in range(y0 + 6, y1, 12):
        wave = [(x, round(y + 4 * np.sin(x / 5))) for x in range(x0 + 4, x1 - 4, 2)]
        cv2.polylines(straight, [np.array(wave)], False, (110, 60, 40), 2, cv2.LINE_AA)
    shares = shown(name, straight)
    assert max(shares[place] for place in under) < MIN_PRINT_SHARE
    assert min(share for place, share in shares.items() if place[0] == "d") > LOCATED_PRINT_SHARE


@pytest.mark.parametrize("name", KINDS)
def test_a_place_filled_with_ink_still_shows_where_it_is(name: str) -> None:
    straight, scale = sheet(name)
    boxes = plan_sheet(load_pad(name), LAYOUT).places
    for place in ("a4", "c6", "d9", "miss 2"):
        box = boxes[place]
        x0, y0, x1, y1 = (round((v + SHEET_MARGIN_MM) * scale) for v in (box.x, box.y, box.right, box.bottom))
        straight[y0 + 1 : y1 - 1, x0 + 1 : x1 - 1] = (100, 50, 40)
    shares = shown(name, straight)
    assert min(shares[place] for place in ("a4", "c6", "d9", "miss 2")) > MIN_PRINT_SHARE


def test_a_plan_laid_half_a_cell_beside_the_sheet_is_not_found_there() -> None:
    straight, scale = sheet("classic")
    pitch = plan_sheet(load_pad("classic"), LAYOUT).rows[0].pitch
    moved = np.roll(straight, round(0.5 * pitch * scale), 1)
    shares = shown("classic", moved, part=1)
    assert np.median([shares[f"a{n}"] for n in range(3, 11)]) < LOCATED_PRINT_SHARE
