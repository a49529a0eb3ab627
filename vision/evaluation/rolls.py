"""What lies on a table at one moment: six dice of the game, what lies about, light, and where the camera is.

Lengths in millimetres, light linear in RGB. Everything is drawn from one seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.evaluation import solids, textures
from vision.evaluation.clutter import clutter
from vision.evaluation.light import light
from vision.evaluation.scene import Die, Roll, Thing, View, spin, upward
from vision.evaluation.solids import F64, Mesh
from vision.evaluation.textures import Random, linear

SIX = ("white", "white", "red", "yellow", "green", "blue")
RINGS = ((1, 3, 7, 5), (1, 7, 3, 5), (1, 6, 2, 5), (8, 3, 5, 2), (1, 4, 6, 7))
"""Values around one tip of an eight-sided die; opposite faces sum to nine."""


PAINT: dict[str, tuple[tuple[float, float, float], ...]] = {
    "white": ((0.93, 0.93, 0.91), (0.97, 0.97, 0.97), (0.9, 0.88, 0.82)),
    "red": ((0.78, 0.1, 0.12), (0.65, 0.06, 0.1), (0.88, 0.16, 0.13)),
    "yellow": ((0.96, 0.8, 0.1), (0.93, 0.72, 0.08), (0.98, 0.87, 0.25)),
    "green": ((0.1, 0.52, 0.25), (0.05, 0.42, 0.2), (0.25, 0.62, 0.25)),
    "blue": ((0.1, 0.25, 0.66), (0.06, 0.18, 0.5), (0.12, 0.4, 0.78)),
    "other": ((0.06, 0.06, 0.07), (0.38, 0.12, 0.5), (0.33, 0.22, 0.14), (0.25, 0.25, 0.27)),
}
"""Paints in sRGB."""


@dataclass(frozen=True, slots=True)
class Make:
    """What the dice of one set have in common."""

    edge: float
    rounding: float
    ball: float
    spread: float
    radius: float
    depth: float
    one: float
    digits: float
    font: Path
    alpha: float
    glass: float
    dark: bool
    corner: int
    ring: tuple[int, int, int, int]


def draw_make(rng: Random, sides: int, fonts: tuple[Path, ...]) -> Make:
    """What the dice of one set have in common, by chance."""
    ball = rng.uniform(1.3, 1.5) if rng.random() < 0.25 else 1.74
    rounding = rng.uniform(0.08, 0.4)
    return Make(
        edge=float(rng.uniform(13, 18) if sides == 6 else rng.uniform(15, 21)),
        rounding=float(rounding if sides == 6 else rng.uniform(0.06, 0.28)),
        ball=float(ball),
        spread=float(rng.uniform(0.44, 0.54)),
        radius=float(rng.uniform(0.14, 0.205)),
        depth=float(rng.choice([0.0, rng.uniform(0.03, 0.12)])),
        one=float(rng.choice([1.0, 1.0, 1.5])),
        digits=float(rng.uniform(0.5, 0.78)),
        font=fonts[int(rng.integers(len(fonts)))],
        alpha=float(rng.choice([rng.uniform(0.03, 0.1), rng.uniform(0.1, 0.35)])),
        glass=float(rng.uniform(0.25, 0.6)) if rng.random() < 0.06 else 0.0,
        dark=bool(rng.random() < 0.2),
        corner=2 if rng.random() < 0.85 else int(rng.integers(2)),
        ring=RINGS[int(rng.integers(len(RINGS)))],
    )


def draw_die(
    rng: Random, make: Make, colour: str, value: int, sides: int, at: F64, angle: float,
    paints: Sequence[tuple[float, float, float]] | None = None,
) -> Die:  # fmt: skip
    """A die of a set that lies there and shows `value`; its paint is one of `paints`, or of PAINT."""
    paints = paints or PAINT[colour]
    paint = np.clip(np.array(paints[int(rng.integers(len(paints)))]) * rng.uniform(0.94, 1.04, 3), 0, 1)
    body = linear(paint.astype(np.float32))
    pale, deep = linear((0.95, 0.95, 0.93)), linear((0.04, 0.04, 0.05))
    dark = colour == "white" or (make.dark and colour not in ("blue", "other", "green"))
    ink = deep if dark or (colour == "yellow" and rng.random() < 0.35) else pale
    second = None
    if colour == "other" and rng.random() < 0.5:
        second = linear(tuple(rng.uniform(0.1, 0.7, 3)))
    elif make.glass == 0 and rng.random() < 0.03:
        second = np.clip(body * np.float32(rng.uniform(0.5, 1.5)), 0.01, 0.9).astype(np.float32)
    if sides == 6:
        pairs = [(1, 6), (2, 5), (3, 4)]
        order = [pairs[i] for i in rng.permutation(3)]
        faces = [v for pair in order for v in (pair if rng.random() < 0.5 else pair[::-1])]
        turns = [int(t) for t in rng.integers(0, 4, 6)]
        picture, places = textures.pips(rng, faces, turns, body, [ink, ink], make.spread, make.radius, second)
        mesh = solids.cube(make.edge, make.rounding, make.ball, places, make.radius, make.depth)
        normals = np.array(solids.CUBE_AXES, float)
        lift = make.edge / 2
    else:
        faces = [v for value_up in make.ring for v in (value_up, 9 - value_up)]
        picture = textures.numerals(rng, faces, body, ink, make.font, make.digits, second)
        mesh = solids.octahedron(make.edge, make.rounding, [make.corner] * 8)
        normals = np.array(solids.OCTANTS, float) / np.sqrt(3)
        lift = make.edge / np.sqrt(6)
    up = faces.index(value)
    moved = mesh.moved(upward(normals[up], angle), np.array([at[0], at[1], lift]))
    return Die(Thing(moved, picture, make.alpha, make.glass), colour, value, sides, up)


def draw_view(rng: Random, sides: int, edge: float) -> View:
    """A camera that looks at the middle of the table."""
    large = rng.random() < 0.06
    width, height = (1280, 720) if large else (640, 480)
    focal = width / 2 / np.tan(np.radians(rng.uniform(38, 72)) / 2)
    pixels = np.exp(rng.uniform(np.log(20 if sides == 6 else 27), np.log(90 if sides == 6 else 80)))
    away = focal * edge / (pixels * (1.4 if large else 1.0))
    rise = np.radians(rng.uniform(45 if sides == 6 else 60, 90))
    around = rng.uniform(0, 2 * np.pi)
    ahead = -np.array([np.cos(rise) * np.cos(around), np.cos(rise) * np.sin(around), np.sin(rise)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    roll = rng.normal(0, 0.05)
    down = np.cross(ahead, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    return View(-ahead * away, right, down, ahead, float(focal), width, height)


def _apart(places: list[tuple[F64, float, float]], at: F64, angle: float, edge: float, sides: int) -> bool:
    """Whether a die fits there: square footprints by separating axes, eight-sided ones as discs."""
    for other, turn, size in places:
        gap = float(np.hypot(*(at - other)[:2]))
        if sides == 8 or size < 0:
            if gap < 0.58 * (edge + abs(size)) + 0.5:
                return False
            continue
        if gap > 0.71 * (edge + size):
            continue
        for axis in (angle, turn):
            c, s = np.cos(axis), np.sin(axis)
            reach = [abs(np.cos(a - axis)) + abs(np.sin(a - axis)) for a in (angle, turn)]
            delta = (at - other)[:2]
            if max(abs(delta @ [c, s]) - (reach[0] * edge + reach[1] * size) / 2,
                   abs(delta @ [-s, c]) - (reach[0] * edge + reach[1] * size) / 2) > 0.3:  # fmt: skip
                break
        else:
            return False
    return True


def find_place(
    rng: Random, view: View, sides: int, edge: float, places: list[tuple[F64, float, float]],
    near: tuple[F64, float] | None, cut: bool,
) -> tuple[F64, float]:  # fmt: skip
    """Where the next die lies, inside the picture."""
    lift = edge / 2 if sides == 6 else edge / np.sqrt(6)
    for trial in range(400):
        if near is not None and trial < 200:
            pixel = near[0] + rng.normal(0, near[1] * (1 + trial / 50), 2)
        else:
            pixel = rng.uniform(0, 1, 2) * [view.width, view.height]
        at = view.on_table((float(pixel[0]), float(pixel[1])), lift)
        depth = float((at - view.eye) @ view.ahead)
        half = view.focal * edge / max(depth, 1) * (0.78 if sides == 6 else 0.66)
        margin = 0 if cut else half + 2
        inside = margin < pixel[0] < view.width - margin and margin < pixel[1] < view.height - margin
        angle = float(rng.uniform(0, 2 * np.pi))
        if inside and depth > 40 and half > 11 and _apart(places, at, angle, edge, sides):
            places.append((at, angle, edge if sides == 6 else -edge))
            return at, angle
    raise LookupError("no room for another die")


def draw(seed: int, sides: int, folder: Path) -> Roll:
    """The scene with this number, with fonts from a folder."""
    for trial in range(20):
        rng = np.random.default_rng((seed, sides, trial))
        try:
            return _draw(rng, sides, textures.fonts(folder))
        except LookupError:
            continue
    raise LookupError(f"no room for six dice in 20 trials of scene {seed}")


def _draw(rng: Random, sides: int, fonts: tuple[Path, ...]) -> Roll:
    make = draw_make(rng, sides, fonts)
    view = draw_view(rng, sides, make.edge)
    places: list[tuple[F64, float, float]] = []
    near = None
    pixels = view.focal * make.edge / float(np.linalg.norm(view.eye))
    if rng.random() < 0.65:
        middle = rng.uniform(0.3, 0.7, 2) * [view.width, view.height]
        near = (middle, pixels * float(rng.uniform(1.2, 2.6)))
    cut = rng.random() < 0.03
    dice = []
    for i, colour in enumerate(SIX):
        at, angle = find_place(rng, view, sides, make.edge, places, near, cut and i == 2)
        dice.append(draw_die(rng, make, colour, int(rng.integers(1, sides + 1)), sides, at, angle))
    strangers = 0
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 3))):
            kind = 14 - sides if rng.random() < 0.4 else sides
            other = draw_make(rng, kind, fonts)
            colour = "other" if kind == sides else str(rng.choice(["other", *SIX]))
            try:
                at, angle = find_place(rng, view, kind, other.edge, places, None, False)
            except LookupError:
                break
            dice.append(draw_die(rng, other, colour, int(rng.integers(1, kind + 1)), kind, at, angle))
            strangers += 1
    things, names = clutter(rng, view, sides, fonts, places)
    surface = textures.TABLES[int(rng.integers(len(textures.TABLES)))]
    top = surface(rng, 768)
    reach = float(np.linalg.norm(view.eye)) * 4
    tile = float(rng.uniform(180, 420))
    flat = solids.leaf(2 * reach, 2 * reach, 0.0)
    spread = Mesh(flat.points, flat.triangles, flat.places * 2 * reach / tile, flat.normals, flat.faces)
    hard = surface in (textures.wood, textures.stone, textures.plain)
    varnish = float(rng.uniform(0.12, 0.4)) if hard else None
    if varnish is not None and rng.random() < 0.4:
        varnish = None
    things.insert(0, Thing(spread.moved(spin(rng.uniform(0, 6.3)), np.zeros(3)), np.clip(top, 0.01, 0.9),
                           varnish, wrap=True))  # fmt: skip
    lamps, sky, tint, kind_of_light = light(rng)
    rise = float(np.degrees(np.arcsin(view.eye[2] / np.linalg.norm(view.eye))))
    if lamps and rng.random() < 0.2:  # somebody's head or a book keeps part of the light away
        lamp = lamps[0]
        towards = lamp.at / np.linalg.norm(lamp.at)
        if abs(float(towards @ -view.ahead)) < 0.8:
            shade = solids.leaf(rng.uniform(100, 260), rng.uniform(100, 260), 0.0)
            turn = upward(towards, rng.uniform(0, 6.3)).T
            beside = turn @ np.array([*rng.uniform(-140, 140, 2), 0])
            hung = shade.moved(turn, 0.45 * lamp.at + beside)
            gap = np.linalg.norm(hung.points.mean(0) - view.eye)
            if hung.points[:, 2].min() > 60 and gap > 230:
                things.append(Thing(hung, np.full((2, 2, 3), 0.2, np.float32)))
                kind_of_light += ", shadow"
    facts: dict[str, object] = {
        "elevation": round(rise, 1), "light": kind_of_light, "table": surface.__name__, "clutter": names,
        "strangers": strangers, "glass": make.glass > 0,
    }  # fmt: skip
    if sides == 8:
        facts["font"] = make.font.stem
    return Roll(view, dice, things, lamps, sky, tint, facts)
