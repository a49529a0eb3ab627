"""Draws random scenes to learn from: dice of any make, in any pose, on any table, under any camera and light.

Each comes with its ground truth: the body that each pixel shows, and the kind of each body.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from training.dice.arrangements import (
    SceneKind,
    Spot,
    aligned,
    near_view,
    spots_of,
    touching_view,
)
from training.dice.covered_tables import colour_at, covered_table
from training.dice.covers import cover
from training.dice.numerals import numerals, strange_numerals
from training.dice.tabletops import cards_on_wood, paper, tabletop
from training.renderer.camera import Camera
from training.renderer.colours import F32, RNG, hsv, linear
from training.renderer.dice import Body, Style, lying
from training.renderer.lighting import Light, Surroundings, uneven_light
from training.renderer.render import Picture, Scene, render
from vision.reading import Colour

Range = tuple[float, float]

HUES: dict[str, Range] = {"red": (-9, 7), "yellow": (45, 60), "green": (95, 158), "blue": (204, 238)}
"""Limits of the hues, in degrees, that everyone calls by a colour's name; hues between them are arguable."""
SATURATIONS: dict[str, Range] = {
    "red": (0.75, 1.0),
    "yellow": (0.6, 1.0),
    "green": (0.55, 1.0),
    "blue": (0.6, 1.0),
}
BRIGHTNESSES: dict[str, Range] = {
    "red": (0.5, 0.98),
    "yellow": (0.8, 1.0),
    "green": (0.28, 0.85),
    "blue": (0.4, 0.98),
}
OTHER_COLOURS: tuple[tuple[Range, Range, Range], ...] = (
    ((0, 360), (0, 0.3), (0.03, 0.2)),  # black
    ((0, 360), (0, 0.3), (0.03, 0.2)),
    ((0, 360), (0, 0.12), (0.3, 0.62)),  # grey
    ((18, 33), (0.75, 1), (0.75, 1)),  # orange
    ((262, 312), (0.35, 1), (0.25, 0.8)),  # purple
    ((318, 345), (0.3, 0.85), (0.75, 1)),  # pink
    ((172, 190), (0.5, 1), (0.4, 0.9)),  # turquoise
    ((14, 38), (0.4, 0.9), (0.2, 0.48)),  # brown
    ((0, 40), (0.2, 0.45), (0.7, 0.9)),  # wood, skin, salmon
)
"""Hue, saturation and brightness of colours that no row of the game has."""
UNUSUAL_PAINTS: dict[str, tuple[Range, Range, Range]] = {
    "white": ((38, 56), (0.1, 0.32), (0.85, 1.0)),  # cream, ivory
    "red": ((-9, 4), (0.75, 1.0), (0.26, 0.5)),  # dark red
    "blue": ((214, 240), (0.6, 1.0), (0.16, 0.4)),  # navy
}
"""Hue, saturation and brightness of unusual paints that still count as the named colour, because it is
still the nearest colour of the game."""
UNUSUAL_SHARE = 0.15
COLOURED_LAMP_SHARE = 0.12
"""Share of rooms with coloured light."""
STRANGERS = (4, 10, 10, 10, 12, 20, 20)
"""Numbers of sides of other games' dice; frequent ones are repeated."""
COLOUR_POOL: tuple[Colour, ...] = ("white", "white", "red", "yellow", "green", "blue", "other", "other")
HIDDEN_SHARE = 0.5
"""Share of the dice that get a colour in which they are hard to see, in scenes of the kinds `covered`,
`alike` and `pale`."""
ON_TOP_SHARE = 0.3
"""Share of heaps in which one die lies on another."""
LEANING_SHARE, LEANING_RADIANS = 0.08, (0.05, 0.3)
"""Share of the dice that lean, and limits of their angle in radians."""
MANY_LEANING_SHARE, MANY_LEANING_RADIANS = 0.45, (0.1, 0.72)
"""Share of leaning dice, and limits of their angle in radians, in scenes of the kind `leaning`."""
PALE_SHARE = 0.7
"""Share of white dice among the dice that are hard to see on pale paper."""
ROUND_BALL, ROUND_EDGES = (1.12, 1.45), (0.3, 0.5)
"""Limits of `Style.ball` and `Style.rounding` for dice with round tops."""
MAX_BODIES = 14
MAX_TRIES = 150
"""Number of random places that are tried, at most, for the dice of a scene."""


