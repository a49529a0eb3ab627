"""Measures how soon and how well rendered throws of dice are recognised in a video.

In `python -m training.evaluation.settling --throws 200 --frames FOLDER`, the shipped networks watch 15 frames
per second. In each throw, a hand gathers the dice, and they roll in and come to rest. Then a hand passes or
nudges a die, a shadow passes, or nothing happens. The CPU time of each reading is added to the time of the
frames. Frames during a reading are dropped, as with a real camera.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import click
import cv2
import numpy as np

from training.renderer.throw import Tabletop
from vision.frames.demo import SIX
from vision.frames.image import Image
from vision.frames.recording import Dice
from vision.frames.source import Frame
from vision.geometry import F32
from vision.rolls.settler import Event, Settler

FRAMES_PER_SECOND = 15
ROLLING_FRAMES = 10
"""Number of frames of a throw in which the dice roll."""
THROWS_PER_TABLE = 10
"""Number of throws after which another table is used."""
DISTURBANCES = ("nothing", "hand", "nudge", "shadow")


@dataclass
class Figures:
    """The results of some throws."""

    throws: int = 0
    missed: int = 0  # throws without a recognised roll
    phantom: int = 0  # rolls beyond the first of a throw
    wrong: int = 0  # rolls with a wrong die
    unsure: int = 0  # missed throws about which the settler was unsure
    times: list[float] = field(default_factory=list)  # seconds from the dice at rest to the roll

    def count(self, events: list[tuple[Event, float]], dice: Dice, lying_since: float) -> None:
        """Count a throw. `events`: each with its time, until the dice were picked up; `lying_since`: the time
        when the dice came to rest."""
        rolls = [(event, at) for event, at in events if event.kind == "roll"]
        self.throws += 1
        self.missed += not rolls
        self.unsure += any(event.kind == "unsure" for event, _ in events) and not rolls
        self.phantom += max(0, len(rolls) - 1)
        for event, at in rolls[:1]:
            assert event.reading is not None
            self.times.append(at - lying_since)
            self.wrong += sorted((d.colour, d.value) for d in event.reading.dice) != sorted(dice)

    def __str__(self) -> str:
        middle, late = (float(np.percentile(self.times or [np.nan], share)) for share in (50, 95))
        return (
            f"{self.throws} throws: {self.missed} without a roll ({self.unsure} said to be unsure), "
            f"{self.phantom} phantom rolls, {self.wrong} rolls with a wrong die; "
            f"from lying to roll {middle:.2f} s (median), {late:.2f} s (95th percentile)"
        )


class CachedTabletop:
    """A rendered table that stores its pictures in a folder, so that other networks can see the same ones."""

    def __init__(self, seed: int, folder: Path | None) -> None:
        self._table, self._seed, self._folder = Tabletop(seed), seed, folder

    @property
    def empty(self) -> Image:
        """Return the picture of the table without dice."""
        return self._one("empty", lambda: self._table.empty)

    def throw(self, dice: Dice, seed: int) -> tuple[list[Image], Image]:
        """Return the pictures of the rolling dice, and the picture of the dice at rest."""
        names = [*(f"{seed}-{i}" for i in range(ROLLING_FRAMES)), f"{seed}-rest"]
        kept = [self._load(name) for name in names]
        if any(picture is None for picture in kept):
            made = self._table.throw(dice, seed, ROLLING_FRAMES)
            kept = [self._keep(name, p) for name, p in zip(names, (*made.rolling, made.rest), strict=True)]
        pictures = [picture for picture in kept if picture is not None]
        return pictures[:-1], pictures[-1]

    def nudged(self, dice: Dice, seed: int, which: int) -> Image:
        """Return the picture of the dice at rest after a finger has moved die number `which`."""
        return self._one(f"{seed}-nudge{which}", lambda: self._table.lay(dice, seed, {which: (0.25, 0.2)}))

    def _one(self, name: str, make: Callable[[], Image]) -> Image:
        kept = self._load(name)
        return self._keep(name, make()) if kept is None else kept

    def _path(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{self._seed}-{name}.png"

    def _load(self, name: str) -> Image | None:
        path = self._path(name)
        picture = None if path is None or not path.exists() else cv2.imread(str(path))
        return None if picture is None else np.asarray(picture, np.uint8)

    def _keep(self, name: str, picture: Image) -> Image:
        path = self._path(name)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        return picture


def arm(size: tuple[int, int], reach: float, side: float) -> tuple[F32, F32]:
    """Return the cover and the shadow, each H x W from 0 to 1, of an arm that reaches in from below.

    `size`: width and height. `reach`: how far up the hand reaches, as a share of the height. `side`: its
    distance from the left, as a share of the width.
    """
    width, height = size
    x, tip = width * side, height * (1 - reach)
    mask = np.zeros((height, width), np.uint8)
    outline = [
        (x + across * width, tip + down * height)
        for across, down in ((-0.08, 0.22), (-0.05, 0.04), (0, 0), (0.05, 0.05), (0.08, 0.24))
    ]
    outline = [(x - 0.07 * width, height + 9), *outline, (x + 0.09 * width, height + 9)]
    cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 255, cv2.LINE_AA)
    cover = cv2.GaussianBlur(mask, (0, 0), width * 0.006).astype(np.float32) / 255
    shadow = cv2.GaussianBlur(np.roll(mask, round(width * 0.02), 1), (0, 0), width * 0.03) / np.float32(255)
    return np.asarray(cover, np.float32), np.asarray(shadow, np.float32)


def with_arm(image: Image, reach: float, side: float) -> Image:
    """Return the image with an arm that reaches in from below. `reach`, `side`: as in `arm`."""
    height, width = image.shape[:2]
    cover, shadow = (layer[:, :, None] for layer in arm((width, height), reach, side))
    rows = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    skin = np.array([118, 150, 205], np.float32) * (1.05 - 0.25 * rows)
    mixed = image * (1 - 0.4 * shadow) * (1 - cover) + skin * cover
    return np.asarray(np.rint(mixed), np.uint8)


def with_shadow(image: Image, at: float) -> Image:
    """Return the image with a passer-by's soft shadow. `at`: its middle, as a share of the width."""
    width = image.shape[1]
    x = np.arange(width, dtype=np.float32) / width
    dark = 1 - 0.5 * np.exp(-(((x - at) / 0.18) ** 2))
    return np.asarray(np.rint(image * dark[None, :, None]), np.uint8)


