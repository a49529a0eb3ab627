"""Which dice, where: random styles in labelled colours, poses, cameras and light."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.reading import Colour
from vision.scenes.numerals import numerals
from vision.scenes.scene import Camera, Picture, camera, draw, shade
from vision.scenes.solids import F32, OCTAHEDRON_NORMALS, Body, Light, Style, Surroundings
from vision.scenes.tables import hsv, linear, table

RNG = np.random.Generator

HUES: dict[str, tuple[float, float]] = {
    "red": (-9, 7),
    "yellow": (45, 60),
    "green": (95, 158),
    "blue": (204, 238),
}
"""Hues in degrees that everyone calls by that name; between them lies what one would argue about."""


def body_colour(rng: RNG, name: Colour) -> F32:
    """A linear BGR colour that people call `name`."""
    if name == "white":
        return hsv(rng.uniform(30, 60), rng.uniform(0, 0.16), rng.uniform(0.86, 1.0))
    if name == "other":
        kind = rng.integers(9)
        if kind <= 1:
            return hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.03, 0.2))  # black
        if kind == 2:
            return hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.uniform(0.3, 0.62))  # grey
        if kind == 3:
            return hsv(rng.uniform(18, 33), rng.uniform(0.75, 1), rng.uniform(0.75, 1))  # orange
        if kind == 4:
            return hsv(rng.uniform(262, 312), rng.uniform(0.35, 1), rng.uniform(0.25, 0.8))  # purple
        if kind == 5:
            return hsv(rng.uniform(318, 345), rng.uniform(0.3, 0.85), rng.uniform(0.75, 1))  # pink
        if kind == 6:
            return hsv(rng.uniform(172, 190), rng.uniform(0.5, 1), rng.uniform(0.4, 0.9))  # turquoise
        if kind == 7:
            return hsv(rng.uniform(14, 38), rng.uniform(0.4, 0.9), rng.uniform(0.2, 0.48))  # brown
        return hsv(rng.uniform(0, 40), rng.uniform(0.2, 0.45), rng.uniform(0.7, 0.9))  # wood, skin, salmon
    low, high = HUES[name]
    hue = rng.uniform(low, high)
    if name == "yellow":
        return hsv(hue, rng.uniform(0.6, 1.0), rng.uniform(0.8, 1.0))
    if name == "red":
        return hsv(hue, rng.uniform(0.75, 1.0), rng.uniform(0.5, 0.98))
    if name == "green":
        return hsv(hue, rng.uniform(0.55, 1.0), rng.uniform(0.28, 0.85))
    return hsv(hue, rng.uniform(0.6, 1.0), rng.uniform(0.4, 0.98))


def _ink(rng: RNG, body: F32) -> F32:
    grey = float(body @ np.array([0.07, 0.72, 0.21], np.float32))
    roll = rng.random()
    if roll < 0.62:
        return (
            linear((20, 20, 22)) * rng.uniform(0.3, 2)
            if grey > 0.3
            else linear((240, 242, 245)) * rng.uniform(0.7, 1)
        )
    if roll < 0.75 and grey < 0.3:
        return hsv(rng.uniform(35, 52), rng.uniform(0.45, 0.9), rng.uniform(0.6, 0.95))  # gold
    if roll < 0.87 and grey < 0.35 and body[2] < 0.25:
        return hsv(rng.uniform(-8, 10), rng.uniform(0.7, 1), rng.uniform(0.6, 1))  # red on dark
    colour = hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), rng.uniform(0.15, 1))
    # illegible dice teach nothing
    if np.abs(colour - body).max() < 0.25:
        return linear((18, 18, 20)) if grey > 0.25 else linear((238, 240, 240))
    return colour


def style(rng: RNG, colour: Colour, sides: int = 6) -> Style:
    """A die of the named colour: material, shape, ink."""
    body = body_colour(rng, colour)
    ink = _ink(rng, body)
    kind = rng.random()
    second, marbling, translucency = None, 0.0, 0.0
    if kind < 0.2:
        translucency = rng.uniform(0.3, 1.0)
    elif kind < 0.55:
        marbling = rng.uniform(0.3, 0.95)
        if colour == "other" and rng.random() < 0.7:
            second = hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.05, 1))
            if rng.random() < 0.4:  # black swirls in any colour
                body, second = second, hsv(0, 0, rng.uniform(0.03, 0.15))
        elif colour == "white":
            second = body * rng.uniform(0.75, 1, 3).astype(np.float32)
        else:
            second = body * rng.uniform(0.55, 0.9) + rng.uniform(0, 0.12)
    elif rng.random() < 0.1 and sides == 6 and colour != "white":
        ink = linear((240, 242, 245))
    spread = rng.uniform(0.42, 0.58)
    made = Style(
        body=body, ink=ink, sides=sides,
        rounding=float(rng.choice([rng.uniform(0.06, 0.2), rng.uniform(0.2, 0.5)])),
        ball=float(rng.uniform(1.27, 1.5)) if rng.random() < 0.45 else 1.74,
        pip_radius=float(rng.uniform(0.11, min(0.26, spread * 0.46))), pip_spread=float(spread),
        pip_depth=float(rng.uniform(0, 0.9)) if rng.random() < 0.7 else 0.0,
        pip_ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.05 else 0.0,
        one_scale=float(rng.uniform(1.3, 1.9)) if rng.random() < 0.2 else 1.0,
        ink_of_one=linear((30, 30, 190)) if rng.random() < 0.2 and colour not in ("red", "other") else None,
        second=second, marbling=float(marbling), grain=float(rng.uniform(1, 5)),
        translucency=float(translucency),
        gloss=float(rng.uniform(0, 1.4)), polish=float(10 ** rng.uniform(1.2, 3)),
        texture_seed=int(rng.integers(2**31)),
    )  # fmt: skip
    if sides == 8:
        made = replace(made, rounding=float(rng.uniform(0.05, 0.22)), glyphs=numerals(rng, 8))
    return made


def rotation(axis: F32, angle: float) -> F32:
    """3x3 rotation by `angle` radians about a unit axis."""
    return np.asarray(cv2.Rodrigues(np.asarray(axis, np.float64) * angle)[0], np.float32)


def lying(
    rng: RNG,
    made: Style,
    value: int,
    x: float,
    y: float,
    edge: float = 1.0,
    yaw: float | None = None,
    tilt: float = 0.0,
) -> Body:
    """A die on the table at (x, y) that shows `value`; tilted by about `tilt` radians when it leans."""
    half = edge / 2
    if made.sides == 8:
        pairs = list(rng.permutation([1, 2, 3, 4]))
        faces = [0] * 8
        for i, low in enumerate(pairs):
            a, b = (int(low), 9 - int(low))
            faces[2 * i], faces[2 * i + 1] = (a, b) if rng.random() < 0.5 else (b, a)
        up = faces.index(value)
        n = OCTAHEDRON_NORMALS[up]
        z = np.array([0, 0, 1], np.float32)
        axis = np.asarray(np.cross(n, z), np.float32)
        angle = float(np.arctan2(np.linalg.norm(axis), n @ z))
        axes = rotation(axis / max(1e-6, float(np.linalg.norm(axis))), angle)
        height = half * 0.8165
        turns = tuple(int(t) for t in rng.integers(0, 3, 8))
    else:
        rest = [v for v in (1, 2, 3) if v not in (value, 7 - value)]
        rng.shuffle(rest)
        a, b = (v if rng.random() < 0.5 else 7 - v for v in rest)
        faces = [a, 7 - a, b, 7 - b, value, 7 - value]
        axes = np.eye(3, dtype=np.float32)
        height = half * made.extents[2]
        turns = tuple(int(t) for t in rng.integers(0, 4, 6))
    if tilt > 0:
        lean = rotation(np.array([np.cos(t := rng.uniform(0, 6.28)), np.sin(t), 0], np.float32), tilt)
        axes = lean @ axes
        height = height + half * float(np.sin(tilt)) * 0.9
    axes = rotation(np.array([0, 0, 1], np.float32), rng.uniform(0, 6.28) if yaw is None else yaw) @ axes
    return Body(
        made, np.array([x, y, height], np.float32), half, axes.astype(np.float32), tuple(faces), turns
    )


def light(rng: RNG, elevation: tuple[float, float] = (25, 85)) -> Surroundings:
    """Lamps and sky of a random room."""
    warm = np.array([rng.uniform(0.7, 1.1), 1.0, rng.uniform(0.95, 1.25)], np.float32)
    ambient = rng.uniform(0.25, 0.9)
    lamps = []
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        e, a = np.radians(rng.uniform(*elevation)), rng.uniform(0, 6.28)
        direction = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)], np.float32)
        tint = warm * rng.uniform(0.92, 1.08, 3).astype(np.float32)
        lamps.append(
            Light(
                direction, (tint * rng.uniform(0.1, 0.75)).astype(np.float32), float(rng.uniform(0.05, 0.5))
            )
        )
    zenith = warm * ambient
    bounce = (np.array([0.25, 0.25, 0.25]) * rng.uniform(0.3, 1.6)).astype(np.float32)
    return Surroundings(
        zenith.astype(np.float32), (zenith * rng.uniform(0.4, 1)).astype(np.float32), bounce, tuple(lamps)
    )


@dataclass(frozen=True, slots=True)
class Cast:
    """A scene with its truth: `colours` and `values` by index of the body ("" and 0 where it is no die)."""

    picture: Picture
    colours: tuple[str, ...]
    values: tuple[int, ...]
    sides: tuple[int, ...]
    view: Camera


def _decoy(rng: RNG, x: float, y: float) -> Body:
    """A bead, a pawn's head, an eraser, a blank cube, a domino: solid and no die."""
    name: Colour = ("white", "red", "yellow", "green", "blue", "other")[int(rng.integers(6))]
    made = style(rng, name)
    kind = rng.random()
    if kind < 0.4:
        made = replace(made, ball=1.0)
        faces: tuple[int, ...] = (0,) * 6
    elif kind < 0.75:
        low = rng.uniform(0.15, 0.5)
        made = replace(
            made,
            extents=(1.0, float(rng.uniform(0.3, 0.5)), float(low)),
            rounding=min(made.rounding, 0.14),
            ball=1.74,
        )
        faces = (0,) * 6
    else:
        made = replace(made, rounding=max(made.rounding, 0.1))
        faces = (0,) * 6
    body = lying(rng, made, 1, x, y, float(rng.uniform(0.5, 1.8)))
    return replace(body, faces=faces)


