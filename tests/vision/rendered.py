"""Rendered pictures of dice, which `python -m training.renderer.fixtures` makes."""

from collections.abc import Sequence
from pathlib import Path

from vision.frames.image import Image, load

FOLDER = Path(__file__).parents[2] / "fixtures" / "rendered"


def rendered(dice: Sequence[tuple[str, int]], seed: int) -> Image:
    """Load the picture of dice, given as colour and value, on the table that was rendered with `seed`."""
    name = "-".join((str(seed), *(f"{colour[0]}{value}" for colour, value in dice)))
    return load(FOLDER / f"{name}.webp")
