"""`qwixx watch`: a line for every roll that a camera, a video or a folder of frames shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.dice_lines import on_one_line
from companion.cli.files import make_folder, write_picture
from companion.cli.options import Wanted, complete_files, dice_options, json_option
from companion.cli.output import complain, json_line
from companion.cli.verb import Verb
from sheets.language import Translate, translator, with_decimal_mark

if TYPE_CHECKING:
    from vision.frames.source import Status
    from vision.rolls.settler import Event


@click.command(
    "watch",
    cls=Verb,
    examples=[
        ("watch --list", "The cameras of this machine"),
        ("watch", "Watch the first camera"),
        ("watch throws.mp4 --save seen", "A video, keeping a picture of every roll"),
        ("watch demo --json", "A table without a camera, for a program"),
    ],
    exits=["every throw was read", "some were not"],
)
@click.argument("source", default="", required=False, shell_complete=complete_files)
@click.option("--list", "listing", is_flag=True, help="List the cameras of this machine and stop.")
@json_option("one object a line, one a roll (with --list: one a camera)")
@dice_options
@click.option(
    "--save", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
    help="Keep a picture of every roll with what was seen drawn on it.",
)  # fmt: skip
def command(
    source: str, listing: bool, as_json: bool, wanted: Wanted, language: str, save: Path | None
) -> None:
    """Watch dice being thrown, and print each roll once it lies still.

    SOURCE is a camera's number or a part of its name, a video file, a folder of frames, an address (http,
    rtsp), or `demo`; the first camera if left out. Ctrl-C stops.
    """
    from vision.frames.capture import cameras
    from vision.frames.open import play

    _ = translator(language)
    if listing:
        found = cameras()
        for camera in found:
            row = {"number": camera.index, "name": camera.name}
            click.echo(json_line(row) if as_json else f"{camera.index}: {camera.name}")
        if not found:
            click.echo(_("No camera was found."), err=True)
        return

    from vision import read
    from vision.frames.capture import feed
    from vision.rolls.settler import Settler

    def say(status: Status) -> None:
        complain(status.in_language(_))

    called = source if source == "demo" else feed(source).name
    known = wanted.known(called)
    if sys.stderr.isatty():
        click.echo(_("Watching {name}: throw the dice. Ctrl-C ends.").format(name=called), err=True)
    settler, told = Settler(), 0
    doubtful: set[int] = set()
    try:
        for frame in play(source, say):
            event = settler.see(
                frame,
                lambda image: read(
                    image, game=wanted.game, removed=wanted.removed, any_dice=wanted.any, known=known
                ),
            )
            if event is None or event.reading is None:
                continue
            if event.kind == "unsure":
                doubtful.add(event.throw)
            else:
                doubtful.discard(event.throw)
            told += 1
            click.echo(_json(event, _) if as_json else _line(event, _))
            sys.stdout.flush()
            if save is not None:
                _keep(event, save, told)
        if not told:
            nothing = _("No dice came to rest in {name}; `qwixx read` reads photos one by one.")
            complain(nothing.format(name=called))
    except KeyboardInterrupt:
        click.echo("", err=True)
    sys.exit(1 if doubtful else 0)


def _line(event: Event, _: Translate) -> str:
    assert event.reading is not None
    time = with_decimal_mark(f"{int(event.frame.seconds) // 60:>3}:{event.frame.seconds % 60:04.1f}", _)
    dice = on_one_line(event.reading.dice, _)
    if event.kind == "roll":
        return f"{time}  {dice}"
    problems = " ".join(problem.in_language(_) for problem in event.reading.problems)
    return f"{time}  ? {dice or _('no dice')}  {problems}".rstrip()


def _json(event: Event, _: Translate) -> str:
    """As `qwixx read --json`, with the throw, the frame's number and its seconds in place of the image."""
    assert event.reading is not None
    read = event.reading.to_json("", _)
    del read["image"]
    frame = {"throw": event.throw, "frame": event.frame.number, "seconds": round(event.frame.seconds, 3)}
    return json_line({**frame, **read})


def _keep(event: Event, folder: Path, number: int) -> None:
    from vision.overlay import draw

    assert event.reading is not None
    name = make_folder(folder) / f"roll-{number:04}.jpg"
    write_picture(name, draw(event.frame.image, event.reading))
