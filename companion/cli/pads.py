"""`qwixx pads`: lists the pads, and checks a custom pad."""

from collections.abc import Iterable
from pathlib import Path

import click

from companion.cli.options import json_option, language_option
from companion.cli.output import json_line, say
from companion.cli.verb import Verb, VerbGroup
from sheets.language import Translate, translator
from sheets.pad import ALL_PADS, Pad, load_pad, pad_data, read_pad
from sheets.pad_part import pad_parts


def describe(pad: Pad, _: Translate) -> list[str]:
    """Return a pad as a few lines of text."""
    head = _("{name}: {title}, dice of {sides} sides, {needs} marks before a last cell")
    lines = [head.format(name=pad.name, title=pad.title, sides=pad.sides, needs=pad.lock_needs)]
    for row in pad.rows:
        words: list[str] = []
        colour = ""
        for cell in row:
            words += [_(cell.colour)] if cell.colour != colour else []
            words.append(f"{cell.number}" + ("+" if cell.bonus else ""))
            colour = cell.colour
        lines.append(f"  {row.letter}  {' '.join(words)}")
    for kind, table in _tables(pad, pad.mechanisms).items():
        lines += [f"  {kind}  {key}  {text}" for key, text in table.items()]
    return lines


def _tables(pad: Pad, keys: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the TOML tables that a pad's file has for the mechanisms (special features) `keys`."""
    data = pad_data(pad)
    return {key: table for key in keys if isinstance(table := data[key], dict)}


def summary(pad: Pad) -> dict[str, object]:
    """Return a pad as data for JSON."""
    bonuses = _tables(pad, [key for key in pad.mechanisms if pad_parts()[key].is_bonus]).values()
    mixing = [key for key in pad.mechanisms if not pad_parts()[key].is_bonus]
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
        "bar": [box for table in bonuses for box in table.get("boxes", "").split()],
        "pairs": {
            kind: cells.split() for table in bonuses if "boxes" not in table for kind, cells in table.items()
        },
        **({"special": special} if (special := _tables(pad, mixing)) else {}),
    }


@click.group(
    "pads",
    cls=VerbGroup,
    invoke_without_command=True,
    examples=[("pads", "List all pads"), ("pads check ours.toml", "A pad of your own")],
)
@json_option("one object per line and pad")
@language_option
@click.pass_context
def command(context: click.Context, as_json: bool, language: str) -> None:
    """List the pads that come with the program; `qwixx pads check FILE` checks a pad of your own."""
    if context.invoked_subcommand is None:
        for pad in map(load_pad, ALL_PADS):
            say(*([json_line(summary(pad))] if as_json else describe(pad, translator(language))))


@command.command(
    "check",
    cls=Verb,
    short_help="Check a pad of your own.",
    examples=[("pads check ours.toml", "Check whether this pad is valid")],
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@json_option("the pad as one object")
@language_option
def check(file: Path, as_json: bool, language: str) -> None:
    """Name the first fault of the pad in FILE, or show the pad."""
    pad, _ = read_pad(file), translator(language)
    if as_json:
        say(json_line(summary(pad)))
    else:
        say(_("{file}: this pad is valid.").format(file=file), *describe(pad, _))