def body_colour(rng: RNG, name: Colour) -> F32:
    """Return a linear BGR colour that people call `name`."""
    if name in UNUSUAL_PAINTS and rng.random() < UNUSUAL_SHARE:
        hue, saturation, value = UNUSUAL_PAINTS[name]
        return hsv(rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value))
    if name == "white":
        return hsv(rng.uniform(30, 60), rng.uniform(0, 0.16), rng.uniform(0.86, 1.0))
    if name == "other":
        hue, saturation, value = OTHER_COLOURS[int(rng.integers(len(OTHER_COLOURS)))]
    else:
        hue, saturation, value = HUES[name], SATURATIONS[name], BRIGHTNESSES[name]
    return hsv(rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value))


def _ink(rng: RNG, body: F32) -> F32:
    """Return a colour with contrast to the body's, most often black or white."""
    grey = float(body @ np.array([0.07, 0.72, 0.21], np.float32))
    roll = rng.random()
    if roll < 0.62:
        if grey > 0.3:
            return linear((20, 20, 22)) * rng.uniform(0.3, 2)
        return linear((240, 242, 245)) * rng.uniform(0.7, 1)
    if roll < 0.75 and grey < 0.3:
        return hsv(rng.uniform(35, 52), rng.uniform(0.45, 0.9), rng.uniform(0.6, 0.95))  # gold
    if roll < 0.87 and grey < 0.35 and body[2] < 0.25:
        return hsv(rng.uniform(-8, 10), rng.uniform(0.7, 1), rng.uniform(0.6, 1))  # red on dark
    colour = hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), rng.uniform(0.15, 1))
    # nothing can be learnt from illegible dice
    if np.abs(colour - body).max() < 0.25:
        return linear((18, 18, 20)) if grey > 0.25 else linear((238, 240, 240))
    return colour


@dataclass(frozen=True, slots=True, eq=False)
class _Material:
    """The material of a die."""

    body: F32
    ink: F32
    second: F32 | None  # colour of swirls in its body, None without swirls
    marbling: float
    translucency: float


def _material(rng: RNG, colour: Colour, sides: int) -> _Material:
    body = body_colour(rng, colour)
    ink = _ink(rng, body)
    kind = rng.random()
    if kind < 0.2:
        return _Material(body, ink, None, 0.0, rng.uniform(0.3, 1.0))
    if kind >= 0.55:
        if rng.random() < 0.1 and sides == 6 and colour != "white":
            ink = linear((240, 242, 245))
        return _Material(body, ink, None, 0.0, 0.0)
    marbling = rng.uniform(0.3, 0.95)
    second: F32
    if colour == "other" and rng.random() < 0.7:
        second = hsv(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.05, 1))
        if rng.random() < 0.4:  # black swirls in any colour
            body, second = second, hsv(0, 0, rng.uniform(0.03, 0.15))
    elif colour == "white":
        second = body * rng.uniform(0.75, 1, 3).astype(np.float32)
    else:
        second = body * rng.uniform(0.55, 0.9) + rng.uniform(0, 0.12)
    return _Material(body, ink, second, marbling, 0.0)


def random_style(rng: RNG, colour: Colour, sides: int = 6) -> Style:
    """Return a random material, shape and ink for a die of the named colour."""
    material = _material(rng, colour, sides)
    spread = rng.uniform(0.42, 0.58)
    made = Style(
        body=material.body,
        ink=material.ink,
        sides=sides,
        rounding=float(rng.choice([rng.uniform(0.06, 0.2), rng.uniform(0.2, 0.5)])),
        ball=float(rng.uniform(1.27, 1.5)) if rng.random() < 0.45 else 1.74,
        pip_radius=float(rng.uniform(0.11, min(0.26, spread * 0.46))),
        pip_spread=float(spread),
        pip_depth=float(rng.uniform(0, 0.9)) if rng.random() < 0.7 else 0.0,
        pip_ring=float(rng.uniform(0.3, 0.6)) if rng.random() < 0.05 else 0.0,
        one_scale=float(rng.uniform(1.3, 1.9)) if rng.random() < 0.2 else 1.0,
        ink_of_one=linear((30, 30, 190)) if rng.random() < 0.2 and colour not in ("red", "other") else None,
        second=material.second,
        marbling=float(material.marbling),
        grain=float(rng.uniform(1, 5)),
        translucency=float(material.translucency),
        gloss=float(rng.uniform(0, 1.4)),
        polish=float(10 ** rng.uniform(1.2, 3)),
        texture_seed=int(rng.integers(2**31)),
    )
    if sides == 8:
        made = replace(made, rounding=float(rng.uniform(0.05, 0.22)), glyphs=numerals(rng, 8))
    elif sides != 6:
        made = replace(made, rounding=float(rng.uniform(0.03, 0.15)), glyphs=strange_numerals(rng, sides))
    return made


