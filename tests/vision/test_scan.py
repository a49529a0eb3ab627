"""What is printed is what is read: pages through the printer, a pen, a camera and the scanner."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from sheets.draw import print_pads
from sheets.order import PrintOrder, pages_of
from sheets.pad import PADS, Pad, load_pad, parse_pad
from sheets.page import PAPERS, Layout, plan_sheet
from vision.scan import SheetSeen, scan
from vision.sheet_finding import page_mates
from vision.sheet_placing import sheets_in

DOTS = 6.0
"""Pixels a mm of a printed page."""
U8 = NDArray[np.uint8]
F64 = NDArray[np.float64]
STEPS = parse_pad(
    {
        "format": "qwixx-pad/1",
        "name": "steps",
        "sides": 4,
        "rows": {
            "a": "red 2 3 4 5 6 7 8",
            "b": "yellow 2 3 4 blue 5 6 7 8",
            "c": "green 8 7 6 5 4 3 2",
            "d": "blue 5 4 3 2 8 6 7",
        },
    }
)


@dataclass(frozen=True)
class Desk:
    """A page on a table: its picture, the map (3 x 3) from a sheet's mm to pixels, its order and slot."""

    photo: U8
    to_photo: F64
    order: PrintOrder
    slot: int

    @property
    def code(self) -> str:
        return str(next(iter(pages_of(self.order)))[self.slot].code)


def page(order: PrintOrder) -> U8:
    document = pypdfium2.PdfDocument(print_pads(order))
    pixels = document[0].render(scale=DOTS * 25.4 / 72, rev_byteorder=False).to_numpy()[..., :3].copy()
    document.close()
    return np.asarray(pixels, np.uint8)


def sheet(
    pad: Pad, marks: tuple[str, ...] = (), lines: tuple[tuple[str, str], ...] = (), **options: object
) -> Desk:
    """One sheet of a printed page, crossed out with a pen where `marks` says, on a brown table."""
    layout = options.pop("layout", Layout(PAPERS["a4"], 3))
    assert isinstance(layout, Layout)
    slot = min(1, layout.per_page - 1)
    order = PrintOrder(pad, slot + 1, 5, layout=layout, **options)  # type: ignore[arg-type]
    paper, place, plan = page(order), layout.sheet_box(slot), plan_sheet(pad, layout)
    for name in marks:
        box = plan.box(name)
        x, y, w, h = ((place.x + box.x) * DOTS, (place.y + box.y) * DOTS, box.w * DOTS, box.h * DOTS)
        for a, b in (((0.1, 0.15), (0.95, 0.9)), ((0.92, 0.08), (0.12, 0.88))):
            start, end = (
                (round(x + a[0] * w), round(y + a[1] * h)),
                (round(x + b[0] * w), round(y + b[1] * h)),
            )
            cv2.line(paper, start, end, (110, 50, 40), 4, cv2.LINE_AA)
    for first, last in lines:
        left, right = plan.box(first), plan.box(last)
        start = (round((place.x + left.x + 2) * DOTS), round((place.y + left.cy) * DOTS))
        end = (round((place.x + right.right - 2) * DOTS), round((place.y + right.cy + 0.7) * DOTS))
        cv2.line(paper, start, end, (110, 50, 40), 4, cv2.LINE_AA)
    left, top, right, bottom = (
        round(v * DOTS) for v in (place.x - 4, place.y, place.right + 4, place.bottom)
    )
    cut = paper[max(0, top) : bottom, max(0, left) : right]
    border = round(12 * DOTS)
    photo = cv2.copyMakeBorder(cut, border, border, border, border, cv2.BORDER_CONSTANT, value=(60, 90, 120))
    x0, y0 = border + place.x * DOTS - max(0, left), border + place.y * DOTS - max(0, top)
    to_photo = np.array([[DOTS, 0, x0], [0, DOTS, y0], [0, 0, 1.0]])
    return Desk(np.asarray(photo, np.uint8), to_photo, order, slot)


