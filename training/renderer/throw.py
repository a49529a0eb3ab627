"""Throws of dice on one table: dice that roll in, tumble and come to rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from training.renderer.camera import Camera
from training.renderer.colours import F32, RNG, linear
from training.renderer.dice import Body, Style, lying, rotation
from training.renderer.lighting import Light, Surroundings, uneven_light
from training.renderer.numbers import number_glyphs
from training.renderer.render import Scene, render
from training.renderer.surfaces import wood

Photo = NDArray[np.uint8]
"""Height x width x 3, 8 bits, BGR."""

DIE_COLOURS: dict[str, tuple[float, float, float]] = {
    "white": (226, 238, 242),
    "red": (38, 30, 196),
    "yellow": (32, 196, 246),
    "green": (62, 140, 34),
    "blue": (172, 86, 22),
    "other": (60, 56, 58),
}
"""Colours of the dice that can be thrown: sRGB, blue first, 0 to 255."""
DARK_INK, PALE_INK = (26, 24, 24), (236, 240, 242)
"""Colours of pips and numbers: sRGB, blue first, 0 to 255."""
FIELD_OF_VIEW = 38.0
"""The camera's horizontal field of view, in degrees."""
EDGE_SHARE = 0.088
"""Edge of a die in the middle of the picture, as a share of the picture's width."""
MIN_GAP = 1.5
"""Least distance between the centres of two dice at rest, in edge lengths."""

_UP = np.array([0.0, 0.0, 1.0], np.float32)


