"""Drawing in linear light: text, boxes, and patches laid on a canvas (height x width x 3, BGR)."""

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.colours import F32, RNG
from training.renderer.surfaces import RESOLUTION

Point = tuple[float, float] | NDArray[np.float64]


def somewhere(rng: RNG, margin: float) -> NDArray[np.float64]:
    """Return a random place on a table (x, y in pixels). `margin`: least distance from the border, as a share
    of the table's side."""
    return np.asarray(rng.uniform(margin, 1 - margin, 2) * RESOLUTION)


def write_text(canvas: F32, text: str, at: Point, size: float, ink: F32, rng: RNG, turn: float = 0) -> None:
    """Write text `size` pixels high, with its middle at `at`, turned by `turn` degrees."""
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    scale = size / 22.0
    thick = max(1, round(size * rng.uniform(0.08, 0.16)))
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    patch = np.zeros((h + 4 * thick + 8, w + 4 * thick + 8), np.uint8)
    cv2.putText(patch, text, (2 * thick + 4, h + 2 * thick + 2), font, scale, 255, thick, cv2.LINE_AA)
    _stamp(canvas, patch, at, turn, ink)


def _stamp(canvas: F32, mask: NDArray[np.uint8], at: Point, turn: float, ink: F32) -> None:
    """Print `ink` through a mask (0 to 255) with its middle at `at`, turned by `turn` degrees."""
    h, w = mask.shape
    reach = int(np.hypot(h, w) / 2) + 2
    x, y = int(at[0]), int(at[1])
    x0, y0 = max(0, x - reach), max(0, y - reach)
    x1, y1 = min(canvas.shape[1], x + reach), min(canvas.shape[0], y + reach)
    if x0 >= x1 or y0 >= y1:
        return
    m = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    m[:, 2] += (at[0] - x0 - w / 2, at[1] - y0 - h / 2)
    alpha = cv2.warpAffine(mask, m, (x1 - x0, y1 - y0)).astype(np.float32)[..., None] / 255
    area = canvas[y0:y1, x0:x1]
    area += (ink - area) * alpha


def lay_patch(canvas: F32, patch: F32, at: Point, turn: float) -> None:
    """Lay an opaque patch and its shadow on the canvas, with its middle at `at`, turned by `turn` degrees."""
    h, w = patch.shape[:2]
    m = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    m[:, 2] += (at[0] - w / 2, at[1] - h / 2)
    size = (RESOLUTION, RESOLUTION)
    cover = cv2.warpAffine(np.ones((h, w), np.float32), m, size)
    shade = cv2.GaussianBlur(cover, (0, 0), 4)
    canvas *= (1 - 0.25 * np.clip(shade, 0, 1))[..., None]
    canvas[:] = canvas * (1 - cover[..., None]) + cv2.warpAffine(patch, m, size) * cover[..., None]


def draw_box(
    page: F32, box: tuple[float, float, float, float], rounding: float, tone: F32, line: int = -1
) -> None:
    """Draw a box (x, y, width, height) with round corners, filled or with lines `line` pixels wide.

    `rounding`: radius of the corners relative to the shorter side.
    """
    x0, y0, x1, y1 = (round(v) for v in (box[0], box[1], box[0] + box[2], box[1] + box[3]))
    r = round(rounding * min(box[2:]))
    colour = tone.tolist()
    if line < 0:
        cv2.rectangle(page, (x0 + r, y0), (x1 - r, y1), colour, -1)
        cv2.rectangle(page, (x0, y0 + r), (x1, y1 - r), colour, -1)
        for cx in (x0 + r, x1 - r):
            for cy in (y0 + r, y1 - r):
                cv2.circle(page, (cx, cy), r, colour, -1)
        return
    left, right, upper, lower = x0 + r, x1 - r, y0 + r, y1 - r
    for y in (y0, y1):
        cv2.line(page, (left, y), (right, y), colour, line)
    for x in (x0, x1):
        cv2.line(page, (x, upper), (x, lower), colour, line)
    for corner, turn in (
        ((right, lower), 0),
        ((left, lower), 90),
        ((left, upper), 180),
        ((right, upper), 270),
    ):
        cv2.ellipse(page, corner, (r, r), turn, 0, 90, colour, line)