def seen_from(desk: Desk, *, turn: float = 0.0, tilt: float = 0.0, width: int = 1400) -> Desk:
    """The same through a camera, turned and tilted (degrees), `width` pixels wide."""
    height, old = desk.photo.shape[:2]
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    t = np.radians(tilt)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    turned = (lean @ spin)[:, :2]
    centre = np.array([[1, 0, -old / 2], [0, 1, -height / 2], [0, 0, 1]])
    far = 1.6 * old
    flat = np.c_[turned, [0, 0, far]] @ centre
    corners = np.array([(0, 0), (old, 0), (old, height), (0, height)], np.float64)
    full = np.c_[corners, np.ones(4)] @ flat.T
    seen = full[:, :2] / full[:, 2:]
    low, high = seen.min(0), seen.max(0)
    zoom = width / (high[0] - low[0])
    fit = np.array([[zoom, 0, -low[0] * zoom], [0, zoom, -low[1] * zoom], [0, 0, 1]]) @ flat
    size = (width, int((high[1] - low[1]) * zoom))
    soft = cv2.GaussianBlur(desk.photo, (0, 0), max(0.3, 0.35 / zoom)) if zoom < 1 else desk.photo
    photo = cv2.warpPerspective(soft, fit, size, borderMode=cv2.BORDER_REPLICATE)
    return Desk(np.asarray(photo, np.uint8), fit @ desk.to_photo, desk.order, desk.slot)


def read(desk: Desk) -> SheetSeen:
    found = scan(desk.photo, (STEPS,))
    assert len(found) == 1, [one.problems for one in found]
    return found[0]


def marked(seen: SheetSeen) -> set[str]:
    return {cell.cell for cell in seen.cells if cell.log_odds > 0}


def far_off(desk: Desk, seen: SheetSeen) -> float:
    """The largest distance between a corner of the sheet and where it was seen, in mm."""
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    flat = np.array([(0, 0), (plan.width, 0), (plan.width, plan.height), (0, plan.height)], np.float64)
    full = np.c_[flat, np.ones(4)] @ desk.to_photo.T
    a_mm = np.linalg.norm(full[1, :2] / full[1, 2] - full[0, :2] / full[0, 2]) / plan.width
    return float(np.linalg.norm(full[:, :2] / full[:, 2:] - np.array(seen.corners), axis=1).max() / a_mm)


def some_places(pad: Pad, layout: Layout) -> tuple[str, ...]:
    """Every third place, so that marks have empty neighbours and marked ones."""
    return tuple(plan_sheet(pad, layout).places)[::3]


@pytest.mark.parametrize("name", PADS)
def test_what_is_printed_is_what_is_read(name: str) -> None:
    pad = load_pad(name)
    marks = some_places(pad, Layout(PAPERS["a4"], 3))
    desk = seen_from(sheet(pad, marks), turn=7, tilt=20)
    seen = read(desk)
    assert str(seen.code) == desk.code
    assert seen.pad == pad
    assert seen.problems == ()
    assert [cell.cell for cell in seen.cells] == list(plan_sheet(pad, desk.order.layout).places)
    assert marked(seen) == set(marks)
    assert far_off(desk, seen) < 1.0


