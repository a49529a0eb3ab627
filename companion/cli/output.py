"""The output of a verb: results on standard output, one line per error on standard error."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import FileIO, TextIOWrapper
from typing import Any, TextIO

import click

from companion.cli.language import current_translator
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate
from sheets.visible import visible

Pieces = Sequence[tuple[str, str]]
"""A coloured line: pieces of text, each with a style such as "bold red" or "on #ffcc00", or ""."""
UNUSABLE = 2
"""Exit status if some input can't be used."""
FAULT = 70
"""Exit status after a bug in the program (EX_SOFTWARE of sysexits.h)."""
OUTPUT_CLOSED = 141
"""Exit status if the reader of the output has gone, as in `qwixx rule | head` (128 + SIGPIPE)."""

WAIT_SECONDS = 2.0
"""After this many seconds without input or output a command prints that it is waiting."""
PLAIN_BYTES = "".join(chr(0xDC00 + byte) for byte in range(0xA0, 0x100))
"""Characters for bytes in file names that are not UTF-8 (PEP 383). They are printed unchanged: terminals
don't interpret them, and programs that read the output need them to find the file."""


def command_path(context: click.Context | None = None) -> str:
    """Return the start of an error line: `qwixx read`, or `qwixx` outside a verb."""
    running = context or click.get_current_context(silent=True)
    name = ""
    while running is not None:
        if isinstance(running.command, Verb):
            name = f" {running.command.name}"
        running = running.parent
    return f"qwixx{name}"


def say(*lines: str | Pieces, err: bool = False) -> None:
    """Print each of `lines`, on standard output or, if `err`, on standard error.

    Every verb prints through this function: it replaces control characters, so that foreign text, such as the
    name of a player or a file, can't move the cursor or reverse the text. Only the styles of pieces reach the
    terminal.
    """
    if lines:
        stream = sys.stderr if err else sys.stdout
        plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        coloured = not plain and stream is not None and stream.isatty()
        click.echo("\n".join(_shown(line, coloured=coloured) for line in lines), err=err)


def _shown(line: str | Pieces, *, coloured: bool) -> str:
    if isinstance(line, str):
        return visible(line, PLAIN_BYTES)
    if not coloured:
        return visible("".join(text for text, _ in line), PLAIN_BYTES)
    return "".join(
        click.style(visible(text, PLAIN_BYTES), **_style(style)) if style else visible(text, PLAIN_BYTES)
        for text, style in line
    )


@cache
def _style(style: str) -> dict[str, Any]:
    """Return a style as arguments of `click.style`."""
    options: dict[str, Any] = {}
    words = iter(style.split())
    for word in words:
        if word in ("bold", "dim"):
            options[word] = True
        elif word == "on":
            options["bg"] = tuple(bytes.fromhex(next(words)[1:]))
        else:
            options["fg"] = word
    return options


@contextmanager
def waiting_notice(name: str, beyond: float = WAIT_SECONDS) -> Iterator[None]:
    """Print a notice on standard error if the context lasts longer than `beyond` seconds.

    `name`: the pipe that the command waits for.
    """
    _ = current_translator()  # looked up here, because click's context belongs to this thread
    line = _("Waiting for {name}; press Ctrl-C to stop.").format(name=name)
    notice = threading.Timer(beyond, say, (line,), {"err": True})
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()


def redraw(line: str) -> None:
    """Write `line` over the current line of standard error."""
    click.echo("\r" + visible(line) + "\r", err=True, nl=False)


def print_error(problem: BadInput | str, path: str | None = None, _: Translate | None = None) -> None:
    """Print one line on standard error: `qwixx VERB: sentence`.

    `path` and `_`, the translator, default to those of the running verb.
    """
    sentence = problem.in_language(_ or current_translator()) if isinstance(problem, BadInput) else problem
    say(f"{path or command_path()}: {' '.join(sentence.split())}", err=True)


class _LogFormatter(logging.Formatter):
    """Formats log lines without control characters, because they quote addresses and names from other
    devices."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record), "\n")


def log_to_terminal(stream: TextIO | None = None) -> None:
    """Log warnings and errors of the whole program to `stream` (default: standard error)."""
    handler = logging.StreamHandler(stream)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_LogFormatter())
    logging.getLogger().addHandler(handler)


def json_line(value: Any) -> str:
    """Return `value` as JSON on one line, in ASCII, which every terminal and pipe transmits unchanged."""
    return json.dumps(value).replace("\x7f", "\\u007f")


def make_streams_tolerant() -> None:
    """Prevent errors if standard input, output or error is closed or can't encode a character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: TextIOWrapper | None = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, _null_stream(mode))
        elif mode == "w" and hasattr(stream, "reconfigure"):
            known = (stream.encoding or "").lower().replace("-", "") == "utf8"
            # file names may be any bytes; other encodings print "?" for missing characters
            stream.reconfigure(errors="surrogateescape" if known else "replace")


def discard_output() -> None:
    """Discard further output, so that Python does not raise BrokenPipeError at exit."""
    sys.stdout = _null_stream("w")


def output_is_closed() -> bool:
    """Return True if the caller has closed standard output (`>&-`)."""
    return isinstance(sys.stdout, _NullStream)


class _NullStream(TextIOWrapper):
    """Replaces a closed stream: it is empty when read, and discards what is written."""


def _null_stream(mode: str) -> TextIOWrapper:
    return _NullStream(FileIO(os.devnull, mode), encoding="utf-8")
