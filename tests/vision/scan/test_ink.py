"""Measures ink and the visible share of print in places (cells, boxes) that are empty, marked or covered."""

import cv2
import numpy as np
import pytest

from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from vision.frames.image import Image
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS
from vision.scan.cells import CELL_PIXELS, SURROUND_SHARE, cell_pictures
from vision.scan.ink import (
    FULL_INK_SHARE,
    LOCATED_PRINT_SHARE,
    MIN_PRINT_SHARE,
    ink_shares,
    print_visibility,
    runs_through,
)
from vision.scan.raster import Print, blank_sheet

LOW, HIGH = (
    round(CELL_PIXELS * SURROUND_SHARE / (1 + 2 * SURROUND_SHARE)),
    round(CELL_PIXELS * (1 - SURROUND_SHARE / (1 + 2 * SURROUND_SHARE))),
)


def place(light: float = 1.0) -> np.ndarray:
    """Return a cell as two BGR pictures, H x W x 6: a photo with a number, and the drawing without one."""
    empty = np.full((CELL_PIXELS, CELL_PIXELS, 3), 225, np.uint8)
    cv2.rectangle(empty, (LOW, LOW), (HIGH, HIGH), (190, 190, 240), 1)
    own = empty.copy()
    cv2.putText(own, "8", (19, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (60, 60, 190), 2)
    return np.concatenate([(own * light).astype(np.uint8), empty], -1)


def zigzag(picture: np.ndarray, lines: int, ink: tuple[int, int, int]) -> np.ndarray:
    """Return `picture` (as returned by `place`) with a zigzag drawn on the photo, through `lines` points."""
    own = picture[..., :3].copy()
    heights = np.linspace(LOW + 2, HIGH - 2, lines).round().astype(int)
    points = [(LOW + 1 if i % 2 else HIGH - 1, int(y)) for i, y in enumerate(heights)]
    cv2.polylines(own, [np.array(points)], False, ink, 1, cv2.LINE_AA)
    return np.concatenate([own, picture[..., 3:]], -1)


@pytest.mark.parametrize("light", [1.0, 0.75, 0.5])
def test_an_empty_place_has_no_ink_whatever_its_light(light: float) -> None:
    assert ink_shares(place(light)[None])[0] < 0.03  # OpenCV 4 draws the digit a little fatter than 5


@pytest.mark.parametrize("ink", [(60, 40, 30), (40, 40, 190), (110, 110, 110), (150, 60, 40)])
@pytest.mark.parametrize("light", [1.0, 0.6])
def test_a_filled_place_is_full(ink: tuple[int, int, int], light: float) -> None:
    dimmed = (int(ink[0] * light), int(ink[1] * light), int(ink[2] * light))
    assert ink_shares(zigzag(place(light), 12, dimmed)[None])[0] > FULL_INK_SHARE


def test_a_level_line_does_not_fill_a_place() -> None:
    picture = place()
    own = picture[..., :3].copy()
    cv2.line(own, (0, 25), (CELL_PIXELS, 23), (60, 40, 30), 2, cv2.LINE_AA)
    assert ink_shares(np.concatenate([own, picture[..., 3:]], -1)[None])[0] < FULL_INK_SHARE


def test_each_place_is_measured_by_itself() -> None:
    shares = ink_shares(np.stack([place(), zigzag(place(), 12, (60, 40, 30)), place()]))
    assert shares[1] > FULL_INK_SHARE > max(shares[0], shares[2])


def drawn_on(
    points: list[tuple[int, int]], width: int = 2, ink: tuple[int, int, int] = (60, 50, 45)
) -> np.ndarray:
    """Return a picture as returned by `place`, with a line on the photo through `points` (x, y in pixels)."""
    own = place()[..., 3:].copy()
    cv2.polylines(own, [np.array(points)], False, ink, width, cv2.LINE_AA)
    return np.concatenate([own, place()[..., 3:]], -1)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(drawn_on([(12, 0), (20, 16), (24, 32), (22, 47)]), id="hair"),
        pytest.param(drawn_on([(0, 20), (24, 26), (47, 30)], 1), id="strike"),
        pytest.param(drawn_on([(47, 2), (41, 12), (37, 28), (36, 47)], 6, (170, 195, 205)), id="ring"),
    ],
)
def test_a_line_through_a_place_runs_through(picture: np.ndarray) -> None:
    assert runs_through(picture[None])[0]


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(place(), id="empty"),
        pytest.param(zigzag(place(), 6, (60, 40, 30)), id="scribble"),
        pytest.param(drawn_on([(14, 14), (34, 34), (24, 24), (14, 34), (34, 14)]), id="cross"),
        pytest.param(drawn_on([(2, 0), (45, 47), (24, 24), (2, 47), (45, 0)]), id="large cross"),
        pytest.param(drawn_on([(4, 20), (20, 44), (47, 0)]), id="tick"),
        pytest.param(drawn_on([(16, 36), (34, 12)]), id="slash"),
    ],
)
def test_mark_does_not_run_through(picture: np.ndarray) -> None:
    assert not runs_through(picture[None])[0]


LAYOUT = Layout(PAPERS["a4"], 3)
KINDS = ("classic", "longo", "bonus-a")
"""Pads whose rows differ in structure."""


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
def test_a_note_hides_the_print(name: str) -> None:
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


def test_a_plan_off_by_half_a_cell_is_not_located() -> None:
    straight, scale = sheet("classic")
    pitch = plan_sheet(load_pad("classic"), LAYOUT).rows[0].pitch
    moved = np.roll(straight, round(0.5 * pitch * scale), 1)
    shares = shown("classic", moved, part=1)
    assert np.median([shares[f"a{n}"] for n in range(3, 11)]) < LOCATED_PRINT_SHARE
