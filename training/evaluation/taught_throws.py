"""Measures how much lessons (labelled crops) from a table's first ten throws improve the next ten readings.

`python -m training.evaluation.taught_throws render OUT --tables 24` renders twenty throws for each table in
linear light. A table's throws share dice, lamps and camera; every fourth table has eight-sided dice. `python
-m training.evaluation.taught_throws watch OUT` watches the throws like `training.evaluation.throws`. If one
of the first ten throws is doubtful or read wrongly, players are assumed to enter the truth, and its dice
become lessons. Throws 11 to 20 are read without and with these lessons.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from training.dice.readings import ImageLabels
from training.evaluation.lessons import MAX_LESSONS, lessons_of
from training.evaluation.output import rendering
from training.evaluation.series import Setting, setting_in_light, table_roll, unsteady
from training.evaluation.throws import (
    SAMPLES,
    WatchedThrow,
    frames,
    keep_throw,
    load_light,
    load_throws,
    report,
    watch,
)
from vision.dice.lessons import StudiedLesson, adapt, study

TEACHING, COUNTED = range(1, 11), range(11, 21)
"""Throws of a table, counted from 1: those that give lessons, and those that are measured."""
THROWS_PER_TABLE = 100
"""A throw's number in files is THROWS_PER_TABLE times the table's number plus its number at the table."""


def usual_setting(number: int, fonts: Path) -> Setting:
    """Return the table with this number, with usual dice in easy light; every fourth has eight-sided dice."""
    setting = setting_in_light(number, fonts, "easy", sides=8 if number % 4 == 3 else 6)
    return replace(setting, camera=replace(setting.camera, motion=(0.0, 0.0)))


def render_table(out: Path, setting: Setting, samples: int) -> None:
    """Render a table's throws that are missing in `out`. Skip throws for which the table has no room."""
    from training.evaluation.render import render

    out.mkdir(parents=True, exist_ok=True)
    there = {row["number"] for row in load_throws(out)} if (out / "throws.jsonl").exists() else set()
    for throw in (*TEACHING, *COUNTED):
        number = THROWS_PER_TABLE * setting.number + throw
        if number in there:
            continue
        try:
            roll = table_roll(setting, throw)
        except LookupError:
            continue
        light, found = render(roll, samples, number)
        camera = unsteady(setting.camera, np.random.default_rng((number, 66)))
        line = {
            "number": number,
            "sides": setting.sides,
            "dice": found,
            "tint": setting.lighting.tint.tolist(),
            "lamp": setting.lighting.kind,
            "lie": "anyhow",
            "camera": {name: value for name, value in asdict(camera).items() if name != "motion"},
        }
        keep_throw(out, line | roll.facts, light)


def watch_table(
    folder: Path, rows: Iterable[dict[str, Any]]
) -> tuple[list[WatchedThrow], list[WatchedThrow]]:
    """Watch the last ten throws of a table without and with lessons from its first ten; return both results.

    `rows`: the lines of all throws, in order.
    """
    kept: list[StudiedLesson] = []
    without, taught = [], []
    for row in rows:
        light = load_light(folder, row)
        plain = watch(row, frames(light, row))
        if row["number"] % THROWS_PER_TABLE in TEACHING:
            kept = [*kept, *_taught_by(row, plain)][-MAX_LESSONS:]
        else:
            without.append(plain)
            taught.append(watch(row, frames(light, row), adapt(kept, row["sides"])))
    return without, taught


def _taught_by(row: dict[str, Any], seen: WatchedThrow) -> list[StudiedLesson]:
    """Return lessons from the dice of a throw if it was doubtful or read wrongly, otherwise []."""
    if seen.outcome not in ("asked", "wrong") or seen.reading is None or seen.picture is None:
        return []
    labels: ImageLabels = {"image": str(row["number"]), "set": f"throws {row['sides']}", "dice": row["dice"]}
    return list(map(study, lessons_of(labels, seen.picture, seen.reading.dice, row["sides"])))


@click.group()
def command() -> None:
    """Measure how much ten throws of a table improve later readings."""


@command.command("render")
@rendering(SAMPLES)
@click.option("--first", default=400_000, show_default=True)
@click.option("--tables", default=24, show_default=True)
def render_all(out: Path, first: int, tables: int, fonts: Path, samples: int) -> None:
    """Render the throws of some tables with Mitsuba 3."""
    for number in range(first, first + tables):
        render_table(out, usual_setting(number, fonts), samples)


@command.command("watch")
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
def watch_all(folder: Path) -> None:
    """Watch the throws of the tables of a folder and print the outcomes."""
    tables: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in load_throws(folder):
        tables[row["number"] // THROWS_PER_TABLE].append(row)
    without: list[WatchedThrow] = []
    taught: list[WatchedThrow] = []
    for rows in tables.values():
        plain, after = watch_table(folder, rows)
        without += plain
        taught += after
    for line in ("Without lessons:\n", *report(without), "\nAfter ten throws:\n", *report(taught)):
        click.echo(line)


if __name__ == "__main__":
    command()