def random_light(rng: RNG) -> Surroundings:
    """Return lamps and sky of a random room."""
    warm = np.array([rng.uniform(0.7, 1.1), 1.0, rng.uniform(0.95, 1.25)], np.float32)
    if rng.random() < COLOURED_LAMP_SHARE:
        warm = warm * hsv(rng.uniform(0, 360), rng.uniform(0.15, 0.5), 1.0)
    ambient = rng.uniform(0.25, 0.9)
    lamps = []
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        e, a = np.radians(rng.uniform(25, 85)), rng.uniform(0, 6.28)
        direction = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)], np.float32)
        tint = warm * rng.uniform(0.92, 1.08, 3).astype(np.float32)
        colour = (tint * rng.uniform(0.1, 0.75)).astype(np.float32)
        lamps.append(Light(direction, colour, float(rng.uniform(0.05, 0.5))))
    zenith = (warm * ambient).astype(np.float32)
    bounce = (np.array([0.25, 0.25, 0.25]) * rng.uniform(0.3, 1.6)).astype(np.float32)
    return Surroundings(zenith, (zenith * rng.uniform(0.4, 1)).astype(np.float32), bounce, tuple(lamps))


def _pale_colour(rng: RNG, _x: float, _y: float) -> Colour:
    """Return the colour of a die on pale paper: most often white."""
    return "white" if rng.random() < PALE_SHARE else "other"


def under_lamp(rng: RNG, around: Surroundings) -> Surroundings:
    """Return the same lamps with little light from elsewhere, as in the evening."""
    dim = float(rng.uniform(0.3, 0.8))
    zenith = np.asarray(around.zenith * dim, np.float32)
    return replace(around, zenith=zenith, horizon=np.asarray(around.horizon * dim, np.float32))


def _random_view(rng: RNG, size: tuple[int, int], sides: int, kind: SceneKind) -> tuple[Camera, float]:
    """Return a random camera, and how long a die's edge is, in pixels, in its picture's middle."""
    if kind in ("row", "heap"):
        return touching_view(rng, size, sides)
    if kind == "large":
        return near_view(rng, size, sides)
    edge = float(np.exp(rng.uniform(np.log(15), np.log(150)))) * size[0] / 640
    lowest = 55 if sides == 8 else 30
    elevation = float(rng.uniform(lowest, 90)) if rng.random() < 0.7 else float(rng.uniform(70, 90))
    field = float(rng.uniform(25, 65))
    steep = elevation - np.degrees(np.arctan(np.tan(np.radians(field / 2)) * size[1] / size[0]))
    if steep < 9:
        field = 26.0
    return Camera.above_table(size, edge, elevation, field, float(rng.normal() * 6)), edge


@dataclass(frozen=True, slots=True, eq=False)
class PlacedBody:
    """A body on the table, and its true colour and value."""

    body: Body
    colour: str  # "" for a die of another game or another thing
    value: int  # 0 for a die of another game or another thing

    @property
    def sides(self) -> int:
        """Return the number of sides if the body is a die of any game, otherwise 0."""
        return self.body.style.sides if any(self.body.faces) else 0


@dataclass(frozen=True, slots=True, eq=False)
class RandomScene:
    """A rendered scene and its ground truth."""

    picture: Picture
    placed: tuple[PlacedBody, ...]  # by the index of the body in `picture`
    view: Camera


def decoy(rng: RNG, x: float, y: float) -> Body:
    """Return a solid thing other than a die: a bead, a pawn's head, an eraser, a blank cube, a domino."""
    name: Colour = ("white", "red", "yellow", "green", "blue", "other")[int(rng.integers(6))]
    made = random_style(rng, name)
    kind = rng.random()
    if kind < 0.4:
        made = replace(made, ball=1.0)
    elif kind < 0.75:
        low = rng.uniform(0.15, 0.5)
        extents = (1.0, float(rng.uniform(0.3, 0.5)), float(low))
        made = replace(made, extents=extents, rounding=min(made.rounding, 0.14), ball=1.74)
    else:
        made = replace(made, rounding=max(made.rounding, 0.1))
    return replace(lying(rng, made, 1, x, y, float(rng.uniform(0.5, 1.8))), faces=(0,) * 6)


