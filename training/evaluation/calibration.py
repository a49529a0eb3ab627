"""`python -m training.evaluation.calibration SERIES` measures the gain from knowing the dice of a table, in
Markdown.

`python -m training.evaluation.series` makes SERIES. It learns the dice of each table from the first roll,
with the colours corrected as a person would, and reads the other rolls without and with that calibration. A
missed die counts as wrong; in a complete roll all dice must be right. Beside, the six dice of the first roll
are lessons of their colours (`vision.dice.lessons`), which nothing checks.

`--shift` changes white balance and exposure of the other rolls at random, as if the light had changed since
the calibration.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from pathlib import Path

import click
import cv2
import numpy as np

from training.dice.readings import ImageLabels, box_similarity, load_labels, match_boxes
from vision import read
from vision.dice.calibrated_dice import CalibratedDice
from vision.dice.calibration import CalibrationError, CalibrationProposal, calibrate, propose
from vision.dice.classifier import infer_crops
from vision.dice.lessons import PRIORS, VALUE_FEATURES, Adaptation, Layer, lesson_crop
from vision.dice.tone import LINEAR_LIGHT
from vision.frames.image import Image, load
from vision.reading import COLOUR_ORDER, Reading

SET_COLOURS = tuple(colour for colour in COLOUR_ORDER if colour != "other")
MIN_SIMILARITY = 0.25
"""Least overlap (IoU) of a die's box with its label's; chosen."""


@dataclass
class Tally:
    """Counts of rolls of one kind, read one way."""

    rolls: int = 0
    dice: int = 0
    colours: int = 0
    right: int = 0
    whole: int = 0
    complete: int = 0
    wrong: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of `other`."""
        for name, value in zip(self.__dataclass_fields__, astuple(other), strict=True):
            setattr(self, name, getattr(self, name) + value)

    def line(self, name: str, way: str) -> str:
        """Return the counts as a row of the table."""
        return (
            f"| {name} | {way} | {self.rolls} | {self.colours / self.dice:.3f} "
            f"| {self.right / self.dice:.3f} | {self.whole} | {self.complete} | {self.wrong} |"
        )


def evaluate(row: ImageLabels, reading: Reading) -> Tally:
    """Compare a roll with its reading, which should have exactly the six dice of the game."""
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


def confirmed(row: ImageLabels, proposal: CalibrationProposal) -> CalibrationProposal | None:
    """Return the proposal corrected by someone who knows the dice, or None if one is not of the set."""
    labels = row["dice"]
    colours = []
    for die in proposal.dice:
        similar = [box_similarity(die.box, label["box"]) for label in labels]
        best = int(np.argmax(similar))
        colour = next((one for one in SET_COLOURS if one == labels[best]["colour"]), None)
        if similar[best] < MIN_SIMILARITY or colour is None:
            return None
        colours.append(colour)
    return proposal.recoloured(dict(enumerate(colours)))


def shifted(image: Image, rng: np.random.Generator) -> Image:
    """Return the picture after a change of the camera's exposure and white balance."""
    gains = np.exp(rng.normal(0, (0.25, 0.05, 0.25)) + rng.normal(0, 0.4))
    light = np.clip(LINEAR_LIGHT[image] * gains.astype(np.float32), 0, 1) ** np.float32(1 / 2.2)
    return np.asarray(np.rint(light * 255), np.uint8)


def tables(folder: Path) -> Iterator[list[ImageLabels]]:
    """Yield the rolls of each table; the first is for calibration."""
    found: dict[int, list[ImageLabels]] = defaultdict(list)
    for row in load_labels(folder):
        found[row["table"]].append(row)
    for _, rolls in sorted(found.items()):
        rolls.sort(key=lambda row: row["roll"])
        if rolls[0]["roll"] == 0:
            yield rolls


@dataclass(frozen=True, slots=True)
class Known:
    """What the first roll of a table teaches of its dice, in two ways."""

    dice: CalibratedDice
    lessons: Adaptation


