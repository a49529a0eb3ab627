"""Makes Ctrl-C end the command without a traceback: at once while code is being imported, and later only
after the running command has closed its resources.

A KeyboardInterrupt during an import would show a traceback, or an error of the imported module. This module
imports nothing slow, so that its handler is installed early.
"""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130
"""Exit status of a command that Ctrl-C ended: 128 + SIGINT, as in shells."""

REPEAT_SECONDS = 0.05
"""Delay, in seconds, after which an interrupt that Python dropped is raised again."""


def take_interrupts() -> None:
    """Let Ctrl-C end this process at once, unless its parent made it ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(_number: int, _frame: object) -> None:
    """Handle Ctrl-C outside `Interruptible`, when there are no resources to close: exit at once."""
    os._exit(INTERRUPTED)


class Interruptible:
    """A context in which Ctrl-C raises KeyboardInterrupt, and any error after that becomes one.

    An interrupted library may raise its own error instead, such as an ImportError while it is being imported.
    Python drops an interrupt that arrives in a destructor; it is raised again. The context has no effect
    unless `take_interrupts` was called.
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
        import threading  # not at the top: importing it takes time

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