def stranger(rng: RNG, x: float, y: float) -> Body:
    """Return a die of 4, 10, 12 or 20 sides, which the game does not use."""
    sides = int(rng.choice(STRANGERS))
    made = random_style(rng, COLOUR_POOL[int(rng.integers(len(COLOUR_POOL)))], sides)
    return lying(rng, made, 1, x, y, float(rng.uniform(0.75, 1.3)))


class _Dice:
    """Makes the dice of one scene: all different, all white and alike, or all of one shape."""

    def __init__(self, rng: RNG, sides: int, kind: SceneKind = "anyhow") -> None:
        self.sides = sides
        many = kind == "leaning"
        self.leaning_share = MANY_LEANING_SHARE if many else LEANING_SHARE
        self.leaning_radians = MANY_LEANING_RADIANS if many else LEANING_RADIANS
        self.round = kind == "pale" and sides == 6
        self.only = random_style(rng, "white", sides) if rng.random() < 0.15 else None
        self.one_shape = rng.random() < 0.3
        self.first: Style | None = None

    def make(self, rng: RNG, colour: Colour) -> Style:
        """Return the style of the next die, of the named colour unless all dice are white."""
        made = self.only if self.only is not None else random_style(rng, colour, self.sides)
        if self.one_shape and self.first is not None:
            made = replace(
                made,
                rounding=self.first.rounding,
                ball=self.first.ball,
                pip_radius=self.first.pip_radius,
                pip_spread=self.first.pip_spread,
                pip_depth=self.first.pip_depth,
                gloss=self.first.gloss,
                glyphs=self.first.glyphs,
            )
        self.first = self.first or made
        if self.round:
            made = replace(
                made, ball=float(rng.uniform(*ROUND_BALL)), rounding=float(rng.uniform(*ROUND_EDGES))
            )
        return made

    def place(self, rng: RNG, x: float, y: float, edge: float, colour: Colour) -> PlacedBody:
        """Return a die of the named colour and a random value at (x, y) on the table."""
        made = self.make(rng, colour)
        value = int(rng.integers(1, self.sides + 1))
        tilt = float(rng.uniform(*self.leaning_radians)) if rng.random() < self.leaning_share else 0.0
        shown = "white" if self.only is not None else colour
        return PlacedBody(lying(rng, made, value, x, y, edge, tilt), shown, value)


def _place_all(
    rng: RNG,
    view: Camera,
    wanted: int,
    sides: int,
    strangers: float,
    kind: SceneKind,
    colour_of: Callable[[float, float], Colour] | None = None,
) -> list[PlacedBody]:
    """Return up to `wanted` dice and other things at random places. Some touch or lie on another one.

    `strangers`: share of dice of other games; `colour_of`: gives the colour in which a die is hard to see at
    (x, y).
    """
    dice = _Dice(rng, sides, kind)
    spread = float(rng.uniform(0.15, 1.0))
    placed: list[PlacedBody] = []
    for _ in range(MAX_TRIES):
        if len(placed) == wanted:
            break
        spot = random_spot(rng, view, spread, [one.body for one in placed])
        if spot is None:
            continue
        x, y = spot
        edge = float(rng.uniform(0.75, 1.3)) if rng.random() < 0.3 else 1.0
        fake = rng.random() < 0.1
        strange = strangers > 0 and rng.random() < strangers
        height = 0.0
        crowd = [
            one.body
            for one in placed
            if np.hypot(one.body.centre[0] - x, one.body.centre[1] - y) < (one.body.half + edge / 2) * 1.12
        ]
        if crowd:
            if len(crowd) > 1 or rng.random() > 0.2 or sides == 8 or strange:
                continue
            height = float(crowd[0].centre[2] + crowd[0].half)
        colour = COLOUR_POOL[int(rng.integers(len(COLOUR_POOL)))]
        if colour_of is not None and rng.random() < HIDDEN_SHARE:
            colour = colour_of(x, y)
        if fake or strange:
            one = PlacedBody((stranger if strange else decoy)(rng, x, y), "", 0)
        else:
            one = dice.place(rng, x, y, edge, colour)
        centre = one.body.centre + np.array([0, 0, height], np.float32)
        placed.append(replace(one, body=replace(one.body, centre=centre)))
    return placed


