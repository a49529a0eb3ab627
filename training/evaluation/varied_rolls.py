"""Draws rolls of six dice with the renderer for training, but with seeds that training never uses.

`python -m training.evaluation.varied_rolls OUT --count 500` draws 500 rolls for `training.dice.fit`, which
fits weights to them; they are not for measuring. Every third roll has eight-sided dice, and about every fifth
also has dice of other games. A roll becomes OUT/NNNNNNNN.jpg and a line in OUT/labels.jsonl, like those of
`training.evaluation`.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import click
import cv2
import numpy as np

from training.dice.photo import Photo, develop
from training.dice.random_scenes import decoy, random_light, random_spot, random_style
from training.dice.scenes import HELD_OUT
from training.dice.tabletops import tabletop
from training.evaluation.output import keep
from training.renderer.camera import Camera
from training.renderer.colours import RNG
from training.renderer.dice import Body, Style, lying
from training.renderer.lighting import uneven_light
from training.renderer.render import Picture, Scene, render
from vision.dice.assignment import expected_dice
from vision.reading import Colour

SIX = expected_dice()
GUESTS: tuple[Colour, ...] = ("other", *SIX)
"""Colours of guests, that is, dice of other games beside the six; "other" is a colour that the game lacks."""
FIRST_SEED = 2 * HELD_OUT
"""The first seed of these rolls, far above the seeds of scenes for training."""
SIZE = (640, 480)
MAX_TRIES = 300
SHARED_MAKE = (
    "rounding", "ball", "pip_radius", "pip_spread", "pip_depth", "gloss", "glyphs", "translucency", "polish",
)  # fmt: skip
"""Fields of Style that the six dice of a roll share."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A die to lay on the table."""

    colour: Colour
    value: int
    sides: int


def random_dice(rng: RNG, sides: int) -> list[Shown]:
    """Return six random dice of a game, sometimes followed by one or two dice that the game lacks."""
    dice = [Shown(c, int(v), sides) for c, v in zip(SIX, rng.integers(1, sides + 1, 6), strict=True)]
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 3))):
            other = 14 - sides if rng.random() < 0.4 else sides
            colour = "other" if other == sides else GUESTS[int(rng.choice(len(GUESTS)))]
            dice.append(Shown(colour, int(rng.integers(1, other + 1)), other))
    return dice


def draw(seed: int) -> tuple[Photo, dict[str, object]] | None:
    """Return the photo of the roll with this seed, and its entries in the line of labels.

    Return None if there is no room for the dice, or not all six are visible.
    """
    rng = np.random.default_rng(seed)
    sides = 8 if seed % 3 == 2 else 6
    edge = float(np.exp(rng.uniform(np.log(20 if sides == 6 else 27), np.log(85))))
    elevation = float(rng.uniform(45 if sides == 6 else 60, 90))
    view = Camera.above_table(SIZE, edge, elevation, float(rng.uniform(30, 60)), float(rng.normal() * 5))
    around = random_light(rng)
    surface = tabletop(rng, edge, 1.3 if rng.random() < 0.8 else 0.0)
    bounce = surface.reshape(-1, 3).mean(0) * around.zenith * rng.uniform(0.5, 1.2)
    around = replace(around, bounce=bounce.astype(np.float32))
    dice = random_dice(rng, sides)
    bodies = _lay(rng, view, dice, sides)
    if bodies is None:
        return None
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        spot = random_spot(rng, view, 1.0, bodies)
        if spot is not None and _is_free(spot, bodies, 0.9, 1.2):
            bodies.append(decoy(rng, *spot))
    shade, offset = float(rng.uniform(0.03, 0.4)), (float(rng.normal()), float(rng.normal()))
    picture = render(Scene(view, tuple(bodies), surface, edge, around, shade, offset))
    light = picture.image * uneven_light(SIZE, rng, float(rng.uniform(0, 0.5)))
    labels = _labels(picture, dice)
    if sum(label["sides"] == sides and label["colour"] != "other" for label in labels) < len(SIX):
        return None
    facts: dict[str, object] = {"set": f"drawn {sides}", "dice": labels, "elevation": elevation}
    return develop(np.asarray(np.clip(light, 0, 8), np.float32), rng), facts


def _lay(rng: RNG, view: Camera, dice: list[Shown], sides: int) -> list[Body] | None:
    """Return the dice at random positions, or None if there is no room. The first six form a set."""
    bodies: list[Body] = []
    first: Style | None = None
    spread = float(rng.uniform(0.3, 0.9))
    for number, die in enumerate(dice):
        made = random_style(rng, die.colour, die.sides)
        if die.sides == sides and number < len(SIX):
            first = first or made
            made = replace(made, **{name: getattr(first, name) for name in SHARED_MAKE})
        for trial in range(MAX_TRIES):
            spot = random_spot(rng, view, min(1.0, spread + trial / MAX_TRIES), bodies)
            if spot is not None and _is_free(spot, bodies, 0.5, 1.05):
                break
        else:
            return None
        bodies.append(lying(rng, made, die.value, *spot, 1.0, 0.0))
    return bodies


def _is_free(spot: tuple[float, float], bodies: list[Body], half: float, gap: float) -> bool:
    return all(
        np.hypot(body.centre[0] - spot[0], body.centre[1] - spot[1]) > (body.half + half) * gap
        for body in bodies
    )


def _labels(picture: Picture, dice: list[Shown]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for seen in picture.seen:
        if seen.index < len(dice):
            die = dice[seen.index]
            found.append(
                {
                    "box": [float(x) for x in seen.box],
                    "colour": die.colour,
                    "value": die.value,
                    "sides": die.sides,
                    "top": round(float(seen.top), 3),
                }
            )
    return found


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=500, show_default=True)
def command(out: Path, count: int) -> None:
    """Draw rolls to fit on; an interrupted run resumes."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        name = f"{seed:08d}.jpg"
        drawn = None if (out / name).exists() else draw(seed)
        if drawn is None:
            continue
        photo, facts = drawn
        data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        keep(out, data.tobytes(), {"image": name} | facts)


if __name__ == "__main__":
    command()
