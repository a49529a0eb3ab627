"""Cutting the places of a straightened sheet out, alike in training and in reading.

Every place comes as three pictures of the same size and light: the place itself with some of its
neighbourhood (marks overshoot); what it would look like empty in this photo, from the palest of its kin, with
their print exchanged for its own; and the same from the drawing alone, in the colours and the blur of the
photo. What differs from both is pencil; the network learns how.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.language import LANGUAGES
from sheets.pad import Pad
from sheets.page import SheetPlan
from sheets.paper import Box
from vision.frames.image import Image
from vision.scan.alignment import SHEET_MARGIN_MM, SHEET_WIDTH_PIXELS, layout_of
from vision.scan.raster import blank_sheet

F32 = NDArray[np.float32]

CELL_PIXELS = 48
"""Width and height in pixels of a place's picture."""
SURROUND_SHARE = 0.3
"""How far the picture reaches beyond the place, in widths and heights of it, on every side."""
PAPER_BYTE = 225.0
"""What the paper of empty places becomes, of 255."""


CHANNELS = 9
"""Channels of a place's pictures: itself, its empty kin with its own print, its print alone; each B, G, R."""
BLUR_PIXELS = (0.0, 0.6, 1.0, 1.5, 2.2, 3.2)
"""How much, in pixels of a place's picture, the drawing is blurred until it looks like the photo."""
MIN_PLATE_DARKNESS = 0.4
"""Plates are printed where so much of their darkness is seen; else only their outlines."""
MIN_CONTRAST, MAX_CONTRAST = 0.4, 1.4
"""How much paler or stronger than drawn a photo may show what is printed."""

MAX_SHIFT_PIXELS = 1.5
"""Pixels by which a place's drawing is moved at most, to lie where the photo has it."""
UNINKED_PERCENTILE = 78
"""The percentile of a place's brightness beside its drawing's that ink never reaches: a place filled to its
edges and over, its neighbours too, still leaves a quarter of its picture free."""
MIN_LIGHT_RATIO, MAX_LIGHT_RATIO = 0.5, 1.7
"""How much darker or lighter than its row a place may be for its own light to be taken for the cause."""
MIN_WORD_DIFFERENCE = 12.0
"""Difference between drawings in two languages, of 255, from which there is a word."""
MAX_WORD_ERROR = 40.0
"""An error that counts for no more however large it is: there is other ink."""


def kin(plan: SheetPlan) -> tuple[tuple[str, ...], ...]:
    """The plan's places by kind: each row's cells, the locks, the miss boxes, the bonus boxes."""
    rows = [tuple(f"{row.letter}{number}" for number in row.numbers) for row in plan.rows]
    locks = tuple(f"lock {row.letter}" for row in plan.rows)
    misses = tuple(f"miss {n}" for n in range(1, len(plan.misses) + 1))
    bar = tuple(f"box {n}" for n in range(1, len(plan.bar) + 1))
    return tuple(group for group in (*rows, locks, misses, bar) if group)


def cell_pictures(straight: Image, pad: Pad, plan: SheetPlan, scale: float) -> NDArray[np.uint8]:
    """N x CELL_PIXELS x CELL_PIXELS x CHANNELS, one for each of the plan's places in their order.

    `straight`: the sheet with SHEET_MARGIN_MM mm around at `scale` pixels a mm
    (`vision.scan.alignment.straighten`).
    """
    places = list(plan.places)
    own = np.stack([_cut(straight, plan.places[name], scale) for name in places])
    groups = [np.array([places.index(name) for name in group]) for group in kin(plan)]
    palest = [group[_palest(own[group])] for group in groups]
    empty = np.empty_like(own)
    for group, chosen in zip(groups, palest, strict=True):
        paper = np.percentile(np.median(own[chosen], 0).reshape(-1, 3), 80, axis=0)
        own[group] *= PAPER_BYTE / np.maximum(paper, 12.0)
    print_ = _blank_like(own, np.concatenate(palest), pad, plan)
    own /= _light(own, print_)
    for group, chosen in zip(groups, palest, strict=True):
        empty[group] = np.median(own[chosen], 0) + print_[group] - np.median(print_[chosen], 0)
    pictures: NDArray[np.uint8] = np.clip(np.concatenate([own, empty, print_], -1), 0, 255).astype(np.uint8)
    return pictures


def _light(own: F32, print_: F32) -> F32:
    """How much brighter each place lies than its kin, N x 1 x 1 x 1: shadows and lamps have edges."""
    seen, drawn = (look[:, 1::2, ::2, 1].reshape(len(own), -1) for look in (own, print_))
    light = np.percentile(seen / np.maximum(drawn, 40.0), UNINKED_PERCENTILE, axis=1)
    return np.asarray(np.clip(light, MIN_LIGHT_RATIO, MAX_LIGHT_RATIO), np.float32)[:, None, None, None]


