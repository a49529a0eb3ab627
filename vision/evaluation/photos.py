"""What `vision.read` gets right, from the whole image: `python -m vision.evaluation.photos --photos
FOLDER --scenes FOLDER`.

Measured are the photos that training never saw, the held-out third of each set;
and rendered scenes of held-out seeds. A labelled die that is not found counts as wrong. Faults are
listed with --faults.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice import thresholds
from vision.dice.classifier import Augmentation, classify, infer
from vision.dice.detector import Candidate
from vision.dice.pipeline import read
from vision.evaluation.readings import shared
from vision.reading import Die
from vision.training.dataset import Item, Label, held_out, load, photos, rendered, widened
from vision.training.fixtures import SET, lay
from vision.training.photo import develop
from vision.training.scenes import DECODED, HELD_OUT


@dataclass(slots=True)
class Tally:
    """Counts over the labelled dice of one set."""

    dice: int = 0
    found: int = 0
    values: int = 0
    coloured: int = 0
    colours: int = 0
    sure: int = 0
    sure_right: int = 0
    false: int = 0
    faults: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        """One row of a table in Markdown."""
        hue = f"{self.colours / self.coloured:.3f} of {self.coloured}" if self.coloured else "-"
        kept = f"{self.sure / max(1, self.dice):.3f} at {self.sure_right / max(1, self.sure):.4f}"
        found, values = self.found / max(1, self.dice), self.values / max(1, self.dice)
        return f"| {name} | {self.dice} | {found:.3f} | {values:.3f} | {hue} | {kept} | {self.false} |"


def matched(label: Label, dice: list[Die]) -> Die | None:
    """The die found at a label: the one that shares most with its box."""
    best, most = None, 0.25
    for die in dice:
        share = shared(label.box, die.box)
        if share > most:
            best, most = die, share
    return best


def measure(items: list[Item], picture: Callable[[Item], NDArray[np.uint8]], sides: int = 6) -> Tally:
    """Read every picture of the items and compare."""
    tally = Tally()
    for item in items:
        reading = read(picture(item), any_dice=True) if sides == 6 else read(picture(item), game="longo")
        dice = [*reading.dice, *reading.ignored]
        for label in item.labels:
            if label.value == 0:
                continue
            die = matched(label, dice)
            if die is not None:
                dice.remove(die)
            if label.visible < 0.5 or label.top < 0.6 or max(label.box[2:]) < 14 or label.sides != sides:
                continue
            tally.dice += 1
            name = f"{item.path.parent.name}/{item.path.name} at {[round(v) for v in label.box]}"
            scored = label.colour is not None and not label.doubtful and sides == 6
            tally.coloured += scored
            if die is None:
                tally.faults.append(f"{name}: {label.colour} {label.value} not found")
                continue
            tally.found += 1
            right = die.value == label.value and die.sides == label.sides
            hue = die.colour == label.colour
            tally.values += right
            tally.colours += scored and hue
            if die.alternatives[0][1] >= thresholds.SURE_CONFIDENCE:
                tally.sure += 1
                tally.sure_right += right
            if not right or (scored and not hue):
                seen = f"{die.colour} {die.value} ({die.confidence:.2f})"
                tally.faults.append(f"{name}: {label.colour} {label.value} read as {seen}")
        tally.false += len(dice)
        place = f"{item.path.parent.name}/{item.path.name}"
        tally.faults += [
            f"{place}: {d.colour} {d.value} at {d.box} ({d.confidence:.2f}) unlabelled" for d in dice
        ]
    return tally


def on_boxes(items: list[Item]) -> tuple[int, int]:
    """Labelled dice of six sides, and how many of their values are right where the labels say where they lie:
    the reader's part alone."""
    dice = right = 0
    for item in items:
        labels = [d for d in widened(item).labels if d.value and d.sides == 6]
        predictions = classify(load(item), [Candidate(d.box, 1.0) for d in labels], odds=np.inf)
        dice += len(labels)
        right += sum(int(k.values.argmax()) + 1 == d.value for k, d in zip(predictions, labels, strict=True))
    return dice, right


def of_numerals(items: list[Item]) -> tuple[int, int]:
    """Labelled dice, and how many of their numerals the reader of eight sides tells, which learns from no
    photo. It awaits a triangle that has three ways up; these are squares, so the surest of the glances from
    all sides counts."""
    augmentations = [
        Augmentation(1.0, False, third * 2.0944, quarter) for third in range(3) for quarter in range(4)
    ]
    dice = right = 0
    for item in items:
        image = load(item)
        for label in (d for d in item.labels if d.value):
            said = [
                infer("reader8", image, [Candidate(label.box, 1.0)], augmentation).values[0]
                for augmentation in augmentations
            ]
            said = [values[: label.sides] for values in said]  # no 7 and no 8 on six sides
            surest = max(said, key=lambda values: float(values.max()))
            dice += 1
            right += int(surest.argmax()) + 1 == label.value
    return dice, right


def photographed(item: Item) -> NDArray[np.uint8]:
    """A held-out scene as one fixed random camera would take it."""
    return develop(DECODED[load(item)], np.random.default_rng(len(item.labels) + int(item.path.stem[-5:])))


def rolls(count: int) -> str:
    """Whole rolls of the six dice on tables drawn for the purpose: how many are read complete, and how many
    of these are wrong. Places, light, tables and dice are random, by seeds that training never used."""
    complete = wrong = 0
    for seed in range(HELD_OUT, HELD_OUT + count):
        rng = np.random.default_rng(seed)
        dice = [(colour, int(v)) for colour, v in zip(SET, rng.integers(1, 7, 6), strict=True)]
        clutter = tuple(int(k) for k in rng.choice(7, int(rng.integers(0, 3))))
        edge, elevation = float(np.exp(rng.uniform(np.log(24), np.log(75)))), float(rng.uniform(45, 90))
        photo, _ = lay(dice, seed, edge, elevation, int(rng.integers(5)), clutter)
        reading = read(photo)
        if reading.status == "complete":
            complete += 1
            wrong += sorted((d.colour, d.value) for d in reading.dice) != sorted(dice)
    return f"{count} rolls of six: {complete} complete, {wrong} of these wrong"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--scenes", type=Path)
    parser.add_argument("--rolls", type=int, default=0, help="how many rolls to draw and read")
    parser.add_argument("--boxes", action="store_true", help="the reader alone, on labelled boxes")
    parser.add_argument("--faults", action="store_true")
    given = parser.parse_args()
    if given.boxes:
        numerals = photos(given.photos, "numerals")
        told = {name: on_boxes(items) for name, items in held_out(given.photos).items()}
        told["numerals, as pips"] = on_boxes(numerals)
        told["numerals"] = of_numerals(numerals)
        for name, (dice, right) in told.items():
            print(f"| {name} | {dice} | {right / max(1, dice):.3f} |")
        return
    print("| set | dice | found | values right | colours right | sure of the value, right of these | false |")
    print("|---|---|---|---|---|---|---|")
    jobs: list[tuple[str, Tally]] = []
    if given.photos:
        jobs += [
            (f"{name}, held out", measure(items, load)) for name, items in held_out(given.photos).items()
        ]
    if given.scenes:
        for sides in (6, 8):
            items = rendered(given.scenes, held_out=True, sides=sides)
            if items:
                jobs.append((f"rendered, {sides} sides", measure(items, photographed, sides)))
    for name, tally in jobs:
        print(tally.line(name))
    if given.rolls:
        print(rolls(given.rolls))
    if given.faults:
        for name, tally in jobs:
            print(name, *tally.faults, sep="\n  ")


if __name__ == "__main__":
    main()
