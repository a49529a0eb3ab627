"""Places are cut out of a rectified sheet with their drawings, and are corrected for uneven light."""

from zlib import crc32

import cv2
import numpy as np
import pytest

from sheets.language import LANGUAGES
from sheets.pad import Pad, load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from vision.frames.image import Image
from vision.scan import cells
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS
from vision.scan.cells import cell_pictures
from vision.scan.pipeline import log_odds
from vision.scan.raster import Print, blank_sheet

PAD, LAYOUT = load_pad("classic"), Layout(PAPERS["a4"], 3)
PLAN = plan_sheet(PAD, LAYOUT)
SCALE = SHEET_WIDTH_PIXELS / (PLAN.width + 2 * SHEET_MARGIN_MM)
NAMES = list(PLAN.places)


def sheet(language: str = "en") -> Image:
    return blank_sheet(PAD, LAYOUT, Print("full", language=language), SCALE, SHEET_MARGIN_MM).copy()


def pictures(straight: Image) -> np.ndarray:
    return cell_pictures(straight, PAD, PLAN, SCALE).astype(float)


def area(name: str) -> tuple[slice, slice]:
    box = PLAN.box(name)
    x0, y0, x1, y1 = (round((v + SHEET_MARGIN_MM) * SCALE) for v in (box.x, box.y, box.right, box.bottom))
    return slice(y0, y1), slice(x0, x1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_on_places_are_drawn_in_the_language_of_the_sheet(language: str) -> None:
    cut = pictures(sheet(language))
    for name in ("miss 1", "miss 4"):
        place = cut[NAMES.index(name)]
        assert np.corrcoef(place[..., 1].ravel(), place[..., 7].ravel())[0, 1] > 0.97, name


def test_a_shadow_over_half_a_sheet_leaves_its_places_in_even_light() -> None:
    straight = sheet()
    straight[:, 500:] = (straight[:, 500:] * 0.6).astype(np.uint8)
    even, dim = pictures(sheet()), pictures(straight)
    for name in ("a4", "a11", "b12", "d3", "lock c"):
        assert np.abs(even[NAMES.index(name)] - dim[NAMES.index(name)]).mean() < 5, name


def test_ink_is_no_shadow() -> None:
    straight = sheet()
    for name in ("a5", "a6", "a7"):
        y, x = area(name)
        straight[y.start - 2 : y.stop + 2, x.start - 2 : x.stop + 2] = 70
    place = pictures(straight)[NAMES.index("a6")]
    assert place[18:30, 18:30, :3].max() < 120
    assert place[18:30, 18:30, 3:].mean() > 150


def lowered(straight: Image, name: str, by: int) -> Image:
    """Return the sheet with the row of place `name` moved down by `by` pixels, as on bent paper."""
    y, _ = area(name)
    moved = straight.copy()
    moved[y.start - 8 : y.stop + 8] = straight[y.start - 8 - by : y.stop + 8 - by]
    return moved


def test_a_row_that_lies_a_little_off_is_followed() -> None:
    blurred = cv2.GaussianBlur(sheet(), (0, 0), 3.0)
    straight, bent = pictures(blurred), pictures(lowered(blurred, "a2", 3))
    for i, name in enumerate(NAMES):
        if name.removeprefix("lock ").startswith("a"):
            usual, error = (np.abs(cut[i, ..., :3] - cut[i, ..., 6:]).mean() for cut in (straight, bent))
            assert error < usual + 5, name


def test_a_place_is_judged_by_its_looks_not_by_its_position() -> None:
    straight = sheet()
    y, x = area("b7")
    straight[y.start + 8 : y.stop - 8, x.start + 8 : x.stop - 8] = (90, 40, 40)
    cut = cell_pictures(straight, PAD, PLAN, SCALE)
    order = np.random.default_rng(1).permutation(len(cut))
    assert np.abs(log_odds(cut)[order] - log_odds(cut[order])).max() < 1e-3


def test_a_photo_of_four_kinds_of_sheets_is_not_drawn_anew_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    plans = [
        (pad, plan_sheet(pad, LAYOUT)) for pad in map(load_pad, ("classic", "mixx-a", "mixx-b", "bonus-a"))
    ]
    scales = {pad.name: SHEET_WIDTH_PIXELS / (plan.width + 2 * SHEET_MARGIN_MM) for pad, plan in plans}
    heights = {pad.name: plan.height + 2 * SHEET_MARGIN_MM for pad, plan in plans}

    def noise(pad: Pad, *how: object) -> Image:
        """Return noise that depends on the options `how`. It replaces a drawing, which would take long."""
        drawn.append(pad.name)
        size = round(heights[pad.name] * scales[pad.name]), SHEET_WIDTH_PIXELS, 3
        return np.random.default_rng(crc32(repr(how).encode())).integers(60, 255, size, np.uint8)

    monkeypatch.setattr(cells, "blank_sheet", noise)
    for kept in (cells._sharp_cells, cells._blank_cells, cells._words):
        kept.cache_clear()
    seen = [(noise(pad), pad, plan, scales[pad.name]) for pad, plan in plans]
    first = [cell_pictures(*one) for one in seen]
    assert len(drawn) > 20 and set(drawn) == set(scales)
    drawn.clear()
    before = cells._blank_cells.cache_info().misses
    again = [cell_pictures(*one) for one in seen]
    assert not drawn and cells._blank_cells.cache_info().misses == before
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    for kept in (cells._sharp_cells, cells._blank_cells, cells._words):
        kept.cache_clear()  # noise is no drawing
