"""Tables and what lies flat on them: wood, felt, cloth, paper, printed sheets, boards, keys, coins.

A table is a square picture in linear light (BGR, 0 to 1), `RESOLUTION` pixels wide.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.solids import F32

RESOLUTION = 1024
RNG = np.random.Generator


def linear(bgr: tuple[float, float, float] | F32) -> F32:
    """Linear light of an sRGB colour given as 0 to 255, by the usual power of 2.2."""
    return np.asarray((np.asarray(bgr, np.float32) / 255.0) ** 2.2, np.float32)


def hsv(hue: float, saturation: float, value: float) -> F32:
    """Linear BGR of a hue in degrees, saturation and value 0 to 1."""
    pixel = np.array([[[hue % 360, saturation, value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] ** 2.2, np.float32)


def noise(rng: RNG, across: int, down: int | None = None, size: int = RESOLUTION) -> F32:
    """Smooth noise about 0 with deviation near 1: `across` x `down` knots."""
    knots = rng.normal(size=(max(2, down or across), max(2, across))).astype(np.float32)
    return np.asarray(cv2.resize(knots, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def grit(rng: RNG, size: int = RESOLUTION) -> F32:
    """White noise about 0, cheap: a tile repeated with random flips."""
    tile = rng.normal(size=(size // 4, size // 4)).astype(np.float32)
    flips = [np.hstack([tile[::a, ::b] for b in rng.choice([-1, 1], 4)]) for a in rng.choice([-1, 1], 4)]
    return np.asarray(np.vstack(flips)[:size, :size], np.float32)


def wood(rng: RNG, pixels: float, pretty: bool = False) -> F32:
    """Boards with grain; `pixels` are those of one die's edge."""
    tones = [(60, 95, 140), (85, 130, 175), (120, 165, 200), (40, 60, 95), (150, 190, 215), (30, 42, 62)]
    tone = linear(tones[int(rng.integers(3)) if pretty else int(rng.integers(len(tones)))])
    across = max(4, int(RESOLUTION / pixels * rng.uniform(1, 4)))
    bend = noise(rng, 3, 4) * 0.5
    rows = np.arange(RESOLUTION, dtype=np.float32)[:, None] / RESOLUTION
    rings = np.sin((rows * across * rng.uniform(1, 3) + bend * 3 + 0.3 * noise(rng, 3, across)) * 6.28)
    fine = noise(rng, 12, RESOLUTION // 2) * 0.5 + noise(rng, 40, RESOLUTION // 3) * 0.5
    share = rng.uniform(0.03, 0.1) * rings + rng.uniform(0.03, 0.08) * fine + 0.05 * noise(rng, 4)
    plank = max(60, int(pixels * rng.uniform(4, 9)))
    shade = np.repeat(rng.normal(size=RESOLUTION // plank + 1) * 0.06, plank)[:RESOLUTION].astype(np.float32)
    gap = (np.arange(RESOLUTION) % plank < max(1, pixels * 0.03)).astype(np.float32)
    if rng.random() < 0.4:
        shade, gap = shade * 0, gap * 0
    light = np.clip(1 + share + (shade - 0.35 * gap)[:, None], 0.2, 1.8)
    warm = np.stack([light**1.25, light**1.05, light**0.95], -1)
    return np.asarray(tone * warm, np.float32)


def felt(rng: RNG, pixels: float) -> F32:
    """Cloth with a nap: any colour, those of the dice too."""
    tone = hsv(rng.uniform(0, 360), rng.uniform(0.1, 0.9), rng.uniform(0.15, 0.8))
    if rng.random() < 0.3:
        tone = hsv(rng.uniform(125, 165), rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.5))
    coarse = max(4, int(RESOLUTION / pixels * rng.uniform(3, 12)))
    light = 1 + grit(rng) * rng.uniform(0.02, 0.14) + noise(rng, coarse) * 0.05 + noise(rng, 5) * 0.07
    return np.asarray(tone * np.clip(light, 0.2, 2)[..., None], np.float32)


def plain(rng: RNG, pixels: float) -> F32:
    """A smooth top: paper, lacquer, plastic, stone."""
    if rng.random() < 0.6:
        tone = linear(
            np.asarray(rng.choice([20, 60, 120, 170, 205, 235]) * rng.uniform(0.9, 1.05, 3), np.float32)
        )
    else:
        tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.7), rng.uniform(0.1, 0.95))
    coarse = max(3, int(RESOLUTION / pixels * rng.uniform(0.5, 4)))
    light = 1 + noise(rng, coarse) * rng.uniform(0, 0.06) + grit(rng) * rng.uniform(0, 0.05)
    return np.asarray(tone * np.clip(light, 0.2, 2)[..., None], np.float32)


