"""`qwixx read`: the dice in photos."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.dice_options import Wanted, dice_options
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from vision.reading import Die, Reading


def _line(die: Die) -> str:
    x, y, w, h = die.box
    others = ", ".join(f"{value} {p:.0%}" for value, p in die.alternatives[1:3] if p >= 0.02)
    note = "" if die.state == "flat" else f"  {die.state}"
    doubt = f"  or {others}" if others else ""
    return f"  {die.colour:<7}{die.value:>2}  {die.confidence:>4.0%}  at {x},{y} {w}x{h}{note}{doubt}"


def _table(name: str, reading: Reading, _: Translate) -> str:
    lines = [f"{name}: {reading.status}"]
    lines += [_line(die) for die in reading.dice]
    if reading.ignored:
        eight = " (" + _("eight sides") + ")"
        listed = ", ".join(f"{_(d.colour)} {d.value}" + eight * (d.sides == 8) for d in reading.ignored)
        lines.append("  " + _("ignored: {dice}").format(dice=listed))
    lines += [f"  {problem.tell(_)}" for problem in reading.problems]
    return "\n".join(lines)


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one an image.")
@dice_options
def command(images: tuple[str, ...], as_json: bool, wanted: Wanted, language: str) -> None:
    """Read the dice in photos.

    Exit status: 0 every photo read complete, 1 some not, 2 a file is no image.
    """
    from vision import read
    from vision.frames import ImageError, load

    _, status = translator(language), 0
    for name in images:
        try:
            image = load(Path(name))
        except ImageError as problem:
            click.echo(f"qwixx: {problem}", err=True)
            status = 2
            continue
        reading = read(image, game=wanted.game, removed=wanted.removed, any=wanted.any)
        click.echo(
            json.dumps(reading.to_json(name, _), ensure_ascii=False) if as_json else _table(name, reading, _)
        )
        if reading.status != "complete":
            status = max(status, 1)
    sys.exit(status)
