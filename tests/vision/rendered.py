"""Rendered pictures of dice, which `python -m training.renderer.fixtures` makes."""

from collections.abc import Sequence
from pathlib import Path

from vision.frames.image import Image, load

FOLDER = Path(__file__).parents[2] / "fixtures" / "rendered"


def rendered(dice: Sequence[tuple[str, int]], seed: int) -> Image:
    """Return the picture of these dice on the table of this seed."""
    name = "-".join((str(seed), *(f"{colour[0]}{value}" for colour, value in dice)))
    return load(FOLDER / f"{name}.webp")