def _blank_like(own: F32, some: NDArray[np.intp], pad: Pad, plan: SheetPlan) -> F32:
    """The drawing of every place, N x CELL_PIXELS x CELL_PIXELS x 3, in the print option, blur and colours
    that suit the photo's `own` best at the places `some`."""
    filled, outlined = (_blank(pad, plan, ink, False, "en", 1.0)[some].min(-1) for ink in ("full", "save"))
    plates = outlined - filled  # large where plates are, if there are any
    shown = float((plates * (outlined - own[some].min(-1))).sum() / max(float((plates**2).sum()), 1.0))
    ink = "full" if shown > MIN_PLATE_DARKNESS else "save"
    seen = _profile(own[some])
    shifts = np.zeros((len(own), 2))

    def likeness(colour_blind: bool, blur: float) -> float:
        """The mean correlation of what the photo and the drawing show, place by place."""
        blank = _blank(pad, plan, ink, colour_blind, "en", blur)[some]
        return float((seen * _profile(_moved(blank, shifts[some]))).sum(1).mean())

    blind = max((False, True), key=lambda blind: likeness(blind, 1.0))
    blank = _blank(pad, plan, ink, blind, "en", 1.0)
    for _ in range(2):
        shifts = shifts + _shifts(own, _coloured(blank, own, some, shifts), plan)
    blur = max(BLUR_PIXELS, key=lambda blur: likeness(blind, blur))
    language = _language(own, some, shifts, pad, plan, ink)
    blank = _blank(pad, plan, ink, blind, language, blur)
    shifts = shifts + _shifts(own, _coloured(blank, own, some, shifts), plan)
    return _coloured(blank, own, some, shifts)


def _language(
    own: F32, some: NDArray[np.intp], shifts: NDArray[np.float64], pad: Pad, plan: SheetPlan, ink: str
) -> str:
    """The language in which the few words at places are likeliest printed."""
    drawn = [_blank(pad, plan, ink, False, language, 1.0) for language in LANGUAGES]
    worded, written = _words(pad, plan, ink)
    if not len(worded):
        return "en"
    colours = _colours(_moved(drawn[0][some], shifts[some]), own[some])
    off = []
    for look in drawn:
        error = (_dyed(_moved(look[worded], shifts[worded]), *colours) - own[worded]).mean(-1)
        off.append(float(np.minimum(np.abs(error[written]), MAX_WORD_ERROR).mean()))
    return list(LANGUAGES)[int(np.argmin(off))]


@lru_cache(maxsize=16)
def _words(pad: Pad, plan: SheetPlan, ink: str) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Which places have words, and where on their pictures those of some languages differ."""
    drawn = [_blank(pad, plan, ink, False, language, 1.0) for language in LANGUAGES]
    differ = np.ptp(np.stack(drawn), axis=0).max(-1) > MIN_WORD_DIFFERENCE
    worded = np.flatnonzero(differ.any((1, 2)))
    return worded, differ[worded]


def _coloured(blank: F32, own: F32, some: NDArray[np.intp], shifts: NDArray[np.float64]) -> F32:
    """The drawing moved by `shifts`, in the photo's colours."""
    moved = _moved(blank, shifts)
    return _dyed(moved, *_colours(moved[some], own[some]))


def _colours(drawn: F32, found: F32) -> tuple[F32, F32, F32]:
    """The straight line for each channel that fits the drawing to the photo at some places: the drawing's
    mean, the slope, the photo's level at that mean."""
    asked, seen = (np.moveaxis(look[:, 1::2, ::2], -1, 0).reshape(3, -1) for look in (drawn, found))
    mean = asked.mean(1)
    asked = asked - mean[:, None]
    level = np.median(seen - asked, axis=1)
    slope = (asked * (seen - seen.mean(1)[:, None])).mean(1) / np.maximum((asked**2).mean(1), 1.0)
    return mean, np.clip(slope, MIN_CONTRAST, MAX_CONTRAST), level


def _dyed(drawn: F32, mean: F32, slope: F32, level: F32) -> F32:
    return np.asarray((drawn - mean) * slope + level, np.float32)


def _shifts(own: F32, drawn: F32, plan: SheetPlan) -> NDArray[np.float64]:
    """How far each place of the photo lies from its drawing, N x 2 pixels right and down, within
    MAX_SHIFT_PIXELS: what aligning the whole sheet left over, as a smooth function of the place.

    Lucas and Kanade's step (1981), ink weighed down: it is in the photo alone.
    """
    seen, asked = (look.mean(-1, dtype=np.float32) for look in (own, drawn))
    dy, dx = (np.asarray(gradient) for gradient in np.gradient(asked, axis=(1, 2)))
    off = asked - seen
    weight = 1 / (1 + (off / 18.0) ** 2) ** 2
    xx, yy, xy = ((weight * a * b).sum((1, 2)) for a, b in ((dx, dx), (dy, dy), (dx, dy)))
    ex, ey = ((weight * a * off).sum((1, 2)) for a in (dx, dy))
    det = np.maximum(xx * yy - xy * xy, 1.0)
    found = np.stack([(yy * ex - xy * ey) / det, (xx * ey - xy * ex) / det], 1).astype(np.float64)
    found = np.clip(found, -MAX_SHIFT_PIXELS, MAX_SHIFT_PIXELS)
    boxes = list(plan.places.values())
    x = np.array([box.cx for box in boxes]) / plan.width * 2 - 1
    y = np.array([box.cy for box in boxes]) / plan.height * 2 - 1
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, x**3], 1)
    sure = np.minimum(xx, yy).astype(np.float64)
    sure = trust = sure / max(float(sure.mean()), 1e-6)
    fitted = np.zeros_like(found)
    for _ in range(5):
        weighed = terms * trust[:, None]
        factors = np.linalg.solve(terms.T @ weighed + 0.5 * np.eye(6), weighed.T @ found)
        fitted = terms @ factors
        trust = sure / (1 + ((found - fitted) ** 2).sum(1) / 0.3**2)
    return np.clip(fitted, -MAX_SHIFT_PIXELS, MAX_SHIFT_PIXELS)


