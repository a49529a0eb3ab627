"""Throws to look at: the same table again and again, dice that roll in, tumble and come to lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.casting import lying, rotation
from vision.scenes.roll import PAINT, picture_of
from vision.scenes.scene import Camera, camera, draw, shade
from vision.scenes.solids import F32, Body, Light, Style, Surroundings
from vision.scenes.tables import linear, wood

Picture = NDArray[np.uint8]
"""Height x width x 3, 8 bits, BGR."""

_UP = np.array([0.0, 0.0, 1.0], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """A throw as pictures: `rolling`, one after the other, and `rest`, how the dice then lie."""

    dice: tuple[tuple[str, int], ...]
    rolling: tuple[Picture, ...]
    rest: Picture


@dataclass(frozen=True, slots=True)
class _Path:
    """How one die comes in: from `far` edges away along `away`, starting after `delay` of the time."""

    body: Body
    away: F32
    far: float
    delay: float
    hop: float

    def at(self, time: float) -> Body:
        """The die at `time`, 0 to 1; at 1 it lies."""
        gone = float(np.clip((time - self.delay) / (1 - self.delay), 0, 1))
        left = self.far * (1 - gone) ** 1.7
        if left == 0:
            return self.body
        axis = np.cross(self.away, _UP)
        # rolled back by the way that is left: a wheel of the die's half edge, slipping a little
        axes = rotation(axis, 0.8 * left / self.body.half) @ self.body.axes
        reach = float(np.abs(axes[2]).sum())  # of a cube's lowest corner, in half edges
        height = self.body.centre[2] + self.body.half * 0.8 * (reach - 1)
        height += self.hop * abs(float(np.sin(2.5 * np.pi * gone))) * (1 - gone) ** 2
        centre = self.body.centre + self.away * left
        centre[2] = height
        return replace(self.body, centre=centre.astype(np.float32), axes=axes.astype(np.float32))


class Tabletop:
    """A wooden table in soft light, seen from a steep camera; the same `seed` lays the same one.

    `size`: width and height of its pictures in pixels.
    """

    def __init__(self, seed: int, size: tuple[int, int] = (640, 480)) -> None:
        rng = np.random.default_rng(seed)
        self.size = size
        self._edge = size[0] * 0.088
        self._elevation = float(rng.uniform(64, 72))
        self._surface = wood(rng, self._edge, pretty=True)
        side = float(rng.choice([-1, 1]))
        key = np.array([0.55 * side, 0.5, 0.95], np.float32)
        fill = np.array([-key[0], -0.4, 1.2], np.float32)
        self._around = Surroundings(
            zenith=np.array([0.62, 0.58, 0.56], np.float32),
            horizon=np.array([0.40, 0.40, 0.42], np.float32),
            bounce=(self._surface.reshape(-1, 3).mean(0) * 0.7).astype(np.float32),
            lights=(
                Light(key / np.float32(np.linalg.norm(key)), np.array([0.50, 0.56, 0.62], np.float32), 0.22),
                Light(fill / np.float32(np.linalg.norm(fill)), np.array([0.12, 0.11, 0.10], np.float32), 0.5),
            ),
        )
        self._offset = (float(rng.normal()), float(rng.normal()))
        w, h = size
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        corner = ((x / w - 0.5) ** 2 + (y / h - 0.5) ** 2)[..., None]
        self._shade: F32 = np.asarray(shade(size, rng, 0.28) * (1 - 0.55 * corner), np.float32)
        self._grain = rng.normal(size=(h, w, 1)).astype(np.float32) * 0.004
        self._style = Style(
            body=linear(PAINT["white"]), ink=linear((24, 22, 22)), rounding=0.26, ball=1.52,
            pip_radius=0.165, pip_spread=0.5, pip_depth=0.55, gloss=0.75, polish=260.0,
        )  # fmt: skip

    @cached_property
    def empty(self) -> Picture:
        """The table without dice."""
        return self._developed(self._bare)

    def throw(self, dice: Sequence[tuple[str, int]], seed: int, frames: int = 10) -> Throw:
        """Throw `dice`, each a colour and a value from 1 to 6; `frames` pictures show them rolling.

        The same seed throws them the same way, whatever they show. Raises ValueError for dice that do not
        exist.
        """
        paths = self._paths(dice, seed)
        rolling = [
            self._developed(self._blurred(paths, i / frames, (i + 0.7) / frames)) for i in range(frames)
        ]
        return Throw(tuple(dice), tuple(rolling), self._lying(paths))

    def lay(
        self,
        dice: Sequence[tuple[str, int]],
        seed: int,
        pushed: Mapping[int, tuple[float, float]] | None = None,
    ) -> Picture:
        """The dice as they lie after `throw` with the same seed.

        `pushed`: dice, by their place in `dice`, that were pushed to the right and away, in edges.
        """
        paths = self._paths(dice, seed)
        for index, (right, away) in (pushed or {}).items():
            body = paths[index].body
            centre = body.centre + np.array([right, away, 0], np.float32)
            paths[index] = replace(paths[index], body=replace(body, centre=centre))
        return self._lying(paths)

    def _lying(self, paths: Sequence[_Path]) -> Picture:
        return self._developed(self._light(self._view(1), [path.body for path in paths], 2.5))

    def _paths(self, dice: Sequence[tuple[str, int]], seed: int) -> list[_Path]:
        """Where the dice end, apart from each other, and from where they come: one hand, one side."""
        for colour, value in dice:
            if colour not in PAINT or not 1 <= value <= 6:
                raise ValueError(
                    f"a die has a colour of {', '.join(PAINT)} and a value of 1 to 6, not {colour} {value}"
                )
        rng = np.random.default_rng(seed)
        view = self._view(1)
        w, h = self.size
        side = float(rng.uniform(-0.9, 0.9))
        paths: list[_Path] = []
        for colour, value in dice:
            spot = np.zeros(3, np.float32)
            for attempt in range(400):
                reach = 0.5 + 0.4 * min(1.0, attempt / 200)
                px = w * (0.5 + 0.5 * reach * rng.uniform(-1, 1))
                py = h * (0.5 + 0.5 * reach * rng.uniform(-0.85, 0.85))
                found = view.on_table(float(px), float(py))
                assert found is not None  # the camera is steep: no pixel looks past the table
                spot = found
                if all(np.hypot(*(path.body.centre[:2] - spot[:2])) > 1.5 for path in paths):
                    break
            body = lying(rng, self._made(colour), value, float(spot[0]), float(spot[1]))
            away = np.array([side + rng.normal() * 0.18, -1, 0], np.float32)
            away /= np.float32(np.linalg.norm(away))
            near = -view.on_table(w / 2, h - 1)[1] + float(spot[1])  # type: ignore[index]
            far = (near + 0.8) / max(0.5, float(-away[1])) + float(rng.uniform(0, 0.7))
            paths.append(_Path(body, away, far, float(rng.uniform(0, 0.15)), float(rng.uniform(0.6, 1.4))))
        return paths

    def _made(self, colour: str) -> Style:
        dark = colour in ("white", "yellow")
        ink = linear((26, 24, 24)) if dark else linear((236, 240, 242))
        return replace(self._style, body=linear(PAINT[colour]), ink=ink)

    def _view(self, shrink: int) -> Camera:
        size = (self.size[0] // shrink, self.size[1] // shrink)
        return camera(size, self._edge / shrink, self._elevation, 38.0)

    def _light(self, view: Camera, bodies: Sequence[Body], fine: float) -> F32:
        return draw(
            view, tuple(bodies), self._surface, self._edge, self._around, 0.16, self._offset, fine
        ).image

    def _blurred(self, paths: Sequence[_Path], begin: float, end: float, steps: int = 3) -> F32:
        """What a shutter open from `begin` to `end` sees: fast dice as streaks, the table sharp.

        Drawn at half the size; the table's own detail comes from its full-sized picture.
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

    def _developed(self, light: F32) -> Picture:
        image = cv2.GaussianBlur(np.asarray(light * self._shade, np.float32), (0, 0), 0.45)
        return picture_of(np.asarray(image + self._grain, np.float32))
