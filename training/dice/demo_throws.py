"""Records the demo's throws: `python -m training.dice.demo_throws`, which takes one core four minutes.

Each throw is rendered, packed into one picture, unpacked as the demo does, and kept only if the networks read
the dice at rest as they were thrown. `vision.frames.recording` says what the pictures hold.
"""

from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import numpy as np

from training.renderer.throw import Tabletop
from vision import read
from vision.frames.image import Image
from vision.frames.recording import (
    EMPTY_TABLE,
    ROLLING_PICTURES,
    THROWS,
    Dice,
    file_name,
    load_empty_table,
    load_throw,
)

WHOLE_SET = ("white", "white", "red", "yellow", "green", "blue")
FOLDER = Path(str(THROWS))
TABLE_SEED = 11
"""Seed of the one table on which all throws are made."""
MIN_PROBABILITY = 0.99
"""A throw is kept only if the probability of its reading is at least this."""


def packed(rolling: list[Image], rest: Image, empty: Image) -> Image:
    """Pack the pictures of a throw into one, as `vision.frames.recording` describes it."""
    height, width = empty.shape[:2]
    changes = [_change(picture, empty) for picture in (rest, *rolling)]
    size = (width // 2, height // 2)
    small = [cv2.resize(change, size, interpolation=cv2.INTER_AREA) for change in changes[1:]]
    rows = [np.hstack(small[i : i + 2]) for i in range(0, len(small), 2)]
    return np.vstack([changes[0], *rows])


def _change(picture: Image, empty: Image) -> Image:
    half = (picture.astype(np.float32) - empty) / 2
    return np.asarray(np.clip(np.rint(half + 128), 0, 255), np.uint8)


def dice_sets() -> Iterator[tuple[str, ...]]:
    """Yield the colours of the whole set of dice, then those of each set that lacks one coloured die."""
    yield WHOLE_SET
    for gone in WHOLE_SET[2:]:
        yield tuple(colour for colour in WHOLE_SET if colour != gone)


def record(table: Tabletop, colours: tuple[str, ...], sides: int, number: int, quality: int) -> None:
    """Record `number` throws of dice of these colours that the networks read correctly."""
    chance = np.random.default_rng((TABLE_SEED, sides, *(ord(colour[0]) for colour in colours)))
    empty, kept = load_empty_table(), 0
    while kept < number:
        values = chance.integers(1, sides + 1, len(colours)).tolist()
        dice: Dice = tuple(zip(colours, values, strict=True))
        seed = int(chance.integers(2**31))
        *rolling, rest = table.pictures(dice, seed, ROLLING_PICTURES, sides=sides)
        file = FOLDER / file_name(sides, dice)
        if file.exists():
            continue
        picture = packed(rolling, rest, empty)
        file.write_bytes(_webp(picture, quality))
        rest = load_throw(file.name, empty).rest
        reading = read(rest, game="longo" if sides == 8 else "classic", removed=_removed(colours))
        seen = sorted((die.colour, die.value) for die in reading.dice)
        if reading.status == "complete" and seen == sorted(dice) and reading.probability >= MIN_PROBABILITY:
            kept += 1
        else:
            file.unlink()
        click.echo(f"{file.name}: {reading.status}, {reading.probability:.4f}, {kept} of {number}")


def _removed(colours: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(colour for colour in WHOLE_SET if colour not in colours)


def _webp(picture: Image, quality: int) -> bytes:
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()


@click.command()
@click.option("--whole", default=16, show_default=True, help="Throws of all dice.")
@click.option("--partial", default=4, show_default=True, help="Throws without each colour.")
@click.option("--quality", default=92, show_default=True, help="Of the WebP pictures, up to 100.")
def main(whole: int, partial: int, quality: int) -> None:
    """Record all throws anew, in place of those that are there."""
    table = Tabletop(TABLE_SEED)
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.webp"):
        file.unlink()
    (FOLDER / EMPTY_TABLE).write_bytes(_webp(table.empty, quality))
    for sides in (6, 8):
        for colours in dice_sets():
            record(table, colours, sides, whole if colours == WHOLE_SET else partial, quality)


if __name__ == "__main__":
    main()
