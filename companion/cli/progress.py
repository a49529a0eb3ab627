"""A progress bar on standard error: one line that appears after a delay and is erased at the end."""

from __future__ import annotations

import os
import shutil
import sys
import time
from types import TracebackType
from typing import Self

from companion.cli.language import current_translator
from companion.cli.output import Pieces, print_error, redraw, say
from sheets.errors import BadInput

DELAY_SECONDS = 1.0
"""Delay before the bar appears, in seconds; most commands end before."""
REDRAW_SECONDS = 0.1
"""Shortest interval between two drawings of the bar, in seconds."""
BAR_CHARACTERS = 30
"""Width of a full bar, in characters."""


class Progress:
    """The progress of a command, of `total` steps. Nothing is drawn if standard error is not a terminal.

    with Progress("Reading photos", len(names)) as progress:
        for name in names:
            progress.say(read(name))
            progress.step()
    """

    def __init__(self, label: str, total: int) -> None:
        self._label, self._total = label, total
        self._done = 0
        self._begun = time.monotonic()
        self._drawn_at = 0.0
        self._shown = False
        dumb = os.environ.get("TERM") == "dumb"
        self._live = total > 0 and not dumb and sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def step(self, count: int = 1) -> None:
        self.reach(self._done + count)

    def reach(self, done: int) -> None:
        """Set the number of finished steps to `done`."""
        self._done = min(done, self._total)
        now = time.monotonic()
        if self._live and now - self._begun >= DELAY_SECONDS and now - self._drawn_at >= REDRAW_SECONDS:
            self._drawn_at, self._shown = now, True
            redraw(self.line(now - self._begun, shutil.get_terminal_size().columns))

    def say(self, *lines: str | Pieces) -> None:
        """Print lines on standard output; the bar is erased first."""
        self.clear()
        say(*lines)

    def print_error(self, problem: BadInput) -> None:
        """Print an error on standard error; the bar is erased first."""
        self.clear()
        print_error(problem)

    def line(self, seconds: float, columns: int) -> str:
        """Return the bar's line after `seconds`, padded so that it covers the previous one in a terminal of
        `columns`."""
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