def exposed(light: F32, exposure: float = 1.0) -> Photo:
    """Convert linear light to an 8-bit photo, with a gentle shoulder for the highlights."""
    light = np.maximum(light * exposure, 0)
    light = np.where(light > 0.75, 0.75 + 0.25 * np.tanh((light - 0.75) / 0.4), light)
    return np.asarray(np.clip(light ** (1 / 2.2) * 255 + 0.5, 0, 255), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """The pictures of a throw."""

    dice: tuple[tuple[str, int], ...]  # colour and value of each die
    rolling: tuple[Photo, ...]  # of the rolling dice, in order
    rest: Photo  # of the dice at rest


@dataclass(frozen=True, slots=True, eq=False)
class _Path:
    """The path of one die in a throw."""

    body: Body  # at rest
    away: F32  # unit vector from the place of rest to the start
    far: float  # length of the path, as a multiple of the die's edge
    delay: float  # share of the time before it starts
    hop: float  # height of its hops, as a multiple of the die's edge

    def at(self, time: float) -> Body:
        """Return the die at `time`, from 0, when the throw begins, to 1, when the die is at rest."""
        gone = float(np.clip((time - self.delay) / (1 - self.delay), 0, 1))
        left = self.far * (1 - gone) ** 1.7
        if left == 0:
            return self.body
        axis = np.cross(self.away, _UP)
        # rolled back over the remaining way: a wheel of the die's half edge, slipping a little
        axes = rotation(axis, 0.8 * left / self.body.half) @ self.body.axes
        reach = float(np.abs(axes[2]).sum())  # of a cube's lowest corner, in half edges
        height = self.body.centre[2] + self.body.half * 0.8 * (reach - 1)
        height += self.hop * abs(float(np.sin(2.5 * np.pi * gone))) * (1 - gone) ** 2
        centre = self.body.centre + self.away * left
        centre[2] = height
        return replace(self.body, centre=centre.astype(np.float32), axes=axes.astype(np.float32))


def _room(side: float, surface: F32) -> Surroundings:
    """Return soft light: a window on one `side`, -1 or 1, and a weak lamp opposite."""
    key = np.array([0.55 * side, 0.5, 0.95], np.float32)
    fill = np.array([-key[0], -0.4, 1.2], np.float32)
    return Surroundings(
        zenith=np.array([0.62, 0.58, 0.56], np.float32),
        horizon=np.array([0.40, 0.40, 0.42], np.float32),
        bounce=(surface.reshape(-1, 3).mean(0) * 0.7).astype(np.float32),
        lights=(
            Light(key / np.float32(np.linalg.norm(key)), np.array([0.50, 0.56, 0.62], np.float32), 0.22),
            Light(fill / np.float32(np.linalg.norm(fill)), np.array([0.12, 0.11, 0.10], np.float32), 0.5),
        ),
    )


def _style(colour: str, sides: int) -> Style:
    """Return the make of a die in a colour of DIE_COLOURS: six sides with pips, or eight with numbers."""
    ink = DARK_INK if colour in ("white", "yellow") else PALE_INK
    if sides == 8:
        return Style(
            linear(DIE_COLOURS[colour]),
            linear(ink),
            sides=8,
            rounding=0.12,
            glyphs=number_glyphs(),
            gloss=0.3,
            polish=120.0,
        )
    return Style(
        linear(DIE_COLOURS[colour]),
        linear(ink),
        rounding=0.26,
        ball=1.52,
        pip_radius=0.165,
        pip_spread=0.5,
        pip_depth=0.55,
        gloss=0.75,
        polish=260.0,
    )


class Tabletop:
    """A wooden table in soft light, seen from steeply above. The same `seed` gives the same table.

    `size`: width and height of its pictures in pixels.
    """

    def __init__(self, seed: int, size: tuple[int, int] = (640, 480)) -> None:
        rng = np.random.default_rng(seed)
        self.size = size
        self._edge = size[0] * EDGE_SHARE
        self._elevation = float(rng.uniform(64, 72))
        self._surface = wood(rng, self._edge, pretty=True)
        self._around = _room(float(rng.choice([-1, 1])), self._surface)
        self._offset = (float(rng.normal()), float(rng.normal()))
        w, h = size
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        corner = ((x / w - 0.5) ** 2 + (y / h - 0.5) ** 2)[..., None]
        self._shade: F32 = np.asarray(uneven_light(size, rng, 0.28) * (1 - 0.55 * corner), np.float32)
        self._grain = rng.normal(size=(h, w, 1)).astype(np.float32) * 0.004

    @cached_property
    def empty(self) -> Photo:
        """Return the table without dice."""
        return self._developed(self._bare)

    def throw(self, dice: Sequence[tuple[str, int]], seed: int, frames: int = 10, *, sides: int = 6) -> Throw:
        """Return the pictures of a throw of `dice` (colour and value of each) with 6 or 8 `sides`.

        `frames` pictures show the dice rolling. The same seed gives the same paths, whatever the values.
        Raises ValueError for an unknown colour or an impossible value.
        """
        *rolling, rest = self.pictures(dice, seed, frames, sides=sides)
        return Throw(tuple(dice), tuple(rolling), rest)

    def pictures(
        self, dice: Sequence[tuple[str, int]], seed: int, frames: int = 10, *, sides: int = 6
    ) -> Iterator[Photo]:
        """Yield the pictures of `throw`, each drawn when it is asked for; the last shows the dice at rest."""
        paths = self._paths(dice, seed, sides)
        for i in range(frames):
            yield self._developed(self._blurred(paths, i / frames, (i + 0.7) / frames))
        yield self._at_rest(paths)

    def lay(
        self,
        dice: Sequence[tuple[str, int]],
        seed: int,
        pushed: Mapping[int, tuple[float, float]] | None = None,
        *,
        sides: int = 6,
    ) -> Photo:
        """Return the last picture of `throw` with the same seed, which shows the dice at rest.

        `pushed`: by index of a die, how far it was pushed right and away from the camera, in edge lengths.
        """
        paths = self._paths(dice, seed, sides)
        for index, (right, away) in (pushed or {}).items():
            body = paths[index].body
            centre = body.centre + np.array([right, away, 0], np.float32)
            paths[index] = replace(paths[index], body=replace(body, centre=centre))
        return self._at_rest(paths)

    def _at_rest(self, paths: Sequence[_Path]) -> Photo:
        return self._developed(self._light(self._view(1), [path.body for path in paths], 2.5))

    def _paths(self, dice: Sequence[tuple[str, int]], seed: int, sides: int) -> list[_Path]:
        """Return a path for each die, from one hand at the front of the table to a place of its own.

        Raises ValueError for an unknown colour or an impossible value.
        """
        for colour, value in dice:
            if colour not in DIE_COLOURS or not 1 <= value <= sides:
                raise ValueError(
                    f"a die has a colour of {', '.join(DIE_COLOURS)} and a value of 1 to {sides}, "
                    f"not {colour} {value}"
                )
        rng = np.random.default_rng(seed)
        view = self._view(1)
        front = self._spot(view, self.size[0] / 2, self.size[1] - 1)[1]
        side = float(rng.uniform(-0.9, 0.9))
        paths: list[_Path] = []
        for colour, value in dice:
            spot = self._free_spot(rng, view, [path.body for path in paths])
            body = lying(rng, _style(colour, sides), value, float(spot[0]), float(spot[1]))
            away = np.array([side + rng.normal() * 0.18, -1, 0], np.float32)
            away /= np.float32(np.linalg.norm(away))
            near = float(spot[1]) - front
            far = (near + 0.8) / max(0.5, float(-away[1])) + float(rng.uniform(0, 0.7))
            paths.append(_Path(body, away, far, float(rng.uniform(0, 0.15)), float(rng.uniform(0.6, 1.4))))
        return paths

    def _spot(self, view: Camera, x: float, y: float) -> F32:
        """Return the point of the table behind a pixel."""
        found = view.on_table(x, y)
        assert found is not None  # the camera is steep, so no pixel looks past the table
        return found

    def _free_spot(self, rng: RNG, view: Camera, bodies: Sequence[Body]) -> F32:
        """Return a random point of the table for a further die, MIN_GAP from the others if there is room."""
        w, h = self.size
        spot = np.zeros(3, np.float32)
        for attempt in range(400):
            reach = 0.5 + 0.4 * min(1.0, attempt / 200)
            px = w * (0.5 + 0.5 * reach * rng.uniform(-1, 1))
            py = h * (0.5 + 0.5 * reach * rng.uniform(-0.85, 0.85))
            spot = self._spot(view, float(px), float(py))
            if all(np.hypot(*(body.centre[:2] - spot[:2])) > MIN_GAP for body in bodies):
                break
        return spot

    def _view(self, shrink: int) -> Camera:
        size = (self.size[0] // shrink, self.size[1] // shrink)
        return Camera.above_table(size, self._edge / shrink, self._elevation, FIELD_OF_VIEW)

    def _light(self, view: Camera, bodies: Sequence[Body], fine: float) -> F32:
        scene = Scene(view, tuple(bodies), self._surface, self._edge, self._around, 0.16, self._offset)
        return render(scene, fine).image

    def _blurred(self, paths: Sequence[_Path], begin: float, end: float, steps: int = 3) -> F32:
        """Return the image exposed from `begin` to `end` (linear light), with fast dice as streaks.

        The dice are drawn at half the size; the table stays as sharp as at full size.
        """
        view = self._view(2)
        times = np.linspace(begin, end, steps)
        drawn = np.mean([self._light(view, [p.at(float(t)) for p in paths], 1.5) for t in times], axis=0)
        ratio = drawn / np.maximum(self._bare_half, 1e-3)
        return np.asarray(
            self._bare * cv2.resize(ratio, self.size, interpolation=cv2.INTER_CUBIC), np.float32
        )

    @cached_property
    def _bare(self) -> F32:
        return self._light(self._view(1), [], 1.0)

    @cached_property
    def _bare_half(self) -> F32:
        view = self._view(2)
        return np.asarray(cv2.resize(self._bare, view.size, interpolation=cv2.INTER_AREA), np.float32)

    def _developed(self, light: F32) -> Photo:
        image = cv2.GaussianBlur(np.asarray(light * self._shade, np.float32), (0, 0), 0.45)
        return exposed(np.asarray(image + self._grain, np.float32))
