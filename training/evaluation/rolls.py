"""Makes random rolls: scenes with the six dice of a game on a table, clutter, light and a camera.

Lengths are in millimetres and colours in linear RGB. One seed determines the whole scene.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from training.evaluation import solids, textures
from training.evaluation.clutter import clutter
from training.evaluation.light import random_light
from training.evaluation.placing import (
    Footprint,
    find_leaning_place,
    find_place,
    find_touching_place,
    random_cluster,
)
from training.evaluation.scene import Die, Lighting, Roll, Solid, View, endless_table, spin, upward
from training.evaluation.textures import F32, Random, linear

SIX = ("white", "white", "red", "yellow", "green", "blue")
RINGS = ((1, 3, 7, 5), (1, 7, 3, 5), (1, 6, 2, 5), (8, 3, 5, 2), (1, 4, 6, 7))
"""Values, in order, of the four faces around one corner of an eight-sided die; opposite faces sum to nine."""
HARD_SURFACES = (textures.wood, textures.stone, textures.plain)
"""Table materials that may be varnished."""
CLUSTER_SHARE = 0.65
"""Probability that the dice of a roll lie close together."""
DIGITS_ON_SQUARES = 1.5
"""Factor on `DiceSet.digits` for the square faces of six-sided dice."""
TOUCHING_SHARE = 0.75
"""Probability that a die touches an earlier one, in a roll with touching or leaning dice."""

Colour = tuple[float, float, float]
Lie = Literal["anyhow", "touching", "leaning"]
"""How the dice of a roll lie. "touching": most dice touch others, and the camera is low and distant.
"leaning": one die also leans against another."""

PAINT: dict[str, tuple[Colour, ...]] = {
    "white": ((0.93, 0.93, 0.91), (0.97, 0.97, 0.97), (0.9, 0.88, 0.82)),
    "red": ((0.78, 0.1, 0.12), (0.65, 0.06, 0.1), (0.88, 0.16, 0.13)),
    "yellow": ((0.96, 0.8, 0.1), (0.93, 0.72, 0.08), (0.98, 0.87, 0.25)),
    "green": ((0.1, 0.52, 0.25), (0.05, 0.42, 0.2), (0.25, 0.62, 0.25)),
    "blue": ((0.1, 0.25, 0.66), (0.06, 0.18, 0.5), (0.12, 0.4, 0.78)),
    "other": ((0.06, 0.06, 0.07), (0.38, 0.12, 0.5), (0.33, 0.22, 0.14), (0.25, 0.25, 0.27)),
}
"""The usual paints of dice of each colour, in sRGB; "other" stands for colours that the game lacks."""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The properties that all dice of a set share. `solids.cube` and `scene.Solid` explain most of them."""

    edge: float
    rounding: float
    ball: float
    spread: float
    radius: float
    depth: float
    digits: float  # their height, as in `textures.numerals`
    font: Path
    roughness: float
    glass: float
    dark: bool  # True if pips or numerals on red and yellow are dark
    corner: int  # as in `solids.octahedron`
    ring: tuple[int, int, int, int]  # one of RINGS


@dataclass(frozen=True, slots=True, eq=False)
class Coat:
    """The look of a die: its colours in linear RGB, and whether it shows pips or numerals."""

    body: F32
    ink: F32
    second: F32 | None = None  # the swirls in a marbled body
    numerals: bool = False  # on a six-sided die; an eight-sided one always has numerals


def random_dice_set(rng: Random, sides: int, fonts: tuple[Path, ...]) -> DiceSet:
    """Return the shared properties of a random set of dice."""
    ball = rng.uniform(1.3, 1.5) if rng.random() < 0.25 else 1.74
    rounding = rng.uniform(0.08, 0.4)
    edge = rng.uniform(13, 18) if sides == 6 else rng.uniform(15, 21)
    if sides == 8:
        rounding = rng.uniform(0.06, 0.28)
    spread, radius = rng.uniform(0.44, 0.54), rng.uniform(0.14, 0.205)
    depth = rng.choice([0.0, rng.uniform(0.03, 0.12)])
    rng.integers(3)  # drawn and not used, so that a seed still gives the published rolls
    return DiceSet(
        edge=float(edge),
        rounding=float(rounding),
        ball=float(ball),
        spread=float(spread),
        radius=float(radius),
        depth=float(depth),
        digits=float(rng.uniform(0.5, 0.78)),
        font=fonts[int(rng.integers(len(fonts)))],
        roughness=float(rng.choice([rng.uniform(0.03, 0.1), rng.uniform(0.1, 0.35)])),
        glass=float(rng.uniform(0.25, 0.6)) if rng.random() < 0.06 else 0.0,
        dark=bool(rng.random() < 0.2),
        corner=2 if rng.random() < 0.85 else int(rng.integers(2)),
        ring=RINGS[int(rng.integers(len(RINGS)))],
    )


