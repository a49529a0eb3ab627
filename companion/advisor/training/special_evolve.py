"""Evolve the weights of the greedy player of each game with special cells: `python -m
companion.advisor.training.special_evolve`.

Each generation draws CANDIDATES weights around the mean of the last one; all play that mean on the same dice,
from both seats, and the mean of the best becomes the next. The result goes to models/greedy.toml.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.training.special_match import START, WEIGHTS, Player, Weights, field_of, play
from companion.advisor.training.special_play import GREEDY
from sheets.pad import FURTHER_PADS

ROOT = Path(__file__).parents[3]
CANDIDATES, BEST = 12, 4
SPREAD = (0.8, 1.2, 0.12, 0.15)
SOFT = 15.0
"""Points of lead that count as a win almost for sure."""


def evolve(name: str, generations: int, games: int, seed: int) -> Weights:
    """The weights after so many generations of so many games each."""
    field = field_of(name)
    mean, spread = np.array(START), np.array(SPREAD)
    each = max(1, games // (2 * CANDIDATES))
    for generation in range(generations):
        rng = np.random.default_rng((seed, generation))
        drawn = mean + spread * rng.standard_normal((CANDIDATES, len(mean)))
        drawn[:, 1:] = np.maximum(drawn[:, 1:], 0)
        rival = Player(GREEDY, _four(mean))
        fitness = np.zeros(CANDIDATES)
        for number, weights in enumerate(drawn):
            own = Player(GREEDY, _four(weights))
            for players, seat in (([own, rival], 0), ([rival, own], 1)):
                points = play(field, players, each, 1000 * seed + generation)[0].points
                fitness[number] += (1 / (1 + np.exp((points[:, 1 - seat] - points[:, seat]) / SOFT))).mean()
        best = drawn[np.argsort(-fitness)[:BEST]]
        spread = np.maximum(0.85 * spread + 0.15 * best.std(0) * 1.5, 0.08 * np.array(SPREAD))
        mean = 0.5 * mean + 0.5 * best.mean(0)
    return _four(mean)


def _four(weights: npt.NDArray[np.float64]) -> Weights:
    progress, misses, concentration, skipped = (float(weight) for weight in weights)
    return progress, misses, concentration, skipped


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(FURTHER_PADS))
@click.option("--generations", default=40, show_default=True)
@click.option("--count", default=1200, show_default=True, help="Games of each generation.")
@click.option("--seed", default=1, show_default=True)
def main(games: tuple[str, ...], generations: int, count: int, seed: int) -> None:
    """Evolve the greedy players of GAMES (by default all of them) into models/greedy.toml."""
    path = ROOT / "models" / "greedy.toml"
    for name in games or FURTHER_PADS:
        weights = evolve(name, generations, count, seed)
        found = tomllib.loads(path.read_text("utf-8")) | {name: dict(zip(WEIGHTS, weights, strict=True))}
        text = path.read_text("utf-8").split("\n\n")[0] + "\n"
        for pad, named in found.items():
            text += f"\n[{pad}]\n" + "".join(f"{key} = {value:.4f}\n" for key, value in named.items())
        path.write_text(text, "utf-8")
        click.echo(f"{name:12} " + "  ".join(f"{n} {w:.3f}" for n, w in zip(WEIGHTS, weights, strict=True)))


if __name__ == "__main__":
    main()