def session(table: CachedTabletop, throws: int, seed: int) -> Iterator[tuple[Image, Dice | None]]:
    """Yield the pictures of some throws on one table, each with the dice at rest in it, or None."""
    rng = np.random.default_rng(seed)
    lying = table.empty
    for number in range(throws):
        dice: Dice = tuple(
            (colour, int(value)) for colour, value in zip(SIX, rng.integers(1, 7, 6), strict=True)
        )
        rolling, rest = table.throw(dice, seed + number)
        side = float(rng.uniform(0.3, 0.7))
        taken = _reach_in(lying, table.empty, side, (0.15, 0.4, 0.65, 0.8, 0.8), (0.8, 0.6, 0.35, 0.1))
        for picture in chain(taken, [table.empty] * int(rng.integers(0, 8)), rolling):
            yield picture, None
        lying = rest
        for _ in range(2 * FRAMES_PER_SECOND):
            yield lying, dice
        disturbance = DISTURBANCES[number % len(DISTURBANCES)]
        if disturbance == "shadow":
            for at in np.linspace(-0.5, 1.5, 2 * FRAMES_PER_SECOND):
                yield with_shadow(lying, float(at)), dice
        elif disturbance in ("hand", "nudge"):
            after = lying
            if disturbance == "nudge":
                after = table.nudged(dice, seed + number, int(rng.integers(6)))
            for picture in _reach_in(lying, after, side, (0.15, 0.4, 0.6, 0.7), (0.7, 0.5, 0.3, 0.1)):
                yield picture, dice
            lying = after
        for _ in range(FRAMES_PER_SECOND):
            yield lying, dice


def _reach_in(
    before: Image, after: Image, side: float, coming: Sequence[float], going: Sequence[float]
) -> Iterator[Image]:
    """Yield frames of an arm that reaches in over the image `before`, and withdraws over `after`.

    `coming`, `going`: the arm's reach in each frame. `reach` and `side` are as in `arm`.
    """
    yield from (with_arm(before, reach, side) for reach in coming)
    yield from (with_arm(after, reach, side) for reach in going)


