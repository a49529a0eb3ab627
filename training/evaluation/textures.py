"""Draws textures in linear RGB, 0 to 1: faces of dice, tables, sheets, keys, coins."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

F32 = NDArray[np.float32]
Random = np.random.Generator
Surface = Callable[[Random, int], F32]
"""Draws a square texture of a table with this many pixels on each side."""

TILE = 112
"""Width and height, in pixels, of the tile of a die's face in a texture."""

SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0)),
}
"""Centres (x, y) of the pips on a face, by value, in units of the pips' spread."""


def linear(colour: tuple[float, float, float] | NDArray[np.floating]) -> F32:
    """Convert an sRGB colour or picture, 0 to 1, to linear light (IEC 61966-2-1)."""
    c = np.asarray(colour, np.float32)
    light = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return np.asarray(light, np.float32)


def _has_digits(font: Path) -> bool:
    """Return True if a font draws the digits 1 to 8, all different and unlike a missing character.

    With another font, a die could show an empty box, and its label would be wrong.
    """
    try:
        face = ImageFont.truetype(str(font), 40)
        drawn = [bytes(face.getmask(letter)) for letter in "12345678\U0010fffe"]
    except OSError:
        return False
    return len(set(drawn)) == len(drawn) and all(any(picture) for picture in drawn[:8])


@cache
def fonts(folder: Path) -> tuple[Path, ...]:
    """Return the upright Latin fonts with digits below a folder. Raise FileNotFoundError if none is found."""
    skip = ("Italic", "Oblique", "Mono", "Symbol", "Math", "Emoji", "Thin", "ExtraLight", "Hairline",
            "Dingbat", "D050000L", "Keyboard", "Biolinum_K")  # fmt: skip
    latin = [
        path for path in sorted(folder.rglob("*.[to]tf"))
        if not any(word.lower() in path.stem.lower() for word in skip)
        and (not path.stem.startswith("Noto") or path.stem.split("-")[0] in ("NotoSans", "NotoSerif",
                                                                           "NotoSansDisplay"))
        and _has_digits(path)
    ]  # fmt: skip
    if not latin:
        raise FileNotFoundError(f"expected a folder with fonts (.ttf, .otf), found none below {folder}")
    return tuple(latin)


def word(text: str, font: Path, size: int, side: int) -> F32:
    """Return the coverage, 0 to 1, of text in the middle of a square of `side` pixels.

    `size`: the height of a digit in pixels.
    """
    canvas = Image.new("L", (side * 2, side * 2))
    draw = ImageDraw.Draw(canvas)
    face = ImageFont.truetype(str(font), 2 * size)
    probe = draw.textbbox((0, 0), "8", font=face)
    face = ImageFont.truetype(str(font), max(4, round(2 * size * 2 * size / max(1, probe[3] - probe[1]))))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=face)
    draw.text((side - (left + right) / 2, side - (top + bottom) / 2), text, font=face, fill=255)
    small = canvas.resize((side, side), Image.Resampling.LANCZOS)
    return np.asarray(np.asarray(small, np.float32) / 255, np.float32)


def _mixed(body: F32, ink: F32, cover: F32) -> F32:
    return np.asarray(body * (1 - cover[..., None]) + ink * cover[..., None], np.float32)


def _body(rng: Random, colour: F32, second: F32 | None, height: int, width: int) -> F32:
    """Return the texture of a die's plastic: one colour, faintly uneven, or swirled with a second colour."""
    plain = np.broadcast_to(colour, (height, width, 3)) * (1 + 0.02 * rng.standard_normal((height, width, 1)))
    if second is None:
        return np.asarray(plain, np.float32)
    swirl = clouds(rng, height, width, 5, 1.2)
    return _mixed(plain.astype(np.float32), second, np.clip(3 * (swirl - 0.5), 0, 1))


