"""`qwixx pads`: the pads there are, and a check of a pad of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.options import complete_files, json_option
from companion.cli.output import json_line
from companion.cli.verb import Verb, VerbGroup
from sheets.pad import PADS, Pad, load_pad, read_pad


def describe(pad: Pad) -> str:
    """A pad in a few lines of text."""
    lines = [f"{pad.name}: {pad.title}, dice of {pad.sides} sides, {pad.lock_needs} marks before a last cell"]
    for row in pad.rows:
        words: list[str] = []
        colour = ""
        for cell in row:
            words += [cell.colour] if cell.colour != colour else []
            words.append(f"{cell.number}" + ("+" if cell.bonus else ""))
            colour = cell.colour
        lines.append(f"  {row.letter}  {' '.join(words)}")
    if pad.bar:
        lines.append(f"  bar  {' '.join(pad.bar)}")
    lines += [f"  {kind}  {first} {second}" for kind, (first, second) in pad.pairs]
    return "\n".join(lines)


def summary(pad: Pad) -> dict[str, object]:
    """A pad as a program reads it. `rows`: by letter, cells from left to right."""
    return {
        "pad": pad.name,
        "title": pad.title,
        "sides": pad.sides,
        "lock_needs": pad.lock_needs,
        "rows": {
            row.letter: [
                {"number": cell.number, "colour": cell.colour, "bonus": bool(cell.bonus)} for cell in row
            ]
            for row in pad.rows
        },
        "bar": list(pad.bar),
        "pairs": {kind: [str(cell) for cell in cells] for kind, cells in pad.pairs},
    }


@click.group(
    "pads",
    cls=VerbGroup,
    invoke_without_command=True,
    examples=[("pads", "The pads that there are"), ("pads check ours.toml", "A pad of your own")],
)
@json_option("one object a line, one a pad")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List the pads that come with the program; `qwixx pads check FILE` checks a pad of your own."""
    if context.invoked_subcommand is None:
        for pad in map(load_pad, PADS):
            click.echo(json_line(summary(pad)) if as_json else describe(pad))


@command.command("check", cls=Verb, examples=[("pads check ours.toml", "Is this pad sound")])
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path), shell_complete=complete_files)
@json_option("the pad as one object")
def check(file: Path, as_json: bool) -> None:
    """Say what is wrong with the pad in FILE, or show it as it was understood."""
    pad = read_pad(file)
    click.echo(json_line(summary(pad)) if as_json else f"{file}: a sound pad.\n{describe(pad)}")
