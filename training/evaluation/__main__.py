"""Renders rolls for measurements: `python -m training.evaluation OUT --count 4000 --fonts /usr/share/fonts`.

Every fourth roll has eight-sided dice. A roll becomes OUT/NNNNNN.jpg and a line in OUT/labels.jsonl, with the
box, colour, value and sides of each die, `top` (the visible share of its top face), and facts of the scene.
Some rolls get four more frames of the same camera, OUT/frames/NNNNNN-K.jpg, for votes among frames. An
interrupted run resumes, and the rolls so far are always a fair sample. Mitsuba needs LLVM 16 or later, at
DRJIT_LIBLLVM_PATH.
"""

import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import click
import numpy as np

from training.evaluation.output import STILL_SAMPLES, keep, rendering
from training.evaluation.rolls import Lie

ROLLS_PER_PROCESS = 120
"""Number of rolls that a process renders before a fresh one takes over, so that memory does not grow."""
MORE_FRAMES = 4


def sides_of(number: int) -> int:
    """Return how many sides the dice of roll `number` have: 8 in every fourth roll, otherwise 6."""
    return 8 if number % 4 == 3 else 6


def numbers_of(first: int, count: int, eight: bool) -> list[int]:
    """Return `count` roll numbers from `first` on; if `eight`, only those of them with eight-sided dice."""
    return [number for number in range(first, first + count) if not eight or sides_of(number) == 8]


def has_frames(number: int) -> bool:
    """Return True if roll `number` gets four more frames of the same camera."""
    return number % 8 in (0, 7)


def batch(out: Path, numbers: list[int], fonts: Path, samples: int, lie: Lie = "anyhow") -> None:
    """Render the rolls with these numbers that are not in `out` yet. `samples`: paths of light per pixel."""
    from training.evaluation.camera import encode_jpeg, photograph, random_camera
    from training.evaluation.render import render
    from training.evaluation.rolls import random_roll

    (out / "frames").mkdir(parents=True, exist_ok=True)
    start, done = time.monotonic(), 0
    for number in numbers:
        name = f"{number:06d}"
        if (out / f"{name}.jpg").exists():
            continue
        sides = 6 if lie == "leaning" else sides_of(number)
        roll = random_roll(number, sides, fonts, lie)
        light, found = render(roll, samples, number)
        rng = np.random.default_rng((number, 99))
        camera = random_camera(rng, roll.lighting.tint, roll.lighting.kind == "dim")
        shot = encode_jpeg(photograph(light, camera, rng), camera.quality)
        if has_frames(number):
            for k in range(1, MORE_FRAMES + 1):
                again = encode_jpeg(photograph(light, camera, rng), camera.quality)
                (out / "frames" / f"{name}-{k}.jpg").write_bytes(again)
        line = {"image": f"{name}.jpg", "set": f"mitsuba {sides}", "dice": found, "samples": samples}
        keep(out, shot, line | roll.facts)
        done += 1
        if done % 10 == 0:
            click.echo(f"{number + 1} rolls, {(time.monotonic() - start) / done:.2f} s each")


@click.command()
@rendering(STILL_SAMPLES)
@click.option("--first", default=0, show_default=True)
@click.option("--count", default=4000, show_default=True)
@click.option(
    "--lie",
    type=click.Choice(get_args(Lie)),
    default="anyhow",
    show_default=True,
    help="How the dice lie to each other; those of which one leans have six sides.",
)
@click.option("--eight", is_flag=True, help="Of these rolls only those of eight-sided dice.")
def command(out: Path, first: int, count: int, lie: Lie, eight: bool, fonts: Path, samples: int) -> None:
    """Render rolls of six dice with Mitsuba 3."""
    if count <= ROLLS_PER_PROCESS:
        batch(out, numbers_of(first, count, eight), fonts, samples, lie)
        return
    for begin in range(first, first + count, ROLLS_PER_PROCESS):
        here = min(ROLLS_PER_PROCESS, first + count - begin)
        if all((out / f"{n:06d}.jpg").exists() for n in numbers_of(begin, here, eight)):
            continue
        options = {"--first": begin, "--count": here, "--fonts": fonts, "--samples": samples, "--lie": lie}
        words = [f"{option}={value}" for option, value in options.items()] + ["--eight"] * eight
        subprocess.run([sys.executable, "-m", "training.evaluation", str(out), *words], check=True)


if __name__ == "__main__":
    command()
