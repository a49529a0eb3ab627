"""Draws the dice of a reading on its image, in line widths and text sizes that fit the image."""

from collections.abc import Iterator, Sequence
from math import ceil, cos, pi, sin

import cv2
import numpy as np

from vision.frames.image import Image
from vision.geometry import F64, Box, Point, area, longer_side, shared_area
from vision.reading import Die, Reading

Tint = tuple[int, int, int]
"""A colour to draw in: blue, green and red, 0 to 255 each."""
FILL = {
    "white": (250, 250, 250),
    "red": (52, 44, 214),
    "yellow": (44, 208, 252),
    "green": (72, 158, 44),
    "blue": (214, 112, 36),
    "other": (128, 128, 128),
}
"""The BGR colour in which dice of each colour are drawn."""
_LIGHT, _DARK = (255, 255, 255), (30, 26, 24)
_INK = {"white": _DARK, "yellow": _DARK}


def doubtful(die: Die, reading: Reading) -> bool:
    """Return True if a person should check this die. In a complete reading, no die needs checking."""
    return reading.status != "complete" and die.doubtful


def draw(image: Image, reading: Reading) -> Image:
    """Return a copy of `image` (HxWx3 BGR uint8) with the dice of its reading drawn on it.

    A doubtful die has a dashed frame and a question mark. Ignored dice have a thin grey frame.
    """
    drawn = image.copy()
    pen = _Pen(drawn)
    for die in reading.ignored:
        path = _rounded(_grown(die.box, pen.line), pen.line * 4)
        pen.paint([path], _DARK, 0.45, width=pen.line * 1.4)
        pen.paint([path], (200, 200, 200), 0.9, width=pen.line * 0.7)
    places: list[Box] = []
    boxes = [die.box for die in reading.dice]
    for die in reading.dice:
        unsure = doubtful(die, reading)
        box = _grown(die.box, pen.line)
        path = _rounded(box, 0.22 * min(box[2], box[3]))
        strokes = list(_dashes(path, pen.line * 4.5, pen.line * 3.5)) if unsure else [path]
        halo = _LIGHT if die.colour not in ("white", "yellow") else _DARK
        pen.paint(strokes, halo, 0.75, width=pen.line * 2.6)
        pen.paint(strokes, FILL[die.colour], width=pen.line * 1.5)
    for die in reading.dice:
        text = f"{die.value}?" if doubtful(die, reading) else str(die.value)
        height = pen.badge(die.box)
        width = height * (1 if len(text) == 1 else 1.5)
        place = _free(die.box, boxes, places, (width, height), image.shape)
        places.append(place)
        pen.label(place, text, FILL[die.colour], _INK.get(die.colour, _LIGHT))
    return drawn


