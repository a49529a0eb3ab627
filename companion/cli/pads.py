"""`qwixx pads`: the pads there are, and a check of a pad of one's own."""

from __future__ import annotations

from pathlib import Path

import click

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


@click.group("pads", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List the pads that come with the program; `qwixx pads check FILE` checks a pad of your own."""
    if context.invoked_subcommand is None:
        click.echo("\n".join(describe(load_pad(name)) for name in PADS))


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Say what is wrong with the pad in FILE, or show it as it was understood. Exit status 2 if wrong."""
    pad = read_pad(file)
    click.echo(f"{file}: a sound pad.")
    click.echo(describe(pad))
