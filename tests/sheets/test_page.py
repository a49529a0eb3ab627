"""On a planned sheet, nothing overlaps or leaves the sheet, and cells are evenly spaced."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets.pad import FURTHER_PADS, PADS, Pad, load_pad, parse_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Box, Layout, PageError
from sheets.plan import SheetPlan
from tests.sheets.printed import contains, overlap
from tests.sheets.test_paper import LAYOUTS

PLANS = [
    (pad, layout)
    for pad in map(load_pad, (*PADS, *FURTHER_PADS))
    for layout in LAYOUTS
    if layout.per_page < 4 or not set(pad.mechanisms) - {"lucky"}
]
PLANS += [(load_pad(name), Layout(PAPERS["a4"], 4)) for name in ("double-b", "connected-b", "connect-15")]
every_plan = pytest.mark.parametrize(
    ("pad", "layout"),
    PLANS,
    ids=[f"{pad.name}-{layout.paper.name}-{layout.per_page}" for pad, layout in PLANS],
)


def parts(plan: SheetPlan) -> dict[str, Box]:
    """Return, by name, the boxes of all parts of a sheet that must not touch each other."""
    boxes = dict(plan.places)
    boxes |= {f"marker {corner}": box for corner, box in enumerate(plan.markers)}
    boxes |= {f"points {row.letter}": row.points for row in plan.rows}
    boxes |= {f"lucky {i}": box for i, box in enumerate(plan.lucky)}
    boxes |= {"title": plan.title, "name": plan.name, "date": plan.date}
    boxes |= {"code": plan.code, "secret": plan.secret, "table": plan.table, "footer": plan.footer}
    boxes |= {"miss points": plan.miss_points, "total": plan.total}
    boxes |= {name: box for name, box in (("letter", plan.letter), ("note", plan.note)) if box}
    for mechanism in plan.mechanisms:
        if mechanism.strip is not None and mechanism.strip.points is not None:
            boxes[f"{mechanism.key} points"] = mechanism.strip.points
        if mechanism.strip is not None and not mechanism.strip.fields:
            boxes[mechanism.key] = mechanism.strip.box
    return boxes


@every_plan
def test_everything_lies_on_the_sheet(pad: Pad, layout: Layout) -> None:
    plan = plan_sheet(pad, layout)
    sheet = Box(0, 0, plan.width, plan.height)
    assert [name for name, box in parts(plan).items() if not contains(sheet, box)] == []


@every_plan
def test_nothing_lies_on_top_of_anything(pad: Pad, layout: Layout) -> None:
    boxes = parts(plan_sheet(pad, layout))
    assert [(one, other) for one, other in combinations(boxes, 2) if overlap(boxes[one], boxes[other])] == []


@every_plan
def test_cells_are_evenly_spaced_and_the_lock_is_one_space_further(pad: Pad, layout: Layout) -> None:
    for row, printed in zip(plan_sheet(pad, layout).rows, pad.rows, strict=True):
        boxes = [*row.cells, row.lock]
        steps = [right.cx - left.cx for left, right in pairwise(boxes)]
        assert steps == pytest.approx([row.pitch] * len(printed.cells))
        assert row.numbers == tuple(cell.number for cell in printed.cells)
        assert all(contains(row.plate, box) for box in boxes)


@every_plan
def test_cells_are_large_enough_for_a_pen(pad: Pad, layout: Layout) -> None:
    for row in plan_sheet(pad, layout).rows:
        least = {"longo": 9.0, "connect-15": 8.4}.get(pad.name, 12.0)
        assert min(row.cells[0].w, row.lock.w) >= least
        assert row.cells[0].h >= (6.2 if pad.part("second-crosses") else 7.0)


@every_plan
def test_markers_have_a_quiet_border_of_one_module(pad: Pad, layout: Layout) -> None:
    plan = plan_sheet(pad, layout)
    boxes = parts(plan) | {f"plate {row.letter}": row.plate for row in plan.rows}
    for corner, marker in enumerate(plan.markers):
        quiet = marker.w / 6
        around = Box(marker.x - quiet, marker.y - quiet, marker.w + 2 * quiet, marker.h + 2 * quiet)
        near = [name for name, box in boxes.items() if overlap(box, around) and name != f"marker {corner}"]
        assert near == []


def test_every_place_has_the_name_that_scanning_uses() -> None:
    plan = plan_sheet(load_pad("bonus-a"), Layout(PAPERS["a4"], 3))
    assert plan.box("c12") == plan.row("c").cells[0]
    assert plan.box("lock d") == plan.row("d").lock
    assert plan.box("miss 4") == plan.misses[3]
    assert plan.box("box 12") == plan.boxes[11]
    assert len(plan.places) == 44 + 4 + 4 + 12
    assert all(plan.box(place) == box for place, box in plan.places.items())


@pytest.mark.parametrize(
    "place", ["", "a1", "a13", "e5", "lock e", "lock", "miss 0", "miss 5", "box 1", "a7 "]
)
def test_a_place_that_is_not_there_is_refused(place: str) -> None:
    with pytest.raises(PageError, match="has no place called"):
        plan_sheet(load_pad("classic"), Layout(PAPERS["a4"], 3)).box(place)


def own_pad(lengths: tuple[int, int, int, int], sides: int) -> Pad:
    rows = {
        letter: colour + " " + " ".join(map(str, range(2, 2 + length)))
        for letter, colour, length in zip("abcd", ("red", "yellow", "green", "blue"), lengths, strict=True)
    }
    return parse_pad({"format": "qwixx-pad/1", "name": "ours", "sides": sides, "rows": rows})


@given(st.tuples(*[st.integers(6, 23)] * 4), st.sampled_from(LAYOUTS))
def test_pads_of_ones_own_are_planned_as_soundly(lengths: tuple[int, int, int, int], layout: Layout) -> None:
    pad = own_pad(lengths, 12)
    try:
        plan = plan_sheet(pad, layout)
    except PageError as refusal:
        assert max(lengths) > 20
        assert "print fewer sheets" in str(refusal)
        return
    boxes = parts(plan)
    sheet = Box(0, 0, plan.width, plan.height)
    assert all(contains(sheet, box) for box in boxes.values())
    assert not any(overlap(boxes[one], boxes[other]) for one, other in combinations(boxes, 2))
    assert [row.pitch for row in plan.rows] == pytest.approx([plan.rows[0].pitch] * 4)


def test_a_row_too_long_for_any_cross_is_refused() -> None:
    with pytest.raises(PageError, match="Rows of 39 numbers do not fit"):
        plan_sheet(own_pad((39, 6, 6, 6), 20), Layout(PAPERS["a4"], 3))
