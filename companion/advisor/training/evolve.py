"""Evolve the four weights of the greedy player of each pad: `python -m companion.advisor.training.evolve`.

Each generation draws CANDIDATES weights around the mean of the last one. All play the same dice, from both
seats, against that mean; the mean of the best becomes the next. Fixed seed;
stopped and started again it goes on where it was (build/evolve-PAD.json). The result: models/greedy.toml.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.greedy import WEIGHTS, GreedyPlayer, ingredients
from companion.advisor.grid import Grid, grid
from companion.advisor.simulator import Afterstates, Player, play
from sheets.pad import PADS, load_pad

Floats = npt.NDArray[np.float32]

ROOT = Path(__file__).parents[3]
CANDIDATES, BEST = 20, 5
START = (2.0, 3.0, 0.1, 0.2)
SPREAD = (1.0, 1.5, 0.08, 0.2)
SOFT = 15.0
"""Points of lead that count as a win almost for sure: a lead of so many counts 0.73, which is less noisy
than 1."""


class Population:
    """Many greedy players at one seat: game g of the batch is played by number g // `each`."""

    def __init__(self, grid: Grid, weights: npt.NDArray[np.float64], each: int) -> None:
        progress, misses, concentration, skipped = weights.T
        parts = np.stack([np.ones_like(progress), progress, concentration, -skipped])
        self._rows = (ingredients(grid) @ parts.astype(np.float32)).transpose(0, 2, 1).copy()
        self._miss = misses.astype(np.float32)
        self._each = each

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) as Greedy, each by the weights of its game."""
        who = after.batch.game[after.game] // self._each
        rows = after.sheets.rows
        values: Floats = -self._miss[who] * after.sheets.misses
        for row in range(4):
            values = values + self._rows[row][who, rows[row]]
        return values.astype(np.float32)


def fitness(
    grid: Grid, weights: npt.NDArray[np.float64], rival: Player, games: int, seed: int
) -> npt.NDArray[np.float64]:
    """(candidates,) how well each does against the rival in `games` games altogether, from both seats."""
    each = games // (2 * len(weights))
    own = Population(grid, weights, each)
    total = np.zeros(len(weights))
    for seat in (0, 1):
        players = [own, rival] if seat == 0 else [rival, own]
        outcome = play(grid, players, each * len(weights), seed, copies=len(weights))
        lead = outcome.points[:, seat] - outcome.points[:, 1 - seat]
        total += (1 / (1 + np.exp(-lead / SOFT))).reshape(len(weights), each).mean(1)
    return total / 2


def evolve(pad: str, generations: int, games: int, seed: int, folder: Path) -> npt.NDArray[np.float64]:
    """The weights after so many generations; goes on from the file in `folder` where there is one."""
    table = grid(load_pad(pad))
    path = folder / f"evolve-{pad}.json"
    state: dict[str, Any] = {"generation": 0, "mean": START, "spread": SPREAD}
    if path.is_file():
        state = json.loads(path.read_text())
    mean, spread = np.array(state["mean"]), np.array(state["spread"])
    for generation in range(state["generation"], generations):
        rng = np.random.default_rng((seed, generation))
        weights = mean + spread * rng.standard_normal((CANDIDATES, len(mean)))
        weights[:, 3] = np.maximum(weights[:, 3], 0)
        found = fitness(table, weights, GreedyPlayer(table, tuple(mean)), games, int(rng.integers(2**31)))
        best = weights[np.argsort(-found)[:BEST]]
        spread = np.maximum(0.8 * spread + 0.2 * best.std(0) * 1.5, 0.04 * np.array(SPREAD))
        mean = 0.5 * mean + 0.5 * best.mean(0)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            json.dumps({"generation": generation + 1, "mean": list(mean), "spread": list(spread)})
        )
        if (generation + 1) % 10 == 0:
            shown = "  ".join(f"{n} {w:.3f}" for n, w in zip(WEIGHTS, mean, strict=True))
            click.echo(f"{pad:8} generation {generation + 1:3}  best {found.max():.3f}  {shown}")
    return mean


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--generations", default=60, show_default=True)
@click.option("--games", default=2000, show_default=True, help="Games of each generation.")
@click.option("--seed", default=1, show_default=True)
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Where it is kept.")
def main(pads: tuple[str, ...], generations: int, games: int, seed: int, folder: Path) -> None:
    """Evolve the greedy players and write models/greedy.toml."""
    path = ROOT / "models" / "greedy.toml"
    found = {}
    for pad in PADS:
        if pad in pads or not pads or (folder / f"evolve-{pad}.json").is_file():
            found[pad] = evolve(pad, generations if pad in pads or not pads else 0, games, seed, folder)
    text = "# Weights of the greedy players, by `python -m companion.advisor.training.evolve`.\n"
    for pad, weights in found.items():
        text += f"\n[{pad}]\n" + "".join(f"{n} = {w:.4f}\n" for n, w in zip(WEIGHTS, weights, strict=True))
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