def cloth(rng: RNG, pixels: float) -> F32:
    """Stripes, checks, dots, flowers of blobs."""
    base, second = (hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.2, 1)) for _ in range(2))
    y, x = np.mgrid[0:RESOLUTION, 0:RESOLUTION].astype(np.float32) / (pixels * rng.uniform(0.3, 3))
    kind = rng.integers(4)
    if kind == 0:
        share = (np.sin(x * 6.28) > 0).astype(np.float32)
    elif kind == 1:
        share = 0.5 * (np.sin(x * 6.28) > 0) + 0.5 * (np.sin(y * 6.28) > 0)
    elif kind == 2:
        share = ((x % 1 - 0.5) ** 2 + (y % 1 - 0.5) ** 2 < rng.uniform(0.02, 0.12)).astype(np.float32)
    else:
        share = (noise(rng, int(np.clip(RESOLUTION / pixels * 2, 4, 400))) > rng.uniform(-0.5, 1)).astype(
            np.float32
        )
    out = base + (second - base) * share[..., None] * rng.uniform(0.3, 1)
    return np.asarray(out * np.clip(1 + grit(rng) * 0.06, 0.3, 2)[..., None], np.float32)


def speckle(rng: RNG, pixels: float) -> F32:
    """Carpet, granite, leaves: blobs of several colours at the size of pips."""
    hue, out = rng.uniform(0, 360), np.zeros((RESOLUTION, RESOLUTION, 3), np.float32)
    out[:] = hsv(hue, rng.uniform(0, 0.6), rng.uniform(0.2, 0.7))
    for _ in range(3):
        knots = int(np.clip(RESOLUTION / pixels * rng.uniform(2, 9), 4, 500))
        blobs = noise(rng, knots) > rng.uniform(0.3, 1.2)
        out[blobs] = hsv(hue + rng.normal() * 50, rng.uniform(0, 0.7), rng.uniform(0.1, 0.9))
    return np.asarray(out * np.clip(1 + grit(rng) * 0.1, 0.3, 2)[..., None], np.float32)


def _text(
    canvas: F32, text: str, at: tuple[float, float], size: float, ink: F32, rng: RNG, turn: float = 0
) -> None:
    """Write centred text `size` pixels high, turned by degrees."""
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    scale = size / 22.0
    thick = max(1, round(size * rng.uniform(0.08, 0.16)))
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    patch = np.zeros((h + 4 * thick + 8, w + 4 * thick + 8), np.uint8)
    cv2.putText(patch, text, (2 * thick + 4, h + 2 * thick + 2), font, scale, 255, thick, cv2.LINE_AA)
    _stamp(canvas, patch, at, turn, ink)


def _stamp(canvas: F32, mask: NDArray[np.uint8], at: tuple[float, float], turn: float, ink: F32) -> None:
    """Lay `ink` through a mask (0 to 255) whose middle comes to `at`, turned by degrees."""
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


def _place(canvas: F32, patch: F32, at: tuple[float, float], turn: float) -> None:
    """Lay an opaque patch on the canvas, its middle at `at`, turned by degrees, with a faint shadow."""
    h, w = patch.shape[:2]
    m = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    m[:, 2] += (at[0] - w / 2, at[1] - h / 2)
    size = (RESOLUTION, RESOLUTION)
    cover = cv2.warpAffine(np.ones((h, w), np.float32), m, size)
    shade = cv2.GaussianBlur(cover, (0, 0), 4)
    canvas *= (1 - 0.25 * np.clip(shade - 0.0, 0, 1))[..., None]
    canvas[:] = canvas * (1 - cover[..., None]) + cv2.warpAffine(patch, m, size) * cover[..., None]


