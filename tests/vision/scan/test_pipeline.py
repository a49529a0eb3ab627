"""Pages are printed, marked, photographed and read back."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sheets.order import PrintOrder, pages_of
from sheets.pad import FURTHER_PADS, load_pad
from sheets.page import plan_sheet
from tests.vision.scan.desk import DOTS, STEPS, Desk, page, seen_from, sheet
from vision.frames.image import load
from vision.scan import pipeline
from vision.scan.cells import CELL_PIXELS, CHANNELS
from vision.scan.evidence import ScannedSheet
from vision.scan.pipeline import (
    MAX_EMPTY_LOG_ODDS,
    MIN_MARKED_LOG_ODDS,
    UNDECIDED_LOG_ODDS,
    log_odds,
    scan,
)
from vision.scan.problems import ONE_CORNER


def read(desk: Desk) -> ScannedSheet:
    sheets = scan(desk.photo, (STEPS,))
    assert len(sheets) == 1, [one.problems for one in sheets]
    return sheets[0]


def marked(seen: ScannedSheet) -> set[str]:
    return {cell.cell for cell in seen.cells if cell.log_odds > 0}


def far_off(desk: Desk, seen: ScannedSheet) -> float:
    """Return the largest distance, in mm, of a corner that was found from the sheet's true corner."""
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    flat = np.array([(0, 0), (plan.width, 0), (plan.width, plan.height), (0, plan.height)], np.float64)
    full = np.c_[flat, np.ones(4)] @ desk.to_photo.T
    a_mm = np.linalg.norm(full[1, :2] / full[1, 2] - full[0, :2] / full[0, 2]) / plan.width
    return float(np.linalg.norm(full[:, :2] / full[:, 2:] - np.array(seen.corners), axis=1).max() / a_mm)


@pytest.mark.parametrize(
    ("turn", "tilt"),
    [
        (90, 0),
        pytest.param(180, 25, marks=pytest.mark.long),
        pytest.param(271, 10, marks=pytest.mark.long),
        (33, 45),
        (-140, 40),
    ],
)
def test_a_sheet_is_read_at_any_angle(turn: float, tilt: float) -> None:
    marks = ("a2", "a5", "b12", "lock b", "c7", "d3", "miss 1", "miss 4")
    desk = seen_from(sheet(load_pad("classic"), marks), turn=turn, tilt=tilt, width=1500)
    seen = read(desk)
    assert marked(seen) == set(marks)
    assert far_off(desk, seen) < 1.5


def test_a_line_through_skipped_cells_is_no_mark() -> None:
    desk = sheet(load_pad("classic"), ("a6", "b9", "c3"), lines=(("a2", "a5"), ("b3", "b8"), ("c12", "c4")))
    assert marked(read(seen_from(desk))) == {"a6", "b9", "c3"}


def test_covered_cells_are_not_guessed() -> None:
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
    (problem,) = (problem for problem in seen.problems if problem.code == "covered")
    assert "yellow 6" in str(problem)


def test_a_sheet_cut_off_says_so() -> None:
    desk = seen_from(sheet(load_pad("classic"), ("a2", "d4")))
    photo = desk.photo[:, : int(desk.photo.shape[1] * 0.8)]
    seen = read(Desk(np.ascontiguousarray(photo), desk.to_photo, desk.order, desk.slot))
    (problem,) = (problem for problem in seen.problems if problem.code == "cut-off")
    assert "lock of the blue row" in str(problem)
    assert seen.cell("lock a").hidden
    assert marked(seen) == {"a2", "d4"}


def test_several_sheets_in_one_photo() -> None:
    order = PrintOrder(load_pad("classic"), 3, 8)
    sheets = scan(page(order))
    assert [str(one.code.serial) for one in sheets if one.code] == [
        str(face.serial) for face in next(iter(pages_of(order)))
    ]


def test_a_pad_of_ones_own_must_be_given() -> None:
    desk = seen_from(sheet(STEPS, ("a3", "b5")))
    assert marked(read(desk)) == {"a3", "b5"}
    (stranger,) = scan(desk.photo)
    assert stranger.cells == ()
    assert stranger.code is not None
    assert [problem.code for problem in stranger.problems] == ["unknown-pad"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "connected-a" else pytest.mark.long) for name in FURTHER_PADS],
)
def test_a_further_sheet_without_its_code_is_not_taken_for_another_pad(name: str) -> None:
    desk = sheet(load_pad(name))
    box = plan_sheet(desk.order.pad, desk.order.layout).code
    corners = np.array([(box.x - 1, box.y - 1, 1), (box.right + 1, box.bottom + 1, 1)]) @ desk.to_photo.T
    (x0, y0), (x1, y1) = np.round(corners[:, :2]).astype(int)
    desk.photo[y0:y1, x0:x1] = 250
    seen = read(seen_from(desk, turn=3, tilt=12))
    assert (seen.code, seen.pad) == (None, None)
    assert [problem.code for problem in seen.problems] == ["code-unread"]


