"""`python -m vision.evaluation.enrollment SERIES`: what knowing the dice of a table is worth, in Markdown.

SERIES is made by `python -m vision.evaluation.series`. Of each table the dice are learnt from the first
roll, as a person would have them learnt who corrects the colours that are proposed; the other rolls are
read without and with that. A die that is missed is a wrong one; of a roll called complete all must be
right. `--shift` reads the other rolls in another light than the one learnt in: white balance and exposure
changed by chance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

import click
import cv2
import numpy as np

from sheets.language import message
from vision import read
from vision.dice.assignment import COLOUR_ORDER
from vision.dice.enrollment import EnrollmentError, EnrollmentProposal, enroll, propose
from vision.dice.known_dice import LINEAR_LIGHT
from vision.evaluation.readings import paired, rows, shared
from vision.frames.image import Image
from vision.frames.image import load as picture
from vision.reading import Colour, Reading


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
        """Count those of `other` too."""
        for name, value in zip(self.__dataclass_fields__, astuple(other), strict=True):
            setattr(self, name, getattr(self, name) + value)

    def line(self, name: str, way: str) -> str:
        """As a row of the table."""
        return (
            f"| {name} | {way} | {self.rolls} | {self.colours / self.dice:.3f} "
            f"| {self.right / self.dice:.3f} | {self.whole} | {self.complete} | {self.wrong} |"
        )


def judge(row: dict[str, object], reading: Reading) -> Tally:
    """A roll and its reading: the six dice of the game are to be found, and nothing else."""
    labels: list[dict[str, object]] = [d for d in row["dice"] if d["colour"] != "other"]  # type: ignore[attr-defined]
    places = paired([d["box"] for d in labels], reading.dice)  # type: ignore[misc]
    found = [None if j is None else reading.dice[j] for j in places]
    colours = [d is not None and d.colour == label["colour"] for d, label in zip(found, labels, strict=True)]
    right = [
        good and d is not None and d.value == label["value"]
        for good, d, label in zip(colours, found, labels, strict=True)
    ]
    complete = reading.status == "complete"
    truth = Counter((str(d["colour"]), int(str(d["value"]))) for d in labels)
    said_of_all = Counter((str(d.colour), d.value) for d in reading.dice)
    wrong = complete and said_of_all != truth
    return Tally(1, 6, sum(colours), sum(right), int(sum(right) == 6), int(complete), int(wrong))


def confirmed(row: dict[str, object], proposal: EnrollmentProposal) -> EnrollmentProposal:
    """The proposal as a person corrects it who knows the dice."""
    labels: list[dict[str, object]] = row["dice"]  # type: ignore[assignment]
    boxes = [d["box"] for d in labels]
    colours: dict[int, Colour] = {}
    for index, die in enumerate(proposal.dice):
        shares = [shared(die.box, box) for box in boxes]  # type: ignore[arg-type]
        best = int(np.argmax(shares))
        true = str(labels[best]["colour"])
        if shares[best] < 0.25 or true == "other":
            raise EnrollmentError("colours", message("One of these is not a die of the set."))
        colours[index] = COLOUR_ORDER[COLOUR_ORDER.index(true)]
    return proposal.recoloured(colours)


def shifted(image: Image, rng: np.random.Generator) -> Image:
    """The picture as the camera takes it once its exposure and white balance have changed."""
    gains = np.exp(rng.normal(0, (0.25, 0.05, 0.25)) + rng.normal(0, 0.4))
    light = np.clip(LINEAR_LIGHT[image] * gains.astype(np.float32), 0, 1) ** np.float32(1 / 2.2)
    return np.asarray(np.rint(light * 255), np.uint8)


def tables(folder: Path) -> Iterator[list[dict[str, object]]]:
    """The rolls of each table, the first being the one to learn from."""
    found: dict[int, list[dict[str, object]]] = defaultdict(list)
    for row in rows(folder):
        found[int(str(row["table"]))].append(row)
    for _, rolls in sorted(found.items()):
        rolls.sort(key=lambda row: int(str(row["roll"])))
        if rolls[0]["roll"] == 0:
            yield rolls


@dataclass
class Outcome:
    """What was measured. `tallies`: by group of rolls, and by way, "without" and "with" what was learnt.

    `taught`: tables whose dice were learnt. `proposed`: of these, how many with all colours proposed right,
    of those with usual and with other hues. `refused`: tables that could not be learnt, by why. `faults`: the
    rolls called complete that are wrong, each with the way.
    """

    tallies: dict[tuple[str, str], Tally]
    taught: int
    proposed: tuple[int, int]
    refused: Counter[str]
    faults: tuple[str, ...]


def measure(folder: Path, first: int = 0, shift: bool = False) -> Outcome:
    """Read the rolls of a series, tables before number `first` left out, without and with known dice."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    refused: Counter[str] = Counter()
    proposed, taught, faults = [0, 0], 0, []
    for rolls in tables(folder):
        if int(str(rolls[0]["table"])) < first:
            continue
        kind = str(rolls[0]["light"]) + (", other hues" if rolls[0]["hues"] else "")
        try:
            proposal = propose([picture(folder / str(rolls[0]["image"]))])
            agreed = confirmed(rolls[0], proposal)
            known = enroll(agreed)
        except EnrollmentError as problem:
            refused[problem.code] += 1
            continue
        taught += 1
        proposed[bool(rolls[0]["hues"])] += [d.colour for d in agreed.dice] == [
            d.colour for d in proposal.dice
        ]
        for row in rolls[1:]:
            image = picture(folder / str(row["image"]))
            if shift:
                image = shifted(image, np.random.default_rng((int(str(row["table"])), int(str(row["roll"])))))
            for way, dice in (("without", None), ("with", known)):
                tally = judge(row, read(image, known=dice))
                if tally.wrong:
                    faults.append(f"{row['image']} {way}")
                for group in (kind, "other hues" if row["hues"] else "usual hues", "all"):
                    tallies[group, way].add(tally)
    return Outcome(tallies, taught, (proposed[0], proposed[1]), refused, tuple(faults))


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
    click.echo(
        f"{found.taught} tables learnt (colours proposed right: {found.proposed[0]} with usual hues, "
        f"{found.proposed[1]} with others), refused: {dict(found.refused)}\n"
    )
    click.echo("| light | read | rolls | colours | dice right | all six right | complete | of these wrong |")
    click.echo("|---|---|---|---|---|---|---|---|")
    for (name, way), tally in sorted(found.tallies.items()):
        click.echo(tally.line(name, way))


if __name__ == "__main__":
    command()