OPTIONS = [
    {"ink": "save"},
    {"colour_blind": True},
    {"ink": "save", "colour_blind": True, "language": "de"},
    {"names": ("Emma",), "language": "es"},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_options_change_nothing_of_what_is_read(options: dict[str, object]) -> None:
    pad = load_pad("bonus-b")
    marks = some_places(pad, Layout(PAPERS["a4"], 3))
    assert marked(read(seen_from(sheet(pad, marks, **options), turn=-5, tilt=15))) == set(marks)
    assert marked(read(seen_from(sheet(pad, **options), turn=-5, tilt=15))) == set()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_every_layout_is_read(paper: str, per_page: int) -> None:
    layout = Layout(PAPERS[paper], per_page)
    pad = load_pad("classic")
    marks = some_places(pad, layout)
    desk = seen_from(sheet(pad, marks, layout=layout), turn=3, tilt=10)
    seen = read(desk)
    assert str(seen.code) == desk.code
    assert marked(seen) == set(marks)


@pytest.mark.long
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", [*PADS, "own"])
@pytest.mark.parametrize("options", [{}, *OPTIONS])
def test_every_pad_on_every_paper_with_every_option(
    name: str, paper: str, options: dict[str, object]
) -> None:
    pad = STEPS if name == "own" else load_pad(name)
    for per_page in (1, 2, 3):
        layout = Layout(PAPERS[paper], per_page)
        marks = some_places(pad, layout)
        for made in (marks, ()):
            seen = read(seen_from(sheet(pad, made, layout=layout, **options), turn=9, tilt=18))
            sure = [c for c in seen.cells if abs(c.log_odds) > 3]
            wrong = {c.cell for c in sure if (c.log_odds > 0) != (c.cell in made)}
            assert not wrong
            # sheets that fill a page are asked about far more: docs/reading-sheets.md
            assert per_page == 1 or len(sure) > 0.6 * len(seen.cells)


@pytest.mark.parametrize(("turn", "tilt"), [(90, 0), (180, 25), (271, 10), (33, 45), (-140, 40)])
def test_a_sheet_lies_as_it_likes(turn: float, tilt: float) -> None:
    marks = ("a2", "a5", "b12", "lock b", "c7", "d3", "miss 1", "miss 4")
    desk = seen_from(sheet(load_pad("classic"), marks), turn=turn, tilt=tilt, width=1500)
    seen = read(desk)
    assert marked(seen) == set(marks)
    assert far_off(desk, seen) < 1.5


def test_a_line_through_skipped_cells_is_no_mark() -> None:
    desk = sheet(load_pad("classic"), ("a6", "b9", "c3"), lines=(("a2", "a5"), ("b3", "b8"), ("c12", "c4")))
    assert marked(read(seen_from(desk))) == {"a6", "b9", "c3"}


def test_a_sheet_that_bows_is_read() -> None:
    marks = some_places(load_pad("mixx-a"), Layout(PAPERS["a4"], 3))
    desk = seen_from(sheet(load_pad("mixx-a"), marks))
    height, width = desk.photo.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    bow = 26 * (1 - (x / width * 2 - 1) ** 2)  # some five mm in the middle, none at the markers
    photo = cv2.remap(
        desk.photo, x, (y + bow).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    bent = Desk(np.asarray(photo, np.uint8), desk.to_photo, desk.order, desk.slot)
    assert marked(read(bent)) == set(marks)


@pytest.mark.parametrize("corner", [0, 1, 2])
def test_a_thumb_may_lie_on_a_marker(corner: int) -> None:
    marks = ("a3", "b7", "c10", "d2", "miss 2")
    desk = seen_from(sheet(load_pad("classic"), marks), turn=4, tilt=12)
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    marker = plan.markers[corner]
    spot = desk.to_photo @ (marker.cx, marker.cy, 1.0)
    photo = desk.photo.copy()
    cv2.circle(
        photo, (round(spot[0] / spot[2]), round(spot[1] / spot[2])), 34, (120, 150, 205), -1, cv2.LINE_AA
    )
    seen = read(Desk(photo, desk.to_photo, desk.order, desk.slot))
    assert str(seen.code) == desk.code
    assert marked(seen) == set(marks)


def test_what_is_covered_is_not_guessed() -> None:
    desk = seen_from(sheet(load_pad("classic"), ("b6", "d9")))
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    photo = desk.photo.copy()
    card = [(plan.box(name).cx, plan.box(name).cy) for name in ("a5", "a7", "c5", "c7")]
    full = np.c_[np.array(card), np.ones(4)] @ desk.to_photo.T
    outline = cv2.convexHull((full[:, :2] / full[:, 2:]).round().astype(np.int32))
    cv2.fillConvexPoly(photo, outline, (150, 190, 215), cv2.LINE_AA)
    seen = read(Desk(photo, desk.to_photo, desk.order, desk.slot))
    assert seen.cell("b6").hidden
    assert seen.cell("b6").log_odds == 0
    assert not seen.cell("d9").hidden
    assert marked(seen) == {"d9"}
    assert "covered" in {problem.code for problem in seen.problems}


def test_a_sheet_cut_off_says_so() -> None:
    desk = seen_from(sheet(load_pad("classic"), ("a2", "d4")))
    photo = desk.photo[:, : int(desk.photo.shape[1] * 0.8)]
    seen = read(Desk(np.ascontiguousarray(photo), desk.to_photo, desk.order, desk.slot))
    assert "cut-off" in {problem.code for problem in seen.problems}
    assert seen.cell("lock a").hidden
    assert marked(seen) == {"a2", "d4"}


def test_several_sheets_in_one_photo() -> None:
    order = PrintOrder(load_pad("classic"), 3, 8)
    found = scan(page(order))
    assert [str(one.code.serial) for one in found if one.code] == [
        str(face.serial) for face in next(iter(pages_of(order)))
    ]


def test_a_pad_of_ones_own_must_be_given() -> None:
    desk = seen_from(sheet(STEPS, ("a3", "b5")))
    assert marked(read(desk)) == {"a3", "b5"}
    (stranger,) = scan(desk.photo)
    assert stranger.cells == ()
    assert stranger.code is not None
    assert [problem.code for problem in stranger.problems] == ["unknown-pad"]


def test_a_photo_without_a_sheet_has_none() -> None:
    chance = np.random.default_rng(3)
    noise = cv2.GaussianBlur(chance.uniform(0, 255, (480, 640, 3)).astype(np.uint8), (0, 0), 2)
    assert scan(np.asarray(noise, np.uint8)) == ()
    assert scan(np.full((480, 640, 3), 200, np.uint8)) == ()


def test_one_corner_of_a_sheet_is_said_to_be_one() -> None:
    desk = sheet(load_pad("classic"))
    height, width = desk.photo.shape[:2]
    (seen,) = scan(np.ascontiguousarray(desk.photo[: height // 2, : width // 2]))
    assert seen.pad is None
    assert [problem.code for problem in seen.problems] == ["cut-off"]


def test_a_box_lies_around_its_place() -> None:
    desk = seen_from(sheet(load_pad("classic"), ("b8",)), turn=12, tilt=25)
    box = plan_sheet(desk.order.pad, desk.order.layout).box("b8")
    spot = desk.to_photo @ (box.cx, box.cy, 1.0)
    x, y, w, h = read(desk).cell("b8").box
    assert x < spot[0] / spot[2] < x + w
    assert y < spot[1] / spot[2] < y + h
    assert abs(x + w / 2 - spot[0] / spot[2]) < 0.15 * w


def test_sheets_missed_on_an_uncut_page_are_looked_for_beside_the_others() -> None:
    order = PrintOrder(load_pad("classic"), 3, 8)
    paper = page(order)
    found = sheets_in(paper)
    grey = np.asarray(cv2.cvtColor(paper, cv2.COLOR_BGR2GRAY), np.uint8)
    assert sorted(one.group for one in found) == [0, 1, 2]
    for one in found:
        mates = page_mates(grey, one, (one,))
        near = [other for other in found if abs(other.group - one.group) == 1]
        assert sorted(mate.group for mate in mates) == sorted(other.group for other in near)
        for mate in mates:
            true = next(other for other in near if other.group == mate.group)
            assert np.abs(mate.outline() - true.outline()).max() < DOTS
    alone = np.asarray(cv2.cvtColor(sheet(load_pad("classic")).photo, cv2.COLOR_BGR2GRAY), np.uint8)
    (single,) = sheets_in(sheet(load_pad("classic")).photo)
    assert page_mates(alone, single, (single,)) == []
