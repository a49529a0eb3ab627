"""Makes objects that lie on a table during a game: sheets, pencils, keys, coins, cards."""

from pathlib import Path

import numpy as np

from training.evaluation import solids, textures
from training.evaluation.placing import Footprint
from training.evaluation.scene import Solid, View, spin
from training.evaluation.solids import F64, Mesh
from training.evaluation.textures import Random, linear

KINDS = ("sheet", "sheet", "pencil", "keys", "coins", "notes", "none", "none")
MAX_KINDS = 3
KEY_PITCH_MM = 18.5


def clutter(
    rng: Random, view: View, sides: int, fonts: tuple[Path, ...], taken: list[Footprint]
) -> tuple[list[Solid], list[str]]:
    """Return random sheets, pencils, keys, coins and cards, and the names of the kinds that were chosen.

    Only sheets and cards may lie under the dice. `taken`: footprints of the dice; coins are appended.
    """
    table = _Table(rng, view, sides, fonts[int(rng.integers(len(fonts)))], taken)
    made: list[Solid] = []
    names: list[str] = []
    kinds = rng.permutation(KINDS)
    for layer, kind in enumerate(kinds[: int(rng.integers(0, MAX_KINDS + 1))]):
        found = table.lay(str(kind), layer, float(rng.uniform(0, 2 * np.pi)))
        if found or kind in ("sheet", "notes", "keys"):
            names.append(str(kind))
        made += found
    return made, names


def _put(mesh: Mesh, at: F64, angle: float) -> Mesh:
    return mesh.moved(spin(angle), np.array([at[0], at[1], 0.0]))


class _Table:
    """A table with dice, to which random objects are added. `taken`: footprints of dice and coins."""

    def __init__(self, rng: Random, view: View, sides: int, font: Path, taken: list[Footprint]) -> None:
        self.rng, self.view, self.sides, self.font, self.taken = rng, view, sides, font, taken

    def lay(self, kind: str, layer: int, angle: float) -> list[Solid]:
        """Return random objects of one kind, turned by `angle`; paper of a higher layer lies higher."""
        if kind in ("sheet", "notes"):
            return [self._paper(kind, layer, k, angle) for k in range(int(self.rng.integers(1, 3)))]
        makers = {"pencil": self._pencils, "keys": self._keys, "coins": self._coins}
        return makers[kind](angle) if kind in makers else []

    def _spot(self) -> F64:
        pixel = self.rng.uniform(-0.1, 1.1, 2) * [self.view.width, self.view.height]
        return self.view.on_table((float(pixel[0]), float(pixel[1])), 0.0)

    def _is_free(self, at: F64, radius: float) -> bool:
        return all(np.hypot(*(at - one.at)[:2]) > radius + 0.75 * one.edge for one in self.taken)

    def _paper(self, kind: str, layer: int, k: int, angle: float) -> Solid:
        rng = self.rng
        size = rng.uniform(130, 210)
        if kind == "sheet":
            texture, shape = textures.sheet(rng, self.font, self.sides == 8), (size, size / 1.5)
        else:
            texture, shape = textures.notes(rng, self.font), (size * 0.55, size * 0.73)
        leaf = solids.leaf(*shape, z=0.1 + 0.12 * layer + 0.05 * k)
        return Solid(_put(leaf, self._spot(), angle + 0.2 * k), texture)

    def _pencils(self, _: float) -> list[Solid]:
        rng = self.rng
        lines, coats = list[Mesh](), list[textures.F32]()
        for _number in range(int(rng.integers(1, 4))):
            mesh = solids.pencil(rng.uniform(90, 175), rng.uniform(3, 4))
            at, turn = self._spot(), float(rng.uniform(0, 2 * np.pi))
            line = _put(mesh, at, turn)
            ends = line.points[:, :2]
            if all(np.hypot(*(ends - one.at[:2]).T).min() > 0.75 * one.edge for one in self.taken):
                way = np.array([np.cos(turn), np.sin(turn), 0])
                if all(self._is_free(at + t * way, 5) for t in np.linspace(-80, 80, 30)):
                    lines.append(line)
                    coats.append(textures.lacquer(rng))
        return [Solid(solids.gathered(lines), np.concatenate(coats, axis=1), 0.2)] if lines else []

    def _keys(self, angle: float) -> list[Solid]:
        rng = self.rng
        tone = linear((0.06, 0.06, 0.07)) if rng.random() < 0.6 else linear((0.9, 0.9, 0.9))
        at, keys = self._spot(), list[Mesh]()
        for i in range(-5, 5):
            for j in range(-2, 2):
                way = np.array([i * KEY_PITCH_MM + (j % 2) * 5, j * KEY_PITCH_MM, 0])
                here = at + spin(angle) @ way
                if self._is_free(here, 13):
                    keys.append(_put(solids.block(17, 17, rng.uniform(6, 7), 0.8), here, angle))
        if not keys:
            return []
        tops = np.concatenate([textures.key(rng, self.font, tone) for _ in keys], axis=1)
        return [Solid(solids.gathered(keys), tops, 0.35)]

    def _coins(self, _: float) -> list[Solid]:
        rng = self.rng
        coins, tops = list[Mesh](), list[textures.F32]()
        for _number in range(int(rng.integers(1, 8))):
            at, radius = self._spot(), rng.uniform(8, 13)
            if self._is_free(at, radius):
                turn = float(rng.uniform(0, 6.3))
                coins.append(_put(solids.disc(radius, rng.uniform(1.5, 4)), at, turn))
                tops.append(textures.coin(rng, self.font))
                self.taken.append(Footprint(at, 0.0, radius * 1.7, is_disc=True))
        return [Solid(solids.gathered(coins), np.concatenate(tops, axis=1), 0.3)] if coins else []