def measure(throws: int, seed: int, folder: Path | None = None) -> Iterator[Figures]:
    """Watch `throws` throws; after each table, yield the results so far. `folder`: for rendered pictures."""
    watch = Watch(seed)
    for begin in range(0, throws, THROWS_PER_TABLE):
        table = CachedTabletop(seed + begin, folder)
        count = min(THROWS_PER_TABLE, throws - begin)
        for picture, dice in session(table, count, seed + begin):
            watch.show(picture, dice)
        watch.show(table.empty, None)
        yield watch.figures


class Watch:
    """Shows FRAMES_PER_SECOND pictures per second to a Settler, except those that come during a reading."""

    def __init__(self, seed: int) -> None:
        self.figures = Figures()
        self._settler, self._rng = Settler(), np.random.default_rng(seed)
        self._due = self._clock = 0.0
        self._number = 0
        self._dice: Dice | None = None
        self._lying_since = 0.0
        self._events: list[tuple[Event, float]] = []

    def show(self, picture: Image, dice: Dice | None) -> None:
        """Show the next picture to the settler. `dice`: the dice at rest in the picture, or None."""
        from vision import read

        self._due += 1 / FRAMES_PER_SECOND
        if self._dice is not None and dice is None:
            self.figures.count(self._events, self._dice, self._lying_since)
            self._events = []
        if self._dice is None and dice is not None:
            self._lying_since = self._due
        self._dice = dice
        if self._due < self._clock:
            return  # still busy with an earlier frame
        self._number += 1
        noise = self._rng.integers(-4, 5, picture.shape, dtype=np.int16)
        noisy = np.clip(picture.astype(np.int16) + noise, 0, 255).astype(np.uint8)
        start = time.process_time()
        event = self._settler.see(Frame(noisy, self._number, self._due), read)
        self._clock = self._due + time.process_time() - start
        if event is not None and event.reading is not None:
            self._events.append((event, self._clock))


def write_video(path: Path, seed: int, folder: Path | None = None) -> Dice:
    """Write a video of one throw, and return the dice.

    It shows an empty table, dice that roll and come to rest, a hand that nudges a die, and a hand that
    gathers the dice.
    """
    table = CachedTabletop(seed, folder)
    rng = np.random.default_rng(seed)
    dice: Dice = tuple((colour, int(v)) for colour, v in zip(SIX, rng.integers(1, 7, 6), strict=True))
    rolling, rest = table.throw(dice, seed)
    nudged = table.nudged(dice, seed, 2)
    pictures = [table.empty] * 8 + [*rolling] + [rest] * 20
    pictures += [with_arm(rest, reach, 0.55) for reach in (0.15, 0.4, 0.6, 0.7)]
    pictures += [with_arm(nudged, reach, 0.55) for reach in (0.7, 0.5, 0.3, 0.1)] + [nudged] * 20
    pictures += [with_arm(nudged, reach, 0.45) for reach in (0.15, 0.4, 0.65, 0.8)]
    pictures += [with_arm(table.empty, reach, 0.45) for reach in (0.8, 0.6, 0.35, 0.1)] + [table.empty] * 10
    height, width = table.empty.shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FRAMES_PER_SECOND, (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return dice


@click.command()
@click.option("--throws", default=60, show_default=True, help="How many throws to watch.")
@click.option("--seed", default=20_000, show_default=True, help="Decides tables, throws and values.")
@click.option("--frames", type=click.Path(path_type=Path), help="A folder where rendered pictures are kept.")
@click.option("--video", type=click.Path(path_type=Path), help="Write one throw as a video, and stop.")
def command(throws: int, seed: int, frames: Path | None, video: Path | None) -> None:
    """Measure how soon and how correctly throws are read."""
    if video is not None:
        click.echo(", ".join(f"{colour} {value}" for colour, value in write_video(video, seed, frames)))
        return
    for figures in measure(throws, seed, frames):
        click.echo(str(figures))


if __name__ == "__main__":
    command()
