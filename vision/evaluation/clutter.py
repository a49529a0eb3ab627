"""What else lies on a table at play: sheets, pencils, keys, coins, cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from vision.evaluation import solids, textures
from vision.evaluation.scene import Thing, View, spin
from vision.evaluation.solids import F64, Mesh
from vision.evaluation.textures import Random, linear

Spot = Callable[[], F64]
Free = Callable[[F64, float], bool]
Put = Callable[[Mesh, F64, float], Mesh]


def clutter(
    rng: Random, view: View, sides: int, fonts: tuple[Path, ...], places: list[tuple[F64, float, float]]
) -> tuple[list[Thing], list[str]]:
    """Sheets, pencils, keys, coins and cards where no die stands."""
    things: list[Thing] = []
    names: list[str] = []
    font = fonts[int(rng.integers(len(fonts)))]

    def spot() -> F64:
        pixel = rng.uniform(-0.1, 1.1, 2) * [view.width, view.height]
        return view.on_table((float(pixel[0]), float(pixel[1])), 0.0)

    def free(at: F64, radius: float) -> bool:
        return all(np.hypot(*(at - p)[:2]) > radius + 0.75 * abs(s) for p, _, s in places)

    def put(mesh: Mesh, at: F64, angle: float) -> Mesh:
        return mesh.moved(spin(angle), np.array([at[0], at[1], 0.0]))

    kinds = rng.permutation(["sheet", "sheet", "pencil", "keys", "coins", "notes", "none", "none"])
    for layer, kind in enumerate(kinds[: int(rng.integers(0, 4))]):
        angle = float(rng.uniform(0, 2 * np.pi))
        if kind in ("sheet", "notes"):
            for k in range(int(rng.integers(1, 3))):
                size = rng.uniform(130, 210)
                page = textures.sheet(rng, font, sides == 8) if kind == "sheet" else textures.notes(rng, font)
                shape = (size, size / 1.5) if kind == "sheet" else (size * 0.55, size * 0.73)
                lifted = solids.leaf(*shape, z=0.1 + 0.12 * layer + 0.05 * k)
                things.append(Thing(put(lifted, spot(), angle + 0.2 * k), page))
            names.append(str(kind))
        elif kind == "pencil":
            if found := _pencils(rng, spot, free, put, places):
                things.append(found)
                names.append("pencil")
        elif kind == "keys":
            if found := _keys(rng, font, angle, spot, free, put):
                things.append(found)
            names.append("keys")
        elif kind == "coins":
            coins, tops_of_coins = [], []
            for _ in range(int(rng.integers(1, 8))):
                at, radius = spot(), rng.uniform(8, 13)
                if free(at, radius):
                    turned = float(rng.uniform(0, 6.3))
                    coins.append(put(solids.disc(radius, rng.uniform(1.5, 4)), at, turned))
                    tops_of_coins.append(textures.coin(rng, font))
                    places.append((at, 0.0, -radius * 1.7))
            if coins:
                things.append(Thing(solids.gathered(coins), np.concatenate(tops_of_coins, axis=1), 0.3))
                names.append("coins")
    return things, names


def _pencils(
    rng: Random, spot: Spot, free: Free, put: Put, places: list[tuple[F64, float, float]]
) -> Thing | None:
    """One to three pencils; those that a die stands on are left out."""
    lines, coats = [], []
    for _ in range(int(rng.integers(1, 4))):
        mesh = solids.pencil(rng.uniform(90, 175), rng.uniform(3, 4))
        at, turn = spot(), float(rng.uniform(0, 2 * np.pi))
        line = put(mesh, at, turn)
        if all(np.hypot(*(line.points[:, :2] - p[:2]).T).min() > 0.75 * abs(s) for p, _, s in places):
            way = np.array([np.cos(turn), np.sin(turn), 0])
            if all(free(at + t * way, 5) for t in np.linspace(-80, 80, 30)):
                lines.append(line)
                coats.append(textures.lacquer(rng))
    if not lines:
        return None
    return Thing(solids.gathered(lines), np.concatenate(coats, axis=1), 0.2)


def _keys(rng: Random, font: Path, angle: float, spot: Spot, free: Free, put: Put) -> Thing | None:
    """A keyboard, without the keys that a die stands on."""
    tone = linear((0.06, 0.06, 0.07)) if rng.random() < 0.6 else linear((0.9, 0.9, 0.9))
    at, pitch = spot(), 18.5
    keys = []
    for i in range(-5, 5):
        for j in range(-2, 2):
            here = at + spin(angle) @ np.array([i * pitch + (j % 2) * 5, j * pitch, 0])
            if free(here, 13):
                keys.append(put(solids.block(17, 17, rng.uniform(6, 7), 0.8), here, angle))
    if not keys:
        return None
    tops = np.concatenate([textures.key(rng, font, tone) for _ in keys], axis=1)
    return Thing(solids.gathered(keys), tops, 0.35)