def random_die(
    rng: Random,
    made: DiceSet,
    colour: str,
    value: int,
    sides: int,
    place: Footprint,
    paints: Sequence[Colour] | None = None,
) -> Die:
    """Return a die of the set `made` at `place` that shows `value`, in one of `paints` (by default PAINT)."""
    coat = _random_coat(rng, made, colour, paints or PAINT[colour])
    return coated_die(rng, made, coat, colour, value, sides, place)


def coated_die(
    rng: Random, made: DiceSet, coat: Coat, colour: str, value: int, sides: int, place: Footprint
) -> Die:
    """Return a die of the set `made` at `place` that shows `value` and looks like `coat`."""
    if sides == 6:
        pairs = [(1, 6), (2, 5), (3, 4)]
        order = [pairs[i] for i in rng.permutation(3)]
        faces = [v for pair in order for v in (pair if rng.random() < 0.5 else pair[::-1])]
        turns = [int(t) for t in rng.integers(0, 4, 6)]
        if coat.numerals:
            pips = [np.zeros((0, 2))] * 6
            height = DIGITS_ON_SQUARES * made.digits
            texture = textures.numerals(rng, faces, coat.body, coat.ink, made.font, height, coat.second)
        else:
            texture, pips = textures.pips(
                rng, faces, turns, coat.body, coat.ink, made.spread, made.radius, coat.second
            )
        mesh = solids.cube(made.edge, made.rounding, made.ball, pips, made.radius, made.depth)
        normals, lift = np.array(solids.CUBE_AXES, float), made.edge / 2
    else:
        faces = [v for value_up in made.ring for v in (value_up, 9 - value_up)]
        texture = textures.numerals(rng, faces, coat.body, coat.ink, made.font, made.digits, coat.second)
        mesh = solids.octahedron(made.edge, made.rounding, [made.corner] * 8)
        normals, lift = np.array(solids.OCTANTS, float) / np.sqrt(3), made.edge / np.sqrt(6)
    up = faces.index(value)
    turn = upward(normals[up], place.angle)
    if place.lean:
        c, s = np.cos(place.lean), np.sin(place.lean)
        over = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        turn = spin(place.angle) @ over @ upward(normals[up], 0.0)
        lift = -float((mesh.points @ turn.T)[:, 2].min())
    moved = mesh.moved(turn, np.array([place.at[0], place.at[1], lift]))
    return Die(Solid(moved, texture, made.roughness, made.glass), colour, value, sides, up)


def _random_coat(rng: Random, made: DiceSet, colour: str, paints: Sequence[Colour]) -> Coat:
    """Return a random look for a die of this colour; `paints` are the choices for its body."""
    paint = np.clip(np.array(paints[int(rng.integers(len(paints)))]) * rng.uniform(0.94, 1.04, 3), 0, 1)
    body = linear(paint.astype(np.float32))
    pale, deep = linear((0.95, 0.95, 0.93)), linear((0.04, 0.04, 0.05))
    dark = colour == "white" or (made.dark and colour not in ("blue", "other", "green"))
    ink = deep if dark or (colour == "yellow" and rng.random() < 0.35) else pale
    if colour == "other" and rng.random() < 0.5:
        return Coat(body, ink, linear(tuple(rng.uniform(0.1, 0.7, 3))))
    if made.glass == 0 and rng.random() < 0.03:
        swirl = np.clip(body * np.float32(rng.uniform(0.5, 1.5)), 0.01, 0.9).astype(np.float32)
        return Coat(body, ink, swirl)
    return Coat(body, ink)


