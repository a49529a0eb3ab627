"""What a verb says: results on standard output, one line of what went wrong on standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from io import TextIOWrapper
from typing import Any

import click

from companion.cli.language import spoken
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate

UNUSABLE = 2
"""Exit status: something given cannot be used."""
FAULT = 70
"""Exit status: a fault of the program (EX_SOFTWARE of sysexits.h)."""
INTERRUPTED = 130
"""Exit status: ended by Ctrl-C (128 + SIGINT, as shells count)."""
UNHEARD = 141
"""Exit status: whoever read the output has gone, as in `qwixx rule | head` (128 + SIGPIPE)."""


def speaker(context: click.Context | None = None) -> str:
    """Who speaks in an error: `qwixx read`, or `qwixx` outside a verb."""
    found = context or click.get_current_context(silent=True)
    name = ""
    while found is not None:
        if isinstance(found.command, Verb):
            name = f" {found.command.name}"
        found = found.parent
    return f"qwixx{name}"


CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""What a terminal obeys instead of showing it."""


def complain(problem: BadInput | str, who: str | None = None, _: Translate | None = None) -> None:
    """One line on standard error: `qwixx VERB: sentence`, an error in the language that `_` speaks (that of
    the verb where left out)."""
    said = problem.in_language(_ or spoken()) if isinstance(problem, BadInput) else problem
    # what came may hold what moves a terminal's cursor: that is shown as a sign, never sent
    plain = CONTROL.sub("\N{REPLACEMENT CHARACTER}", " ".join(said.split()))
    click.echo(f"{who or speaker()}: {plain}", err=True)


def json_line(value: Any) -> str:
    """`value` as JSON on one line, in ASCII: any terminal, pipe or file name leaves it whole."""
    return json.dumps(value)


def steady_streams() -> None:
    """Have standard input, output and error take anything: closed ones, and signs that they do not know."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: TextIOWrapper | None = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif mode == "w" and hasattr(stream, "reconfigure"):
            known = (stream.encoding or "").lower().replace("-", "") == "utf8"
            # names of files are any bytes; a terminal that lacks a sign shows a question mark
            stream.reconfigure(errors="surrogateescape" if known else "replace")


def hang_up() -> None:
    """Nobody reads on: let the rest of the output go nowhere, so that no more is said about it."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
