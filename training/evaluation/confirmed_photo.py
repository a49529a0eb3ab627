"""Measures the gain from one confirmed photo of the dice.

`python -m training.evaluation.confirmed_photo SERIES` prints a Markdown table for the rolls in SERIES, from
`python -m training.evaluation.series`. The six dice of each table's first roll become lessons (labelled
crops), as if a person had confirmed them. The other rolls are read without and with these lessons. A missed
die counts as wrong. A complete reading is wrong unless all dice are right.

`--shift` changes white balance and exposure of the other rolls at random, as if the light had changed since
the photo.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from pathlib import Path

import click
import cv2
import numpy as np

from training.dice.readings import ImageLabels, load_labels, match_boxes
from vision import read
from vision.dice.lessons import Adaptation, Lesson, adapt, lesson_crop, study
from vision.dice.tone import LINEAR_LIGHT
from vision.frames.image import Image, load
from vision.reading import COLOURS, Reading


@dataclass
class Tally:
    """Results for a group of rolls, read without or with lessons."""

    rolls: int = 0
    dice: int = 0
    colours: int = 0  # dice with the right colour
    right: int = 0  # dice with the right colour and value
    whole: int = 0  # rolls with six right dice
    complete: int = 0  # rolls read as complete
    wrong: int = 0  # of these, rolls with a wrong die

    def add(self, other: Tally) -> None:
        """Add the counts of `other`."""
        for name, value in zip(self.__dataclass_fields__, astuple(other), strict=True):
            setattr(self, name, getattr(self, name) + value)

    def line(self, name: str, way: str) -> str:
        """Return the counts as a row of the Markdown table. `name`: the group; `way`: "without" or "with"."""
        return (
            f"| {name} | {way} | {self.rolls} | {self.colours / self.dice:.3f} "
            f"| {self.right / self.dice:.3f} | {self.whole} | {self.complete} | {self.wrong} |"
        )


def evaluate(row: ImageLabels, reading: Reading) -> Tally:
    """Return the counts for one roll, from comparing its labels with its reading."""
    labels = [label for label in row["dice"] if label["colour"] != "other"]
    matches = match_boxes([label["box"] for label in labels], reading.dice)
    found = [None if j is None else reading.dice[j] for j in matches]
    colours = [d is not None and d.colour == label["colour"] for d, label in zip(found, labels, strict=True)]
    right = [
        good and d is not None and d.value == label["value"]
        for good, d, label in zip(colours, found, labels, strict=True)
    ]
    complete = reading.status == "complete"
    truth = Counter((label["colour"], label["value"]) for label in labels)
    wrong = complete and Counter((die.colour, die.value) for die in reading.dice) != truth
    return Tally(1, 6, sum(colours), sum(right), int(sum(right) == 6), int(complete), int(wrong))


def shifted(image: Image, rng: np.random.Generator) -> Image:
    """Return the picture with a random change of exposure and white balance."""
    gains = np.exp(rng.normal(0, (0.25, 0.05, 0.25)) + rng.normal(0, 0.4))
    light = np.clip(LINEAR_LIGHT[image] * gains.astype(np.float32), 0, 1) ** np.float32(1 / 2.2)
    return np.asarray(np.rint(light * 255), np.uint8)


def tables(folder: Path) -> Iterator[list[ImageLabels]]:
    """Yield the rolls of each table in order, first the photo to learn from. Skip tables without it."""
    found: dict[int, list[ImageLabels]] = defaultdict(list)
    for row in load_labels(folder):
        found[row["table"]].append(row)
    for _, rolls in sorted(found.items()):
        rolls.sort(key=lambda row: row["roll"])
        if rolls[0]["roll"] == 0:
            yield rolls


@dataclass
class Measurement:
    """The results of the measurement."""

    tallies: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    """Results by group of rolls, and by "without" or "with" lessons."""
    learnt: int = 0
    """Number of tables whose photo shows exactly the six dice."""
    refused: int = 0
    """Number of tables whose photo does not show exactly the six dice."""
    faults: list[str] = field(default_factory=list)
    """Names of rolls that are complete but wrong, each with "without" or "with"."""

    def learn(self, folder: Path, row: ImageLabels) -> Adaptation | None:
        """Return what a table's photo teaches when its dice are confirmed, or None if it teaches nothing.

        The table counts as refused if the photo does not show exactly the six dice, otherwise as learnt.
        """
        image = load(folder / row["image"])
        reading = read(image)
        dice = (*reading.dice, *(die for die in reading.ignored if die.sides == 6))
        labels = [label for label in row["dice"] if label["colour"] != "other"]
        places = match_boxes([label["box"] for label in labels], dice)
        if len(dice) != len(labels) or None in places:
            self.refused += 1
            return None
        self.learnt += 1
        lessons = [
            Lesson(lesson_crop(image, dice[at].box, reading.turn), colour, label["value"], 6, "", True)
            for label, at in zip(labels, places, strict=True)
            for colour in COLOURS
            if at is not None and colour == label["colour"]
        ]
        return adapt([study(lesson) for lesson in lessons], 6)

    def read(self, image: Image, row: ImageLabels, lessons: Adaptation | None) -> None:
        """Read a roll without and with the lessons, and add both results."""
        hues = "other hues" if row["hues"] else "usual hues"
        kind = row["light"] + (", other hues" if row["hues"] else "")
        for way, reading in (("without", read(image)), ("with", read(image, adaptation=lessons))):
            tally = evaluate(row, reading)
            if tally.wrong:
                self.faults.append(f"{row['image']} {way}")
            for group in (kind, hues, "all"):
                self.tallies[group, way].add(tally)


def measure(folder: Path, first: int = 0, shift: bool = False) -> Measurement:
    """Read the rolls of each table from number `first` on, without and with the lessons of its photo.

    `shift`: change exposure and white balance at random after the photo.
    """
    measurement = Measurement()
    for rolls in tables(folder):
        if rolls[0]["table"] < first:
            continue
        refused = measurement.refused
        lessons = measurement.learn(folder, rolls[0])
        if measurement.refused > refused:
            continue
        for row in rolls[1:]:
            image = load(folder / row["image"])
            if shift:
                image = shifted(image, np.random.default_rng((row["table"], row["roll"])))
            measurement.read(image, row, lessons)
    return measurement


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--first", default=0, show_default=True, help="Leave out tables before this one.")
@click.option("--shift", is_flag=True, help="Read in another light than that of the photo.")
@click.option("--faults", is_flag=True, help="Name the rolls called complete that are wrong.")
def command(folder: Path, first: int, shift: bool, faults: bool) -> None:
    """Measure reading without and with the lessons of one confirmed photo."""
    cv2.setNumThreads(1)
    found = measure(folder, first, shift)
    for fault in found.faults if faults else ():
        click.echo(fault, err=True)
    click.echo(f"{found.learnt} tables learnt, {found.refused} refused\n")
    click.echo("| light | read | rolls | colours | dice right | all six right | complete | of these wrong |")
    click.echo("|---|---|---|---|---|---|---|---|")
    for (name, way), tally in sorted(found.tallies.items()):
        click.echo(tally.line(name, way))


if __name__ == "__main__":
    command()