def pips(
    rng: Random, faces: list[int], turns: list[int], body: F32, ink: F32, spread: float,
    radius: float, second: F32 | None = None,
) -> tuple[F32, list[NDArray[np.float64]]]:  # fmt: skip
    """Return the texture of a cube (3 x 2 tiles), and the centres of each face's pips for `solids.cube`.

    `faces`: the value of each face. `turns`: the rotation of each face's pips, in quarter turns. `body`,
    `ink`, `second`: linear colours of the plastic, the pips and swirls. `spread`: offset of the outer pips
    from the middle, `radius`: radius of a pip, both in units of half the edge.
    """
    picture = _body(rng, body, second, 2 * TILE, 3 * TILE)
    line = (np.arange(TILE) + 0.5) / TILE * 2 - 1
    scale = 1 / (1 - 2 * 0.03)
    x, y = np.meshgrid(line * scale, -line * scale)
    places = []
    for face, (value, turn) in enumerate(zip(faces, turns, strict=True)):
        spots = np.array(SPOTS[value], float) * spread
        for _ in range(turn % 4):
            spots = np.stack([-spots[:, 1], spots[:, 0]], -1)
        places.append(spots)
        cover = np.zeros((TILE, TILE), np.float32)
        for cx, cy in spots:
            gap = (np.hypot(x - cx, y - cy) - radius) * TILE / 2 / scale
            cover = np.maximum(cover, np.clip(0.5 - gap, 0, 1).astype(np.float32))
        row, column = divmod(face, 3)
        part = picture[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
        part[:] = _mixed(part, ink, cover)
    return np.clip(picture, 0.004, 0.95), places


def numerals(
    rng: Random, faces: list[int], body: F32, ink: F32, font: Path, height: float, second: F32 | None = None
) -> F32:
    """Return the texture of an octahedron (4 x 2 tiles) or a cube (3 x 2 tiles) with numerals.

    `faces`: the value of each face. `height`: height of a digit, as a share of the circumradius of an
    octahedron's face or of half a cube's edge.
    """
    columns = len(faces) // 2
    picture = _body(rng, body, second, 2 * TILE, columns * TILE)
    size = round(height * TILE / 2 * (1 - 2 * 0.03))
    for face, value in enumerate(faces):
        row, column = divmod(face, columns)
        part = picture[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
        part[:] = _mixed(part, ink, word(str(value), font, size, TILE))
    return np.clip(picture, 0.004, 0.95)


def clouds(rng: Random, height: int, width: int, octaves: int, falloff: float = 1.0) -> F32:
    """Return cloud-like random noise, `height` x `width`, from 0 to 1. `falloff`: how much weaker fine
    structures are."""
    total = np.zeros((height, width), np.float32)
    for i in range(octaves):
        cells = 2 ** (i + 1)
        rough = rng.random((cells + 2, cells + 2), dtype=np.float32)
        total += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC) / cells**falloff
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / max(1e-6, high - low), np.float32)


def _hue(rng: Random, low: float, high: float) -> F32:
    """Return a random, mostly dull colour with a brightness between `low` and `high`."""
    grey = rng.uniform(low, high)
    tint = rng.uniform(-1, 1, 3) * rng.choice([0.03, 0.1, 0.3]) * grey
    return np.asarray(np.clip(grey + tint, 0.01, 0.95), np.float32)


def wood(rng: Random, side: int) -> F32:
    """Draw wooden boards with growth rings stretched along them."""
    boards = int(rng.integers(1, 7))
    light = linear((rng.uniform(0.45, 0.85), rng.uniform(0.3, 0.65), rng.uniform(0.15, 0.5)))
    dark = light * rng.uniform(0.35, 0.8)
    picture = np.zeros((side, side, 3), np.float32)
    edges = np.linspace(0, side, boards + 1).astype(int)
    for top, bottom in pairwise(edges):
        y, x = np.mgrid[0 : bottom - top, 0:side].astype(np.float32) / side
        wave = clouds(rng, bottom - top, side, 3)
        rings = np.sin((y * rng.uniform(20, 90) + wave * rng.uniform(2, 9) + x * rng.uniform(-2, 2)) * 3)
        fibre = cv2.blur(rng.random((bottom - top, side), dtype=np.float32), (41, 1))
        cover = np.clip(0.5 + 0.3 * rings + 2.0 * (fibre - 0.5), 0, 1)
        picture[top:bottom] = _mixed(np.broadcast_to(light * rng.uniform(0.85, 1.1), (*cover.shape, 3)),
                                     dark, cover)  # fmt: skip
        if boards > 1:
            picture[top : top + 2] *= 0.4
    return picture


def felt(rng: Random, side: int) -> F32:
    """Draw felt: short fibres in a strong or dull colour."""
    base = linear(tuple(rng.uniform(0.05, 0.75, 3))) if rng.random() < 0.7 else _hue(rng, 0.03, 0.4)
    fine = rng.random((side, side, 1), dtype=np.float32)
    return np.asarray(base * (0.75 + 0.3 * clouds(rng, side, side, 4)[..., None] + 0.4 * (fine - 0.5)))


