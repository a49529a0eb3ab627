"""A printed page on a table, marked with a pen and photographed, for tests of the scanner."""

from dataclasses import dataclass
from typing import TypedDict, Unpack

import cv2
import numpy as np
import pypdfium2

from sheets.draw import print_pads
from sheets.order import PrintOrder, pages_of
from sheets.pad import Pad, parse_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from vision.geometry import F64, U8

DOTS = 6.0
"""Resolution of a printed page, in pixels per mm."""
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
    """A photo of a printed page, one sheet of which is marked."""

    photo: U8
    to_photo: F64  # homography from mm on the marked sheet to pixels, 3 x 3
    order: PrintOrder  # of the page
    slot: int  # of the marked sheet on the page, from 0 at the top

    @property
    def code(self) -> str:
        return str(next(iter(pages_of(self.order)))[self.slot].code)


def page(order: PrintOrder) -> U8:
    document = pypdfium2.PdfDocument(print_pads(order))
    pixels = document[0].render(scale=DOTS * 25.4 / 72, rev_byteorder=False).to_numpy()[..., :3].copy()
    document.close()
    return np.asarray(pixels, np.uint8)


class PrintOptions(TypedDict, total=False):
    """Options of `sheets.order.PrintOrder`."""

    ink: str
    colour_blind: bool
    language: str
    names: tuple[str, ...]
    pastel: bool


A4 = Layout(PAPERS["a4"], 3)


def sheet(
    pad: Pad,
    marks: tuple[str, ...] = (),
    lines: tuple[tuple[str, str], ...] = (),
    layout: Layout = A4,
    **options: Unpack[PrintOptions],
) -> Desk:
    """Return a photo of a page on a brown table. One sheet has crosses at the places `marks`.

    `lines`: the first and last place of each line that is drawn through skipped cells.
    """
    slot = min(1, layout.per_page - 1)
    order = PrintOrder(pad, slot + 1, 5, layout=layout, **options)
    own = next(iter(pages_of(order)))[slot].pad
    paper, place, plan = page(order), layout.sheet_box(slot), plan_sheet(own, layout)
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
    """Return `desk` photographed by a turned and tilted camera (in degrees), `width` pixels wide."""
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


def some_places(pad: Pad, layout: Layout) -> tuple[str, ...]:
    """Return the names of every third place on a sheet."""
    return tuple(plan_sheet(pad, layout).places)[::3]
