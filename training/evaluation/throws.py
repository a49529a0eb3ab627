"""Measures how many throws of dice are taken (accepted) without asking the players.

`python -m training.evaluation.throws render OUT --count 300` renders each throw in linear light, and also as
a phone's photo from another side. A quarter of the throws have eight-sided dice, and a quarter have dice that
touch or lean (`kind_of`). `python -m training.evaluation.throws watch OUT` makes camera frames of each throw:
a hand leaves the dice, the light may change, and every frame has its own noise. A `Settler` reads the frames
until it takes the roll or asks about it, as it should if a die leans. If it asks, the phone's photo is read
as a second view.

The CPU time of each reading is added to the time of the frames. Frames during a reading are dropped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import click
import cv2
import numpy as np

from training.dice.figures import percentage
from training.evaluation.camera import Camera, encode_jpeg, photograph, random_camera
from training.evaluation.output import rendering
from training.evaluation.rolls import Lie
from training.evaluation.settling import FRAMES_PER_SECOND, arm
from training.evaluation.textures import F32, Random
from vision.dice.assignment import expected_dice
from vision.dice.lessons import Adaptation
from vision.dice.two_views import compare
from vision.frames.image import Image, load
from vision.frames.source import Frame
from vision.reading import Reading
from vision.rolls.settler import Settler

HAND_REACHES = (0.85, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""How far the hand reaches into the picture, frame by frame until it is gone, as a share of the height."""
SKIN = (0.62, 0.36, 0.24)
"""Reflectance of skin in red, green and blue light."""
SHADOW_LOSS = 0.45
"""Share of the light that the hand's shadow takes away."""
MAX_SECONDS = 6.0
"""Time in seconds, after the hand has left, in which a throw is taken or asked about. After it, the throw's
outcome is "silent"."""
CHANGES = ("none", "exposure", "shadow", "none")
"""Changes of the light during a throw, used in turn. "exposure": the camera still adjusts its exposure after
the hand has left; "shadow": somebody's soft shadow moves over the table."""
SAMPLES = 48
"""Paths of light per pixel of a throw. Fewer would leave a grain that, unlike a camera's, is the same in all
frames."""
OUTCOMES = ("taken", "asked", "wrong", "silent")

ThrowOutcome = Literal["taken", "asked", "wrong", "silent"]


def kind_of(number: int) -> tuple[int, Lie]:
    """Return the number of sides of the dice in throw `number`, and how the dice lie."""
    sides = 8 if number % 4 == 3 else 6
    lie: Lie = "anyhow"
    if number % 16 in (3, 6, 10):
        lie = "touching"
    elif number % 16 == 14:
        lie = "leaning"
    return sides, lie


def render_throws(out: Path, numbers: range, fonts: Path, samples: int) -> None:
    """Render the throws with these numbers that are not in `out` yet.

    A throw becomes NNNN.npz with its light, NNNN.jpg, a phone's photo from another side, and a line in
    throws.jsonl.
    """
    from training.evaluation.render import render
    from training.evaluation.rolls import random_roll
    from training.evaluation.second_view import photograph_second

    out.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        if _light_path(out, number).exists():
            continue
        sides, lie = kind_of(number)
        roll = random_roll(5_000_000 + number, sides, fonts, lie)
        light, found = render(roll, samples, number)
        (out / f"{number:04d}.jpg").write_bytes(photograph_second(roll, number, samples))
        tint, kind = roll.lighting.tint.tolist(), roll.lighting.kind
        keep_throw(
            out,
            {"number": number, "sides": sides, "dice": found, "tint": tint, "lamp": kind} | roll.facts,
            light,
        )


