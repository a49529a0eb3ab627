"""One connection of a device: what the table waits for, and how long it waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Stage = Literal["handshake", "header", "body", "answer", "idle"]

HANDSHAKE_SECONDS = 8.0
"""Within which a device must have agreed on its keys."""
HEADER_SECONDS = 10.0
"""From the opening of a connection, or the first byte of a request, to the end of the request's header."""
BODY_SECONDS = 30.0
"""For the body of a request, and a second more for each SLOWEST_BYTES of it."""
SLOWEST_BYTES = 50_000
IDLE_SECONDS = 120.0
"""Idle timeout in seconds, also while the device takes nothing of its answer; chosen."""
STRANGER_IDLE_SECONDS = 15.0
"""The same for a device that has not joined."""
STALLED_SECONDS = 5.0
"""Seconds after which a device that takes nothing of its answer may lose its place; chosen."""


def _do_nothing() -> None:
    pass


@dataclass(slots=True, eq=False)
class Connection:
    """One open connection of the device at `address`.

    `end` closes it; any thread may call it. `left` is called in the event loop once it is closed.
    `stage`: what the table waits for, or its own answer; `since`: when that began. `waits`: since when the
    device takes nothing of the answer, None while it does. Both times are of `time.monotonic`.
    `asked`: whether a whole request has come by it. `expected`: bytes of the body that is on its way.
    `held`: bytes of requests that are not answered yet. `closing`: whether it is on its way to be closed.
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
        """From now on the table waits for something else."""
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