def test_a_photo_without_a_sheet_has_none() -> None:
    chance = np.random.default_rng(3)
    noise = cv2.GaussianBlur(chance.uniform(0, 255, (480, 640, 3)).astype(np.uint8), (0, 0), 2)
    assert scan(np.asarray(noise, np.uint8)) == ()
    assert scan(np.full((480, 640, 3), 200, np.uint8)) == ()


def test_one_corner_of_a_sheet_is_named() -> None:
    desk = sheet(load_pad("classic"))
    height, width = desk.photo.shape[:2]
    (seen,) = scan(np.ascontiguousarray(desk.photo[: height // 2, : width // 2]))
    assert seen.pad is None
    assert seen.problems == (ONE_CORNER,)


def test_a_box_lies_around_its_place() -> None:
    desk = seen_from(sheet(load_pad("classic"), ("b8",)), turn=12, tilt=25)
    box = plan_sheet(desk.order.pad, desk.order.layout).box("b8")
    spot = desk.to_photo @ (box.cx, box.cy, 1.0)
    x, y, w, h = read(desk).cell("b8").box
    assert x < spot[0] / spot[2] < x + w
    assert y < spot[1] / spot[2] < y + h
    assert abs(x + w / 2 - spot[0] / spot[2]) < 0.15 * w


class Network:
    """A fake ONNX session with fixed log odds of cells, judged with all others (`beside`) and `alone`."""

    def __init__(self, beside: list[float], alone: list[float]) -> None:
        self._answers = np.array([beside, [0.0] * len(beside)], np.float32).T, np.array(alone, np.float32)

    def run(self, _: None, __: dict[str, NDArray[np.float32]]) -> tuple[NDArray[np.float32], ...]:
        return self._answers


def test_a_place_that_looks_different_alone_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    empty, marked = MAX_EMPTY_LOG_ODDS, MIN_MARKED_LOG_ODDS
    network = Network([-9.0, 9.0, -9.0, 9.0, 0.25], [empty + 0.1, marked - 0.1, empty, marked, 9.0])
    monkeypatch.setattr(pipeline, "session", lambda _: network)
    odds = log_odds(np.zeros((5, CELL_PIXELS, CELL_PIXELS, CHANNELS), np.uint8))
    assert odds[:, 0].tolist() == [-UNDECIDED_LOG_ODDS, UNDECIDED_LOG_ODDS, -9.0, 9.0, 0.25]


def test_mirrored_picture_is_called_mirrored() -> None:
    desk = sheet(load_pad("classic"), ("a5", "b7"))
    (seen,) = scan(np.ascontiguousarray(desk.photo[:, ::-1]))
    assert [problem.code for problem in seen.problems] == ["mirrored"]
    assert seen.pad is None


@pytest.mark.parametrize("ink", ["full", "save"])
def test_picture_in_greys_is_read_in_full(ink: str) -> None:
    marks = ("a2", "a5", "b7", "c12", "lock d", "d2")
    desk = sheet(load_pad("classic"), marks, ink=ink)
    grey = cv2.cvtColor(cv2.cvtColor(desk.photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    (seen,) = scan(grey)
    assert not seen.problems
    assert marked(seen) == set(marks)


def test_fold_beneath_marks_takes_nothing_and_adds_nothing() -> None:
    marks = ("a2", "a7", "b5", "c8")
    desk = sheet(load_pad("classic"), marks)
    x = round(plan_sheet(load_pad("classic"), desk.order.layout).box("a7").cx * DOTS + desk.to_photo[0, 2])
    off = np.arange(desk.photo.shape[1]) - x
    folded = desk.photo * (1 - 0.3 * np.exp(-((off / 2.5) ** 2)))[None, :, None]
    (seen,) = scan(folded.astype(np.uint8))
    assert marked(seen) == set(marks)
    assert not any(cell.hidden for cell in seen.cells)


@pytest.mark.parametrize("name", ["photo-of-folded", "scanner-streak", "grey-printer"])
def test_pictures_that_were_read_wrong_are_empty(name: str, shared: Path) -> None:
    photo = shared / "inputs" / f"{name}-empty-sheet.jpg"
    if not photo.exists():
        pytest.skip("no ../shared/inputs here: pictures that were read wrong are not read")
    (seen,) = scan(load(photo))
    assert seen.code is not None and not seen.problems
    assert not marked(seen)
