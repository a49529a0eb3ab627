"""Makes Ctrl-C end the command without a traceback.

The handler must be installed early, so this module imports nothing slow.
"""

from __future__ import annotations

import os
import signal
import sys

INTERRUPTED = 130
"""Exit status of a command that Ctrl-C ended: 128 + SIGINT, as in shells."""

REPEAT_SECONDS = 0.05
"""Seconds after which an interrupt that Python dropped is raised again."""


def take_interrupts() -> None:
    """Let Ctrl-C end this process at once, unless its parent made it ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _end(_number: int, _frame: object) -> None:
    os._exit(INTERRUPTED)


class Interruptible:
    """A context in which Ctrl-C raises KeyboardInterrupt. It changes nothing before `take_interrupts`.

    If Ctrl-C makes a library raise a different error, the context raises KeyboardInterrupt from that error.
    """

    def __init__(self) -> None:
        self._taken = self._interrupted = False

    def _interrupt(self, _number: int, _frame: object) -> None:
        self._interrupted = True
        raise KeyboardInterrupt

    def _repeat(self, dropped: sys.UnraisableHookArgs) -> None:
        """Send an interrupt again if Python dropped it because it came in a destructor.

        Pass other errors to the hook that was installed before.
        """
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
