"""Waiting in tests: for something that comes, with a limit so long that only a fault reaches it.

No other test file pauses for a fixed time.
"""

import time
from collections.abc import Callable
from typing import Any

LIMIT_SECONDS = 120.0
"""Longest wait before a test fails, in seconds; chosen: one busy core stays below it."""
PAUSE_SECONDS = 0.005
"""Pause between two looks, in seconds; chosen."""
STILL_SECONDS = 0.5
"""Time in which what still runs would change a value, in seconds."""
FRAME_SECONDS = 0.002
"""Time between two frames of a pretended camera, in seconds; chosen."""


def until(condition: Callable[[], object], missing: str = "it never came") -> None:
    """Wait until `condition()` holds; fail with the sentence `missing` after `LIMIT_SECONDS`."""
    end = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < end, missing
        time.sleep(PAUSE_SECONDS)


def until_still(value: Callable[[], object]) -> None:
    """Wait until `value()` has stayed the same for STILL_SECONDS."""
    last, since = value(), time.monotonic()
    while time.monotonic() < since + STILL_SECONDS:
        if (now := value()) != last:
            last, since = now, time.monotonic()
        time.sleep(PAUSE_SECONDS)


def until_seen(page: Any, condition: Callable[[], object], missing: str = "it never came") -> None:
    """Wait like `until`, for a condition that depends on what a browser's page reports meanwhile."""
    end = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < end, missing
        page.wait_for_timeout(1000 * PAUSE_SECONDS)


def one_frame_later() -> None:
    """Let the time between two frames of a pretended camera pass."""
    time.sleep(FRAME_SECONDS)