def score_sheet(rng: RNG, pixels: float) -> F32:
    """A printed pad with four coloured rows of numbered boxes and pencil crosses; ours and no one else's
    drawing."""
    cell = pixels * rng.uniform(0.45, 0.8)
    w, h = int(cell * 13.5), int(cell * 6.2)
    w, h = min(w, 1400), min(h, 700)
    page = np.empty((h, w, 3), np.float32)
    page[:] = linear((238, 240, 240)) * rng.uniform(0.85, 1.0)
    for row, hue in enumerate((2, 50, 130, 215)):
        y = int(cell * (0.4 + 1.25 * row))
        colour = hsv(hue + rng.normal() * 4, rng.uniform(0.5, 0.9), rng.uniform(0.6, 0.95))
        cv2.rectangle(
            page, (int(cell * 0.3), y), (int(cell * 12.9), int(y + cell * 1.1)), colour.tolist(), -1
        )
        pale = colour * 0.25 + 0.72
        for i in range(11):
            x = int(cell * (0.5 + 1.02 * i))
            boxed = rng.random() < 0.97
            if boxed:
                cv2.rectangle(
                    page, (x, y + int(cell * 0.12)), (x + int(cell * 0.9), y + int(cell)), pale.tolist(), -1
                )
            number = str(i + 2 if row < 2 else 12 - i)
            thick = max(1, int(cell * 0.05))
            _text(page, number, (x + cell * 0.45, y + cell * 0.56), cell * 0.4, colour * 0.8, rng)
            if rng.random() < 0.2:
                a, b = int(cell * 0.1), int(cell * 0.8)
                ink = (0.03, 0.03, 0.03)
                cv2.line(page, (x + a, y + a), (x + b, y + b), ink, thick, cv2.LINE_AA)
                cv2.line(page, (x + b, y + a), (x + a, y + b), ink, thick, cv2.LINE_AA)
    return page


def lay_sheet(canvas: F32, rng: RNG, pixels: float, at: tuple[float, float]) -> None:
    """Lay a score sheet with its middle at a place of the table, turned at random."""
    _place(canvas, score_sheet(rng, pixels), at, rng.uniform(0, 360))


def _sheets(canvas: F32, rng: RNG, pixels: float) -> None:
    for _ in range(int(rng.integers(1, 3))):
        at = tuple(rng.uniform(0.2, 0.8, 2) * RESOLUTION)
        lay_sheet(canvas, rng, pixels, (float(at[0]), float(at[1])))


def _words(canvas: F32, rng: RNG, pixels: float) -> None:
    ink = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0, 1))
    turn = rng.uniform(0, 360)
    for _ in range(int(rng.integers(4, 25))):
        text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVW0123456789xo.:"), int(rng.integers(1, 5))))
        at = rng.uniform(0.15, 0.85, 2) * RESOLUTION
        _text(canvas, text, (at[0], at[1]), pixels * rng.uniform(0.2, 1.1), ink, rng, turn + rng.normal() * 5)


def _keys(canvas: F32, rng: RNG, pixels: float) -> None:
    """A keyboard or a board of tiles: rounded squares in a grid, a letter or spots on each."""
    pitch = pixels * rng.uniform(0.8, 1.6)
    n, m = int(rng.integers(3, 9)), int(rng.integers(2, 6))
    page = np.empty((int(pitch * m), int(pitch * n), 3), np.float32)
    dark = rng.random() < 0.5
    page[:] = hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.1, 0.8))
    for i in range(n):
        for j in range(m):
            value = rng.uniform(0.05, 0.2) if dark else rng.uniform(0.6, 1)
            tile = hsv(rng.uniform(0, 360), rng.choice([0.05, 0.7]) if not dark else 0.05, value)
            a = (int(pitch * (i + 0.06)), int(pitch * (j + 0.06)))
            b = (int(pitch * (i + 0.94)), int(pitch * (j + 0.94)))
            cv2.rectangle(page, a, b, tile.tolist(), -1)
            ink = (0.8, 0.8, 0.8) if dark else (0.05, 0.05, 0.05)
            text = str(rng.choice(list("QWERTZ123456789.,oO")))
            _text(
                page,
                text,
                (pitch * (i + 0.4), pitch * (j + 0.5)),
                pitch * 0.4,
                np.array(ink, np.float32),
                rng,
            )
    at = rng.uniform(0.25, 0.75, 2) * RESOLUTION
    _place(canvas, page[:1000, :1000], (at[0], at[1]), rng.uniform(0, 360))


