"""Layouts: the arrangement of sheets on a page of paper."""

from itertools import combinations

import pytest

from sheets.paper import MARGIN, PAPERS, PER_PAGE, Layout, PageError
from tests.sheets.printed import overlap

LAYOUTS = [Layout(paper, per_page) for paper in PAPERS.values() for per_page in PER_PAGE]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sheets_tile_the_printable_part_of_the_page(layout: Layout) -> None:
    sheets = [layout.sheet_box(slot) for slot in range(layout.per_page)]
    assert not any(overlap(one, other) for one, other in combinations(sheets, 2))
    assert sheets[0].y == MARGIN and layout.page_height - sheets[-1].bottom == pytest.approx(MARGIN)
    assert sum(sheet.h for sheet in sheets) == pytest.approx(layout.page_height - 2 * MARGIN)
    for sheet in sheets:
        assert sheet.x == MARGIN == pytest.approx(layout.page_width - sheet.right), "as seen from the back"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cuts_run_between_sheets_only(layout: Layout) -> None:
    for sheets in range(1, layout.per_page + 1):
        cuts = layout.cuts(sheets)
        assert len(cuts) == min(sheets, layout.per_page - 1)
        for y in cuts:
            boxes = map(layout.sheet_box, range(sheets))
            assert all(y <= box.y + 1e-9 or y >= box.bottom - 1e-9 for box in boxes)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_is_known_by_its_digit(layout: Layout) -> None:
    assert Layout.parse(layout.code) == layout


@pytest.mark.parametrize("per_page", [-1, 0, 5, 100])
def test_a_page_holds_one_to_four_sheets(per_page: int) -> None:
    with pytest.raises(PageError, match="1, 2, 3, 4 sheets"):
        Layout(PAPERS["a4"], per_page)


@pytest.mark.parametrize("code", ["", "0", "9", "12", "x", "\N{SUPERSCRIPT TWO}"])
def test_other_layouts_are_refused(code: str) -> None:
    with pytest.raises(PageError, match="digit from 1 to 8"):
        Layout.parse(code)
