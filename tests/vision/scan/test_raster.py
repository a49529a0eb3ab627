"""The rendered sheet looks like the printed PDF."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import cv2
import numpy as np
import pypdfium2
import pytest

from sheets.draw import print_pads
from sheets.order import PrintOrder
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from vision.scan.raster import Print, blank_sheet

SCALE = 5.0


def from_pdf(order: PrintOrder) -> np.ndarray:
    """Return the upper sheet of the printed page, SCALE pixels per mm."""
    document = pypdfium2.PdfDocument(print_pads(order))
    page = document[0].render(scale=4 * SCALE * 25.4 / 72, rev_byteorder=False).to_numpy()[..., :3]
    document.close()
    box = order.layout.sheet_box(0)
    moved = np.array([[1, 0, -box.x * 4 * SCALE], [0, 1, -box.y * 4 * SCALE]])
    size = round(box.w * SCALE), round(box.h * SCALE)
    cut = cv2.warpAffine(page, moved, (4 * size[0], 4 * size[1]), borderValue=(255,) * 3)
    return cv2.resize(cut, size, interpolation=cv2.INTER_AREA)


WAYS = [
    ("classic", "full", False, 3, "a4"),
    ("mixx-a", "save", True, 2, "letter"),
    ("bonus-b", "full", True, 3, "letter"),
    ("longo", "save", False, 3, "a4"),
    ("bonus-a", "full", False, 1, "a4"),
]


@pytest.mark.parametrize(("name", "ink", "colour_blind", "per_page", "paper"), WAYS)
def test_every_place_looks_as_it_is_printed(
    name: str, ink: str, colour_blind: bool, per_page: int, paper: str
) -> None:
    pad, layout = load_pad(name), Layout(PAPERS[paper], per_page)
    order = PrintOrder(pad, 1, 3, layout=layout, ink=ink, colour_blind=colour_blind)
    printed, drawn = from_pdf(order), blank_sheet(pad, layout, Print(ink, colour_blind), SCALE, 0.0)
    for place, box in plan_sheet(pad, layout).places.items():
        x0, y0, x1, y1 = (round(v * SCALE) for v in (box.x - 1, box.y - 1, box.right + 1, box.bottom + 1))
        one, other = (look[y0:y1, x0:x1].astype(float) for look in (printed, drawn))
        assert np.abs(one - other).mean() < 12, place
        assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.9, place


def test_ways_of_printing_are_told_apart() -> None:
    pad, layout = load_pad("classic"), Layout(PAPERS["letter"], 4)
    ways = [
        Print(ink, blind, "en", style)
        for ink, blind, style in product(("full", "save"), *2 * [(False, True)])
    ]
    for ink, blind, pastel in (("save", True, False), ("full", False, True), ("full", False, False)):
        order = PrintOrder(pad, 1, 3, layout=layout, ink=ink, colour_blind=blind, pastel=pastel)
        printed = from_pdf(order).astype(float)
        off = [np.abs(printed - blank_sheet(pad, layout, way, SCALE, 0.0)).mean() for way in ways]
        assert ways[int(np.argmin(off))] == Print(ink, blind, "en", pastel)


def test_a_margin_is_white_and_moves_the_sheet() -> None:
    pad, layout = load_pad("classic"), Layout(PAPERS["a4"], 3)
    tight, wide = (blank_sheet(pad, layout, Print("full"), SCALE, edge) for edge in (0.0, 4.0))
    assert (wide[:20] == 255).all()
    assert (wide[:, :20] == 255).all()
    inner = wide[20 : 20 + tight.shape[0], 20 : 20 + tight.shape[1]].astype(int)
    assert np.abs(inner - tight[: inner.shape[0], : inner.shape[1]]).mean() < 0.5


def test_several_threads_may_draw_sheets() -> None:
    pads = [load_pad(name) for name in ("classic", "longo", "mixx-a", "mixx-b")]
    alone = [blank_sheet.__wrapped__(pad, Layout(PAPERS["a4"], 3), Print("full"), 4.0, 5.0) for pad in pads]
    with ThreadPoolExecutor(len(pads)) as pool:
        drawn = pool.map(
            lambda pad: blank_sheet.__wrapped__(pad, Layout(PAPERS["a4"], 3), Print("full"), 4.0, 5.0), pads
        )
    assert all(np.array_equal(one, two) for one, two in zip(alone, drawn, strict=True))