def _place_touching(
    rng: RNG, spots: Sequence[Spot], along: float | None, sides: int, strangers: float
) -> list[PlacedBody]:
    """Return a die at each of these places, which form a row or a heap.

    `along`: direction of a row, along which cubes are aligned; None for a heap, which may get one more die on
    top of the first. `strangers`: twice the probability that a place gets a die of another game.
    """
    dice = _Dice(rng, sides)
    placed: list[PlacedBody] = []
    colours = rng.permutation(np.array(COLOUR_POOL))
    for number, (x, y) in enumerate(spots):
        colour: Colour = str(colours[number % len(colours)])  # type: ignore[assignment]
        if strangers > 0 and rng.random() < strangers / 2:
            one = PlacedBody(stranger(rng, x, y), "", 0)
        else:
            one = dice.place(rng, x, y, 1.0, colour)
        placed.append(one if along is None else replace(one, body=aligned(one.body, along)))
    below = placed[0].body
    if along is None and sides == below.style.sides == 6 and len(spots) > 1 and rng.random() < ON_TOP_SHARE:
        above = dice.place(rng, float(below.centre[0]), float(below.centre[1]), 1.0, "white").body
        raised = above.centre + np.array([0, 0, 2 * below.half], np.float32)
        value = above.faces[above.top()]
        placed.append(PlacedBody(replace(above, centre=raised), "white", value))
    return placed


def random_spot(rng: RNG, view: Camera, spread: float, bodies: list[Body]) -> tuple[float, float] | None:
    """Return a random place on the table, often next to another body; None if it is beyond the horizon.

    `spread`: share of the picture's width and height in which the place may lie.
    """
    if bodies and rng.random() < 0.35:
        near = bodies[int(rng.integers(len(bodies)))]
        a, gap = rng.uniform(0, 6.28), rng.uniform(1.0, 1.7)
        return float(near.centre[0] + gap * np.cos(a)), float(near.centre[1] + gap * np.sin(a))
    w, h = view.size
    px, py = w * (0.5 + spread * rng.uniform(-0.52, 0.52)), h * (0.5 + spread * rng.uniform(-0.52, 0.52))
    spot = view.on_table(px, py)
    return None if spot is None else (float(spot[0]), float(spot[1]))


def _table(rng: RNG, kind: SceneKind, edge: float) -> F32:
    """Return a random table for a scene of this kind. `edge`: length of a die's edge in pixels."""
    if kind == "covered":
        return covered_table(rng, edge)
    if kind == "cards":
        return cards_on_wood(rng, edge)
    if kind == "pale":
        return paper(rng, edge)
    return tabletop(rng, edge, 0.3 if kind == "alike" else 1.3 if rng.random() < 0.8 else 0.0)


def random_scene(
    seed: int,
    size: tuple[int, int] = (640, 480),
    sides: int = 6,
    strangers: float = 0.0,
    kind: SceneKind = "anyhow",
) -> RandomScene:
    """Return a random scene drawn from a seed.

    `sides`: of the game's dice; `strangers`: share of dice of other games.
    """
    rng = np.random.default_rng(seed)
    view, edge = _random_view(rng, size, sides, kind)
    around = random_light(rng)
    if kind == "pale":
        around = under_lamp(rng, around)
    surface = _table(rng, kind, edge)
    bounce = surface.reshape(-1, 3).mean(0) * around.zenith * rng.uniform(0.5, 1.2)
    around = replace(around, bounce=bounce.astype(np.float32))
    hides = kind in ("covered", "alike")
    spots, along = spots_of(rng, kind, sides)
    if spots:
        placed = _place_touching(rng, spots, along, sides, strangers)
    else:
        most = max(1, int(np.clip(0.1 * size[0] * size[1] / edge**2, 1, MAX_BODIES)))
        wanted = 0 if rng.random() < 0.08 else int(rng.integers(1, most + 1))
        if rng.random() < (0.8 if kind == "behind" else 0.25):
            wanted = min(6, most)
        hiding = partial(colour_at, surface, pixels=edge) if hides else None
        if kind == "pale":
            hiding = partial(_pale_colour, rng)
        placed = _place_all(rng, view, wanted, sides, strangers, kind, hiding)
    offset = (0.0, 0.0) if hides else (float(rng.normal()), float(rng.normal()))
    bodies = tuple(one.body for one in placed)
    scene = Scene(view, bodies, surface, edge, around, float(rng.uniform(0.03, 0.4)), offset)
    picture = render(scene)
    image = picture.image * uneven_light(size, rng, float(rng.uniform(0, 0.6)))
    picture = replace(picture, image=np.asarray(np.clip(image, 0, 8), np.float32))
    if kind == "behind":
        picture = cover(picture, rng, edge)
    return RandomScene(picture, tuple(placed), view)
