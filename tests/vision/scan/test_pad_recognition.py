"""The pad of a sheet without its code is recognised by its layout, colours and numbers, or not at all."""

import numpy as np
import pytest

from sheets.pad import Pad, load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS, Placement
from vision.scan.cells import CELL_PIXELS, CHANNELS, cell_pictures
from vision.scan.pad_recognition import (
    MIN_ARRANGEMENT_LEAD,
    MIN_ARRANGEMENT_LIKENESS,
    pad_by_arrangement,
    pad_by_face,
)
from vision.scan.raster import Print, blank_sheet

LAYOUT = Layout(PAPERS["a4"], 3)


def laid(name: str, likeness: float) -> tuple[Pad, Placement]:
    return load_pad(name), Placement(np.eye(3), np.zeros((11, 2)), (200.0, 90.0), likeness, np.zeros((0, 2)))


def test_the_best_fitting_build_is_named() -> None:
    assert pad_by_arrangement([laid("classic", 0.6), laid("longo", 0.95), laid("bonus-a", 0.5)]) == 1


def test_no_build_is_named_if_none_or_two_fit() -> None:
    good = MIN_ARRANGEMENT_LIKENESS + 0.1
    assert pad_by_arrangement([laid("classic", MIN_ARRANGEMENT_LIKENESS - 0.01)]) is None
    assert (
        pad_by_arrangement([laid("classic", good), laid("longo", good - MIN_ARRANGEMENT_LEAD + 0.01)]) is None
    )
    assert pad_by_arrangement([laid("classic", good), laid("longo", good - MIN_ARRANGEMENT_LEAD - 0.01)]) == 0
    assert pad_by_arrangement([laid("classic", good), laid("classic", good - 0.01)]) == 0


@pytest.mark.parametrize("name", ["classic", "mixx-a", "mixx-b"])
def test_pads_built_alike_are_told_apart_by_colours_and_numbers(name: str) -> None:
    pad, classic = load_pad(name), load_pad("classic")
    scale = SHEET_WIDTH_PIXELS / (plan_sheet(pad, LAYOUT).width + 2 * SHEET_MARGIN_MM)
    sheet = blank_sheet(pad, LAYOUT, Print("full"), scale, SHEET_MARGIN_MM)
    assert pad_by_face(cell_pictures(sheet, classic, plan_sheet(classic, LAYOUT), scale)) == pad


def test_grey_places_name_no_pad() -> None:
    assert pad_by_face(np.full((52, CELL_PIXELS, CELL_PIXELS, CHANNELS), 200, np.uint8)) is None
