"""Put the networks of games with special cells into models/, if they win often enough: `python -m
companion.advisor.training.special_export`. It prints what models/MODELS.toml must say of each."""

from __future__ import annotations

import hashlib
from pathlib import Path

import click
import numpy as np

from companion.advisor.special_value import FOLDER, pack
from companion.advisor.training.special_learn import ROOT
from companion.advisor.training.special_match import Player, field_of, greedy, match
from companion.advisor.training.special_network import load_learner, new_learner, new_network
from companion.advisor.training.special_play import LEARNED, Network
from sheets.pad import FURTHER_PADS


def packed_and_back(network: Network, path: Path) -> Network:
    """The network as its file gives it, whose vectors have eight bits and other weights sixteen."""
    pack(path, network._asdict())
    with np.load(path) as file:
        table = (file["table"] * file["scale"]).astype(np.float32)
        rest = (file[name].astype(np.float32) for name in Network._fields[1:])
        return Network(table, *rest)


def model_card(name: str, file: Path, share: str) -> str:
    """What models/MODELS.toml says of a network."""
    entry = {
        "name": f"advice on {name}",
        "version": "1",
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "input": "a table between two turns as one player sees it (companion.advisor.special_features): "
        "indices of vectors, and 34 numbers",
        "output": "the logit of the chance to win, and the final lead over the best opponent in units of 50 "
        "points (companion.advisor.special_value)",
        "made_by": f"python -m companion.advisor.training.special_learn {name}: self-play of two to five",
        "scored": f"two players, against its greedy player: {share}",
    }
    return "\n".join(["[[table]]", *(f'{key} = "{value}"' for key, value in entry.items())])


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(FURTHER_PADS))
@click.option("--count", default=4000, show_default=True, help="Games of two players that are measured.")
@click.option("--least", default=60.0, show_default=True, help="Percent of them that a network must win.")
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Of the training.")
def main(games: tuple[str, ...], count: int, least: float, folder: Path) -> None:
    """Measure GAMES, or all that were trained, as they would ship, and keep those that are good enough."""
    for name in games or FURTHER_PADS:
        path = folder / f"special-{name}.npz"
        if not path.is_file():
            continue
        field, rival = field_of(name), greedy(name)
        learner = new_learner(new_network(field.tables, 0))
        load_learner(learner, path)
        small = folder / f"advice-{name}.npz"
        player = Player(LEARNED, rival.weights, packed_and_back(learner.smooth, small))
        means = match(field, player, rival, 2, count, 5000).mean(axis=1)
        half = 1.96 * means.std(ddof=1) / len(means) ** 0.5
        share = f"{100 * means.mean():.1f} ± {100 * half:.1f} % of {2 * len(means):,} games"
        if 100 * means.mean() >= least:
            small.replace(FOLDER / small.name)
            click.echo(model_card(name, FOLDER / small.name, share))
        else:
            click.echo(f"{name}: {share}, too few")


if __name__ == "__main__":
    main()
