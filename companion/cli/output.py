"""Prints results on standard output, and one line per error on standard error."""

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
"""A line in pieces: texts, each with a style like "bold red", "on #ffcc00" or ""."""
UNUSABLE = 2
"""Exit status if some input can't be used."""
FAULT = 70
"""Exit status after a bug in the program (EX_SOFTWARE of sysexits.h)."""
OUTPUT_CLOSED = 141
"""Exit status if the reader of the output has gone, as in `qwixx rule | head` (128 + SIGPIPE)."""

WAIT_SECONDS = 2.0
"""A command that waits longer than this for a pipe prints a notice."""
PLAIN_BYTES = "".join(chr(0xDC00 + byte) for byte in range(0xA0, 0x100))
"""Characters for bytes of file names that aren't UTF-8 (PEP 383). They are printed unchanged: they are
harmless, and programs that read the output need them."""


def command_path(context: click.Context | None = None) -> str:
    """Return the start of an error line, such as `qwixx read`; `qwixx` outside a verb."""
    running = context or click.get_current_context(silent=True)
    name = ""
    while running is not None:
        if isinstance(running.command, Verb):
            name = f" {running.command.name}"
        running = running.parent
    return f"qwixx{name}"


def say(*lines: str | Pieces, err: bool = False) -> None:
    """Print lines on standard output or, if `err`, on standard error.

    Control characters are replaced, because names of players or files must not control the terminal.
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
    """Return a style such as "bold red on #ffffff" as keyword arguments of `click.style`."""
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
    """Print a notice if the context lasts longer than `beyond` seconds. `name`: the pipe waited for."""
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
    """Print `PATH: sentence` on standard error. By default, `path` is the result of `command_path`."""
    sentence = problem.in_language(_ or current_translator()) if isinstance(problem, BadInput) else problem
    say(f"{path or command_path()}: {' '.join(sentence.split())}", err=True)


class _LogFormatter(logging.Formatter):
    """Formats log lines without control characters, since they quote text from other devices."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record), "\n")


def log_to_terminal(stream: TextIO | None = None) -> None:
    """Log warnings and errors of the whole program to `stream` (default: standard error)."""
    handler = logging.StreamHandler(stream)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_LogFormatter())
    logging.getLogger().addHandler(handler)


def json_line(value: Any) -> str:
    """Return `value` as JSON on one line, in ASCII."""
    return json.dumps(value).replace("\x7f", "\\u007f")


def make_streams_tolerant() -> None:
    """Prevent errors if a standard stream is closed or can't encode a character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: TextIOWrapper | None = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, _null_stream(mode))
        elif mode == "w" and hasattr(stream, "reconfigure"):
            known = (stream.encoding or "").lower().replace("-", "") == "utf8"
            # file names may be any bytes; other encodings print "?" for missing characters
            stream.reconfigure(errors="surrogateescape" if known else "replace")


def discard_output() -> None:
    """Discard further output, so that Python doesn't raise BrokenPipeError at exit."""
    sys.stdout = _null_stream("w")


def output_is_closed() -> bool:
    """Return True if the caller has closed standard output (`>&-`)."""
    return isinstance(sys.stdout, _NullStream)


class _NullStream(TextIOWrapper):
    """Stands in for a standard stream that the caller has closed."""


def _null_stream(mode: str) -> TextIOWrapper:
    return _NullStream(FileIO(os.devnull, mode), encoding="utf-8")