def cloth(rng: Random, side: int) -> F32:
    """Draw woven cloth with stripes or checks."""
    a, b = linear(tuple(rng.uniform(0.1, 0.95, 3))), linear(tuple(rng.uniform(0.1, 0.95, 3)))
    step = int(rng.integers(10, 120))
    y, x = np.mgrid[0:side, 0:side]
    stripes = ((x // step) % 2).astype(np.float32)
    if rng.random() < 0.6:
        stripes = (stripes + (y // step) % 2) / 2
    weave = 0.85 + 0.15 * (((x // 2) + (y // 2)) % 2)[..., None]
    return np.asarray(_mixed(np.broadcast_to(a, (side, side, 3)), b, stripes) * weave, np.float32)


def plain(rng: Random, side: int) -> F32:
    """Draw a surface of nearly even colour, such as paper, lacquer or plastic."""
    base = _hue(rng, 0.04, 0.85)
    return np.asarray(base * (0.94 + 0.06 * clouds(rng, side, side, 6, 0.5)[..., None]), np.float32)


def stone(rng: Random, side: int) -> F32:
    """Draw stone with specks and veins."""
    a, b = _hue(rng, 0.05, 0.7), _hue(rng, 0.05, 0.7)
    specks = cv2.GaussianBlur(rng.random((side, side), dtype=np.float32), (0, 0), float(rng.uniform(0.8, 3)))
    specks = np.clip(0.5 + (specks - 0.5) * 8, 0, 1)
    return _mixed(np.broadcast_to(a, (side, side, 3)), b, specks * clouds(rng, side, side, 5))


TABLES: tuple[Surface, ...] = (wood, wood, felt, cloth, plain, plain, stone)


def sheet(rng: Random, font: Path, longo: bool) -> F32:
    """Draw a score sheet like those of many games: four coloured rows of numbered boxes, some crossed."""
    width, height = 840, 560
    paper = Image.new("RGB", (width, height), (248, 247, 243))
    draw = ImageDraw.Draw(paper)
    face = ImageFont.truetype(str(font), 30)
    numbers = list(range(2, 17 if longo else 13))
    cell = (width - 70) / (len(numbers) + 1)
    tones = ((200, 40, 45), (240, 195, 30), (50, 140, 70), (45, 85, 165))
    for row, tone in enumerate(tones):
        y = 30 + row * 110
        draw.rounded_rectangle((20, y, width - 20, y + 92), 14, fill=tone)
        for i, number in enumerate(numbers if row < 2 else numbers[::-1]):
            x = 34 + i * cell
            draw.rounded_rectangle((x, y + 16, x + cell - 7, y + 76), 8, fill=(250, 248, 240))
            draw.text((x + cell / 2 - 4, y + 46), str(number), font=face, fill=tone, anchor="mm")
            if rng.random() < 0.2:
                ink = tuple(int(c) for c in rng.integers(10, 110, 3))
                draw.line((x, y + 18, x + cell - 9, y + 74), fill=ink, width=4)
                draw.line((x + 2, y + 74, x + cell - 6, y + 20), fill=ink, width=4)
        draw.ellipse((width - 76, y + 22, width - 30, y + 68), fill=(250, 248, 240))
    for i in range(6):
        draw.rectangle((30 + i * 70, 490, 90 + i * 70, 535), outline=(90, 90, 90), width=3)
    return linear(np.asarray(paper, np.float32) / 255)


def notes(rng: Random, font: Path) -> F32:
    """Draw a page with lines of print, or a card with a large number and discs."""
    paper = Image.new("RGB", (480, 640), tuple(int(v) for v in rng.integers(190, 256, 3)))
    draw = ImageDraw.Draw(paper)
    ink = tuple(int(v) for v in rng.integers(0, 120, 3))
    if rng.random() < 0.5:
        face = ImageFont.truetype(str(font), int(rng.integers(16, 34)))
        for y in range(40, 600, 44):
            letters = "".join(rng.choice(list("abcdefghiklmnoprstu    12345678"), int(rng.integers(8, 34))))
            draw.text((30, y), letters, font=face, fill=ink)
    else:
        face = ImageFont.truetype(str(font), 150)
        draw.text((240, 150), str(rng.integers(0, 100)), font=face, fill=ink, anchor="mm")
        for _ in range(int(rng.integers(1, 9))):
            x, y, r = int(rng.integers(60, 420)), int(rng.integers(300, 580)), int(rng.integers(14, 44))
            draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)
    return linear(np.asarray(paper, np.float32) / 255)


def key(rng: Random, font: Path, tone: F32) -> F32:
    """Draw the top of a keyboard key or game tile, with a letter or number on it."""
    text = str(rng.choice(list("ABCDEFGHKLMNPQRSTUWXZ123456789?+-")))
    light = float(tone.mean()) > 0.2
    return _mixed(np.broadcast_to(tone, (64, 64, 3)), linear((0.1, 0.1, 0.1) if light else (0.9, 0.9, 0.9)),
                  word(text, font, int(rng.integers(16, 34)), 64))  # fmt: skip


def coin(rng: Random, font: Path) -> F32:
    """Draw the top of a coin or counter: rings and a number."""
    tone = linear(((0.72, 0.6, 0.35), (0.7, 0.7, 0.68), (0.65, 0.4, 0.3), tuple(rng.uniform(0.1, 0.9, 3)))[
        int(rng.integers(4))])  # fmt: skip
    picture = _mixed(
        np.broadcast_to(tone, (96, 96, 3)), tone * 0.5, word(str(rng.integers(1, 60)), font, 34, 96)
    )
    y, x = np.mgrid[0:96, 0:96] / 47.5 - 1
    ring = np.abs(np.hypot(x, y) - 0.86) < 0.04
    picture[ring] = tone * 0.6
    return picture


def lacquer(rng: Random) -> F32:
    """Draw the texture of a pencil, from top to bottom: lead, wood, lacquer and end."""
    picture = np.zeros((64, 8, 3), np.float32)
    coat = linear(tuple(rng.uniform(0.05, 0.95, 3)))
    picture[:] = coat
    picture[:4] = linear((0.2, 0.2, 0.22)) if rng.random() < 0.6 else coat
    picture[4:20] = linear((0.85, 0.68, 0.48))
    picture[58:] = linear(tuple(rng.uniform(0.2, 0.9, 3)))
    return picture
