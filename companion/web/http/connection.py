"""One connection of a device, with the state that it is in and its time limits."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Stage = Literal["handshake", "header", "body", "answer", "idle"]

HANDSHAKE_SECONDS = 8.0
"""Time limit for the TLS handshake, in seconds."""
HEADER_SECONDS = 10.0
"""Time limit for a request's header, in seconds from the opening of the connection or its first byte."""
BODY_SECONDS = 30.0
"""Time limit for a request's body, in seconds; one more for each SLOWEST_BYTES of it."""
SLOWEST_BYTES = 50_000
IDLE_SECONDS = 120.0
"""Idle timeout in seconds, also while the device takes nothing of its answer; chosen."""
STRANGER_IDLE_SECONDS = 15.0
"""Idle timeout of a device that has not joined, in seconds."""
STALLED_SECONDS = 5.0
"""Seconds after which a device that takes nothing of its answer may lose its place; chosen."""


def _do_nothing() -> None:
    pass


@dataclass(slots=True, eq=False)
class Connection:
    """One open connection of the device at `address`.

    `end` closes it; any thread may call it. `left` is called in the event loop once it is closed. `stage`:
    the state of the exchange; `since`: when it began. `waits`: since when the device has taken nothing of the
    answer, None while it does. Both times are of `time.monotonic`. `asked`: whether a whole request has come.
    `expected`: bytes of the body that is arriving. `held`: bytes of requests that are not answered yet.
    `closing`: whether it is being closed.
    """

    address: str
    end: Callable[[], None]
    left: Callable[[], None] = _do_nothing
    stage: Stage = "header"
    since: float = field(default_factory=time.monotonic)
    waits: float | None = None
    asked: bool = False
    expected: int = 0
    held: int = 0
    closing: bool = False

    def begin(self, stage: Stage) -> None:
        """Enter the next state."""
        self.stage, self.since, self.waits = stage, time.monotonic(), None

    def is_busy(self) -> bool:
        """Tell whether a whole request is being answered, and the device takes the answer."""
        waits = self.waits
        return self.stage == "answer" and (waits is None or time.monotonic() - waits < STALLED_SECONDS)

    def is_late(self, now: float, idle_seconds: float) -> bool:
        """Tell whether a time limit has passed at `now` (`time.monotonic`). `idle_seconds`: idle limit."""
        if self.stage == "answer":
            waits = self.waits
            return waits is not None and now - waits > idle_seconds
        seconds = {
            "handshake": HANDSHAKE_SECONDS,
            "header": HEADER_SECONDS,
            "body": BODY_SECONDS + self.expected / SLOWEST_BYTES,
            "idle": idle_seconds,
        }[self.stage]
        return now - self.since > seconds
