"""Copies trained networks to models/ if they beat the networks there: `python -m training.advice.ship`.

Prints the entry of each copied network for models/MODELS.toml.
"""

import hashlib
import shutil
from pathlib import Path

import click

from companion.advisor.value import ValueNetwork
from sheets.pad import FURTHER_PADS, PADS
from training.advice.learn import ROOT, share_of_wins
from training.advice.network import Learner, load_shipped
from training.advice.players import GreedyPlayer, LearnedPlayer, game_data

SEED = 5000


def model_card(name: str, file: Path, share: str) -> str:
    """Return a network's entry for models/MODELS.toml. Its version is always 1, to be corrected by hand.

    `share`: the network's share of wins against a greedy player, as text.
    """
    entry = {
        "name": f"advice on {name}",
        "version": "1",
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "input": "a table between two turns as one player sees it (companion.advisor.encoder): ids (n, k) "
        "int32, places in a table of vectors; numbers (n, 34) float32",
        "output": "win (n,) logits of the chance to win; lead (n,) over the best opponent at the end, in "
        "units of 50 points",
        "scored": f"two players, against greedy: {share} (docs/accuracy-and-speed.md)",
    }
    return "\n".join(["[[model]]", *(f'{key} = "{value}"' for key, value in entry.items())])


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([*PADS, *FURTHER_PADS]))
@click.option("--games", default=20_000, show_default=True, help="Of two players, in each of two matches.")
@click.option("--folder", default=ROOT / "build", type=click.Path(path_type=Path), help="Of the training.")
def main(names: tuple[str, ...], games: int, folder: Path) -> None:
    """Measure the networks of the games NAMES, or all that were learnt, against those that ship."""
    for name in names or (*PADS, *FURTHER_PADS):
        path, shipped = folder / f"advice-{name}.onnx", ROOT / "models" / f"advice-{name}.onnx"
        if not path.is_file():
            continue
        data, value = game_data(name), Learner(load_shipped(path))
        told = f"{share_of_wins(data, value, GreedyPlayer(data), games, SEED)} % of {games:,} games"
        click.echo(f"{name}: against greedy {told}")
        if shipped.is_file():
            rival = LearnedPlayer(data, ValueNetwork(name).outputs)
            better = share_of_wins(data, value, rival, games, SEED)
            click.echo(f"{name}: against the one that ships {better} %")
            if better.mean - better.half <= 0.5:
                continue
        shutil.copyfile(path, shipped)
        click.echo(model_card(name, shipped, told))


if __name__ == "__main__":
    main()
