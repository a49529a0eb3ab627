"""Measures how much lessons (labelled crops of a table's dice) improve the reading of later throws.

`python -m training.evaluation.lessons render OUT` renders throws of tables with unusual dice: those of MAKES
in turn, then eight-sided ones. `python -m training.evaluation.lessons measure OUT` reads a table's throws in
order, without and with lessons. After an incomplete or wrong reading, players are assumed to enter the truth,
and the dice become lessons. Throws 1 to 10 and 41 to 50 are measured. Of those between, every third is
rendered and only gives lessons.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from training.dice.figures import percentage
from training.dice.readings import ImageLabels, load_labels, match_boxes
from training.evaluation.output import STILL_SAMPLES, rendering
from training.evaluation.series import Setting, render_table, setting_in_light
from training.evaluation.unusual_dice import MAKES
from vision import read
from vision.dice.lessons import Lesson, StudiedLesson, adapt, lesson_crop, study
from vision.frames.image import Image, load
from vision.reading import COLOURS, Die, Reading

EARLY, BETWEEN, LATE = range(1, 11), range(13, 41, 3), range(41, 51)
"""Numbers of the throws that are measured (EARLY, LATE), and of those that only give lessons (BETWEEN)."""
PERIODS = {"1 to 10": EARLY, "41 to 50": LATE}
MAX_LESSONS = 120
"""Largest number of lessons that a table keeps (`companion.storage.lessons`)."""


def unusual_setting(number: int, fonts: Path) -> Setting:
    """Return table `number`, in easy light. `number` decides if its dice are one of MAKES or eight-sided."""
    kind = (*MAKES, "")[number % (len(MAKES) + 1)]
    setting = setting_in_light(number, fonts, "easy", sides=6 if kind else 8)
    return replace(setting, camera=replace(setting.camera, motion=(0.0, 0.0)), make=kind)


def render_tables(out: Path, numbers: range, fonts: Path, samples: int) -> None:
    """Render the throws of the tables with these numbers."""
    for number in numbers:
        setting = unusual_setting(number, fonts)
        throws = {throw: f"{number:04d}-{throw:02d}.jpg" for throw in (*EARLY, *BETWEEN, *LATE)}
        facts = {"set": f"lessons {setting.sides}", "sides": setting.sides}
        render_table(out, setting, throws, samples, facts)
        click.echo(f"table {number}: {setting.make or 'eight sides'}")


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """The result of reading a throw."""

    make: str  # of the dice
    period: str  # one of PERIODS, or "" for a throw that is not measured
    lessons: bool  # True if it was read with lessons
    complete: bool
    wrong: bool  # True if complete, but not the truth
    taps: int  # number of dice that players must enter or correct


def truth_of(row: ImageLabels) -> Counter[tuple[str, int]]:
    """Count the labelled dice, except those of other games, by (colour, value)."""
    return Counter((str(die["colour"]), die["value"]) for die in row["dice"] if die["colour"] != "other")


def evaluate(row: ImageLabels, reading: Reading, period: str, lessons: bool) -> ThrowResult:
    """Compare a throw's reading with its labels, `row`; the other arguments are copied to the result."""
    read_as = Counter[tuple[str, int]]((die.colour, die.value) for die in reading.dice)
    complete, truth = reading.status == "complete", truth_of(row)
    sure = [die for die in reading.dice if complete or not die.doubtful]
    certain = Counter[tuple[str, int]]((die.colour, die.value) for die in sure)
    taps = sum((truth - certain).values())
    make = str(row.get("make") or "eight sides")
    return ThrowResult(make, period, lessons, complete, complete and read_as != truth, taps)


def lessons_of(row: ImageLabels, image: Image, dice: tuple[Die, ...], sides: int) -> Iterator[Lesson]:
    """Yield a lesson (crop and label) for each labelled die that is in `dice` and not of another game."""
    labels = [label for label in row["dice"] if label["colour"] != "other"]
    for label, found in zip(labels, match_boxes([each["box"] for each in labels], dice), strict=True):
        colour = next((each for each in COLOURS if each == label["colour"]), None)
        if found is not None and colour is not None:
            crop = lesson_crop(image, dice[found].box)
            yield Lesson(crop, colour, label["value"], sides, row["image"])


def measure_table(folder: Path, rows: Iterable[ImageLabels]) -> Iterator[ThrowResult]:
    """Read a table's throws in order; yield each throw's result without lessons, then with those so far."""
    kept: list[StudiedLesson] = []
    for row in rows:
        image, sides = load(folder / row["image"]), int(row["set"].split()[-1])
        game = "longo" if sides == 8 else "classic"
        adaptation = adapt(kept, sides)
        period = next((name for name, throws in PERIODS.items() if row["roll"] in throws), "")
        reading = read(image, game=game)
        yield evaluate(row, reading, period, False)
        reading = read(image, game=game, adaptation=adaptation)
        found = evaluate(row, reading, period, True)
        yield found
        if not found.complete or found.wrong:
            lessons = lessons_of(row, image, reading.dice, sides)
            kept = [*kept, *map(study, lessons)][-MAX_LESSONS:]


def report(found: Iterable[ThrowResult]) -> Iterator[str]:
    """Yield a Markdown table with lines by make of dice (and for all), period, and use of lessons."""
    groups: dict[tuple[str, str, bool], list[ThrowResult]] = defaultdict(list)
    for each in found:
        for make in (each.make, "all"):
            if each.period:
                groups[make, each.period, each.lessons].append(each)
    yield "| dice | throws | lessons | complete | wrong | dice to say, a throw |"
    yield "|---|---|---|---|---|---|"
    for (make, period, lessons), some in groups.items():
        complete = percentage(sum(each.complete for each in some), len(some))
        taps = sum(each.taps for each in some) / len(some)
        wrong = sum(each.wrong for each in some)
        way = "with" if lessons else "without"
        yield f"| {make} | {period} | {way} | {complete} | {wrong} | {taps:.2f} |"


@click.group()
def command() -> None:
    """Measure the gain from lessons."""


@command.command()
@rendering(STILL_SAMPLES)
@click.option("--first", default=312_000, show_default=True)
@click.option("--tables", default=5, show_default=True)
def render(out: Path, first: int, tables: int, fonts: Path, samples: int) -> None:
    """Render the throws of some tables with Mitsuba 3."""
    render_tables(out, range(first, first + tables), fonts, samples)


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
def measure(folder: Path) -> None:
    """Read the throws of the tables of a folder, and print how many are complete."""
    tables: dict[int, list[ImageLabels]] = defaultdict(list)
    for row in load_labels(folder):
        tables[row["table"]].append(row)
    found: list[ThrowResult] = []
    for _, rows in sorted(tables.items()):
        found += measure_table(folder, sorted(rows, key=lambda row: row["roll"]))
    for line in report(found):
        click.echo(line)


if __name__ == "__main__":
    command()
