"""Ctrl-C ends the command quietly: at once while its code is loaded, otherwise after a verb has closed its
resources.

A KeyboardInterrupt during an import would show a traceback, or an error of the imported module. This file
imports nothing slow, so it takes effect almost at once.
"""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130
"""Exit status: ended by Ctrl-C (128 + SIGINT, as shells count)."""

REPEAT_SECONDS = 0.05
"""Delay, in seconds, after which an interrupt that Python dropped is raised again."""


def take_interrupts() -> None:
    """Let Ctrl-C end this process from now on, unless its parent has Ctrl-C ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(_number: int, _frame: object) -> None:
    """Handle Ctrl-C while nothing has to be closed."""
    os._exit(INTERRUPTED)


class Interruptible:
    """A block in which Ctrl-C raises KeyboardInterrupt, and any error raised after it becomes one.

    A library that is interrupted may raise an error of its own: one that is just being loaded, an
    ImportError. An interrupt that Python drops, because it came within a destructor, is raised again. The
    block changes nothing unless `take_interrupts` was called.
    """

    def __init__(self) -> None:
        self._taken = self._interrupted = False

    def _interrupt(self, _number: int, _frame: object) -> None:
        self._interrupted = True
        raise KeyboardInterrupt

    def _repeat(self, dropped: sys.UnraisableHookArgs) -> None:
        if dropped.exc_type is not KeyboardInterrupt:
            self._hook(dropped)
            return
        import threading  # not at the top: it takes time

        again = threading.Timer(REPEAT_SECONDS, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        again.start()

    def __enter__(self) -> None:
        self._taken = signal.getsignal(signal.SIGINT) is _end
        if self._taken:
            signal.signal(signal.SIGINT, self._interrupt)
            self._hook, sys.unraisablehook = sys.unraisablehook, self._repeat

    def __exit__(self, _kind: object, problem: BaseException | None, _traceback: object) -> None:
        if self._taken:
            signal.signal(signal.SIGINT, _end)
            sys.unraisablehook = self._hook
        if self._interrupted and isinstance(problem, Exception):
            raise KeyboardInterrupt from problem
