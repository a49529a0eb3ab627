"""Measures the accuracy, confidence and speed of `vision.read`: `make bench-vision` prints Markdown tables.

`ROLLS=DIR` names one or more folders of rolls from `python -m training.evaluation DIR`. `PHOTOS=DIR` names a
folder of real photos with a labels.jsonl.

If training used a part of a set of photos, only the rest is measured. A missed die counts as wrong. An image
is right if none of its dice is wrong.
"""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import cv2
import numpy as np

from training.dice import figures, readings
from training.dice.readings import ImageLabels, ImageResult
from vision import inference, read
from vision.frames.image import Image, load

FRAME = Path(__file__).parents[2] / "fixtures" / "rolls" / "wood.jpg"
HARD_ROLLS = FRAME.parents[1] / "hard"
"""Rolls rendered with Mitsuba: small dice that touch each other, seen by a low camera."""
FOLDER = click.Path(path_type=Path, exists=True)
FILE = click.Path(path_type=Path)


def large(path: Path) -> Image:
    """Load a picture and scale it to 1280 x 720 pixels, the size of a camera frame."""
    return np.asarray(cv2.resize(load(path), (1280, 720), interpolation=cv2.INTER_CUBIC), np.uint8)


@contextmanager
def _threads(count: int) -> Iterator[None]:
    """Set the number of threads for OpenCV and for networks within the context."""
    before = inference.THREADS, cv2.getNumThreads()
    inference.THREADS = count
    cv2.setNumThreads(count)
    inference.session.cache_clear()
    yield
    inference.THREADS = before[0]
    cv2.setNumThreads(before[1])
    inference.session.cache_clear()


def speed(times: int = 15) -> Iterator[str]:
    """Yield a line on the time from a 1280 x 720 frame to its reading, for one thread and for two."""
    frame = large(FRAME)
    for threads in (1, 2):
        with _threads(threads):
            read(frame)
            clock, work = [], []
            for _ in range(times):
                start, used = time.perf_counter(), time.process_time()
                read(frame)
                clock.append(time.perf_counter() - start)
                work.append(time.process_time() - used)
        least, middle = 1000 * min(clock), 1000 * float(np.median(clock))
        yield (
            f"1280 x 720 frame to reading, threads: {threads}: {middle:.0f} ms (median of {times}; "
            f"fastest {least:.0f}), {1000 * float(np.median(work)):.0f} ms of processor time"
        )


def speed_on_hard_rolls(folder: Path = HARD_ROLLS, times: int = 3) -> str:
    """Return a line that says how much more processor time hard rolls take than a plain scene.

    Two threads are used. Plain and hard pictures alternate, so that other load on the machine slows both.
    """
    plain = large(FRAME)
    ratios, usual = [], []
    with _threads(2):
        read(plain)
        for row in readings.load_labels(folder):
            game = "longo" if row["set"].endswith("8") else "classic"
            hard = large(folder / row["image"])
            taken = [
                (_processor_seconds(plain, "classic"), _processor_seconds(hard, game)) for _ in range(times)
            ]
            easy, slow = (min(column) for column in zip(*taken, strict=True))
            ratios.append(slow / easy)
            usual.append(easy)
    middle, late = (float(np.percentile(ratios, share)) for share in (50, 95))
    return (
        f"{len(ratios)} hard rolls (touching, small, seen from low) in 1280 x 720: median {middle:.1f} x, "
        f"95th percentile {late:.1f} x the {1000 * float(np.median(usual)):.0f} ms of a plain scene"
    )


def _processor_seconds(image: Image, game: str) -> float:
    start = time.process_time()
    read(image, game=game)
    return time.process_time() - start


def _read_rolls(folder: Path, most: int | None, votes: bool) -> Iterator[ImageResult]:
    yield from readings.read_labelled(folder, readings.load_labels(folder)[:most], False, _report, votes)


