"""`qwixx read`: reads the dice in photos."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from companion.cli.dice_lines import STATUSES, in_order, line_of
from companion.cli.options import NAMED_FILE, DiceOptions, dice_options, json_option
from companion.cli.output import json_line
from companion.cli.photos import Photos
from companion.cli.verb import Verb
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from vision.reading import Reading


def _table(name: str, reading: Reading, _: Translate) -> list[str]:
    lines = [f"{name}: {_(STATUSES[reading.status])}"]
    width = max((len(_(die.colour)) for die in reading.dice), default=0)
    lines += [f"  {line_of(die, width, _)}" for die in in_order(reading.dice)]
    if reading.ignored:
        eight = " (" + _("eight sides") + ")"
        listed = ", ".join(f"{_(d.colour)} {d.value}" + eight * (d.sides == 8) for d in reading.ignored)
        lines.append("  " + _("ignored: {dice}").format(dice=listed))
    lines += [f"  {problem.in_language(_)}" for problem in reading.problems]
    return lines


@click.command(
    "read",
    cls=Verb,
    examples=[
        ("read roll.jpg", "Read six dice in a photo"),
        ("read --game longo --removed red *.jpg", "Read eight-sided dice without the red one"),
        ("read --any --json table.png", "Whatever dice there are, for a program"),
    ],
    exits=["every photo was read complete", "some were not: a die is missing or doubtful"],
)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=NAMED_FILE)
@json_option("one object per line and image")
@dice_options
def command(images: tuple[str, ...], as_json: bool, expected: DiceOptions, language: str) -> None:
    """Read the dice in photos: colour, value and certainty, one line per die.

    IMAGE is a photo: JPEG, PNG, WebP, BMP or GIF. A doubtful die comes with its possible values.
    """
    _ = translator(language)
    photos = Photos(images, _("Reading photos"))
    for name, image in photos:
        reading = expected.read(image)
        photos.say(*([json_line(reading.to_json(name, _))] if as_json else _table(name, reading, _)))
        if reading.status != "complete":
            photos.mark_incomplete()
    sys.exit(photos.status)