def random_view(rng: Random, sides: int, edge: float, hard: bool = False) -> View:
    """Return a random camera that looks at the middle of the table. `hard`: it is lower and farther away."""
    large = rng.random() < 0.06
    width, height = (1280, 720) if large else (640, 480)
    focal = width / 2 / np.tan(np.radians(rng.uniform(38, 72)) / 2)
    least, most = (20, 90) if sides == 6 else (27, 80)
    lowest, highest = 45 if sides == 6 else 60, 90
    if hard:
        most, lowest, highest = (45, 28, 60) if sides == 6 else (50, 50, 75)
    pixels = np.exp(rng.uniform(np.log(least), np.log(most)))
    away = focal * edge / (pixels * (1.4 if large else 1.0))
    rise = np.radians(rng.uniform(lowest, highest))
    around = rng.uniform(0, 2 * np.pi)
    ahead = -np.array([np.cos(rise) * np.cos(around), np.cos(rise) * np.sin(around), np.sin(rise)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    roll = rng.normal(0, 0.05)
    down = np.cross(ahead, right)
    right, down = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    return View(-ahead * away, right, down, ahead, float(focal), width, height)


def strangers(
    rng: Random, view: View, sides: int, fonts: tuple[Path, ...], taken: list[Footprint], count: int
) -> list[Die]:
    """Return up to `count` dice of other sets, as far as there is room; add their footprints to `taken`."""
    dice: list[Die] = []
    for _ in range(count):
        other_sides = 14 - sides if rng.random() < 0.4 else sides
        other = random_dice_set(rng, other_sides, fonts)
        colour = "other" if other_sides == sides else str(rng.choice(["other", *SIX]))
        try:
            place = find_place(rng, view, other_sides, other.edge, taken, None, False)
        except LookupError:
            break
        dice.append(random_die(rng, other, colour, int(rng.integers(1, other_sides + 1)), other_sides, place))
    return dice


def random_roll(seed: int, sides: int, folder: Path, lie: Lie = "anyhow") -> Roll:
    """Return the random roll with this seed. `folder`: the folder of fonts; `lie`: how the dice lie.

    Raise LookupError if there is no room for the dice.
    """
    for trial in range(20):
        rng = np.random.default_rng((seed, sides, trial))
        try:
            return _roll(rng, sides, textures.fonts(folder), lie)
        except LookupError:
            continue
    raise LookupError(f"no room for six dice in 20 trials of scene {seed}")


def _roll(rng: Random, sides: int, fonts: tuple[Path, ...], lie: Lie) -> Roll:
    made = random_dice_set(rng, sides, fonts)
    view = random_view(rng, sides, made.edge, lie != "anyhow")
    taken: list[Footprint] = []
    near = random_cluster(rng, view, made.edge) if rng.random() < CLUSTER_SHARE else None
    cut = rng.random() < 0.03
    dice: list[Die] = []
    if lie != "anyhow":
        near, cut = random_cluster(rng, view, made.edge), False
    order = rng.permutation(len(SIX)) if lie != "anyhow" else range(len(SIX))
    for i, colour in enumerate([SIX[n] for n in order]):
        if lie == "leaning" and i == len(SIX) - 1:
            place = find_leaning_place(rng, view, made.edge, taken)
        elif lie != "anyhow" and i and rng.random() < TOUCHING_SHARE:
            place = find_touching_place(rng, view, made.edge, taken)
        else:
            place = find_place(rng, view, sides, made.edge, taken, near, cut and i == 2)
        dice.append(random_die(rng, made, colour, int(rng.integers(1, sides + 1)), sides, place))
    guests: list[Die] = []
    if rng.random() < 0.2:
        guests = strangers(rng, view, sides, fonts, taken, int(rng.integers(1, 3)))
    others, names = clutter(rng, view, sides, fonts, taken)
    surface = textures.TABLES[int(rng.integers(len(textures.TABLES)))]
    table = _table(rng, view, surface)
    lighting = random_light(rng)
    shade = _shade(rng, view, lighting)
    facts: dict[str, object] = {
        "elevation": view.elevation,
        "light": lighting.kind + (", shadow" if shade else ""),
        "table": surface.__name__,
        "clutter": names,
        "strangers": len(guests),
        "glass": made.glass > 0,
        "lie": lie,
    }
    if sides == 8:
        facts["font"] = made.font.stem
    return Roll(view, dice + guests, [table, *others, *shade], lighting, facts)


def _table(rng: Random, view: View, surface: textures.Surface) -> Solid:
    texture = surface(rng, 768)
    tile = float(rng.uniform(180, 420))
    varnish = float(rng.uniform(0.12, 0.4)) if surface in HARD_SURFACES else None
    if varnish is not None and rng.random() < 0.4:
        varnish = None
    return endless_table(view, texture, tile, rng.uniform(0, 6.3), varnish)


def _shade(rng: Random, view: View, lighting: Lighting) -> list[Solid]:
    """Return, in some scenes, an object such as a head that blocks part of a lamp's light; otherwise none."""
    if not lighting.lamps or rng.random() >= 0.2:
        return []
    lamp = lighting.lamps[0]
    towards = lamp.at / np.linalg.norm(lamp.at)
    if abs(float(towards @ -view.ahead)) >= 0.8:
        return []
    leaf = solids.leaf(rng.uniform(100, 260), rng.uniform(100, 260), 0.0)
    turn = upward(towards, rng.uniform(0, 6.3)).T
    beside = turn @ np.array([*rng.uniform(-140, 140, 2), 0])
    hung = leaf.moved(turn, 0.45 * lamp.at + beside)
    gap = np.linalg.norm(hung.points.mean(0) - view.eye)
    if hung.points[:, 2].min() <= 60 or gap <= 230:
        return []
    return [Solid(hung, np.full((2, 2, 3), 0.2, np.float32))]