def lessons_of_colour(agreed: CalibrationProposal) -> Adaptation:
    """Return what the dice of a picture teach of their colours, if nothing checks it."""
    crops = [lesson_crop(agreed.image, die.box) for die in agreed.dice]
    seen = infer_crops("reader6", crops, np.zeros(len(crops))).features[:, None, VALUE_FEATURES:]
    lengths = np.linalg.norm(seen, axis=-1, keepdims=True)
    truth = np.eye(len(COLOUR_ORDER), dtype=np.float32)[[COLOUR_ORDER.index(d.colour) for d in agreed.dice]]
    return Adaptation(agreed.sides, None, Layer("reader6", seen / lengths, truth, PRIORS[0]))


@dataclass
class Outcome:
    """The measurement. `tallies`: by group of rolls, and by way, "without" and "with" calibration, and with
    "six lessons".

    `learnt`: tables whose dice were learnt. `proposed`: of these, how many with all colours proposed right,
    with "usual hues" and with "other hues". `refused`: tables that could not be learnt, by why. `faults`: the
    rolls called complete that are wrong, each with the way.
    """

    tallies: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    learnt: int = 0
    proposed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def learn(self, folder: Path, row: ImageLabels) -> Known | None:
        """Learn the dice of a table from its first roll; None if that is refused."""
        try:
            proposal = propose([load(folder / row["image"])])
            agreed = confirmed(row, proposal)
            if agreed is None:
                self.refused["colours"] += 1
                return None
            known = calibrate(agreed)
        except CalibrationError as problem:
            self.refused[problem.code] += 1
            return None
        self.learnt += 1
        right = [die.colour for die in agreed.dice] == [die.colour for die in proposal.dice]
        self.proposed[_hues(row)] += right
        return Known(known, lessons_of_colour(agreed))

    def read(self, image: Image, row: ImageLabels, known: Known) -> None:
        """Read a roll without and with known dice."""
        kind = row["light"] + (", other hues" if row["hues"] else "")
        for way, reading in (
            ("without", read(image)),
            ("with", read(image, known=known.dice)),
            ("six lessons", read(image, adaptation=known.lessons)),
        ):
            tally = evaluate(row, reading)
            if tally.wrong:
                self.faults.append(f"{row['image']} {way}")
            for group in (kind, _hues(row), "all"):
                self.tallies[group, way].add(tally)


def _hues(row: ImageLabels) -> str:
    return "other hues" if row["hues"] else "usual hues"


def measure(folder: Path, first: int = 0, shift: bool = False) -> Outcome:
    """Read the rolls of a series, without and with known dice, from table number `first` on."""
    outcome = Outcome()
    for rolls in tables(folder):
        if rolls[0]["table"] < first or (known := outcome.learn(folder, rolls[0])) is None:
            continue
        for row in rolls[1:]:
            image = load(folder / row["image"])
            if shift:
                image = shifted(image, np.random.default_rng((row["table"], row["roll"])))
            outcome.read(image, row, known)
    return outcome


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--first", default=0, show_default=True, help="Leave out tables before this one.")
@click.option("--shift", is_flag=True, help="Read in another light than the one learnt in.")
@click.option("--faults", is_flag=True, help="Name the rolls called complete that are wrong.")
def command(folder: Path, first: int, shift: bool, faults: bool) -> None:
    """Measure reading with and without known dice."""
    cv2.setNumThreads(1)
    found = measure(folder, first, shift)
    for fault in found.faults if faults else ():
        click.echo(fault, err=True)
    usual, other = found.proposed["usual hues"], found.proposed["other hues"]
    click.echo(
        f"{found.learnt} tables learnt (colours proposed right: {usual} with usual hues, "
        f"{other} with others), refused: {dict(found.refused)}\n"
    )
    click.echo("| light | read | rolls | colours | dice right | all six right | complete | of these wrong |")
    click.echo("|---|---|---|---|---|---|---|---|")
    for (name, way), tally in sorted(found.tallies.items()):
        click.echo(tally.line(name, way))


if __name__ == "__main__":
    command()