def _read_photos(folder: Path, every: int) -> Iterator[ImageResult]:
    for name, chosen in readings.photos(folder):
        rows: list[ImageLabels] = [{**row, "set": name} for row in chosen[::every]]
        yield from readings.read_labelled(folder, rows, True, _report)


def _report(text: str) -> None:
    click.echo(text, err=True)


def _of_group(results: list[ImageResult]) -> dict[str, list[ImageResult]]:
    groups = dict.fromkeys(result.group for result in results)
    return {group: [result for result in results if result.group == group] for group in groups}


def _details(group: str, results: list[ImageResult]) -> Iterator[str]:
    """Yield lines on how many readings of a group are complete, and how many of these are wrong.

    If a set of dice was expected, also yield a table by condition.
    """
    if results[0].any_dice:
        complete = [one for one in results if one.status == "complete"]
        bad = sum(map(figures.is_wrong, complete))
        yield (
            f"\n{group}, `--any`: {figures.percentage(len(complete), len(results))} complete, "
            f"of these {figures.percentage(bad, len(complete))} wrong"
        )
        return
    whole = [one for one in results if figures.are_tops_visible(one)]
    complete = [one for one in whole if one.status == "complete"]
    bad = sum(map(figures.is_wrong, complete))
    yield (
        f"\n{group}: of rolls with all tops at least 80 % visible "
        f"{figures.percentage(len(complete), len(whole))} complete, "
        f"of these {figures.percentage(bad, len(complete))} wrong; "
        f"the surest first, {figures.right_before_wrong(results)} right before one is wrong; "
        f"cross entropy of the values {figures.value_cross_entropy(results):.3f}\n"
    )
    yield figures.CONDITIONS_HEAD
    yield from map(str, figures.rows_by_condition(results))


def _faults(results: list[ImageResult]) -> Iterator[str]:
    """Yield a line for each wrong die."""
    for one in results:
        place = f"{one.group} {one.image} {one.status}"
        for die in figures.expected_dice(one):
            if figures.is_scored(die) and not figures.is_right(die):
                said = die.answer
                what = f"{said.colour} {said.value} ({said.confidence:.2f})" if said else "not found"
                yield f"{place} {die.box}: {die.colour} {die.value}: {what}"
        for extra in one.extra:
            yield f"{place} {extra.box}: nothing: {extra.colour} {extra.value}"


@click.command()
@click.option("--rolls", type=FOLDER, multiple=True, help="Rolls rendered by training.evaluation.")
@click.option("--photos", "photo_folder", type=FOLDER, help="Labelled photos.")
@click.option(
    "--keep",
    type=FILE,
    help="What was read, a line a picture: taken from there if it exists, else kept there.",
)
@click.option("--most", type=int, help="So many rolls at most.")
@click.option(
    "--votes", is_flag=True, help="Only rolls with further frames: one frame, and the votes of all."
)
@click.option("--every", default=1, show_default=True, help="Only every so many photos of a set.")
@click.option("--faults", is_flag=True, help="List every die that is wrong.")
def command(
    rolls: tuple[Path, ...],
    photo_folder: Path | None,
    keep: Path | None,
    most: int | None,
    votes: bool,
    every: int,
    faults: bool,
) -> None:
    """Measure how well dice are read."""
    if keep is not None and keep.exists():
        results = readings.load_results(keep)
    else:
        results = [result for folder in rolls for result in _read_rolls(folder, most, votes)]
        results += _read_photos(photo_folder, every) if photo_folder is not None else []
        if keep is not None:
            keep.write_text("".join(one.line() + "\n" for one in results), "utf-8")
    groups = _of_group(results)
    click.echo(figures.TABLE_HEAD)
    for group, some in groups.items():
        click.echo(str(figures.result_row(group, some)))
    for group, some in groups.items():
        for line in _details(group, some):
            click.echo(line)
    for line in _faults(results) if faults else ():
        click.echo(line)
    click.echo("")
    for line in (*speed(), speed_on_hard_rolls()):
        click.echo(line)
    click.echo(f"memory at its largest: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    command()