def _discs(canvas: F32, rng: RNG, pixels: float) -> None:
    """Coins, buttons, counters, rings."""
    for _ in range(int(rng.integers(2, 14))):
        at = rng.uniform(0.12, 0.88, 2) * RESOLUTION
        centre, radius = (int(at[0]), int(at[1])), int(pixels * rng.uniform(0.15, 0.8)) + 1
        tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.1, 1))
        shadow = canvas[centre[1], centre[0]] * 0.5
        cv2.circle(canvas, (centre[0] + 2, centre[1] + 2), radius, shadow.tolist(), -1, cv2.LINE_AA)
        cv2.circle(canvas, centre, radius, tone.tolist(), -1, cv2.LINE_AA)
        if rng.random() < 0.7:
            cv2.circle(
                canvas, centre, int(radius * 0.85), (tone * 0.6).tolist(), max(1, radius // 12), cv2.LINE_AA
            )
        if rng.random() < 0.5:
            _text(
                canvas,
                str(rng.integers(1, 20)),
                (at[0], at[1]),
                radius * 0.9,
                tone * 0.3,
                rng,
                rng.uniform(0, 360),
            )
        elif rng.random() < 0.4:
            for i in range(int(rng.choice([2, 4]))):
                hole = (int(at[0] + radius * 0.3 * (-1) ** i), int(at[1] + radius * 0.3 * (-1) ** (i // 2)))
                cv2.circle(canvas, hole, max(1, radius // 6), (tone * 0.1).tolist(), -1, cv2.LINE_AA)


def _cards(canvas: F32, rng: RNG, pixels: float) -> None:
    """Playing cards and flat dominoes: the nearest thing to a die that is none."""
    for _ in range(int(rng.integers(1, 5))):
        w = int(pixels * rng.uniform(1.2, 3.8))
        h = int(w * rng.choice([0.5, 1.4, 2.0]))
        page = np.empty((h, w, 3), np.float32)
        page[:] = linear((240, 242, 243)) if rng.random() < 0.6 else hsv(rng.uniform(0, 360), 0.6, 0.5)
        ink = hsv(rng.choice([0, 230]), 0.8, rng.choice([0.05, 0.7]))
        for _ in range(int(rng.integers(0, 11))):
            x, y = rng.uniform(0.15, 0.85, 2)
            cv2.circle(page, (int(x * w), int(y * h)), max(1, int(w * 0.07)), ink.tolist(), -1, cv2.LINE_AA)
        at = rng.uniform(0.15, 0.85, 2) * RESOLUTION
        _place(canvas, page, (at[0], at[1]), rng.uniform(0, 360))


def _lines(canvas: F32, rng: RNG, pixels: float) -> None:
    """Pencils, cables, edges, seams."""
    for _ in range(int(rng.integers(1, 5))):
        a, b = (rng.uniform(0, 1, 2) * RESOLUTION for _ in range(2))
        tone = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.05, 0.95)).tolist()
        width = max(1, int(pixels * rng.uniform(0.05, 0.5)))
        cv2.line(canvas, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), tone, width, cv2.LINE_AA)


def _patches(canvas: F32, rng: RNG, pixels: float) -> None:
    """A tray, a book, a board: big pieces of another material."""
    for _ in range(int(rng.integers(1, 3))):
        w, h = (int(np.clip(pixels * rng.uniform(2, 14), 30, RESOLUTION)) for _ in range(2))
        material = [plain, felt, cloth, speckle, wood][int(rng.integers(5))]
        at = rng.uniform(0.2, 0.8, 2) * RESOLUTION
        _place(canvas, material(rng, pixels)[:h, :w], (at[0], at[1]), rng.uniform(0, 360))


MATERIALS: tuple[Callable[[RNG, float], F32], ...] = (wood, felt, plain, cloth, speckle)
CLUTTER: tuple[Callable[[F32, RNG, float], None], ...] = (
    _sheets, _words, _keys, _discs, _cards, _lines, _patches,
)  # fmt: skip


def table(rng: RNG, pixels: float, clutter: float = 1.0) -> F32:
    """A table of any kind, `pixels` to a die's edge; `clutter`: how many kinds of things lie on it, on
    average."""
    material = MATERIALS[int(rng.choice(5, p=[0.27, 0.22, 0.31, 0.08, 0.12]))]
    canvas = material(rng, pixels).copy()
    for _ in range(int(rng.poisson(clutter))):
        CLUTTER[int(rng.choice(7, p=[0.25, 0.13, 0.11, 0.14, 0.1, 0.15, 0.12]))](canvas, rng, pixels)
    return np.clip(canvas, 0, 1)
