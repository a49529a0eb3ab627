"""Measures reading with a turned camera, and with a die that the picture's border or a finger hides in part.

`python -m training.evaluation.views ROLLS` makes such views of rolls from `training.evaluation`, reads them,
and prints for each view how many readings are complete and how many of these are wrong, in Markdown.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np

from training.dice.readings import ImageLabels, load_labels
from vision import read
from vision.frames.image import Image, load

TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
CUTS = (0.08, 0.15, 0.25, 0.45, 0.65)
"""For each view with a die cut off at the border: the missing share of the die's width."""
SKIN = (120, 150, 205)
"""Colour of a finger in BGR."""


@dataclass(frozen=True, slots=True, eq=False)
class ChangedPicture:
    """A changed picture of a roll."""

    name: str  # the change, for example "turned by 90°"
    image: Image


def cut(image: Image, row: ImageLabels, share: float) -> Image:
    """Return the picture, cropped at the left so that `share` of the leftmost die's width is missing."""
    x, _, width, _ = min((die["box"] for die in row["dice"]), key=lambda box: box[0])
    return np.ascontiguousarray(image[:, round(x + share * width) :])


def covered(image: Image, row: ImageLabels) -> Image:
    """Return the picture with a finger that reaches in from below and covers the middle of the lowest die."""
    x, y, width, height = max((die["box"] for die in row["dice"]), key=lambda box: box[1] + box[3])
    tip = (round(x + width / 2), round(y + 0.45 * height))
    seen, thick = image.copy(), max(3, round(0.55 * width))
    cv2.line(seen, tip, (tip[0] + round(0.4 * width), 2 * image.shape[0]), SKIN, thick, cv2.LINE_AA)
    return seen


def views(image: Image, row: ImageLabels) -> Iterator[ChangedPicture]:
    """Yield the picture of a roll: unchanged, turned, with its leftmost die cut, and with a die covered."""
    yield ChangedPicture("upright", image)
    for turn, code in TURNS.items():
        yield ChangedPicture(f"turned by {turn}°", np.asarray(cv2.rotate(image, code), np.uint8))
    for share in CUTS:
        yield ChangedPicture(f"cut, {share:.0%} of a die outside", cut(image, row, share))
    yield ChangedPicture("a finger over a die", covered(image, row))


def measure(folder: Path, most: int | None = None) -> Counter[tuple[str, str]]:
    """Read views of the rolls in `folder`; return counts by (name of the view, what is counted).

    Counted are "rolls", "complete" readings, and the "wrong" readings among the complete ones. `most`: the
    largest number of rolls to read.
    """
    counts = Counter[tuple[str, str]]()
    for row in load_labels(folder)[:most]:
        sides = 8 if row["set"].endswith("8") else 6
        ours = [die for die in row["dice"] if die["sides"] == sides and die["colour"] != "other"]
        truth = Counter((str(die["colour"]), die["value"]) for die in ours)
        own: ImageLabels = {**row, "dice": ours}
        for view in views(load(folder / row["image"]), own):
            reading = read(view.image, game="longo" if sides == 8 else "classic")
            seen = Counter((str(die.colour), die.value) for die in reading.dice)
            complete = reading.status == "complete"
            counts[view.name, "rolls"] += 1
            counts[view.name, "complete"] += complete
            counts[view.name, "wrong"] += complete and seen != truth
    return counts


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--most", type=int, help="So many rolls of each folder at most.")
def command(folders: tuple[Path, ...], most: int | None) -> None:
    """Measure rolls whose camera is turned, and with a die that is cut or covered."""
    counts = sum((measure(folder, most) for folder in folders), Counter[tuple[str, str]]())
    click.echo("| view | rolls | complete | of these wrong |\n|---|---|---|---|")
    for name in dict.fromkeys(view for view, _ in counts):
        cells = " | ".join(str(counts[name, what]) for what in ("rolls", "complete", "wrong"))
        click.echo(f"| {name} | {cells} |")


if __name__ == "__main__":
    command()
