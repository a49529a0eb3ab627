"""Evolves the four weights of the greedy player for each game: `python -m training.advice.evolve`.

Each generation draws CANDIDATES sets of weights around the current mean. Each set plays against this mean, on
the same dice and from both seats. Then the mean moves halfway to the mean of the BEST sets. The result goes
to models/greedy.toml.
"""

import tomllib
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from sheets.pad import FURTHER_PADS, PADS
from training.advice.play import play
from training.advice.players import START, WEIGHTS, GameData, GreedyPlayer, Weights, game_data

SHIPPED = Path(__file__).parents[2] / "models" / "greedy.toml"
CANDIDATES, BEST = 16, 5
SPREAD = (0.9, 1.3, 0.1, 0.18)
SOFT_POINTS = 15.0
"""Points of lead that count as 0.73 of a win. Such partial wins are less noisy than 0 or 1."""


def fitness(data: GameData, weights: Weights, rival: Weights, games: int, seed: int) -> float:
    """Return how well one greedy player does against another, 0 to 1, in `games` games from each seat.

    It is the mean of the logistic function of the lead (`SOFT_POINTS`).
    """
    own, other = GreedyPlayer(data, weights), GreedyPlayer(data, rival)
    total = 0.0
    for players, seat in (([own, other], 0), ([other, own], 1)):
        points = play(data.tables, players, games, seed).points
        total += float((1 / (1 + np.exp((points[:, 1 - seat] - points[:, seat]) / SOFT_POINTS))).mean())
    return total / 2


def evolve(name: str, generations: int, games: int, seed: int) -> Weights:
    """Return evolved weights of the greedy player for the game `name`. `games`: the number per generation."""
    data = game_data(name)
    mean, spread = np.array(START), np.array(SPREAD)
    each = max(1, games // (2 * CANDIDATES))
    for generation in range(generations):
        rng = np.random.default_rng((seed, generation))
        drawn = mean + spread * rng.standard_normal((CANDIDATES, len(mean)))
        drawn[:, 1:] = np.maximum(drawn[:, 1:], 0)
        dice = 1000 * seed + generation
        found = [fitness(data, _four(weights), _four(mean), each, dice) for weights in drawn]
        best = drawn[np.argsort(found)[-BEST:]]
        spread = np.maximum(0.8 * spread + 0.2 * best.std(0) * 1.5, 0.05 * np.array(SPREAD))
        mean = 0.5 * mean + 0.5 * best.mean(0)
    return _four(mean)


def _four(weights: npt.NDArray[np.float64]) -> Weights:
    progress, misses, concentration, skipped = (float(weight) for weight in weights)
    return progress, misses, concentration, skipped


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([*PADS, *FURTHER_PADS]))
@click.option("--generations", default=60, show_default=True)
@click.option("--games", default=2000, show_default=True, help="Games of each generation.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--out", default=SHIPPED, type=click.Path(path_type=Path), help="The file; by default what ships."
)
def main(names: tuple[str, ...], generations: int, games: int, seed: int, out: Path) -> None:
    """Evolve the greedy players of the games NAMES (by default all of them)."""
    if not out.exists():
        out.write_bytes(SHIPPED.read_bytes())
    for name in names or (*PADS, *FURTHER_PADS):
        weights = evolve(name, generations, games, seed)
        text = out.read_text("utf-8")
        found = tomllib.loads(text) | {name: dict(zip(WEIGHTS, weights, strict=True))}
        text = text.split("\n\n")[0] + "\n"
        for pad, named in found.items():
            text += f"\n[{pad}]\n" + "".join(f"{key} = {value:.4f}\n" for key, value in named.items())
        out.write_text(text, "utf-8")
        click.echo(f"{name:12} " + "  ".join(f"{n} {w:.3f}" for n, w in zip(WEIGHTS, weights, strict=True)))


if __name__ == "__main__":
    main()
