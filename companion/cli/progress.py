"""A progress bar on standard error, and files named on the command line that are read one by one."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from companion.cli.language import current_translator
from companion.cli.output import UNUSABLE, Pieces, print_error, redraw, say
from sheets.errors import BadInput

DELAY_SECONDS = 1.0
"""Delay before the bar appears, in seconds."""
REDRAW_SECONDS = 0.1
"""Shortest interval between two drawings of the bar, in seconds."""
BAR_CHARACTERS = 30
"""Width of a full bar, in characters."""


class Progress:
    """A progress bar for a command of `total` steps. It appears after a delay, and only on a terminal."""

    def __init__(self, label: str, total: int) -> None:
        self._label, self._total, self._done = label, total, 0
        self._begun, self._drawn_at, self._shown = time.monotonic(), 0.0, False
        dumb = os.environ.get("TERM") == "dumb"
        self._live = total > 0 and not dumb and sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def step(self) -> None:
        self.reach(self._done + 1)

    def reach(self, done: int) -> None:
        """Set the number of finished steps."""
        self._done = min(done, self._total)
        now = time.monotonic()
        if self._live and now - self._begun >= DELAY_SECONDS and now - self._drawn_at >= REDRAW_SECONDS:
            self._drawn_at, self._shown = now, True
            redraw(self.line(now - self._begun, shutil.get_terminal_size().columns))

    def say(self, *lines: str | Pieces) -> None:
        """Erase the bar, and print lines on standard output."""
        self.clear()
        say(*lines)

    def print_error(self, problem: BadInput) -> None:
        """Erase the bar, and print an error."""
        self.clear()
        print_error(problem)

    def line(self, seconds: float, columns: int) -> str:
        """Return the bar as text, shortened or padded to one less than `columns`.

        `seconds`: the time since the start.
        """
        full = BAR_CHARACTERS * self._done // self._total
        left = seconds * (self._total - self._done) / self._done if self._done else 0
        bar = "#" * full + "-" * (BAR_CHARACTERS - full)
        text = f"{self._label} [{bar}] {self._done}/{self._total}"
        if 0 < self._done < self._total:
            text += ", " + current_translator()("{seconds} s left").format(seconds=round(left))
        if len(text) >= columns:
            text = f"{self._label} {self._done}/{self._total}"
        return text[: columns - 1].ljust(columns - 1)

    def clear(self) -> None:
        """Erase the bar; the next step draws it again."""
        if self._shown:
            self._shown = False
            redraw(" " * (shutil.get_terminal_size().columns - 1))


class NamedFiles:
    """Files named on the command line. A file that can't be used is reported and skipped."""

    def __init__(self, names: Sequence[str], label: str, total: int = 0) -> None:
        self.status = 0
        """The exit status: 1 after `mark_incomplete`, 2 if a file can't be used."""
        self._names, self._label = names, label
        self._progress = Progress(label, total)

    def say(self, *lines: str | Pieces) -> None:
        """Print lines on standard output."""
        self._progress.say(*lines)

    def mark_incomplete(self) -> None:
        """Record that a file has a fault: if `status` is 0, set it to 1."""
        self.status = max(self.status, 1)

    def _refuse(self, problem: BadInput) -> None:
        self._progress.print_error(problem)
        self.status = UNUSABLE