def cast(seed: int, size: tuple[int, int] = (640, 480), sides: int = 6, decoys: bool = True) -> Cast:
    """A random scene for learning, of dice with `sides` sides."""
    rng = np.random.default_rng(seed)
    edge = float(np.exp(rng.uniform(np.log(15), np.log(150)))) * size[0] / 640
    lowest = 55 if sides == 8 else 30
    elevation = float(rng.uniform(lowest, 90)) if rng.random() < 0.7 else float(rng.uniform(70, 90))
    field = float(rng.uniform(25, 65))
    steep = elevation - np.degrees(np.arctan(np.tan(np.radians(field / 2)) * size[1] / size[0]))
    if steep < 9:
        field = 26.0
    view = camera(size, edge, elevation, field, float(rng.normal() * 6))
    around = light(rng)
    top = table(rng, edge, 1.3 if rng.random() < 0.8 else 0.0)
    around = replace(
        around, bounce=(top.reshape(-1, 3).mean(0) * around.zenith * rng.uniform(0.5, 1.2)).astype(np.float32)
    )

    most = max(1, int(np.clip(0.1 * size[0] * size[1] / edge**2, 1, 14)))
    wanted = 0 if rng.random() < 0.08 else int(rng.integers(1, most + 1))
    if rng.random() < 0.25:
        wanted = min(6, most)
    bodies: list[Body] = []
    colours: list[str] = []
    values: list[int] = []
    same = style(rng, "white", sides) if rng.random() < 0.15 else None
    shared = {"rounding": None} if rng.random() < 0.3 else None
    spread = float(rng.uniform(0.15, 1.0))
    pool: tuple[Colour, ...] = ("white", "white", "red", "yellow", "green", "blue", "other", "other")
    tries = 0
    first: Style | None = None
    while len(bodies) < wanted and tries < 150:
        tries += 1
        if bodies and rng.random() < 0.35:  # beside another: touching dice are the hard ones
            near = bodies[int(rng.integers(len(bodies)))]
            a = rng.uniform(0, 6.28)
            gap = rng.uniform(1.0, 1.7)
            x, y = float(near.centre[0] + gap * np.cos(a)), float(near.centre[1] + gap * np.sin(a))
        else:
            px = size[0] * (0.5 + spread * rng.uniform(-0.52, 0.52))
            py = size[1] * (0.5 + spread * rng.uniform(-0.52, 0.52))
            spot = view.on_table(px, py)
            if spot is None:
                continue
            x, y = float(spot[0]), float(spot[1])
        big = float(rng.uniform(0.75, 1.3)) if rng.random() < 0.3 else 1.0
        decoy = decoys and rng.random() < 0.1
        z = 0.0
        crowd = [b for b in bodies if np.hypot(b.centre[0] - x, b.centre[1] - y) < (b.half + big / 2) * 1.12]
        if crowd:
            if len(crowd) > 1 or rng.random() > 0.2 or sides == 8:
                continue
            z = float(crowd[0].centre[2] + crowd[0].half)
        name = pool[int(rng.integers(len(pool)))]
        if decoy:
            body = _decoy(rng, x, y)
            colour, value = "", 0
        else:
            made = same if same is not None else style(rng, name, sides)
            if shared is not None and first is not None:
                made = replace(
                    made, rounding=first.rounding, ball=first.ball, pip_radius=first.pip_radius,
                    pip_spread=first.pip_spread, pip_depth=first.pip_depth, gloss=first.gloss,
                    glyphs=first.glyphs,
                )  # fmt: skip
            first = first or made
            value = int(rng.integers(1, sides + 1))
            tilt = float(rng.uniform(0.05, 0.3)) if rng.random() < 0.08 else 0.0
            body = lying(rng, made, value, x, y, big, None, tilt)
            colour = "white" if same is not None else name
        body = replace(body, centre=body.centre + np.array([0, 0, z], np.float32))
        bodies.append(body)
        colours.append(colour)
        values.append(value)
    offset = (float(rng.normal()), float(rng.normal()))
    picture = draw(view, tuple(bodies), top, edge, around, float(rng.uniform(0.03, 0.4)), offset, 2.0)
    image = picture.image * shade(size, rng, float(rng.uniform(0, 0.6)))
    picture = replace(picture, image=np.asarray(np.clip(image, 0, 8), np.float32))
    return Cast(picture, tuple(colours), tuple(values), tuple(sides if v else 0 for v in values), view)
