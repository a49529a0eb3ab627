"""What a verb prints: results on standard output, one line for what went wrong on standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from io import FileIO, TextIOWrapper
from typing import Any

import click

from companion.cli.language import current_translator
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate

UNUSABLE = 2
"""Exit status: something given cannot be used."""
FAULT = 70
"""Exit status: a fault of the program (EX_SOFTWARE of sysexits.h)."""
INTERRUPTED = 130
"""Exit status: ended by Ctrl-C (128 + SIGINT, as shells count)."""
OUTPUT_CLOSED = 141
"""Exit status: nobody reads the output any more, as in `qwixx rule | head` (128 + SIGPIPE)."""


def command_path(context: click.Context | None = None) -> str:
    """The command as an error begins with it: `qwixx read`, or `qwixx` outside a verb."""
    found = context or click.get_current_context(silent=True)
    name = ""
    while found is not None:
        if isinstance(found.command, Verb):
            name = f" {found.command.name}"
        found = found.parent
    return f"qwixx{name}"


CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""Characters that move a terminal's cursor or do worse."""


def print_error(problem: BadInput | str, path: str | None = None, _: Translate | None = None) -> None:
    """Print one line on standard error: `qwixx VERB: sentence`.

    `path` and `_`, the language of an error, are those of the running verb if left out. Control characters
    are replaced, for a sentence may quote what came.
    """
    sentence = problem.in_language(_ or current_translator()) if isinstance(problem, BadInput) else problem
    plain = CONTROL_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", " ".join(sentence.split()))
    click.echo(f"{path or command_path()}: {plain}", err=True)


def json_line(value: Any) -> str:
    """`value` as JSON on one line, in ASCII, which every terminal and pipe leaves whole."""
    return json.dumps(value)


def make_streams_tolerant() -> None:
    """Let standard input, output and error be closed, or lack characters: neither is an error then."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: TextIOWrapper | None = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, _null_stream(mode))
        elif mode == "w" and hasattr(stream, "reconfigure"):
            known = (stream.encoding or "").lower().replace("-", "") == "utf8"
            # file names are any bytes; a terminal that lacks a character shows a question mark
            stream.reconfigure(errors="surrogateescape" if known else "replace")


def discard_output() -> None:
    """Let the rest of the output go nowhere, so that Python does not complain that nobody reads it."""
    sys.stdout = _null_stream("w")


def _null_stream(mode: str) -> TextIOWrapper:
    return TextIOWrapper(FileIO(os.devnull, mode), encoding="utf-8")