class _Pen:
    """Draws smooth shapes on an image in place. `line` is a line width that fits the image's size."""

    def __init__(self, image: Image) -> None:
        self._image = image
        self._side = float(max(image.shape[:2]))
        self.line = max(1.0, self._side * 0.0028)

    def badge(self, box: Box) -> float:
        """Return the height, in pixels, of the value's label on a die with this box."""
        die = 0.5 * longer_side(box)
        return max(14.0, min(max(die, 0.036 * self._side), 0.062 * self._side))

    def label(self, place: Box, text: str, fill: Tint, ink: Tint) -> None:
        """Draw a rounded label with the characters of `text` at `place`."""
        x, y, width, height = place
        shape = _rounded(place, height * 0.42)
        ring = height * 0.06
        if ink == _LIGHT:
            outer = (x - ring, y - ring, width + 2 * ring, height + 2 * ring)
            self.paint([_rounded(outer, height * 0.46)], _DARK, 0.5, width=ring * 2.4)
        self.paint([shape], fill)
        self.paint([shape], _LIGHT if ink == _LIGHT else _DARK, width=ring * 1.5)
        tall = height * 0.56
        wide = 0.6 * tall
        gap = 0.28 * tall
        start = x + (width - len(text) * wide - (len(text) - 1) * gap) / 2
        for i, character in enumerate(text):
            corner = np.array([start + i * (wide + gap), y + (height - tall) / 2])
            paths = [np.array(path) * tall + corner for path in _SIGNS[character]]
            self.paint(paths, ink, width=tall * 0.17)

    def paint(self, paths: Sequence[F64], colour: Tint, share: float = 1.0, width: float = 0) -> None:
        """Draw lines along paths (n x 2), or fill the paths if `width` is 0; `share`: opacity, 0 to 1.

        For smooth edges, all paths are drawn on one mask with two or four times the image's resolution.
        """
        every = np.concatenate(paths)
        rows, columns = self._image.shape[:2]
        x0, y0 = np.maximum(np.floor(every.min(axis=0) - width - 2), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(every.max(axis=0) + width + 2), (columns, rows)).astype(int)
        if x1 <= x0 or y1 <= y0:
            return
        fine = 4 if self._side <= 2000 else 2
        mask = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine), np.uint8)
        points = [np.rint((path - (x0, y0)) * fine * 16).astype(np.int32) for path in paths]
        if width:
            cv2.polylines(mask, points, False, 255, max(1, ceil(width * fine)), cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(mask, points, 255, cv2.LINE_AA, 4)
        cover = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        alpha = cover[:, :, None].astype(np.float32) * (share / 255)
        region = self._image[y0:y1, x0:x1]
        region[:] = np.rint(region * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)


def _grown(box: Box, by: float) -> Box:
    x, y, w, h = box
    return x - by, y - by, w + 2 * by, h + 2 * by


def _rounded(box: Box, radius: float) -> F64:
    """Return the closed outline of a box with rounded corners, n x 2."""
    x, y, w, h = box
    radius = min(radius, w / 2, h / 2)
    left, top, right, bottom = x + radius, y + radius, x + w - radius, y + h - radius
    corners = ((right, top), (right, bottom), (left, bottom), (left, top))
    points = [
        (cx + radius * cos(angle), cy + radius * sin(angle))
        for turn, (cx, cy) in enumerate(corners)
        for angle in np.linspace((turn - 1) * pi / 2, turn * pi / 2, 13)
    ]
    return np.array([*points, points[0]])


def _dashes(path: F64, dash: float, gap: float) -> Iterator[F64]:
    """Yield pieces of a closed path, each about `dash` long, with gaps of about `gap` between the pieces."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(4, round(along[-1] / (dash + gap)))
    period = along[-1] / count
    for i in range(count):
        at = i * period + np.linspace(0, period * dash / (dash + gap), 8)
        yield np.stack([np.interp(at, along, path[:, 0]), np.interp(at, along, path[:, 1])], axis=1)


def _free(
    box: Box,
    boxes: Sequence[Box],
    taken: Sequence[Box],
    size: tuple[float, float],
    shape: tuple[int, ...],
) -> Box:
    """Return the box for a die's label: at the edge of the die's `box`, inside the image, hiding little else.

    `boxes`: all dice; `taken`: earlier labels; `size`: the label's width and height; `shape`: the image's.
    """
    x, y, w, h = box
    width, height = size
    best, least = (float(x), float(y), width, height), float("inf")
    for order, (u, v) in enumerate(
        ((1, 0), (0, 0), (1, 1), (0, 1), (0.5, -0.1), (1.1, 0.5), (0.5, 1.1), (-0.1, 0.5))
    ):
        left = min(max(x + u * w - width / 2 + (u - 0.5) * width * 0.5, 1), max(1, shape[1] - width - 2))
        top = min(max(y + v * h - height / 2 + (v - 0.5) * height * 0.5, 1), max(1, shape[0] - height - 2))
        place = (left, top, width, height)
        cost = order * 0.01 + 0.5 * _covered(place, box)
        cost += sum(4 * _covered(place, other) for other in taken)
        cost += sum(1.5 * _covered(place, other) for other in boxes if other != box)
        if cost < least:
            best, least = place, cost
    return best


def _covered(box: Box, other: Box) -> float:
    """Return the fraction of a box's area that is inside `other`."""
    return shared_area(box, other) / area(box)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float) -> list[Point]:
    """Return points on an ellipse from `start` to `end` degrees, clockwise from the right."""
    angles = np.radians(np.linspace(start, end, 25))
    return [(cx + rx * float(np.cos(a)), cy + ry * float(np.sin(a))) for a in angles]


_SIGNS: dict[str, list[list[Point]]] = {
    "1": [[(0.10, 0.22), (0.36, 0.0), (0.36, 1.0)]],
    "2": [[*_arc(0.30, 0.28, 0.28, 0.28, -165, 35), (0.03, 1.0), (0.60, 1.0)]],
    "3": [[*_arc(0.28, 0.255, 0.26, 0.255, -155, 90)], [*_arc(0.28, 0.735, 0.30, 0.265, -90, 150)]],
    "4": [[(0.46, 1.0), (0.46, 0.0), (0.0, 0.70), (0.62, 0.70)]],
    "5": [[(0.54, 0.0), (0.11, 0.0), (0.07, 0.46), *_arc(0.28, 0.69, 0.30, 0.31, -128, 145)]],
    "6": [[(0.46, 0.0), (0.09, 0.52), *_arc(0.30, 0.69, 0.29, 0.31, -145, 215)]],
    "7": [[(0.02, 0.0), (0.58, 0.0), (0.20, 1.0)]],
    "8": [[*_arc(0.30, 0.25, 0.25, 0.25, 90, 450)], [*_arc(0.30, 0.745, 0.29, 0.255, -90, 270)]],
    "?": [
        [*_arc(0.29, 0.27, 0.26, 0.27, -170, 55), *_arc(0.42, 0.62, 0.13, 0.16, -110, -180)],
        [(0.29, 0.98), (0.29, 0.985)],
    ],
}
"""The strokes of each character, in a field 0.6 wide and 1 high."""