def _moved(pictures: F32, shifts: NDArray[np.float64]) -> F32:
    """N pictures, each moved by its own pixels right and down."""
    out = np.empty_like(pictures)
    size = pictures.shape[2:0:-1]
    for i, (x, y) in enumerate(shifts):
        place = np.array([[1, 0, x], [0, 1, y]])
        cv2.warpAffine(pictures[i], place, size, out[i], borderMode=cv2.BORDER_REPLICATE)
    return out


@lru_cache(maxsize=64)
def _blank(pad: Pad, plan: SheetPlan, ink: str, colour_blind: bool, language: str, blur: float) -> F32:
    """Every place of an empty sheet as drawn, N x CELL_PIXELS x CELL_PIXELS x 3, its paper as light as a
    photo's."""
    if blur:
        sharp = _blank(pad, plan, ink, colour_blind, language, 0.0)
        return np.stack([np.asarray(cv2.GaussianBlur(one, (0, 0), blur), np.float32) for one in sharp])
    scale = SHEET_WIDTH_PIXELS / (plan.width + 2 * SHEET_MARGIN_MM)
    sheet = blank_sheet(pad, layout_of(pad, plan), ink, colour_blind, scale, SHEET_MARGIN_MM, language)
    return np.stack([_cut(sheet, box, scale) for box in plan.places.values()]) * np.float32(PAPER_BYTE / 255)


def _profile(pictures: F32) -> F32:
    """The darkest channel of N places as N vectors with mean 0 and length 1."""
    blue, green, red = (pictures[..., i] for i in range(3))
    flat = np.minimum(np.minimum(blue, green), red).reshape(len(pictures), -1)
    flat = flat - flat.mean(1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-3), np.float32)


def _cut(straight: Image, box: Box, scale: float) -> NDArray[np.float32]:
    w, h = box.w * (1 + 2 * SURROUND_SHARE), box.h * (1 + 2 * SURROUND_SHARE)
    fx, fy = CELL_PIXELS / (w * scale), CELL_PIXELS / (h * scale)
    x0, y0 = (box.cx - w / 2 + SHEET_MARGIN_MM) * scale, (box.cy - h / 2 + SHEET_MARGIN_MM) * scale
    # averaged down: first to the pixel grid, then by area
    a, b = max(0, int(x0)), max(0, int(y0))
    area = straight[b : int(np.ceil(y0 + h * scale)) + 1, a : int(np.ceil(x0 + w * scale)) + 1]
    if min(fx, fy) < 0.7:
        area = np.asarray(cv2.GaussianBlur(area, (0, 0), 0.35 / fx, sigmaY=0.35 / fy), np.uint8)
    m = np.array([[fx, 0, -(x0 - a) * fx], [0, fy, -(y0 - b) * fy]])
    m[:, 2] += (m[0, 0] - 1) / 2, (m[1, 1] - 1) / 2
    return np.asarray(
        cv2.warpAffine(
            area, m, (CELL_PIXELS, CELL_PIXELS), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.float32,
    )


def _palest(own: F32) -> NDArray[np.intp]:
    """Which of N places of a kind (N x CELL_PIXELS x CELL_PIXELS x 3) are likeliest empty: those with the
    least ink inside and with the most usual surroundings, for under a thumb or a card there is no ink
    either."""
    edge = round(CELL_PIXELS * SURROUND_SHARE / (1 + 2 * SURROUND_SHARE))
    inner = slice(edge + 3, -(edge + 3))
    middle = own[:, inner, inner].min(3)
    light = np.maximum(np.percentile(middle.reshape(len(own), -1), 90, axis=1), 8.0)[:, None, None]
    ink = np.maximum(0.0, 0.88 - middle / light).mean((1, 2))
    around = own / np.percentile(own.reshape(len(own), -1, 3), 90, axis=1)[:, None, None].clip(8.0)
    strange = np.abs(around - np.median(around, 0))
    strange[:, edge:-edge, edge:-edge] = 0
    count = max(1, min(len(own), (len(own) + 1) // 2, 5))
    return np.argsort(ink + 2.0 * strange.mean((1, 2, 3)), kind="stable")[:count]
