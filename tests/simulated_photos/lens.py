"""Papers on a table, and a pinhole camera over them; a paper is a curved surface over a plane, in mm."""

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np


@dataclass(frozen=True)
class PlacedPaper:
    """A paper on the table: BGR image, `dots` per mm, middle `x`, `y` in mm, `turn` in radians, and bend.

    `bend`: height of the bend in mm. `wave`: 0 if bent along x, 1 if bent along y, 2 for a lifted corner.
    """

    image: np.ndarray
    dots: float
    x: float
    y: float
    turn: float
    bend: float
    wave: int

    @property
    def size(self) -> tuple[float, float]:
        return self.image.shape[1] / self.dots, self.image.shape[0] / self.dots

    def height(self, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Return the height in mm over the table at points of the paper (mm from its top left)."""
        w, h = self.size
        a, b = np.clip(u / w, -0.1, 1.1), np.clip(v / h, -0.1, 1.1)
        if self.wave == 0:
            return self.bend * 4 * (a - 0.5) ** 2
        if self.wave == 1:
            return self.bend * np.sin(math.pi * np.clip(b, 0, 1))
        return self.bend * np.clip(a + b - 1.2, 0, None) ** 2 * 1.5

    def on_table(self, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        w, h = self.size
        c, s = math.cos(self.turn), math.sin(self.turn)
        du, dv = u - w / 2, v - h / 2
        return self.x + c * du - s * dv, self.y + s * du + c * dv

    def from_table(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        w, h = self.size
        c, s = math.cos(self.turn), math.sin(self.turn)
        dx, dy = x - self.x, y - self.y
        return c * dx + s * dy + w / 2, -s * dx + c * dy + h / 2


class Camera:
    """A pinhole camera `far` mm from the table's middle, tilted by `tilt` radians from straight down."""

    def __init__(self, width: int, height: int, tilt: float, round_: float, far: float) -> None:
        self.width, self.height, self.tilt = width, height, tilt
        ct, st, cr, sr = math.cos(tilt), math.sin(tilt), math.cos(round_), math.sin(round_)
        turn = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, ct, st], [0, -st, ct]])
        self.rotation = lean @ turn
        self.far = far
        self.focus, self.cx, self.cy = 1.0, 0.0, 0.0

    def frame(self, points: np.ndarray, fill: float, chance: random.Random) -> None:
        """Zoom and aim so that these table points (n x 2, mm) fill the share `fill` of the photo."""
        self.focus, self.cx, self.cy = 1.0, 0.0, 0.0
        x, y = self.project(points[:, 0], points[:, 1], np.zeros(len(points)))
        w, h = np.ptp(x), np.ptp(y)
        self.focus = fill * min(self.width / w, self.height / h)
        free_x = (self.width - w * self.focus) / 2
        free_y = (self.height - h * self.focus) / 2
        self.cx = self.width / 2 - self.focus * (x.min() + x.max()) / 2 + chance.uniform(-0.8, 0.8) * free_x
        self.cy = self.height / 2 - self.focus * (y.min() + y.max()) / 2 + chance.uniform(-0.8, 0.8) * free_y

    def project(self, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the pixels of points in mm; z: height over the table."""
        r = self.rotation
        cx = r[0, 0] * x + r[0, 1] * y - r[0, 2] * z
        cy = r[1, 0] * x + r[1, 1] * y - r[1, 2] * z
        cz = r[2, 0] * x + r[2, 1] * y - r[2, 2] * z + self.far
        return self.focus * cx / cz + self.cx, self.focus * cy / cz + self.cy

    def table(self, px: np.ndarray, py: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the table points (mm) under pixels."""
        r, f, far = self.rotation, self.focus, self.far
        across = [f * r[0, 0] + self.cx * r[2, 0], f * r[0, 1] + self.cx * r[2, 1], self.cx * far]
        down = [f * r[1, 0] + self.cy * r[2, 0], f * r[1, 1] + self.cy * r[2, 1], self.cy * far]
        m = np.linalg.inv(np.array([across, down, [r[2, 0], r[2, 1], far]]))
        w = m[2, 0] * px + m[2, 1] * py + m[2, 2]
        w = np.where(np.abs(w) < 1e-9, 1e-9, w)
        return (m[0, 0] * px + m[0, 1] * py + m[0, 2]) / w, (m[1, 0] * px + m[1, 1] * py + m[1, 2]) / w

    def see(self, paper: PlacedPaper, u: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the pixels of points of a paper (mm from its top left)."""
        x, y = paper.on_table(u, v)
        return self.project(x, y, paper.height(u, v))

    def lay(self, photo: np.ndarray, paper: PlacedPaper, shade: float) -> None:
        """Paint a paper and its shadow, as dark as `shade` (0 to 1), into a photo (float32), in place."""
        w, h = paper.size
        edge = np.linspace(0, 1, 30)
        u = np.concatenate([edge * w, np.full(30, w), edge * w, np.zeros(30)])
        v = np.concatenate([np.zeros(30), edge * h, np.full(30, h), edge * h])
        ex, ey = self.see(paper, u, v)
        left, right = int(max(0, ex.min() - 12)), int(min(self.width, ex.max() + 12))
        top, bottom = int(max(0, ey.min() - 12)), int(min(self.height, ey.max() + 12))
        if right - left < 4 or bottom - top < 4:
            return
        coarse = 4 if right - left > 500 else 1
        px, py = np.meshgrid(
            np.arange(left, right + coarse, coarse) + 0.0, np.arange(top, bottom + coarse, coarse) + 0.0
        )
        gu, gv = paper.from_table(*self.table(px, py))
        if paper.bend:
            for _ in range(6):
                sx, sy = self.see(paper, gu, gv)
                fx, fy = self.project(*paper.on_table(gu, gv), np.zeros_like(gu))
                gu, gv = paper.from_table(*self.table(px - (sx - fx), py - (sy - fy)))
        scale = float(np.median(np.hypot(np.diff(gu, axis=1), np.diff(gv, axis=1)))) / coarse
        shrink = scale * paper.dots  # source pixels for one of the photo
        image, dots = paper.image, paper.dots
        if shrink > 1.25:
            image = cv2.resize(image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
            dots = paper.dots / shrink
        size = (right - left, bottom - top)
        maps = []
        for g in (gu, gv):
            full = (g * dots - 0.5).astype(np.float32)
            if coarse > 1:
                m = np.float32([[1 / coarse, 0, 0], [0, 1 / coarse, 0]])
                how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
                full = cv2.warpAffine(full, m, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
            else:
                full = full[: size[1], : size[0]]
            maps.append(np.clip(full, -50, 30000))
        page = cv2.remap(image, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        edges = [maps[0] + 1, image.shape[1] - maps[0], maps[1] + 1, image.shape[0] - maps[1]]
        inside = np.clip(np.minimum.reduce(edges), 0, 1)
        spot = photo[top:bottom, left:right]
        blur = max(2.0, 0.006 * self.width)
        dark = cv2.GaussianBlur(inside, (0, 0), blur)
        spot *= (1 - shade * dark * (1 - inside))[..., None]
        spot += (page - spot) * inside[..., None]


def table_top(chance: random.Random) -> tuple[np.ndarray, float]:
    """Return a table's surface, BGR float32, and its dots per mm."""
    noise = np.random.default_rng(chance.randrange(2**32))
    side, dots = 1200, 2.4

    def clouds(fx: float, fy: float) -> np.ndarray:
        small = noise.random((max(3, int(side / fy)), max(3, int(side / fx))), np.float32)
        return cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)

    kind = chance.choice(("wood", "cloth", "plain", "stone", "slats", "print"))
    base = np.array(
        chance.choice(
            [
                (60, 95, 140),
                (90, 130, 175),
                (40, 55, 80),
                (190, 200, 205),
                (120, 120, 118),
                (70, 100, 60),
                (130, 80, 60),
                (50, 45, 120),
                (225, 228, 230),
            ]
        ),
        np.float32,
    )
    if kind == "wood":
        rings = np.sin(40 * clouds(600, 90) + 14 * clouds(300, 20))
        value = 1 + 0.12 * rings + 0.1 * (clouds(400, 3) - 0.5)
    elif kind == "cloth":
        y, x = np.mgrid[0:side, 0:side]
        value = 1 + 0.1 * np.sin(x * 1.3) * np.sin(y * 1.3) + 0.25 * (clouds(60, 60) - 0.5)
        value = value + 0.12 * (clouds(2, 2) - 0.5)
    elif kind == "stone":
        value = 0.8 + 0.3 * clouds(50, 50) + 0.3 * (clouds(5, 5) - 0.4)
    elif kind == "slats":
        y = np.mgrid[0:side, 0:side][0]
        value = 1 + 0.14 * (clouds(300, 8) - 0.5) - 0.35 * (y % 170 < 5) + 0.1 * np.sin(y // 170 * 12.3)
    elif kind == "print":
        value = np.ones((side, side), np.float32)
        for row in range(20, side - 20, 22):
            x = 20
            while x < side - 60:
                width = chance.randint(10, 60)
                if chance.random() < 0.85:
                    value[row : row + 9, x : x + width] = chance.uniform(0.35, 0.8)
                x += width + 8
    else:
        value = 1 + 0.06 * (clouds(200, 200) - 0.5)
    return np.clip(base * np.asarray(value, np.float32)[..., None], 0, 255), dots


def _mirrored(values: np.ndarray, length: float) -> np.ndarray:
    return length - np.abs(np.mod(values, 2 * length) - length)


def table_photo(camera: Camera, chance: random.Random) -> np.ndarray:
    """Return the empty table as the camera sees it: float32 BGR."""
    top, dots = table_top(chance)
    coarse = 8
    px, py = np.meshgrid(
        np.arange(0, camera.width + coarse, coarse) + 0.0, np.arange(0, camera.height + coarse, coarse) + 0.0
    )
    x, y = camera.table(px, py)
    maps = []
    for g, size in ((x, top.shape[1]), (y, top.shape[0])):
        far = (np.clip(g, -5000, 5000) * dots + 7000).astype(np.float32)
        full = cv2.resize(far, (px.shape[1] * coarse, px.shape[0] * coarse))
        maps.append(
            np.clip(_mirrored(full[: camera.height, : camera.width], size - 1), 0, size - 1).astype(
                np.float32
            )
        )
    return cv2.remap(top, maps[0], maps[1], cv2.INTER_LINEAR).astype(np.float32)


# -- things that lie about ----------------------------------------------------------------------------------


def thing(chance: random.Random, kind: str = "") -> tuple[np.ndarray, float]:
    """Return a BGRA picture of a pen, die, coin, note or card from above, and its dots per mm."""
    kind = kind or chance.choice(("pen", "die", "die", "coin", "note", "card"))
    dots = 5.0
    if kind == "pen":
        image = np.zeros((44, int(145 * dots), 4), np.uint8)
        colour = [chance.randint(10, 230) for _ in range(3)]
        cv2.rectangle(image, (20, 6), (image.shape[1] - 60, 38), (*colour, 255), -1)
        gloss = [min(255, c + 60) for c in colour]
        cv2.rectangle(image, (20, 12), (image.shape[1] - 60, 18), (*gloss, 255), -1)
        tip = np.array([[image.shape[1] - 60, 6], [image.shape[1] - 4, 22], [image.shape[1] - 60, 38]])
        cv2.fillPoly(image, [tip], (150, 190, 220, 255))
        return image, dots
    if kind == "die":
        side = int(16 * dots)
        image = np.zeros((side, side, 4), np.uint8)
        colour = chance.choice(((245, 245, 245), (40, 40, 200), (40, 200, 230), (70, 150, 40), (180, 90, 40)))
        cv2.rectangle(image, (6, 6), (side - 7, side - 7), (*colour, 255), 12)
        cv2.rectangle(image, (8, 8), (side - 9, side - 9), (*colour, 255), -1)
        pip = (30, 30, 30) if sum(colour) > 500 else (245, 245, 245)
        for _ in range(chance.randint(1, 6)):
            at = (chance.choice((20, 40, 60)), chance.choice((20, 40, 60)))
            cv2.circle(image, at, 7, (*pip, 255), -1, cv2.LINE_AA)
        return image, dots
    if kind == "coin":
        side = int(23 * dots)
        image = np.zeros((side, side, 4), np.uint8)
        cv2.circle(image, (side // 2, side // 2), side // 2 - 2, (90, 150, 180, 255), -1, cv2.LINE_AA)
        cv2.circle(image, (side // 2, side // 2), side // 2 - 12, (120, 180, 205, 255), 3, cv2.LINE_AA)
        return image, dots
    if kind == "card":
        image = np.full((int(88 * dots), int(63 * dots), 4), 250, np.uint8)
        colour = chance.choice(((40, 40, 200), (40, 200, 230), (70, 150, 40), (180, 90, 40)))
        cv2.rectangle(image, (30, 30), (image.shape[1] - 30, image.shape[0] - 30), (*colour, 255), -1)
        number, white = str(chance.randint(2, 12)), (255, 255, 255, 255)
        cv2.putText(image, number, (90, 260), cv2.FONT_HERSHEY_SIMPLEX, 4, white, 14, cv2.LINE_AA)
        return image, dots
    image = np.full((int(90 * dots), int(90 * dots), 4), 255, np.uint8)
    image[..., :3] = (120, 235, 245)
    for y in range(50, image.shape[0] - 60, 52):
        length = chance.randint(120, image.shape[1] - 60)
        wave = [(40 + x, int(y + 9 * math.sin(x / 9 + y))) for x in range(0, length, 4)]
        cv2.polylines(image, [np.array(wave)], False, (110, 60, 40, 255), 3, cv2.LINE_AA)
    return image, dots


def put(
    photo: np.ndarray, camera: Camera, image: np.ndarray, dots: float, x: float, y: float, turn: float
) -> np.ndarray:
    """Paint a flat object (BGRA) at a table point. Return the mask (float32) of the pixels that it covers."""
    h, w = image.shape[:2]
    c, s = math.cos(turn), math.sin(turn)
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)
    du, dv = (corners[:, 0] - w / 2) / dots, (corners[:, 1] - h / 2) / dots
    px, py = camera.project(x + c * du - s * dv, y + s * du + c * dv, np.zeros(4))
    to = np.stack([px, py], 1).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), to)
    covered = np.zeros((camera.height, camera.width), np.float32)
    border = camera.width // 40
    left, top = (max(0, int(v) - border) for v in to.min(0))
    right, bottom = int(to[:, 0].max()) + border, int(to[:, 1].max()) + border
    spot = photo[top : max(top, bottom), left : max(left, right)]
    if not spot.size:
        return covered
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
    seen = cv2.warpPerspective(image, shift, spot.shape[1::-1], flags=cv2.INTER_AREA)
    mask = seen[..., 3].astype(np.float32) / 255
    dark = cv2.GaussianBlur(mask, (0, 0), max(1.5, camera.width / 300))
    spot *= (1 - 0.35 * dark * (1 - mask))[..., None]
    spot += (seen[..., :3].astype(np.float32) - spot) * mask[..., None]
    covered[top : top + spot.shape[0], left : left + spot.shape[1]] = mask
    return covered


def thumb(
    photo: np.ndarray, tip: tuple[float, float], away: float, width: float, chance: random.Random
) -> np.ndarray:
    """Draw a thumb, `width` pixels wide, from `tip` in direction `away` (radians), and return its mask."""
    mask = np.zeros(photo.shape[:2], np.uint8)
    dx, dy = math.cos(away), math.sin(away)
    spine = [(tip[0] + dx * t * width, tip[1] + dy * t * width) for t in np.linspace(0.25, 6, 24)]
    for i, (x, y) in enumerate(spine):
        radius = width * (0.36 + 0.14 * min(1.0, i / 4) - 0.03 * math.sin(i / 3))
        cv2.circle(mask, (round(x), round(y)), max(1, round(radius)), 255, -1, cv2.LINE_AA)
    alpha = mask.astype(np.float32) / 255
    skin = np.array(
        chance.choice(((130, 160, 215), (90, 125, 185), (60, 85, 135), (150, 180, 230))), np.float32
    )
    inner = cv2.GaussianBlur(alpha, (0, 0), max(1.0, width * 0.22))
    shade = 0.55 + 0.5 * inner
    dark = cv2.GaussianBlur(alpha, (0, 0), max(1.0, width * 0.15))
    photo *= (1 - 0.45 * dark * (1 - alpha))[..., None]
    photo += (skin * shade[..., None] - photo) * alpha[..., None]
    return alpha


# -- light and sensor ---------------------------------------------------------------------------------


def expose(photo: np.ndarray, chance: random.Random) -> np.ndarray:
    """Return a float32 BGR photo as uint8, with light, shadows, lens and sensor applied in linear light."""
    h, w = photo.shape[:2]
    noise = np.random.default_rng(chance.randrange(2**32))
    table = (np.arange(256, dtype=np.float32) / 255) ** 2.2
    lin = cv2.LUT(np.clip(photo, 0, 255).astype(np.uint8), table)
    y, x = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
    x, y = x / w - 0.5, y / h - 0.5
    angle = chance.uniform(0, 2 * math.pi)
    light = 1 + chance.uniform(0, 0.55) * (math.cos(angle) * x + math.sin(angle) * y)
    light *= 1 - chance.uniform(0, 0.5) * (x**2 + y**2)
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        a, offset = chance.uniform(0, 2 * math.pi), chance.uniform(-0.35, 0.35)
        soft = chance.uniform(0.01, 0.12)
        side = (math.cos(a) * x + math.sin(a) * y - offset) / soft
        light *= 1 - chance.uniform(0.25, 0.6) / (1 + np.exp(-np.clip(side, -30, 30)))
    warm = chance.gauss(0, 0.14) + (0.22 if chance.random() < 0.3 else 0)
    level = chance.choice((chance.uniform(0.75, 1.15), chance.uniform(0.75, 1.15), chance.uniform(0.22, 0.6)))
    lin *= cv2.resize((light * level).astype(np.float32), (w, h))[..., None]
    lin *= np.array([1 - warm, 1.0, 1 + warm * 0.8], np.float32)
    blur = chance.choice((0, 0.4, 0.7, 1.0)) * (w / 1600 if w > 1600 else 1)
    if blur:
        lin = cv2.GaussianBlur(lin, (0, 0), blur)
    if chance.random() < 0.15:
        length = max(2, round(chance.uniform(1.5, 4) * w / 1600))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        a = chance.uniform(0, math.pi)
        for t in np.linspace(-length / 2, length / 2, 4 * length):
            kernel[round(length + t * math.sin(a)), round(length + t * math.cos(a))] += 1
        lin = cv2.filter2D(lin, -1, kernel / kernel.sum())
    grain = chance.uniform(0.002, 0.012) / max(0.35, level) ** 0.5
    rough = noise.standard_normal((701, 907, 3), np.float32)
    if w > 2000:
        rough = cv2.GaussianBlur(rough, (0, 0), 0.8) * 1.6
    rough *= grain
    for y0 in range(0, h, 701):
        for x0 in range(0, w, 907):
            spot = lin[y0 : y0 + 701, x0 : x0 + 907]
            turned = rough[:: chance.choice((1, -1)), :: chance.choice((1, -1))]
            spot += turned[: spot.shape[0], : spot.shape[1]] * np.sqrt(np.maximum(spot, 0.02))
    np.clip(lin, 0, 1, out=lin)
    out = cv2.pow(lin, 1 / 2.2)
    if chance.random() < 0.4:  # what a phone does to contrast and edges
        out = out + chance.uniform(0.2, 0.7) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
        out = cv2.pow(np.clip(out, 0, 1), chance.uniform(0.75, 1.1))
    out *= 255
    return np.clip(out + 0.5, 0, 255).astype(np.uint8)