def keep_throw(out: Path, line: dict[str, Any], light: F32) -> None:
    """Append a throw's line to throws.jsonl, then write its light, so that every light has a line.

    `line["number"]`: the throw's number. `light`: linear RGB, H x W x 3.
    """
    with (out / "throws.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    np.savez_compressed(_light_path(out, line["number"]), light=light.astype(np.float16))


def _light_path(folder: Path, number: int) -> Path:
    return folder / f"{number:04d}.npz"


def load_light(folder: Path, row: dict[str, Any]) -> F32:
    """Load the light of a throw: linear RGB, H x W x 3. `row`: its line in throws.jsonl."""
    return np.asarray(np.load(_light_path(folder, row["number"]))["light"], np.float32)


@dataclass(frozen=True, slots=True)
class WatchedThrow:
    """A throw that was watched, and its outcome."""

    number: int
    sides: int
    lie: str
    outcome: ThrowOutcome
    seconds: float  # from when the hand has left to the outcome
    codes: tuple[str, ...]  # of the reading's problems
    seen: tuple[tuple[str, int], ...]  # the colour and value of each die, as read
    thrown: tuple[tuple[str, int], ...]  # the true ones
    reading: Reading | None = None  # that was taken or asked about
    picture: Image | None = None  # that was read


def ask_second_view(one: WatchedThrow, photo: Image) -> WatchedThrow:
    """Return `one` with its outcome after a phone's photo of the dice; unchanged if this settles nothing."""
    from vision import read

    if one.reading is None or one.outcome != "asked":
        return one
    game = "longo" if one.sides == 8 else "classic"
    views = compare(one.reading, read(photo, game=game), expected_dice(), one.sides)
    if views.outcome != "settled":
        return one
    seen = tuple(sorted((die.colour, die.value) for die in views.dice))
    return replace(one, outcome="taken" if seen == one.thrown else "wrong", seen=seen)


def load_throws(folder: Path) -> list[dict[str, Any]]:
    """Load the lines of throws.jsonl whose throws have been rendered, sorted by number.

    Raise FileNotFoundError if there is no such file.
    """
    path = folder / "throws.jsonl"
    if not path.is_file():
        raise FileNotFoundError(f"expected throws.jsonl in {folder}, found none; render throws there first")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    there = {row["number"]: row for row in rows if _light_path(folder, row["number"]).is_file()}
    return [there[number] for number in sorted(there)]


def frames(light: F32, row: dict[str, Any]) -> Iterator[tuple[bool, Image]]:
    """Yield endless camera frames of a throw, each with True if the hand has left the picture.

    `light`: the dice at rest, as linear RGB, H x W x 3. `row["camera"]`: fields of the camera that are not
    random, if any.
    """
    rng = np.random.default_rng((row["number"], 71))
    camera = random_camera(rng, np.array(row["tint"]), row["lamp"] == "dim")
    camera = replace(camera, **row.get("camera", {}), motion=(0.0, 0.0))
    change = CHANGES[int(row["number"] // 2) % len(CHANGES)]
    side, amount, start = rng.uniform(0.3, 0.7), rng.uniform(0.1, 0.3), rng.uniform(-0.3, 0.6)
    height, width = light.shape[:2]
    level = float(light.mean())
    for reach in HAND_REACHES:
        cover, shadow = (layer[..., None] for layer in arm((width, height), reach, float(side)))
        skin = np.array(SKIN, np.float32) * np.float32(1.6 * level)
        shown = light * (1 - SHADOW_LOSS * shadow) * (1 - cover) + skin * np.array(row["tint"]) * cover
        yield False, _shot(np.asarray(shown, np.float32), camera, rng)
    x = np.arange(width, dtype=np.float32)[None, :, None] / width
    number = 0
    while True:
        seconds, shown, now = number / FRAMES_PER_SECOND, light, camera
        if change == "exposure":
            now = replace(camera, bright=camera.bright * float(1 + amount * np.exp(-2.5 * seconds)))
        elif change == "shadow":
            dark = 1 - 2 * amount * np.exp(-(((x - start - 0.25 * seconds) / 0.2) ** 2))
            shown = np.asarray(light * dark, np.float32)
        yield True, _shot(shown, now, rng)
        number += 1


def _shot(light: F32, camera: Camera, rng: Random) -> Image:
    """Return the camera's frame of this light, with the losses of JPEG compression."""
    data = np.frombuffer(encode_jpeg(photograph(light, camera, rng), camera.quality), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def watch(
    row: dict[str, Any], pictures: Iterator[tuple[bool, Image]], adaptation: Adaptation | None = None
) -> WatchedThrow:
    """Return the outcome of watching a throw until the roll is accepted, the players are asked, or time ends.

    `row`: its line in throws.jsonl. `pictures`: as from `frames`. `adaptation`: learnt from earlier throws.
    """
    from vision import read

    game = "longo" if row["sides"] == 8 else "classic"
    settler, clock, rest = Settler(), 0.0, None
    ours = [die for die in row["dice"] if die["sides"] == row["sides"] and die["colour"] != "other"]
    thrown = tuple(sorted((str(die["colour"]), int(die["value"])) for die in ours))

    def look(image: Image) -> Reading:
        return read(image, game=game, adaptation=adaptation)

    for number, (is_bare, picture) in enumerate(pictures):
        due = number / FRAMES_PER_SECOND
        rest = due if is_bare and rest is None else rest
        if due < clock:
            continue  # still busy with an earlier frame
        start = time.process_time()
        event = settler.see(Frame(picture, number + 1, due), look)
        clock = due + time.process_time() - start
        waited = 0.0 if rest is None else clock - rest
        outcome: ThrowOutcome | None = None
        seen: tuple[tuple[str, int], ...] = ()
        codes: tuple[str, ...] = ()
        if event is not None and event.reading is not None:
            seen = tuple(sorted((die.colour, die.value) for die in event.reading.dice))
            codes = tuple(problem.code for problem in event.reading.problems)
            outcome = "asked" if event.kind == "unsure" else "taken" if seen == thrown else "wrong"
        elif waited > MAX_SECONDS:
            outcome = "silent"
        if outcome is not None:
            reading = event.reading if event is not None else None
            kind = row["number"], row["sides"], row["lie"]
            evidence = event.frame.image if event is not None else None
            return WatchedThrow(*kind, outcome, waited, codes, seen, thrown, reading, evidence)
    raise ValueError("expected frames without end, they ended")


def report(watched: Sequence[WatchedThrow]) -> Iterator[str]:
    """Yield a Markdown table with a line for each kind of throw: number of sides, and how the dice lie."""
    yield "| throws | | taken without asking | asked | wrong | silent | seconds to the roll: median, 95 % |"
    yield "|---|---|---|---|---|---|---|"
    for sides, lie in dict.fromkeys((one.sides, one.lie) for one in watched):
        some = [one for one in watched if (one.sides, one.lie) == (sides, lie)]
        counts = [sum(one.outcome == outcome for one in some) for outcome in OUTCOMES]
        times = [one.seconds for one in some if one.outcome in ("taken", "wrong")]
        middle, late = (float(np.percentile(times or [np.nan], share)) for share in (50, 95))
        shares = " | ".join(percentage(count, len(some)) for count in counts)
        yield f"| d{sides}, {lie} | {len(some)} | {shares} | {middle:.2f}, {late:.2f} |"


@click.group()
def command() -> None:
    """Measure how many throws are taken without asking."""


@command.command()
@rendering(SAMPLES)
@click.option("--first", default=0, show_default=True)
@click.option("--count", default=300, show_default=True)
def render(out: Path, first: int, count: int, fonts: Path, samples: int) -> None:
    """Render the light of throws with Mitsuba 3."""
    render_throws(out, range(first, first + count), fonts, samples)


@command.command("watch")
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--first", default=0, show_default=True, help="The first throw to watch.")
@click.option("--faults", is_flag=True, help="List every throw that was not taken.")
def watch_all(folder: Path, first: int, faults: bool) -> None:
    """Watch the throws of a folder and print the outcomes."""
    watched, settled = [], []
    for row in load_throws(folder):
        if row["number"] < first:
            continue
        one = watch(row, frames(load_light(folder, row), row))
        watched.append(one)
        photo = folder / f"{row['number']:04d}.jpg"
        if photo.is_file():
            settled.append(ask_second_view(one, load(photo)))
        if faults and one.outcome != "taken":
            off = [f"{c} {v}" for c, v in one.seen if (c, v) not in one.thrown]
            click.echo(f"{one.number:04d} d{one.sides} {one.lie} {one.outcome}: {one.codes} {off}", err=True)
    for line in report(watched):
        click.echo(line)
    if settled:
        click.echo("\nWith a second view where the first one asked:\n")
        for line in report(settled):
            click.echo(line)


if __name__ == "__main__":
    command()
