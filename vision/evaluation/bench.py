"""`make bench-vision`: what `vision.read` gets right, how sure it may be, how long it takes, in Markdown.

make bench-vision ROLLS=DIR                 rolls rendered by `python -m vision.evaluation DIR`
make bench-vision PHOTOS=DIR                real photos as well: a folder with a labels.jsonl

Of photos, sets that training saw two thirds of are measured on the third that it never saw. A die that was
missed is a wrong one; images right: no die of the image is wrong.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import numpy as np

from vision import inference, read
from vision.evaluation import figures, readings
from vision.evaluation.plot import curves
from vision.evaluation.readings import Seen
from vision.frames.image import load as picture

FRAME = Path(__file__).parents[2] / "fixtures" / "rolls" / "wood.jpg"


def photos(folder: Path) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """Each set of photos that was held out, whole or in part."""
    from vision.training.dataset import held_out_photos

    rows = readings.rows(folder)
    held = {name: {item.path for item in items} for name, items in held_out_photos(folder).items()}
    for name in sorted({str(row["set"]) for row in rows}):
        some = [row for row in rows if row["set"] == name]
        if name in held:
            third = [row for row in some if folder / str(row["image"]) in held[name]]
            yield f"{name}, held-out third", third
        else:
            yield name, some


def speed(times: int = 15) -> Iterator[str]:
    """Milliseconds from a frame of 1280 x 720 pixels to its reading, on one thread and on two."""
    frame = cv2.resize(picture(FRAME), (1280, 720), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    for threads in (1, 2):
        inference.THREADS = threads
        inference.session.cache_clear()
        cv2.setNumThreads(threads)
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
    inference.THREADS = 1
    inference.session.cache_clear()


@click.command()
@click.option(
    "--rolls", type=click.Path(path_type=Path, exists=True), help="Rolls rendered by vision.evaluation."
)
@click.option(
    "--photos", "photo_folder", type=click.Path(path_type=Path, exists=True), help="Labelled photos."
)
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Where to keep what was seen, a line a picture."
)
@click.option("--again", is_flag=True, help="Take what was kept, read nothing.")
@click.option("--most", type=int, help="So many rolls at most.")
@click.option(
    "--votes", is_flag=True, help="Only rolls with further frames: one frame, and the votes of all."
)
@click.option("--every", default=1, show_default=True, help="Only every so many photos of a set.")
@click.option("--plot", type=click.Path(path_type=Path), help="Where to draw the curves of risk, as SVG.")
@click.option("--faults", is_flag=True, help="List every die that is wrong.")
def command(
    rolls: Path | None, photo_folder: Path | None, keep: Path | None, again: bool, most: int | None,
    votes: bool, every: int, plot: Path | None, faults: bool,
) -> None:  # fmt: skip
    """Measure the eyes."""
    pictures: list[Seen] = readings.load(keep) if again and keep is not None else []
    if not again:
        if rolls is not None:
            pictures += readings.look(rolls, readings.rows(rolls)[:most], False, _tell, votes)
        if photo_folder is not None:
            for name, chosen in photos(photo_folder):
                pictures += readings.look(
                    photo_folder, [{**row, "set": name} for row in chosen[::every]], True, _tell
                )
        if keep is not None:
            keep.write_text("".join(one.line() + "\n" for one in pictures), "utf-8")
    groups = list(dict.fromkeys(one.group for one in pictures))
    click.echo(figures.HEAD)
    for group in groups:
        click.echo(str(figures.row(group, [one for one in pictures if one.group == group])))
    drawn = []
    for group in groups:
        some = [one for one in pictures if one.group == group]
        if not some[0].any:
            whole = [one for one in some if figures.clear(one)]
            complete = [one for one in whole if one.status == "complete"]
            bad = sum(map(figures.wrong, complete))
            click.echo(
                f"\n{group}: of rolls with all tops at least 80 % visible "
                f"{figures.share(len(complete), len(whole))} complete, "
                f"of these {figures.share(bad, len(complete))} wrong\n"
            )
            click.echo("| dice | labelled | found | values | colours | both |\n|---|---|---|---|---|---|")
            for line in figures.parts(some):
                click.echo(str(line))
        else:
            complete = [one for one in some if one.status == "complete"]
            bad = sum(map(figures.wrong, complete))
            click.echo(
                f"\n{group}, `--any`: {figures.share(len(complete), len(some))} complete, "
                f"of these {figures.share(bad, len(complete))} wrong"
            )
        drawn.append((group, figures.curve(some)))
    if plot is not None:
        plot.write_text(curves(drawn), "utf-8")
    if faults:
        for one in pictures:
            for die in figures.ours(one):
                if figures.scored(die) and not figures.right(die):
                    said = die.answer
                    what = f"{said.colour} {said.value} ({said.confidence:.2f})" if said else "not found"
                    click.echo(
                        f"{one.group} {one.image} {one.status} {die.box}: {die.colour} {die.value}: {what}"
                    )
            for extra in one.extra:
                click.echo(
                    f"{one.group} {one.image} {one.status} {extra.box}: nothing: {extra.colour} {extra.value}"
                )
    click.echo("")
    for time_taken in speed():
        click.echo(time_taken)
    click.echo(f"memory at its largest: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


def _tell(text: str) -> None:
    click.echo(text, err=True)


if __name__ == "__main__":
    command()
