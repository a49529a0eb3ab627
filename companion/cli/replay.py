"""`qwixx replay`: judge recorded games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli.options import complete_files, json_option, language_option
from companion.cli.output import complain, json_line
from companion.cli.verb import Verb
from companion.record import LARGEST, NotARecord, Record, read_record
from companion.referee import judge
from sheets.errors import BadInput
from sheets.language import translator


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-"; BadInput where there are none."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with Path(name).open("rb") as file:
            return file.read() if name.endswith(".jsonl") else file.read(LARGEST + 1)
    except OSError as problem:
        raise BadInput(f"{name}: the file cannot be read ({problem.strerror}).") from None
    except ValueError:  # a name with a null byte
        raise BadInput(f"{name!r}: this is no file name.") from None


def shown(name: str) -> str:
    """A file's name in a sentence."""
    return "standard input" if name == "-" else name


def records(name: str) -> Iterator[Record | BadInput]:
    """The records of a file in turn; for what is no record, what is wrong with it, with file and place."""
    try:
        data = read_bytes(name)
    except BadInput as problem:
        yield problem
        return
    pieces = [(shown(name), data)]
    if name.endswith(".jsonl"):
        lines = enumerate(data.split(b"\n"), 1)
        pieces = [(f"{name}:{number}", line) for number, line in lines if line.strip()]
    for place, piece in pieces:
        try:
            yield read_record(piece)
        except NotARecord as problem:
            yield BadInput(f"{place}: {problem}")


@click.command(
    "replay",
    cls=Verb,
    examples=[
        ("replay game.json", "Look a game over"),
        ("replay --json season.jsonl", "A game a line, a verdict a line"),
    ],
    exits=["every mark is legal", "some mark is illegal"],
)
@click.argument("record", nargs=-1, required=True, metavar="RECORD...", shell_complete=complete_files)
@json_option("one verdict a line, one a record")
@language_option
def command(record: tuple[str, ...], as_json: bool, language: str) -> None:
    """Judge recorded games: every mark that the rules forbid, with its rule, then sheets and scores.

    RECORD is a file of one game, a .jsonl file with a game a line, or - for standard input. What is no
    record is complained of; the others are judged all the same.
    """
    _, status = translator(language), 0
    for name in record:
        for found in records(name):
            if isinstance(found, BadInput):
                complain(found)
                status = 2
                continue
            verdict = judge(found)
            if as_json:
                click.echo(json_line(verdict.to_json(_)))
            else:
                from companion.telling import tell

                tell(verdict, _)
            if not verdict.ok:
                status = max(status, 1)
    sys.exit(status)
