"""`qwixx watch`: prints a line for every roll that a camera, a video or a folder of frames shows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.dice_lines import on_one_line
from companion.cli.files import make_folder, write_picture
from companion.cli.options import NAMED_FILE, DiceOptions, dice_options, json_option
from companion.cli.output import json_line, print_error, say
from companion.cli.verb import Verb
from sheets.language import Translate, translator, with_decimal_mark

if TYPE_CHECKING:
    from vision.frames.image import Image
    from vision.reading import Reading, Turn
    from vision.rolls.settler import Event


@click.command(
    "watch",
    cls=Verb,
    examples=[
        ("watch --list", "The cameras of this computer"),
        ("watch", "Watch the first camera"),
        ("watch throws.mp4 --save seen", "A video, keeping a picture of every roll"),
        ("watch demo --json", "A table without a camera, for a program"),
    ],
    exits=["every throw was read", "some were not"],
)
@click.argument("source", default="", required=False, type=NAMED_FILE)
@click.option("--list", "listing", is_flag=True, help="List the cameras of this computer and stop.")
@json_option("one object per line and roll (with --list: per camera)")
@dice_options
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Save a picture of every roll with the reading drawn on it.",
)
def command(
    source: str, listing: bool, as_json: bool, expected: DiceOptions, language: str, save: Path | None
) -> None:
    """Watch dice being thrown, and print each roll once the dice lie still.

    SOURCE is a camera's number or a part of its name, a video file, a folder of frames, an address (http,
    rtsp), or `demo`. Default: the first camera. Ctrl-C stops.
    """
    _ = translator(language)
    if listing:
        _list_cameras(as_json, _)
    else:
        sys.exit(0 if _watch(source, as_json, expected, save, _) else 1)


def _list_cameras(as_json: bool, _: Translate) -> None:
    from vision.frames.capture import cameras

    listed = cameras()
    for camera in listed:
        row = {"number": camera.index, "name": camera.name}
        say(json_line(row) if as_json else f"{camera.index}: {camera.name}")
    if not listed:
        say(_("No camera was found."), err=True)


def _watch(source: str, as_json: bool, expected: DiceOptions, save: Path | None, _: Translate) -> bool:
    """Print each roll until the source ends or Ctrl-C is pressed. Return True if every throw was read."""
    from vision.frames.capture import feed

    name = source if source == "demo" else feed(source).name
    if sys.stderr.isatty():
        say(_("Watching {name}: throw the dice. Press Ctrl-C to stop.").format(name=name), err=True)
    count = 0
    doubtful_throws: set[int] = set()
    try:
        for event in _events(source, expected, _):
            if event.reading is None:
                continue
            change = doubtful_throws.add if event.kind == "unsure" else doubtful_throws.discard
            change(event.throw)
            count += 1
            say(_json(event, _) if as_json else _line(event, _))
            sys.stdout.flush()
            if save is not None:
                _save_picture(event, save, count)
        if not count:
            nothing = _("No dice came to rest in {name}; `qwixx read` reads photos one by one.")
            print_error(nothing.format(name=name))
    except KeyboardInterrupt:
        say("", err=True)
    return not doubtful_throws


def _events(source: str, expected: DiceOptions, _: Translate) -> Iterator[Event]:
    """Yield rolls and other events until the source ends.

    Images are read with the rotation in which the last complete roll was read.
    """
    from vision.frames.open import play
    from vision.rolls.settler import Settler

    settler = Settler()
    turn: Turn = 0

    def read(image: Image) -> Reading:
        nonlocal turn
        reading = expected.read(image, turn)
        turn = reading.turn if reading.status == "complete" else turn
        return reading

    for frame in play(source, lambda status: print_error(status.in_language(_))):
        event = settler.see(frame, read)
        if event is not None:
            yield event
    if (last := settler.end()) is not None:
        yield last


def _line(event: Event, _: Translate) -> str:
    assert event.reading is not None
    time = with_decimal_mark(f"{int(event.frame.seconds) // 60:>3}:{event.frame.seconds % 60:04.1f}", _)
    dice = on_one_line(event.reading.dice, _) or _("no dice")
    if event.kind == "roll":
        return f"{time}  {dice}"
    problems = " ".join(problem.in_language(_) for problem in event.reading.problems)
    return f"{time}  ? {dice}  {problems}".rstrip()


def _json(event: Event, _: Translate) -> str:
    """Return an event as JSON like that of `qwixx read`, with throw, frame and seconds instead of `image`."""
    assert event.reading is not None
    read = event.reading.to_json("", _)
    del read["image"]
    frame = {"throw": event.throw, "frame": event.frame.number, "seconds": round(event.frame.seconds, 3)}
    return json_line({**frame, **read})


def _save_picture(event: Event, folder: Path, number: int) -> None:
    from vision.overlay import draw

    assert event.reading is not None
    name = make_folder(folder) / f"roll-{number:04}.jpg"
    write_picture(name, draw(event.frame.image, event.reading))
