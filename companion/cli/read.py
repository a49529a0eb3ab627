"""`qwixx read`: the dice in photos."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from vision.reading import Die, Reading

GAMES = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", "cards")


def _line(die: Die) -> str:
    x, y, w, h = die.box
    others = ", ".join(f"{value} {p:.0%}" for value, p in die.alternatives[1:3] if p >= 0.02)
    note = "" if die.state == "flat" else f"  {die.state}"
    doubt = f"  or {others}" if others else ""
    return f"  {die.colour:<7}{die.value:>2}  {die.confidence:>4.0%}  at {x},{y} {w}x{h}{note}{doubt}"


def _table(name: str, reading: Reading) -> str:
    lines = [f"{name}: {reading.status}"]
    lines += [_line(die) for die in reading.dice]
    if reading.ignored:
        listed = ", ".join(
            f"{d.colour} {d.value}" + (" (eight sides)" if d.sides == 8 else "") for d in reading.ignored
        )
        lines.append(f"  ignored: {listed}")
    lines += [f"  {problem.text}" for problem in reading.problems]
    return "\n".join(lines)


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, one an image.")
@click.option(
    "--game", type=click.Choice(GAMES), default="classic", help="Which dice to expect; classic if left out."
)
@click.option(
    "--removed", multiple=True, type=click.Choice(["red", "yellow", "green", "blue"]),
    help="A colour that has left the game; may be repeated.",
)  # fmt: skip
@click.option("--any", "any_dice", is_flag=True, help="Read whatever dice there are.")
def command(
    images: tuple[str, ...], as_json: bool, game: str, removed: tuple[str, ...], any_dice: bool
) -> None:
    """Read the dice in photos.

    Exit status: 0 every photo read complete, 1 some not, 2 a file is no image.
    """
    from vision import read
    from vision.frames import ImageError, load

    status = 0
    for name in images:
        try:
            image = load(Path(name))
        except ImageError as problem:
            click.echo(f"qwixx: {problem}", err=True)
            status = 2
            continue
        reading = read(image, game=game, removed=removed, any=any_dice)
        click.echo(
            json.dumps(reading.to_json(name), ensure_ascii=False) if as_json else _table(name, reading)
        )
        if reading.status != "complete":
            status = max(status, 1)
    sys.exit(status)
